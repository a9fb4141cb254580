"""Changes: put into the old table as the page does it, they give the new one."""

from __future__ import annotations

from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from boardwright.core.drawing.picture import circle, rect
from boardwright.core.layout import Drawing, Field, Item, Items, Place, Role, Symbol, Zone, grid_frame
from boardwright.core.layout.changes import Changes, ZoneChange, changes
from boardwright.core.layout.table import Table
from tests.changing import Reader, art_json, changes_json, drawn_in, filled, table_json

FRAMES = [grid_frame("ab", "12", 10), grid_frame("abc", "1", 10, ground=[rect(0, 0, 30, 10)], flips=True, far=(1,))]
DOTS = [Symbol([circle(0, 0, r)], (-5, -5, 10, 10), words=f"a dot of {r}") for r in range(1, 4)]
WORDS = st.sampled_from(["", "", "one", '"two" & <three>'])
SYMBOLS = st.none() | st.sampled_from(DOTS)
SEATS = st.none() | st.integers(0, 1)
ITEMS = st.builds(
    Item, art=SYMBOLS, name=WORDS, words=WORDS, title=WORDS, text=WORDS, caption=WORDS, color=WORDS, shows=WORDS,
    is_hidden=st.booleans(), is_faded=st.booleans(), is_lit=st.booleans(), turn=st.integers(0, 3),
)  # fmt: skip
HEADS = {"title": WORDS, "note": WORDS, "value": WORDS, "lines": st.lists(WORDS, max_size=2).map(tuple), "seat": SEATS,
         "is_lit": st.booleans(), "name": WORDS, "held": WORDS, "returns": st.booleans()}  # fmt: skip
LISTS = st.builds(
    Items, role=st.sampled_from([Role.HAND, Role.BUTTONS]), items=st.lists(ITEMS, max_size=3).map(tuple),
    most=st.integers(0, 3), scale=st.sampled_from([1.0, 0.5]), columns=st.integers(0, 2), **HEADS,
)  # fmt: skip
FIELDS = st.sampled_from(FRAMES).flatmap(
    lambda frame: st.builds(
        Field, role=st.just(Role.BOARD), frame=st.just(frame),
        cells=st.tuples(*[SYMBOLS for _ in frame.spots]),
        over=st.none() | st.builds(Drawing, st.just([circle(1, 1, 1)])),
        previews=st.lists(st.builds(Place, WORDS, st.sampled_from(DOTS)), max_size=1).map(tuple),
        weight=st.sampled_from([1.0, 2.0]), **HEADS,
    )
)  # fmt: skip
TABLES = st.lists(LISTS | FIELDS, max_size=4).map(
    lambda zones: Table(title="Table", zones=tuple(zones), seats=2, buttons=("pass",))
)


def shows(reader: Reader, table: Table) -> bool:
    """Return whether a reader shows that table."""
    return reader.zones == filled(table_json(table)["zones"])


@given(st.lists(TABLES, min_size=2, max_size=4))
def test_changes_give_the_new_table_with_the_drawings_that_come_with_them(tables: list[Table]) -> None:
    reader = Reader()
    reader.show(table_json(tables[0]))
    for old, new in pairwise(tables):
        found = changes(old.shown, new.shown)
        reader.remember(art_json(found.arts))
        reader.change(changes_json(found))
        assert shows(reader, new)


@given(TABLES)
def test_equal_tables_need_no_changes(table: Table) -> None:
    again = Table(title="Table", zones=tuple(zone.shown() for zone in table.zones), seats=2, buttons=("pass",))
    assert changes(table.shown, again.shown) == Changes()
    assert changes_json(Changes()) == {}


def _change(old: Zone, new: Zone) -> ZoneChange:
    (change,) = changes((old.shown(),), (new.shown(),)).at
    return change


def test_a_place_with_another_symbol_is_sent_alone() -> None:
    old = Field(role=Role.BOARD, frame=FRAMES[0], cells=(DOTS[0], None, None, DOTS[1]))
    new = Field(role=Role.BOARD, frame=FRAMES[0], cells=(None, DOTS[0], None, DOTS[1]))
    assert _change(old, new) == ZoneChange(0, cells=((0, None), (1, DOTS[0])))


def test_what_changes_of_an_item_is_sent_alone_unless_there_are_more_or_fewer() -> None:
    one, two, three = (Item(title=title) for title in ("one", "two", "three"))
    old = Items(role=Role.TRACK, items=(one, two))
    assert _change(old, Items(role=Role.TRACK, items=(one, three))) == ZoneChange(0, items=((1, {"title": "three"}),))
    assert _change(old, Items(role=Role.TRACK, items=(one,))) == ZoneChange(0, fields={"items": (one,)})


def test_a_value_that_goes_is_sent_as_it_is_without_it() -> None:
    old, new = Items(role=Role.SCORE, value="7", seat=1, is_lit=True), Items(role=Role.SCORE, seat=1)
    assert _change(old, new) == ZoneChange(0, fields={"value": "", "is_lit": False})


def test_other_zones_are_sent_anew() -> None:
    hand, board = Items(role=Role.HAND), Field(role=Role.BOARD, frame=FRAMES[1], cells=(None,) * 3)
    assert changes((hand,), (hand, board)) == Changes(zones=(hand, board))
    assert changes((hand,), (Items(role=Role.SUPPLY),)).zones is not None


def test_changes_name_all_that_they_draw() -> None:
    old = Field(role=Role.BOARD, frame=FRAMES[0], cells=(None,) * 4)
    new = Field(role=Role.BOARD, frame=FRAMES[1], cells=(DOTS[0],) * 3, previews=(Place("a1", DOTS[1]),))
    found = changes((old,), (new,))
    assert {art.key for art in found.arts} == {FRAMES[1].key, DOTS[0].key, DOTS[1].key}
    assert {art.key for art in found.arts} == drawn_in(changes_json(found)["at"][0]["fields"])
