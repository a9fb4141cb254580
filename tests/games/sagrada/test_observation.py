"""What learning programs see of a table."""

from __future__ import annotations

from msgspec.structs import replace

from boardwright.core.tuples import replace_at
from boardwright.games.sagrada import GAME
from boardwright.games.sagrada.facts import die_of
from boardwright.games.sagrada.options import TINY_WINDOW
from boardwright.games.sagrada.position import SagradaPosition, play_position


def numbers_of(position: SagradaPosition, name: str) -> list[float]:
    """The numbers of one plane, as seat 0 sees them."""
    actions = GAME.actions(position.seats, position.options)
    names = [plane.name for plane in actions.planes]
    first = sum(plane.size for plane in actions.planes[: names.index(name)])
    return list(actions.encode(position, 0)[first : first + actions.planes[names.index(name)].size])


def test_only_dice_are_marked_as_moved_even_if_the_very_first_one_was() -> None:
    start = play_position((TINY_WINDOW, TINY_WINDOW), ((23,), (24,)), (13, 14, 15), (1, 2, 3))
    state, die = start.state, die_of(0, 3)
    frames = replace_at(state.frames, 0, replace_at(state.frames[0], 6, die))
    moved = start.replace(state=replace(state, waiting="", frames=frames, moved=(die,)))
    assert [cell for cell, number in enumerate(numbers_of(moved, "own moved")) if number] == [6]
    assert not any(numbers_of(moved, "seat +1 moved"))
