"""The first lines that a newcomer types, each of which works or says what would."""

from __future__ import annotations

import inspect
import random
import subprocess
import sys
from collections.abc import Collection
from pathlib import Path
from typing import Any, assert_type

import pytest

import boardwright as bw
from boardwright.core.hidden import resampled
from boardwright.games.sagrada import GAME
from boardwright.games.sagrada.moves import SagradaMove
from boardwright.games.sagrada.position import SagradaPosition


def test_tab_shows_every_public_name() -> None:
    assert {name for name in dir(bw) if not name.startswith("_")} == set(bw.__all__) - {"__version__"}
    assert {"Match", "Position", "Game", "Clock", "Outcome", "Record", "IllegalMove", "games", "analyze"} <= set(
        dir(bw)
    )
    for name in bw.__all__:
        assert getattr(bw, name) is not None
        assert getattr(bw, name).__doc__, name


def test_a_star_import_brings_what_all_lists() -> None:
    names: dict[str, object] = {}
    exec("from boardwright import *", names)
    assert set(bw.__all__) <= set(names)


def test_an_unknown_name_is_an_attribute_error_that_names_a_close_one() -> None:
    with pytest.raises(AttributeError, match="no attribute 'Matsch'; did you mean 'Match'"):
        _ = bw.Matsch


