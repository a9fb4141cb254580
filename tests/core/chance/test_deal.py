"""Deals: one entry, a part for each seat, shuffled by a formula that anyone can compute again."""

from __future__ import annotations

import hashlib
import hmac
import json
from collections import Counter
from collections.abc import Iterator
from itertools import permutations
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from boardwright.core.chance import deal as deals
from boardwright.core.chance.deal import Deal, Part, join, shuffle, split
from boardwright.core.game.perft import perft
from boardwright.core.match.entry import Entry, chain
from boardwright.core.match.match import Match
from boardwright.core.records.record import dump, dump_for, load, verify
from boardwright.core.refusal import BadOptions, BadRecord, IllegalMove
from boardwright.store.change import Change, InvalidChange
from boardwright.store.rows import MatchRow, MatchSettings
from tests.core.forging import content_of, forge, with_entry
from tests.core.plays import find, here
from tests.dealing import DECK, FLOCK, SEED, finished, flock, redealt

READERS = (None, 0, 1)


def by_hand(seed: bytes, ordinal: int, cards: list[str], parts: list[list[object]]) -> list[str]:
    """Return the documented shuffle, with nothing but the standard library."""
    text = json.dumps([cards, parts], ensure_ascii=False, separators=(",", ":"))
    purpose = f"deal:{ordinal}:{hashlib.sha256(text.encode()).hexdigest()}"
    stream = b"".join(
        hmac.new(seed, f"{purpose}:{block}".encode(), hashlib.sha256).digest() for block in range(len(cards))
    )
    cards = list(cards)
    for i in range(len(cards) - 1, 0, -1):
        while True:
            number, stream = int(stream[:8].hex(), 16), stream[8:]
            if number < 2**64 // (i + 1) * (i + 1):
                break
        j = number % (i + 1)
        cards[i], cards[j] = cards[j], cards[i]
    return cards


CARD = st.text(st.characters(exclude_categories=["Cs"], exclude_characters=",/\n"), min_size=1, max_size=3)


@given(st.binary(min_size=1, max_size=40), st.integers(0, 9), st.lists(CARD, min_size=1, max_size=60), st.data())
def test_the_shuffle_is_the_documented_formula(
    seed: bytes, ordinal: int, cards: list[str], data: st.DataObject
) -> None:
    first = data.draw(st.integers(0, len(cards)))
    deal = Deal(cards, (Part.hand(1, first), Part.face_up(0), Part.face_down(len(cards) - first)))
    outcome = shuffle(seed, ordinal, deal)
    dealt = split(outcome)
    order = by_hand(seed, ordinal, sorted(cards), [[first, [1]], [0, None], [len(cards) - first, []]])
    assert dealt == (tuple(order[:first]), (), tuple(order[first:]))
    assert outcome in deal
    assert deal.text(order) == outcome


def test_shuffles_are_pinned_for_ever() -> None:
    deal = Deal.hands(DECK, seats=2, each=2)
    assert shuffle(bytes(32), 0, deal) == "crane,finch/heron,robin/crane,stork,finch,heron,egret,egret"


@pytest.mark.parametrize("cards", ["ABCD", "AABC", "AAABB"])
def test_every_order_is_equally_likely(cards: str) -> None:
    """A chi-square test with fixed seeds; the bound is the 99.9th percentile of 23 degrees of freedom."""
    orders, draws = {"/".join(order) for order in permutations(cards)}, 12_000
    deal = Deal(cards, tuple(Part.hand(seat, 1) for seat in range(len(cards))))
    counts = Counter(shuffle(seed.to_bytes(4, "big"), 0, deal) for seed in range(draws))
    assert set(counts) == orders
    expected = draws / len(orders)
    assert sum((count - expected) ** 2 / expected for count in counts.values()) < 50


def test_numbers_that_would_favor_some_places_are_rejected(monkeypatch: pytest.MonkeyPatch) -> None:
    given_out: Iterator[int] = iter((2**64 - 1, 2**64 - 2, 1))  # for three places 2^64 - 1 is one too many
    monkeypatch.setattr(deals, "_numbers", lambda seed, purpose: given_out)
    deal = Deal("ABC", (Part.face_up(3),))
    assert shuffle(SEED, 0, deal) == "A,B,C"
    assert next(given_out, None) is None


def test_samples_are_deals() -> None:
    deal = Deal.hands(DECK, seats=3, each=2)
    found = {deal.sample(Random(seed)) for seed in range(50)}
    assert len(found) > 40
    assert all(outcome in deal for outcome in found)


