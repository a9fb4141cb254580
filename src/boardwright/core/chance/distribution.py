"""Chance that anyone can check afterwards.

A match commits to a secret seed before the first move and publishes the seed at the end. Players may contribute
shares after the commitment; then the seed below is HMAC-SHA256(seed, "shares:" canonical [shares]), so not even
the holder of the seed can choose the dice. The outcome of the k-th chance step on a line of play is

    HMAC-SHA256(seed, "chance:" k ":" SHA-256(canonical [outcomes, weights])) mod (sum of weights)

read as a big-endian number and laid along the weights. It depends on nothing else: not on the time, the
entry's number or the Python version. So a step that is undone and made again meets the same outcome.
A `Deal` (`core/chance/deal.py`) is drawn by a shuffle instead.

What can be drawn may itself be a secret (the cards that nobody else was dealt), so the log shows no distribution
before the seed is published, but commits to each by its `fingerprint`.
"""

from __future__ import annotations

import hashlib
import hmac
import random
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from itertools import accumulate
from typing import TypeAlias

from boardwright.core.canonical import canonical, digest

Rng: TypeAlias = random.Random
"""A random number generator handed in by the caller; rules and bots have none of their own."""


class Distribution:
    """The outcomes of one chance step, as texts, with whole-number weights, and the seats that see which one came.

    `seen` is None for everybody. What is drawn does not depend on it.

    >>> die = Distribution.uniform(("1", "2", "3", "4", "5", "6"))
    >>> len(die), "6" in die, die.at(5)
    (6, True, '6')
    >>> Distribution(("red", "blue"), (1, 3)).at(1)
    'blue'
    """

    __slots__ = ("_bounds", "_digest", "outcomes", "seen", "total", "weights")

    def __init__(
        self, outcomes: tuple[str, ...], weights: tuple[int, ...], seen: tuple[int, ...] | None = None
    ) -> None:
        self.outcomes = outcomes
        self.weights = weights
        self.seen = seen
        self._bounds = list(accumulate(weights))
        self.total = self._bounds[-1]
        self._digest = ""

    @property
    def digest(self) -> str:
        """SHA-256 of the canonical JSON of `[outcomes, weights]`."""
        if not self._digest:
            self._digest = digest([self.outcomes, self.weights])
        return self._digest

    @property
    def examples(self) -> str:
        """The first few outcomes, for messages."""
        return ", ".join(self.outcomes[:6])

    @classmethod
    def uniform(cls, outcomes: tuple[str, ...], seen: tuple[int, ...] | None = None) -> Distribution:
        """Return a distribution of equally likely outcomes."""
        return cls(outcomes, (1,) * len(outcomes), seen)

    def at(self, number: int) -> str:
        """Return the outcome that covers `number`, 0 <= number < total."""
        return self.outcomes[bisect_right(self._bounds, number)]

    def sample(self, rng: Rng) -> str:
        """Return a random outcome, for play-outs (matches use `draw`)."""
        return self.outcomes[bisect_right(self._bounds, int(rng.random() * self.total))]

    def probability(self, outcome: str) -> float:
        """Return the probability of an outcome.

        >>> Distribution(("red", "blue"), (1, 3)).probability("blue")
        0.75
        """
        return self.weights[self.outcomes.index(outcome)] / self.total

    def __iter__(self) -> Iterator[tuple[str, int]]:
        return zip(self.outcomes, self.weights, strict=True)

    def __contains__(self, outcome: object) -> bool:
        return outcome in self.outcomes

    def __len__(self) -> int:
        return len(self.outcomes)

    def __repr__(self) -> str:
        seen = "" if self.seen is None else f", seen={self.seen!r}"
        return f"Distribution({self.outcomes!r}, {self.weights!r}{seen})"


def commitment(seed: bytes) -> str:
    """Return what the header publishes of the seed before the first move.

    >>> commitment(bytes(32))[:8]
    '66687aad'
    """
    return hashlib.sha256(seed).hexdigest()


def mix(seed: bytes, shares: Sequence[str]) -> bytes:
    """Return the seed that chance is drawn from: the committed one, mixed with what the players contributed after that.

    >>> mix(bytes(32), ()) == bytes(32), mix(bytes(32), ("a", "b")) == mix(bytes(32), ("b", "a"))
    (True, False)
    """
    return hmac.digest(seed, b"shares:" + canonical(list(shares)), "sha256") if any(shares) else seed


def draw(seed: bytes, ordinal: int, chances: Distribution) -> str:
    """Return the outcome of the `ordinal`-th chance step (from 0) on the current line of play.

    >>> draw(bytes(32), 0, Distribution.uniform(("heads", "tails")))
    'tails'
    """
    number = hmac.digest(seed, f"chance:{ordinal}:{chances.digest}".encode(), "sha256")
    return chances.at(int.from_bytes(number, "big") % chances.total)


def fingerprint(seed: bytes, number: int, of: str) -> str:
    """Return the commitment of entry `number` to the digest of its distribution or deal, secret like the seed.

    >>> fingerprint(bytes(32), 1, Distribution.uniform(("heads", "tails")).digest)
    'f42cfc5e2a4f351d18941a24e2b541ef'
    """
    return hmac.digest(seed, f"of:{number}:{of}".encode(), "sha256").hex()[:32]


class Salts:
    """Texts that are mixed into the hashes of entries, so that a hidden entry cannot be guessed from its hash.

    >>> salts = Salts(bytes(32))
    >>> len(salts.salt(1)), salts.salt(1, 0) == salts.salt(1, 1)
    (32, False)
    """

    __slots__ = ("_keyed", "_seed")

    def __init__(self, seed: bytes) -> None:
        self._seed = seed
        # A copy of a keyed HMAC costs half of `hmac.digest`, which looks up the hash and mixes in the key each time.
        self._keyed = hmac.new(seed, digestmod="sha256")

    def __reduce__(self) -> tuple[type[Salts], tuple[bytes]]:
        return Salts, (self._seed,)  # an HMAC cannot be copied with the match that has it

    def salt(self, number: int, part: int | None = None) -> str:
        """Return the salt of entry `number`; each part of a deal, counted from 0, has one of its own."""
        keyed = self._keyed.copy()
        keyed.update((f"salt:{number}" if part is None else f"salt:{number}:{part}").encode())
        return keyed.hexdigest()[:32]
