"""What is checked of a header that was written elsewhere, before its first entry is read."""

from __future__ import annotations

import msgspec

from boardwright.core import chance
from boardwright.core.canonical import canonical, is_portable
from boardwright.core.game import AnyGame
from boardwright.core.header import Branch, Header, is_hex
from boardwright.core.match import Match
from boardwright.core.refusal import BadRecord, BoardwrightError
from boardwright.core.setup import NOT_PORTABLE


def begin(game: AnyGame, header: Header, seed: bytes | None) -> Match:
    """The match of that header with no entries; BadRecord if no match can have it."""
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
    """What no match that was branched off another one would write."""
    if not is_hex(branch.match, 64) or not is_hex(branch.hash, 64):
        return "its branch does not name a match and an entry by their hashes."
    if not 0 <= branch.inherited <= branch.entry or (branch.entry == 0 and branch.hash != branch.match):
        return f"a branch at entry {branch.entry} cannot inherit {branch.inherited} entries."
    begins = [begin for begin, _ in branch.clock_starts]
    expected = sorted({0, *begins}) if branch.inherited else []
    if begins != expected or any(begin >= branch.inherited for begin in begins):
        return "its branch does not say when play began in the matches it comes from."
    return None
