"""Agents in tournaments: a program that plays by the tools of one seat."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from boardwright.arena.pairing import Pairing, play
from boardwright.bots import bot, is_bot, names
from boardwright.bots.bot import BotFailure
from boardwright.core.refusal import Unreadable
from boardwright.core.registry import game

EXAMPLE = Path(__file__).parents[2] / "examples" / "mcp_agent.py"


def test_an_agent_plays_a_whole_game() -> None:
    agent = f"agent:command={sys.executable} {EXAMPLE}"
    pairing = Pairing(number=0, game="sagrada", bots=(agent, "random"), seed="s", options={"size": "tiny"}, keep=True)
    result = play(pairing)
    assert result.forfeits == {}
    assert result.moves > 3


@pytest.mark.parametrize(
    ("command", "reason"),
    [
        ("/nonesuch/agent", "it cannot be started: No such file or directory"),
        (f"{sys.executable} -c 'raise SystemExit(3)'", "it ended with code 3 before its move"),
        (f"{sys.executable} -c 'import time; time.sleep(60)',seconds=0.5", "it did not move within 0.5 s"),
    ],
)
def test_an_agent_that_does_not_play_forfeits(command: str, reason: str) -> None:
    player = bot(f"agent:command={command}", "deblockle")
    try:
        with pytest.raises(BotFailure, match=reason):
            player.choose(game("deblockle").begin())
    finally:
        player.close()


def test_bots_that_start_programs_or_read_files_are_not_offered() -> None:
    assert is_bot("agent:command=x")
    assert {"agent", "network"}.isdisjoint(names(game("deblockle")))
    with pytest.raises(Unreadable, match="name the program"):
        bot("agent", "deblockle")
    with pytest.raises(Unreadable, match="agent:OPTIONS, network:OPTIONS, program:COMMAND"):
        bot("nobody", "deblockle")
