"""Chat of a match: one room for its players, one for its spectators. While it runs, nobody reads the other room."""

from __future__ import annotations

from boardwright.core.refusal import Unreadable
from boardwright.store.rows import Account, ChatLine
from boardwright.table.codes import Code
from boardwright.table.errors import Forbidden
from boardwright.table.live import broadcast
from boardwright.table.live.updates import ChatMessage
from boardwright.table.matches.open_match import OpenMatch
from boardwright.table.matches.viewer import chat_rooms
from boardwright.table.server.runtime import Server

MAX_LENGTH = 500


async def post(server: Server, table: OpenMatch, account: Account, text: str) -> ChatMessage:
    """Store a chat message and send it to every subscriber who may read it.

    Raises Forbidden if the account may not write there, Unreadable if the text is not valid, RateLimited.
    """
    viewer, at = table.viewer(account), server.now()
    if not chat_rooms(table.row, viewer):
        raise Forbidden(Code.PRIVATE_CHAT, "This match is private: only its players can chat.")
    if account.muted is not None and account.muted > at:
        raise Forbidden(Code.MUTED, "An admin has muted you for now; you can still play.")
    text = " ".join(text.split())
    if not 1 <= len(text) <= MAX_LENGTH or not text.isprintable():
        raise Unreadable(f"A chat message has 1 to {MAX_LENGTH} printable characters.")
    server.chat_limits.take(account.id)
    line = ChatLine(
        match=table.row.id,
        at=at,
        account=account.id,
        name=account.name,
        text=text,
        room="players" if viewer.seats else "spectators",
    )
    line = await table.store.add_chat(line)
    broadcast.chat(server.feed(table), line)
    return ChatMessage.of(line)


async def history(table: OpenMatch, account: Account | None, after: int = 0) -> list[ChatMessage]:
    """Return the chat messages that the account may read; raise Forbidden if it may not watch the match."""
    rooms = chat_rooms(table.row, table.viewer(account))
    return [ChatMessage.of(line) for line in await table.store.chat(table.row.id, after, rooms=rooms)]
