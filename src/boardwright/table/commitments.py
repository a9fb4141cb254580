"""Commitments: what a server promises of a seed before it knows what the players contribute to it.

A seed follows from the server key and the id of its match, so the server commits to a match that does not exist yet
by issuing its id.
"""

from __future__ import annotations

import msgspec

from boardwright.store.rows import Account
from boardwright.table import seating
from boardwright.table.lobby import rematch_id, waiting_matches
from boardwright.table.runtime import Server
from boardwright.table.table import Table


class Commitment(msgspec.Struct, frozen=True):
    """The id of a match, and the SHA-256 hash of its seed."""

    match: str
    commitment: str


async def commit(server: Server, account: Account, quick: seating.NewMatch | None = None) -> Commitment:
    """Commits to a match that the account may create, or to the one that its quick match can join."""
    wanted = None if quick is None else await server.work.run(seating.new_lobby, quick, account)
    waiting = [] if wanted is None else await waiting_matches(server, wanted)
    return _commitment(server, waiting[0] if waiting else server.store.key.new_id(account.id))


def commit_to_rematch(server: Server, table: Table) -> Commitment:
    """Commits to the rematch of a match, whether somebody has asked for it already or not."""
    return _commitment(server, rematch_id(table.row.id))


def _commitment(server: Server, match: str) -> Commitment:
    return Commitment(match, server.store.key.commitment(match))
