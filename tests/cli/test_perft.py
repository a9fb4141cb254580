"""`boardwright perft`."""

from __future__ import annotations

import json

import pytest

from tests.cli.conftest import Cli


@pytest.mark.parametrize(
    ("argv", "count"),
    [
        (("deblockle", "0"), 1),
        (("deblockle", "5", "-o", "cubes=1"), 198),
        (("deblockle", "5", "-o", "cubes=1", "--no-pass"), 48),
        (("deblockle", "4", "-o", "cubes=2", "-o", "variant=contract", "--no-pass"), 1239),
        (("blokus", "2", "--seats", "4"), 3364),
    ],
)
def test_sequences_of_moves_are_counted(cli: Cli, argv: tuple[str, ...], count: int) -> None:
    assert cli("perft", *argv) == (0, f"{count}\n", "")


def test_outcomes_of_chance_and_the_moves_of_every_actor_are_steps(cli: Cli) -> None:
    assert [cli("perft", "guess", str(depth))[1] for depth in range(5)] == ["1\n", "5\n", "25\n", "250\n", "1250\n"]


def test_divide_shows_the_count_below_each_first_step(cli: Cli) -> None:
    assert cli("perft", "deblockle", "3", "-o", "cubes=1", "--divide")[1] == "d7-c7: 8\npass: 4\n12\n"
    assert cli("perft", "guess", "2", "--divide")[1] == "1: 5\n2: 5\n3: 5\n4: 5\n5: 5\n25\n"


def test_json_names_what_was_counted(cli: Cli) -> None:
    argv = ("perft", "deblockle", "3", "-o", "cubes=1", "--divide", "--json", "--no-pass")
    facts = {"game": "deblockle", "seats": 2, "depth": 3, "passes": False, "count": 3}
    assert json.loads(cli(*argv)[1]) == {**facts, "divide": {"d7-c7": 3}}
