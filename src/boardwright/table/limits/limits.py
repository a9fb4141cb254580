"""Rate limits: token buckets for accounts, names and addresses, from which requests take what they cost."""

from __future__ import annotations

from collections.abc import Callable
from ipaddress import IPv6Address, ip_address
from time import monotonic

from boardwright.table.errors import RateLimited
from boardwright.table.limits.bucket_memory import Bucket, BucketMemory, OwnBuckets

ADDRESS = 5
"""The number of times the limit of an account that an address has: people may share one."""
MAX_UNPAID = 10
"""Refusals after which a connection is cut if its client goes on sending without waiting."""


class Buckets:
    """Token buckets of capacity `burst`, refilled by `rate` per second. `name` tells them from others in one memory.

    >>> time = iter((0.0, 0.0, 0.0, 0.5))
    >>> buckets = Buckets(rate=2, burst=2, clock=lambda: next(time))
    >>> buckets.take("ann"), buckets.take("ann")
    (None, None)
    >>> buckets.take("ann")
    Traceback (most recent call last):
        ...
    boardwright.table.errors.RateLimited: Too many requests; wait 0.5 seconds.
    >>> buckets.take("ann")
    """

    def __init__(
        self,
        rate: float,
        burst: float,
        *,
        name: str = "",
        memory: BucketMemory | None = None,
        clock: Callable[[], float] = monotonic,
    ) -> None:
        self._rate = rate
        self.burst = burst
        self._name = name
        self._memory = memory or OwnBuckets()
        self._clock = clock

    def take(self, key: str, cost: float = 1) -> None:
        """Take `cost` out of a bucket; raise RateLimited with the time until that much is available."""
        now = self._clock()
        level, since = self._bucket(key, now)
        # Another process may have seen a slightly later time.
        level = min(self.burst, level + max(0.0, now - since) * self._rate)
        enough = level >= cost
        self._memory.put(self._name + key, Bucket(level - cost if enough else level, now))
        if not enough:
            raise RateLimited((cost - level) / self._rate)

    def charge(self, key: str, cost: float) -> None:
        """Take what something has cost that is already done, also more than there is: later takers wait for it.

        >>> buckets = Buckets(rate=2, burst=2, clock=lambda: 0.0)
        >>> buckets.charge("ann", 3)
        >>> buckets.take("ann")
        Traceback (most recent call last):
            ...
        boardwright.table.errors.RateLimited: Too many requests; wait 1.0 seconds.
        """
        self.give_back(key, -cost)

    def give_back(self, key: str, cost: float = 1) -> None:
        """Return what was taken for something that should cost nothing after all, such as a right password."""
        level, since = self._bucket(key, self._clock())
        self._memory.put(self._name + key, Bucket(min(self.burst, level + cost), since))

    def _bucket(self, key: str, now: float) -> Bucket:
        return self._memory.get(self._name + key) or Bucket(self.burst, now)


class RateLimits:
    """Limits on the cost of requests: each takes from the bucket of its account and from that of its address.

    Without an account it takes from a bucket of the address alone. All accounts of an address together have five
    times what one has. An address creates so many `accounts` in an hour.

    >>> limits = RateLimits(rate=1, burst=2, clock=lambda: 0.0)
    >>> for account in range(5):
    ...     limits.take(f"guest{account}", "192.0.2.7", cost=2)
    >>> limits.take("guest5", "192.0.2.7")
    Traceback (most recent call last):
        ...
    boardwright.table.errors.RateLimited: Too many requests; wait 0.2 seconds.
    """

    def __init__(
        self,
        rate: float,
        burst: float,
        *,
        accounts: int = 200,
        memory: BucketMemory | None = None,
        clock: Callable[[], float] = monotonic,
    ) -> None:
        self._new_accounts = Buckets(accounts / 3600, accounts, name="new ", memory=memory, clock=clock)
        self._callers = Buckets(rate, burst, name="caller ", memory=memory, clock=clock)
        self._addresses = Buckets(ADDRESS * rate, ADDRESS * burst, name="address ", memory=memory, clock=clock)

    def take(self, account: str | None, address: str, cost: float = 1) -> None:
        """Raise RateLimited if the account or the address has used up what it had."""
        self._addresses.take(address, cost)
        self._callers.take(f"address {address}" if account is None else account, cost)

    def charge(self, account: str | None, address: str, cost: float) -> None:
        """Take what a request has cost beyond what was known before it."""
        self._addresses.charge(address, cost)
        self._callers.charge(f"address {address}" if account is None else account, cost)

    def take_new_account(self, address: str) -> None:
        """Count an account that is created from an address; raise RateLimited."""
        try:
            self._new_accounts.take(address)
        except RateLimited as limited:
            raise RateLimited(limited.wait, "This address has created many accounts") from None

    def take_address(self, address: str, cost: float = 1) -> None:
        """Count what is done before the account is known, or without one that matters; raise RateLimited."""
        self._addresses.take(address, cost)

    def take_password(self, address: str, cost: float) -> None:
        """Count a password that is hashed for an address, for at most half of what it has at once.

        Raises RateLimited. However low the host sets the limits, people can sign in.
        """
        self._addresses.take(address, min(cost, self._addresses.burst / 2))


class Payer:
    """The account and the address that pay for what comes over one connection.

    >>> payer = Payer(RateLimits(rate=1, burst=2, clock=lambda: 0.0), "192.0.2.7")
    >>> payer.take(2)
    >>> payer.take()
    Traceback (most recent call last):
        ...
    boardwright.table.errors.RateLimited: Too many requests; wait 1.0 seconds.
    """

    def __init__(self, limits: RateLimits, address: str) -> None:
        self.account: str | None = None
        """The account, once the client has said who it is."""
        self.unpaid = 0
        """Refusals since the client last waited for one; it is cut when there are many."""
        self.address = address
        self._limits = limits

    def take(self, cost: float = 1) -> None:
        """Take what something costs; raise RateLimited."""
        if cost:
            try:
                self._limits.take(self.account, self.address, cost)
            except RateLimited:
                self.unpaid += 1
                raise

    def take_address(self, cost: float) -> None:
        """Take the cost of something that is done before the account is known; raise RateLimited."""
        self._limits.take_address(self.address, cost)

    @property
    def is_exhausted(self) -> bool:
        """True if the client has gone on sending after too many refusals."""
        return self.unpaid > MAX_UNPAID


def address_key(address: str) -> str:
    """Return the key under which a client's address is limited: IPv6 clients by their network of 64 bits.

    >>> address_key("192.0.2.7"), address_key("2001:db8::1") == address_key("2001:db8::2")
    ('192.0.2.7', True)
    >>> address_key("::ffff:192.0.2.7"), address_key("unknown")
    ('192.0.2.7', 'unknown')
    """
    try:
        parsed = ip_address(address)
    except ValueError:
        return address
    if not isinstance(parsed, IPv6Address):
        return address
    mapped = parsed.ipv4_mapped
    return str(mapped) if mapped is not None else f"{IPv6Address(int(parsed) >> 64 << 64)}/64"
