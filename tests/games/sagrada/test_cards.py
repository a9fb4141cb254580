"""Cards as data: what is refused when they are loaded, and custom cards at play."""

from __future__ import annotations

import json
from copy import deepcopy
from importlib import resources
from pathlib import Path
from random import Random
from typing import Any

import pytest

from boardwright.cli import main
from boardwright.core.match.match import Match
from boardwright.core.records.record import dump, load
from boardwright.core.refusal import BadOptions
from boardwright.games.sagrada import GAME
from boardwright.games.sagrada.conditions import CONDITIONS
from boardwright.games.sagrada.instructions import INSTRUCTIONS
from boardwright.games.sagrada.options import CUSTOM_CARDS
from boardwright.games.sagrada.position import SagradaPosition, play_position
from boardwright.games.sagrada.rulebook import rulebook
from tests.games.sagrada.play import PLAIN

DARKENING: dict[str, Any] = {
    "name": "Soot Brush",
    "description": "Make the die in your hand a 6.",
    "id": 28,
    "active": True,
    "activator": {
        "undoable": True,
        "conditions": [{"condition": "die_picked", "value": True}],
        "instructions": [],
    },
    "commands": [
        {
            "reg_exp": "blacken \\d",
            "undoable": True,
            "conditions": [
                {"condition": "arg_comparison", "type_of_comparison": "equal_to", "index": 0, "bound": 5},
                {"condition": "arg_comparison", "type_of_comparison": "greater_than", "index": 0, "bound": 0},
                {"condition": "arg_comparison", "type_of_comparison": "smaller_than", "index": 0, "bound": 6},
            ],
            "instructions": [
                {"instruction": "set_shade_of_picked_die", "argument": "no_constraint"},
                {"instruction": "tear_down", "condition": None},
            ],
        }
    ],
}

STAR = {"name": "Star", "description": "", "id": 30, "pattern": {"type": "star"}, "points_per_pattern": 1}


def folder(tmp_path: Path, **files: Any) -> Path:
    for name, data in files.items():
        (tmp_path / f"{name}.json").write_text(json.dumps(data), "utf-8")
    return tmp_path


def broken(path: tuple[Any, ...], value: Any) -> dict[str, Any]:
    """The card with one value changed."""
    card = deepcopy(DARKENING)
    place: Any = card
    for key in path[:-1]:
        place = place[key]
    place[path[-1]] = value
    return card


def test_a_good_card_has_no_problems(tmp_path: Path) -> None:
    assert CUSTOM_CARDS.check(folder(tmp_path, mine={"tool_cards": [DARKENING]})) == []


@pytest.mark.parametrize(
    ("path", "value", "said"),
    [
        (("activator", "conditions", 0, "condition"), "die_piked", "unknown condition 'die_piked'"),
        (
            ("activator", "conditions", 0, "value"),
            1,
            "'die_picked': Expected `bool`, got `int` - at `$.value`",
        ),
        (("activator", "conditions"), [{"condition": "die_picked"}], "Object missing required field `value`"),
        (("activator", "conditions"), [{"condition": "die_picked", "value": True, "x": 1}], "unknown field `x`"),
        (("activator", "conditions"), 5, "Expected `array`, got `int` - at `$.activator.conditions`"),
        (("activator", "undoable"), "yes", "Expected `bool`, got `str` - at `$.activator.undoable`"),
        (("activator",), [], "Expected `object`, got `array` - at `$.activator`"),
        (("commands", 0, "reg_exp"), "blacken .*", "key 'reg_exp'"),
        (
            ("commands", 0, "conditions", 0, "bound"),
            "the_moon",
            "at `$.bound`; possible are dice_pool_size",
        ),
        (("commands", 0, "conditions", 0, "index"), 3, "a condition reads argument 3, but there are 1"),
        (
            ("commands", 0, "conditions", 0, "type_of_comparison"),
            "more",
            "possible are greater_than, smaller_than",
        ),
        (
            ("commands", 0, "instructions", 0, "instruction"),
            "explode",
            "command 'blacken \\\\d': unknown instruction 'explode'",
        ),
        (("commands", 0), [], "Expected `object`, got `array` - at `$.commands[0]`"),
        (("commands", 0, "instructions", 0, "argument"), "double", "'double' - at `$.argument`; possible are increase"),
        (("commands", 0, "instructions", 1, "condition"), {"condition": "no"}, "unknown condition 'no'"),
        (("commands", 0, "reg_exp"), "blacken \\d \\d \\d \\d \\d", "more than 1000 different commands"),
        (("commands", 0, "reg_exp"), "undo \\d", "they are reserved"),
        (("id",), 25, "key 'id' must not be one of 23 to 27"),
        (("id",), 15, "15 is the number of a public objective"),
        (("name",), 5, "Expected `str`, got `int` - at `$.name`"),
    ],
)
def test_errors_name_file_card_and_key(tmp_path: Path, path: tuple[Any, ...], value: Any, said: str) -> None:
    problems = CUSTOM_CARDS.check(folder(tmp_path, mine={"tool_cards": [broken(path, value)]}))
    assert len(problems) == 1
    assert problems[0].startswith("mine.json: ")
    assert said in problems[0]
    assert "card 28 'Soot Brush'" in problems[0] or path in (("id",), ("name",))


