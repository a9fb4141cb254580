"""The look of a position to bots, and in words: points on the board and in sight, and room left for more dice."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from math import tanh

from boardwright.core.chance.distribution import Rng
from boardwright.core.game.explanation import ScoreRow, Term
from boardwright.core.rules.position import applied
from boardwright.core.search.heuristics import Heuristics
from boardwright.games.sagrada import facts
from boardwright.games.sagrada.facts import AROUND, BESIDE, COLUMNS, LETTERS, ROUNDS, Die, Frame
from boardwright.games.sagrada.kernel import PLAYOUTS
from boardwright.games.sagrada.moves import Command, SagradaMove
from boardwright.games.sagrada.playout import CLASHES, FACE_OF, SPREAD, Filling, allowed_faces, is_trap, lead, playout
from boardwright.games.sagrada.position import SagradaPosition
from boardwright.games.sagrada.rulebook import Rulebook
from boardwright.games.sagrada.scoring import DifferencePattern, Objective, SetPattern, private_points
from boardwright.games.sagrada.state import State, Window

_TRAPPED = -1000.0
_UNFIT, _FREED, _TOOL, _PASSED = -8.0, -2.0, -3.0, -5.0
"""Priors, in points: of a die that fits nowhere, a cell that only a tool allows, a tool, a turn without a die."""


def _worths(position: SagradaPosition, die: Die) -> dict[int, float]:
    """Return what a die seems to bring the seat on turn, by cell. The same windows are met over and over."""
    state = position.state
    given = state.frame(), state.constraints(), position.privates[state.current].cards, state.public
    found: dict[int, float] = position.book.remembered(_remembered_worths, FACE_OF[die], *given)
    return found


def _remembered_worths(
    book: Rulebook, face: int, frame: Frame, cells: str, privates: tuple[int, ...], public: tuple[int, ...]
) -> dict[int, float]:
    filling: Filling = book.remembered(_filling, frame, cells, privates, public)
    return {cell: worth for worth, _, cell in filling.worths((face,))}


def _filling(book: Rulebook, frame: Frame, cells: str, privates: tuple[int, ...], public: tuple[int, ...]) -> Filling:
    return Filling(frame, cells, privates, [book.objectives[card] for card in public])


def _choice(position: SagradaPosition, seat: int) -> float:
    """Return how much the chosen window lets one do, before the game."""
    state, choice = position.state, position.chosen[seat]
    if not choice.is_set:
        return 0.0
    window = state.offers[seat][choice.value - 1]
    return tanh((_open_cells(state.frames[seat], window) + 0.9 * window.difficulty - 14) / SPREAD)


def prospects(position: SagradaPosition, seat: int) -> float:
    """Return the hopes of a seat: points now, a share of what its empty cells may still bring, a hand not wasted."""
    state, frame = position.state, position.state.frames[seat]
    public = sum(objective_prospects(position.book.objectives[card], frame) for card in state.public)
    private = max((private_points(card, frame) for card in position.privates[seat]), default=0)
    score = public + private + 0.9 * state.favor[seat] + _lines(frame) + room_prospects(position, seat)
    if state.picked and position.actors == (seat,):
        score += _hand(position, seat)
    return score


def room_prospects(position: SagradaPosition, seat: int) -> float:
    """Return what the empty cells of a seat may still bring: points where dice fit, penalties elsewhere."""
    state = position.state
    frame, window = state.frames[seat], state.windows[seat]
    fillable = min(_turns_left(state, seat), _open_cells(frame, window)) if window else 0.0
    return 2.6 * fillable - (frame.count(0) - fillable) * state.penalty


@lru_cache(maxsize=1 << 14)
def objective_prospects(objective: Objective, frame: Frame) -> float:
    """Return what an objective brings, and a share of what is begun and not spoiled; frames are met over and over."""
    pattern, begun = objective.pattern, 0.0
    feature = facts.FEATURES[pattern.object]
    if isinstance(pattern, DifferencePattern):
        lines = [[feature(frame[cell]) for cell in line if frame[cell]] for line in pattern.lines]
        size = len(pattern.lines[0])
        begun = sum((len(line) / size) ** 2 for line in lines if len(set(line)) == len(line) < size)
    elif isinstance(pattern, SetPattern):
        shown = [feature(die) for die in frame if die]
        counts = [shown.count(value) for value in pattern.values]
        begun = 0.5 * sum(count > min(counts) for count in counts) / len(counts)
    return (pattern.num_of_patterns(frame) + begun) * objective.points_per_pattern


def _turns_left(state: State, seat: int) -> float:
    """Return the turns that may still bring a die, including this one unless its die is placed."""
    now = state.order[state.turn :].count(seat)
    if now and state.placed and state.order[state.turn] == seat:
        now -= 1
    return 2 * (ROUNDS - state.round) + now


@lru_cache(maxsize=1 << 14)
def _open_cells(frame: Frame, window: Window) -> float:
    """Return the empty cells, each counted by how easily a die will fit there."""
    total = 0.0
    for cell, die in enumerate(frame):
        if die:
            continue
        mark = window.cells[cell]
        faces = allowed_faces(mark)
        for other in BESIDE[cell]:
            if frame[other]:
                faces &= ~CLASHES[FACE_OF[frame[other]]]
        ease = faces.bit_count() / (30 if mark == "." else 9 if mark in LETTERS else 8)
        reach = any(frame[other] for other in AROUND[cell])
        total += ease if reach else 0.8 * ease
    return total


def _lines(frame: Frame) -> float:
    """Return a little for dice that keep together: they leave fewer cells that nothing fits."""
    return 0.1 * sum(1 for cell, die in enumerate(frame) if die and any(frame[other] for other in BESIDE[cell]))


def _hand(position: SagradaPosition, seat: int) -> float:
    """Return the worth of the die in hand: something only if it can be placed."""
    state = position.state
    if state.placed:
        return -1.0
    if not any(move.word == "place" for move in position.legal_moves(seat)):
        return -2.0
    points = max((private_points(card, (state.picked,)) for card in position.privates[seat]), default=0)
    return 1.0 + (0.8 * points or 0.3)


class SagradaHeuristics(Heuristics[SagradaPosition]):
    """Prospects in points, quick games to the end, and priors for the commands."""

    playout_kernel = PLAYOUTS

    def evaluate(self, position: SagradaPosition, seat: int) -> float:
        """Return the prospects of a seat against the best of the others, squeezed between -1 and 1.

        A trap is as bad as a loss: a player who walks in has to come back, and may do so again and again.
        """
        outcome = position.outcome()
        if outcome is not None:
            return outcome.payoffs()[seat]
        if position.state.round == 0:
            return _choice(position, seat)
        if position.actors == (seat,) and is_trap(position):
            return -1.0
        return lead([prospects(position, one) for one in range(position.seats)], seat, position.target() + 20)

    def prior(self, move: SagradaMove, position: SagradaPosition) -> float:
        """Return what the command seems to bring: dice as play-outs judge them, a tool less what it costs.

        Where a tool asks for more, it is what the seat may hope for afterwards; from a trap nothing.
        """
        state = position.state
        if not isinstance(move, Command) or (move.word == "pass" and state.placed):
            return 0.0
        if move.word == "pass":
            return _PASSED
        if move.word == "pick" and len(move.args) == 1 and move.args[0] < len(state.pool):
            return max(_worths(position, state.pool[move.args[0]]).values(), default=_UNFIT)
        if move.word == "place" and state.picked:
            return _worths(position, state.picked).get(move.args[0] * COLUMNS + move.args[1], _FREED)
        if move.word == "tool":
            return _TOOL
        seat = position.actors[0]
        after = applied(position, move, seat)
        return _TRAPPED if is_trap(after) else prospects(after, seat)

    def playout(self, position: SagradaPosition, rng: Rng) -> Sequence[float] | None:
        """Return the payoffs of one quick random game; None in the middle of a tool."""
        return playout(position, rng)

    def secrets_affect_moves(self, position: SagradaPosition) -> bool:
        """Return True until windows are shown: a hidden choice affects the moves, private objectives never do."""
        return position.state.round == 0


BOT = SagradaHeuristics()


def score_table(position: SagradaPosition) -> tuple[ScoreRow, ...]:
    """Return every objective, favor and empty panes; a last row where a score would be below 0.

    >>> from boardwright.games.sagrada import GAME
    >>> [row.label for row in score_table(GAME.begin())]
    ['Favor left', 'Empty panes', 'Never below 0']
    """
    objectives = position.book.objectives
    parts = position.breakdowns()
    rows = [
        ScoreRow(objectives[card].name, tuple(part.public[place] for part in parts))
        for place, card in enumerate(position.state.public)
    ]
    secret = [hand.cards for hand in position.privates]
    rows += [ScoreRow(_private_label(secret), tuple(part.private for part in parts))] if any(secret) else []
    rows.append(ScoreRow("Favor left", tuple(part.favor for part in parts)))
    rows.append(ScoreRow("Empty panes", tuple(-part.empty * part.penalty for part in parts)))
    if any(part.total < 0 for part in parts):
        rows.append(ScoreRow("Never below 0", tuple(max(0, -part.total) for part in parts)))
    return tuple(rows)


def _private_label(cards: list[tuple[int, ...]]) -> str:
    """Return the colors of the private objectives, seat by seat."""
    colors = [" or ".join(facts.COLORS[card - facts.FIRST_PRIVATE] for card in own) or "none" for own in cards]
    return f"Private objective ({', '.join(colors)})"


def terms(position: SagradaPosition, seat: int) -> tuple[Term, ...]:
    """Return the promise of each objective, the favor left, and the room for more dice."""
    state, objectives = position.state, position.book.objectives
    frame = state.frames[seat]
    found = [
        Term(
            f"brings {{n}} point{{s}} nearer for {objectives[card].name}",
            f"loses {{n}} point{{s}} in sight for {objectives[card].name}",
            objective_prospects(objectives[card], frame),
        )
        for card in state.public
    ]
    private = max((private_points(card, frame) for card in position.privates[seat]), default=0)
    favor = state.favor[seat]
    return (
        *found,
        Term("adds {n} to your private objective", "takes {n} from your private objective", private),
        Term("gains {n} favor", "spends {n} favor", 0.9 * favor, favor),
        Term("keeps room worth {n} point{s}", "gives up room worth {n} point{s}", room_prospects(position, seat)),
    )
