"""Commands in a running match, and what subscribers are sent."""

from __future__ import annotations

from collections.abc import Hashable
from contextlib import suppress

from boardwright.core.match.match import Match
from boardwright.core.records.rules_diff import digest_difference
from boardwright.core.refusal import IllegalMove, Unreadable
from boardwright.core.rules.options import Options
from boardwright.table.errors import Conflict, Forbidden, StaleState
from boardwright.table.lobby import chat, lobby
from boardwright.table.matches import commands, takeback
from boardwright.table.matches.commands import _is_same_turn
from boardwright.table.matches.open_match import OpenMatch
from boardwright.table.matches.seating import NewMatch
from tests.offered import offered
from tests.store.samples import stored_entries
from tests.table.case import Recorder, ServerCase, raises
from tests.toys import GUESS, Guess, Guessing


class TestMoves(ServerCase):
    async def test_a_move_is_stored_before_anybody_hears_of_it(self) -> None:
        table = await self.duel()
        recorder, lean = Recorder(self.bob), Recorder(self.cy, wants=frozenset())
        await self.subscribe(table, recorder, lean)
        await self.play(table, 3)
        stored = await stored_entries(self.store, table.row.id)
        for one in (recorder, lean):
            sent = [line for message in one.of("entries") for line in message["entries"]]
            assert [line["text"] for line in sent] == [entry.text for entry in stored]
        assert recorder.of("entries")[-1]["number"] == 3
        assert {"changes", "zones"} <= recorder.of("entries")[-1].keys()
        assert not {"changes", "zones"} & lean.of("entries")[-1].keys()

    async def test_only_the_one_who_asked_is_told_which_request_it_was(self) -> None:
        table = await self.duel()
        mine, other = Recorder(self.ann), Recorder(self.ann)
        await self.subscribe(table, mine, other)
        move = self.moves(table, self.ann)[0]
        await commands.play(table, self.caller(self.ann, request="r1", subscriber=mine), move)
        assert mine.of("entries")[0]["id"] == "r1"
        assert "id" not in other.of("entries")[0]

    async def test_a_repeated_request_is_answered_as_before_and_does_nothing(self) -> None:
        table = await self.duel()
        move = self.moves(table, self.ann)[0]
        first = await commands.play(table, self.caller(self.ann, request="r1"), move)
        again = await commands.play(table, self.caller(self.ann, request="r1"), move)
        assert (again.first, again.last, again.repeated) == (first.first, first.last, True)
        assert table.row.number == first.last

    async def test_a_repeated_request_does_nothing_even_where_it_would_be_possible_again(self) -> None:
        table = await self.alone()
        await self.play(table, 4)
        first = await takeback.undo(table, self.caller(self.ann, request="u"))
        again = await takeback.undo(table, self.caller(self.ann, request="u"))
        assert again.repeated
        assert table.row.number == first.last == commands.running(table).number

    async def test_requests_of_two_people_never_mix(self) -> None:
        table = await self.duel()
        await commands.play(table, self.caller(self.ann, request="r"), self.moves(table, self.ann)[0])
        await raises(IllegalMove, commands.play(table, self.caller(self.bob, request="r"), "c1-c2"))

    async def test_refused_requests_change_nothing(self) -> None:
        table = await self.duel()
        recorder = await self.watch(table, self.bob)
        before, received = self.sees(table, self.ann), len(recorder.received)
        move = offered(before)[0]["text"]
        for who, text, number, error in (
            (self.bob, "c1-c2", None, IllegalMove),
            (self.ann, "a1-a2", None, IllegalMove),
            (self.ann, "nonsense", None, Unreadable),
            (self.ann, move, 7, StaleState),
            (self.cy, move, None, Forbidden),
        ):
            await raises(error, commands.play(table, self.caller(who), text, number))
        await raises(Forbidden, commands.play(table, self.caller(self.ann, seat=1), move))
        assert self.sees(table, self.ann) == before
        assert len(recorder.received) == received
        assert await stored_entries(self.store, table.row.id) == []

    async def test_nobody_plays_before_the_start(self) -> None:
        table, _ = await self.create_with_bot()
        await raises(Conflict, commands.play(table, self.caller(self.ann), "c5-c4"))

    async def create_with_bot(self) -> tuple[OpenMatch, bool]:
        return await lobby.create(self.server, self.ann, NewMatch(game="deblockle"))


