"""Commands and custom cards as data, for any game."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest

from boardwright.core.card_data import (
    Args,
    BadCards,
    CardFolder,
    Command,
    Condition,
    Instruction,
    JsonObject,
    Language,
    LegalCommands,
    Registry,
    Rule,
    RuleJson,
    Rules,
    Source,
)
from boardwright.core.moves.gesture import Drag, Press

SHOP = Language(Command, Registry("condition", Condition), Registry("instruction", Instruction), reserved=("undo",))


@SHOP.conditions.plain(reads=(0,), proves=("coins",))
def can_pay(coins: int, args: Args) -> str:
    return "" if coins > args[0] else "too_poor"


@SHOP.conditions.plain(ranges={1: range(2)})
def two_goods(coins: int, args: Args) -> str:
    return "" if args[1] < 2 else "no_such_thing"


@SHOP.instructions.plain(needs=("coins",), spoils=("coins",))
def pay(coins: int, args: Args) -> int:
    return coins - args[0] - 1


def rule(reg_exp: str, conditions: Sequence[str] = (), instructions: Sequence[str] = ()) -> Rule[Command]:
    json = RuleJson(
        reg_exp=reg_exp,
        undoable=True,
        conditions=[{"condition": name} for name in conditions],
        instructions=[{"instruction": name} for name in instructions],
    )
    return Rule(json, "shop.json: card 1", SHOP)


def test_conditions_limit_the_moves_before_and_while_arguments_are_known() -> None:
    buy = rule("buy [1-9] [1-9]", ("can_pay", "two_goods"), ("pay",))
    assert (buy.forms, buy.stages) == (18, (1, None))
    assert [str(move) for move in buy.legal_moves(2)] == ["buy 1 1", "buy 1 2", "buy 2 1", "buy 2 2"]
    assert len(buy.all_moves()) == 18
    assert (buy.refusal(2, (2, 0)), buy.refusal(9, (0, 5)), buy.refusal(2, (0, 0))) == ("too_poor", "no_such_thing", "")


@pytest.mark.parametrize(
    ("reg_exp", "conditions", "instructions", "problem"),
    [
        ("buy .", (), (), "card 1: key 'reg_exp' must be a word"),
        ("undo", (), (), "card 1: key 'reg_exp' must not begin with one of undo"),
        ("buy", ("can_pay",), (), "card 1: a condition reads argument 0, but there are 0"),
        ("buy", (), ("steal",), "card 1: unknown instruction 'steal'; there are pay"),
        (r"buy \d", (), ("pay",), "card 1: an instruction needs coins, and no condition"),
        (r"buy \d", ("can_pay",), ("pay", "pay"), "card 1: an instruction needs coins, and no condition"),
        (r"buy \d \d \d \d", (), (), "card 1: more than 1000 different commands"),
    ],
)
def test_what_cannot_be_played_is_refused_with_its_place(
    reg_exp: str, conditions: Sequence[str], instructions: Sequence[str], problem: str
) -> None:
    with pytest.raises(BadCards, match=problem.replace("(", r"\(")):
        rule(reg_exp, conditions, instructions).prove()


def test_rules_are_found_by_word_and_numbers() -> None:
    some = Rules([rule("buy [1-3]"), rule("buy [3-5]"), rule("sell"), rule(r"buy \d \d")])
    assert some.words == ("buy", "sell")
    assert some.of_shape(Command("buy", (9,))) == list(some.rules[:2])
    assert some.matching(Command("buy", (3,))) == list(some.rules[:2])
    assert some.matching(Command("buy", (9,))) == []
    assert not some.of_shape(Command("steal"))


def test_of_several_rules_the_first_that_accepts_a_command_carries_it_out() -> None:
    some = Rules([rule("buy [1-3]", ("can_pay",)), rule("buy [1-5]")])
    for is_listed in (False, True):
        legal = LegalCommands(2, some, otherwise=Command("leave"))
        assert not is_listed or len(legal) == 5
        found = [legal.judge(Command("buy", (number,))) for number in (1, 3, 5, 6)]
        assert found == [(some.rules[0], ""), (some.rules[1], ""), (some.rules[1], ""), (None, "")]
        assert Command("leave") not in legal


def test_of_several_rules_the_last_that_matches_says_why_it_refuses() -> None:
    some = Rules(
        [rule(r"buy \d", ("can_pay",)), rule("buy [1-5] [1-5]"), rule(r"buy \d"), rule("buy [5-9]", ("can_pay",))]
    )
    assert some.judge(Command("buy", (9,)), 2) == (some.rules[2], "")
    some = Rules([some.rules[3], some.rules[0], rule("buy 1", ("can_pay",))])
    assert some.judge(Command("buy", (9,)), 2) == (some.rules[1], "too_poor")
    assert Command("buy", (9,)) not in LegalCommands(2, some)


def test_a_command_is_read_and_pressed_by_its_text() -> None:
    move = Command("buy", (2, 30))
    assert Command.parse("buy 2 30", None) == move
    assert [Command.parse(text, None) for text in ("Buy 2", "buy  2", " buy", "buy -1", "buy 1" + "0" * 18)] == [
        None
    ] * 5
    assert (move.words(None), move.gesture(None)) == ("buy 2 30", Press("buy 2 30"))
    assert Command.from_gesture(Press("buy 2 30"), None) == move
    assert Command.from_gesture(Drag("buy 2 30", "buy 2 30"), None) is None


def test_where_nothing_is_legal_another_command_may_be() -> None:
    poor = Rules([rule("buy [1-3]", ("can_pay",))])
    assert list(LegalCommands(0, poor, otherwise=Command("leave"))) == [Command("leave")]
    assert Command("leave") in LegalCommands(0, poor, otherwise=Command("leave"))
    assert len(LegalCommands(0, poor)) == 0


class Cards(JsonObject, frozen=True):
    goods: tuple[str, ...] = ()
    prices: Mapping[str, int] = {}


def _one_good(file: str, text: str) -> Source:
    return Source(file, {"goods": [text.strip()]})


FOLDER = CardFolder(Cards, lambda sources: [each.file for each in sources if "bad" in each.file], {".txt": _one_good})


def test_a_folder_of_own_cards_becomes_one_text_in_the_options(tmp_path: Path) -> None:
    (tmp_path / "a.json").write_text('{"goods": ["lamp"], "prices": {"lamp": 3}}')
    (tmp_path / "b.json").write_text('{"prices": {"bell": 1}}')
    (tmp_path / "c.txt").write_text("bell\n")
    given: dict[str, Any] = {"cards": str(tmp_path), "size": 3}
    assert FOLDER.check(tmp_path) == []
    assert FOLDER.in_options(given) == {"cards": '{"goods":["lamp","bell"],"prices":{"bell":1,"lamp":3}}', "size": 3}
    assert FOLDER.in_options({"cards": "{}"}) == {"cards": "{}"}


def test_every_fault_of_a_folder_is_a_sentence(tmp_path: Path) -> None:
    assert "no such folder" in FOLDER.check(tmp_path / "none")[0]
    assert "there is no .json or .txt file" in FOLDER.check(tmp_path)[0]
    (tmp_path / "bad.json").write_text("{}")
    assert FOLDER.check(tmp_path) == ["bad.json"]
    with pytest.raises(BadCards, match=r"bad\.json"):
        FOLDER.in_options({"cards": str(tmp_path)})
    (tmp_path / "wrong.json").write_text('{"goods": 5}')
    assert FOLDER.check(tmp_path) == ["wrong.json: Expected `array`, got `int` - at `$.goods`."]
    (tmp_path / "text.txt").write_bytes(b"\xff")
    assert "text.txt: this is not text" in FOLDER.check(tmp_path)[0]
