"""The three rules of placement, each wrapped around another: any subset, in any nesting.

A rule answers which code is broken when a die comes onto a cell, "" when none is. Whether the cell is free
is not their business. For a move the die has left its old cell before the rules are asked.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from boardwright.games.sagrada.facts import AROUND, BESIDE, BORDER, COLOR_OF, LETTERS, Die, Frame

Rule: TypeAlias = Callable[[Frame, str, Die, int], str]
"""A rule asked with a frame, its constraints (20 characters), a die and a cell."""


def anything_goes(frame: Frame, constraints: str, die: Die, cell: int) -> str:
    """The innermost rule: it never minds."""
    return ""


def placing_rule(inner: Rule = anything_goes) -> Rule:
    """The first die goes to the border, every other one beside or diagonal to a die.

    >>> from boardwright.games.sagrada.facts import EMPTY_FRAME
    >>> placing_rule()(EMPTY_FRAME, "." * 20, 1, 6)
    'placing_rule'
    """

    def rule(frame: Frame, constraints: str, die: Die, cell: int) -> str:
        broken = inner(frame, constraints, die, cell)
        if broken:
            return broken
        for other in AROUND[cell]:
            if frame[other]:
                return ""
        return "" if cell in BORDER and not any(frame) else "placing_rule"

    return rule


def color_rule(inner: Rule = anything_goes) -> Rule:
    """The cell's color, if it has one, and no die of the same color above, below, left or right."""

    def rule(frame: Frame, constraints: str, die: Die, cell: int) -> str:
        broken = inner(frame, constraints, die, cell)
        if broken:
            return broken
        color = COLOR_OF[die]
        wanted = constraints[cell]
        if wanted in LETTERS and wanted != LETTERS[color]:
            return "color_rule"
        for other in BESIDE[cell]:
            there = frame[other]
            if there and COLOR_OF[there] == color:
                return "color_rule"
        return ""

    return rule


def shade_rule(inner: Rule = anything_goes) -> Rule:
    """The cell's shade, if it has one, and no die of the same shade above, below, left or right."""

    def rule(frame: Frame, constraints: str, die: Die, cell: int) -> str:
        broken = inner(frame, constraints, die, cell)
        if broken:
            return broken
        shade = die & 7
        wanted = constraints[cell]
        if wanted in "123456" and wanted != str(shade):
            return "shade_rule"
        for other in BESIDE[cell]:
            if frame[other] & 7 == shade:
                return "shade_rule"
        return ""

    return rule


def rules(*, placing: bool, color: bool, shade: bool) -> Rule:
    """The chosen rules; the first broken one of placing, color, shade is reported."""
    rule: Rule = anything_goes
    if placing:
        rule = placing_rule(rule)
    if color:
        rule = color_rule(rule)
    if shade:
        rule = shade_rule(rule)
    return rule


def without(frame: Frame, cell: int) -> Frame:
    """The frame with that cell emptied."""
    return (*frame[:cell], 0, *frame[cell + 1 :])


def with_die(frame: Frame, cell: int, die: Die) -> Frame:
    """The frame with a die on that cell."""
    return (*frame[:cell], die, *frame[cell + 1 :])
