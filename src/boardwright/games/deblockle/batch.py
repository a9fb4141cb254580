"""Observations of many states of the kernel at once."""

from __future__ import annotations

from typing import Any, Protocol, TypeAlias

import numpy as np

from boardwright.games.deblockle.cube import SIDE
from boardwright.games.deblockle.facts import WIN_NUMBERS
from boardwright.games.deblockle.observation import CELLS, EVEN, GOALS, ROLLED, encode, places
from boardwright.games.deblockle.state import State

Array: TypeAlias = "np.ndarray[Any, np.dtype[Any]]"
_PHASE, _ACTIVE, _ROLLED, _BEGAN, _COUNT, _BOARD = 0, 1, 2, 3, 5, 15
"""Words of a state."""
_PLACE, _HOP, _END = 0, 2, 3
_NOTHING = 2 * SIDE
"""Stands for no cube: its places are those of the goal, which is always marked."""


class Unpacker(Protocol):
    """What makes a position of a state."""

    def unpack(self, state: bytes) -> State: ...


class Observer:
    """Knows which numbers it has marked, so that it clears and marks a few dozen numbers a state and no others."""

    def __init__(self, tables: Unpacker, count: int) -> None:
        self._tables = tables
        self._count = count
        own = [GOALS * CELLS + WIN_NUMBERS[me] for me in (0, 1)]
        other = [(GOALS + 1) * CELLS + WIN_NUMBERS[1 - me] for me in (0, 1)]
        self._goals = np.array([own, other], np.int64).T
        self._places = np.array([(*places(me), (own[me],) * 3) for me in (0, 1)], np.int64)
        self._rolls = np.array([[*range(ROLLED * CELLS, (ROLLED + 1) * CELLS), own[me]] for me in (0, 1)], np.int64)
        self._marked: Array = np.zeros(0, np.int64)
        self._whole: Array = np.ones(count, bool)
        """States whose numbers were written as a whole."""
        self._even: Array = np.zeros((count, 3), np.float32)
        """The numbers that fill whole planes, as they were written last."""

    def over(self, states: Array) -> Array:
        over: Array = states[:, _PHASE] == _END
        return over

    def write(self, states: Array, seats: Array, out: Array) -> None:
        rows = out.reshape(self._count, -1)
        flat = rows.reshape(-1)
        flat[self._marked] = 0.0
        rows[self._whole] = 0.0
        self._even[self._whole] = 0.0
        rows[self._whole, EVEN * CELLS : (EVEN + 1) * CELLS] = 1.0
        active = states[:, _ACTIVE].astype(np.int64)
        seats[:] = active
        most = int(states[:, _COUNT].max(initial=0))
        cubes = states[:, _BOARD : _BOARD + most].astype(np.int64)
        cubes[np.arange(most) >= states[:, _COUNT, None]] = _NOTHING
        marks = np.empty((self._count, 3 * most + 3), np.int64)
        marks[:, : 3 * most] = self._places[active[:, None], cubes].reshape(self._count, -1)
        marks[:, 3 * most] = self._rolls[active, states[:, _ROLLED]]
        marks[:, 3 * most + 1 :] = self._goals[active]
        marks += np.arange(0, flat.size, rows.shape[1])[:, None]
        self._marked = marks.reshape(-1)
        flat[self._marked] = 1.0
        self._write_even(states, active, cubes, out)
        self._whole = states[:, _PHASE] == _PLACE
        for row in np.flatnonzero(self._whole):
            rows[row] = encode(self._tables.unpack(states[row].tobytes()), int(active[row]))

    def _write_even(self, states: Array, active: Array, cubes: Array, out: Array) -> None:
        """Whether a hop is to be made, and the shares of cubes that have left the board."""
        second = ((cubes >= SIDE) & (cubes < _NOTHING)).sum(1)
        left = np.stack([states[:, _COUNT] - second, second], 1)
        began = states[:, _BEGAN : _BEGAN + 2].astype(np.int64)
        shares = (began - left) / np.maximum(1, began)
        games = np.arange(self._count)
        even = np.empty_like(self._even)
        even[:, 0] = states[:, _PHASE] == _HOP
        even[:, 1] = shares[games, active]
        even[:, 2] = shares[games, 1 - active]
        changed, plane = np.nonzero(even != self._even)
        out.reshape(self._count, -1, CELLS)[changed, EVEN + 1 + plane] = even[changed, plane, None]
        self._even = even