@pytest.mark.parametrize(
    ("conditions", "instruction", "missing"),
    [
        ([], {"instruction": "place_die"}, "a die in hand"),
        ([], {"instruction": "move_die"}, "a die at arguments 0 and 1"),
        ([], {"instruction": "swap_from_round_track"}, "a die in hand"),
        ([], {"instruction": "roll_die"}, "a die in hand"),
        ([], {"instruction": "take_two_turns"}, "a later turn in this round"),
        ([], {"instruction": "pick_die_from_dice_bag"}, "an empty hand"),
        ([{"condition": "die_picked", "value": False}], {"instruction": "pick_die_from_dice_bag"}, "a die in the bag"),
        ([{"condition": "die_picked", "value": True}], {"instruction": "advance_game"}, "an empty hand"),
        ([], {"instruction": "manage_favor_points"}, "favor points to pay"),
        ([], {"instruction": "pick_die_from_dice_pool"}, "an empty hand"),
    ],
)
def test_an_instruction_must_be_covered_by_conditions(
    tmp_path: Path, conditions: list[Any], instruction: Any, missing: str
) -> None:
    card = broken(("activator",), {"undoable": True, "conditions": [], "instructions": []})
    card["commands"] = [
        {"reg_exp": "try \\d \\d \\d \\d", "undoable": True, "conditions": conditions, "instructions": [instruction]}
    ]
    problems = CUSTOM_CARDS.check(folder(tmp_path, mine={"tool_cards": [card]}))
    assert len(problems) == 1
    assert f"needs {missing}" in problems[0]


def test_every_problem_of_a_folder_is_reported(tmp_path: Path) -> None:
    bad = {"name": "Bad", "difficulty": 9, "rows": ["....."] * 4}
    problems = CUSTOM_CARDS.check(
        folder(tmp_path, a={"tool_cards": [broken(("id",), 24)], "windows": [bad]}, b={"windows": [{"name": "X"}]})
    )
    assert [problem.split(":")[0] for problem in problems] == ["a.json", "a.json", "b.json"]


@pytest.mark.parametrize(
    ("data", "said"),
    [
        ({"tool_card": []}, "unknown field `tool_card`"),
        ({"commands": []}, "unknown field `commands`"),
        ([], "Expected `object`, got `array`"),
        ({"windows": {}}, "Expected `array`, got `object`"),
        ({"solo_colors": {"pink": [28]}}, "'pink' is not a color"),
        ({"windows": [{"name": "X", "difficulty": 3, "rows": ["....."] * 3}]}, "length >= 4 - at `$.rows`"),
        (
            {"windows": [{"name": "X", "difficulty": 3, "rows": ["....Z"] * 4}]},
            "[RGYBP1-6.]{5}$' - at `$.rows[0]`",
        ),
        ({"public_objectives": [STAR]}, "'star' - at `$.pattern.type`"),
    ],
)
def test_files_are_checked_too(tmp_path: Path, data: Any, said: str) -> None:
    problems = CUSTOM_CARDS.check(folder(tmp_path, mine=data))
    assert len(problems) == 1
    assert said in problems[0]


def test_a_missing_or_empty_folder_or_a_broken_file_is_a_problem(tmp_path: Path) -> None:
    assert "no such folder" in CUSTOM_CARDS.check(tmp_path / "nowhere")[0]
    assert "no .json" in CUSTOM_CARDS.check(tmp_path)[0]
    (tmp_path / "x.json").write_text("{")
    assert "x.json: this is not JSON" in CUSTOM_CARDS.check(tmp_path)[0]


def test_a_window_in_six_lines_of_text(tmp_path: Path) -> None:
    (tmp_path / "mine.txt").write_text("Rose\n4\nR....\n.1...\n..x..\n  \n")
    options = GAME.Options.read_local({"cards": str(tmp_path)})
    assert rulebook(options.cards).windows["Rose"].cells == "R.....1............."
    (tmp_path / "mine.txt").write_text("Rose\nhard\n")
    assert "mine.txt: six lines" in CUSTOM_CARDS.check(tmp_path)[0]


