"""The start of a new match: at the beginning of its game, at a text of its host, or at a point of another match."""

from __future__ import annotations

from boardwright.core.game import registry
from boardwright.core.game.game import AnyGame
from boardwright.core.match.match import Match
from boardwright.core.records.branch_point import BranchPoint, read_start, start_at
from boardwright.core.refusal import BadOptions, IllegalMove, Refusal, Unreadable
from boardwright.core.rules.position import AnyPosition
from boardwright.store.rows import Account
from boardwright.table.codes import Code
from boardwright.table.errors import Forbidden, NotFound
from boardwright.table.matches import commands
from boardwright.table.matches.fair_play import check_unguarded, trail
from boardwright.table.matches.open_match import OpenMatch
from boardwright.table.matches.seating import NewMatch, people_of
from boardwright.table.server.runtime import Server


async def find_start(server: Server, account: Account, wanted: NewMatch) -> BranchPoint | None:
    """Return the point that a new match asks for; None for the beginning of the game.

    Raises NotFound, Forbidden, Conflict or IllegalMove if the account may not start there, BadOptions or Unreadable
    if nobody can.
    """
    game, origin = registry.game(wanted.game), wanted.origin
    if wanted.start_move is not None and not wanted.start:
        raise BadOptions("`start_move` counts moves of `start`, which is missing.")
    if origin is None:
        return await _start_of_text(server, account, game, wanted) if wanted.start else None
    if wanted.start:
        raise BadOptions("A match starts from a text or from another match; leave out `start` or `origin`.")
    if (origin.entry is None) == (origin.move is None):
        raise BadOptions("Name the point of the other match by `entry` or by `move`, not by both.")
    table = await server.table(origin.match)
    async with table.locked(sets_aside=False):
        if (other := commands.running(table).game).name != game.name:
            raise BadOptions(f"The other match is of {other.title}, not of {game.title}.")
        start = point(table, account, entry=origin.entry, move=origin.move)
        passed = trail(start.match, start.entry)
    await check_unguarded(server.store, passed)
    return start


async def _start_of_text(server: Server, account: Account, game: AnyGame, wanted: NewMatch) -> BranchPoint:
    """Return the position of a text; raise Forbidden for one of a running match that is rated or the account's."""
    start = start_at(await server.work.run(read_start, game, wanted.start), move=wanted.start_move)
    await check_not_played(server, account, game, start.position)
    await check_unguarded(server.store, await server.work.run(trail, start.match, start.entry))
    return start


async def check_not_played(server: Server, account: Account, game: AnyGame, position: AnyPosition) -> None:
    """Raise Forbidden for the current position of a match that the account plays against other people.

    Boards are compared, so that other options do not make it another position. Only without secrets: otherwise the
    answer would tell whether a guess of the hidden part is right.
    """
    rows = await server.store.matches(status="running", game=game.name, account=account.id)
    for row in () if game.has_secrets else rows:
        match = (await server.table(row.id)).match if len(people_of(row.lobby)) > 1 else None
        if match is not None and not match.is_over and match.number and match.text() == position.text():
            raise Forbidden(Code.FAIR_PLAY, "You play this position in a running match; you can try it after its end.")


def point(
    table: OpenMatch, account: Account | None, *, entry: int | None = None, move: int | None = None
) -> BranchPoint:
    """Return the point after an entry or a move of a match; raise as `find_start`. The caller holds the lock."""
    viewer, match = table.viewer(account), commands.running(table)
    _check_fair_play(table, account, match)
    if match.game.has_secrets and not match.is_over:
        raise IllegalMove(Refusal(Code.BRANCH_SEALED, "A match with secrets can be branched only after its end."))
    try:
        return start_at(match, entry=entry, move=move, last=viewer.last_entry(match))
    except Unreadable as error:
        raise NotFound(Code.NO_ENTRY, str(error)) from None


def _check_fair_play(table: OpenMatch, account: Account | None, match: Match) -> None:
    """Raise Forbidden for a running match that is rated, or in which the account plays against other people.

    Otherwise the server's bots would show a player what to do.
    """
    people = people_of(table.row.lobby)
    is_player = account is not None and account.id in people
    if not match.is_over and (table.row.lobby.rated or (is_player and len(people) > 1)):
        raise Forbidden(Code.FAIR_PLAY, "You can play on from a position of this match after its end.")
