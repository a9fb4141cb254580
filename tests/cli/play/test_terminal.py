"""`boardwright play` in a terminal: completion, color, handing over, leaving."""

from __future__ import annotations

import os
import pty
import select
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from boardwright.core.records.record import load

DEBLOCKLE = ("play", "deblockle", "--seed", "sunday", "--players", "Ada,Bo", "--save", "kept.jsonl")
GUESS = ("play", "guess", "--seed", "sunday", "--players", "Ada,Bo", "--save", "kept.jsonl")
PATIENCE = 30.0
TAB, ENTER, UP, CTRL_C, CTRL_D = "\t", "\r", "\x1b[A", "\x03", "\x04"
KILL_LINE = "\x15"
ABOVE = "\x1b[F\x1b[2K"
CLEAR = "\x1b[H\x1b[2J\x1b[3J"


class Terminal:
    """A program that believes somebody sits in front of it."""

    def __init__(self, process: int, file: int) -> None:
        self.process = process
        self.file = file
        self.unread = ""

    def type(self, keys: str) -> None:
        os.write(self.file, keys.encode())

    def until(self, text: str) -> str:
        """Everything shown up to that text, which has to come."""
        while text not in self.unread:
            more = self._read()
            assert more, f"{text!r} did not come after {self.unread!r}"
            self.unread += more
        shown, _, self.unread = self.unread.partition(text)
        return shown + text

    def ask(self, name: str) -> str:
        """Everything shown up to the prompt that waits for that player's keys."""
        return self.until(f"{name}> ")

    def end(self) -> int:
        """The exit code, once the program has ended."""
        while more := self._read():
            self.unread += more
        return os.waitstatus_to_exitcode(os.waitpid(self.process, 0)[1])

    def interrupt(self) -> int:
        """Presses Ctrl-C until the program ends, as a person would: Python misses one that comes just as it sits
        down to wait for keys. The exit code."""
        for _ in range(int(PATIENCE)):
            self.type(CTRL_C)
            while select.select([self.file], [], [], 1.0)[0]:
                more = self._read()
                if not more:
                    return self.end()
                self.unread += more
        raise AssertionError(f"Ctrl-C did not end it after {self.unread!r}")

    def _read(self) -> str:
        """What is shown next; nothing when the program has ended."""
        ready, _, _ = select.select([self.file], [], [], PATIENCE)
        assert ready, f"nothing more came after {self.unread!r}"
        try:
            return os.read(self.file, 4096).decode(errors="replace")
        except OSError:  # how a terminal says that the program has gone
            return ""


@contextmanager
def terminal(*argv: str, term: str = "xterm") -> Iterator[Terminal]:
    process, file = pty.fork()
    if process == 0:
        environment = {**os.environ, "TERM": term, "INPUTRC": os.devnull}
        os.execve(sys.executable, [sys.executable, "-m", "boardwright", *argv], environment)
    try:
        yield Terminal(process, file)
    finally:
        os.close(file)  # a program that still runs is hung up on


def moves() -> list[str | None]:
    return [entry.text for entry in load(Path("kept.jsonl").read_bytes()).entries if entry.kind == "move"]


def test_tab_completes_a_legal_move() -> None:
    with terminal(*DEBLOCKLE) as screen:
        screen.ask("Ada")
        screen.type(f"c7-b{TAB}{ENTER}")
        screen.until("the cube may hop")
        screen.ask("Ada")
        screen.type(CTRL_D)
        assert screen.end() == 0
    assert moves() == ["c7-b7"]


def test_tab_offers_the_legal_moves_and_no_others() -> None:
    with terminal(*DEBLOCKLE) as screen:
        screen.ask("Ada")
        screen.type(f"c7{TAB}{TAB}{TAB}")
        offered = screen.until("c7-d7")
        assert "c7-b7" in offered
        assert "c7-c6" in offered
        assert "c7-c5" not in offered
        screen.type(f"{KILL_LINE}quit{ENTER}")
        assert screen.end() == 0


def test_tab_completes_commands_and_the_moves_they_ask_about() -> None:
    with terminal(*DEBLOCKLE) as screen:
        screen.ask("Ada")
        screen.type(f"hi{TAB}{ENTER}")
        screen.until("Try ")
        screen.ask("Ada")
        screen.type(f"wh{TAB}c7-b{TAB}{ENTER}")
        screen.until("c7-b7 is legal.")
        screen.ask("Ada")
        screen.type(f"qu{TAB}{ENTER}")
        assert screen.end() == 0


def test_the_board_is_colored_unless_the_terminal_is_plain() -> None:
    with terminal(*DEBLOCKLE) as screen:
        assert "\x1b[3" in screen.ask("Ada")
        screen.type(f"quit{ENTER}")
        assert screen.end() == 0
    with terminal(*DEBLOCKLE, term="dumb") as screen:
        assert "\x1b[3" not in screen.ask("Ada")
        screen.type(f"quit{ENTER}")
        assert screen.end() == 0


def test_an_interrupt_saves_the_match_and_answers_130() -> None:
    with terminal(*DEBLOCKLE) as screen:
        screen.ask("Ada")
        screen.type(f"c7-b7{ENTER}")
        screen.until("the cube may hop")
        screen.ask("Ada")
        assert screen.interrupt() == 130
        assert "boardwright: interrupted. Saved." in screen.unread
    assert moves() == ["c7-b7"]


def test_two_people_with_secrets_hand_over_a_clean_screen() -> None:
    with terminal(*GUESS) as screen:
        screen.until(f"{CLEAR}Ada, press Enter when only you can see the screen: ")
        screen.type(ENTER)
        screen.ask("Ada")
        screen.type(f"guess 3{ENTER}")
        screen.until(f"{CLEAR}Bo, press Enter when only you can see the screen: ")
        screen.type(ENTER)
        before = screen.ask("Bo")
        assert "Ada: (hidden)" in before
        assert "guess 3" not in before
        screen.type(f"{UP}{UP}guess 4{ENTER}")
        screen.until(f"{CLEAR}Ada, press Enter")
        screen.type(ENTER)
        screen.ask("Ada")
        screen.type(f"stop{ENTER}")
        assert screen.end() == 0
    assert moves() == ["guess 3", "guess 4", "stop"]


def test_one_person_against_bots_is_not_asked_to_hand_over() -> None:
    with terminal("play", "guess", "--players", "me,random") as screen:
        assert "press Enter" not in screen.ask("me")
        screen.type(CTRL_D)
        assert screen.end() == 0


def test_the_time_counts_down_and_the_waiting_side_gets_the_keyboard_by_itself() -> None:
    duel = ("play", "mage_duel", "--players", "Ada,Bo", "--save", "kept.jsonl", "-o", "move_time=2")
    with terminal(*duel) as screen:
        screen.ask("Ada")
        screen.type(f"skip{ENTER}")
        screen.ask("Bo")
        screen.until(f"{ABOVE}1 s left for this move")
        assert "Red's time is over, Blue may go on" in screen.ask("Ada")
        screen.type(f"skip{ENTER}")
        assert screen.end() == 0
    assert [entry.seat for entry in load(Path("kept.jsonl").read_bytes()).entries if entry.kind == "move"] == [0, 0]


def test_replay_by_steps_waits_for_enter(record: Path) -> None:
    with terminal("replay", str(record), "--step") as screen:
        assert "    1  " not in screen.until("Enter for the next position, Ctrl-D to stop: ")
        screen.type(ENTER)
        assert "    1  Ada: " in screen.until("Enter for the next position, Ctrl-D to stop: ")
        screen.type(CTRL_D)
        assert screen.end() == 0
