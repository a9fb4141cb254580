"""What has changed from one picture to the next, as steps that a page applies to the picture it shows.

Steps name a child of a shape by its place, the title and the description of the picture not counted. They are applied
in their order, so that a place is valid once the steps before it have been applied.

A shape with a name stays the same element as long as its tag does, so that the focus can rest on it; if most of what it
contains is new, its content is replaced. A shape without names is changed, or replaced as a whole if most of it is new.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Hashable, Iterator, Sequence
from itertools import compress, count
from operator import is_not, ne
from typing import TypeAlias

import msgspec

from boardwright.core.picture import FEW, PARTS, Picture, Shape, number_text

Pair: TypeAlias = tuple[Shape | None, Shape | None]
Key: TypeAlias = Hashable

_KNOWN = 4 * PARTS
"""How many steps between parts are kept."""
_MOST = 3
"""How many attributes of a shape without names may change before it is replaced."""


class Replace(msgspec.Struct, frozen=True, tag_field="step", tag="replace"):
    """A child is replaced."""

    at: int
    svg: str


class Insert(msgspec.Struct, frozen=True, tag_field="step", tag="insert"):
    """A new child, which has that place from now on."""

    at: int
    svg: str


class Remove(msgspec.Struct, frozen=True, tag_field="step", tag="remove"):
    """A child is removed."""

    at: int


class Change(msgspec.Struct, frozen=True, tag_field="step", tag="change", omit_defaults=True):
    """A child stays and gets other attributes (None removes one), other content, or other children."""

    at: int
    attributes: dict[str, str | None] = {}
    content: str | None = None
    steps: tuple[Step, ...] = ()


Step: TypeAlias = Replace | Insert | Remove | Change


class Patch(msgspec.Struct, frozen=True, omit_defaults=True):
    """What turns one picture into another; what stays is left out."""

    view_box: str | None = None
    title: str | None = None
    description: str | None = None
    steps: tuple[Step, ...] = ()


def changes(old: Picture, new: Picture) -> Patch:
    """Returns what turns one picture into another; `Patch()` if they look the same.

    >>> from boardwright.core.picture import circle, rect
    >>> square = rect(0, 0, 9, 9)
    >>> one, other = (Picture(9, 9, (square, circle(4, 4, 2, fill=fill, name="a1")), "Dot") for fill in ("red", "blue"))
    >>> changes(one, other).steps
    (Change(at=1, attributes={'fill': 'blue'}, content=None, steps=()),)
    """
    return Patch(
        view_box=new.view_box if (new.width, new.height) != (old.width, old.height) else None,
        title=new.title if new.title != old.title else None,
        description=new.description if new.description != old.description else None,
        steps=_in_children(old.shapes, new.shapes, _step),
    )


def _in_children(
    old: Sequence[Shape], new: Sequence[Shape], between: Callable[[int, Shape, Shape], Step]
) -> tuple[Step, ...]:
    """Returns the steps between two rows of shapes; `between` makes those inside a shape that stays."""
    steps: list[Step] = []
    if len(old) == len(new):
        places = list(compress(count(), map(is_not, old, new)))
        renamed = [place for place in places if old[place].name != new[place].name]
        if not renamed or not {old[place].name for place in renamed if old[place].name} & {
            new[place].name for place in renamed
        }:  # no name has moved
            for place in places:
                step = between(place, old[place], new[place])
                if not _is_empty(step):
                    steps.append(step)
            return tuple(steps)
    place = next(compress(count(), map(is_not, old, new)), min(len(old), len(new)))
    for was, now in _pairs(old[place:], new[place:]):
        if now is None:
            steps.append(Remove(place))
            continue
        if was is None:
            steps.append(Insert(place, now.svg()))
        elif was is not now and not _is_empty(step := between(place, was, now)):
            steps.append(step)
        place += 1
    return tuple(steps)


def _is_empty(step: Step) -> bool:
    """True if the shapes look the same. Comparing them first would take as long as finding the step."""
    return type(step) is Change and not step.steps and not step.attributes and step.content is None


def _known_step(place: int, old: Shape, new: Shape) -> Step:
    """Parts that are drawn once for many pictures are compared once too; those of a whole picture are not parts."""
    key = (id(old), id(new))
    known = _known.get(key)
    if known is None:
        if len(_known) >= _KNOWN:
            _known.clear()
        known = _known[key] = (old, new, _step(place, old, new))
    found = known[2]
    return found if found.at == place else msgspec.structs.replace(found, at=place)


def _step(place: int, old: Shape, new: Shape) -> Step:
    if old.tag != new.tag or (old.name and new.name and old.name != new.name):
        return Replace(place, new.svg())
    if new.children and new.contains_names:
        return _change(place, old, new)
    has_name = old.name or new.name
    if not old.children or not new.children:
        is_new = not has_name and len(_changed_attributes(old, new)) > _MOST
        return Replace(place, new.svg()) if is_new else _change(place, old, new)
    if len(old.children) == len(new.children):
        is_new = 2 * sum(map(ne, old.children, new.children)) > len(new.children)
    elif has_name:
        kept = _same(old.children, new.children) + _same(old.children[::-1], new.children[::-1])
        is_new = 2 * kept < len(new.children)
    else:
        is_new = len(new.children) <= FEW
    if not is_new:
        return _change(place, old, new)
    return Change(place, _changed_attributes(old, new), new.inner_svg()) if has_name else Replace(place, new.svg())


def _same(old: Sequence[Shape], new: Sequence[Shape]) -> int:
    """Returns how many shapes are equal from the first on."""
    return next(compress(count(), map(ne, old, new)), min(len(old), len(new)))


_known: dict[tuple[int, int], tuple[Shape, Shape, Step]] = {}
"""Steps by the ids of the shapes; these are part of the value, so that their ids stay theirs."""


def _change(place: int, old: Shape, new: Shape) -> Change:
    attributes = _changed_attributes(old, new)
    if old.text != new.text or not old.children or not new.children:
        is_same = old.text == new.text and old.children == new.children
        return Change(place, attributes, None if is_same else new.inner_svg())
    return Change(place, attributes, steps=_in_children(old.children, new.children, _known_step))


def _changed_attributes(old: Shape, new: Shape) -> dict[str, str | None]:
    if old.attributes == new.attributes and (old.css, old.name, old.label) == (new.css, new.name, new.label):
        return {}
    before, after = old.all_attributes(), new.all_attributes()
    gone: dict[str, str | None] = {key: None for key in before if before[key] != "" and after.get(key, "") == ""}
    return gone | {key: number_text(value) for key, value in after.items() if value not in ("", before.get(key))}


def _pairs(old: Sequence[Shape], new: Sequence[Shape]) -> list[Pair]:
    """Returns each old shape with the new one that takes its place, in order; None where there is no counterpart."""
    most, start, end = min(len(old), len(new)), 0, 0
    while start < most and _is_kept(old[start], new[start]):
        start += 1
    while end < most - start and _is_kept(old[-1 - end], new[-1 - end]):
        end += 1
    left, right = len(old) - end, len(new) - end
    return [
        *zip(old[:start], new[:start], strict=True),
        *_aligned(old[start:left], new[start:right]),
        *zip(old[left:], new[right:], strict=True),
    ]


def _is_kept(old: Shape, new: Shape) -> bool:
    return old is new or (old.name == new.name and (old.name != "" or old == new))


def _aligned(old: Sequence[Shape], new: Sequence[Shape]) -> list[Pair]:
    """Pairs equal names and equal shapes as far as their order allows, and what lies between them by its place."""
    if not old or not new:
        return list(_by_place(old, new))
    places = {key: place for place, key in enumerate(_keys(new))}
    matches = [(place, places[key]) for place, key in enumerate(_keys(old)) if key in places]
    found: list[Pair] = []
    left = right = 0
    for this, other in _rising(matches):
        if left < this or right < other:
            found += _by_place(old[left:this], new[right:other])
        found.append((old[this], new[other]))
        left, right = this + 1, other + 1
    return [*found, *_by_place(old[left:], new[right:])]


def _by_place(old: Sequence[Shape], new: Sequence[Shape]) -> Iterator[Pair]:
    shared = min(len(old), len(new))
    yield from zip(old[:shared], new[:shared], strict=True)
    yield from ((shape, None) for shape in old[shared:])
    yield from ((None, shape) for shape in new[shared:])


def _keys(shapes: Sequence[Shape]) -> list[Key]:
    """Returns a key for each shape: what tells it from the others, and how often that has come from the second on."""
    keys: list[Key] = [shape.likeness for shape in shapes]
    if len(set(keys)) == len(keys):
        return keys
    seen: dict[Key, int] = {}
    for place, key in enumerate(keys):
        seen[key] = times = seen.get(key, 0) + 1
        if times > 1:
            keys[place] = (key, times)
    return keys


def _rising(pairs: Sequence[tuple[int, int]]) -> list[tuple[int, int]]:
    """Returns a longest part of the pairs, sorted by their first number, in which the second rises too."""
    values = [value for _, value in pairs]
    if values == sorted(values):
        return list(pairs)
    ends: list[int] = []
    best: list[int] = []
    previous: list[int | None] = []
    for index, value in enumerate(values):
        length = bisect_left(ends, value)
        ends[length : length + 1] = [value]
        best[length : length + 1] = [index]
        previous.append(best[length - 1] if length else None)
    found = []
    at = best[-1] if best else None
    while at is not None:
        found.append(pairs[at])
        at = previous[at]
    return found[::-1]
