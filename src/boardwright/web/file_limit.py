"""The limit on open files of this process: every connection needs one."""

from __future__ import annotations

import logging

log = logging.getLogger("boardwright.web")

ENOUGH = 4096
"""File descriptors below which a warning is logged."""


def raise_file_limit(most: int = 1 << 16) -> int:
    """Raises the limit as far as the system allows, up to `most`, and returns it."""
    try:
        import resource
    except ImportError:  # Windows has no such limit
        return most
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = most if hard == resource.RLIM_INFINITY else min(most, hard)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
        soft = wanted
    limit = most if soft == resource.RLIM_INFINITY else soft
    if limit < ENOUGH:
        log.warning("only %d files may be open, so there can be few connections; raise the limit `nofile`", limit)
    return limit
