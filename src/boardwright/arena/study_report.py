"""A study as one self-contained HTML page with tables and plots."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from html import escape

from boardwright.arena.plot import bars, lines
from boardwright.arena.study import GameStudy, Mean, Share, half_decided

_STYLE = (
    "body{font:16px/1.5 sans-serif;max-width:46rem;margin:2rem auto;padding:0 1rem;color-scheme:light dark}"
    "td,th{padding:.2rem .8rem;text-align:right}td:first-child,th:first-child{text-align:left}"
)
_COLUMNS = 20


def page(report: GameStudy, title: str) -> str:
    """Renders the report as an HTML page."""
    half = half_decided(report)
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
        f"<p>{_decided(half)}</p>",
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
    """
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
