"""Bots that are other programs: a good one plays, also by the Go Text Protocol; a bad one forfeits with a reason."""

from __future__ import annotations

import random
import sys
from pathlib import Path

import pytest

from boardwright.arena.pairing import Pairing, play
from boardwright.bots import bot
from boardwright.bots.bot import BotFailure
from boardwright.core.game.registry import game

EXAMPLE = Path(__file__).parents[2] / "examples" / "line_bot.py"

BAD = {
    "dies": ("import sys; sys.exit(3)", "ended with code 3"),
    "says nothing": ("import sys; sys.stdin.read()", "did not answer"),
    "answers nonsense": ("import sys\nfor line in sys.stdin: print('= xyzzy', flush=True)", "not a legal move"),
    "speaks another language": ("import sys\nfor line in sys.stdin: print('id', flush=True)", "answered 'id'"),
    "refuses": ("import sys\nfor line in sys.stdin: print('? no', flush=True)", "answered '? no'"),
    "closes its output": ("import os, sys\nos.close(1); sys.stdin.read()", "instead of answering"),
}


def command(code: str, folder: Path) -> str:
    path = folder / "bad.py"
    path.write_text(code)
    return f"{sys.executable} {path}"


def test_the_example_plays_a_whole_game() -> None:
    bots = ("greedy", f"program:{sys.executable} {EXAMPLE}")
    result = play(Pairing(number=0, game="deblockle", bots=bots, seed="a", max_moves=60))
    assert not result.forfeits
    assert result.moves > 20


@pytest.mark.parametrize("kind", BAD)
def test_a_bad_program_forfeits_with_a_reason(kind: str, tmp_path: Path) -> None:
    code, reason = BAD[kind]
    limit = 0.5 if kind == "says nothing" else 30  # only silence has to be waited for, and a busy machine starts slowly
    bots = ("random", f"program:seconds={limit} {command(code, tmp_path)}")
    result = play(Pairing(number=0, game="deblockle", bots=bots, seed="a", max_moves=60))
    assert reason in result.forfeits[1]
    assert result.places == (1, 2)


def test_a_program_that_does_not_exist_forfeits() -> None:
    bots = ("program:/nowhere/at/all", "random")
    result = play(Pairing(number=0, game="deblockle", bots=bots, seed="a", max_moves=60))
    assert "does not start" in result.forfeits[0]


def test_a_program_that_will_not_quit_is_ended(tmp_path: Path) -> None:
    code = "import sys, time\nfor line in sys.stdin: print('=', flush=True)\ntime.sleep(600)"
    player = bot(f"program:{command(code, tmp_path)}", game("deblockle"))
    position = game("deblockle").begin()
    with pytest.raises(BotFailure):
        player.choose(position, 0, random.Random(1))
    player.close()


def test_the_others_play_on_when_one_of_four_forfeits(tmp_path: Path) -> None:
    bots = ("random", f"program:{command('', tmp_path)}", "random", "random")
    result = play(Pairing(number=0, game="blokus", bots=bots, seed="a"))
    assert list(result.forfeits) == [1]
    assert result.places[1] == 4


BRIDGE = Path(__file__).parents[2] / "examples" / "gtp_opponent.py"
ENGINE = """
import sys
played = []
for line in sys.stdin:
    word, _, rest = line.strip().partition(" ")
    answer = ""
    if word == "name":
        answer = "Parrot"
    elif word == "set_game":
        assert rest == "Blokus Duo", rest
    elif word == "play":
        played.append(rest)
    elif word == "genmove":
        answer = {"w": "J5" if played == ["b e10,f10"] else "a1", "b": "e10,f10"}[rest]
    print("=", answer, flush=True)
    print(flush=True)
"""


def choose(tmp_path: Path, *moves: str) -> str:
    """Return the engine's move in Duo after those moves."""
    blokus = game("blokus")
    position = blokus.begin(2, blokus.read_options({"variant": "duo"}))
    for move in moves:
        position = position.play(position.parse(move))
    player = bot(f"program:{sys.executable} {BRIDGE} {command(ENGINE, tmp_path)}", blokus)
    try:
        return str(player.choose(position, None, random.Random(1)))
    finally:
        player.close()


def test_an_engine_is_told_the_game_and_moves_by_points(tmp_path: Path) -> None:
    assert choose(tmp_path) == "I2@4,4 r90"
    assert choose(tmp_path, "I2@4,4 r90") == "I1@9,9"


def test_an_illegal_move_of_an_engine_is_a_failure_with_a_reason(tmp_path: Path) -> None:
    with pytest.raises(BotFailure, match="the engine's move a1 is not legal"):
        choose(tmp_path, "I1@4,4")
