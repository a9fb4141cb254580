"""The three rules of placement, each wrapped around another: any subset, in any nesting.

A rule returns the code of what a die on a cell would break, "" for nothing. The rules do not check that the cell is
free. For a move the die is taken off its old cell before the rules are asked.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TypeAlias

from boardwright.games.sagrada.facts import AROUND, BESIDE, BORDER, COLOR_OF, LETTERS, SHADE_OF, SHADES, Die, Frame

Rule: TypeAlias = Callable[[Frame, str, Die, int], str]
"""A rule asked with a frame, its constraints (20 characters), a die and a cell."""


def anything_goes(frame: Frame, constraints: str, die: Die, cell: int) -> str:
    """The innermost rule: nothing is broken."""
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


def _feature_rule(code: str, feature: Sequence[int], wanted: Mapping[str, int]) -> Callable[..., Rule]:
    """A rule on what the cell asks for, and on the dice above, below, left and right of it."""

    def around(inner: Rule = anything_goes) -> Rule:
        def rule(frame: Frame, constraints: str, die: Die, cell: int) -> str:
            broken = inner(frame, constraints, die, cell)
            if broken:
                return broken
            own = feature[die]
            if wanted.get(constraints[cell], own) != own:
                return code
            for other in BESIDE[cell]:
                if feature[frame[other]] == own:
                    return code
            return ""

        return rule

    return around


color_rule = _feature_rule("color_rule", (-1, *COLOR_OF[1:]), {mark: at for at, mark in enumerate(LETTERS)})
"""The cell's color, if it has one, and no die of the same color above, below, left or right."""
shade_rule = _feature_rule("shade_rule", SHADE_OF, {str(shade): shade for shade in SHADES})
"""The cell's shade, if it has one, and no die of the same shade above, below, left or right."""


def rules(*, placing: bool, color: bool, shade: bool) -> Rule:
    """The chosen rules; the first broken one of placing, color, shade is reported."""
    rule: Rule = anything_goes
    for is_chosen, around in ((placing, placing_rule), (color, color_rule), (shade, shade_rule)):
        if is_chosen:
            rule = around(rule)
    return rule
