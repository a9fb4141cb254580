"""What a step brought about, kept small and told as events only when someone asks."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from boardwright.core.canonical import JSON
from boardwright.core.event import Event
from boardwright.core.outcome import Outcome
from boardwright.games.mage_duel.board import Board
from boardwright.games.mage_duel.facts import FACE_NAMES, NO_TILE, SIDES, TILES
from boardwright.games.mage_duel.moves import Claim, Move, Place, Skip, describe
from boardwright.games.mage_duel.structure import Contest


class Story(NamedTuple):
    """The move of the last step and who made it, or the tile or border slot that chance gave, and the contests."""

    seat: int = 0
    move: Move | None = None
    missed: bool = False
    drawn: int = NO_TILE
    slot: str = ""
    contests: tuple[Contest, ...] = ()


NOTHING_YET = Story()


def tell(story: Story, board: Board, outcome: Outcome | None) -> Iterator[Event]:
    """The events of a step, in the order in which things happened."""
    if story.slot:
        yield Event("border_set", f"The border gets {story.slot}.", {"slot": story.slot})
    if story.move is not None:
        yield from _tell_move(story.seat, story.move, story.missed)
    if story.drawn != NO_TILE:
        yield Event("tile_drawn", f"{TILES[story.drawn]} is drawn.", {"tile": story.drawn})
    if story.contests:
        nodes = board.nodes()
        for contest in story.contests:
            yield _tell_contest(contest, nodes[contest.root])
    if outcome is not None:
        yield Event("game_finished", _result(outcome), {"reason": outcome.reason, "scores": outcome.scores})


def _tell_move(seat: int, move: Move, missed: bool) -> Iterator[Event]:
    if missed:
        other = 1 - seat
        yield Event("turn_missed", f"{SIDES[other]} missed the turn.", {"seat": other})
    text = describe(move, SIDES[seat])
    if isinstance(move, Place):
        facts = {"seat": seat, "tile": move.tile, "rotation": move.rotation, "col": move.col, "row": move.row}
        yield Event("tile_laid", text, {**facts, "joker": move.joker})
    elif isinstance(move, Skip):
        yield Event("skipped", text, {"seat": seat})
    elif isinstance(move, Claim):
        yield Event("end_claimed", text, {"seat": seat})


def _tell_contest(contest: Contest, nodes: list[int]) -> Event:
    kind = FACE_NAMES[contest.kind]
    facts: dict[str, JSON] = {
        "kind": kind,
        "root": contest.root,
        "nodes": nodes,
        "blue": contest.blue,
        "red": contest.red,
        "winner": contest.winner,
        "delta": contest.delta,
        "at_end": contest.at_end,
    }
    points = f"{contest.blue} to {contest.red}"
    if contest.winner is None:
        return Event(f"{kind}_contest_drawn", f"A {kind} is shared, {points}.", facts)
    text = f"{SIDES[contest.winner]} wins a {kind}, Blue {contest.blue} to Red {contest.red}"
    gain = f", and takes {contest.delta} points." if contest.delta else "."
    return Event(f"{kind}_contest_won", text + gain, facts)


def _result(outcome: Outcome) -> str:
    blue, red = outcome.scores
    if not outcome.winners:
        return f"The duel is a draw, {blue} to {red}."
    return f"{SIDES[outcome.winners[0]]} wins the duel, Blue {blue} to Red {red}."
