"""Contract of the store: projections of ended matches, dropped and computed again."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

import msgspec
import pytest

from boardwright.store.iteration import project_ended, rebuild
from boardwright.store.port import StoreError
from boardwright.store.rows import Projection, Rating, Saved, Tally
from tests.store.case import StoreCase
from tests.store.samples import Table, ended, put, running


def rating(account: str, number: int, mu: float, match: str = "m", sigma: float = 1.0) -> Rating:
    return Rating(account=account, game="guess", number=number, match=match, at=number, mu=mu, sigma=sigma)


def tally(account: str, name: str, count: int) -> Tally:
    return Tally(account=account, game="guess", name=name, count=count, match="m", at=1)


class ProjectionsContract(StoreCase):
    async def _follow(self, saved: Saved) -> Projection:
        """Gives the winner of every match a rating point and a tally."""
        assert saved.row.outcome is not None
        winner = saved.row.lobby.seats[saved.row.outcome.winners[0]].account or ""
        before = (await self.store.ratings([winner]) or [rating(winner, 0, 0.0)])[0]
        after = rating(winner, before.number + 1, before.mu + 1, saved.row.id)
        return Projection(match=saved.row.id, ratings=(after,), tallies=(tally(winner, "wins", after.number),))

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
        assert await self.store.project(projection, 0)
        assert not await self.store.project(projection, 0)
        assert not await self.store.project(projection, 1)
        assert await self.store.unprojected() == []
        assert await self.store.cursor() == 1
        assert await self.store.ratings(["anna"]) == [rating("anna", 1, 25.0)]

    async def test_of_those_who_read_the_same_cursor_one_writes(self) -> None:
        for number in range(5):
            await ended(self.store, f"m{number}")
        projections = [
            Projection(match=f"m{n}", ratings=(rating("anna", 1, float(n)),), tallies=(tally("anna", "wins", n),))
            for n in range(5)
        ]
        written = await asyncio.gather(*[self.store.project(projection, 0) for projection in projections])
        assert sum(written) == 1
        winner = float(written.index(True))
        assert [row.mu for row in await self.store.rating_history("anna", "guess")] == [winner]
        assert [row.count for row in await self.store.tallies(["anna"])] == [winner]

    async def test_a_projection_that_fails_leaves_nothing_behind(self) -> None:
        await ended(self.store, "m")
        twice = Projection(match="m", ratings=(rating("anna", 1, 1.0), rating("anna", 1, 2.0)))
        assert not await self.store.project(twice, 0)
        assert await self.store.ratings(["anna"]) == []
        assert await self.store.cursor() == 0

    async def test_ratings_have_a_history_and_a_best_list(self) -> None:
        await self._project(rating("anna", 1, 20.0), rating("ben", 1, 30.0, sigma=5.0))
        await self._project(rating("anna", 2, 22.0), rating("cleo", 1, 22.0))
        assert [row.mu for row in await self.store.rating_history("anna", "guess")] == [20.0, 22.0]
        assert [row.mu for row in await self.store.ratings(["anna", "ben", "dora"])] == [22.0, 30.0]
        assert await self.store.ratings(["anna"], game="blokus") == []
        assert await self.store.ratings([]) == []
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
        assert told == [(done, 7) for done in range(1, 8)]
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
        await ended(self.store, "m")

        async def wrong(saved: Saved) -> Projection:
            return Projection(match=saved.row.id, ratings=(rating("anna", 1, 1.0), rating("anna", 1, 2.0)))

        with pytest.raises(StoreError, match="projection of match m contradicts"):
            await project_ended(self.store, wrong)

    async def _project(self, *ratings: Rating, tallies: Sequence[Tally] = ()) -> None:
        cursor = await self.store.cursor()
        await ended(self.store, f"m{cursor}", created=cursor)
        assert await self.store.project(Projection(match=f"m{cursor}", ratings=ratings, tallies=tuple(tallies)), cursor)

    async def _all(self) -> tuple[list[Rating], list[Tally]]:
        ratings = [row for name in ("anna", "ben") for row in await self.store.rating_history(name, "guess")]
        return ratings, await self.store.tallies(["anna", "ben"])
