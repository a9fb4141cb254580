"""Custom positions and positions read back: what is accepted, what is refused, and never a crash."""

from __future__ import annotations

import json
from random import Random
from typing import Any, Literal

import pytest

from boardwright.core.refusal import BadOptions
from boardwright.games.deblockle import GAME
from boardwright.games.deblockle.cube import FACINGS, Cube
from boardwright.games.deblockle.options import DeblockleOptions
from boardwright.games.deblockle.position import arrange

ONE, TWO = Cube(1, 4, 4, 4, 6, 5), Cube(2, 5, 6, 3, 1, 5)
X_UP = Cube(1, 5, 4, 2, 6, 4)


def test_all_24_facings_are_accepted_and_the_24_mirror_images_refused() -> None:
    for up, front, right in FACINGS:
        arrange([Cube(1, 4, 4, up, front, right), TWO])
        with pytest.raises(BadOptions, match="no cube shows"):
            arrange([Cube(1, 4, 4, up, right, front), TWO])


@pytest.mark.parametrize(
    ("cubes", "why"),
    [
        ([ONE, Cube(2, 4, 4, 3, 1, 5)], "two cubes stand on d4"),
        ([Cube(1, 0, 4, 4, 6, 5), TWO], r"not on \(0,4\)"),
        ([Cube(1, 4, 8, 4, 6, 5), TWO], r"not on \(4,8\)"),
        ([Cube(1, 4, 6, 4, 6, 5), TWO], "win square d6"),
        ([ONE, Cube(2, 4, 2, 3, 1, 5)], "win square d2"),
        ([Cube(3, 4, 4, 4, 6, 5), TWO], "player 1 or 2"),
        ([ONE], "at least one cube"),
        ([TWO], "at least one cube"),
        ([], "at least one cube"),
    ],
)
def test_impossible_boards_are_refused(cubes: list[Cube], why: str) -> None:
    with pytest.raises(BadOptions, match=why):
        arrange(cubes)


def test_a_star_up_cube_and_a_cube_on_the_own_win_square_are_accepted() -> None:
    arrange([Cube(1, 4, 4, 1, 3, 2), TWO])
    arrange([Cube(1, 4, 2, 4, 6, 5), TWO])
    with pytest.raises(BadOptions, match="star square"):
        arrange([Cube(1, 4, 2, 4, 6, 5), TWO], options=DeblockleOptions(variant="original"))


def test_board_order_is_kept_even_when_players_alternate() -> None:
    cubes = (TWO, ONE, Cube(2, 1, 1, 2, 3, 6))
    assert arrange(cubes).cubes == cubes
    assert arrange(cubes).play(arrange(cubes).parse("d4-e4")).cubes == (TWO, X_UP, cubes[2])


def test_phase_hop_needs_a_rolled_cube_of_the_active_player_that_can_hop() -> None:
    assert arrange([X_UP, TWO], phase="Hop", rolled=(5, 4)).phase == "Hop"
    for cubes, rolled in (
        ([X_UP, TWO], None),
        ([X_UP, TWO], (5, 6)),
        ([X_UP, TWO], (1, 1)),
        ([X_UP, TWO], (9, 9)),
        ([Cube(1, 5, 4, 1, 3, 2), TWO], (5, 4)),
        ([Cube(1, 5, 4, 6, 3, 5), TWO], (5, 4)),
    ):
        with pytest.raises(BadOptions):
            arrange(cubes, phase="Hop", rolled=rolled)
    with pytest.raises(BadOptions, match="belongs to phase Hop"):
        arrange([X_UP, TWO], rolled=(5, 4))


def test_a_dead_position_never_ends_by_itself_but_says_so() -> None:
    cubes = [Cube(1, 1, 7, 5, 6, 3), Cube(1, 3, 7, 3, 6, 2), Cube(2, 4, 7, 3, 5, 6), Cube(2, 2, 7, 3, 6, 2)]
    position = arrange(cubes)
    assert position.is_dead
    assert position.outcome() is None
    assert position.play(position.parse("pass")).is_dead
    assert not GAME.begin().is_dead
    assert arrange(cubes, options=DeblockleOptions(variant="original")).outcome() is not None


