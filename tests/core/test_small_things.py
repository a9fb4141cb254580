"""Options, registry, pictures, refusals, outcomes: the small values that everything else hands around."""

from __future__ import annotations

import pickle
from importlib.metadata import EntryPoint
from pathlib import Path
from typing import Annotated
from xml.etree import ElementTree

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from boardwright.core.drawing.ansi import paint
from boardwright.core.drawing.picture import Picture, circle, group, rect, shape, words
from boardwright.core.game import registry
from boardwright.core.game.perft import perft
from boardwright.core.match.entry import broken_link, chain
from boardwright.core.refusal import BadOptions, BadRecord, IllegalMove, NotARecord, Refusal, UnknownGame
from boardwright.core.rules.event import Event
from boardwright.core.rules.options import Options, options_schema, read_options
from boardwright.core.rules.outcome import Outcome
from boardwright.core.rules.seats import seats_text
from tests.core.plays import count
from tests.toys import GUESS


class Variants(Options, frozen=True, kw_only=True):
    cubes: Annotated[int, msgspec.Meta(ge=1, le=4)] = 4
    long: bool = False

    def __post_init__(self) -> None:
        if self.long and self.cubes == 1:
            raise ValueError("a long game needs two cubes")


# Options


def test_options_are_read_from_json_and_from_command_lines() -> None:
    assert read_options(Variants, None) == Variants()
    assert read_options(Variants, {"cubes": 2, "long": True}) == Variants(cubes=2, long=True)
    assert read_options(Variants, {"cubes": "2", "long": "true"}) == Variants(cubes=2, long=True)


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ({"cubs": 2}, "No option 'cubs' here; there are cubes, long."),
        ({"cubes": 5}, "Option cubes=5 is not possible; it is a whole number from 1 to 4."),
        ({"cubes": 5, "long": "perhaps"}, "cubes=5"),
        ({"cubes": 2, "long": "perhaps"}, "it is true or false"),
        ({"cubes": 1, "long": True}, "a long game needs two cubes"),
    ],
)
def test_wrong_options_say_what_is_wrong(given: dict[str, object], words: str) -> None:
    with pytest.raises(BadOptions) as caught:
        read_options(Variants, given)  # type: ignore[arg-type]  # any JSON may come
    assert words in str(caught.value)


def test_options_have_a_schema() -> None:
    schema = options_schema(Variants)
    assert schema["properties"] == {
        "cubes": {"type": "integer", "minimum": 1, "maximum": 4, "default": 4},
        "long": {"type": "boolean", "default": False},
    }


def test_options_are_frozen_and_hashable() -> None:
    with pytest.raises(AttributeError):
        Variants().cubes = 3  # type: ignore[misc]  # that is the point
    assert len({Variants(), Variants(), Variants(cubes=1)}) == 2


# Registry


def test_an_unknown_game_names_those_there_are() -> None:
    with pytest.raises(UnknownGame, match=r"No game 'xyzzy' is installed; installed are .*deblockle"):
        registry.game("xyzzy")


def test_games_are_found_by_entry_point_without_importing_them(monkeypatch: pytest.MonkeyPatch) -> None:
    points = {
        name: EntryPoint(name, f"{module}:GUESS", registry.GROUP)
        for name, module in (("toy", "tests.toys"), ("absent", "no_such_module"))
    }
    monkeypatch.setattr(registry, "_found", lambda: points)
    assert registry.names() == ("toy", "absent")
    assert registry._loaded.__wrapped__("toy") is GUESS
    with pytest.raises(UnknownGame, match="cannot be loaded: No module named"):
        registry._loaded.__wrapped__("absent")


def test_a_game_with_any_fault_is_unknown_and_says_why(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "crooked.py").write_text("GAME = (\n")
    monkeypatch.syspath_prepend(str(tmp_path))
    points = {"crooked": EntryPoint("crooked", "crooked:GAME", registry.GROUP)}
    monkeypatch.setattr(registry, "_found", lambda: points)
    with pytest.raises(UnknownGame, match="'crooked' is installed but cannot be loaded: SyntaxError: "):
        registry._loaded.__wrapped__("crooked")


