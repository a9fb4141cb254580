"""Contract of the store: queries for logs, lists and deadlines."""

from __future__ import annotations

from boardwright.core.match.clock import Clock
from boardwright.core.records.migration import migrate
from boardwright.store.change import WriteConflict
from boardwright.store.iteration import iterate_matches
from boardwright.store.rows import MatchRow, Seat
from tests.store.case import StoreCase
from tests.store.samples import Table, ended, finish, put, running, stored_entries


def names(rows: list[MatchRow]) -> list[str]:
    return [row.id for row in rows]


class ReadingContract(StoreCase):
    async def test_a_log_is_read_from_any_entry_on(self) -> None:
        table = await running(self.store, "m")
        for _ in range(5):
            await put(self.store, table, table.roll())
        entries = table.match.entries
        assert await stored_entries(self.store, "m", after=3) == entries[3:]
        assert await stored_entries(self.store, "m", after=99) == []
        saved = await self.store.load("m", after=4)
        assert saved is not None
        assert (saved.row, saved.entries) == (table.row, entries[4:])

    async def test_a_chain_is_rewritten_unless_the_match_has_changed(self) -> None:
        table = await running(self.store, "m")
        other = await running(self.store, "other")
        before = table.row
        await put(self.store, table, table.roll())
        assert table.row.header is not None
        header, entries = migrate(table.row.header, table.match.entries, 9)
        assert not await self.store.rewrite(before, header, entries)
        assert await self.store.rewrite(table.row, header, entries)
        saved = await self.store.load("m")
        assert saved is not None
        assert (saved.row.header, saved.row.number, saved.entries) == (header, len(entries), entries)
        assert saved.row.revision == table.row.revision + 1
        assert isinstance(await self.store.append(table.roll()), WriteConflict)
        assert await stored_entries(self.store, "other") == other.match.entries

    async def test_lists_are_by_status_newest_first(self) -> None:
        for created, name in enumerate(("a", "b", "c"), 1):
            table = Table(name, created)
            await put(self.store, table, table.create())
        await running(self.store, "live", 10)
        await ended(self.store, "over", 20)
        assert names(await self.store.matches(status="open")) == ["c", "b", "a"]
        assert names(await self.store.matches(status="running")) == ["live"]
        assert names(await self.store.matches(status="over")) == ["over"]
        assert names(await self.store.matches()) == ["over", "live", "c", "b", "a"]

    async def test_lists_are_by_game_and_by_quickness(self) -> None:
        for name, game, quick in (("a", "blokus", True), ("b", "blokus", False), ("c", "sagrada", True)):
            table = Table(name, game=game, quick=quick)
            await put(self.store, table, table.create())
        assert names(await self.store.matches(game="blokus")) == ["b", "a"]
        assert names(await self.store.matches(game="blokus", quick=True)) == ["a"]
        assert names(await self.store.matches(quick=False)) == ["b"]
        assert names(await self.store.matches(game="chess")) == []

    async def test_a_private_match_is_listed_for_those_at_the_table_only(self) -> None:
        seats = (Seat(name="Ben", account="ben"), Seat(bot="greedy"))
        table = Table("m", private=True, seats=seats, host="cleo")
        await put(self.store, table, table.create())
        assert await self.store.matches() == []
        assert names(await self.store.matches(account="ben")) == ["m"]
        assert names(await self.store.matches(account="cleo")) == ["m"]
        assert await self.store.matches(account="dora") == []
        assert await self.store.match("m") == table.row

    async def test_who_leaves_a_table_has_it_no_longer_on_the_list(self) -> None:
        table = Table("m")
        await put(self.store, table, table.create())
        assert names(await self.store.matches(account="ben")) == ["m"]
        await put(self.store, table, table.agree(seats=(table.row.lobby.seats[0], Seat())))
        assert await self.store.matches(account="ben") == []

    async def test_one_account_may_hold_several_seats_and_has_the_match_once(self) -> None:
        both = (Seat(name="Anna", account="anna"), Seat(name="Anna", account="anna"))
        table = Table("m", seats=both)
        await put(self.store, table, table.create())
        assert names(await self.store.matches(account="anna")) == ["m"]

    async def test_pages_show_every_match_once_also_those_of_one_moment(self) -> None:
        for number in range(10):
            table = Table(f"m{number}", created=number // 4)
            await put(self.store, table, table.create())
        pages, last = [], None
        while page := await self.store.matches(before=last, limit=3):
            pages.append(names(page))
            last = page[-1].id
        assert [len(page) for page in pages] == [3, 3, 3, 1]
        assert [name for page in pages for name in page] == [f"m{number}" for number in reversed(range(10))]
        assert await self.store.matches(before="nothing") == []

    async def test_deadlines_come_soonest_first_and_go_with_the_end(self) -> None:
        tables = {}
        for name, bank in (("late", 9_000), ("soon", 1_000), ("never", 0)):
            tables[name] = table = Table(name)
            await put(self.store, table, table.create())
            await put(self.store, table, table.start(at=2, clock=Clock(bank=bank)))
        assert await self.store.deadlines(until=10_000) == [("soon", 1_002), ("late", 9_002)]
        assert await self.store.deadlines(until=10_000, limit=1) == [("soon", 1_002)]
        assert await self.store.deadlines(until=1_001) == []
        await finish(self.store, tables["soon"])
        assert await self.store.deadlines(until=10_000) == [("late", 9_002)]

    async def test_iteration_visits_every_started_match_oldest_first_and_reports_progress(self) -> None:
        table = Table("open", created=1)
        await put(self.store, table, table.create())
        await running(self.store, "b", created=3)
        await ended(self.store, "a", created=2, private=True)
        calls: list[tuple[int, int]] = []
        matches = iterate_matches(self.store, lambda done, total: calls.append((done, total)))
        seen = [saved.row.id async for saved in matches]
        assert seen == ["a", "b"]
        assert calls == [(1, 2), (2, 2)]

    async def test_iteration_continues_over_pages(self) -> None:
        for number in range(5):
            await running(self.store, f"m{number}", created=1)
        first = await self.store.started(limit=3)
        rest = await self.store.started(after=first[-1].id, limit=3)
        assert names(first + rest) == [f"m{number}" for number in range(5)]
        assert await self.store.count_started() == 5

    async def test_a_text_no_row_can_hold_finds_nothing(self) -> None:
        await running(self.store, "m")
        for text in ("m\0", "\0", "\ud800"):
            assert await self.store.match(text) is None
            assert await self.store.load(text) is None
            assert await self.store.find_request("m", text) is None
            assert await self.store.matches(account=text, game=text) == []
            assert await self.store.account(text) is None
            assert await self.store.account_named(text) is None
            assert await self.store.bearer(text) is None
            assert await self.store.drop_token(text, text) is False
            assert await self.store.drop_tokens(text) == 0
            assert await self.store.chat(text) == []