def walk(options: DeblockleOptions, seed: int, steps: int) -> Any:
    rng = Random(seed)
    position = GAME.begin(options=options)
    for _ in range(steps):
        yield position
        if position.chance is not None:
            position = position.take(position.chance.sample(rng))
        elif position.actors:
            position = position.play(rng.choice(tuple(position.legal_moves())))
        else:
            return


VARIANTS: tuple[Literal["standard", "contract", "original"], ...] = ("standard", "contract", "original")


NONSENSE: list[Any] = [
    None,
    0,
    -1,
    99,
    "",
    "Roll",
    "End",
    "Throw",
    [],
    [1, 2],
    {},
    True,
    [[1, 4, 4, 1, 2, 3]],
]


@pytest.mark.parametrize("variant", VARIANTS)
def test_data_with_anything_replaced_is_a_position_or_refused(
    variant: Literal["standard", "contract", "original"],
) -> None:
    for number, position in enumerate(walk(DeblockleOptions(variant=variant, cubes=2), 4, 40)):
        good: dict[str, Any] = json.loads(json.dumps(GAME.encode(position)))
        for key in good:
            for value in (*NONSENSE, *(other for other in good.values() if number % 5 == 0)):
                try:
                    again = GAME.decode(good | {key: value})
                except BadOptions:
                    continue
                assert again.view(None)
                assert isinstance(again.legal_moves(), tuple)
                assert GAME.decode(GAME.encode(again)) == again


def test_data_of_an_impossible_position_says_what_is_wrong_with_it() -> None:
    start: dict[str, Any] = json.loads(json.dumps(GAME.encode(GAME.begin(options=DeblockleOptions(cubes=1)))))
    first, second = start["board"]
    changes: tuple[tuple[dict[str, Any], str], ...] = (
        ({"taken": 0}, "the mask of taken squares does not fit the cubes"),
        ({"board": [first, first]}, "two cubes stand on d7"),
        ({"board": [first]}, "each player needs at least one cube"),
        ({"board": [first, second, 0]}, "more than the"),
        ({"board": [first, 2352]}, "Expected `int` <= 2351"),
        ({"phase": "End"}, "the game is not over"),
        ({"phase": "Throw"}, "phase Throw belongs to variant=original"),
        ({"phase": "Hop"}, "a rolled square belongs to phase Hop"),
        ({"phase": "Hop", "rolled": 3}, "holds no cube of the active player"),
        ({"extra": 1}, "unknown field `extra`"),
        ({"thrown": [1]}, "thrown faces belong to a set-up"),
    )
    for change, why in changes:
        with pytest.raises(BadOptions, match=f"^Not a position of Deblockle: .*{why}"):
            GAME.decode(start | change)


def test_data_of_a_set_up_under_way_must_follow_from_what_was_thrown_and_placed() -> None:
    position = GAME.begin(options=DeblockleOptions(variant="original", cubes=1)).take("S").take("X")
    placed = position.play(position.parse("place c1 X-L-P"))
    data: dict[str, Any] = json.loads(json.dumps(GAME.encode(placed)))
    assert GAME.decode(data) == placed
    for change, why in (
        ({"active": 0}, "does not follow"),
        ({"taken": 0}, "does not follow"),
        ({"phase": "Throw"}, "does not follow"),
        ({"began": [2, 2]}, "does not follow"),
        ({"thrown": [1, 1]}, "not possible .wrong_face."),
        ({"thrown": [1, 2, 3]}, "not possible .no_chance."),
    ):
        with pytest.raises(BadOptions, match=why):
            GAME.decode(data | change)


@pytest.mark.parametrize("data", NONSENSE)
def test_data_that_is_no_position_is_refused(data: Any) -> None:
    with pytest.raises(BadOptions, match="Not a position of Deblockle"):
        GAME.decode(data)


def test_options_are_validated() -> None:
    for given in ({"cubes": 0}, {"cubes": 5}, {"variant": "chess"}, {"slide": "free"}, {"color": "red"}):
        with pytest.raises(BadOptions):
            GAME.read_options(given)
    assert GAME.read_options({"variant": "original", "cubes": "2", "slide": "free"}).cubes == 2
    with pytest.raises(BadOptions):
        GAME.begin(3)


def test_the_default_rules_are_called_standard_and_no_option_is_called_seed() -> None:
    assert GAME.read_options({"variant": "standard"}) == GAME.read_options()
    with pytest.raises(BadOptions, match="seed"):
        GAME.read_options({"variant": "seed"})
