"""Positions as states of the compiled kernel: rows of 16-bit numbers."""

from __future__ import annotations

from array import array
from collections.abc import Iterator, Mapping, Sequence
from itertools import chain
from typing import TYPE_CHECKING, Final, TypeAlias

from msgspec.structs import replace

from boardwright.core.kernel import filled
from boardwright.games.sagrada.command import CommandRule
from boardwright.games.sagrada.facts import CELLS, FULL_BAG, OFFERED, ROUNDS
from boardwright.games.sagrada.rule_tables import MOST_ARGS
from boardwright.games.sagrada.state import Rest, State, Waiting, Window, first_draft

if TYPE_CHECKING:
    from boardwright.games.sagrada.position import SagradaPosition

Row: TypeAlias = Sequence[int]
Rows: TypeAlias = Sequence[Row]

_WAITING: Final[tuple[Waiting, ...]] = ("", "public", "tool", "die", "bag", "roll", "reroll")
_SEATS, _TURNS, _POOL, _TRACK, _MOVED, _PUBLIC, _TOOLS, _SECRETS = 4, 8, 12, 90, 4, 3, 5, 2
_HALF: Final = 16


class KernelStates:
    """Packs states of a number of seats; windows and rules are counted from 1, 0 is none."""

    def __init__(self, seats: int, windows: Sequence[Window], rules: Sequence[CommandRule]) -> None:
        self._seats, self._windows, self._rules = seats, windows, rules
        self._window_of: Mapping[Window, int] = {window: number for number, window in enumerate(windows, 1)}
        self._rule_of: Mapping[str, int] = {rule.key: number for number, rule in enumerate(rules, 1)}
        self._nothing = [0] * len(self._table(replace(first_draft(1).freeze(), waiting=""), ((),), (0,)))

    def pack(self, position: SagradaPosition) -> bytes:
        """The words of a position; those of its past have the cards of the seats, too."""
        state, held = position.state, [hand.cards for hand in position.privates]
        choices = [next(iter(choice), 0) for choice in position.chosen]
        past = self._nothing if state.past is None else self._table(state.past, held, choices)
        return array("H", [state.past is not None, 0, *self._table(state, held, choices), *past]).tobytes()

    def unpack(self, words: bytes) -> tuple[State, Rows, Row]:
        """The state of some words, with the private objectives and the window choices of the seats."""
        has_past, _, *rest = array("H", words)
        size = len(self._nothing)
        past = self._state(rest[size:], None)[0] if has_past else None
        return self._state(rest[:size], past)

    def _table(self, state: State, privates: Rows, choices: Row) -> list[int]:
        then = state.then
        words = [_WAITING.index(state.waiting), state.round, state.turn]
        words += [
            *_counted(state.order, _TURNS),
            *filled(choices, _SEATS),
            state.picked,
            state.placed,
            state.used,
        ]
        words += [state.active, state.passive, state.undo, state.rolled]
        words += [0] * (2 + MOST_ARGS) if then is None else [self._rule_of[then.command], then.index]
        words += [] if then is None else filled(then.args, MOST_ARGS)
        words += [*_counted(state.pool, _POOL), *_counted(state.track, _TRACK), *_counted(state.slots, ROUNDS)]
        words += [*_counted(state.moved, _MOVED), *_counted(state.public, _PUBLIC), *_counted(state.tools, _TOOLS)]
        words += filled(state.points, _TOOLS)
        words += chain(*(divmod(mask, 1 << _HALF)[::-1] for mask in state.bag.left))
        words += filled([0 if one is None else self._window_of[one] for one in state.windows], _SEATS)
        words += [*filled(state.favor, _SEATS), *filled([len(cards) for cards in privates], _SEATS)]
        words += _rows(privates, _SECRETS)
        words += filled([len(each) for each in state.offers], _SEATS)
        words += _rows([[self._window_of[one] for one in each] for each in state.offers], OFFERED)
        return [*words, *_rows(state.frames, CELLS)]

    def _state(self, words: Sequence[int], past: State | None) -> tuple[State, Rows, Row]:
        read, seats = _Reader(words), self._seats
        waiting, number, turn = _WAITING[read.one()], read.one(), read.one()
        order, choices = read.counted(_TURNS), read.row(_SEATS)[:seats]
        picked, placed, used, active, passive, undo, rolled = read.row(7)
        command, index, args = read.one(), read.one(), read.row(MOST_ARGS)
        pool, track, slots, moved = (read.counted(room) for room in (_POOL, _TRACK, ROUNDS, _MOVED))
        public, tools = read.counted(_PUBLIC), read.counted(_TOOLS)
        points = read.row(_TOOLS)[: len(tools)]
        left = tuple(low | high << _HALF for low, high in (read.row(2) for _ in range(5)))
        windows = tuple(self._windows[one - 1] if one else None for one in read.row(_SEATS)[:seats])
        favor = read.row(_SEATS)[:seats]
        privates = tuple(read.rows(_SECRETS)[:seats])
        offers = tuple(tuple(self._windows[one - 1] for one in each) for each in read.rows(OFFERED)[:seats])
        frames = tuple(read.row(CELLS) for _ in range(seats))
        rule = self._rules[command - 1] if command else None
        then = None if rule is None else Rest(rule.key, index, args[: rule.expression.arity])
        state = State(
            seats=seats, offers=offers, windows=windows, frames=frames, favor=favor, public=public, tools=tools,
            points=points, bag=replace(FULL_BAG, left=left), round=number, order=order, turn=turn, pool=pool,
            picked=picked, placed=bool(placed), track=track, slots=slots, active=active, passive=passive,
            used=bool(used), moved=moved, undo=bool(undo), waiting=waiting, rolled=rolled, then=then, past=past,
        )  # fmt: skip
        return state, privates, choices


class _Reader:
    """Reads words one after the other."""

    def __init__(self, words: Sequence[int]) -> None:
        self._words, self._at = words, 0

    def row(self, size: int) -> tuple[int, ...]:
        """So many words."""
        self._at += size
        return tuple(self._words[self._at - size : self._at])

    def one(self) -> int:
        """A word."""
        return self.row(1)[0]

    def counted(self, room: int) -> tuple[int, ...]:
        """A row with its length before it."""
        count = self.one()
        return self.row(room)[:count]

    def rows(self, room: int) -> list[tuple[int, ...]]:
        """A row for each seat, with their lengths before them."""
        counts = self.row(_SEATS)
        return [self.row(room)[:count] for count in counts]


def _counted(numbers: Sequence[int], room: int) -> Iterator[int]:
    yield len(numbers)
    yield from filled(numbers, room)


def _rows(rows: Sequence[Sequence[int]], room: int) -> Iterator[int]:
    for row in (*rows, *[()] * (_SEATS - len(rows))):
        yield from filled(row, room)
