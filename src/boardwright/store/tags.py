"""Names of matches for logs and error messages."""

from __future__ import annotations

import hashlib


def match_tag(match: str) -> str:
    """Returns the tag of a match: it identifies the match, but unlike its id it does not grant access to it.

    `boardwright db find TAG` returns the id.

    >>> match_tag("k3J9xq_ZAb1d0PfT")
    '#8db60b2d97'
    """
    return "#" + hashlib.sha256(match.encode()).hexdigest()[:10]
