"""What the rules made of every entry is stored with it, so that a change of the rules is found later."""

from __future__ import annotations

from contextlib import suppress

from boardwright.core.records.rules_diff import digest_difference
from boardwright.core.refusal import IllegalMove
from boardwright.table.matches import commands, takeback
from tests.table.case import ServerCase


class TestDigests(ServerCase):
    async def test_every_entry_has_the_digest_of_the_position_after_it(self) -> None:
        for game in ("sagrada", "blokus", "deblockle", "mage_duel"):
            table = await self.duel(game)
            await self.play(table, 4)
            await takeback.undo(table, self.caller(self.ann))
            with suppress(IllegalMove):  # it was free
                await takeback.answer(table, self.caller(self.bob), yes=True)
            await self.play(table, 3)
            await commands.resign(table, self.caller(self.bob))
            assert "undo" in [entry.kind for entry in commands.running(table).entries]
            match, digests = commands.running(table), await self.store.digests(table.row.id)
            assert list(digests) == list(range(1, match.number + 1))
            assert digest_difference(match, digests) is None
            last = digests[match.number]
            found = digest_difference(match, {match.number: f"{last[:4]}{'0000' if last[4:8] != '0000' else '1111'}"})
            assert (found is None, str(found).startswith(f"differs at entry {match.number} in field ")) == (False, True)