@pytest.mark.parametrize(
    ("cards", "parts", "said"),
    [
        (("A", "B"), (Part.face_up(1),), r"2 cards cannot be dealt as \[1\]"),
        (("A", "B"), (Part.face_up(3), Part.face_down(-1)), "deal out all"),
        ((), (), "0 cards"),
        (("A,B",), (Part.face_up(1),), "'A,B' cannot be dealt: write it without commas"),
        (("",), (Part.face_up(1),), "cannot be dealt"),
    ],
)
def test_what_cannot_be_dealt_is_refused(cards: tuple[str, ...], parts: tuple[Part, ...], said: str) -> None:
    with pytest.raises(ValueError, match=said):
        Deal(cards, parts)


@pytest.mark.parametrize(
    "outcome", ["", "A/B/C", "A/B/C,D,A", "A/B/CD", "A,B//C,D", "A/B/C,D/", "a/B/C,D", " A/B/C,D", 7]
)
def test_what_is_not_an_outcome(outcome: object) -> None:
    deal = Deal("ABCD", (Part.hand(0, 1), Part.hand(1, 1), Part.face_down(2)))
    assert "B/A/C,D" in deal
    assert outcome not in deal


# In a match


def test_a_deal_is_one_entry() -> None:
    match = flock(seats=3)
    assert [entry.kind for entry in match.entries] == ["chance"]
    assert [hand.cards for hand in here(match).hands] == [
        tuple(sorted(hand or ())) for hand in parts_of(match.entries[0])[:3]
    ]
    assert match.entries[0].detail == "deals 2 cards each, 1 face up (crane), 3 face down"


def parts_of(entry: Entry) -> list[tuple[str, ...] | None]:
    assert entry.dealt is not None
    return [part.cards for part in entry.dealt.parts]


@pytest.mark.parametrize("reader", READERS)
def test_a_reader_gets_their_own_part_and_seals_of_the_others(reader: int | None) -> None:
    match = flock()
    (whole,) = match.entries
    (shown,) = match.read(reader)
    hands = [cards if seat == reader else None for seat, cards in enumerate(parts_of(whole)[:2])]
    assert parts_of(shown) == [*hands, parts_of(whole)[2], None]
    assert (shown.hash, shown.salt, shown.detail) == (whole.hash, whole.salt, whole.detail)
    assert shown.is_sealed
    assert not whole.is_sealed
    assert shown.text == ""
    assert chain(match.header.hash, 1, shown.at, "chance", None, shown.content, shown.salt).hash == whole.hash


def test_a_record_has_nothing_of_what_is_hidden_from_its_reader() -> None:
    """Every bird that a reader may not see is nowhere in their record, not even its salt, in many matches."""
    checked = 0
    for number in range(60):
        match = flock(seats=3, seed=bytes([number]) * 32)
        assert match.entries[0].dealt is not None
        for reader in (None, 0, 1, 2):
            data = dump_for(match, reader).decode()
            visible = {card for cards in parts_of(match.read(reader)[0]) for card in cards or ()}
            for bird in set(DECK) - visible:
                assert bird not in data
                checked += 1
            for part in match.entries[0].dealt.parts:
                assert (part.salt in data) == (part.seen is None or reader in part.seen)
    assert checked > 300


@pytest.mark.parametrize("reader", READERS)
@pytest.mark.parametrize("match", [flock(), redealt()], ids=["dealt", "dealt again"])
def test_every_sealed_record_is_verified(reader: int | None, match: Match) -> None:
    assert "sealed, so moves and chance can be checked after the end" in verify(dump_for(match, reader), find)


def test_a_changed_card_of_ones_own_part_is_caught() -> None:
    match = redealt()
    data = dump_for(match, 0)
    lines = data.splitlines(keepends=True)
    for card in parts_of(match.entries[0])[0] or ():
        other = next(bird for bird in DECK if bird != card)
        forged = lines[1].replace(card.encode(), other.encode(), 1)
        assert forged != lines[1]
        with pytest.raises(BadRecord, match="Entry 1: its content does not agree with its hash"):
            verify(b"".join([lines[0], forged, *lines[2:]]), find)


def test_a_forged_part_is_caught_though_all_hashes_are_right() -> None:
    match = finished()
    content = content_of(match.entries[0])
    hand, stock = content["parts"][0]["cards"], content["parts"][3]["cards"]
    place = next(place for place, card in enumerate(stock) if card != hand[0])
    hand[0], stock[place] = stock[place], hand[0]
    with pytest.raises(BadRecord, match="Entry 1: the rules write"):
        load(forge(match, with_entry(match, 1, content=content)), find)


@pytest.mark.parametrize(
    ("part", "field", "value"),
    [(0, "salt", "0" * 32), (0, "count", 2.0), (0, "seen", [1]), (1, "seen", None), (3, "seen", [0]), (0, "more", 1)],
)
def test_a_part_with_another_salt_or_other_readers_is_caught(part: int, field: str, value: object) -> None:
    match = finished()
    content = content_of(match.entries[0])
    content["parts"][part][field] = value
    entries = with_entry(match, 1, content=content)
    for open_seed in (True, False):
        if field == "salt" and not open_seed:
            continue  # nobody can know a salt before the seed
        with pytest.raises(BadRecord, match="Entry 1: "):
            load(forge(match, entries, open_seed=open_seed), find)


