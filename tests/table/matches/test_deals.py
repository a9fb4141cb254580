"""A deal on the server: one line of the log, and nobody is sent what another seat was dealt."""

from __future__ import annotations

from importlib.metadata import EntryPoint
from typing import Any
from unittest.mock import patch

import msgspec

from boardwright.core.game import registry
from boardwright.core.records.record import dump_for, parse
from boardwright.store.rows import Account
from boardwright.table.matches import commands
from tests.dealing import DECK
from tests.table.case import Recorder, ServerCase

FOUND = {"flock": EntryPoint("flock", "tests.dealing:FLOCK", registry.GROUP)}


class TestDeals(ServerCase):
    async def asyncSetUp(self) -> None:
        await super().asyncSetUp()
        patcher = patch.object(registry, "_found", lambda: FOUND)
        patcher.start()
        self.addCleanup(patcher.stop)

    def viewers(self) -> dict[int | None, Account | None]:
        return {0: self.ann, 1: self.bob, None: None}

    async def test_a_deal_is_one_line_that_says_the_same_to_all(self) -> None:
        table = await self.duel("flock")
        lines = [self.sees(table, account)["log"][0] for account in self.viewers().values()]
        up = commands.running(table).position.up[0]  # type: ignore[attr-defined]
        assert {line["text"] for line in lines} == {f"deals 2 cards each, 1 face up ({up}), 5 face down"}
        assert [len(line["events"]) for line in lines] == [2, 2, 1]

    async def test_nobody_is_sent_the_cards_of_another_seat(self) -> None:
        checked = 0
        for _ in range(12):
            table = await self.duel("flock")
            recorders = {seat: Recorder(account) for seat, account in self.viewers().items()}
            await self.subscribe(table, *recorders.values())
            await commands.play(table, self.caller(self.ann), "redeal")
            match = commands.running(table)
            for seat, account in self.viewers().items():
                entries = parse(dump_for(match, seat)).entries
                shown = msgspec.json.encode(
                    (self.sees(table, account)["log"], _lines(recorders[seat]), entries)
                ).decode()
                assert [entry.is_sealed for entry in entries] == [True, False, True]
                dealt = [part for entry in match.entries if entry.dealt for part in entry.dealt.parts]
                seen = {card for part in dealt if part.seen is None or seat in part.seen for card in part.cards or ()}
                for bird in set(DECK) - seen:
                    assert bird not in shown
                    checked += 1
        assert checked > 20

    async def test_another_process_takes_up_a_match_with_deals(self) -> None:
        table = await self.duel("flock")
        await commands.play(table, self.caller(self.ann), "redeal")
        other = self.new_server()
        try:
            again = await other.table(table.row.id)
            assert commands.running(again).position == commands.running(table).position
        finally:
            await other.close()


def _lines(recorder: Recorder) -> list[Any]:
    """Return the log lines that were sent."""
    return [line for message in recorder.of("entries") for line in message["entries"]]
