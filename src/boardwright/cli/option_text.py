"""A move of an analysis in words for the terminal."""

from __future__ import annotations

from boardwright.bots.analysis import Option


def option_value(option: Option) -> str:
    """What a move is worth, and how often the search visited it; in a solved position when the game ends.

    >>> option_value(Option("a", 0.25, 12)), option_value(Option("b", 1.0, 0, 7))
    ('+0.25, 12 visits', 'wins on turn 7')
    """
    if option.turns is not None:
        return distance(option.turns)
    return f"{option.value:+.2f}, {option.visits} visits"


def distance(turns: int) -> str:
    """When a solved game ends.

    >>> distance(7), distance(-2), distance(0)
    ('wins on turn 7', 'loses on turn 2', 'drawn')
    """
    if not turns:
        return "drawn"
    return f"{'wins' if turns > 0 else 'loses'} on turn {abs(turns)}"