def test_own_cards_are_played_and_the_options_hold_them_in_full(tmp_path: Path) -> None:
    options = GAME.Options.read_local({"cards": str(folder(tmp_path, mine={"tool_cards": [DARKENING]}))})
    again = GAME.read_options({"cards": options.cards})
    assert again == options
    position = play_position((PLAIN, PLAIN), ((23,), (24,)), (13, 14, 15), (28, 1, 2), options)
    for face in ("R1", "G2", "Y3", "B4", "P5"):
        position = position.take(face)
    for text in ("pick 1", "tool 28", "blacken 6"):
        position = position.play(position.parse(text))
    assert position.view(0).picked == "R6"
    assert GAME.decode(GAME.encode(position)) == position
    assert position.view(0).buttons == ()


def test_an_own_card_can_be_dealt_numbered_and_drawn(tmp_path: Path) -> None:
    options = GAME.Options.read_local({"cards": str(folder(tmp_path, mine={"tool_cards": [DARKENING]}))})
    words = {move.word for move in GAME.actions(2, options).moves}
    assert "blacken" in words
    position = GAME.begin(2, options)
    rng = Random(1)
    while position.state.waiting != "tool":
        seat = position.actors[0] if position.actors else 0
        if position.chance is not None:
            position = position.take(position.chance.sample(rng))
        else:
            position = position.play(position.parse("window 1"), seat)
    assert "28" in (position.chance or ())


def test_an_own_card_with_a_known_id_takes_its_place(tmp_path: Path) -> None:
    options = GAME.Options.read_local({"cards": str(folder(tmp_path, mine={"tool_cards": [broken(("id",), 6)]}))})
    assert rulebook(options.cards).tools[6].name == "Soot Brush"
    assert rulebook().tools[6].name == "Flux Brush"


def test_options_from_afar_read_no_files(tmp_path: Path) -> None:
    path = str(folder(tmp_path, mine={"tool_cards": [DARKENING]}))
    with pytest.raises(BadOptions, match="JSON text"):
        GAME.read_options({"cards": path})


@pytest.mark.parametrize("text", ["{", '{"tool_cards": 5}', '{"tool_cards": [{}]}', '{"commands": []}'])
def test_bad_cards_in_options_are_refused(text: str) -> None:
    with pytest.raises(BadOptions):
        GAME.read_options({"cards": text})


def test_a_bad_folder_is_refused_with_its_problems(tmp_path: Path) -> None:
    path = folder(tmp_path, mine={"tool_cards": [broken(("name",), 5)]})
    with pytest.raises(BadOptions, match=r"mine\.json.*\$\.name"):
        GAME.Options.read_local({"cards": str(path)})


def test_a_record_with_own_cards_needs_no_files(tmp_path: Path) -> None:
    path = folder(tmp_path, mine={"tool_cards": [DARKENING]})
    match = Match.new(GAME, seats=2, options=GAME.Options.read_local({"cards": str(path)}), seed=bytes(32))
    match.play("window 1", 0)
    match.play("window 2", 1)
    (tmp_path / "mine.json").unlink()
    again = load(dump(match))
    assert again.position == match.position
    assert isinstance(again.position, SagradaPosition)
    assert 28 in again.position.book.tools


def test_the_command_prints_what_is_wrong(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = str(folder(tmp_path, mine={"tool_cards": [DARKENING]}))
    assert main(["cards", "check", "sagrada", path]) == 0
    assert "all cards can be played" in capsys.readouterr().out
    folder(tmp_path, worse={"tool_cards": [broken(("id",), 24)]})
    assert main(["cards", "check", "sagrada", path]) == 1
    assert capsys.readouterr().out.startswith("worse.json: card 24")
    assert main(["cards", "check", "deblockle", path]) == 2
    assert "has no cards that are data" in capsys.readouterr().err


def test_the_page_for_card_authors_names_every_condition_and_instruction_with_its_options() -> None:
    page = resources.files("boardwright.games.sagrada").joinpath("data/README.md").read_text("utf-8")
    for name, options in [(name, kind.options) for name, kind in CONDITIONS.items()] + [
        (name, kind.options) for name, kind in INSTRUCTIONS.items()
    ]:
        line = next(line for line in page.splitlines() if line.startswith(f"| `{name}` |"))
        assert all(f"`{option}`" in line for option in options.__struct_fields__)


def test_the_expression_of_a_command_may_have_a_class_of_digits(tmp_path: Path) -> None:
    card = broken(("commands", 0, "reg_exp"), "blacken [1-9]")
    options = GAME.Options.read_local({"cards": str(folder(tmp_path, mine={"tool_cards": [card]}))})
    position = play_position((PLAIN, PLAIN), ((23,), (24,)), (13, 14, 15), (28, 1, 2), options)
    for face in ("R1", "G2", "Y3", "B4", "P5"):
        position = position.take(face)
    for text in ("pick 1", "tool 28", "blacken 6"):
        position = position.play(position.parse(text))
    assert position.view(0).picked == "R6"
