"""Reading a log that was written elsewhere.

The reader has no rules of its own: it makes every entry again as a request, lets the match write, and compares
what was written with what stands there. So whatever it accepts, a match could have written.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

import msgspec

from boardwright.core.canonical import canonical, is_portable
from boardwright.core.chance import distribution as chance
from boardwright.core.chance.deal import Chances, Deal
from boardwright.core.chance.sealed_deal import SealedDeal
from boardwright.core.game.game import AnyGame
from boardwright.core.match.entry import Drawn, Entry, Pause, Redo, Undo, chain
from boardwright.core.match.header import NOT_PORTABLE, Branch, Header, is_hex
from boardwright.core.match.match import Match
from boardwright.core.match.writer import ChanceDraw, NoSource
from boardwright.core.records.migration import migration_fault
from boardwright.core.refusal import BadRecord, BoardwrightError, NotARecord
from boardwright.core.rules.line import Step


def load(game: AnyGame, header: Header, entries: Iterable[Entry], seed: bytes | None = None) -> Match:
    """Return the match of a log; BadRecord names the first entry that the rules would not write, and what they would.

    >>> from boardwright.core.game.registry import game, names
    >>> match = Match.new(game(names()[0]), seed=bytes(32))
    >>> load(match.game, match.header, match.entries, bytes(32)).position == match.position
    True
    """
    match, recorded = begin(game, header, seed), list(entries)
    if match.inherited > len(recorded):
        raise BadRecord(f"Header: it inherits {match.inherited} entries, and there are {len(recorded)}.", 0)
    if seed is None and header.commitment is not None:
        match.source = _Recorded(recorded)
    while match.number < match.inherited:
        _compare(match, recorded, lambda: _inherit(match, recorded[match.number]))
    _compare(match, recorded, lambda: match.settle(match.now))
    while match.number < len(recorded):
        _compare(match, recorded, lambda: _request(match, recorded[match.number]))
    if fault := migration_fault(header, recorded):
        raise BadRecord(f"Header: {fault}", 0)
    if seed is None:
        match.source = NoSource()
    return match


class _Recorded:
    """While the seed is still secret: salts and chance outcomes are taken from the record, as far as they can be."""

    def __init__(self, entries: Sequence[Entry]) -> None:
        self._entries = entries
        self._met: dict[tuple[int, str], str] = {}

    def salt(self, number: int, part: int | None = None) -> str:
        if number > len(self._entries):
            return ""
        entry = self._entries[number - 1]
        salt = entry.salt if part is None else entry.read(SealedDeal).parts[part].salt
        if not is_hex(salt, 32):
            raise BadRecord(f"Entry {number}: its salt {salt[:40]!r} is not 32 hexadecimal digits.", number)
        return salt

    def draw(self, number: int, ordinal: int, chances: Chances) -> ChanceDraw:
        """Return what the record has drawn; the same chance met again must have the same outcome."""
        if number > len(self._entries):
            raise BadRecord(f"The record stops after entry {number - 1}, where chance is drawn.", number)
        entry = self._entries[number - 1]
        if entry.kind != "chance":
            raise BadRecord(f"Entry {number}: the rules draw chance here, the record has {shown(entry)}.", number)
        drawn = entry.read(SealedDeal) if isinstance(chances, Deal) else entry.read(Drawn)
        first = self._met.setdefault((ordinal, chances.digest), drawn.outcome)
        if not is_hex(drawn.of, 32) or first != drawn.outcome:
            raise BadRecord(f"Entry {number}: {shown(entry)} is not drawn from a seed.", number)
        return ChanceDraw(drawn.outcome, drawn.of)


def _compare(match: Match, recorded: list[Entry], write: Callable[[], object]) -> None:
    """Let the match write, and hold what it wrote against the record."""
    first = match.number
    if first < len(recorded) and recorded[first].is_sealed:
        raise NotARecord(f"Entry {first + 1} is sealed: this match can be replayed after its end.", first + 1)
    fault: Exception | None = None
    try:
        write()
    except (BoardwrightError, ValueError) as error:
        fault = error
    for number in range(first, match.number):
        written = match.entries[number]
        if number >= len(recorded):
            raise BadRecord(
                f"The record stops after entry {number}, where the rules write {shown(written)}.", number + 1
            )
        if written != recorded[number]:
            previous = match.entries[number - 1].hash if number else match.header.hash
            words = _broken(previous, recorded[number]) or _difference(written, recorded[number])
            raise BadRecord(f"Entry {number + 1}: {words}", number + 1)
    if fault is not None:
        raise _named(fault, match, recorded)


def _named(fault: Exception, match: Match, recorded: list[Entry]) -> BadRecord:
    """Return what went wrong while the match wrote its next entry."""
    number = match.number + 1
    if number <= len(recorded) and (broken := _broken(match.head, recorded[number - 1])):
        return BadRecord(f"Entry {number}: {broken}", number)
    if isinstance(fault, BadRecord):
        return fault
    return BadRecord(f"Entry {number}: {shown(recorded[number - 1])} cannot be: {fault}", number)


def _inherit(match: Match, entry: Entry) -> None:
    if not entry.is_step or (entry.kind == "move") == (entry.seat is None):
        raise ValueError("A branch inherits moves by seats and chance outcomes only.")
    begun = (time for number, time in match.header.clock_starts.items() if number < entry.number)
    if entry.at < max(begun, default=entry.at) or (match.entries and entry.at < match.entries[-1].at):
        raise ValueError("It is earlier than what came before.")
    match.inherit(Step(entry.seat, entry.text, entry.at))


def _request(match: Match, entry: Entry) -> None:
    """Ask the match for what an entry says; what follows by itself is nobody's request."""
    seat, at = entry.seat, entry.at
    if entry.kind == "timeout":
        if not match.expire(at):
            raise ValueError("No clock had run out.")
    elif match.expire(entry.read(Pause).since if entry.kind == "pause" else at):
        return
    elif entry.kind == "pause":
        match.pause(entry.read(Pause).since, at)
    elif entry.kind == "cancel":
        match.cancel(seat, at)
    elif entry.kind == "chance":
        match.take(entry.text, at)
    elif entry.kind == "end":
        raise ValueError("The match does not end here.")
    elif seat is None:
        raise ValueError("It names no seat.")
    else:
        _ask(match, entry, seat)