class TestTwoProcesses(ServerCase):
    async def test_the_slower_process_is_told_and_catches_up(self) -> None:
        table = await self.duel()
        other = self.new_server()
        there = await other.table(table.row.id)
        recorder = Recorder(self.bob)
        await other.subscribe(table.row.id, recorder)
        move = self.moves(table, self.ann)[0]
        await commands.play(table, self.caller(self.ann), move)
        await raises(StaleState, commands.play(there, self.caller(self.ann), move))
        assert there.row.number == table.row.number
        assert [line["text"] for line in recorder.of("entries")[0]["entries"]] == [move]
        await other.close()

    async def test_a_notice_of_another_process_is_followed(self) -> None:
        table = await self.duel()
        other = self.new_server()
        recorder = Recorder(self.bob)
        there = await other.subscribe(table.row.id, recorder)
        await self.play(table, 3)
        await there.catch_up(self.time())
        await there.catch_up(self.time())
        sent = [line["number"] for message in recorder.of("entries") for line in message["entries"]]
        assert sent == [1, 2, 3]
        assert commands.running(there).head == commands.running(table).head
        await other.close()


class TestTakingBack(ServerCase):
    async def test_own_moves_that_showed_nothing_are_taken_back_at_once(self) -> None:
        table = await self.duel()
        await commands.play(table, self.caller(self.ann), "c7-b7")
        assert self.sees(table, self.ann)["undo"] == {"free": True, "possible": True}
        await takeback.undo(table, self.caller(self.ann))
        assert commands.running(table).position == commands.running(table).at(0)
        await takeback.redo(table, self.caller(self.ann))
        assert commands.running(table).position == commands.running(table).at(1)

    async def test_once_the_other_is_to_act_the_other_is_asked(self) -> None:
        table = await self.duel()
        await commands.play(table, self.caller(self.ann), "pass")
        assert self.sees(table, self.ann)["undo"] == {"free": False, "possible": True}
        await takeback.undo(table, self.caller(self.ann))
        assert commands.running(table).number == 1
        await takeback.answer(table, self.caller(self.bob), yes=True)
        assert commands.running(table).entries[-1].content == {"to": 0, "agreed": [1]}

    async def test_against_a_bot_undo_stays_free(self) -> None:
        table, _ = await lobby.create(self.server, self.ann, NewMatch(game="deblockle", players=("me", "random")))
        await commands.play(table, self.caller(self.ann), "pass")
        assert self.sees(table, self.ann)["undo"] == {"free": True, "possible": True}
        await takeback.undo(table, self.caller(self.ann))
        match = commands.running(table)
        (undo,) = [entry for entry in match.entries if entry.kind == "undo"]
        assert (undo.content, match.at(undo.number)) == ({"to": 0, "agreed": [1]}, match.at(0))

    async def test_on_one_screen_undo_stays_free(self) -> None:
        table = await self.alone()
        await commands.play(table, self.caller(self.ann), "pass")
        assert self.sees(table, self.ann)["undo"] == {"free": True, "possible": True}
        await takeback.undo(table, self.caller(self.ann))
        assert commands.running(table).position == commands.running(table).at(0)

    async def test_undone_steps_are_marked_for_those_who_come_and_those_who_watch(self) -> None:
        table = await self.alone()
        watching, program = Recorder(self.bob), Recorder(self.bob, wants=frozenset())
        await self.subscribe(table, watching, program)
        await commands.play(table, self.caller(self.ann), "c7-b7")
        await takeback.undo(table, self.caller(self.ann))
        await commands.play(table, self.caller(self.ann), "pass")
        log = self.sees(table, self.bob)["log"]
        assert [(line["text"], line["undone"]) for line in log] == [
            ("c7-b7", True), ("to entry 0", False), ("pass", False),
        ]  # fmt: skip
        for recorder in (watching, program):
            assert [message.get("undone") for message in recorder.of("entries")] == [None, [1], None]
        await takeback.undo(table, self.caller(self.ann))
        await takeback.redo(table, self.caller(self.ann))
        assert [message["undone"] for message in watching.of("entries")[-2:]] == [[1, 3], [1]]

    async def test_an_answer_after_the_time_is_up_comes_too_late(self) -> None:
        table = await self.duel(clock="60")
        await commands.play(table, self.caller(self.ann), "pass")
        await takeback.undo(table, self.caller(self.ann))
        self.time.now += 61_000
        await raises(IllegalMove, takeback.answer(table, self.caller(self.bob), yes=True), code="nothing_asked")
        assert "timeout" in [entry.kind for entry in commands.running(table).entries]

    async def test_a_turn_that_timed_out_is_not_taken_back(self) -> None:
        table = await self.alone(clock="60")
        self.time.now += 60_000
        await self.server.expire_clocks()
        assert self.sees(table, self.ann)["undo"] == {"free": False, "possible": False}
        await raises(IllegalMove, takeback.undo(table, self.caller(self.ann)), code="no_time_left")

    async def test_after_the_other_has_moved_the_other_is_asked(self) -> None:
        table = await self.duel()
        while commands.running(table).entries[-1:] == [] or commands.running(table).entries[-1].seat == 0:
            await self.play(table, 1)
        recorder = await self.watch(table, self.bob)
        number = table.row.number
        await takeback.undo(table, self.caller(self.ann))
        assert table.row.number == number
        (asked,) = self.sees(table, self.bob)["consent_requests"]
        assert (asked["what"], asked["seat"], asked["waiting"]) == ("undo", 0, [1])
        assert len(recorder.of("consent_requests")) == 1
        await raises(IllegalMove, takeback.answer(table, self.caller(self.ann), yes=True))
        await takeback.answer(table, self.caller(self.bob), yes=True)
        assert commands.running(table).entries[-1].kind == "undo"
        assert commands.running(table).position.actors == (0,)
        assert self.sees(table, self.bob)["consent_requests"] == []

    async def test_a_no_or_a_move_ends_the_asking(self) -> None:
        table = await self.duel()
        while commands.running(table).entries[-1:] == [] or commands.running(table).entries[-1].seat == 0:
            await self.play(table, 1)
        await takeback.undo(table, self.caller(self.ann))
        await takeback.answer(table, self.caller(self.bob), yes=False)
        assert self.sees(table, self.ann)["consent_requests"] == []
        await takeback.undo(table, self.caller(self.ann))
        await self.play(table, 1)
        assert self.sees(table, self.ann)["consent_requests"] == []
        await raises(IllegalMove, takeback.answer(table, self.caller(self.bob), yes=True))

    async def test_nothing_is_taken_back_before_the_own_first_move(self) -> None:
        table = await self.duel()
        await self.play(table, 1)
        await raises(IllegalMove, takeback.undo(table, self.caller(self.bob)), code="nothing_to_undo")


