"""Statistics of a game over many games between bots, and their report as one self-contained HTML page.

They tell balance, length, branching, and when games are decided.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from html import escape
from itertools import pairwise
from math import sqrt
from statistics import fmean, median, pstdev

import msgspec

from boardwright.arena.plot import bars, lines
from boardwright.arena.ranking import wilson
from boardwright.bots.analysis.played_moves import played_moves
from boardwright.core.match.match import Match

_Z = 1.96
_AHEAD = 0.02
"""A smaller difference in the evaluation does not count as a lead."""
_STYLE = (
    "body{font:16px/1.5 sans-serif;max-width:46rem;margin:2rem auto;padding:0 1rem;color-scheme:light dark}"
    "td,th{padding:.2rem .8rem;text-align:right}td:first-child,th:first-child{text-align:left}"
)
_COLUMNS = 20


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

    @property
    def half_decided(self) -> float | None:
        """The share of its moves after which the median game is decided; None if no game had a single winner."""
        return median(self.decided) if self.decided else None


def facts(match: Match) -> GameFacts:
    """Compute the statistics of one ended match."""
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
    """Return the seat with a clear lead, or -1."""
    best = max(range(len(values)), key=values.__getitem__)
    rest = [value for seat, value in enumerate(values) if seat != best]
    return best if not rest or values[best] - max(rest) > _AHEAD else -1


def study(name: str, bots: tuple[str, ...], games: Sequence[GameFacts]) -> GameStudy:
    """Aggregate the statistics of some games."""
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
    """Return the mean of the values with its interval.

    >>> _mean("moves", [1, 3])
    Mean(name='moves', mean=2.0, low=0.04, high=3.96)
    """
    numbers = list(values)
    spread = pstdev(numbers) * sqrt(len(numbers) / (len(numbers) - 1)) if len(numbers) > 1 else 0.0
    middle, half = fmean(numbers), _Z * spread / sqrt(len(numbers))
    return Mean(name, middle, round(middle - half, 3), round(middle + half, 3))


def page(report: GameStudy, title: str) -> str:
    """Return the report as an HTML page."""
    parts = [
        f"<h1>{escape(title)}: {report.games} games</h1>",
        f"<p>Played by {escape(', '.join(report.bots))}. Intervals are 95 %.</p>",
        "<h2>Seats</h2>",
        _shares([*report.wins, report.draws]),
        _means(report.scores),
        "<h2>Length</h2>",
        _means([report.length]),
        bars("Games by length", _histogram(report.lengths), "moves"),
        "<h2>Choice</h2>",
        lines("Legal moves", [("legal moves, mean", report.branching)], 0.0, max(report.branching, default=1), "move"),
        "<h2>When games are decided</h2>",
        f"<p>{_decided(report.half_decided)}</p>",
        _means([report.changes]),
        bars("Games by the share after which the winner kept the lead", _tenths(report.decided), "share of the game"),
        "<h2>What is used</h2>",
        "<p>Share of the games offering a piece, card or button that used it at least once; rarest first.</p>",
        _shares(report.used[:40]),
    ]
    head = f'<!doctype html><html lang="en"><meta charset="utf-8"><title>{escape(title)}</title><style>{_STYLE}</style>'
    return head + "".join(parts) + "</html>\n"


def _decided(half: float | None) -> str:
    if half is None:
        return "No game had a single winner."
    return f"In half of the games the winner kept the lead after {half:.0%} of the moves."


def _shares(rows: Sequence[Share]) -> str:
    cells = [(escape(row.name), f"{row.share:.1%}", f"{row.low:.1%} – {row.high:.1%}") for row in rows]
    return _table(("", "share", "95 %"), cells)


def _means(rows: Sequence[Mean]) -> str:
    cells = [(escape(row.name), f"{row.mean:.1f}", f"{row.low:.1f} – {row.high:.1f}") for row in rows]
    return _table(("", "mean", "95 %"), cells)


def _table(head: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    lines_ = ["<tr>" + "".join(f"<th>{cell}</th>" for cell in head) + "</tr>"]
    lines_ += ["<tr>" + "".join(f"<td>{cell}</td>" for cell in row) + "</tr>" for row in rows]
    return f"<table>{''.join(lines_)}</table>"


def _histogram(values: Sequence[int]) -> list[tuple[str, float]]:
    """Return the bars of values in columns of equal width.

    >>> _histogram([1, 1, 2])
    [('1', 2), ('2', 1)]
    """
    if not values:
        return []
    low, step = min(values), max(1, -(-(max(values) - min(values) + 1) // _COLUMNS))
    counts = Counter((value - low) // step for value in values)
    return [(str(low + step * column), counts[column]) for column in range(max(counts) + 1)]


def _tenths(values: Sequence[float]) -> list[tuple[str, float]]:
    counts = Counter(min(9, int(value * 10)) for value in values)
    return [(f"{tenth * 10}–{tenth * 10 + 10} %", counts[tenth]) for tenth in range(10)]
