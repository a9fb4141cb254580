"""The view of a duel, everything for everybody, and the choices of a player in a sentence."""

from __future__ import annotations

from operator import itemgetter

import msgspec

from boardwright.core.rules.outcome import Outcome
from boardwright.core.rules.view import View
from boardwright.games.mage_duel.board import Board, Scores
from boardwright.games.mage_duel.facts import FACE_NAMES


class StructureView(msgspec.Struct, frozen=True):
    """A city or road with its nodes, what each side has in it, and how many edges are still open."""

    kind: str
    nodes: tuple[int, ...]
    blue: int
    red: int
    open: int
    contested: bool


class MageDuelView(View, frozen=True):
    """The whole duel; `seat` is the viewer's, None for a spectator.

    `border` has a letter a slot, `cells` the tiles laid as (cell, tile, rotation, side) by cell, `deck` how
    many tiles of each type are left, `last` the cell laid last, `late` the side whose time for this move is over.
    """

    seat: int | None
    actors: tuple[int, ...]
    drawing: bool
    border: str
    cells: tuple[tuple[int, int, int, int], ...]
    top: int | None
    deck: tuple[int, ...]
    jokers: tuple[int, int]
    joker_price: int
    scores: Scores
    structures: tuple[StructureView, ...]
    last: int | None
    last_side: int | None
    last_skipped: bool
    moves_done: int
    updated: int | None
    move_time: int
    outcome: Outcome | None
    late: int | None


def structure_views(board: Board, *, over: bool) -> tuple[StructureView, ...]:
    """Return every structure, by its first node. Closed ones are contested, at the end all are."""
    views = []
    for root, nodes in sorted(board.nodes().items(), key=itemgetter(1)):
        kind, blue, red, open_, _ = board.structures[root]
        views.append(StructureView(FACE_NAMES[kind], tuple(nodes), blue, red, open_, over or not open_))
    return tuple(views)


def ended(view: MageDuelView) -> MageDuelView:
    """Return the view with nobody to act."""
    return msgspec.structs.replace(view, actors=(), late=None, drawing=False)


def prompt(view: MageDuelView) -> str:
    """Return the choices of a side that may act.

    >>> from boardwright.core.match.match import Match
    >>> prompt(Match.new("mage_duel").position.view(0))
    'Either mage may begin: turn and lay the top tile, spend a joker, or skip.'
    """
    if view.late is not None and len(view.actors) > 1:
        return "The time of both is over: claim the end of the duel."
    ways = []
    if view.top is not None:
        ways.append("turn and lay the top tile")
    if view.seat is not None and view.jokers[view.seat]:
        ways.append("spend a joker")
    ways.append("skip again to end the duel" if view.last_skipped else "skip")
    text = ", ".join(ways[:-1]) + f"{',' if len(ways) > 2 else ''} or {ways[-1]}" if len(ways) > 1 else ways[0]
    if len(view.actors) > 1 and not view.cells:
        return f"Either mage may begin: {text}."
    return f"{text[0].upper()}{text[1:]}."
