"""How a move is made at the table: take a subject, turn it, put it on a target."""

from __future__ import annotations

import msgspec


class Gesture(msgspec.Struct, frozen=True):
    """How a move is made at the table, in names that the game's picture marks.

    `subject` is what is taken (a piece, a die, a card, a button), `variant` how it is turned, `target`
    where it goes, `covers` every square it will cover (empty: just the target).

    >>> Gesture("c7", target="c6").covers
    ()
    """

    subject: str
    variant: str = ""
    target: str = ""
    covers: tuple[str, ...] = ()