def _ask(match: Match, entry: Entry, seat: int) -> None:
    """Make the request of a player."""
    match entry.kind:
        case "move":
            match.play(entry.text, seat, entry.at)
        case "undo":
            undo = entry.read(Undo)
            match.undo(seat, entry.at, to=undo.to, agreed=undo.agreed)
        case "redo":
            match.redo(seat, entry.at, agreed=entry.read(Redo).agreed)
        case "resign":
            match.resign(seat, entry.at)
        case _ if entry.text == "decline":
            match.decline_draw(seat, entry.at)
        case _:
            match.agree_draw(seat, entry.at)


def _broken(previous: str, entry: Entry) -> str | None:
    again = chain(previous, entry.number, entry.at, entry.kind, entry.seat, entry.content, entry.salt)
    return None if again.hash == entry.hash else "its content does not agree with its hash."


def _difference(written: Entry, found: Entry) -> str:
    if shown(written) != shown(found):
        return f"the rules write {shown(written)}, the record has {shown(found)}."
    names = ("number", "at", "salt", "content")
    name = next(name for name in names if getattr(written, name) != getattr(found, name))
    return f"its {name} is {getattr(found, name)!r}, and should be {getattr(written, name)!r}."


def shown(entry: Entry) -> str:
    """Return an entry in an error message: its kind, its content and its seat."""
    seat = "" if entry.seat is None else f" by seat {entry.seat}"
    content = canonical(entry.text or entry.content).decode()
    return f"{entry.kind}{'' if entry.content == '' else f' {content[:200]}'}{seat}"


def begin(game: AnyGame, header: Header, seed: bytes | None) -> Match:
    """Return the match of that header with no entries; BadRecord if no match can have it."""
    game = header.rules(game)
    fault = _fault(header, seed)
    if fault is not None:
        raise BadRecord(f"Header: {fault}", 0)
    try:
        match = Match(game, header, seed)
        options = game.read_options(header.options)
        start = None if header.start is None else game.encode(game.decode(header.start))
    except BoardwrightError as error:
        raise BadRecord(f"Header: {error}", 0) from None
    if not is_portable(header):
        raise BadRecord(f"Header: {NOT_PORTABLE}", 0)
    if canonical(msgspec.to_builtins(options)) != canonical(header.options):
        raise BadRecord("Header: its options are not written out in full.", 0)
    if canonical(start) != canonical(header.start):
        raise BadRecord("Header: its start is not written the way the game writes positions.", 0)
    return match


def _fault(header: Header, seed: bytes | None) -> str | None:
    if len(header.shares) not in (0, header.seats):
        return f"{header.seats} seats have {header.seats} shares of the seed or none, not {len(header.shares)}."
    if header.commitment is None:
        if seed is not None or header.salt or header.shares:
            return "a match with a seed, a salt or shares commits to its seed."
    elif not is_hex(header.commitment, 64) or not is_hex(header.salt, 32):
        return "its commitment is not 64, or its salt not 32 hexadecimal digits."
    elif seed is not None and header.commitment != chance.commitment(seed):
        return "it does not commit to this seed."
    elif seed is not None and header.salt != chance.Salts(seed).salt(0):
        return "its salt is not the seed's."
    return None if header.branch is None else _branch_fault(header.branch)


def _branch_fault(branch: Branch) -> str | None:
    """Return what no match that was branched off another one would write."""
    if not is_hex(branch.match, 64) or not is_hex(branch.hash, 64):
        return "its branch does not name a match and an entry by their hashes."
    if not 0 <= branch.inherited <= branch.entry or (branch.entry == 0 and branch.hash != branch.match):
        return f"a branch at entry {branch.entry} cannot inherit {branch.inherited} entries."
    begins = [begin for begin, _ in branch.clock_starts]
    expected = sorted({0, *begins}) if branch.inherited else []
    if begins != expected or any(begin >= branch.inherited for begin in begins):
        return "its branch does not say when play began in the matches it comes from."
    return None
