"""`boardwright play` in a terminal: completion, color, handing over, leaving."""

from __future__ import annotations

import os
import pty
import select
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.cli.conftest import DEBLOCKLE, GUESS, kept

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
        """Return everything shown up to that text, which has to come."""
        while text not in self.unread:
            more = self._read()
            assert more, f"{text!r} did not come after {self.unread!r}"
            self.unread += more
        shown, _, self.unread = self.unread.partition(text)
        return shown + text

    def end(self) -> int:
        """Return the exit code, once the program has ended."""
        while more := self._read():
            self.unread += more
        return os.waitstatus_to_exitcode(os.waitpid(self.process, 0)[1])

    def interrupt(self) -> int:
        """Press Ctrl-C until the program ends, as a person would, and return the exit code.

        Python misses one that comes just as it sits down to wait for keys.
        """
        for _ in range(int(PATIENCE)):
            self.type(CTRL_C)
            while select.select([self.file], [], [], 1.0)[0]:
                more = self._read()
                if not more:
                    return self.end()
                self.unread += more
        raise AssertionError(f"Ctrl-C did not end it after {self.unread!r}")

    def _read(self) -> str:
        """Return what is shown next; nothing when the program has ended."""
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


def shown(*steps: tuple[str, str], argv: tuple[str, ...] = DEBLOCKLE, term: str = "xterm") -> list[str]:
    """Return what a program shows up to each text that is waited for before keys are typed; it ends with success."""
    with terminal(*argv, term=term) as screen:
        found = []
        for text, keys in steps:
            found.append(screen.until(text))
            screen.type(keys)
        assert screen.end() == 0
    return found


def moves() -> list[str]:
    return [entry.text for entry in kept().entries if entry.kind == "move"]


def test_tab_completes_a_legal_move() -> None:
    shown(("Ada> ", f"c7-b{TAB}{ENTER}"), ("the cube may hop", ""), ("Ada> ", CTRL_D))
    assert moves() == ["c7-b7"]


def test_tab_offers_the_legal_moves_and_no_others() -> None:
    offered = shown(("Ada> ", f"c7{TAB}{TAB}{TAB}"), ("c7-d7", f"{KILL_LINE}quit{ENTER}"))[1]
    assert [move in offered for move in ("c7-b7", "c7-c6", "c7-c5")] == [True, True, False]


def test_tab_completes_commands_and_the_moves_they_ask_about() -> None:
    shown(
        ("Ada> ", f"hi{TAB}{ENTER}"),
        ("Try ", ""),
        ("Ada> ", f"wh{TAB}c7-b{TAB}{ENTER}"),
        ("c7-b7 is legal.", ""),
        ("Ada> ", f"qu{TAB}{ENTER}"),
    )


@pytest.mark.parametrize(("term", "is_colored"), [("xterm", True), ("dumb", False)])
def test_the_board_is_colored_unless_the_terminal_is_plain(term: str, is_colored: bool) -> None:
    (board,) = shown(("Ada> ", f"quit{ENTER}"), term=term)
    assert ("\x1b[3" in board) == is_colored


def test_an_interrupt_saves_the_match_and_answers_130() -> None:
    with terminal(*DEBLOCKLE) as screen:
        screen.until("Ada> ")
        screen.type(f"c7-b7{ENTER}")
        screen.until("the cube may hop")
        screen.until("Ada> ")
        assert screen.interrupt() == 130
        assert "boardwright: interrupted. Saved." in screen.unread
    assert moves() == ["c7-b7"]


def test_two_people_with_secrets_hand_over_a_clean_screen() -> None:
    seen = shown(
        (f"{CLEAR}Ada, press Enter when only you can see the screen: ", ENTER),
        ("Ada> ", f"guess 3{ENTER}"),
        (f"{CLEAR}Bo, press Enter when only you can see the screen: ", ENTER),
        ("Bo> ", f"{UP}{UP}guess 4{ENTER}"),
        (f"{CLEAR}Ada, press Enter", ENTER),
        ("Ada> ", f"stop{ENTER}"),
        argv=GUESS,
    )[3]
    assert "Ada: (hidden)" in seen
    assert "guess 3" not in seen
    assert moves() == ["guess 3", "guess 4", "stop"]


def test_one_person_against_bots_is_not_asked_to_hand_over() -> None:
    (seen,) = shown(("me> ", CTRL_D), argv=("play", "guess", "--players", "me,random"))
    assert "press Enter" not in seen


def test_the_time_counts_down_and_the_waiting_side_gets_the_keyboard_by_itself() -> None:
    seen = shown(
        ("Ada> ", f"skip{ENTER}"),
        ("Bo> ", ""),
        (f"{ABOVE}1 s left for this move", ""),
        ("Ada> ", f"skip{ENTER}"),
        argv=("play", "mage_duel", "--players", "Ada,Bo", "--save", "kept.jsonl", "-o", "move_time=2"),
    )
    assert "Red's time is over, Blue may go on" in seen[3]
    assert [entry.seat for entry in kept().entries if entry.kind == "move"] == [0, 0]


def test_replay_by_steps_waits_for_enter(record: Path) -> None:
    question = "Enter for the next position, Ctrl-D to stop: "
    first, second = shown((question, ENTER), (question, CTRL_D), argv=("replay", str(record), "--step"))
    assert "    1  " not in first
    assert "    1  Ada: " in second
