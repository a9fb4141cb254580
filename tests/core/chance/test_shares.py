"""Shares of the players: each one decides all chance, and none can be altered afterwards."""

from __future__ import annotations

from random import Random

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from boardwright.core.chance.distribution import Distribution, draw, mix
from boardwright.core.match.header import Header
from boardwright.core.records.record import dump, verify
from boardwright.core.refusal import BadRecord
from tests.core.forging import SEED, forge
from tests.core.plays import ended, find

DIE = Distribution.uniform(tuple("123456"))
ONE, TWO = "1" * 32, "2" * 32
share = st.text("0123456789abcdef", min_size=32, max_size=64)


def dice(shares: list[str]) -> str:
    """Return a hundred rolls; two seeds that differ agree in all of them about once in 10 to the power of 77."""
    return "".join(draw(mix(SEED, shares), k, DIE) for k in range(100))


@given(st.lists(share | st.just(""), min_size=1, max_size=4), share, st.data())
def test_every_share_changes_the_dice(shares: list[str], other: str, data: st.DataObject) -> None:
    seat = data.draw(st.integers(0, len(shares) - 1))
    changed = [*shares[:seat], other, *shares[seat + 1 :]]
    assert (dice(changed) == dice(shares)) == (changed == shares)


def test_the_same_share_on_another_seat_gives_other_dice() -> None:
    assert len({dice([]), dice([ONE]), dice([ONE, ""]), dice(["", ONE]), dice([ONE, ONE]), dice([ONE + ONE, ""])}) == 6
    assert dice(["", ""]) == dice([])


def test_verify_counts_the_shares() -> None:
    assert verify(dump(ended(shares=[ONE, ""])), find).endswith("follows from the seed and 1 share of the players")
    assert verify(dump(ended(shares=[ONE, TWO])), find).endswith("the seed and 2 shares of the players")
    assert verify(dump(ended()), find).endswith("every chance outcome is the seed's")


@pytest.mark.parametrize(
    "changes",
    [
        {"shares": (ONE, "3" * 32)},
        {"shares": (TWO, ONE)},
        {"shares": (ONE, "")},
        {"shares": ("", "")},
        {"shares": ()},
        {"shares": (ONE,)},
        {"shares": (ONE, TWO, "")},
        {"commitment": "0" * 64},
        {"commitment": None},
    ],
    ids=str,
)
@pytest.mark.parametrize("chained", [False, True])
def test_verify_refuses_another_share_or_commitment(changes: dict[str, object], chained: bool) -> None:
    match = ended(shares=[ONE, TWO])
    header: Header = msgspec.structs.replace(match.header, **changes)
    first, _, rest = dump(match).partition(b"\n")
    assert first == msgspec.json.encode(match.header, order="sorted")
    altered = msgspec.json.encode(header, order="sorted") + b"\n" + rest
    with pytest.raises(BadRecord):
        verify(forge(match, match.entries, header) if chained else altered, find)


def test_random_shares_never_verify_in_place_of_the_real_ones() -> None:
    rng = Random(4)
    match = ended(shares=[ONE, TWO])
    for _ in range(50):
        header = msgspec.structs.replace(match.header, shares=(ONE, rng.randbytes(16).hex()))
        with pytest.raises(BadRecord, match="Entry"):
            verify(forge(match, match.entries, header), find)
