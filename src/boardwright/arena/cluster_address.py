"""The address of a Ray cluster, tried before Ray connects: Ray repeats a failing connection for minutes."""

from __future__ import annotations

import os
import socket
from urllib.parse import urlsplit

from boardwright.core.refusal import Unavailable

_TIMEOUT = 2.0
"""Seconds for which an address may take to answer."""


def check_address(address: str) -> None:
    """Raises Unavailable if the address names a port that does not answer; `auto` is the one in RAY_ADDRESS."""
    tried = os.environ.get("RAY_ADDRESS", address) if address == "auto" else address
    place = host_and_port(tried)
    if place is None:
        return
    try:
        socket.create_connection(place, _TIMEOUT).close()
    except OSError as error:
        reason = error.strerror or f"no response within {_TIMEOUT:g} seconds"
        raise Unavailable(
            f"Nothing answers at {tried!r}: {reason}. Start a Ray cluster there, "
            "or use --ray local or --jobs to play on this machine."
        ) from None


def host_and_port(address: str) -> tuple[str, int] | None:
    """Returns where to connect; None for an address without a port and for one that only Ray understands.

    >>> host_and_port("10.0.0.1:6379"), host_and_port("ray://[::1]:10001"), host_and_port("auto")
    (('10.0.0.1', 6379), ('::1', 10001), None)
    """
    try:
        url = urlsplit(address if "://" in address else f"ray://{address}")
        port = url.port
    except ValueError:
        return None
    return (url.hostname, port) if url.scheme == "ray" and url.hostname and port else None
