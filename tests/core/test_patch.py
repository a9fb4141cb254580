"""Patches: applied to the old picture they give the new one, and they keep what can be kept."""

from __future__ import annotations

from collections.abc import Sequence

from hypothesis import given
from hypothesis import strategies as st

from boardwright.core.patch import Change, Insert, Patch, Remove, Replace, Step, changes
from boardwright.core.picture import Picture, Shape, circle, group, part, rect, words
from tests.patching import parsed, patched, text_of

NAMES = st.sampled_from(["", "", "a1", "b1", "c1"])
NUMBERS = st.sampled_from([0, 1, 2.5])
LEAVES = st.one_of(
    st.builds(
        lambda x, fill, name, label, css: rect(x, 0, 5, 5, fill=fill, name=name, label=label, css=css),
        NUMBERS, st.sampled_from(["", "red", "<&\""]), NAMES, st.sampled_from(["", "a part"]), NAMES,
    ),
    st.builds(lambda x, text: words(x, 1, text, 9), NUMBERS, st.sampled_from(["", "1", "two & three"])),
)  # fmt: skip
SHAPES = st.recursive(
    LEAVES,
    lambda inner: st.builds(lambda children, name: group(children, name=name), st.lists(inner, max_size=6), NAMES),
    max_leaves=16,
)
PICTURES = st.builds(
    lambda size, shapes, title, description: Picture(size, 9, tuple(shapes), title, description),
    NUMBERS, st.lists(SHAPES, max_size=7), st.sampled_from(["", "Board", "<Board>"]), st.sampled_from(["", "empty"]),
)  # fmt: skip


@given(PICTURES, PICTURES)
def test_a_patch_gives_the_new_picture(old: Picture, new: Picture) -> None:
    assert text_of(patched(parsed(old), changes(old, new))) == text_of(parsed(new))


@given(st.lists(SHAPES, max_size=9), st.data())
def test_a_patch_between_pictures_that_share_shapes_gives_the_new_picture(
    shapes: list[Shape], data: st.DataObject
) -> None:
    later = data.draw(st.permutations(shapes).flatmap(lambda some: st.sampled_from([some[:-1], [*some, *some[:2]]])))
    old, new = (Picture(9, 9, (group(some, name="board"),), "Board") for some in (shapes, later))
    assert text_of(patched(parsed(old), changes(old, new))) == text_of(parsed(new))


@given(PICTURES)
def test_equal_pictures_need_no_patch(picture: Picture) -> None:
    assert changes(picture, picture) == Patch()


def _row(*shapes: Shape) -> Picture:
    return Picture(90, 9, (group(shapes),), "Row")


def _steps(old: Picture, new: Picture) -> Sequence[Step]:
    """The steps inside the row."""
    (change,) = changes(old, new).steps
    assert isinstance(change, Change)
    assert change == Change(0, steps=change.steps)
    return change.steps


def test_a_shape_that_is_gone_leaves_the_others_alone() -> None:
    pieces = [rect(x, 0, 5, 5) for x in range(20)]
    assert _steps(_row(*pieces), _row(*pieces[:3], *pieces[4:])) == (Remove(3),)
    assert _steps(_row(*pieces[:3], *pieces[4:]), _row(*pieces)) == (Insert(3, pieces[3].svg()),)


def test_a_named_shape_stays_the_same_element_however_much_of_it_changes() -> None:
    old = group([circle(x, 5, 2, fill="red") for x in range(9)], name="d4", label="a red piece")
    new = group([circle(x, 5, 3, fill="blue") for x in range(9)], name="d4", label="a blue piece")
    (change,) = _steps(_row(old), _row(new))
    assert isinstance(change, Change)
    assert change.attributes == {"aria-label": "a blue piece"}


def test_a_named_shape_that_is_mostly_new_gets_its_content_at_once() -> None:
    dots = [circle(x, 5, 2, fill="red") for x in range(9)]
    empty, full = group([rect(0, 0, 9, 9)], name="d4"), group([rect(0, 0, 8, 8), *dots], name="d4")
    assert _steps(_row(empty), _row(full)) == (Change(0, content=full.inner_svg()),)
    fewer = group([rect(0, 0, 8, 8), *dots[:-1]], name="d4")
    assert _steps(_row(full), _row(fewer)) == (Change(0, steps=(Remove(9),)),)


def test_shapes_that_are_equal_but_not_the_same_object_are_not_new() -> None:
    old, new = (group([words(0, y, text, 9) for y, text in enumerate(f"ab{last}")]) for last in "cd")
    others = (rect(0, 0, 1, 1), rect(0, 0, 2, 2))
    assert _steps(_row(old, *others), _row(new, *others)) == (Change(0, steps=(Change(2, content="d"),)),)


def test_a_change_that_is_known_is_found_at_another_place_too() -> None:
    old, new, other = rect(0, 0, 5, 5, name="d4"), rect(0, 0, 6, 5, name="d4"), rect(0, 0, 1, 1)
    assert _steps(_row(old), _row(new)) == (Change(0, {"width": "6"}),)
    assert _steps(_row(other, old), _row(other, new)) == (Change(1, {"width": "6"}),)


def test_a_shape_that_becomes_another_element_is_replaced() -> None:
    old, new = rect(0, 0, 5, 5, name="d4"), circle(0, 0, 5, name="d4")
    assert _steps(_row(old), _row(new)) == (Replace(0, new.svg()),)


def test_a_part_drawn_from_equal_values_is_the_same_object_and_types_are_told_apart() -> None:
    @part
    def label(value: float) -> Shape:
        return words(0, 0, f"{value}", 9)

    assert label(1) is label(1)
    assert (label(1).text, label(1.0).text) == ("1", "1.0")
