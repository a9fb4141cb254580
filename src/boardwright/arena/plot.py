"""Line and bar plots as SVG, for light and dark backgrounds."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

WIDTH, HEIGHT = 640, 240
_LEFT, _RIGHT, _TOP, _BOTTOM = 56, 12, 28, 32
COLORS = ("#0072b2", "#d55e00", "#009e73", "#cc79a7")
"""Colors by seat, safe for color-blind readers."""
_DASHES = ("", "6 3", "2 3", "9 3 2 3")


def lines(title: str, series: Sequence[tuple[str, Sequence[float]]], low: float, high: float, under: str = "") -> str:
    """Return a line plot with one line per series; a thin line marks zero if it is in range.

    >>> lines("Lead", [("Ada", [0.0, 0.5])], -1, 1).startswith("<svg")
    True
    """
    longest = max((len(points) for _, points in series), default=1)
    parts = [_axis(low, high, under, str(max(0, longest - 1)))]
    if low < 0 < high:
        zero = _y(0.0, low, high)
        parts.append(f'<path stroke="#777" stroke-width="0.5" d="M{_LEFT},{zero:.1f} H{WIDTH - _RIGHT}"/>')
    for number, (name, points) in enumerate(series):
        color, dash = COLORS[number % len(COLORS)], _DASHES[number % len(_DASHES)]
        path = " ".join(f"{_x(at, longest):.1f},{_y(value, low, high):.1f}" for at, value in enumerate(points))
        parts.append(
            f'<polyline fill="none" stroke="{color}" stroke-width="2" stroke-dasharray="{dash}" points="{path}"/>'
        )
        parts.append(f'<text x="{_LEFT + 8 + 140 * number}" y="20" fill="{color}">{escape(name)}</text>')
    return _svg(title, parts)


def bars(title: str, values: Sequence[tuple[str, float]], under: str = "") -> str:
    """Return a bar plot with one bar per name, in the given order.

    >>> "Bo" in bars("Wins", [("Ada", 3), ("Bo", 4)])
    True
    """
    high = max((value for _, value in values), default=1.0) or 1.0
    room = (WIDTH - _LEFT - _RIGHT) / max(1, len(values))
    every = -(-len(values) // 16)
    parts = [_axis(0.0, high, under, "")]
    for number, (name, value) in enumerate(values):
        x, y = _LEFT + number * room, _y(value, 0.0, high)
        parts.append(
            f'<rect x="{x + room * 0.1:.1f}" y="{y:.1f}" width="{room * 0.8:.1f}" height="{HEIGHT - _BOTTOM - y:.1f}" '
            f'fill="{COLORS[0]}"><title>{escape(name)}: {value:g}</title></rect>'
        )
        if number % every == 0:
            parts.append(
                f'<text x="{x + room / 2:.1f}" y="{HEIGHT - _BOTTOM + 14}" text-anchor="middle">{escape(name)}</text>'
            )
    return _svg(title, parts)


def _svg(title: str, parts: Sequence[str]) -> str:
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" role="img" '
        f'font-family="sans-serif" font-size="11" fill="#777"><title>{escape(title)}</title>{"".join(parts)}</svg>'
    )


def _axis(low: float, high: float, under: str, last: str) -> str:
    bottom = HEIGHT - _BOTTOM
    return (
        f'<path fill="none" stroke="#777" d="M{_LEFT},{_TOP} V{bottom} H{WIDTH - _RIGHT}"/>'
        f'<text x="{_LEFT - 6}" y="{_TOP + 4}" text-anchor="end">{high:g}</text>'
        f'<text x="{_LEFT - 6}" y="{bottom}" text-anchor="end">{low:g}</text>'
        f'<text x="{WIDTH - _RIGHT}" y="{HEIGHT - 18}" text-anchor="end">{last}</text>'
        f'<text x="{WIDTH // 2}" y="{HEIGHT - 4}" text-anchor="middle">{escape(under)}</text>'
    )


def _x(at: int, count: int) -> float:
    return _LEFT + at * (WIDTH - _LEFT - _RIGHT) / max(1, count - 1)


def _y(value: float, low: float, high: float) -> float:
    return HEIGHT - _BOTTOM - (value - low) / ((high - low) or 1) * (HEIGHT - _BOTTOM - _TOP)
