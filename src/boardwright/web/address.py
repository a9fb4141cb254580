"""The address of the server in the local network."""

from __future__ import annotations

import socket
from contextlib import suppress

WILDCARDS = ("0.0.0.0", "::")
"""Hosts that stand for all interfaces."""


def network_url(sock: socket.socket) -> str | None:
    """Returns the URL for other machines in the network; None if the socket is not open to them."""
    host, port = sock.getsockname()[:2]
    if host not in WILDCARDS:
        return None
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe, suppress(OSError):
        # Connecting a datagram socket sends nothing; it selects the interface that leads to other machines.
        probe.connect(("192.0.2.1", 9))
        return f"http://{probe.getsockname()[0]}:{port}/"
    return None
