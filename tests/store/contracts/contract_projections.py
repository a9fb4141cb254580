"""Contract of the store: projections and analyses of ended matches, dropped and computed again."""

from __future__ import annotations

import asyncio
import unittest.mock
from collections.abc import Sequence

import msgspec
import pytest

from boardwright.store.iteration import project_ended, rebuild
from boardwright.store.port import StoreError
from boardwright.store.rows import Projection, Rating, Saved, SavedAnalysis, Tally, log_id
from tests.store.case import StoreCase
from tests.store.samples import Table, ended, put, running


def rating(account: str, number: int, mu: float, match: str = "m", sigma: float = 1.0) -> Rating:
    return Rating(account=account, game="guess", number=number, match=match, at=number, mu=mu, sigma=sigma)


def tally(account: str, name: str, count: int) -> Tally:
    return Tally(account=account, game="guess", name=name, count=count, match="m", at=1)


def analysis(match: str, at: int, body: str = "{}") -> SavedAnalysis:
    return SavedAnalysis(match=match, key=f"key of {match}", at=at, body=body)


class ProjectionsContract(StoreCase):
    async def _follow(self, batch: Sequence[Saved]) -> list[Projection]:
        """Give the winner of every match a rating point and a tally."""
        points = {row.account: row.number for row in await self.store.ratings(["anna", "ben"])}
        projections = []
        for saved in batch:
            assert saved.row.outcome is not None
            assert len(saved.entries) == saved.row.number
            winner = saved.row.lobby.seats[saved.row.outcome.winners[0]].account or ""
            points[winner] = number = points.get(winner, 0) + 1
            after = rating(winner, number, float(number), saved.row.id)
            wins = tally(winner, "wins", number)
            projections.append(Projection(match=saved.row.id, ratings=(after,), tallies=(wins,)))
        return projections

    async def test_only_matches_that_were_played_to_an_end_are_projected(self) -> None:
        await running(self.store, "live")
        lobby = Table("left")
        await put(self.store, lobby, lobby.create())
        gone = msgspec.structs.replace(lobby.agree(), new=msgspec.structs.replace(lobby.row, status="over"))
        await put(self.store, lobby, gone)
        await ended(self.store, "b", created=50)
        await ended(self.store, "a", created=90)
        await ended(self.store, "c", created=10)
        assert [row.id for row in await self.store.unprojected()] == ["c", "b", "a"]
        assert [row.id for row in await self.store.unprojected(limit=1)] == ["c"]
        assert await self.store.count_unprojected() == 3

    async def test_a_match_is_projected_once(self) -> None:
        await ended(self.store, "m")
        projection = Projection(match="m", ratings=(rating("anna", 1, 25.0),))
        assert await self.store.project([projection], 0)
        assert not await self.store.project([projection], 0)
        assert not await self.store.project([projection], 1)
        assert await self.store.unprojected() == []
        assert await self.store.cursor() == 1
        assert await self.store.ratings(["anna"]) == [rating("anna", 1, 25.0)]

    async def test_a_batch_is_written_in_order_or_not_at_all(self) -> None:
        for number in range(3):
            await ended(self.store, f"m{number}")
        batch = [
            Projection(
                match=f"m{n}", ratings=(rating("anna", n + 1, float(n), f"m{n}"),), tallies=(tally("anna", "wins", n),)
            )
            for n in range(3)
        ]
        assert await self.store.project(batch[1:2], 0) is True
        assert not await self.store.project(batch, 1)
        assert [row.id for row in await self.store.unprojected()] == ["m0", "m2"]
        await self.store.drop_projections()
        assert not await self.store.project(batch, 1)
        assert await self.store.project(batch, 0)
        assert await self.store.cursor() == 3
        assert [row.number for row in await self.store.rating_history("anna", "guess")] == [1, 2, 3]
        assert [row.number for row in await self.store.ratings(["anna"])] == [3]
        assert [row.number for row in await self.store.best("guess")] == [3]
        assert [row.count for row in await self.store.tallies(["anna"])] == [2]

    async def test_a_long_queue_is_projected_in_parts(self) -> None:
        for number in range(7):
            await ended(self.store, f"m{number}", created=number)
        sizes: list[int] = []

        async def follow(batch: Sequence[Saved]) -> list[Projection]:
            sizes.append(len(batch))
            return await self._follow(batch)

        with (
            unittest.mock.patch("boardwright.store.iteration.PAGE", 4),
            unittest.mock.patch("boardwright.store.iteration.MAX_ENTRIES", 15),
        ):
            assert await project_ended(self.store, follow) == 7
        assert sum(sizes) == 7
        assert len(sizes) >= 3
        assert max(sizes) > 1

    async def test_of_those_who_read_the_same_cursor_one_writes(self) -> None:
        for number in range(5):
            await ended(self.store, f"m{number}")
        projections = [
            Projection(match=f"m{n}", ratings=(rating("anna", 1, float(n)),), tallies=(tally("anna", "wins", n),))
            for n in range(5)
        ]
        written = await asyncio.gather(*[self.store.project([projection], 0) for projection in projections])
        assert sum(written) == 1
        winner = float(written.index(True))
        assert [row.mu for row in await self.store.rating_history("anna", "guess")] == [winner]
        assert [row.count for row in await self.store.tallies(["anna"])] == [winner]

    async def test_a_projection_that_fails_leaves_nothing_behind(self) -> None:
        await ended(self.store, "m")
        twice = Projection(match="m", ratings=(rating("anna", 1, 1.0), rating("anna", 1, 2.0)))
        assert not await self.store.project([twice], 0)
        assert await self.store.ratings(["anna"]) == []
        assert await self.store.cursor() == 0

    async def test_ratings_have_a_history_and_a_best_list(self) -> None:
        await self._project(rating("anna", 1, 20.0), rating("ben", 1, 30.0, sigma=5.0))
        await self._project(rating("anna", 2, 22.0), rating("cleo", 1, 22.0))
        assert [row.mu for row in await self.store.rating_history("anna", "guess")] == [20.0, 22.0]
        assert [row.mu for row in await self.store.ratings(["anna", "ben", "dora"])] == [22.0, 30.0]
        assert await self.store.ratings(["anna"], game="blokus") == []
        assert await self.store.ratings([]) == []
        assert [row.mu for row in await self.store.ratings_since(0, ["cleo", "anna"])] == [20.0, 22.0, 22.0]
        assert [row.mu for row in await self.store.ratings_since(1, ["ben", "anna"], "guess")] == [22.0]
        assert await self.store.ratings_since(0, ["anna"], "blokus") == []
        assert [row.account for row in await self.store.best("guess")] == ["anna", "cleo", "ben"]
        assert [row.account for row in await self.store.best("guess", limit=1)] == ["anna"]

    async def test_a_tally_takes_the_place_of_the_one_before(self) -> None:
        await self._project(tallies=[tally("anna", "wins", 1), tally("anna", "streak", 4)])
        await self._project(tallies=[tally("anna", "streak", 0), tally("ben", "wins", 1)])
        found = {(row.account, row.name): row.count for row in await self.store.tallies(["anna", "ben"])}
        assert found == {("anna", "wins"): 1, ("anna", "streak"): 0, ("ben", "wins"): 1}
        assert await self.store.tallies(["anna"], game="blokus") == []
        assert await self.store.tallies([]) == []

    async def test_dropped_projections_are_rebuilt_the_same(self) -> None:
        for number in range(7):
            await ended(self.store, f"m{number}", created=100 - 10 * number)
        assert await project_ended(self.store, self._follow) == 7
        before = await self._all()
        assert before[0]
        told: list[tuple[int, int]] = []
        assert await rebuild(self.store, self._follow, lambda done, total: told.append((done, total))) == 7
        assert await self._all() == before
        assert told[-1] == (7, 7)
        await self.store.drop_projections()
        assert await self._all() == ([], [])
        assert await self.store.cursor() == 0

    async def test_two_processes_that_project_at_once_lose_nothing(self) -> None:
        for number in range(10):
            await ended(self.store, f"m{number}", created=number)
        done = await asyncio.gather(*[project_ended(self.store, self._follow) for _ in range(3)])
        assert sum(done) == 10
        history = [await self.store.rating_history(name, "guess") for name in ("anna", "ben")]
        assert sum(map(len, history)) == 10
        for rows in history:
            assert [row.mu for row in rows] == [float(row.number) for row in rows]

    async def test_a_projection_that_never_fits_is_an_error_and_no_endless_loop(self) -> None:
        for name in ("a", "m", "z"):
            await ended(self.store, name)

        async def wrong(batch: Sequence[Saved]) -> list[Projection]:
            found = await self._follow(batch)
            twice = (rating("anna", 1, 1.0), rating("anna", 1, 2.0))
            return [msgspec.structs.replace(one, ratings=twice) if one.match == "m" else one for one in found]

        with pytest.raises(StoreError, match=f"projection of match {log_id('m')} contradicts"):
            await project_ended(self.store, wrong)
        assert [row.id for row in await self.store.unprojected()] == ["m", "z"]
        assert await project_ended(self.store, self._follow) == 2

    # Analyses

    async def test_an_analysis_replaces_the_one_before(self) -> None:
        assert await self.store.analysis("m") is None
        for each in (analysis("m", 1), analysis("m", 2, '{"moments": []}'), analysis("n", 3)):
            await self.store.put_analysis(each)
        assert await self.store.analysis("m") == analysis("m", 2, '{"moments": []}')

    async def test_old_ones_and_too_many_are_deleted_oldest_first(self) -> None:
        for number in range(6):
            await self.store.put_analysis(analysis(f"m{number}", 10 * number))
        assert await self.store.drop_analyses(before=10, most=9) == 1
        assert await self.store.drop_analyses(before=0, most=9) == 0
        assert await self.store.drop_analyses(before=0, most=2, limit=2) == 2
        assert await self.store.drop_analyses(before=0, most=2) == 1
        kept = [number for number in range(6) if await self.store.analysis(f"m{number}") is not None]
        assert kept == [4, 5]

    async def _project(self, *ratings: Rating, tallies: Sequence[Tally] = ()) -> None:
        cursor = await self.store.cursor()
        await ended(self.store, f"m{cursor}", created=cursor)
        projection = Projection(match=f"m{cursor}", ratings=ratings, tallies=tuple(tallies))
        assert await self.store.project([projection], cursor)

    async def _all(self) -> tuple[list[Rating], list[Tally]]:
        ratings = [row for name in ("anna", "ben") for row in await self.store.rating_history(name, "guess")]
        return ratings, await self.store.tallies(["anna", "ben"])
