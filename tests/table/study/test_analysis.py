"""Analyses, hints and studies: computed by the workers, kept, stopped, and refused where they would be unfair."""

from __future__ import annotations

import asyncio
from unittest.mock import patch

import msgspec
import pytest

from boardwright.core.game.registry import game
from boardwright.core.records import record
from boardwright.store.rows import Account
from boardwright.table.errors import Conflict, Forbidden
from boardwright.table.lobby.new_match import check_not_played
from boardwright.table.matches import commands
from boardwright.table.matches.fair_play import trail
from boardwright.table.matches.open_match import OpenMatch
from boardwright.table.study.analysis import MatchAnalysis
from boardwright.table.study.result import annotated, result_of
from tests.table.case import ServerCase, raises


class TestAnalysis(ServerCase):
    async def ended(self, moves: int = 3) -> OpenMatch:
        """Return a match of Ann against Bob that Bob gives up after some moves."""
        table = await self.duel()
        await self.play(table, moves)
        await commands.resign(table, self.caller(self.bob))
        return table

    async def finished(self, table: OpenMatch, account: Account) -> MatchAnalysis:
        """Start an analysis and follows it to its end."""
        seen = await self.server.analysis.start(table, account)
        moments = list(seen.moments)
        async with asyncio.timeout(60):
            while seen.status == "running":
                seen = await self.server.analysis.look(table, None, len(moments), patience=60)
                moments += seen.moments
        return msgspec.structs.replace(seen, first=0, moments=moments)

    async def test_a_match_is_analyzed_once_and_its_analysis_is_kept(self) -> None:
        table = await self.ended()
        assert (await self.server.analysis.look(table, None)).status == "none"
        found = await self.finished(table, self.cy)
        assert (found.status, found.total) == ("done", 3)
        match = commands.running(table)
        assert [moment.move for moment in found.moments] == [entry.text for entry in match.line()]
        for moment in found.moments:
            assert moment.best
            assert all(option.why.startswith("It ") and option.line[0].move == option.move for option in moment.best)
            assert len(moment.evaluation) == 2
        again = await self.server.analysis.start(table, self.bob)
        assert again == found
        other = self.new_server()
        assert await other.analysis.look(table, None) == found
        await other.close()
        data = annotated(record.dump(match), found.moments)
        assert data.startswith(record.dump(match))
        loaded, annotations = record.load_annotated(data)
        assert loaded.head == match.head
        assert [note.after for note in annotations.notes] == [moment.number for moment in found.moments]
        assert "beside it 0 variations, 3 notes" in record.verify(data)

    async def test_a_stopped_analysis_goes_on_where_it_was_and_an_account_has_few_at_a_time(self) -> None:
        table = await self.ended(12)
        others = [await self.ended(2) for _ in range(2)]
        for each in (table, others[0]):
            await self.server.analysis.start(each, self.ann)
        await raises(Conflict, self.server.analysis.start(others[1], self.ann), match="2 analyses in progress")
        assert (await self.server.analysis.start(others[1], self.bob)).status == "running"
        seen = await self.server.analysis.look(table, None, patience=60)
        assert seen.status == "running"
        assert seen.moments
        with pytest.raises(Forbidden):
            self.server.analysis.cancel(table, self.bob)
        self.server.analysis.cancel(table, self.ann)
        stopped = await self.server.analysis.look(table, None, 99, patience=60)
        assert stopped.status == "stopped"
        kept = (await self.server.analysis.look(table, None)).moments
        assert 0 < len(kept) < 12
        found = await self.finished(table, self.ann)
        assert found.moments[: len(kept)] == kept
        assert len(found.moments) == found.total == 12

    async def test_a_running_match_is_analyzed_for_nobody(self) -> None:
        table = await self.duel()
        for account in (self.ann, self.cy):
            await raises(Conflict, self.server.analysis.start(table, account), match="after its end")

    async def test_hints_are_for_one_person_against_bots(self) -> None:
        table = await self.alone(players=("me", "random"))
        found = await self.server.analysis.hint(table, self.caller(self.ann))
        assert found.seat == 0
        legal = {str(move) for move in commands.running(table).position.legal_moves(0)}
        assert {option.move for option in found.best} <= legal
        assert found.best
        for refused in (await self.duel(), await self.alone(players=("me", "me"))):
            with pytest.raises(Forbidden, match="against bots only"):
                await self.server.analysis.hint(refused, self.caller(self.ann))

    async def test_there_is_no_hint_in_a_position_of_a_running_rated_match(self) -> None:
        await self.register()
        rated, mine = await self.duel(), await self.alone(players=("me", "random"))
        await self.play(rated, 4)
        with (
            patch("boardwright.table.study.analysis.trail", return_value=trail(commands.running(rated), 4)),
            pytest.raises(Forbidden, match="running rated match"),
        ):
            await self.server.analysis.hint(mine, self.caller(self.ann))

    async def test_a_position_of_a_running_match_is_not_studied_by_its_players(self) -> None:
        table = await self.duel()
        await self.play(table, 2)
        position = commands.running(table).position
        with pytest.raises(Forbidden, match="running match"):
            await check_not_played(self.server, self.ann, game("deblockle"), position)
        await check_not_played(self.server, self.cy, game("deblockle"), position)

    async def test_a_result_has_the_changes_of_ratings(self) -> None:
        await self.register()
        table = await self.duel()
        await raises(Conflict, result_of(self.store, table), match="after its end")
        casual = await self.duel(rated=False)
        await commands.resign(casual, self.caller(self.bob))
        assert (await result_of(self.store, casual)).ratings == []
        await self.play(table, 4)
        await commands.resign(table, self.caller(self.bob))
        assert (await result_of(self.store, table)).ratings is None
        async with self.new_server() as other, asyncio.timeout(60):
            while (ratings := (await result_of(self.store, await other.table(table.row.id))).ratings) is None:
                await asyncio.sleep(0.01)
        assert [(each.seat, each.before) for each in ratings] == [(0, None), (1, None)]
        assert ratings[0].after.value > ratings[1].after.value
