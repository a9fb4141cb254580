"""The optional compiled kernels (package `boardwright-kernels`): whether they are used, and for which positions.

`BOARDWRIGHT_KERNELS=off` forces pure Python. A package that does not fit this version of Boardwright is an error, never
a silent return to Python.
"""

from __future__ import annotations

import os
import random
from array import array
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from importlib.util import find_spec
from math import inf
from time import monotonic
from typing import TYPE_CHECKING, Any

from boardwright.core.game.game import AnyGame
from boardwright.core.refusal import BoardwrightError
from boardwright.core.rules.position import AnyPosition
from boardwright.core.search.kernel import AnyKernelTables, AnyPlayoutTables

if TYPE_CHECKING:
    from boardwright_kernels import Search

SWITCH = "BOARDWRIGHT_KERNELS"
PACKAGE = "boardwright_kernels"
INTERFACE = 6
"""The interface of the package that this version is written for."""
_PROBE = 2000
"""Iterations after which a long search is compared with its deadline."""
_SOON = 0.01
"""Seconds that a search gets after its deadline: it needs a move."""


class KernelMismatch(BoardwrightError):
    """The installed package of kernels does not fit this version of Boardwright."""


class CompiledGame:
    """One variant of a game with its kernel; `arrays` stand for those of the tables."""

    def __init__(self, tables: AnyKernelTables, arrays: Mapping[str, array[Any]] | None = None) -> None:
        from boardwright_kernels import Kernel

        self.tables = tables
        self.kernel = Kernel(tables.engine, dict(tables.tables() if arrays is None else arrays))

    def pack(self, position: AnyPosition, seat: int | None = None) -> bytes:
        """Return the position as a state of the kernel; where several seats may act, `seat` does."""
        return self.tables.pack(position, seat)

    def unpack(self, state: bytes) -> Any:
        """Return the position of a state of the kernel."""
        return self.tables.unpack(state)


class CompiledSearch:
    """Tree search by a kernel; from search to search it keeps the subtree of the position that was reached."""

    def __init__(self, variant: CompiledGame, exploration: float) -> None:
        self.variant = variant
        self._exploration = exploration
        self._search: Search | None = None

    def search(
        self, position: AnyPosition, seat: int, iterations: int, seconds: float, seed: int, deadline: float = inf
    ) -> Iterator[tuple[Any, int, float]]:
        """Return the visited moves with visits and mean values; the search is cut at the deadline."""
        state = self.variant.pack(position, seat)
        if self._search is None:
            self._search = self.variant.kernel.search(state, self._exploration, seed)
        else:
            self._search.move_root(state, seed)
        self._run(self._search, iterations, seconds, deadline)
        moves = self.variant.tables.moves
        return ((moves[action], visits, mean) for action, visits, mean in self._search.moves())

    def value_of(
        self, move: Any, position: AnyPosition, seat: int, iterations: int, seconds: float, seed: int, deadline: float
    ) -> tuple[float, ...]:
        """Return the value of a legal move for every seat, by a search of its own that looks at no other move."""
        number = self.variant.tables.moves.index(move)
        search = self.variant.kernel.search(self.variant.pack(position, seat), self._exploration, seed, number)
        self._run(search, iterations, seconds, deadline)
        return search.values()

    def _run(self, search: Search, iterations: int, seconds: float, deadline: float) -> None:
        if seconds or iterations <= _PROBE or deadline == inf:
            search.run(iterations, min(seconds, max(deadline - monotonic(), _SOON)) if seconds else 0.0)
            return
        began = monotonic()
        search.run(_PROBE, 0.0)
        now = monotonic()
        left = iterations - _PROBE
        if now + (now - began) * left / _PROBE < deadline:
            search.run(left, 0.0)
        elif now < deadline:
            search.run(left, deadline - now)


class CompiledPlayouts:
    """Play-outs by a kernel, for a game whose search stays in Python."""

    def __init__(self, tables: AnyPlayoutTables) -> None:
        from boardwright_kernels import Playouts

        self.tables = tables
        self._playouts = Playouts(tables.engine, dict(tables.tables()))

    def payoffs(self, position: AnyPosition, rng: random.Random) -> Sequence[float] | None:
        """Return each seat's mean payoff over several play-outs; None where the kernel cannot play on."""
        state = self.tables.pack(position, rng)
        return None if state is None else self._playouts.payoffs(state, self.tables.count, rng.getrandbits(64))


def status() -> str:
    """Return `on`, or the reason why kernels are not used; KernelMismatch if the package does not fit.

    >>> status().partition(":")[0] in ("on", "off")
    True
    """
    setting = os.environ.get(SWITCH, "on")
    if setting not in ("on", "off"):
        raise KernelMismatch(f"{SWITCH} must be on or off, not {setting!r}.")
    if setting == "off":
        return f"off: {SWITCH}=off"
    if find_spec(PACKAGE) is None:
        return "off: boardwright-kernels is not installed"
    _check_interface()
    return "on"


def compiled(game: AnyGame, position: AnyPosition, *, evaluates: bool = True) -> CompiledGame | None:
    """Return the kernel that plays on from this position; None if there is none or kernels are not used.

    With `evaluates` False, one that plays without judging positions will do.
    """
    if status() != "on":
        return None
    tables = game.kernel(position)
    return None if tables is None or (evaluates and not tables.evaluates) else _compiled(tables)


def compiled_playouts(game: AnyGame) -> CompiledPlayouts | None:
    """Return the compiled play-outs of a game; None if it has none or kernels are not used."""
    tables = game.bot.playout_kernel if status() == "on" else None
    return None if tables is None else _compiled_playouts(tables)


_compiled = cache(CompiledGame)
_compiled_playouts = cache(CompiledPlayouts)


@cache
def _check_interface() -> None:
    import boardwright_kernels

    found = boardwright_kernels.INTERFACE
    if found != INTERFACE:
        raise KernelMismatch(
            f"boardwright-kernels has interface {found}, but this version of Boardwright needs {INTERFACE}. "
            f"Install the version that belongs to it, or set {SWITCH}=off."
        )
