"""Where scores come from, and what makes a position good: points built, contests, jokers."""

from __future__ import annotations

from collections.abc import Iterator

from boardwright.core.explanation import ScoreRow, Term
from boardwright.games.mage_duel import border
from boardwright.games.mage_duel.board import Board
from boardwright.games.mage_duel.evaluation_margin import expected_margin
from boardwright.games.mage_duel.facts import BLUE, CITY, FACE_NAMES, RED, SIDES
from boardwright.games.mage_duel.grid import CELL_NAMES
from boardwright.games.mage_duel.position import MageDuelPosition
from boardwright.games.mage_duel.scoring import joker_bonus
from boardwright.games.mage_duel.structure import Contest


def score_table(position: MageDuelPosition) -> tuple[ScoreRow, ...]:
    """What both sides built, every contest that moved points, in order, and unused jokers at the end.

    >>> from boardwright.games.mage_duel import GAME
    >>> [row.label for row in score_table(GAME.begin())]
    ['Cities built', 'Roads built']
    """
    contests = [contest for contest in _contests(position) if contest.delta]
    nodes = position.board.nodes()
    rows = [_built(position, contests, kind) for kind in range(2)]
    rows += [_contest_row(contest, nodes[position.board.root(contest.root)]) for contest in contests]
    if position.is_over:
        rows.append(ScoreRow("Unused jokers", joker_bonus(position.jokers, position.options.joker_price)))
    return tuple(rows)


def _contests(position: MageDuelPosition) -> Iterator[Contest]:
    board = Board.bare(border.read_border(position.border))
    for cell, tile, rotation, side in position.laid:
        board, found = board.lay(cell, tile * 4 + rotation, side)
        yield from found
    if position.is_over:
        yield from board.settled()[1]


def _built(position: MageDuelPosition, contests: list[Contest], kind: int) -> ScoreRow:
    """The points of cities (0) or roads (1) before contests moved them."""
    points = [position.board.scores[side][kind] for side in (BLUE, RED)]
    for contest in contests:
        if (contest.kind != CITY) == bool(kind) and contest.winner is not None:
            points[contest.winner] -= contest.delta
            points[1 - contest.winner] += contest.delta
    return ScoreRow(("Cities built", "Roads built")[kind], tuple(points))


def _contest_row(contest: Contest, nodes: list[int]) -> ScoreRow:
    name, place = FACE_NAMES[contest.kind].capitalize(), CELL_NAMES[contest.root // 4]
    won, lost = max(contest.blue, contest.red), min(contest.blue, contest.red)
    winner = SIDES[contest.winner or 0]
    when = " at the end" if contest.at_end else ""
    change = (contest.delta, -contest.delta) if contest.winner == BLUE else (-contest.delta, contest.delta)
    cells = tuple(dict.fromkeys(CELL_NAMES[node // 4] for node in nodes))
    return ScoreRow(f"{name} at {place}: {winner} wins {won} to {lost}{when}", change, cells)


def terms(position: MageDuelPosition, seat: int) -> tuple[Term, ...]:
    """The points of both sides, what open contests will probably add, and the jokers."""
    blue, red = (sum(score) for score in position.board.scores)
    own, other = (blue, red) if seat == BLUE else (red, blue)
    expected = expected_margin(position.board) - (blue - red)
    jokers = position.jokers[seat]
    return (
        Term("brings {n} point{s}", "costs {n} point{s}", float(own)),
        Term("takes {n} point{s} from the opponent", "gives the opponent {n} point{s}", -float(other)),
        Term(
            "promises {n} point{s} in contests",
            "risks {n} point{s} in contests",
            expected if seat == BLUE else -expected,
        ),
        Term("gains a joker", "spends a joker", float(jokers * max(1, position.options.joker_price)), jokers),
    )
