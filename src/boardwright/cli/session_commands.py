"""Commands of a terminal match, typed instead of a move. Their docstrings are the text of `help`."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path

from boardwright.bots import bot
from boardwright.bots.defaults import HINT
from boardwright.cli.session import Quit, Session, SessionCommand
from boardwright.cli.show import log_text
from boardwright.core.refusal import IllegalMove, Refusal, Unreadable


def hint(session: Session, seat: int, rest: str) -> None:
    """suggest a move"""
    rng = session.rng()
    position = session.match.position.resample(seat, rng)
    move = bot(HINT, session.game).choose(position, seat, rng)
    description = session.game.describe(move, position)
    print(f"Try {move}" if description == str(move) else f"Try {move} ({description})")


def moves(session: Session, seat: int, rest: str) -> None:
    """list the legal moves, or those that start with TEXT"""
    legal = session.match.position.legal_moves(seat, session.played_now())
    texts = [text for text in map(str, legal) if text.startswith(rest)]
    if texts:
        width = max(map(len, texts)) + 2
        each = max(1, shutil.get_terminal_size().columns // width)
        for first in range(0, len(texts), each):
            print("".join(f"{text:{width}}" for text in texts[first : first + each]).rstrip())
    print(f"{len(texts)} moves")


def why(session: Session, seat: int, rest: str) -> None:
    """explain why a move is not possible"""
    position = session.match.position
    refusal = position.refusal(position.parse(rest), seat, session.played_now())
    print(f"{rest} is legal." if refusal is None else f"{refusal.text} ({refusal.code})")


def undo(session: Session, seat: int, rest: str) -> None:
    """undo the last move of a person, and the bots' replies"""
    line = session.match.line()
    last = next((i for i in reversed(range(len(line))) if line[i].seat in session.people), None)
    if last is None:
        raise IllegalMove(Refusal("nothing_to_undo", "There is nothing to undo."))
    to, mover = (line[last - 1].number if last else 0), line[last].seat or 0
    match = session.match
    agreed = _consent(session, mover, lambda agreed: match.undo_refusal(mover, to, agreed, session.now()))
    match.undo(mover, session.now(), to=to, agreed=agreed)


def redo(session: Session, seat: int, rest: str) -> None:
    """redo what was undone"""
    match = session.match
    mover = next((one for one in session.people if match.redo_refusal(one) is None), seat)
    agreed = _consent(session, mover, lambda agreed: match.redo_refusal(mover, agreed))
    match.redo(mover, session.now(), agreed=agreed)


def _consent(session: Session, mover: int, refusal: Callable[[tuple[int, ...]], Refusal | None]) -> tuple[int, ...]:
    """The seats whose consent is needed: bots always agree, people are asked."""
    others = tuple(seat for seat in session.match.seats_left() if seat != mover)
    if refusal(()) is None or refusal(others) is not None:
        return ()
    asked = [seat for seat in others if seat in session.people]
    for seat in asked:
        if not session.prompt.agrees(f"{session.name(seat)}, do you agree?"):
            raise IllegalMove(Refusal("no_consent", f"{session.name(seat)} does not agree."))
    return others


def back(session: Session, seat: int, rest: str) -> None:
    """show the board N entries ago (default: 1)"""
    last = session.match.number
    if not (rest or "1").isdecimal() or int(rest or "1") > last:
        raise Unreadable(f"`back` takes a number from 0 to {last}, not {rest!r}.")
    number = last - int(rest or "1")
    print(f"After entry {number} of {last}:")
    session.show(seat, number)


def log(session: Session, seat: int, rest: str) -> None:
    """list all entries with their numbers"""
    print("\n".join(log_text(session.match, seat)))


def save(session: Session, seat: int, rest: str) -> None:
    """save the match to FILE"""
    if not rest:
        raise Unreadable("The file name is missing: `save FILE`.")
    session.save(Path(rest))
    print(f"Saved as {rest}.")


def resign(session: Session, seat: int, rest: str) -> None:
    """resign"""
    session.match.resign(seat, session.now())


def leave(session: Session, seat: int, rest: str) -> None:
    """quit; the match is saved and can be continued"""
    raise Quit


def show_help(session: Session, seat: int, rest: str) -> None:
    """show this list"""
    print("Type a move or a command; Tab completes both.")
    for name, command in SESSION_COMMANDS.items():
        print(f"  {name:7} {command.__doc__}")


SESSION_COMMANDS: dict[str, SessionCommand] = {
    "hint": hint, "moves": moves, "why": why, "undo": undo, "redo": redo, "back": back, "log": log,
    "save": save, "resign": resign, "help": show_help, "quit": leave,
}  # fmt: skip
