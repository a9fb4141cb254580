"""`boardwright play`, typed through a pipe."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from boardwright.cli.play.prompt import Prompt
from boardwright.cli.play.session_commands import SESSION_COMMANDS
from boardwright.core.game import registry
from boardwright.core.records.record import dump_for, load
from tests.cli.conftest import DEBLOCKLE, GUESS, Cli, done, kept, refused

BOT = ("play", "deblockle", "--seed", "1", "--players", "me,random", "--save", "kept.jsonl")
COMMANDS = ("hint", "moves", "why", "undo", "redo", "back", "log", "save", "draw", "resign", "help", "quit")
PLAYED = {
    "an illegal or unreadable move is explained and asked again": (
        ("c7-c5", "xyzzy", "", "c7-b7"),
        ("is not a roll", "'xyzzy' is not a move here; moves look like"),
        ["c7-b7"],
    ),
    "why prints the refusal and its code": (
        ("why d4-d5", "why c7-b7", "why", "why not"),
        ("There is no cube on d4. (empty_square)", "c7-b7 is legal.", "'not' is not a move here"),
        [],
    ),
    "moves lists all": (("moves",), ("12 moves",), []),
    "moves lists those that begin with a text": (("moves c7",), ("c7-c6  c7-b7  c7-d7\n3 moves\n",), []),
    "moves says when there are none": (("moves x",), ("\n0 moves\n",), []),
    "undo and redo say that there is nothing to do": (
        ("undo", "redo"),
        ("There is nothing to undo.", "Nothing was taken back, or a move was made since."),
        [],
    ),
    "back knows how far it goes": (
        ("c7-b7", "back 2", "back -1", "back x", "back 99999999999999999999"),
        tuple(f"`back` takes a number from 0 to 1, not '{given}'." for given in (2, -1, "x", 99999999999999999999)),
        ["c7-b7"],
    ),
    "log numbers the entries and marks undone ones": (
        ("c7-b7", "undo", "log"),
        ("    1  Ada: c7-b7 (undone)\n    2  Ada: undo (to entry 0)\n",),
        ["c7-b7", ""],
    ),
    "people at one keyboard are asked about a draw": (
        ("draw", "y"),
        ("The players agreed to a draw.",),
        ["offer", "accept", ""],
    ),
    "help lists every command": (
        ("help",),
        tuple(f"\n  {command} " for command in COMMANDS),
        [],
    ),
}
"""By the rule: the lines that are typed, some texts that are shown, and the texts of the entries."""


def typed(*lines: str) -> str:
    return "".join(f"{line}\n" for line in lines)


@pytest.mark.parametrize(("lines", "shown", "entries"), PLAYED.values(), ids=PLAYED)
def test_a_line_is_a_move_or_a_command(
    cli: Cli, lines: tuple[str, ...], shown: tuple[str, ...], entries: list[str]
) -> None:
    _, out, _ = cli(*DEBLOCKLE, typed=typed(*lines))
    assert [text for text in shown if text not in out] == []
    if entries:
        assert [entry.text for entry in kept().entries] == entries


def test_the_end_of_the_input_leaves_and_saves(cli: Cli) -> None:
    assert done(cli, *DEBLOCKLE, typed=typed("c7-b7")).endswith("To continue it: boardwright play --from kept.jsonl\n")
    assert [entry.text for entry in kept().entries] == ["c7-b7"]


def test_nothing_played_is_nothing_saved(cli: Cli, home: Path) -> None:
    _, out, _ = cli(*DEBLOCKLE, typed=typed("moves", "quit"))
    assert out.endswith("Nothing was played, so nothing was saved.\n")
    assert cli(*GUESS, typed=typed("quit"))[1].endswith("Nothing was played, so nothing was saved.\n")
    assert list(home.iterdir()) == []


def test_without_a_name_a_match_is_saved_in_the_state_folder(cli: Cli, home: Path) -> None:
    _, out, _ = cli("play", "deblockle", "--players", "Ada,Bo", typed=typed("c7-b7", "quit"))
    (saved,) = (home.parent / "state" / "boardwright").iterdir()
    assert out.endswith(f"boardwright play --from {saved}\n")
    assert list(home.iterdir()) == []
    assert cli("verify", str(saved))[0] == 0


def test_a_saved_match_goes_on(cli: Cli) -> None:
    cli(*DEBLOCKLE, typed=typed("c7-b7"))
    assert done(cli, "play", "--from", "kept.jsonl", typed=typed("pass", "c1-b1")).startswith("Deblockle: Ada – Bo.")
    assert [entry.text for entry in kept().entries] == ["c7-b7", "pass", "c1-b1"]


def test_an_ended_match_is_shown_and_stays_as_it_is(cli: Cli, ended: Path) -> None:
    before = ended.read_bytes()
    assert ". Guess.\n" in done(cli, "play", "--from", str(ended))
    assert ended.read_bytes() == before


def test_a_record_whose_seed_is_secret_does_not_go_on(cli: Cli, record: Path) -> None:
    record.write_bytes(dump_for(load(record.read_bytes()), None))
    assert "its seed is secret" in refused(cli, "play", "--from", str(record))


def test_a_hint_is_a_legal_move(cli: Cli) -> None:
    _, out, _ = cli(*DEBLOCKLE, typed=typed("hint"))
    hint = out.split("Try ")[1].split(" (")[0]
    cli(*DEBLOCKLE, typed=typed(hint))
    assert kept().entries[0].text == hint


def test_undo_and_redo_are_entries(cli: Cli) -> None:
    cli(*DEBLOCKLE, typed=typed("c7-b7", "undo", "redo", "undo", "pass"))
    assert [(entry.kind, entry.seat) for entry in kept().entries] == [
        ("move", 0), ("undo", 0), ("redo", 0), ("undo", 0), ("move", 0),
    ]  # fmt: skip


def test_undo_against_a_bot_goes_back_to_ones_own_last_move(cli: Cli) -> None:
    cli(*BOT, typed=typed("pass", "undo", "c7-b7"))
    entries = kept().entries
    undone = next(entry for entry in entries if entry.kind == "undo")
    assert {entry.seat for entry in entries[1 : undone.number - 1]} == {1}
    assert (undone.seat, undone.content) == (0, {"to": 0, "agreed": [1]})
    assert entries[undone.number].text == "c7-b7"


def test_redo_against_a_bot_brings_its_answers_back(cli: Cli) -> None:
    cli(*BOT, typed=typed("pass", "undo", "redo"))
    match = kept()
    undone = next(entry.number for entry in match.entries if entry.kind == "undo")
    assert match.position == match.at(undone - 1)


def test_people_at_one_screen_are_not_asked_for_consent(cli: Cli) -> None:
    _, out, _ = cli(*GUESS, typed=typed("guess 1", "guess 2", "roll", "undo", "redo"))
    assert "agree" not in out
    taken = [(entry.kind, entry.content) for entry in kept().entries if entry.kind in ("undo", "redo")]
    assert taken == [("undo", {"to": 4, "agreed": [1]}), ("redo", {"to": 6, "agreed": [1]})]


def test_a_roll_taken_back_and_made_again_falls_the_same(cli: Cli) -> None:
    cli(*GUESS, typed=typed("guess 1", "guess 2", "roll", "undo", "roll"))
    rolls = [entry.text for entry in kept().entries if entry.kind == "chance"][2:]
    assert len(rolls) == 2
    assert rolls[0] == rolls[1]


def test_back_shows_the_board_some_entries_ago(cli: Cli) -> None:
    _, out, _ = cli(*DEBLOCKLE, typed=typed("c7-b7", "pass", "back 2"))
    match = kept()
    assert f"After entry 0 of 2:\n{match.game.text(match.at(0).view(1))}\n" in out
    assert match.number == 2


def test_save_writes_a_record_and_never_over_another_file(cli: Cli, home: Path) -> None:
    (home / "letter.txt").write_text("dear Bo\n")
    lines = typed("c7-b7", "save letter.txt", "save", "save no/where", "save one.jsonl", "pass", "save one.jsonl")
    _, out, _ = cli(*DEBLOCKLE, typed=lines)
    assert "letter.txt exists and is not an earlier state of this match; choose another name." in out
    assert "The file name is missing: `save FILE`." in out
    assert "No such file or directory" in out
    assert out.endswith("Everything is saved.\n")
    assert load((home / "one.jsonl").read_bytes()).number == 2
    assert sorted(path.name for path in home.iterdir()) == ["letter.txt", "one.jsonl"]


def test_resigning_ends_the_match(cli: Cli) -> None:
    _, out, _ = cli(*DEBLOCKLE, typed=typed("resign"))
    assert "Bo won, 0 : 1. Ada resigned.\n" in out
    outcome = kept().outcome
    assert outcome is not None
    assert outcome.winners == (1,)


def test_bots_alone_play_to_the_end_and_the_seed_decides(cli: Cli) -> None:
    argv = ("play", "guess", "--players", "random,random", "--seed", "7", "--save")
    assert ". Guess.\n" in done(cli, *argv, "one.jsonl")
    cli(*argv, "two.jsonl")
    one, two = (load(Path(name).read_bytes()) for name in ("one.jsonl", "two.jsonl"))
    assert [entry.text for entry in one.entries] == [entry.text for entry in two.entries]
    cli("play", "guess", "--players", "random,random", "--seed", "8", "--save", "three.jsonl")
    assert load(Path("three.jsonl").read_bytes()).header.commitment != one.header.commitment


def test_bots_options_keep_their_commas(cli: Cli) -> None:
    err = refused(cli, "play", "guess", "--players", "random:x=1,y=2,me")
    assert "'random:x=1,y=2': random takes no options." in err


def test_a_strategy_of_the_game_plays_and_one_of_another_game_is_not_taken_for_a_person(
    cli: Cli, monkeypatch: pytest.MonkeyPatch
) -> None:
    own = {"easy": lambda position, seat, rng: list(position.legal_moves(seat))[-1]}
    monkeypatch.setattr(registry.game("guess").bot, "strategies", own)
    out = done(cli, "play", "guess", "--players", "easy,random", "--seed", "7")
    assert "easy: stop\n" in out
    assert ". Guess.\n" in out
    for name in ("easy", "level9", "randon"):
        err = refused(cli, "play", "deblockle", "--players", f"me,{name}")
        assert f"Deblockle has no bot {name!r}; it has greedy, level1," in err


def test_a_person_never_sees_the_others_secrets(cli: Cli) -> None:
    _, out, _ = cli(*GUESS, typed=typed("guess 3", "log", "guess 4", "log"))
    cards = [int(entry.text) for entry in kept().entries[:2]]
    first, second = out.split("Bo> ", 1)
    assert f"GuessView(seat=0, cards=({cards[0]}, 0)" in first
    assert f"GuessView(seat=1, cards=(0, {cards[1]})" in first.rsplit("Ada> ")[-1]
    assert "    1  Chance: (hidden)\n" in second
    assert f"    2  Chance: {cards[1]}\n" in second
    assert "    3  Ada: (hidden)\n" in second
    assert f"cards=({cards[0]}, {cards[1]})" not in out


def test_a_deal_is_one_line_of_the_log(cli: Cli) -> None:
    deal = ("play", "flock", "--players", "Ada,random", "--seed", "7", "--save", "kept.jsonl")
    _, out, _ = cli(*deal, typed=typed("log", "redeal", "log"))
    dealt = [entry.dealt for entry in kept().entries if entry.dealt]
    assert len(dealt) >= 2
    for number, each in zip((1, 3), dealt, strict=False):
        own, other, up, _ = (part.cards or () for part in each.parts)
        assert f"{number:5}  Chance: deals 2 cards each, 1 face up ({up[0]}), 5 face down\n" in out
        assert set(own) != set(other)
        assert f"You have {', '.join(sorted(other))}." not in out
    assert f"You have {', '.join(sorted(dealt[1].parts[0].cards or ()))}.\n" in out
    assert cli("verify", "kept.jsonl")[1].endswith("every chance outcome is the seed's\n")
    _, _, said = cli("perft", "flock", "1")
    assert "A deal of 10 cards is not counted; count from a position after it." in said


@pytest.mark.parametrize(
    ("players", "lines", "late"), [("Ada,Bo", ("guess 2", "guess 3"), None), ("random,random", (), {0, 1})]
)
def test_a_clock_that_has_run_out_plays_for_people_and_bots(
    cli: Cli, monkeypatch: pytest.MonkeyPatch, players: str, lines: tuple[str, ...], late: set[int] | None
) -> None:
    times = iter(range(1_000_000, 10_000_000, 40_000))
    monkeypatch.setattr("boardwright.cli.play.play._now", lambda: next(times))
    code, out, err = cli(*GUESS, "--players", players, "--clock", "60", typed=typed(*lines))
    assert (code, err, "Time is up.\n" in out) == (0, "", True)
    timeouts = {entry.seat for entry in kept().entries if entry.kind == "timeout"}
    assert timeouts == late if late else timeouts


def test_the_waiting_side_of_a_duel_gets_the_keyboard_when_the_other_is_late(
    cli: Cli, monkeypatch: pytest.MonkeyPatch
) -> None:
    now, pauses, ask = [1_000_000], iter((0, 66_000, 0)), Prompt.ask

    def answered(self: Prompt, *question: Any) -> str:
        line = ask(self, *question)
        now[0] += next(pauses)
        return line

    monkeypatch.setattr("boardwright.cli.play.play._now", lambda: now[0])
    monkeypatch.setattr(Prompt, "ask", answered)
    duel = ("play", "mage_duel", "--players", "Ada,Bo", "--save", "kept.jsonl", "-o", "move_time=65")
    _, out, _ = cli(*duel, typed=typed("skip", "skip", "skip"))
    assert "131 s left for this move" in out, "before the first move both may act in either window"
    assert "66 s left for this move" in out
    assert "Red's 65 seconds for this move are over." in out
    assert "Red's time is over, Blue may go on" in out
    assert [entry.seat for entry in kept().entries if entry.kind == "move"] == [0, 0]


def test_an_interrupt_saves_and_says_so(cli: Cli, monkeypatch: pytest.MonkeyPatch) -> None:
    answers = iter(["c7-b7"])

    def interrupted(_: str) -> str:
        for answer in answers:
            return answer
        raise KeyboardInterrupt

    monkeypatch.setattr("builtins.input", interrupted)
    code, _, err = cli(*DEBLOCKLE)
    assert code == 130
    assert err.startswith("boardwright: interrupted. Saved.")
    assert err.count("\n") == 1
    assert kept().number == 1


def test_bytes_that_are_not_text_are_not_a_move(home: Path) -> None:
    command = [sys.executable, "-m", "boardwright", *DEBLOCKLE]
    done = subprocess.run(command, input=b"\xff\xfe\x00\x1b[31m\nc7-b7\n", capture_output=True, check=False)
    assert (done.returncode, done.stderr) == (0, b"")
    assert kept().number == 1


def test_a_pipe_gets_no_colors(cli: Cli) -> None:
    assert "\x1b" not in cli(*DEBLOCKLE, typed=typed("c7-b7", "hint", "moves"))[1]


def test_a_legal_move_takes_precedence_over_a_command_of_the_same_name(
    cli: Cli, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(SESSION_COMMANDS, "guess", lambda session, seat, rest: print(f"command {rest}"))
    _, out, _ = cli(*GUESS, typed=typed("guess 9", "guess 3"))
    assert "command 9\n" in out
    assert "command 3\n" not in out
    assert kept().entries[-1].text == "guess 3"


def test_a_bot_says_a_neutral_line_at_the_end_unless_it_is_silent(cli: Cli) -> None:
    play = ("play", "blokus", "-o", "variant=duo", "--players", "random,Ada", "--seed", "4")
    moves = typed("I1@9,9", "resign")
    _, out, _ = cli(*play, typed=moves)
    assert "random: Good game. The analysis shows where it turned.\n" in out
    _, out, _ = cli(*play, "--silent", typed=moves)
    assert "Good game" not in out


def test_a_bot_answers_the_offer_of_a_draw(cli: Cli) -> None:
    _, out, _ = cli("play", "deblockle", "--players", "Ada,random", "--seed", "4", typed=typed("draw", "quit"))
    assert "random declines the draw.\n" in out
    lost = ("play", "deblockle", "-o", "cubes=1", "--players", "Ada,random", "--seed", "4")
    _, out, _ = cli(*lost, typed=typed("draw"))
    assert "The players agreed to a draw." in out


@pytest.mark.parametrize("moves", [("go", "list"), ("go", "later")])
def test_rules_that_fail_are_named_and_the_match_so_far_is_kept(
    cli: Cli, monkeypatch: pytest.MonkeyPatch, moves: tuple[str, ...]
) -> None:
    monkeypatch.setenv("FAULTY", "1")
    code, out, err = cli("play", "faulty", "--players", "Ada,Bo", "--save", "kept.jsonl", typed=typed(*moves))
    error = " ".join(err.split())
    stored = ["go", "list"] if moves[1] == "list" else ["go"]
    assert (code, "Traceback" in out + err) == (1, False)
    assert f"Faulty failed after move {len(stored)}, `{stored[-1]}`: ZeroDivisionError: the " in error
    assert re.search(r"faulty\.py, line \d+\)\. Saved\.", error)
    lines = Path("kept.jsonl").read_text().splitlines()
    assert [move for line in lines for move in stored if f'"{move}"' in line] == stored


@pytest.mark.parametrize(
    "command", ["verify kept.jsonl", "replay kept.jsonl", "play --from kept.jsonl", "analyze kept.jsonl"]
)
def test_every_command_names_rules_that_fail_on_a_record(
    cli: Cli, monkeypatch: pytest.MonkeyPatch, command: str
) -> None:
    cli("play", "faulty", "--players", "Ada,Bo", "--save", "kept.jsonl", typed=typed("go", "later", "quit"))
    monkeypatch.setenv("FAULTY", "1")
    err = refused(cli, *command.split(), code=1)
    assert re.search(
        r"faulty failed: ZeroDivisionError: the rule was changed \(.*faulty\.py, line \d+\)\.$", joined(err)
    )


def test_a_tournament_names_rules_that_fail(cli: Cli, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FAULTY", "1")
    monkeypatch.setattr("faulty.MOVES", ("go", "later"))
    code, _, err = cli("arena", "faulty", "random", "greedy", "--games", "40")
    assert (code, "Traceback" in err) == (1, False)
    assert "faulty failed: ZeroDivisionError: " in joined(err)


def joined(text: str) -> str:
    return " ".join(text.split())