def test_import_is_lazy() -> None:
    program = (
        "import sys, boardwright; print([name for name in sys.modules if name.startswith(('boardwright.', 'msgs'))])"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout == "[]\n"


@pytest.mark.parametrize("before", ["", "import boardwright.games.deblockle; ", "import boardwright.games; "])
def test_games_lists_the_installed_games_whatever_was_imported_before(before: str) -> None:
    program = (
        f"{before}import boardwright as bw; print('deblockle' in bw.games(), bw.games() == tuple(sorted(bw.games())))"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout == "True True\n"


def test_a_match_by_the_name_of_its_game() -> None:
    match = bw.Match.new("deblockle")
    match.play("c7-b7")
    assert match.moves_done == 1


def test_a_misspelled_game_lists_the_installed_ones() -> None:
    with pytest.raises(bw.UnknownGame, match=r"No game 'deblockel' is installed; did you mean 'deblockle'\?"):
        bw.Match.new("deblockel")


def test_a_game_that_is_not_a_game_says_what_is() -> None:
    with pytest.raises(TypeError, match=r"a game or its name, such as 'blokus', not 7"):
        bw.Match.new(7)  # type: ignore[call-overload]


@pytest.mark.parametrize("name", ["blokus", "deblockle", "mage_duel", "sagrada"])
def test_a_match_without_a_seed_can_be_played(name: str) -> None:
    first, second = bw.Match.new(name), bw.Match.new(name)
    assert first.seed != second.seed
    assert len(first.position.legal_moves()) > 0
    first.play(next(iter(first.position.legal_moves())))


@pytest.mark.parametrize("seed", [42, "sunday", b"sunday", bytes(32), "00" * 32])
def test_any_seed_gives_the_same_match_again(seed: int | str | bytes) -> None:
    first, second = bw.Match.new("sagrada", seed=seed), bw.Match.new("sagrada", seed=seed)
    assert first.position == second.position
    assert bw.dump(first) == bw.dump(second)
    assert "every chance outcome is the seed's" in bw.verify(bw.dump(first))


def test_a_number_and_its_text_are_the_same_seed() -> None:
    assert bw.Match.new("sagrada", seed=42).head == bw.Match.new("sagrada", seed="42").head


@pytest.mark.parametrize("seed", [1.5, b"", [1]])
def test_a_seed_that_is_none_says_what_one_is(seed: object) -> None:
    with pytest.raises(bw.BadOptions, match="a seed is a whole number, a text or bytes"):
        bw.Match.new("deblockle", seed=seed)  # type: ignore[call-overload]


def test_explicitly_no_seed_leaves_chance_to_the_caller() -> None:
    match = bw.Match.new("sagrada", seed=None)
    assert match.position.chance is not None


def test_options_as_a_dict() -> None:
    match = bw.Match.new("deblockle", options={"cubes": 1})
    assert match.header.options["cubes"] == 1
    with pytest.raises(bw.BadOptions, match="a whole number from 1 to 4"):
        bw.Match.new("deblockle", options={"cubes": 9})


def test_a_clock_as_text() -> None:
    assert bw.Match.new("deblockle", clock="300+5").header.clock == bw.Clock.read("300+5")
    with pytest.raises(bw.BadOptions, match="soon"):
        bw.Match.new("deblockle", clock="soon")


def test_a_position_plays_and_explains_texts() -> None:
    position = bw.game("deblockle").begin()
    after = position.play("c7-b7")
    assert after == position.play(position.parse("c7-b7"))
    refusal = position.refusal("c7-c1")
    assert refusal is not None
    assert refusal == position.refusal(position.parse("c7-c1"))
    with pytest.raises(bw.IllegalMove):
        position.play("c7-c1")
    with pytest.raises(bw.Unreadable, match="moves look like"):
        position.play("e2e4")


def test_something_that_is_not_a_move_is_refused_in_words() -> None:
    position = bw.game("deblockle").begin()
    given: tuple[Any, ...] = (7, None, ("c7", "b7"))
    for wrong in given:
        with pytest.raises(bw.Unreadable, match="is not a move here; moves look like"):
            position.play(wrong)
        with pytest.raises(bw.Unreadable, match="is not a move here; moves look like"):
            bw.Match.new("deblockle").play(wrong)


def test_print_shows_the_board() -> None:
    match = bw.Match.new("deblockle", players=("Ada", "Bo"))
    assert "\n7   ..     ..   X S1 T   ..   X L1 T   ..     ..\n" in str(match.position)
    assert str(match.position) in str(match)
    assert "Ada" in str(match).splitlines()[0]
    match.play("c7-b7")
    assert str(match.position) != str(match.at(0))


def test_reprs_are_one_line() -> None:
    match = bw.Match.new("deblockle", players=("Ada", "Bo"))
    assert repr(match) == "<Match of Deblockle: Ada – Bo, 0 moves, Ada to move>"
    match.play("c7-b7")
    assert repr(match) == "<Match of Deblockle: Ada – Bo, 1 move, Ada to move>"
    match.resign(0)
    assert repr(match) == "<Match of Deblockle: Ada – Bo, 1 move, Bo won>"
    assert repr(bw.game("blokus")) == "<Game blokus: Blokus, 2 to 4 players>"
    for name in bw.games():
        shown = repr(bw.Match.new(name).position)
        assert len(shown) <= 160, shown
        assert "\n" not in shown


def test_a_repr_and_a_board_keep_secrets() -> None:
    one, other = bw.Match.new("sagrada", seed=1), bw.Match.new("sagrada", seed=1)
    hidden = resampled(other.position, None, random.Random(5))
    assert one.position != hidden
    assert str(one.position) == str(hidden)
    assert repr(one.position) == repr(hidden)


def test_pictures_choose_a_seat_and_stay_small() -> None:
    match = bw.Match.new("sagrada", seed=1)
    spectator, own = match._repr_svg_(), match.picture(seat=0)
    assert spectator == match.picture()._repr_svg_()
    assert own._repr_svg_() != spectator
    assert own.svg() == match.position.picture(seat=0).svg()
    assert match.text(seat=0) != match.text()
    for picture in (spectator, own._repr_svg_()):
        head = picture[: picture.index(">")]
        width, height = (float(head.split(f'{side}="')[1].split('"')[0]) for side in ("width", "height"))
        assert 0 < width <= 480
        assert 0 < height <= 480
    with pytest.raises(bw.BadOptions, match="There is no seat 7"):
        match.picture(seat=7)


def test_a_bot_needs_only_a_position() -> None:
    match = bw.Match.new("deblockle", seed=42)
    bot = bw.bot("level1", "deblockle")
    match.play(bot.choose(match.position))
    assert match.moves_done == 1
    assert repr(bot) == "<GreedyBot for Deblockle>"


def test_a_bot_with_a_seed_repeats_itself() -> None:
    position, bot = bw.game("blokus").begin(), bw.bot("random", bw.game("blokus"))
    chosen = {str(bot.choose(position, rng=random.Random(3))) for _ in range(3)}
    assert len(chosen) == 1
    assert len({str(bot.choose(position)) for _ in range(12)}) > 1


def test_a_bot_with_nothing_to_choose_says_so() -> None:
    match = bw.Match.new("sagrada", seed=None)
    with pytest.raises(bw.IllegalMove, match="A chance outcome comes first"):
        bw.bot("random", "sagrada").choose(match.position)
    with pytest.raises(TypeError, match=r"a position, such as `match\.position`"):
        bw.bot("random", "sagrada").choose(match)  # type: ignore[arg-type]


def test_a_match_lists_its_moves_until_it_is_over() -> None:
    match = bw.Match.new("deblockle", seed=42)
    assert 0 in match.actors
    assert match.legal_moves() == match.legal_moves(0) == match.position.legal_moves()
    assert not match.legal_moves(1)
    match.play(next(iter(match.legal_moves())))
    match.resign(1)
    assert not match.actors
    assert not match.legal_moves()
    assert match.position.actors


def test_undo_needs_no_seat() -> None:
    match = bw.Match.new("deblockle")
    match.play("c7-b7")
    match.undo()
    assert match.moves_done == 0
    with pytest.raises(bw.IllegalMove, match="nothing"):
        match.undo()


def test_save_and_load_by_path(tmp_path: Path) -> None:
    match = bw.Match.new("deblockle", seed=42)
    match.play("c7-b7")
    path = tmp_path / "a.jsonl"
    path.write_bytes(bw.dump(match))
    for given in (path, str(path), path.read_bytes()):
        assert bw.load(given).head == match.head
        assert bw.verify(given).startswith("1 entry, chain intact")
    path.write_bytes(b"not a record")
    with pytest.raises(bw.BadRecord, match=r"a\.jsonl: "):
        bw.load(path)
    with pytest.raises(FileNotFoundError):
        bw.load("nowhere.jsonl")
    with pytest.raises(TypeError, match="a path or the bytes of a record, not 7"):
        bw.load(7)  # type: ignore[arg-type]


def test_a_whole_game_between_bots_and_its_analysis() -> None:
    match = bw.Match.new("deblockle", seed=42, options={"cubes": 1})
    bots = [bw.bot("perfect:iterations=10", "deblockle"), bw.bot("random", "deblockle")]
    while not match.is_over:
        position = match.position
        match.play(bots[position.actors[0]].choose(position, rng=random.Random(match.number)))
    assert isinstance(match.outcome, bw.Outcome)
    moments = list(bw.analyze(match, iterations=10))
    assert len(moments) == match.moves_done
    assert list(inspect.signature(bw.analyze).parameters) == ["match", "iterations", "seed", "seconds"]


def test_a_match_has_the_types_of_its_game() -> None:
    """mypy checks `assert_type`; at run time it returns its argument."""
    match = assert_type(bw.Match.new(GAME, seed=42), bw.Match[SagradaPosition])
    assert isinstance(assert_type(match.position, SagradaPosition), SagradaPosition)
    assert len(assert_type(match.position.legal_moves(), Collection[SagradaMove])) > 0
    assert_type(match.at(0), SagradaPosition)
    assert_type(match.branch(), bw.Match[SagradaPosition])
    assert_type(bw.Match.new("sagrada").moves, list[SagradaMove])
    assert_type(bw.load(bw.dump(match)).position, bw.Position[bw.Move, bw.View])
    assert_type(bw.games(), tuple[str, ...])
    assert bw.verify(bw.dump(match))
