"""Views: all that one seat, or a spectator, may know of a position."""

from __future__ import annotations

from typing import Any

import msgspec


class View(msgspec.Struct, frozen=True):
    """The base of every game's view: typed for zones, JSON for everyone else.

    A view holds public facts and the secrets of its own seat, and nothing that could not be shown.

    >>> class Hand(View, frozen=True):
    ...     own: tuple[str, ...]
    ...     left_in_stock: int
    >>> Hand(("ace", "ten"), 30).left_in_stock
    30
    """


class Open(View, frozen=True):
    """The view that games have by themselves: the position as the seat sees it, None being a spectator."""

    seat: int | None
    position: Any
