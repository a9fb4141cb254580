"""The history of a match: its entries, which steps are in force after each, and how it shows itself."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import TYPE_CHECKING, Generic, cast

from boardwright.core.drawing.picture import Picture
from boardwright.core.game.game import AnyGame
from boardwright.core.match.entry import Entry
from boardwright.core.match.header import Header
from boardwright.core.match.step_tree import StepTree
from boardwright.core.rules.hooks import own_function
from boardwright.core.rules.line import Line, Step
from boardwright.core.rules.options import DrawRules
from boardwright.core.rules.outcome import Outcome
from boardwright.core.rules.position import AnyPosition, M_co, Position
from boardwright.core.rules.view import View

if TYPE_CHECKING:
    from typing_extensions import TypeVar

    P = TypeVar("P", bound=AnyPosition, default=AnyPosition)
    P_co = TypeVar("P_co", bound=AnyPosition, default=AnyPosition, covariant=True)
else:  # Python 3.11 and 3.12 have no defaults for type variables
    from typing import TypeVar

    P = TypeVar("P", bound=AnyPosition)
    P_co = TypeVar("P_co", bound=AnyPosition, covariant=True)


class Display(Generic[P_co]):
    """The looks of a match; `Log` provides the parts.

    >>> from boardwright.core.game.registry import game, names
    >>> from boardwright.core.match.match import Match
    >>> match = Match.new(game(names()[0]), players=("Ada", "Bo"))
    >>> print(repr(match))
    <Match of ...: Ada – Bo, 0 moves, Ada to move>
    """

    game: AnyGame
    header: Header
    outcome: Outcome | None

    if TYPE_CHECKING:

        @property
        def position(self) -> P_co:
            """The position after the last entry."""

        @property
        def moves_done(self) -> int:
            """Number of moves in force."""

    def text(self, seat: int | None = None, *, color: bool = False) -> str:
        """Return the board for a terminal as that seat sees it now; None is a spectator."""
        return self.position.text(seat, color=color)

    def picture(self, seat: int | None = None) -> Picture:
        """Return the board as that seat sees it now; None is a spectator."""
        return self.position.picture(seat)

    def _repr_svg_(self) -> str:
        """Return the picture that notebooks show: what a spectator sees now."""
        return self.picture()._repr_svg_()

    def __repr__(self) -> str:
        return f"<Match of {self._summary()}>"

    def __str__(self) -> str:
        return f"{self._summary()}\n\n{self.text()}"

    def _summary(self) -> str:
        moves = "1 move" if self.moves_done == 1 else f"{self.moves_done} moves"
        return f"{self.game.title}: {' – '.join(self.header.players)}, {moves}, {self._status()}"

    def _status(self) -> str:
        if self.outcome is not None:
            return f"{self._names(self.outcome.winners)} won" if self.outcome.winners else "drawn"
        return f"{self._names(self.position.actors)} to move" if self.position.actors else "a chance outcome comes next"

    def _names(self, seats: tuple[int, ...]) -> str:
        return " and ".join(self.header.players[seat] for seat in seats)


class History(Display[P_co]):
    """The entries so far, and the tree of their steps; `Log` knows what else follows from them."""

    def __init__(self, start: AnyPosition) -> None:
        self.entries: list[Entry] = []
        self.tree = StepTree(start, self.entries)
        self.current = 0
        """The step that led to the position: where the match stands in the tree."""
        self.redoable: list[int] = []
        """The steps that undo left since the last step, the latest last."""
        self._position: AnyPosition | None = start
        self._nodes = [0]
        self._undone: set[int] = set()
        """All steps that are not in force now."""

    @property
    def number(self) -> int:
        """The number of the last entry, 0 at the start."""
        return len(self.entries)

    @property
    def position(self) -> P_co:
        """The position after the last entry."""
        if self._position is None:
            self._position = self.tree.position(self.current)
        return cast(P_co, self._position)

    def at(self, number: int) -> P_co:
        """Return the position after entry `number`; 0 is the start. IndexError beyond the last."""
        node = self._nodes[number]
        return self.position if node == self.current else cast(P_co, self.tree.position(node))

    def before(self, number: int) -> P_co:
        """Return the position that the step of entry `number` started from."""
        return cast(P_co, self.tree.position(self.tree.parent(number)))

    def line(self, number: int = -1) -> list[Entry]:
        """Return the moves and outcomes of chance in force after entry `number`, in order."""
        return [self.entries[node - 1] for node in self.tree.path(self._nodes[number])]

    def steps(self) -> list[Step]:
        """Return the moves and chance outcomes in force, in order."""
        return [self.tree.step(node) for node in self.tree.path(self.current)]

    @property
    def moves(self: History[Position[M_co, View]]) -> list[M_co]:
        """The moves in force, in order, without chance outcomes."""
        return [step.move for step in self.steps() if step.seat is not None]

    def positions(self) -> list[P_co]:
        """Return the positions from the start to the last, after each step in force."""
        return [cast(P_co, self.tree.position(node)) for node in (0, *self.tree.path(self.current))]

    def undone_lines(self) -> list[Line[AnyPosition]]:
        """Return the lines from the start that undo has left, as far as each was played."""
        return self.tree.lines(self.current)

    @property
    def inherited(self) -> int:
        """Number of entries that a branch has from the match it comes from."""
        return self.header.branch.inherited if self.header.branch else 0

    def progress(self) -> Iterator[tuple[int, str]]:
        """Yield (seat, task) for every task of an achievement done so far, in order; nothing for a canceled match.

        Those of one step are given by the function `progress(before, step, seat, after)` of the game's
        `events.py`, with the arguments of `Game.events`. Undone and inherited steps do not count.
        """
        of_step = own_function(self.game, "events", "progress")
        if of_step is None or (self.outcome is not None and self.outcome.reason == "canceled"):
            return
        for entry in self.line():
            if entry.number > self.inherited:
                move = self.tree.step(entry.number).move
                yield from of_step(self.before(entry.number), move, entry.seat, self.at(entry.number))

    def entry_of_move(self, moves: int, number: int = -1) -> int:
        """Return the entry after which `moves` moves have been made and the next one is due; 0 is the start.

        Only moves in force after entry `number` count. Chance outcomes that follow the last of them belong to it.
        IndexError if there are fewer.
        """
        node = self._nodes[number]
        if not 0 <= moves <= self.tree.moves(node):
            last = self.tree.moves(node)
            raise IndexError(f"There is no move {moves}: the last one in force is move {last}, and 0 is the start.")
        while self.tree.moves(node) > moves:
            node = self.tree.parent(node)
        return node

    def last_move(self, number: int = -1, seats: Collection[int] | None = None) -> Entry | None:
        """Return the last move in force after entry `number`, of those seats if they are given; found from the end."""
        node = self._nodes[number]
        while node:
            entry = self.entries[node - 1]
            if entry.kind == "move" and (seats is None or entry.seat in seats):
                return entry
            node = self.tree.parent(node)
        return None

    def moves_since_turn(self, seat: int | None, number: int = -1, most: int = 12) -> list[Entry]:
        """Return the moves in force after entry `number` since the last one of that seat, at most the last `most`.

        If that seat made the last move, it is just that one; for None, a spectator, the unbroken run of the last mover.
        """
        found: list[Entry] = []
        node = self._nodes[number]
        while node and len(found) < most:
            entry = self.entries[node - 1]
            if entry.kind == "move":
                is_next_turn = bool(found) and (entry.seat == seat if seat is not None else entry.seat != found[0].seat)
                if is_next_turn:
                    break
                found.append(entry)
                if entry.seat == seat:
                    break
            node = self.tree.parent(node)
        return found[::-1]

    def undone(self, number: int = -1, after: int = 0) -> set[int]:
        """Return the steps after entry `after` up to entry `number` that are not in force after it."""
        last = number % (self.number + 1)
        if not after and all(entry.kind not in ("undo", "redo") for entry in self.entries[last:]):
            return {step for step in self._undone if step <= last}
        steps = {entry.number for entry in self.entries[after:last] if entry.is_step}
        node = self._nodes[last]
        while node > after:
            steps.discard(node)
            node = self.tree.parent(node)
        return steps

    @property
    def moves_done(self) -> int:
        """Number of moves in force."""
        return self.tree.moves(self.current)

    def _go(self, node: int) -> None:
        self.current = node
        self._position = None


PASS = "pass"
"""The text of the move that gives up a turn, in every game that has one."""


class Repetitions:
    """Reads the steps of a match. The hash of every position is computed once, so that moves stay cheap."""

    def __init__(self, tree: StepTree, entries: list[Entry]) -> None:
        self._tree = tree
        self._entries = entries
        self._hashes: dict[int, int] = {}
        """By step; with a step, all before it on its line are here."""
        self._alike: dict[int, list[int]] = {}
        """The steps with the same hash, of all lines."""

    def draw(self, node: int, rules: DrawRules) -> str | None:
        """Return why the match is drawn after that step by those rules; None if it is not."""
        if rules.passes and self.passed_turns(node) >= rules.passes:
            return "passes"
        return "repetition" if rules.repetition and self.count(node) >= rules.repetition else None

    def count(self, node: int) -> int:
        """Return how often the position after that step has come up on its line, this time included."""
        tree, here = self._tree, self._hash(node)
        others = [step for step in self._alike[here] if step != node and tree.is_ancestor(step, node)]
        if not others:
            return 1
        position = tree.position(node)
        return 1 + sum(tree.position(step) == position for step in others)

    def passed_turns(self, node: int) -> int:
        """Return how many turns up to that step consisted of nothing but a pass, in a row."""
        count = 0
        while node and self._is_passed_turn(node):
            count, node = count + 1, self._tree.parent(node)
        return count

    def _is_passed_turn(self, node: int) -> bool:
        entry = self._entries[node - 1]
        return entry.kind == "move" and entry.text == PASS and self._begins_turn(self._tree.parent(node))

    def _begins_turn(self, node: int) -> bool:
        tree = self._tree
        return not node or tree.position(node).turn != tree.position(tree.parent(node)).turn

    def _hash(self, node: int) -> int:
        missing, step = list[int](), node
        while step not in self._hashes:
            missing.append(step)
            if not step:
                break
            step = self._tree.parent(step)
        for step in reversed(missing):
            value = self._hashes[step] = hash(self._tree.position(step))
            self._alike.setdefault(value, []).append(step)
        return self._hashes[node]
