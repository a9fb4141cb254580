"""Variants: the size of the board."""

from __future__ import annotations

from typing import Annotated

from boardwright.api import Meta, Options


class CausewayOptions(Options, frozen=True, kw_only=True):
    """How large the board is."""

    size: Annotated[int, Meta(ge=3, le=19, description="cells on each side of the board")] = 11


def variants() -> tuple[CausewayOptions, ...]:
    """What the laws are checked with."""
    return CausewayOptions(), CausewayOptions(size=4)
