"""One rule for writing and reading: whatever the reader accepts, the writer can write."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

import msgspec
import pytest
from hypothesis import event, given, settings
from hypothesis import strategies as st

from boardwright.core.game import registry
from boardwright.core.game.game import AnyGame
from boardwright.core.match.clock import Clock
from boardwright.core.match.entry import Entry, Pause, Redo, Undo
from boardwright.core.match.header import Adjudication, Branch, Header
from boardwright.core.match.match import Match
from boardwright.core.records import replay
from boardwright.core.records.record import dump, load, verify
from boardwright.core.records.rules_diff import entry_digests
from boardwright.core.refusal import BadRecord, UnknownGame
from tests.core.forging import content_of, forge, random_forgery, random_header, random_match, with_entry
from tests.core.plays import COUNT, CountOptions, after, count, ended, find, guess, result, rolled
from tests.dealing import FLOCK
from tests.toys import GUESS

SEEDS = st.integers(0, 2**32)


def installed(name: str) -> AnyGame:
    try:
        return registry.game(name)
    except UnknownGame as error:
        pytest.skip(str(error))


def toy(rng: Random) -> Match:
    if rng.random() < 0.6:
        return random_match(rng.choice([GUESS, FLOCK]), rng)
    return random_match(COUNT, rng, options=CountOptions(goal=rng.choice([12, 25, 60])))


def requested(match: Match, entry: Entry) -> None:
    """Ask for an entry with the public commands of a match, in the words of a front end."""
    seat = -1 if entry.seat is None else entry.seat
    asks: dict[str, Callable[[], Any]] = {
        "move": lambda: match.play(entry.text, seat, entry.at),
        "chance": lambda: match.take(entry.text, entry.at),
        "undo": lambda: match.undo(seat, entry.at, to=entry.read(Undo).to, agreed=entry.read(Undo).agreed),
        "redo": lambda: match.redo(seat, entry.at, agreed=entry.read(Redo).agreed),
        "timeout": lambda: match.expire(entry.at),
        "resign": lambda: match.resign(seat, entry.at),
        "draw": lambda: (match.decline_draw if entry.text == "decline" else match.agree_draw)(seat, entry.at),
        "pause": lambda: match.pause(entry.read(Pause).since, entry.at),
        "cancel": lambda: match.cancel(entry.seat, entry.at),
    }
    asks[entry.kind]()


def written_again(match: Match) -> bytes:
    """Return the same record, written by a new match that is asked for one thing after the other."""
    again = begun_again(match, match.header, match.seed)
    while again.number < match.number:
        requested(again, match.entries[again.number])
    return forge(again, again.entries, match.header) if match.header.branch else dump(again)


def begun_again(match: Match, header: Header, seed: bytes | None) -> Match:
    """Return a new match with that header; a branch leaves a match in which its first entries were played."""
    game, branch = match.game, header.branch
    setup: Any = {"players": header.players, "shares": header.shares, "at": header.created, "clock": header.clock}
    if branch is not None:
        *above, (first, created) = branch.clock_starts or ((0, header.created),)
        origin = msgspec.structs.replace(branch, inherited=first, clock_starts=tuple(above)) if above else None
        before = msgspec.structs.replace(header, created=created, clock=Clock(), branch=origin, shares=())
        played = begun_again(match, before, None)
        while played.number < branch.inherited:
            requested(played, match.entries[played.number])
        return played.branch(branch.inherited, seed=seed, **setup)
    return Match.new(
        game,
        seats=header.seats,
        options=game.read_options(header.options),
        seed=seed,
        adjudication=header.adjudication,
        start=None if header.start is None else game.decode(header.start),
        **setup,
    )


def refused_or_written(match: Match, rng: Random, find: Callable[[str], AnyGame]) -> str:
    """Forge a record of that match; what is accepted must be what a match writes."""
    open_seed = rng.random() < 0.6
    header = random_header(match, rng) if rng.random() < 0.2 else match.header
    entries = match.entries if header != match.header and rng.random() < 0.5 else random_forgery(match, rng)
    data = forge(match, entries, header, open_seed=open_seed)
    try:
        found = load(data, find)
    except BadRecord as error:
        said = str(error)
    else:
        said = ""
    if said:
        assert said.startswith(("Entry ", "The record stops", "Footer: its chances", "Footer: its seed", "Header: "))
        return "refused"
    assert dump(found) == data
    if found.seed is not None or found.header.commitment is None:
        assert written_again(found) == data
    resumed = Match.resume(found.game, found.header, found.entries, found.seed)
    assert dump(resumed) == data
    assert resumed.deadline() == found.deadline()
    turns = [note.turn for note in entry_digests(found, found.entries)]
    for noted in (turns, [None] * (len(turns) // 2) + turns[len(turns) // 2 :], [*turns[:-1], "7*"]):
        again = Match.resume(found.game, found.header, found.entries, found.seed, noted)
        assert (dump(again), again.deadline(), times_left(again)) == (data, found.deadline(), times_left(found))
    return "accepted"


def times_left(match: Match) -> list[int | None]:
    return [match.clocks.left(seat, match.played(match.now)) for seat in range(match.header.seats)]


@settings(max_examples=400, deadline=None)
@given(SEEDS)
def test_whatever_the_reader_accepts_the_writer_can_write(seed: int) -> None:
    rng = Random(seed)
    event(refused_or_written(toy(rng), rng, find))


def test_forgeries_are_accepted_now_and_then_so_that_the_law_has_something_to_check() -> None:
    found = [refused_or_written(toy(Random(number)), Random(number), find) for number in range(150)]
    assert found.count("accepted") > 5
    assert found.count("refused") > 50


@settings(max_examples=150, deadline=None)
@given(SEEDS)
def test_whatever_the_writer_writes_the_reader_accepts(seed: int) -> None:
    match = toy(Random(seed))
    assert forge(match, match.entries) == dump(match)
    again = load(dump(match), find)
    assert dump(again) == dump(match)
    assert dump(load(forge(match, match.entries, open_seed=False), find)).count(b"\n") == match.number + 2
    assert written_again(match) == dump(match)


@pytest.mark.parametrize("name", registry.names())
@settings(max_examples=15, deadline=None)
@given(seed=SEEDS)
def test_the_law_holds_for_installed_games(name: str, seed: int) -> None:
    game, rng = installed(name), Random(seed)
    match = random_match(game, rng)
    assert dump(load(dump(match), registry.game)) == dump(match)
    refused_or_written(match, rng, registry.game)


# Forgeries by hand: each is refused with a sentence that names the entry and what the rules would have written


def words(data: bytes) -> str:
    with pytest.raises(BadRecord) as caught:
        verify(data, find)
    return str(caught.value)


def entry(kind: Any, seat: int | None, content: Any, at: int) -> Entry:
    return Entry(0, at, kind, seat, content, "", "")


def timed_out() -> Match:
    """Return a match in which "1" was played for seat 0, late for its second move: entries 3 and 4."""
    match = count(2, clock=Clock(per_turn=1000))
    return after(match, ("play", "2", 0, 100), ("play", "2", 1, 200), ("expire", 1200))


OFFER = entry("draw", 0, "offer", 5)
PLAYED_FOR = 'the rules write move "1" by seat 0'


@pytest.mark.parametrize(
    ("match", "number", "entries", "said"),
    [
        pytest.param(
            timed_out(), 4, [entry("undo", 0, {"to": 0, "forced": True}, 1200)],
            f'Entry 4: {PLAYED_FOR}, the record has undo {{"forced":true,"to":0}} by seat 0.',
            id="a timeout does not rewind the match",
        ),
        pytest.param(
            timed_out(), 4, [entry("move", 0, "2", 1200)],
            f'Entry 4: {PLAYED_FOR}, the record has move "2" by seat 0.',
            id="a late seat plays nothing but its fallback",
        ),
        pytest.param(
            timed_out(), 4, [],
            f"The record stops after entry 3, where {PLAYED_FOR}.",
            id="no record is cut between a timeout and its consequence",
        ),
        pytest.param(
            timed_out(), 3, [entry("move", 0, "2", 1200)],
            'Entry 3: the rules write timeout by seat 0, the record has move "2" by seat 0.',
            id="a move after the deadline needs its timeout first",
        ),
        pytest.param(
            timed_out(), 5, [entry("pause", None, {"since": 300}, 9000)],
            'Entry 5: the rules write pause {"since":1200}, the record has pause {"since":300}.',
            id="a pause does not cover time already played",
        ),
        pytest.param(
            timed_out(), 5, [entry("pause", None, {"since": 2500}, 9000)],
            'Entry 5: the rules write timeout by seat 1, the record has pause {"since":2500}.',
            id="a pause does not save a player who was late before it",
        ),
        pytest.param(
            count(2), 1, [entry("draw", 1, "decline", 5)],
            'Entry 1: draw "decline" by seat 1 cannot be: Nobody has offered a draw.',
            id="nobody declines a draw that nobody offered",
        ),
        pytest.param(
            count(2), 1, [OFFER, OFFER],
            'Entry 2: draw "offer" by seat 0 cannot be: That seat has offered a draw already.',
            id="one seat does not offer a draw twice",
        ),
        pytest.param(
            count(2), 1, [OFFER, entry("draw", 1, "offer", 5)],
            'Entry 2: the rules write draw "accept" by seat 1, the record has draw "offer" by seat 1.',
            id="the second offer accepts the first",
        ),
    ],
)  # fmt: skip
def test_entries_that_the_rules_would_not_write_are_named(
    match: Match, number: int, entries: list[Entry], said: str
) -> None:
    assert words(forge(match, [*match.entries[: number - 1], *entries])) == said


def test_a_record_cut_before_chance_is_found_without_the_seed_too() -> None:
    match = rolled()
    for open_seed in (True, False):
        data = forge(match, match.entries[:5], open_seed=open_seed)
        assert words(data).startswith("The record stops after entry 5, where")


def test_a_record_of_another_format_is_not_read() -> None:
    for number in (1, 99):
        data = dump(ended()).replace(b'"boardwright":2', b'"boardwright":%d' % number)
        assert words(data) == f"Header: format {number} is unknown; this program reads format 2."
    header = msgspec.structs.replace(guess().header, boardwright=1)
    with pytest.raises(BadRecord, match="format 1 is unknown"):
        replay.load(GUESS, header, [])


def test_a_forged_chance_outcome_is_named_with_the_true_one() -> None:
    match = rolled()
    die = match.entries[5].text
    other = "1" if die != "1" else "2"
    assert match.entries[5].content == {"of": "252b95f53884001a468ec77f711dc239", "outcome": die}
    data = forge(match, with_entry(match, 6, content={**match.entries[5].content, "outcome": other}))
    assert words(data) == f'Entry 6: the rules write chance "{die}", the record has chance "{other}".'


def test_chance_met_again_cannot_differ_even_while_the_seed_is_secret() -> None:
    match = after(rolled(), ("undo", 0, 3500, {"agreed": [1]}), ("play", "roll", 0, 3600))
    again = match.entries[-1]
    other = "1" if again.text != "1" else "2"
    forged = with_entry(match, again.number, content={**content_of(again), "outcome": other})
    data = forge(match, forged, open_seed=False)
    assert words(data) == f'Entry 9: chance "{other}" is not drawn from a seed.'


def _claim(match: Match, /, **changes: Any) -> Branch:
    assert match.header.branch is not None
    return msgspec.structs.replace(match.header.branch, **changes)


def test_a_branch_inherits_no_more_than_a_match_could_have_played() -> None:
    match = count(2, adjudication=Adjudication(max_moves=2))
    match.play("1", 0, 50)
    branch = match.branch(at=100)
    longer = _claim(branch, inherited=3, entry=3)
    header = msgspec.structs.replace(branch.header, branch=longer)
    moves = [entry("move", number % 2, "1", 50) for number in range(3)]
    assert "Entry 3" in words(forge(branch, moves, header))
    assert "was over by then" in words(forge(branch, moves, header))
    early = [branch.entries[0], entry("move", 1, "1", 40)]
    longer = _claim(branch, inherited=2, entry=2)
    header = msgspec.structs.replace(branch.header, branch=longer)
    assert "Entry 2" in words(forge(branch, early, header))


@pytest.mark.parametrize(
    "changes",
    [
        {"inherited": -1},
        {"entry": 0},
        {"match": "x"},
        {"hash": ""},
        {"clock_starts": ()},
        {"clock_starts": ((0, 0), (0, 5))},
        {"clock_starts": ((0, 0), (1, 5))},
    ],
    ids=str,
)
def test_a_branch_that_no_match_has_is_refused(changes: dict[str, Any]) -> None:
    match = count(2)
    match.play("1", 0, 50)
    branch = match.branch(at=100)
    claim = _claim(branch, **changes)
    data = forge(branch, branch.entries, msgspec.structs.replace(branch.header, branch=claim))
    assert words(data).startswith("Header: ")


@pytest.mark.parametrize("options", [{}, {"goal": "25"}, {"goal": 25.0}], ids=str)
def test_options_that_no_match_writes_are_refused(options: dict[str, Any]) -> None:
    header = msgspec.structs.replace(count().header, options=options)
    assert words(forge(count(), [], header)).startswith("Header: ")


# Nobody can hang a match


@pytest.mark.parametrize(
    ("match", "last"),
    [
        pytest.param(
            # At a total of 6 the fallback of seat 2 leads to 7, where seat 0 has none.
            after(count(3, goal=30, clock=Clock(bank=3000)), *"11112", ("expire", 3000), ("expire", 6000)),
            ["undo", "cancel", "end"],
            id="late",
        ),
        pytest.param(
            after(count(4, goal=30), *"1122", ("resign", 0), ("resign", 1)),
            ["undo", "move", "cancel", "end"],
            id="gone",
        ),
    ],
)
def test_players_who_go_round_in_a_circle_end_the_match(match: Match, last: list[str]) -> None:
    assert result(match).reason == "canceled"
    assert [each.kind for each in match.entries[-len(last) :]] == last
    assert dump(load(dump(match), find)) == dump(match)
