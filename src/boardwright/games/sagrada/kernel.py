"""Tables for the compiled rules and the compiled play-outs, and positions as their states.

Commands are rows of numbers, with conditions and instructions by their codes.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterator, Sequence
from itertools import accumulate, chain, islice
from typing import Any, ClassVar, Final

from msgspec.structs import replace

from boardwright.core.chance.distribution import Rng
from boardwright.core.search.kernel import KernelTables, PlayoutTables, filled, integers, reals, texts
from boardwright.core.search.numbering import Actions
from boardwright.games.sagrada import facts, playout
from boardwright.games.sagrada.conditions import CONDITIONS, Context
from boardwright.games.sagrada.instructions import INSTRUCTIONS
from boardwright.games.sagrada.moves import RETURN, Command, SagradaMove
from boardwright.games.sagrada.options import TINY_WINDOW, SagradaOptions
from boardwright.games.sagrada.position import SagradaPosition, seated
from boardwright.games.sagrada.rulebook import CommandRule, Rulebook
from boardwright.games.sagrada.scoring import DiagonalsPattern, DifferencePattern, Objective, SetPattern
from boardwright.games.sagrada.state import Rest, State, Waiting

_SEATS: Final = 4
_MARKS: Final = f".{facts.LETTERS}{''.join(map(str, facts.SHADES))}"
"""The marks of a cell: anything, a color, a shade."""
_OBJECTIVES, _VALUES, _PRIVATES = 8, 6, 2
_ORDER, _POOL = 8, 24
_TYPES: Final = (DiagonalsPattern, DifferencePattern, SetPattern)
_FEATURES: Final = ("color", "shade")
_PLACES: Final = ("rows", "columns")
_WAITING: Final[tuple[Waiting, ...]] = ("", "public", "tool", "die", "bag", "roll", "reroll")
_HALF: Final = 16
_ROWS: Final = (
    3, -8, 4, 7, 6, -12, -90, -facts.ROUNDS, -4, -3, -5, 5, 10, _SEATS, _SEATS,
    *(_SEATS, *(_PRIVATES,) * _SEATS), *(_SEATS, *(facts.OFFERED,) * _SEATS), *(facts.CELLS,) * _SEATS,
)  # fmt: skip
"""The room of each row of 16-bit words in a state; below 0 where the length of the row comes before it."""
_TABLE: Final = sum(room if room > 0 else 1 - room for room in _ROWS)
_OBJECTIVE_WORDS: Final = 5 + _VALUES
_SEAT_WORDS: Final = 2 + _PRIVATES + 3 * facts.CELLS
_ARGS, _OPENED, _GIVEN = 4, 4, 4
"""The most numbers of a command, commands that a tool opens, and numbers of a condition or instruction."""
_COMPARISONS = ("greater_than", "smaller_than", "equal_to")
_SIZES = ("", "dice_pool_size", "round_track_size")
_BOUNDS = {"minimum_shade": 0, "maximum_shade": 6}
_SHADES = {"minimum_shade": 1, "maximum_shade": 6}
_DICE = ("round_track", "dice_moved", "dice_pool")
_WAYS = ("increase", "decrease", "flip", "no_constraint")
_CONDITIONS = tuple(CONDITIONS)
_INSTRUCTIONS = tuple(INSTRUCTIONS)


def kernel(position: SagradaPosition) -> SagradaRules | None:
    """Return the tables of a variant, from the choice of windows on; custom cards are played by Python."""
    state = position.state
    is_dealt = state.round > 0 or state.waiting not in ("private", "window")
    return SagradaRules.of(position) if is_dealt and not position.options.cards else None


class SagradaRules(KernelTables[SagradaPosition, SagradaOptions]):
    """The tables of one variant. Positions are judged by Python alone.

    >>> from boardwright.games.sagrada.position import play_position
    >>> start = play_position((TINY_WINDOW, TINY_WINDOW), ((23,), (24,)), (13, 14, 15), (1, 2, 3))
    >>> tables = kernel(start)
    >>> tables.unpack(tables.pack(start)) == start
    True
    """

    engine: ClassVar[str] = "sagrada"
    evaluates: ClassVar[bool] = False

    def __init__(self, seats: int, options: SagradaOptions, actions: Actions[SagradaMove, SagradaPosition]) -> None:
        super().__init__(seats, options, actions)
        cards = (*options.book.objectives, *options.book.tools)
        self.outcomes = (*facts.FACES, *map(str, (*facts.SHADES, *cards)))
        self._commands = _RuleTables(options.book, self.moves)
        self._windows = (*options.book.windows.values(), TINY_WINDOW)
        self._window_of = {window: number for number, window in enumerate(self._windows, 1)}

    def is_open(self, position: SagradaPosition) -> bool:
        return not position.is_choosing

    def tables(self) -> dict[str, array[Any]]:
        book, options, commands = self.options.book, self.options, self._commands
        counts = (len(self._windows), len(book.objectives), len(book.tools))
        sizes = (self.seats, len(self.moves), options.tool_count(self.seats), *counts, *commands.sizes)
        return {
            "sizes": integers((*sizes, self.moves.index(RETURN))),
            "goals": integers(chain(*([card.id, *_objective(card)] for card in book.objectives.values()))),
            "difficulty": integers(window.difficulty for window in self._windows),
            "wanted": integers(_MARKS.index(mark) for window in self._windows for mark in window.cells),
            "texts": texts(self.outcomes),
            "rolled": integers(int(face[1]) in options.shades for face in facts.FACES),
            **_neighbors(),
            **commands.tables(),
        }

    def pack(self, position: SagradaPosition, seat: int | None = None) -> bytes:
        state = position.state
        held = [hand.cards for hand in position.privates], [next(iter(choice), 0) for choice in position.chosen]
        words = [state.past is not None, 0]
        for table in (state,) if state.past is None else (state, state.past):
            for room, row in zip(_ROWS, self._rows(table, *held), strict=True):
                if room < 0:
                    words.append(len(row))
                words += row
                words += [0] * (abs(room) - len(row))
        return array("H", filled(words, 2 + 2 * _TABLE)).tobytes()

    def unpack(self, state: bytes) -> SagradaPosition:
        has_past, _, *rest = array("H", state)
        words = iter(rest)
        rows = [_row(words, room) for room in _ROWS]
        past = self._state([_row(words, room) for room in _ROWS], None) if has_past else None
        privates, choices, seats = _per_seat(rows[15:20]), rows[2], self.seats
        return seated(self.options, self._state(rows, past), privates[:seats], choices[:seats])

    def _rows(self, state: State, privates: Sequence[Sequence[int]], choices: Sequence[int]) -> list[Sequence[int]]:
        """Return a table as rows; windows and rules are counted from 1, 0 is none."""
        then, windows = state.then, self._window_of
        rest = () if then is None else (self._commands.index[then.command] + 1, then.index, *then.args)
        flags = (state.picked, state.placed, state.used, state.active, state.passive, state.undo, state.rolled)
        return [
            (_WAITING.index(state.waiting), state.round, state.turn),
            state.order, choices, flags, rest, state.pool, state.track, state.slots, state.moved, state.public,
            state.tools, state.points,
            [half for mask in state.bag.left for half in divmod(mask, 1 << _HALF)[::-1]],
            [0 if one is None else windows[one] for one in state.windows],
            state.favor,
            *_counted(privates),
            *_counted([[windows[one] for one in each] for each in state.offers]),
            *state.frames, *[()] * (_SEATS - len(state.frames)),
        ]  # fmt: skip

    def _state(self, rows: Sequence[tuple[int, ...]], past: State | None) -> State:
        """Return the table of some rows."""
        head, order, _, flags, rest, pool, track, slots, moved, public, tools, points, halves, shown, favor, *_ = rows
        (waiting, number, turn), (picked, placed, used, active, passive, undo, rolled) = head, flags
        seats, rule = self.seats, self._commands.rules[rest[0] - 1] if rest[0] else None
        windows = tuple(self._windows[one - 1] if one else None for one in shown[:seats])
        offers = tuple(tuple(self._windows[one - 1] for one in each) for each in _per_seat(rows[20:25])[:seats])
        left = tuple(low | high << _HALF for low, high in zip(halves[::2], halves[1::2], strict=True))
        then = None if rule is None else Rest(rule.key, rest[1], rest[2 : 2 + rule.expression.arity])
        return State(
            seats=seats, offers=offers, windows=windows, frames=tuple(rows[25 : 25 + seats]), favor=favor[:seats],
            public=public, tools=tools, points=points[: len(tools)], bag=replace(facts.FULL_BAG, left=left),
            round=number, order=order, turn=turn, pool=pool, picked=picked, placed=bool(placed), track=track,
            slots=slots, active=active, passive=passive, used=bool(used), moved=moved, undo=bool(undo),
            waiting=_WAITING[waiting], rolled=rolled, then=then, past=past,
        )  # fmt: skip


def _counted(rows: Sequence[Sequence[int]]) -> list[Sequence[int]]:
    """Return the lengths of the rows of the seats, and the rows."""
    return [[len(row) for row in rows], *rows, *[()] * (_SEATS - len(rows))]


def _per_seat(rows: Sequence[tuple[int, ...]]) -> list[tuple[int, ...]]:
    """Return rows that come after their lengths."""
    return [row[:count] for count, row in zip(rows[0], rows[1:], strict=True)]


def _row(words: Iterator[int], room: int) -> tuple[int, ...]:
    """Read a row with so much room."""
    size = room if room > 0 else next(words)
    return tuple(islice(words, abs(room)))[:size]


class SagradaTables(PlayoutTables[SagradaPosition]):
    """The tables of every variant, custom cards included: an objective is part of the state."""

    engine: ClassVar[str] = "sagrada"
    count: ClassVar[int] = 8

    def tables(self) -> dict[str, array[Any]]:
        return {
            **_neighbors(),
            "rows": integers(chain(*facts.LINES["rows"])),
            "columns": integers(chain(*facts.LINES["columns"])),
            "border": integers(cell in facts.BORDER for cell in range(facts.CELLS)),
            "same_color": integers(playout.SAME_COLOR),
            "same_shade": integers(playout.SAME_SHADE),
            "clashes": integers(playout.CLASHES),
            "worth": reals(*playout.WORTH),
            "uses": reals(*playout.USES),
            "repeated": reals(playout.REPEATED),
            "spread": reals(playout.SPREAD),
        }

    def pack(self, position: SagradaPosition, rng: Rng) -> bytes | None:
        begun = None if playout.is_trap(position) else playout.playable(position, rng)
        if begun is None:
            return None
        state, order = begun.state, begun.state.order[begun.state.turn :]
        words = [state.seats, state.round, state.penalty, begun.target()]
        words += [playout.FACE_OF[state.picked], state.placed]
        words += [len(state.public), len(order), *filled(order, _ORDER)]
        words += [len(state.pool), *filled([playout.FACE_OF[die] for die in state.pool], _POOL)]
        words += state.bag.counts
        objectives = chain(*(_objective(begun.book.objectives[card]) for card in state.public))
        words += filled([*objectives], _OBJECTIVES * _OBJECTIVE_WORDS)
        words += filled([*chain(*(_seat(begun, seat) for seat in range(state.seats)))], _SEATS * _SEAT_WORDS)
        return array("I", words).tobytes()


PLAYOUTS: Final = SagradaTables()


def _neighbors() -> dict[str, array[Any]]:
    return {
        "beside": integers(chain(*(filled(cells, 4, -1) for cells in facts.BESIDE))),
        "around": integers(chain(*(filled(cells, 8, -1) for cells in facts.AROUND))),
        "diagonal": integers(chain(*(filled(cells, 4, -1) for cells in facts.DIAGONAL))),
    }


def _objective(card: Objective) -> list[int]:
    """Return type, feature, points, rows or columns, and how many values there are, with the values."""
    pattern = card.pattern
    place = _PLACES.index(pattern.place) if isinstance(pattern, DifferencePattern) else 0
    wanted = pattern.values if isinstance(pattern, SetPattern) else ()
    first = 0 if pattern.object == "color" else 1
    values = [facts.VALUES[pattern.object].index(value) + first for value in wanted]
    words = [_TYPES.index(type(pattern)), _FEATURES.index(pattern.object), card.points_per_pattern, place, len(values)]
    return [*words, *filled(values, _VALUES)]


def _seat(position: SagradaPosition, seat: int) -> Iterator[int]:
    """Yield favor points, private objectives as colors, the frame as faces, and the faces that each cell takes."""
    state, pattern = position.state, position.state.windows[seat]
    assert pattern is not None, "windows are chosen before play"
    colors = [card - facts.FIRST_PRIVATE for card in position.privates[seat]]
    yield from (state.favor[seat], len(colors), *filled(colors, _PRIVATES))
    yield from (playout.FACE_OF[die] for die in state.frames[seat])
    for mark in pattern.cells:
        allowed = playout.allowed_faces(mark)
        yield from (allowed & 0xFFFFFFFF, allowed >> 32)


class _RuleTables:
    """All commands of a rulebook, the basic ones first, and the moves of a numbering."""

    def __init__(self, book: Rulebook, moves: Sequence[SagradaMove]) -> None:
        opened = [rule for rule in book.rules.values() if rule not in book.basic]
        self.book, self.rules = book, (*book.basic, *opened)
        self.index = {rule.key: number for number, rule in enumerate(self.rules)}
        self._moves = moves
        self._numbers = {move: number for number, move in enumerate(moves)}
        self._words = {word: number for number, word in enumerate(dict.fromkeys(move.word for move in moves))}
        self._conditions: list[list[int]] = []
        self._changes: list[list[int]] = []
        self._values: list[int] = []
        self._places: list[int] = []
        self._rows = [self._rule(rule) for rule in self.rules]

    @property
    def sizes(self) -> list[int]:
        """The numbers of rules, basic rules, conditions, instructions, values and numbers of moves."""
        lists = (self.rules, self.book.basic, self._conditions, self._changes, self._values, self._places)
        return [len(each) for each in lists]

    def tables(self) -> dict[str, array[Any]]:
        """Return the tables by their names."""
        moves = self._moves
        args = [move.args if isinstance(move, Command) else (move.number - 1,) for move in moves]
        return {
            "rules": integers(chain(*self._rows)),
            "conditions": integers(chain(*self._conditions)),
            "changes": integers(chain(*self._changes)),
            "values": integers(self._values),
            "numbers": integers(self._places),
            "tools": integers(chain(*self._tools())),
            "action_word": integers(self._words[move.word] for move in moves),
            "action_arity": integers(map(len, args)),
            "action_args": integers(chain(*(filled(each, _ARGS) for each in args))),
        }

    def _rule(self, rule: CommandRule) -> list[int]:
        """Return word, arity, whether it can be undone, its instructions, its moves, its conditions and ranges."""
        stages, first = [], len(self._changes)
        numbered = list(zip(rule.stages, rule.source.conditions, strict=True))
        for depth in range(_ARGS + 1):
            stages.append(len(self._conditions))
            self._conditions += [_condition(data, rule) for stage, data in numbered if stage == depth]
        stages.append(len(self._conditions))
        self._changes += [self._change(data, rule) for data in rule.source.instructions]
        ranges = [len(self._values), *accumulate(map(len, rule.ranges), initial=len(self._values))][1:]
        self._values += chain(*rule.ranges)
        ranges += [len(self._values)] * (_ARGS + 1 - len(ranges))
        places = len(self._places)
        self._places += [self._numbers.get(command, 0) for command in rule.all_moves()]
        facts = (self._words.get(rule.word, len(self._words)), rule.expression.arity, rule.undoable)
        return [*facts, first, len(self._changes), places, *stages, *ranges]

    def _change(self, data: dict[str, Any], rule: CommandRule) -> list[int]:
        name, context = data["instruction"], rule.context
        given: tuple[int, ...] = ()
        if name == "set_shade_of_picked_die":
            given = (_WAYS.index(data["argument"]),)
        elif name in ("activate_tool", "pay_with_die"):
            given = (context.card, context.is_active)
        elif name == "tear_down":
            given = (-1 if data["condition"] is None else len(self._conditions),)
            if data["condition"] is not None:
                self._conditions.append(_condition(data["condition"], rule))
        return [_INSTRUCTIONS.index(name), *filled(given, _GIVEN)]

    def _tools(self) -> Iterator[list[int]]:
        for tool in self.book.tools.values():
            opened = [self.index[rule.key] for rule in tool.commands]
            rules = (self.index[tool.activator.key], self.index[tool.solo_activator.key])
            yield [tool.id, *rules, len(opened), *filled(opened, _OPENED)]


def _condition(data: dict[str, Any], rule: CommandRule) -> list[int]:
    name = data["condition"]
    return [_CONDITIONS.index(name), *filled(_given(name, data, rule.expression.arity, rule.context), _GIVEN)]


def _given(name: str, data: dict[str, Any], arity: int, context: Context) -> Sequence[int]:
    """Return the numbers that a condition needs, in the order of the kernel."""
    if name == "arg_comparison":
        bound = data["bound"]
        size = _SIZES.index(bound) if bound in _SIZES else 0
        limit = {**_BOUNDS, "tool_deck_size": context.deck_size}.get(bound, 0) if isinstance(bound, str) else bound
        return data["index"], _COMPARISONS.index(data["type_of_comparison"]), size, limit
    if name == "shade_comparison":
        return _COMPARISONS.index(data["type_of_comparison"]), _SHADES[data["bound"]]
    if name == "num_of_dice_moved":
        return _COMPARISONS.index(data["type_of_comparison"]), data["bound"]
    if name == "share":
        return _FEATURES.index(data["object"]), _DICE.index(data["pool"]), data["value_if_empty"]
    if name == "valid_coordinates":
        return (arity,)
    if name == "pays_with_color":
        return data["index"], facts.COLORS.index(context.color)
    order = ("value", "or_passive_tool") if name == "die_picked" else ("row_index", "column_index", "value")
    if name in ("move_rule_check", "placing_rule_check"):
        order = ("placing", "color", "shade")
    return [int(data[key]) for key in order if key in data]
