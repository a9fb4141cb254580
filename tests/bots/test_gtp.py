"""The example that seats an engine which speaks the Go Text Protocol."""

from __future__ import annotations

import random
import sys
from pathlib import Path

import pytest

from boardwright.bots import bot
from boardwright.bots.bot import BotFailure
from boardwright.core.game.registry import game

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
    """What the engine plays in Duo after those moves."""
    engine = tmp_path / "engine.py"
    engine.write_text(ENGINE)
    blokus = game("blokus")
    position = blokus.begin(2, blokus.read_options({"variant": "duo"}))
    for move in moves:
        position = position.play(position.parse(move))
    player = bot(f"program:{sys.executable} {BRIDGE} {sys.executable} {engine}", blokus)
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
