"""The consequences of a step: the move or draw, the contests, the end."""

from __future__ import annotations

from collections.abc import Iterator

from boardwright.core.canonical import JSON
from boardwright.core.rules.event import Event
from boardwright.games.mage_duel.facts import FACE_NAMES, LETTERS, SIDES, SIZE, TILES, edges_text
from boardwright.games.mage_duel.moves import Claim, MageDuelMove, Place, Skip
from boardwright.games.mage_duel.position import MageDuelPosition
from boardwright.games.mage_duel.scoring import Contest

_SIDES_OF_BORDER = ("below", "on the right", "above", "on the left")
"""By the number of a border slot, eight a side."""


def events(
    before: MageDuelPosition, step: MageDuelMove | str, seat: int | None, after: MageDuelPosition
) -> Iterator[Event]:
    """The events of a step in the order in which things happened."""
    if isinstance(step, str):
        if step in TILES:
            tile = TILES.index(step)
            yield Event("tile_drawn", f"The next tile has {edges_text(tile * 4)}.", {"tile": tile})
        else:
            kind, side = FACE_NAMES[LETTERS.index(step[0])], _SIDES_OF_BORDER[int(step[1:]) // SIZE]
            yield Event("border_set", f"The border gets a {kind} {side}.", {"slot": step})
    elif seat is not None:
        yield from _move_events(before, step, seat)
    found = contests(before, step, seat, after)
    nodes = after.board.nodes() if found else {}
    yield from (_contest_event(contest, nodes[contest.root]) for contest in found)
    outcome = after.outcome()
    if outcome is not None:
        blue, red = outcome.scores
        text = f"The duel is a draw, {blue} to {red}."
        if outcome.winners:
            text = f"{SIDES[outcome.winners[0]]} wins the duel, Blue {blue} to Red {red}."
        yield Event("game_finished", text, {"reason": outcome.reason, "scores": outcome.scores})


def contests(
    before: MageDuelPosition, step: MageDuelMove | str, seat: int | None, after: MageDuelPosition
) -> tuple[Contest, ...]:
    """The contests of a step: those of the tile laid, then those that end the duel."""
    board, found = before.board, tuple[Contest, ...]()
    if isinstance(step, Place) and seat is not None:
        board, found = board.lay(step.cell, step.lay, seat)
    return found + board.settled()[1] if after.is_over else found


def _move_events(before: MageDuelPosition, move: MageDuelMove, seat: int) -> Iterator[Event]:
    side = SIDES[seat]
    if isinstance(move, Claim):
        yield Event("end_claimed", f"{side} claims the end of the game.", {"seat": seat})
        return
    if seat == before.last_side:
        yield Event("turn_missed", f"{SIDES[1 - seat]} missed the turn.", {"seat": 1 - seat})
    if isinstance(move, Skip):
        yield Event("skipped", f"{side} skips.", {"seat": seat})
    else:
        text = f"{side} {'spends a joker' if move.joker else 'lays the tile'} {move.lay_text}."
        facts = {"seat": seat, "tile": move.tile, "rotation": move.rotation, "col": move.col, "row": move.row}
        yield Event("tile_laid", text, {**facts, "joker": move.joker})


def _contest_event(contest: Contest, nodes: list[int]) -> Event:
    kind = FACE_NAMES[contest.kind]
    facts: dict[str, JSON] = {**contest._asdict(), "kind": kind, "nodes": nodes}
    points = f"Blue {contest.blue} to Red {contest.red}"
    if contest.winner is None:
        return Event(f"{kind}_contest_drawn", f"A {kind} is shared, {contest.blue} to {contest.red}.", facts)
    gain = f", and takes {contest.delta} point{'s' * (contest.delta != 1)}." if contest.delta else "."
    return Event(f"{kind}_contest_won", f"{SIDES[contest.winner]} wins a {kind}, {points}{gain}", facts)