def test_without_any_game_the_message_still_reads(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(registry, "_found", dict)
    with pytest.raises(UnknownGame, match="installed are none"):
        registry._loaded.__wrapped__("chess")


# Pictures

ANY_TEXT = st.text(st.characters(min_codepoint=32, exclude_categories=["Cs", "Cn"]), min_size=1)


@given(ANY_TEXT, ANY_TEXT, ANY_TEXT)
def test_whatever_is_written_into_a_picture_stays_text(name: str, label: str, text: str) -> None:
    shapes = (group([circle(1, 2, 3, name=name, label=label, css=text), words(1, 1, text, 4)], name=text),)
    root = ElementTree.fromstring(Picture(9, 9, shapes, label, text).svg())
    title, described, outer = root
    ring, line = outer
    assert (title.text, described.text, outer.get("data-name")) == (label, text, text)
    assert (ring.get("data-name"), ring.get("aria-label"), ring.get("class"), line.text) == (name, label, text, text)


def test_numbers_are_short_and_hyphens_are_made() -> None:
    assert shape("line", x1=0.1 + 0.2, y1=2.0, stroke_width=-0.5).svg() == '<line x1="0.3" y1="2" stroke-width="-0.5"/>'
    assert rect(0, 0, 1, 1).svg() == '<rect x="0" y="0" width="1" height="1"/>'


def test_paint_is_silent_without_color() -> None:
    assert paint("x", "red", color=False) == paint("x") == "x"


# Values that travel


@pytest.mark.parametrize(
    "error", [IllegalMove(Refusal("a", "b", ("c",))), BadRecord("words", 7), NotARecord("x", 0), BadOptions("words")]
)
def test_errors_travel_between_processes(error: Exception) -> None:
    again = pickle.loads(pickle.dumps(error))
    assert (type(again), str(again), vars(again)) == (type(error), str(error), vars(error))


def test_who_plays_alone_wins_or_loses() -> None:
    assert Outcome((40,), (0,), "target").payoffs() == (1.0,)
    assert Outcome((10,), (), "target").payoffs() == (-1.0,)


@given(st.integers(2, 6), st.data())
def test_payoffs_always_sum_to_zero(seats: int, data: st.DataObject) -> None:
    winners = tuple(sorted(data.draw(st.sets(st.integers(0, seats - 1)))))
    payoffs = Outcome((0,) * seats, winners, "test").payoffs()
    assert sum(payoffs) == pytest.approx(0)
    if winners and len(winners) < seats:
        assert all((payoffs[seat] > 0) == (seat in winners) for seat in range(seats))
    else:
        assert payoffs == (0.0,) * seats


def test_events_are_heard_by_those_they_name() -> None:
    secret = Event("dealt", "You have 5.", seats=(1,))
    assert [secret.is_visible(seat) for seat in (None, 0, 1)] == [False, False, True]


def test_seats_in_words() -> None:
    assert [seats_text(range(*each)) for each in ((1, 2), (2, 3), (1, 5))] == [
        "1 player",
        "2 players",
        "1 to 4 players",
    ]


# The chain


def test_the_first_broken_link_is_named() -> None:
    one = chain("start", 1, 5, "move", 0, "a", "s")
    two = chain(one.hash, 2, 6, "move", 1, "b", "t")
    assert broken_link("start", [one, two]) is None
    assert broken_link("start", [one.seal(), two.seal()]) is None
    assert broken_link("other", [one, two]) == (1, "its content does not agree with its hash")
    assert broken_link("start", [two]) == (1, "it is numbered 2")
    assert broken_link("start", [one, msgspec.structs.replace(two, number=3)]) == (2, "it is numbered 3")
    assert broken_link("start", [one, msgspec.structs.replace(two, at=4)]) == (2, "it is earlier than the entry before")
    for change in ({"seat": 0}, {"kind": "undo"}, {"hash": one.hash}, {"salt": "u"}, {"at": 7}):
        for links in ([one, two], [one.seal(), two.seal()]):
            altered = msgspec.structs.replace(links[1], **change)
            assert broken_link("start", [links[0], altered]) == (2, "its content does not agree with its hash")


def test_sealing_twice_is_sealing_once() -> None:
    entry = chain("start", 1, 5, "move", 0, "a", "s").seal()
    assert entry.is_sealed
    assert entry.seal() == entry


# Counting


def test_perft_counts_moves_and_outcomes_of_chance() -> None:
    assert [perft(GUESS.begin(), depth) for depth in range(6)] == [1, 5, 25, 250, 1250, 2500]
    assert [perft(count(2, goal=3).position, depth) for depth in range(5)] == [1, 2, 4, 2, 0]
    assert perft(count(2).position, 5, without="2") == 1
