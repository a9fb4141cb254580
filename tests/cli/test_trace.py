"""`boardwright trace`, on traces that the engine itself has written, then altered."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeAlias

import pytest

from boardwright.core.registry import game
from boardwright.core.tracing import tracer_of

Cli: TypeAlias = Callable[..., tuple[int, str, str]]
MOVES = [
    (0, {"kind": "pass"}),
    (0, {"kind": "pass"}),
    (1, {"kind": "move", "from": [3, 1], "to": [3, 3]}),
    (1, {"kind": "pass"}),
]


@pytest.fixture
def lines() -> list[dict[str, Any]]:
    """A trace of four steps, the second and third refused."""
    given = {"trace": 1, "game": "deblockle", "rules": "seed", "players": 2, "setup": {"num_cubes": 1}}
    tracer = tracer_of(game("deblockle"), given)
    steps = [
        {"step": number, "actor": actor, "move": move, **tracer.step(actor, move)}
        for number, (actor, move) in enumerate(MOVES, 1)
    ]
    header = {**given, **tracer_of(game("deblockle"), given).header()}
    return [header, *steps, {"result": None}]


def write(lines: list[dict[str, Any]], name: str = "one.jsonl") -> str:
    Path(name).write_text("".join(f"{json.dumps(line)}\n" for line in lines))
    return name


def test_traces_steps_and_refusals_that_agree_are_counted(cli: Cli, lines: list[dict[str, Any]]) -> None:
    one, two = write(lines), write(lines, "two.jsonl")
    assert cli("trace", one, two) == (0, "2 traces agree: 8 steps, 4 of them refusals.\n", "")
    assert json.loads(cli("trace", one, "--json")[1]) == {"traces": 1, "steps": 4, "refusals": 2}


@pytest.mark.parametrize(
    ("number", "key", "value"),
    [
        (0, "legal", 99),
        (0, "players", 3),
        (0, "extra", "key"),
        (1, "legal", 99),
        (1, "accepted", False),
        (1, "accepted", 1),
        (1, "state", {}),
        (1, "ascii", "no board"),
        (1, "sound", "click"),
        (2, "why", "because"),
        (3, "step", 7),
        (5, "result", {"scores": [1, 0]}),
        (5, "extra", None),
    ],
)
def test_every_key_is_compared_and_both_sides_are_shown(
    cli: Cli, lines: list[dict[str, Any]], number: int, key: str, value: Any
) -> None:
    lines[number][key] = value
    path = write(lines)
    code, out, err = cli("trace", path)
    assert (code, err) == (1, "")
    assert out.startswith(f"{path}, line {number + 1}, {key}")
    assert "\n  trace:  " in out
    assert "\n  engine: " in out
    difference = json.loads(cli("trace", path, "--json")[1])["difference"]
    assert difference["line"] == number + 1
    assert json.dumps(difference["trace"]) != json.dumps(difference["engine"])


def test_the_deepest_difference_is_named(cli: Cli, lines: list[dict[str, Any]]) -> None:
    lines[1]["state"]["board"][1]["up"] = 9
    code, out, _ = cli("trace", write(lines))
    assert code == 1
    assert ", line 2, state.board[1].up:\n  trace:  9\n" in out


def test_nothing_is_replayed_after_the_first_difference(cli: Cli, lines: list[dict[str, Any]]) -> None:
    good = write(lines)
    lines[4]["legal"] = 99
    bad = write(lines, "bad.jsonl")
    _, out, _ = cli("trace", good, bad, "nowhere.jsonl")
    assert out.endswith("Before that 1 traces and 7 steps agreed.\n")


@pytest.mark.parametrize(
    ("number", "line", "message"),
    [
        (0, {"trace": 2, "game": "deblockle"}, "a trace begins with a header"),
        (0, {"trace": 1, "game": ["deblockle"]}, "a trace begins with a header"),
        (0, {"trace": 1, "game": "chess"}, "No game 'chess' is installed"),
        (0, {"trace": 1, "game": "guess"}, "Guess has no trace format"),
        (0, {"trace": 1, "game": "deblockle", "rules": "seed"}, "'setup'"),
        (2, {"step": 2}, "the game's tracer cannot read it: KeyError('actor')"),
        (2, {"step": 2, "actor": 0, "move": 17}, "Line 3"),
        (2, {"step": 2, "chance": {"die": 6}}, "Line 3"),
        (2, {"result": None}, "Line 4: nothing follows the result"),
    ],
)
def test_a_file_that_is_no_trace_is_wrong_input(
    cli: Cli, lines: list[dict[str, Any]], number: int, line: dict[str, Any], message: str
) -> None:
    lines[number] = line
    code, out, err = cli("trace", write(lines))
    assert (code, out) == (2, "")
    assert err.startswith("boardwright: one.jsonl: Line ")
    assert message in err


def test_a_trace_without_its_result_is_cut_off(cli: Cli, lines: list[dict[str, Any]]) -> None:
    assert "the trace is cut off" in cli("trace", write(lines[:-1]))[2]
