"""The example games come from packages of their own, and every surface takes them as it takes the built-in ones."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.author.environment import Environment
from tests.games.test_modules import EVERYWHERE, WHERE_NEEDED, modules
from tests.page.driver import Driver
from tests.scale import SCALE

GAMES = ("causeway", "drop_four", "full_carts", "gulls", "hedges")
SECRETS = {"full_carts", "gulls"}
SMALL = {"causeway": ("-o", "size=4")}
"""Options for bots that play whole games: without an evaluation they need seconds a move on a large board."""
LONG = {"causeway", "full_carts", "hedges"}
"""Random play takes too long here; some moves of each kind are made."""
DEALS = {
    "full_carts": r"deals 10 cards each, 4 face up \(\d+, \d+, \d+, \d+\), 80 face down",
    "gulls": "deals 5 cards each, 14 face down",
}
ROOT = Path(__file__).parents[2]

games = pytest.mark.parametrize("name", GAMES)
games_of_the_day = pytest.mark.parametrize("name", GAMES if SCALE > 1 else ("drop_four", "full_carts"))
"""A game with a board and one with cards and secrets; the nightly run takes all of them to every surface."""


def test_boardwright_itself_knows_nothing_of_them() -> None:
    words = re.compile(r"drop.?four|\bgulls?\b|causeway|full.?carts|\bhedges\b", re.IGNORECASE)
    here = {Path(__file__), ROOT / "docs" / "new-game.md"}
    pages = ("conftest.py", "pictures.py", "test_analysis.py", "test_extras.py", "test_learning.py")
    here |= {ROOT / "tests" / "page" / name for name in pages}
    here |= {ROOT / "tests" / "author" / "test_workbench.py", ROOT / "docs" / "images" / "authors.py"}
    here.add(ROOT / "docs" / "bots.md")  # figures
    files = [path for folder in ("src", "docs", "tests") for path in (ROOT / folder).rglob("*.*")]
    texts = [
        path for path in files if path.suffix in (".py", ".md", ".js", ".toml", ".txt", ".html") and path not in here
    ]
    assert [path for path in texts if words.search(path.read_text("utf-8"))] == []


@games
def test_its_modules_have_the_names_that_the_built_in_games_use(name: str) -> None:
    assert modules(ROOT / "examples" / name / "src" / name) <= EVERYWHERE | WHERE_NEEDED


@pytest.mark.parametrize("name", sorted({"causeway", "full_carts", "hedges"}))
def test_it_is_short_and_draws_nothing_itself(name: str) -> None:
    modules = sorted((ROOT / "examples" / name / "src" / name).glob("*.py"))
    assert sum(len(path.read_text().splitlines()) for path in modules) < 140
    assert not any(re.search(r"\b(Picture|Shape|rect|circle|polygon)\b", path.read_text()) for path in modules)


@games
def test_it_is_listed_beside_the_others(name: str, installed: Environment) -> None:
    listed = {game["name"]: game for game in json.loads(installed.boardwright("games", "--json"))}
    assert name in listed
    assert "deblockle" in listed
    assert listed[name]["has_secrets"] == (name in SECRETS)


@games
def test_its_own_tests_pass_and_bring_one_for_each_law(name: str, installed: Environment) -> None:
    done = installed.run(
        "-m", "pytest", "-v", "-p", "no:cacheprovider", "--boardwright-random", "1", str(ROOT / "examples" / name)
    )
    assert done.returncode == 0, done.stdout
    for law in ("pure", "complete", "round trips", "no leaks", "display", "sane", "ends", "counts"):
        assert f"{name}: {law}" in done.stdout


@games_of_the_day
def test_a_person_plays_in_the_terminal_and_the_record_is_verified(
    name: str, installed: Environment, tmp_path: Path
) -> None:
    mine = "d6\n" if name in ("causeway", "drop_four") else "hint\nmoves\n"
    shown = installed.boardwright(
        "play", name, "--seed", "sunday", "--save", "left.jsonl", typed=mine + "why z\nlog\nquit\n", cwd=tmp_path
    )
    assert "is not a move here" in shown
    assert "moves look like" in shown
    bots = ("--players", "random,greedy:seconds=0.02", "--seed", "sunday", *SMALL.get(name, ()))
    installed.boardwright("play", name, *bots, "--save", "whole.jsonl", cwd=tmp_path)
    assert "all moves legal" in installed.boardwright("verify", "whole.jsonl", cwd=tmp_path)
    assert "won" in installed.boardwright("replay", "whole.jsonl", cwd=tmp_path)
    installed.boardwright("branch", "whole.jsonl", "--at", "6", "--out", "what-if.jsonl", cwd=tmp_path)


@pytest.mark.parametrize("name", sorted(SECRETS))
def test_bots_meet_in_the_arena(name: str, installed: Environment, tmp_path: Path) -> None:
    report = installed.boardwright(
        "arena",
        name,
        "greedy:seconds=0.02",
        "random",
        "--games",
        "2",
        "--json",
        "--out",
        "results.jsonl",
        *SMALL.get(name, ()),
        cwd=tmp_path,
    )
    assert {row["bot"] for row in json.loads(report)["standings"]} == {"greedy:seconds=0.02", "random"}


LAB = """
import contextlib, io, sys
import pyspiel
from pettingzoo.test import api_test, seed_test
from boardwright.core.game.registry import game
from boardwright.lab import openspiel, pettingzoo

name = sys.argv[1]
with contextlib.redirect_stdout(io.StringIO()):
    api_test(pettingzoo.env(name), num_cycles=20)
    seed_test(lambda: pettingzoo.env(name), num_cycles=10)
    pyspiel.random_sim_test(pyspiel.load_game("boardwright_" + name), num_sims=1, serialize=True, verbose=False)
table = game(name)
actions = table.actions(2, table.read_options())
assert actions.size == len(table.begin().moves.all(table.begin())) and actions.shape[0] > 10
picture = table.begin()._repr_svg_()
assert picture.startswith("<svg") and f"<title>{table.title}" in picture
print("fine")
"""


@games_of_the_day
def test_learning_programs_and_notebooks_take_it(name: str, installed: Environment) -> None:
    done = installed.run("-W", "ignore", "-c", LAB, name)
    assert done.stdout.endswith("fine\n"), done.stderr


@games_of_the_day
def test_a_match_against_a_bot_on_the_page(name: str, visit: Callable[..., Any]) -> None:
    page = visit()
    hands = Driver(page, seed=7)
    hands.sit(game=name, players=["me", "random"])
    dealt = page.locator("#log li.chance .what").all_inner_texts()[:1]  # the bot may have drawn already
    assert [bool(re.fullmatch(DEALS[name], text)) for text in dealt] == [True] * (name in DEALS)
    for _ in range(8 if name in LONG else 60):
        if not hands.wait_turn():
            break
        hands.mouse(hands.choose())
    assert name in LONG or page.query_selector("#replay"), "the match does not end"
    secret = page.locator("#log .said", has_text="chooses in secret.").count()
    assert bool(secret) == (name == "full_carts"), "what the bot chose face down"
    assert not page.errors
    page.goto(page.url.split("#")[0] + f"#/rules/{name}")
    page.wait_for_selector(".prose h1")
