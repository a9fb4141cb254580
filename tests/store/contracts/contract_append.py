"""Contract of the store: appends, conflicts, batches and repeated requests."""

from __future__ import annotations

import asyncio

import msgspec
import pytest

from boardwright.core.records.rules_diff import EntryDigest
from boardwright.core.refusal import Unreadable
from boardwright.store.change import Appended, Change, InvalidChange, WriteConflict
from boardwright.store.rows import Seat
from tests.store.case import StoreCase
from tests.store.samples import SEED, Table, check_log, finish, put, running, split, stored_entries


class AppendContract(StoreCase):
    async def test_a_match_is_read_back_as_it_was_written(self) -> None:
        table = Table("m", title="Zoë's 🎲 'table'; drop", options={"deep": [1, {"ü": None}]}, private=True)
        answer = await put(self.store, table, table.create())
        assert answer == Appended(table.row, 1, 0)
        assert await self.store.match("m") == table.row
        await put(self.store, table, table.start())
        saved = await check_log(self.store, "m")
        assert (saved.row, saved.entries, saved.seed) == (table.row, table.match.entries, SEED)
        assert saved.row.status == "running"

    async def test_an_end_is_stored_with_its_outcome(self) -> None:
        table = await running(self.store, "m")
        await finish(self.store, table)
        saved = await check_log(self.store, "m")
        assert (saved.row.status, saved.row.outcome) == ("over", table.match.outcome)
        assert saved.row.outcome is not None

    async def test_notes_are_stored_with_their_entries_and_digests_replaced(self) -> None:
        table = await running(self.store, "m")
        assert await self.store.digests("m") == {}
        change = msgspec.structs.replace(table.play("guess 2"), notes=(EntryDigest("00ff", "0,1*"),))
        await self.store.append(change)
        assert await self.store.digests("m") == {3: "00ff"}
        await self.store.put_digests("m", {1: "aaaa", 3: "bbbb"})
        await self.store.put_digests("m", {})
        assert await self.store.digests("m") == {1: "aaaa", 3: "bbbb"}
        assert await self.store.digests("n") == {}
        with pytest.raises(InvalidChange, match="1 entries have 1 notes, or none"):
            msgspec.structs.replace(change, notes=(EntryDigest(), EntryDigest()))
        saved = await check_log(self.store, "m")
        assert saved.turns == (None, None, "0,1*")
        after = await self.store.load("m", 2)
        assert after is not None
        assert (len(after.entries), after.turns) == (1, ("0,1*",))

    async def test_a_match_that_is_not_there_is_none(self) -> None:
        assert await self.store.match("m") is None
        assert await self.store.load("m") is None
        assert await stored_entries(self.store, "m") == []

    async def test_an_id_is_given_once(self) -> None:
        table = await running(self.store, "m")
        assert await self.store.append(Table("m").create()) == WriteConflict(2, table.row.revision)
        assert await self.store.match("m") == table.row

    async def test_many_create_the_same_match_and_one_does(self) -> None:
        changes = [Table("m", title=f"{n}").create() for n in range(10)]
        won, lost = split(list(await asyncio.gather(*map(self.store.append, changes))))
        assert (len(won), len(lost)) == (1, 9)
        assert await self.store.match("m") == won[0].row

    async def test_of_two_writers_of_the_same_number_exactly_one_wins(self) -> None:
        await running(self.store, "m")
        for _ in range(10):
            saved = await check_log(self.store, "m")
            changes = [Table.resume(saved).roll(), Table.resume(saved).roll(later=5)]
            answers = list(await asyncio.gather(*map(self.store.append, changes)))
            won, lost = split(answers)
            assert len(won) == 1
            assert lost == [WriteConflict(won[0].last, saved.row.revision)]
            after = await check_log(self.store, "m")
            assert after.entries[saved.row.number :] == list(changes[answers.index(won[0])].entries)

    async def test_a_gap_is_a_conflict_and_writes_nothing(self) -> None:
        table = await running(self.store, "m")
        table.take(table.roll())
        assert await self.store.append(table.roll()) == WriteConflict(2, table.row.revision)
        assert (await check_log(self.store, "m")).row.number == 2

    async def test_a_change_of_a_match_that_is_not_there_is_a_conflict(self) -> None:
        assert await self.store.append(Table("m").agree(title="x")) == WriteConflict(0, 0)
        assert await self.store.match("m") is None

    async def test_conflicts_in_a_batch_do_not_harm_the_others(self) -> None:
        tables = [await running(self.store, f"m{n}") for n in range(30)]
        stale = [Table.resume(await check_log(self.store, table.row.id)) for table in tables[::3]]
        for table in tables[::3]:
            await put(self.store, table, table.roll())
        changes = [table.roll() for table in stale] + [table.roll() for table in tables]
        won, lost = split(list(await asyncio.gather(*map(self.store.append, changes))))
        assert (len(won), len(lost)) == (30, 10)
        for table in tables:
            assert (await check_log(self.store, table.row.id)).entries == table.match.entries

    async def test_changes_of_one_match_may_be_on_their_way_together(self) -> None:
        table = await running(self.store, "m")
        changes = [table.take(table.roll()) for _ in range(20)]
        answers = await asyncio.gather(*map(self.store.append, changes))
        assert all(isinstance(answer, Appended) for answer in answers)
        saved = await check_log(self.store, "m")
        assert (saved.row, saved.entries) == (table.row, table.match.entries)

    async def test_after_a_conflict_those_behind_it_conflict_too(self) -> None:
        table = await running(self.store, "m")
        stale = Table.resume(await check_log(self.store, "m"))
        await put(self.store, table, table.roll())
        changes = [stale.take(stale.roll(later=5)) for _ in range(5)]
        _, lost = split(list(await asyncio.gather(*map(self.store.append, changes))))
        assert lost == [WriteConflict(3, table.row.revision)] * 5
        assert (await check_log(self.store, "m")).entries == table.match.entries

    async def test_a_caller_who_gives_up_does_not_stop_the_write(self) -> None:
        table = await running(self.store, "m")
        given_up = asyncio.create_task(self.store.append(table.take(table.roll())))
        await asyncio.sleep(0)
        given_up.cancel()
        await put(self.store, table, table.roll())
        assert (await check_log(self.store, "m")).entries == table.match.entries

    async def test_a_change_that_was_made_on_other_entries_conflicts_though_its_number_is_free(self) -> None:
        table = await running(self.store, "m")
        stale = Table.resume(await check_log(self.store, "m"))
        stale.take(stale.roll(later=5))
        await put(self.store, table, table.roll())
        assert await self.store.append(stale.roll()) == WriteConflict(3, table.row.revision)
        assert (await check_log(self.store, "m")).entries == table.match.entries

    # Requests

    async def test_a_repeated_request_is_answered_as_before(self) -> None:
        table = await running(self.store, "m")
        first = await put(self.store, table, table.roll("anna/7"))
        await put(self.store, table, table.roll())
        again = await self.store.append(table.take(table.roll("anna/7")))
        assert again == Appended(None, first.first, first.last, repeated=True)
        assert await self.store.find_request("m", "anna/7") == again
        assert (await check_log(self.store, "m")).row.number == 4

    async def test_a_repeated_request_tells_the_command_of_the_first(self) -> None:
        table = await running(self.store, "m")
        change = msgspec.structs.replace(table.roll("anna/7"), command="ab12")
        await put(self.store, table, change)
        again = await self.store.append(msgspec.structs.replace(change, command="cd34"))
        assert again == Appended(None, 3, 3, repeated=True, command="ab12")
        assert await self.store.find_request("m", "anna/7") == again
        second = table.roll("anna/8")
        both = [msgspec.structs.replace(second, command=command) for command in ("first", "second")]
        answers = await asyncio.gather(*map(self.store.append, both))
        assert [answer.command for answer in answers if isinstance(answer, Appended)] == ["", "first"]

    async def test_a_repeated_request_is_no_conflict_though_the_log_went_on(self) -> None:
        table = await running(self.store, "m")
        change = table.roll("anna/7")
        first = await put(self.store, table, change)
        await put(self.store, table, table.roll())
        assert await self.store.append(change) == Appended(None, first.first, first.last, repeated=True)

    async def test_the_same_request_sent_many_times_at_once_is_written_once(self) -> None:
        table = await running(self.store, "m")
        change = table.roll("anna/7")
        won, lost = split(list(await asyncio.gather(*[self.store.append(change) for _ in range(10)])))
        assert not lost
        assert sum(not answer.repeated for answer in won) == 1
        assert len({(answer.first, answer.last) for answer in won}) == 1

    async def test_a_refused_request_may_be_tried_again(self) -> None:
        table = await running(self.store, "m")
        stale = Table.resume(await check_log(self.store, "m"))
        await put(self.store, table, table.roll())
        assert isinstance(await self.store.append(stale.roll("ben/1")), WriteConflict)
        assert await self.store.find_request("m", "ben/1") is None
        await put(self.store, table, table.roll("ben/1"))

    async def test_requests_of_different_matches_are_different(self) -> None:
        for name in ("m", "n"):
            table = await running(self.store, name)
            assert not (await put(self.store, table, table.roll("anna/1"))).repeated
        assert await self.store.find_request("o", "anna/1") is None

    async def test_creating_and_starting_can_be_repeated_too(self) -> None:
        table = Table("m")
        await put(self.store, table, table.create("anna/new"))
        assert (await self.store.append(Table("m").create("anna/new"))) == Appended(None, 1, 0, repeated=True)

    async def test_what_a_match_guards_is_found_until_its_end(self) -> None:
        for name in ("m", "n"):
            table = await running(self.store, name)
            for fingerprints in (("f00d", "cafe"), ("f00d",)):
                await put(self.store, table, msgspec.structs.replace(table.roll(), guarded=fingerprints))
        assert await self.store.is_guarded(["beef", "f00d"])
        assert not await self.store.is_guarded(["beef"])
        assert not await self.store.is_guarded([])
        for name in ("m", "n"):
            assert await self.store.is_guarded(["cafe"])
            table = Table.resume(await check_log(self.store, name))
            for change in table.stop():
                await self.store.append(msgspec.structs.replace(change, guarded=("beef",)))
        assert not await self.store.is_guarded(["beef", "f00d", "cafe"])

    # The lobby

    async def test_what_is_agreed_counts_revisions_and_moves_do_not(self) -> None:
        table = await running(self.store, "m")
        revision = table.row.revision
        await put(self.store, table, table.roll())
        assert table.row.revision == revision
        await put(self.store, table, table.agree(spectators="forbidden"))
        assert table.row.revision == revision + 1
        assert await self.store.match("m") == table.row

    async def test_of_two_who_take_the_last_seat_one_sits(self) -> None:
        free = Table("m", seats=(Seat(name="Anna", account="anna"), Seat()))
        await put(self.store, free, free.create())
        seats = [(free.row.lobby.seats[0], Seat(name=name, account=name)) for name in ("ben", "cleo", "dora")]
        answers = list(await asyncio.gather(*[self.store.append(free.agree(seats=both)) for both in seats]))
        won, lost = split(answers)
        assert (len(won), len(lost)) == (1, 2)
        sitting = [name for name in ("ben", "cleo", "dora") if await self.store.matches(account=name)]
        assert won[0].row is not None
        assert [won[0].row.lobby.seats[1].account] == sitting

    async def test_a_move_conflicts_with_a_lobby_it_has_not_seen(self) -> None:
        table = await running(self.store, "m")
        stale = Table.resume(await check_log(self.store, "m"))
        await put(self.store, table, table.agree(seats=(Seat(), Seat())))
        assert await self.store.append(stale.roll()) == WriteConflict(2, table.row.revision)

    async def test_the_seed_stays_when_the_lobby_changes(self) -> None:
        table = await running(self.store, "m")
        await put(self.store, table, table.agree(title="new"))
        saved = await check_log(self.store, "m")
        assert saved.seed == SEED
        assert SEED.hex() not in repr(saved)
        assert repr(SEED) not in repr(saved)

    async def test_a_change_that_makes_no_sense_cannot_be_made(self) -> None:
        table = await running(self.store, "m")
        good = table.roll()
        with pytest.raises(InvalidChange, match="cannot follow"):
            msgspec.structs.replace(good, entries=good.entries * 2)
        with pytest.raises(InvalidChange, match="does not have the hash of entry"):
            msgspec.structs.replace(good, new=msgspec.structs.replace(good.new, hash="0" * 64))
        with pytest.raises(InvalidChange, match="does not follow from its entries"):
            msgspec.structs.replace(good, entries=())
        with pytest.raises(InvalidChange, match="sealed"):
            msgspec.structs.replace(good, entries=(good.entries[0].seal(), *good.entries[1:]))
        with pytest.raises(InvalidChange, match="no header"):
            msgspec.structs.replace(good, new=msgspec.structs.replace(good.new, header=None))
        with pytest.raises(Unreadable, match="NUL"):
            Change(old=None, new=table.row, request="a\0b")
