"""Reading a log that was written elsewhere.

The reader has no rules of its own: it makes every entry again as a request, lets the match write, and compares
what was written with what stands there. So whatever it accepts, a match could have written.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from boardwright.core import chance
from boardwright.core.canonical import canonical
from boardwright.core.entry import Entry, Pause, Redo, Undo, chain
from boardwright.core.game import AnyGame
from boardwright.core.header import FORMAT, Header
from boardwright.core.match import Match
from boardwright.core.refusal import BadRecord, BoardwrightError, IllegalMove, Refusal


def load(game: AnyGame, header: Header, entries: Iterable[Entry], seed: bytes | None = None) -> Match:
    """The match of a log; BadRecord names the first entry that the rules would not write, and what they would.

    >>> from boardwright.core.registry import game, names
    >>> match = Match.new(game(names()[0]), seed=bytes(32))
    >>> load(match.game, match.header, match.entries, bytes(32)).position == match.position
    True
    """
    match = _begin(game, header, seed)
    recorded = list(entries)
    if match.inherited > len(recorded):
        raise BadRecord("Header: it inherits more entries than there are.", 0)
    match._recorded = recorded
    while match.number < match.inherited:
        _compare(match, recorded, lambda: _inherit(match, recorded[match.number]))
    _compare(match, recorded, lambda: match._settle(match.begins_at))
    while match.number < len(recorded):
        _compare(match, recorded, lambda: _request(match, recorded[match.number]))
    match._recorded = ()
    return match


def _begin(game: AnyGame, header: Header, seed: bytes | None) -> Match:
    if header.boardwright != FORMAT:
        raise BadRecord(f"Header: format {header.boardwright} is unknown; this program reads format {FORMAT}.", 0)
    if (header.game, header.version) != (game.name, game.version):
        found = f"{header.game} version {header.version}"
        raise BadRecord(f"Header: the record is of {found}, here is {game.name} version {game.version}.", 0)
    if seed is not None and header.commitment != chance.commitment(seed):
        raise BadRecord("Header: it does not commit to this seed.", 0)
    if header.shares and len(header.shares) != header.seats:
        raise BadRecord(f"Header: {len(header.shares)} shares for {header.seats} seats.", 0)
    try:
        match = Match(game, header, seed)
    except BoardwrightError as error:
        raise BadRecord(f"Header: {error}", 0) from None
    if seed is not None and header.salt != chance.salt(seed, 0):
        raise BadRecord("Header: its salt is not the seed's.", 0)
    return match


def _compare(match: Match, recorded: list[Entry], write: Callable[[], object]) -> None:
    """Lets the match write, and holds what it wrote against the record."""
    first = match.number
    if first < len(recorded) and recorded[first].content is None:
        raise BadRecord(f"Entry {first + 1} is sealed: this match can be replayed after its end.", first + 1)
    try:
        write()
    except (BoardwrightError, ValueError) as error:
        fault = _broken(match.head, recorded[first]) or f"{_shown(recorded[first])} cannot be: {error}"
        raise BadRecord(f"Entry {first + 1}: {fault}", first + 1) from None
    for number in range(first, match.number):
        written = match.entries[number]
        if number >= len(recorded):
            raise BadRecord(f"The record stops after entry {number}, where the rules write {_shown(written)}.", number)
        if written != recorded[number]:
            previous = match.entries[number - 1].hash if number else match.header.hash
            fault = _broken(previous, recorded[number]) or _difference(written, recorded[number])
            raise BadRecord(f"Entry {number + 1}: {fault}", number + 1)


def _inherit(match: Match, entry: Entry) -> None:
    if not entry.is_step:
        raise IllegalMove(Refusal("not_a_step", "A branch inherits moves and chance outcomes only."))
    match._add(entry.kind, entry.seat, entry.text, entry.at)


def _request(match: Match, entry: Entry) -> None:
    """Asks the match for what an entry says; what follows by itself is nobody's request."""
    seat, at = entry.seat, entry.at
    if entry.kind == "timeout":
        if not match.expire(at):
            raise IllegalMove(Refusal("clock_runs", "No clock had run out."))
    elif entry.kind == "pause":
        match.pause(entry.read(Pause).since, at)
    elif entry.kind == "cancel":
        match.cancel(seat, at)
    elif entry.kind == "chance":
        match.take(entry.text, at)
    elif entry.kind == "end":
        raise IllegalMove(Refusal("not_over", "The match does not end here."))
    elif seat is None:
        raise IllegalMove(Refusal("no_seat", "It names no seat."))
    elif entry.kind == "move":
        match.play(entry.text, seat, at)
    elif entry.kind == "undo":
        undo = entry.read(Undo)
        match.undo(seat, at, to=undo.to, agreed=undo.agreed)
    elif entry.kind == "redo":
        match.redo(seat, at, agreed=entry.read(Redo).agreed)
    elif entry.kind == "resign":
        match.resign(seat, at)
    elif entry.text == "decline":
        match.decline_draw(seat, at)
    else:
        match.agree_draw(seat, at)


def _broken(previous: str, entry: Entry) -> str | None:
    again = chain(previous, entry.number, entry.at, entry.kind, entry.seat, entry.content, entry.salt)
    return None if again.hash == entry.hash else "its content does not agree with its hash."


def _difference(written: Entry, found: Entry) -> str:
    if _shown(written) != _shown(found):
        return f"the rules write {_shown(written)}, the record has {_shown(found)}."
    name = next(name for name in ("number", "at", "salt") if getattr(written, name) != getattr(found, name))
    return f"its {name} is {getattr(found, name)!r}, and should be {getattr(written, name)!r}."


def _shown(entry: Entry) -> str:
    seat = "" if entry.seat is None else f" by seat {entry.seat}"
    content = "" if entry.content == "" else f" {canonical(entry.content).decode()[:200]}"
    return f"{entry.kind}{content}{seat}"
