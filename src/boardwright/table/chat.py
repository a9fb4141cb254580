"""Talk at the table."""

from __future__ import annotations

from boardwright.core.refusal import Unreadable
from boardwright.store.rows import Account, ChatLine
from boardwright.table import broadcast
from boardwright.table.broadcast import ChatMessage
from boardwright.table.table import Table

LONGEST = 500


async def say(table: Table, account: Account, text: str, at: int) -> ChatMessage:
    """Says something at a match that one may see; everybody there hears it."""
    table.viewer(account)
    text = " ".join(text.split())
    if not 1 <= len(text) <= LONGEST or not text.isprintable():
        raise Unreadable(f"A line of talk has 1 to {LONGEST} printable characters.")
    line = await table.store.say(ChatLine(match=table.row.id, at=at, account=account.id, name=account.name, text=text))
    broadcast.chat(table, line)
    return broadcast.said(line)


async def said(table: Table, account: Account | None, after: int = 0) -> list[ChatMessage]:
    """What was said at a match that one may see."""
    table.viewer(account)
    return [broadcast.said(line) for line in await table.store.chat(table.row.id, after)]
