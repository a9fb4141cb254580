"""The sources of scores, and what makes a position good: points built, contests, jokers."""

from __future__ import annotations

from boardwright.core.game.explanation import ScoreRow, Term
from boardwright.games.mage_duel.board import Board
from boardwright.games.mage_duel.bot import expected_margin
from boardwright.games.mage_duel.facts import BLUE, CELL_NAMES, CITY, FACE_NAMES, ROAD, SIDES
from boardwright.games.mage_duel.position import MageDuelPosition
from boardwright.games.mage_duel.scoring import Contest


def score_table(position: MageDuelPosition) -> tuple[ScoreRow, ...]:
    """Return the points that both sides built, every contest that moved some, and unused jokers at the end.

    >>> from boardwright.games.mage_duel import GAME
    >>> [row.label for row in score_table(GAME.begin())]
    ['Cities built', 'Roads built']
    """
    board, found = Board.bare(position.border), list[Contest]()
    for cell, tile, rotation, side in position.laid:
        board, more = board.lay(cell, tile * 4 + rotation, side)
        found += more
    if position.is_over:
        found += board.settled()[1]
    contests, nodes = [contest for contest in found if contest.delta], board.nodes()
    rows = [_built(position, contests, CITY, "Cities built"), _built(position, contests, ROAD, "Roads built")]
    rows += [_contest_row(contest, nodes[board.root(contest.root)]) for contest in contests]
    if position.is_over:
        rows.append(ScoreRow("Unused jokers", position.joker_bonus))
    return tuple(rows)


def _built(position: MageDuelPosition, contests: list[Contest], kind: int, label: str) -> ScoreRow:
    """The points of cities or roads before contests moved them."""
    points = [score[kind - CITY] for score in position.board.scores]
    for contest in contests:
        if contest.kind == kind:
            points = [after - moved for after, moved in zip(points, _change(contest), strict=True)]
    return ScoreRow(label, tuple(points))


def _change(contest: Contest) -> tuple[int, int]:
    return (contest.delta, -contest.delta) if contest.winner == BLUE else (-contest.delta, contest.delta)


def _contest_row(contest: Contest, nodes: list[int]) -> ScoreRow:
    name, place = FACE_NAMES[contest.kind].capitalize(), CELL_NAMES[contest.root // 4]
    won, lost = max(contest.blue, contest.red), min(contest.blue, contest.red)
    winner, when = SIDES[contest.winner or 0], " at the end" if contest.at_end else ""
    cells = tuple(dict.fromkeys(CELL_NAMES[node // 4] for node in nodes))
    return ScoreRow(f"{name} at {place}: {winner} wins {won} to {lost}{when}", _change(contest), cells)


def terms(position: MageDuelPosition, seat: int) -> tuple[Term, ...]:
    """The points of both sides, what open contests will probably add, and the jokers."""
    blue, red = (sum(score) for score in position.board.scores)
    own, other, sign = (blue, red, 1) if seat == BLUE else (red, blue, -1)
    expected, jokers = expected_margin(position.board) - (blue - red), position.jokers[seat]
    return (
        Term("brings {n} point{s}", "costs {n} point{s}", float(own)),
        Term("takes {n} point{s} from the opponent", "gives the opponent {n} point{s}", -float(other)),
        Term("promises {n} point{s} in contests", "risks {n} point{s} in contests", sign * expected),
        Term("gains a joker", "spends a joker", float(jokers * max(1, position.options.joker_price)), jokers),
    )
