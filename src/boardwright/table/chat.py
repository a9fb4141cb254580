"""Chat of a match."""

from __future__ import annotations

from boardwright.core.refusal import Unreadable
from boardwright.store.rows import Account, ChatLine
from boardwright.table import broadcast
from boardwright.table.table import Table
from boardwright.table.updates import ChatMessage

MAX_LENGTH = 500


async def post(table: Table, account: Account, text: str, at: int) -> ChatMessage:
    """Stores a chat message and sends it to every subscriber.

    Raises Forbidden if the account may not watch the match, Unreadable if the text is not valid.
    """
    table.viewer(account)
    text = " ".join(text.split())
    if not 1 <= len(text) <= MAX_LENGTH or not text.isprintable():
        raise Unreadable(f"A chat message has 1 to {MAX_LENGTH} printable characters.")
    line = ChatLine(match=table.row.id, at=at, account=account.id, name=account.name, text=text)
    line = await table.store.add_chat(line)
    broadcast.chat(table, line)
    return ChatMessage.of(line)


async def history(table: Table, account: Account | None, after: int = 0) -> list[ChatMessage]:
    """Returns the chat messages; raises Forbidden if the account may not watch the match."""
    table.viewer(account)
    return [ChatMessage.of(line) for line in await table.store.chat(table.row.id, after)]