@pytest.mark.parametrize("sign", [",", "/"])
@pytest.mark.parametrize("branched", [False, True])
def test_cards_that_run_together_are_caught(sign: str, branched: bool) -> None:
    """Parts whose text is that of the right deal, though they are others."""
    match = redealt().branch(seed=bytes(32)) if branched else finished()
    content = content_of(match.entries[0])
    first, second, *rest = content["parts"]
    joined = f"{first['cards'][0]}{sign}{first['cards'][1]}"
    if sign == "/":
        joined = ",".join(first["cards"]) + "/" + ",".join(second["cards"])
        rest = [{**second, "cards": [joined], "count": 1}, *rest]
    else:
        rest = [{**first, "cards": [joined], "count": 1}, second, *rest]
    entries = with_entry(match, 1, content={**content, "parts": rest})
    assert join(part["cards"] for part in rest) == match.entries[0].text
    for open_seed in (True, False):
        with pytest.raises(BadRecord, match="Entry 1"):
            load(forge(match, entries, open_seed=open_seed), find)


def test_after_the_end_all_parts_are_open_and_the_seed_proves_them() -> None:
    match = finished()
    assert match.is_over
    for reader in READERS:
        assert dump_for(match, reader) == dump(match)
    assert verify(dump(match), find).endswith("every chance outcome is the seed's")
    assert dump(load(dump(match), find)) == dump(match)


def test_a_deal_that_is_undone_and_made_again_is_the_same() -> None:
    match = redealt()
    first = match.entries[-1]
    match.undo(0, agreed=[1])
    match.play("redeal")
    assert match.entries[-1].text == first.text != ""
    match.undo(0, agreed=[1])
    match.redo(0, agreed=[1])
    assert match.position == match.at(first.number)


def test_a_branch_inherits_a_deal_with_its_parts_sealed_again() -> None:
    match = redealt()
    branch = match.branch(seed=bytes(32))
    assert branch.position == match.position
    inherited = branch.entries[0]
    assert inherited.dealt is not None
    assert inherited.dealt.of == ""
    assert inherited.text == match.entries[0].text
    salts = {part["salt"] for entry in (inherited, match.entries[0]) for part in content_of(entry)["parts"]}
    assert len(salts) == 8
    for reader in READERS:
        assert verify(dump_for(branch, reader), find)
        assert branch.read(reader)[0].is_sealed
    assert dump(load(dump(branch), find)) == dump(branch)


def test_a_deal_from_outside_is_a_text() -> None:
    match = Match.new(FLOCK, seed=None)
    deal = match.position.chance
    assert deal is not None
    for wrong in ("", "heron", deal.examples[:-1], deal.examples + ",heron"):
        with pytest.raises(IllegalMove, match="cannot come now; possible are crane,crane/egret,egret/finch/finch,"):
            match.take(wrong)
    assert match.number == 0
    match.take("heron,crane/egret,egret/finch/finch,crane,heron,robin,stork")
    assert [hand.cards for hand in here(match).hands] == [("crane", "heron"), ("egret", "egret")]
    assert here(match).stock.cards[0] == "finch"
    assert dump(load(dump(match), find)) == dump(match)


def test_a_record_with_a_sealed_part_cannot_be_replayed() -> None:
    with pytest.raises(BadRecord, match="Entry 1 is sealed: this match can be replayed after its end"):
        load(dump_for(flock(), 0), find)


def test_an_entry_with_a_sealed_part_cannot_be_stored() -> None:
    row = MatchRow(id="m", created=1, changed=1, lobby=MatchSettings(game="flock", host="anna", seats=()), number=1)
    with pytest.raises(InvalidChange, match="Entry 1 is sealed and cannot be stored"):
        Change(old=None, new=row, entries=tuple(flock().read(0)))


def test_events_of_a_deal_are_for_their_seats() -> None:
    events = flock().events(1)
    assert [event.seats for event in events] == [None, (0,), (1,)]


def test_a_deal_is_not_counted() -> None:
    assert perft(flock().position, 1) > 2
    with pytest.raises(BadOptions, match="A deal of 10 cards is not counted; count from a position after it"):
        perft(FLOCK.begin(2), 1)


def test_no_other_record_has_changed() -> None:
    """Content that only looks like a deal is hashed as it was before there were any."""
    contents: tuple[dict[str, Any], ...] = ({"parts": 7}, {"parts": [{"cards": ["A"]}]}, {"outcome": "6", "of": ""})
    for content in contents:
        entry = chain("", 1, 0, "chance", None, content, "salt")
        seal = hashlib.sha256(json.dumps([content, "salt"], sort_keys=True, separators=(",", ":")).encode()).hexdigest()
        assert entry.seal().salt == seal
        assert entry.dealt is None
