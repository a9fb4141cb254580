"""Draws that a match declares because nobody makes progress."""

from __future__ import annotations

from typing import Final, NamedTuple


class DrawRules(NamedTuple):
    """How often a position comes up, and how many turns in a row are passed, until the match is drawn; 0: never."""

    repetition: int = 0
    passes: int = 0


NO_DRAWS: Final = DrawRules()
