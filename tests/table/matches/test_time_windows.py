"""Time windows of the rules: they open at the table without an entry, and every subscriber learns of them."""

from __future__ import annotations

from typing import Any

from boardwright.core.refusal import IllegalMove
from boardwright.table.live.offers import offers
from boardwright.table.matches import commands
from boardwright.table.matches.open_match import OpenMatch
from tests.offered import offered
from tests.table.case import Recorder, ServerCase, raises

WINDOW = 66_000
"""`move_time` is 65 whole seconds, so the next window opens at the 66th."""


class TestTimeWindows(ServerCase):
    async def asyncSetUp(self) -> None:
        await super().asyncSetUp()
        self.table = await self.duel("mage_duel", options={"move_time": 65})
        await commands.play(self.table, self.caller(self.ann), "skip")
        self.began = self.time.now = commands.running(self.table).now

    def legal(self, seat: int) -> list[str]:
        return [offer.text for offer in offers(commands.running(self.table), seat, self.time())]

    async def test_in_time_only_the_side_to_move_may_act(self) -> None:
        self.sees(self.table, self.ann), self.sees(self.table, self.bob)
        self.time.now += WINDOW - 1
        assert self.sees(self.table, None)["actors"] == [1]
        assert self.moves(self.table, self.ann) == self.legal(0) == []
        assert "skip" in self.moves(self.table, self.bob)
        assert sorted(self.legal(1)) == sorted(self.moves(self.table, self.bob))

    async def test_after_the_time_for_a_move_the_waiting_side_may_go_on(self) -> None:
        self.sees(self.table, self.ann), self.sees(self.table, self.bob)
        self.time.now += WINDOW
        assert self.sees(self.table, None)["actors"] == [0]
        assert "skip" in self.moves(self.table, self.ann)
        assert sorted(self.legal(0)) == sorted(self.moves(self.table, self.ann))
        assert self.moves(self.table, self.bob) == self.legal(1) == []
        assert self.sees(self.table, self.bob)["view"]["late"] == 1
        await raises(IllegalMove, commands.play(self.table, self.caller(self.bob), "skip"), code="late")
        laid = next(move for move in self.moves(self.table, self.ann) if move not in ("skip", "claim"))
        await commands.play(self.table, self.caller(self.ann), laid)
        last = [line for line in self.sees(self.table, self.bob)["log"] if line["kind"] == "move"][-1]
        assert last["events"][0]["name"] == "turn_missed"
        assert self.sees(self.table, None)["actors"] == [1]

    async def test_after_two_windows_either_side_may_claim_the_end(self) -> None:
        self.sees(self.table, self.ann), self.sees(self.table, self.bob)
        self.time.now += WINDOW + 65_000
        for seat, account in enumerate((self.ann, self.bob)):
            assert self.moves(self.table, account) == self.legal(seat) == ["claim"]
        await commands.play(self.table, self.caller(self.bob), "claim")
        assert self.sees(self.table, None)["outcome"]["reason"] == "timeout_claim"

    async def test_the_state_has_the_time_of_the_next_change(self) -> None:
        assert self.sees(self.table, None)["next_change"] == self.began // 1000 * 1000 + WINDOW
        self.time.now += WINDOW
        assert self.sees(self.table, None)["next_change"] == self.began // 1000 * 1000 + WINDOW + 65_000
        self.time.now += 65_000
        assert self.sees(self.table, None)["next_change"] is None

    async def test_the_next_change_of_a_match_with_clocks_is_the_first_timeout(self) -> None:
        table = await self.duel("deblockle", clock="60")
        assert self.sees(table, None)["next_change"] == self.time() + 60_000
        assert self.sees(await self.duel("deblockle"), None)["next_change"] is None

    async def test_a_window_that_opens_is_pushed_to_every_subscriber_once(self) -> None:
        everybody = [Recorder(account) for account in (self.ann, self.bob, None)]
        program = Recorder(self.ann, wants=frozenset())
        await self.subscribe(self.table, *everybody, program)
        await self.server.expire_clocks()
        assert not everybody[0].of("entries")
        number = self.table.row.number
        for passed, actors in ((WINDOW, [0]), (65_000, [0, 1])):
            self.time.now += passed
            for _ in range(3):
                await self.server.expire_clocks()
            for subscriber in everybody:
                (pushed,) = subscriber.of("entries")
                assert (pushed["number"], pushed["entries"], pushed["actors"]) == (number, [], actors)
                assert pushed["changes"]["actors"] == actors
                subscriber.received.clear()
            assert [message["actors"] for message in program.of("entries")] == [actors]
            program.received.clear()
        assert self.table.row.number == number

    async def test_a_subscriber_who_comes_between_two_windows_gets_the_second(self) -> None:
        self.time.now += WINDOW + 10_000
        await self.server.expire_clocks()
        recorder = Recorder(self.bob)
        await self.server.subscribe(self.table.row.id, recorder)
        assert recorder.of("state")[0]["state"]["actors"] == [0]
        self.time.now += 55_000
        await self.server.expire_clocks()
        (offer,) = offered(recorder.of("state")[0]["state"] | recorder.of("entries")[0]["changes"])
        assert offer["text"] == "claim"

    async def test_delayed_spectators_learn_nothing_of_windows(self) -> None:
        table = await self.duel("mage_duel", options={"move_time": 65}, spectators="delayed", delay=5)
        await commands.play(table, self.caller(self.ann), "skip")
        recorder = await self.watch(table, None)
        self.time.now += WINDOW
        await self.server.expire_clocks()
        assert not recorder.of("entries")
        assert recorder.of("state")[0]["state"]["next_change"] is None

    async def test_a_bot_goes_on_when_the_other_side_is_late(self) -> None:
        table = await self.against_bot()
        number = table.row.number
        self.time.now += WINDOW
        await self.server.expire_clocks()
        await self.until(table, number + 1)
        assert commands.running(table).entries[number].seat == 1

    async def against_bot(self) -> OpenMatch:
        """Start a duel in which the bot has moved, and Ann is to move."""
        order: dict[str, Any] = {"players": ("me", "random"), "options": {"move_time": 65}}
        table = await self.alone("mage_duel", **order)
        async with table.locked():
            pass
        match = commands.running(table)
        while match.position.actors != (0,):
            await self.until(table, match.number + 1)
        return table
