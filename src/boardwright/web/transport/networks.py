"""Networks that addresses of clients may be in."""

from __future__ import annotations

from collections.abc import Collection
from ipaddress import ip_address, ip_network


class Networks:
    """Some networks and addresses.

    >>> "10.1.2.3" in Networks(["10.0.0.0/8"]), "::ffff:10.1.2.3" in Networks(["10.0.0.0/8"]), "unknown" in Networks([])
    (True, True, False)
    """

    def __init__(self, names: Collection[str]) -> None:
        self._networks = [ip_network(each) for each in names]

    def __contains__(self, address: str) -> bool:
        try:
            parsed = ip_address(address) if self._networks else None
        except ValueError:
            return False
        parsed = getattr(parsed, "ipv4_mapped", None) or parsed
        return parsed is not None and any(parsed in network for network in self._networks)
