"""Agents in tournaments: a program that plays by the tools of one seat."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest

from boardwright.arena.pairing import Pairing, play
from boardwright.bots import bot, is_bot, names
from boardwright.bots.bot import BotFailure
from boardwright.cli import main
from boardwright.core.game.registry import game
from boardwright.core.records.record import verify
from boardwright.core.refusal import Unreadable

EXAMPLE = Path(__file__).parents[2] / "examples" / "mcp_agent.py"


def test_an_agent_plays_a_whole_game() -> None:
    agent = f"agent:command={sys.executable} {EXAMPLE}"
    pairing = Pairing(number=0, game="sagrada", bots=(agent, "random"), seed="s", options={"size": "tiny"}, keep=True)
    result = play(pairing)
    assert result.forfeits == {}
    assert result.moves > 3


NOTING = """
import asyncio, json, os, sys
from mcp import Client

async def main():
    async with Client(os.environ["BOARDWRIGHT_MCP_URL"]) as tools:
        async def call(tool, **more):
            result = await tools.call_tool(tool, {"match": "tournament", **more})
            return result.structured_content.get("result", result.structured_content)
        notes = []
        while True:
            state = await call("wait", seconds=60)
            history = await call("history")
            notes.append({"state": state, "history": history["lines"], "record": await call("record")})
            if state["status"] == "over":
                break
            if state["moves"]:
                await call("play", move=state["moves"][-1])
        with open(sys.argv[1], "w") as file:
            json.dump(notes, file)

asyncio.run(main())
"""


def test_an_agent_in_the_arena_reads_the_log_the_names_and_the_outcome(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    (tmp_path / "noting.py").write_text(NOTING)
    spec = f"agent:command={sys.executable} {tmp_path / 'noting.py'} {tmp_path / 'notes.json'}"
    assert main(["arena", "sagrada", spec, "random", "-o", "size=tiny", "--games", "1", "--seed", "3", "--json"]) == 0
    (result,) = json.loads(capsys.readouterr().out)["results"]
    notes = json.loads((tmp_path / "notes.json").read_text())
    seat = result["pairing"]["bots"].index(spec)
    assert len(notes) > 2
    for note in notes:
        assert note["state"]["players"] == result["pairing"]["bots"]
        assert note["state"]["your_seats"] == [seat]
        assert len(note["history"]) == note["state"]["number"]
        assert "chain intact" in verify(note["record"].encode())
    assert any("random: " in line for line in notes[1]["history"]), "the moves of the opponent are told"
    assert any("(hidden)" in line for line in notes[0]["history"]), "and no secrets"
    assert "all moves legal" in verify(notes[-1]["record"].encode())
    last = notes[-1]["state"]
    assert (last["status"], last["board"] != notes[-2]["state"]["board"]) == ("over", True)
    assert " : ".join(map(str, result["scores"])) in last["outcome"]
    assert notes[-1]["history"][-1].endswith(last["outcome"])


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
