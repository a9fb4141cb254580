"""Achievements that exist in every game, and the progress of players toward all achievements."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from boardwright.core.game.achievement import Achievement
from boardwright.core.game.game import AnyGame
from boardwright.core.match.match import Match

COMMON = (
    Achievement("first_move", "First Move", "move", 1, 5, "Make a move."),
    Achievement("first_match", "To the End", "match", 1, 5, "Finish a match."),
    Achievement("regular", "Regular Guest", "match", 25, 25, "Finish 25 matches."),
    Achievement("first_win", "First Win", "win", 1, 10, "Win a match."),
    Achievement("ten_wins", "Ten Wins", "win", 10, 50, "Win ten matches."),
    Achievement("three_in_a_row", "Three in a Row", "best_streak", 3, 25, "Win three matches in a row."),
    Achievement("five_in_a_row", "Five in a Row", "best_streak", 5, 50, "Win five matches in a row."),
)


def achievements_of(game: AnyGame) -> tuple[Achievement, ...]:
    """Return everything that can be earned in a game.

    >>> from boardwright.core.game.registry import game
    >>> [achievement.title for achievement in achievements_of(game("deblockle"))][:2]
    ['First Move', 'To the End']
    """
    return (*COMMON, *game.achievements())


def progress_after(
    match: Match, seats: Mapping[int, str], before: Mapping[str, Mapping[str, int]], *, is_result: bool = True
) -> dict[str, Counter[str]]:
    """Return every account's progress after a match, given the account of each seat and the progress before.

    An account that holds several seats of the match cannot win it. Without `is_result` only moves count: the players
    left before there was a match to win or lose.
    """
    outcome = match.outcome
    if outcome is None or outcome.reason == "canceled":
        return {}
    counts = {account: Counter(before.get(account, {})) for account in seats.values()}
    for entry in match.line():
        account = None if entry.seat is None else seats.get(entry.seat)
        if account is not None and entry.kind == "move" and entry.number > match.inherited:
            counts[account]["move"] += 1
    for seat, task in match.progress():
        if seat in seats:
            counts[seats[seat]][task] += 1
    for account, count in counts.items() if is_result else ():
        count["match"] += 1
        held = [seat for seat, holder in seats.items() if holder == account]
        if len(held) == 1:
            _count_result(count, held[0] in outcome.winners)
    return counts


def _count_result(count: Counter[str], won: bool) -> None:
    count["win"] += won
    count["streak"] = count["streak"] + 1 if won else 0
    count["best_streak"] = max(count["best_streak"], count["streak"])
