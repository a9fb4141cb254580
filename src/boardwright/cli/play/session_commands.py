"""Commands of a terminal match, typed instead of a move. Their docstrings are the text of `help`."""

from __future__ import annotations

import shutil
from pathlib import Path

from boardwright.bots.analysis.analysis import coach, study
from boardwright.bots.analysis.draws import accepts_draw
from boardwright.cli.play.session import Quit, SessionCommand, TerminalSession
from boardwright.cli.show import option_value
from boardwright.cli.wrapping import say
from boardwright.core.hidden import resampled
from boardwright.core.match.wording import log_text
from boardwright.core.refusal import IllegalMove, Refusal, Unreadable


def hint(session: TerminalSession, seat: int, rest: str) -> None:
    """suggest a move, why, and others"""
    rng = session.rng()
    found = study(coach(session.game), session.match.now_position(session.now()), seat, rng)
    best, *others = found.best
    said = best.move if best.description == best.move else f"{best.move} ({best.description})"
    say(f"Try {said}. {best.why} Value: {option_value(best)}.")
    for option in others:
        say(f"  or {option.move}: {option_value(option)}. {option.why}")


def moves(session: TerminalSession, seat: int, rest: str) -> None:
    """list the legal moves, or those that start with TEXT"""
    legal = session.match.position.legal_moves(seat, session.played_now())
    texts = [text for text in map(str, legal) if text.startswith(rest)]
    if texts:
        width = max(map(len, texts)) + 2
        each = max(1, shutil.get_terminal_size().columns // width)
        for first in range(0, len(texts), each):
            print("".join(f"{text:{width}}" for text in texts[first : first + each]).rstrip())
    print(f"{len(texts)} moves")


def why(session: TerminalSession, seat: int, rest: str) -> None:
    """explain why a move is not possible"""
    position = session.match.position
    refusal = position.refusal(position.parse(rest), seat, session.played_now())
    say(f"{rest} is legal." if refusal is None else f"{session.translate(refusal.text)} ({refusal.code})")


def undo(session: TerminalSession, seat: int, rest: str) -> None:
    """undo the last move of a person, and the bots' replies"""
    # People at one screen agree among themselves, as on the page.
    line = session.match.line()
    last = next((i for i in reversed(range(len(line))) if line[i].seat in session.people), None)
    if last is None:
        raise IllegalMove(Refusal("nothing_to_undo", "There is nothing to undo."))
    to, mover = (line[last - 1].number if last else 0), line[last].seat or 0
    match = session.match
    is_free = match.undo_refusal(mover, to, (), session.now()) is None
    match.undo(mover, session.now(), to=to, agreed=() if is_free else range(match.header.seats))


def redo(session: TerminalSession, seat: int, rest: str) -> None:
    """redo what was undone"""
    match = session.match
    mover = next((one for one in session.people if match.redo_refusal(one) is None), seat)
    match.redo(mover, session.now(), agreed=() if match.redo_refusal(mover) is None else range(match.header.seats))


def back(session: TerminalSession, seat: int, rest: str) -> None:
    """show the board N entries ago (default: 1)"""
    last = session.match.number
    if not (rest or "1").isdecimal() or int(rest or "1") > last:
        raise Unreadable(f"`back` takes a number from 0 to {last}, not {rest!r}.")
    number = last - int(rest or "1")
    print(f"After entry {number} of {last}:")
    session.show(seat, number)


def log(session: TerminalSession, seat: int, rest: str) -> None:
    """list all entries with their numbers"""
    say(session.translate.lines("\n".join(log_text(session.match, seat))))


def save(session: TerminalSession, seat: int, rest: str) -> None:
    """save the match to FILE"""
    if not rest:
        raise Unreadable("The file name is missing: `save FILE`.")
    session.save(Path(rest))
    say(f"Saved as {rest}.")


def draw(session: TerminalSession, seat: int, rest: str) -> None:
    """offer a draw, or accept the one offered"""
    match = session.match
    match.agree_draw(seat, session.now())
    for other in [one for one in match.seats_left() if one not in match.draw_agreed]:
        if not _agrees_to_draw(session, other):
            match.decline_draw(other, session.now())
            say(f"{session.name(other)} declines the draw.")
            return
        match.agree_draw(other, session.now())


def _agrees_to_draw(session: TerminalSession, seat: int) -> bool:
    if seat in session.people:
        return session.prompt.agrees(f"{session.name(seat)}, do you agree to a draw?")
    match = session.match
    known = resampled(match.position, seat, session.rng())
    return accepts_draw(match.game, known, seat, is_repeated=match.repetitions.count(match.current) > 1)


def resign(session: TerminalSession, seat: int, rest: str) -> None:
    """resign"""
    session.match.resign(seat, session.now())


def leave(session: TerminalSession, seat: int, rest: str) -> None:
    """quit; the match is saved and can be continued"""
    raise Quit


def show_help(session: TerminalSession, seat: int, rest: str) -> None:
    """show this list"""
    print("Type a move or a command; Tab completes both.")
    for name, command in SESSION_COMMANDS.items():
        say(f"  {name:7} {command.__doc__}")


SESSION_COMMANDS: dict[str, SessionCommand] = {
    "hint": hint, "moves": moves, "why": why, "undo": undo, "redo": redo, "back": back, "log": log,
    "save": save, "draw": draw, "resign": resign, "help": show_help, "quit": leave,
}  # fmt: skip
