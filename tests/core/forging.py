"""Random matches of any game, and forgers who change their entries and make every hash right again."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from random import Random
from typing import Any, get_args

import msgspec

from boardwright.core.canonical import canonical
from boardwright.core.chance import distribution as chance
from boardwright.core.game.game import AnyGame
from boardwright.core.match.clock import Clock
from boardwright.core.match.entry import Content, Entry, Kind, chain
from boardwright.core.match.header import Adjudication, Branch, Header
from boardwright.core.match.match import Match
from boardwright.core.records.record import Footer, dump, parse
from boardwright.core.refusal import IllegalMove
from boardwright.core.rules.timed import keeps_time

SEED = bytes(range(32))
CLOCKS = (
    Clock(),
    Clock(per_turn=5000),
    Clock(per_turn=5000, on_timeout="forfeit"),
    Clock(bank=8000, increment=500),
    Clock(bank=3000),
    Clock(bank=3000, increment=900, on_timeout="forfeit"),
    Clock(bank=9000, increment=300, per_turn=2500),
)
KINDS: tuple[Kind, ...] = get_args(Kind)


def random_match(game: AnyGame, rng: Random, acts: int = 25, **more: Any) -> Match:
    """Return a match in which players try everything that can be done, now and then branched off."""
    seed = rng.choice([SEED, None])
    seats = rng.choice(list(game.seats))
    shares = tuple(f"share {seat}" for seat in range(seats)) if seed and rng.random() < 0.3 else ()
    clock = Clock() if keeps_time(game.begin(seats)) else rng.choice(CLOCKS)
    adjudication = rng.choice([Adjudication(), Adjudication(dead_position=True, max_moves=rng.randrange(5, 30))])
    match = Match.new(
        game,
        seats=seats,
        seed=seed,
        shares=shares,
        at=rng.randrange(99),
        clock=clock,
        adjudication=adjudication,
        **more,
    )
    time = 100
    time = _acted(match, rng, time, rng.randrange(acts), (0, 10, 300, 1500, 4000))
    while rng.random() < 0.25:
        match = match.branch(rng.randrange(match.number + 1), seed=rng.choice([SEED, None]), at=time)
        time = _acted(match, rng, time, rng.randrange(6), (0, 10, 300, 1500))
    return match


def _acted(match: Match, rng: Random, time: int, count: int, waits: tuple[int, ...]) -> int:
    """Let players try that many things, and return the time after them."""
    for _ in range(count):
        time += rng.choice(waits)
        with suppress(IllegalMove):
            act(match, rng, time)
    return time


def act(match: Match, rng: Random, time: int) -> None:
    """Do something that a player, the server or the clock may do."""
    seats = range(match.header.seats)
    seat, others = rng.choice(seats), rng.sample(seats, rng.randrange(len(seats) + 1))
    if match.position.chance is not None and not match.is_over:
        match.take(match.position.chance.sample(rng), time)
        return
    match.expire(time)
    match_now = match.now_position(time)
    what = rng.choices(
        ("play", "undo", "redo", "offer", "decline", "resign", "pause", "cancel"), (50, 15, 10, 5, 4, 2, 6, 1)
    )[0]
    if what == "play" and match_now.actors:
        mover = rng.choice(match_now.actors)
        match.play(rng.choice(list(match_now.legal_moves(mover))), mover, time)
    elif what == "undo":
        match.undo(seat, time, to=rng.choice([None, rng.randrange(match.number + 1)]), agreed=others)
    elif what == "redo":
        match.redo(seat, time, agreed=others)
    elif what == "offer":
        match.agree_draw(seat, time)
    elif what == "decline":
        match.decline_draw(seat, time)
    elif what == "resign":
        match.resign(seat, time)
    elif what == "pause":
        match.pause(time - rng.choice([0, 0, 500]), time + rng.randrange(3000))
    elif what == "cancel":
        match.cancel(rng.choice([None, seat]), time)


def forge(
    match: Match,
    entries: Sequence[Entry],
    header: Header | None = None,
    *,
    open_seed: bool = True,
    keeps_salts: bool = False,
) -> bytes:
    """Return the record with other entries, renumbered, with the salts, hashes and footer that they need."""
    header = match.header if header is None else header
    previous, chained = header.hash, list[Entry]()
    for number, entry in enumerate(entries, 1):
        salt = entry.salt if keeps_salts or match.seed is None else chance.Salts(match.seed).salt(number)
        chained.append(chain(previous, number, entry.at, entry.kind, entry.seat, entry.content, salt))
        previous = chained[-1].hash
    true = parse(dump(match)).footer
    outcome = chained[-1].content if chained and chained[-1].kind == "end" else None
    footer = Footer(len(chained), previous, outcome if isinstance(outcome, dict) else None, None)
    if open_seed:
        footer = msgspec.structs.replace(footer, seed=true.seed, chances=true.chances)
    return b"".join(canonical(line) + b"\n" for line in (header, *chained, footer))


def with_entry(match: Match, number: int, **changes: Any) -> list[Entry]:
    """Return the entries of a match with changes of entry `number`."""
    entries = list(match.entries)
    entries[number - 1] = msgspec.structs.replace(entries[number - 1], **changes)
    return entries


def content_of(entry: Entry) -> Any:
    """Return a copy of the content that a forger can change."""
    return msgspec.json.decode(canonical(entry.content))


def random_header(match: Match, rng: Random) -> Header:
    """Return the header with one thing changed."""
    header, branch = match.header, match.header.branch
    changes: list[dict[str, Any]] = [
        {"created": header.created + rng.choice([-5000, -1, 1, 5000])},
        {"players": rng.choice([("a",), ("",) * header.seats, header.players[::-1]])},
        {"shares": rng.choice([(), ("",) * header.seats, ("a",), tuple("abcdef"[: header.seats])])},
        {"clock": rng.choice(CLOCKS)},
        {"adjudication": Adjudication(max_moves=rng.randrange(-1, 9), dead_position=rng.random() < 0.5)},
        {"seats": rng.randrange(-1, 6)},
        {"version": rng.choice([0, 1, 2, 99])},
        {"salt": rng.choice(["", "0" * 32])},
        {"commitment": rng.choice([None, "0" * 64])},
        {"start": rng.choice([{}, match.game.encode(match.at(rng.randrange(match.number + 1)))])},
        {"branch": Branch("0" * 64, rng.randrange(4), "1" * 64, rng.randrange(4), ((0, header.created),))},
    ]
    if branch is not None:
        starts = [list(each) for each in branch.clock_starts] + [[rng.randrange(5), header.created]]
        rng.choice(starts)[rng.randrange(2)] += rng.choice([-50, -1, 0, 1, 50])
        forged: list[dict[str, Any]] = [
            {"inherited": branch.inherited + rng.choice([-1, 1])},
            {"entry": branch.entry + rng.choice([-1, 1])},
            {"clock_starts": tuple((number, time) for number, time in starts[: rng.randrange(len(starts) + 1)])},
        ]
        changes += [{"branch": msgspec.structs.replace(branch, **each)} for each in forged] * 3
    return msgspec.structs.replace(header, **rng.choice(changes))


def random_forgery(match: Match, rng: Random) -> list[Entry]:
    """Return the entries with one to three changes."""
    entries = list(match.entries)
    for _ in range(rng.choice([1, 1, 1, 2, 3])):
        if entries:
            rng.choices((_alter, _insert, _rearrange), (2, 1, 4))[0](entries, rng)
    return entries


def _alter(entries: list[Entry], rng: Random) -> None:
    place = rng.randrange(len(entries))
    entry = entries[place]
    change = rng.choice(
        (
            {"at": max(0, entry.at + rng.choice([-4000, -1, 1, 50, 4000]))},
            {"seat": rng.choice([None, 0, 1, 2, 7, -1])},
            {"kind": rng.choice(KINDS)},
            {"content": _content(entries, rng)},
            {"content": _content(entries, rng), "kind": rng.choice(KINDS)},
        )
    )
    entries[place] = msgspec.structs.replace(entry, **change)


def _insert(entries: list[Entry], rng: Random) -> None:
    place = rng.randrange(len(entries) + 1)
    at = entries[min(place, len(entries) - 1)].at
    salt = entries[0].salt
    new = Entry(0, at, rng.choice(KINDS), rng.choice([None, 0, 1, 2]), _content(entries, rng), salt, "")
    entries.insert(place, new)


def _rearrange(entries: list[Entry], rng: Random) -> None:
    place, other = rng.randrange(len(entries)), rng.randrange(len(entries))
    match rng.randrange(4):
        case 0:
            del entries[place]
        case 1:
            del entries[place:]
        case 2:
            entries[place], entries[other] = entries[other], entries[place]
        case _:
            entries.insert(other, entries[place])


def _content(entries: list[Entry], rng: Random) -> Content:
    """Return content that might fit somewhere: of another entry, or a likely structure."""
    structures: list[Content] = [
        "",
        "offer",
        "accept",
        "decline",
        {"to": rng.randrange(len(entries) + 2)},
        {"to": rng.randrange(len(entries) + 2), "agreed": [rng.randrange(3)]},
        {"to": rng.randrange(len(entries) + 2), "forced": True},
        {"since": entries[rng.randrange(len(entries))].at + rng.choice([0, 0, 100])},
        {"since": 2**70},
        {"outcome": "1"},
        {"of": "0" * 32, "outcome": "1"},
    ]
    structures += [_other_deal(entry.content, rng) for entry in entries if isinstance(entry.content, dict)]
    known = [entry.content for entry in entries if entry.content is not None]
    return rng.choice(rng.choice([structures, known]))


def _other_deal(content: dict[str, Any], rng: Random) -> Content:
    """Return a deal with one thing changed; other content as it is."""
    if "parts" not in content:
        return content
    forged = msgspec.json.decode(canonical(content), type=dict[str, Any])
    for each in forged["parts"]:
        each["cards"] = each["cards"] or []  # one that was sealed by the change before
    part, other = rng.choice(forged["parts"]), rng.choice(forged["parts"])
    match rng.randrange(7):
        case 0:
            part["cards"], other["cards"] = other["cards"], part["cards"]
        case 1:
            rng.shuffle(part["cards"])
        case 2:
            part["salt"] = rng.choice(["", "0" * 32, other["salt"]])
        case 3:
            part["seen"] = rng.choice([None, [], [0], [1]])
        case 4:
            part["count"] = rng.choice([0, 1, 2, 2.0])
        case 5:
            forged.update(rng.choice([{"of": "0" * 32}, {"of": ""}, {"more": 1}]))
        case _:
            part["cards"] = rng.choice([None, [], [*part["cards"], "heron"]])
    return forged
