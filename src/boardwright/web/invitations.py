"""Invitations: a link to a match that somebody else can open, and its QR code."""

from __future__ import annotations

import ipaddress
from io import BytesIO
from urllib.parse import urlsplit

from boardwright.web.responses import Invitation, Reach


def invitation_to(match: str, seen_at: str, network: str | None) -> Invitation:
    """Returns the invitation to a match for a player who sees the page at `seen_at`.

    An address of this machine means nothing elsewhere: `network`, where the server listens for others, replaces it.

    >>> invitation_to("m1", "http://127.0.0.1:8000/", "http://192.168.1.5:8000/").url
    'http://192.168.1.5:8000/#/match/m1'
    >>> invitation_to("m1", "https://games.example/", None).reach
    'anyone'
    """
    reach: Reach = "anyone"
    if is_loopback(urlsplit(seen_at).hostname or ""):
        seen_at, reach = (seen_at, "machine") if network is None else (network, "network")
    url = f"{seen_at}#/match/{match}"
    return Invitation(url, reach, _qr(url))


def is_loopback(host: str) -> bool:
    """True for a host that means this machine.

    >>> is_loopback("127.0.0.1"), is_loopback("localhost"), is_loopback("192.168.1.5")
    (True, True, False)
    """
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost" or host.endswith(".localhost")


def _qr(text: str) -> str:
    import segno  # only who invites needs it

    drawn = BytesIO()
    segno.make(text, error="m", micro=False).save(drawn, "svg", xmldecl=False, border=4, light="#ffffff", omitsize=True)
    return drawn.getvalue().decode().strip()
