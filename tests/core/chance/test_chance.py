"""Chance: anyone can compute it again from the published formula."""

from __future__ import annotations

import hashlib
import hmac
import json
from collections import Counter
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from boardwright.core.canonical import canonical, digest
from boardwright.core.chance.distribution import Distribution, Salts, commitment, draw
from tests.core.plays import SEED, ended


def by_hand(seed: bytes, ordinal: int, outcomes: list[str], weights: list[int]) -> str:
    """Return the documented formula, with nothing but the standard library."""
    text = json.dumps([outcomes, weights], sort_keys=True, ensure_ascii=False, separators=(",", ":"))
    message = f"chance:{ordinal}:{hashlib.sha256(text.encode()).hexdigest()}"
    number = int(hmac.new(seed, message.encode(), hashlib.sha256).hexdigest(), 16) % sum(weights)
    for outcome, weight in zip(outcomes, weights, strict=True):
        if number < weight:
            return outcome
        number -= weight
    raise AssertionError("weights do not cover the number")


@given(
    st.binary(min_size=1, max_size=40),
    st.integers(0, 10_000),
    st.dictionaries(st.text(alphabet=st.characters(exclude_categories=["Cs"])), st.integers(1, 50), min_size=1),
)
def test_draw_is_the_documented_formula(seed: bytes, ordinal: int, chances: dict[str, int]) -> None:
    outcomes, weights = tuple(chances), tuple(chances.values())
    assert draw(seed, ordinal, Distribution(outcomes, weights)) == by_hand(seed, ordinal, list(outcomes), list(weights))


def test_a_whole_match_can_be_checked_by_hand() -> None:
    drawn = [entry.text for entry in ended().entries if entry.kind == "chance"]
    cards, die = list("12345"), list("123456")
    assert drawn == [by_hand(SEED, k, faces, [1] * len(faces)) for k, faces in enumerate((cards, cards, die))]


def test_draws_are_pinned_for_ever() -> None:
    die = Distribution.uniform(("1", "2", "3", "4", "5", "6"))
    assert "".join(draw(bytes(32), k, die) for k in range(20)) == "53241324666555251515"


def test_the_chain_can_be_checked_by_hand() -> None:
    match = ended()
    previous = hashlib.sha256(canonical(match.header)).hexdigest()
    for entry in match.entries:
        key = f"salt:{entry.number}".encode()
        assert entry.salt == hmac.new(SEED, key, hashlib.sha256).hexdigest()[:32] == Salts(SEED).salt(entry.number)
        seal = hashlib.sha256(_dumps([entry.content, entry.salt])).hexdigest()
        body = _dumps([entry.number, entry.at, entry.kind, entry.seat, seal])
        previous = hashlib.sha256(previous.encode() + body).hexdigest()
        assert entry.hash == previous
    assert match.head == previous
    assert match.header.commitment == hashlib.sha256(SEED).hexdigest() == commitment(SEED)


def _dumps(value: object) -> bytes:
    return json.dumps(value, sort_keys=True, ensure_ascii=False, separators=(",", ":")).encode()


JSONS = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**63), 2**63 - 1) | st.text(st.characters(exclude_categories=["Cs"])),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(st.characters(exclude_categories=["Cs"])), inner),
    max_leaves=20,
)


@given(JSONS)
def test_canonical_json_is_what_json_dumps_writes(value: object) -> None:
    assert canonical(value) == _dumps(value)
    assert digest(value) == hashlib.sha256(_dumps(value)).hexdigest()


def test_draws_are_even() -> None:
    coin = Distribution(("rare", "common"), (1, 3))
    counts = Counter(draw(SEED, k, coin) for k in range(4000))
    assert 900 < counts["rare"] < 1100


def test_samples_follow_the_weights() -> None:
    coin, rng = Distribution(("rare", "common"), (1, 3)), Random(1)
    counts = Counter(coin.sample(rng) for _ in range(4000))
    assert 900 < counts["rare"] < 1100


@given(st.lists(st.integers(1, 9), min_size=1, max_size=9))
def test_every_number_below_the_total_has_its_outcome(weights: list[int]) -> None:
    chances = Distribution(tuple(map(str, range(len(weights)))), tuple(weights))
    laid = [chances.at(number) for number in range(chances.total)]
    assert [laid.count(outcome) for outcome in chances.outcomes] == weights
    assert laid == sorted(laid)
    assert sum(chances.probability(outcome) for outcome in chances.outcomes) == pytest.approx(1)
    assert dict(chances) == dict(zip(chances.outcomes, weights, strict=True))


def test_who_sees_an_outcome_does_not_change_what_is_drawn() -> None:
    outcomes = ("1", "2", "3")
    assert Distribution.uniform(outcomes, seen=(1,)).digest == Distribution.uniform(outcomes).digest