class TestEnding(ServerCase):
    async def test_a_draw_needs_both(self) -> None:
        table = await self.duel()
        await commands.draw(table, self.caller(self.ann), yes=True)
        assert self.sees(table, self.bob)["draw"] == [0]
        await commands.draw(table, self.caller(self.bob), yes=False)
        await commands.draw(table, self.caller(self.ann), yes=True)
        await commands.draw(table, self.caller(self.bob), yes=True)
        outcome = self.sees(table, self.bob)["outcome"]
        assert (outcome["winners"], outcome["reason"]) == ([], "agreement")

    async def test_who_resigns_loses_and_the_match_is_over_for_all(self) -> None:
        table = await self.duel()
        await commands.resign(table, self.caller(self.ann))
        assert self.sees(table, None)["outcome"]["winners"] == [1]
        await raises(IllegalMove, commands.resign(table, self.caller(self.bob)))

    async def test_talk_reaches_the_other_players_and_stays(self) -> None:
        table = await self.duel()
        recorder = await self.watch(table, self.bob)
        await chat.post(self.server, table, self.ann, "  good   luck ")
        assert recorder.of("chat")[0]["chat"]["text"] == "good luck"
        assert [line.text for line in await chat.history(table, self.bob)] == ["good luck"]
        for bad in ("", " ", "x" * 501, "a\0b"):
            await raises(Unreadable, chat.post(self.server, table, self.ann, bad))


class TestDigests(ServerCase):
    """The outcome of the rules for every entry is stored with it, so that a change of the rules is found later."""

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


class GuessingAtOnce(Guessing, frozen=True):
    @property
    def turn(self) -> Hashable:
        return all(self.guesses)


class GuessAtOnce(Guess):
    def start(self, seats: int, options: Options) -> Guessing:
        return GuessingAtOnce()


def test_a_move_of_another_in_the_same_turn_is_no_conflict() -> None:
    match = Match.new(GuessAtOnce(), seed=bytes(32))
    known = match.number
    match.play("guess 2", 1)
    assert _is_same_turn(match, 0, known)
    assert not _is_same_turn(match, 1, known)
    match.play("guess 3", 0)
    assert not _is_same_turn(match, 0, known)


def test_a_new_turn_an_undo_or_an_unknown_entry_is_a_conflict() -> None:
    in_turn = Match.new(GUESS, seed=bytes(32))
    known = in_turn.number
    in_turn.play("guess 2", 1)
    assert not _is_same_turn(in_turn, 0, known)
    match = Match.new(GuessAtOnce(), seed=bytes(32))
    known = match.number
    match.play("guess 2", 1)
    match.undo(1)
    assert not _is_same_turn(match, 0, known)
    assert not _is_same_turn(match, 0, match.number + 1)
    assert not _is_same_turn(match, 0, -1)
