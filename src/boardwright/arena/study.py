"""Statistics of a game over many games between bots: balance, length, branching, when it is decided."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from itertools import pairwise
from math import sqrt
from statistics import fmean, median, pstdev

import msgspec

from boardwright.arena.ranking import wilson
from boardwright.bots.analysis.played_moves import played_moves
from boardwright.core.match.match import Match

_Z = 1.96
_AHEAD = 0.02
"""A smaller difference in the evaluation does not count as a lead."""


class Share(msgspec.Struct, frozen=True):
    """A share of games with its 95 % interval."""

    name: str
    share: float
    low: float
    high: float


class Mean(msgspec.Struct, frozen=True):
    """A mean with its 95 % interval."""

    name: str
    mean: float
    low: float
    high: float


class GameFacts(msgspec.Struct, frozen=True):
    """Statistics of one game. `leaders` holds the leading seat after every move, -1 if there is none."""

    winners: tuple[int, ...]
    scores: tuple[int, ...]
    branching: list[int]
    leaders: list[int]
    used: set[str]
    offered: set[str]

    @property
    def length(self) -> int:
        return len(self.branching)

    @property
    def decided(self) -> float | None:
        """The share of the game after which the winner kept the lead; None without a single winner."""
        if len(self.winners) != 1 or not self.leaders:
            return None
        behind = [number for number, leader in enumerate(self.leaders, 1) if leader not in (-1, self.winners[0])]
        return behind[-1] / len(self.leaders) if behind else 0.0

    @property
    def changes(self) -> int:
        """The number of lead changes."""
        ahead = [leader for leader in self.leaders if leader >= 0]
        return sum(one != other for one, other in pairwise(ahead))


class GameStudy(msgspec.Struct, frozen=True):
    """The report. `used` has, for each piece, card or button, the share of games that used it if it was offered."""

    game: str
    bots: tuple[str, ...]
    games: int
    wins: list[Share]
    draws: Share
    scores: list[Mean]
    length: Mean
    lengths: list[int]
    branching: list[float]
    decided: list[float]
    changes: Mean
    used: list[Share]


def facts(match: Match) -> GameFacts:
    """Computes the statistics of one ended match."""
    game = match.game
    branching, leaders = [], []
    used: set[str] = set()
    offered: set[str] = set()
    for _, seat, move, before, after in played_moves(match):
        moves = before.legal_moves(seat)
        branching.append(len(moves))
        offered.update(each.gesture(before).names[0] for each in moves)
        used.add(move.gesture(before).names[0])
        is_open = after.chance is not None
        leaders.append(-1 if is_open else _leader([game.bot.evaluate(after, s) for s in range(after.seats)]))
    assert match.outcome is not None
    return GameFacts(match.outcome.winners, match.outcome.scores, branching, leaders, used, offered)


def _leader(values: Sequence[float]) -> int:
    """The seat with a clear lead, or -1."""
    best = max(range(len(values)), key=values.__getitem__)
    rest = [value for seat, value in enumerate(values) if seat != best]
    return best if not rest or values[best] - max(rest) > _AHEAD else -1


def study(name: str, bots: tuple[str, ...], games: Sequence[GameFacts]) -> GameStudy:
    """Aggregates the statistics of some games."""
    seats = range(len(bots))
    count = len(games)
    wide: dict[int, list[int]] = defaultdict(list)
    used: Counter[str] = Counter()
    offered: Counter[str] = Counter()
    for one in games:
        used.update(one.used)
        offered.update(one.offered)
        for number, width in enumerate(one.branching):
            wide[number].append(width)
    return GameStudy(
        game=name,
        bots=bots,
        games=count,
        wins=[_share(f"seat {s + 1}", sum(s in one.winners for one in games), count) for s in seats],
        draws=_share("no single winner", sum(len(one.winners) != 1 for one in games), count),
        scores=[_mean(f"seat {seat + 1}", [one.scores[seat] for one in games]) for seat in seats],
        length=_mean("moves", [one.length for one in games]),
        lengths=sorted(one.length for one in games),
        branching=[fmean(widths) for _, widths in sorted(wide.items()) if 2 * len(widths) >= count],
        decided=sorted(one.decided for one in games if one.decided is not None),
        changes=_mean("changes of lead", [one.changes for one in games]),
        used=sorted(
            (_share(subject, used[subject], chances) for subject, chances in offered.items()),
            key=lambda share: (share.share, share.name),
        ),
    )


def _share(name: str, part: int, count: int) -> Share:
    low, high = wilson(part, count)
    return Share(name, part / count, low, high)


def _mean(name: str, values: Iterable[float]) -> Mean:
    """
    >>> _mean("moves", [1, 3])
    Mean(name='moves', mean=2.0, low=0.04, high=3.96)
    """
    numbers = list(values)
    spread = pstdev(numbers) * sqrt(len(numbers) / (len(numbers) - 1)) if len(numbers) > 1 else 0.0
    middle, half = fmean(numbers), _Z * spread / sqrt(len(numbers))
    return Mean(name, middle, round(middle - half, 3), round(middle + half, 3))


def half_decided(report: GameStudy) -> float | None:
    """The share of its moves after which the median game is decided; None if no game had a single winner."""
    return median(report.decided) if report.decided else None
