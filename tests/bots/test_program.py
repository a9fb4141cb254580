"""Bots that are other programs: a good one plays, a bad one forfeits with a reason."""

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
