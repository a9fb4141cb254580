"""Boards: named places with outlines and neighbors, in units of a cell, from which everything else is drawn and read.

Cells are named by a letter and a number. An edge lies between two cells and is named after both, `a1-b1`; a corner is a
point where three or more cells meet, named after the first of them in capitals, `A1`.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Collection, Iterable, Iterator, Mapping
from functools import cached_property
from itertools import combinations
from typing import Any, ClassVar, Generic, Self, TypeAlias, TypeVar

import msgspec

Point: TypeAlias = tuple[float, float]
T = TypeVar("T")


class Board:
    """The base of all boards. Boards of the same size are the same object, so what they compute is kept."""

    is_round: ClassVar[bool] = False
    """Whether cells are drawn as circles with lines between them."""
    _known: ClassVar[dict[tuple[Any, ...], Any]] = {}

    def __new__(cls, *size: Any) -> Self:
        key = (cls, *size)
        if key not in cls._known:
            cls._known[key] = super().__new__(cls)
        found: Self = cls._known[key]
        return found

    @cached_property
    def outlines(self) -> Mapping[str, tuple[Point, ...]]:
        """The corners of each cell, clockwise, by its name in reading order."""
        raise NotImplementedError

    @cached_property
    def labels(self) -> tuple[tuple[str, Point], ...]:
        """Letters and numbers beside the board."""
        return ()

    def text(self, letters: Mapping[str, str]) -> str:
        """Return the board for a terminal; cells without a letter are free. A letter fills three columns."""
        raise NotImplementedError

    # Derived

    @cached_property
    def cells(self) -> tuple[str, ...]:
        """The names of the cells, in reading order."""
        return tuple(self.outlines)

    @cached_property
    def edges(self) -> tuple[str, ...]:
        """The names of the edges."""
        return tuple(self._ends)

    @cached_property
    def corners(self) -> tuple[str, ...]:
        """The names of the corners."""
        return tuple(self._corners)

    def named(self, kind: str) -> Mapping[str, str]:
        """Return the cells, edges or corners by their names."""
        return self._kinds[kind]

    @cached_property
    def _kinds(self) -> Mapping[str, Mapping[str, str]]:
        kinds = {"cells": self.cells, "edges": self.edges, "corners": self.corners}
        return {kind: {name: name for name in names} for kind, names in kinds.items()}

    @cached_property
    def size(self) -> Point:
        """Width and height; the upper left corner is 0, 0."""
        points = [point for outline in self.outlines.values() for point in outline]
        return max(x for x, _ in points), max(y for _, y in points)

    @cached_property
    def centers(self) -> Mapping[str, Point]:
        """The middle of every cell, edge and corner."""
        cells = {name: _mean(outline) for name, outline in self.outlines.items()}
        edges = {name: _mean(self.side(name)) for name in self.edges}
        return {**cells, **edges, **{name: point for name, (point, _) in self._corners.items()}}

    def neighbors(self, cell: str) -> tuple[str, ...]:
        """Return the cells that share an edge with one, in reading order."""
        return self._neighbors[cell]

    def ends(self, edge: str) -> tuple[str, str]:
        """Return the two cells of an edge."""
        return self._ends[edge]

    def edge(self, one: str, other: str) -> str:
        """Return the edge between two neighbors, in either order; KeyError if they are none."""
        return self._edge_of[one, other]

    def around(self, corner: str) -> tuple[str, ...]:
        """Return the cells that meet at a corner, in reading order."""
        return self._corners[corner][1]

    def edges_at(self, corner: str) -> tuple[str, ...]:
        """Return the edges that end at a corner.

        >>> from boardwright.core.layout.square import SquareBoard
        >>> SquareBoard(2, 2).edges_at("A1")
        ('a1-b1', 'a1-a2', 'b1-b2', 'a2-b2')
        """
        return tuple([self._edge_of[pair] for pair in combinations(self.around(corner), 2) if pair in self._edge_of])

    def corners_at(self, edge: str) -> tuple[str, ...]:
        """Return the corners at the ends of an edge; at the rim of the board there are none."""
        return self._corners_at[edge]

    @cached_property
    def _corners_at(self) -> Mapping[str, tuple[str, ...]]:
        found: dict[str, tuple[str, ...]] = dict.fromkeys(self.edges, ())
        for corner in self.corners:
            for edge in self.edges_at(corner):
                found[edge] += (corner,)
        return found

    def side(self, edge: str) -> tuple[Point, Point]:
        """Return the points where an edge begins and ends."""
        one, other = self._ends[edge]
        first, second = sorted({*map(_near, self.outlines[one])} & {*map(_near, self.outlines[other])})
        return first, second

    def border(self, cell: str) -> list[tuple[Point, Point]]:
        """Return the sides of a cell with no cell beyond them."""
        outline = self.outlines[cell]
        return [side for side in _sides(outline) if len(self._by_side[_key(side)]) == 1]

    def path(
        self, start: str, goals: Collection[str], within: Collection[str] | None = None, blocked: Collection[str] = ()
    ) -> tuple[str, ...]:
        """Return a shortest way to a goal, over cells of `within` and no `blocked` edge; () if there is none.

        >>> from boardwright.core.layout.square import SquareBoard
        >>> SquareBoard(3, 1).path("a1", ["c1"]), SquareBoard(3, 1).path("a1", ["c1"], blocked=["b1-c1"])
        (('a1', 'b1', 'c1'), ())
        """
        before: dict[str, str] = {start: ""}
        waiting = deque([start])
        while waiting:
            cell = waiting.popleft()
            if cell in goals:
                way = [cell]
                while before[way[-1]]:
                    way.append(before[way[-1]])
                return tuple(reversed(way))
            for other in self._neighbors[cell]:
                if other in before or (within is not None and other not in within):
                    continue
                if not blocked or self._edge_of[cell, other] not in blocked:
                    before[other] = cell
                    waiting.append(other)
        return ()

    @cached_property
    def _by_side(self) -> Mapping[tuple[Point, ...], list[str]]:
        found: dict[tuple[Point, ...], list[str]] = {}
        for name, outline in self.outlines.items():
            for side in _sides(outline):
                found.setdefault(_key(side), []).append(name)
        return found

    @cached_property
    def _ends(self) -> Mapping[str, tuple[str, str]]:
        pairs = sorted((tuple(cells) for cells in self._by_side.values() if len(cells) == 2), key=self._order)
        return {f"{one}-{other}": (one, other) for one, other in pairs}

    def _order(self, cells: Iterable[str]) -> tuple[int, ...]:
        return tuple(self._places[cell] for cell in cells)

    @cached_property
    def _places(self) -> Mapping[str, int]:
        return {cell: number for number, cell in enumerate(self.cells)}

    @cached_property
    def _edge_of(self) -> Mapping[tuple[str, str], str]:
        ends = self._ends.items()
        return {pair: edge for edge, (one, other) in ends for pair in ((one, other), (other, one))}

    @cached_property
    def _neighbors(self) -> Mapping[str, tuple[str, ...]]:
        found: dict[str, list[str]] = {cell: [] for cell in self.cells}
        for one, other in self._ends.values():
            found[one].append(other)
            found[other].append(one)
        return {cell: tuple(sorted(others, key=self._places.__getitem__)) for cell, others in found.items()}

    @cached_property
    def _corners(self) -> Mapping[str, tuple[Point, tuple[str, ...]]]:
        met: dict[Point, list[str]] = {}
        for name, outline in self.outlines.items():
            for point in outline:
                met.setdefault(_near(point), []).append(name)
        found: dict[str, tuple[Point, tuple[str, ...]]] = {}
        for point, cells in sorted(met.items(), key=lambda each: self._order(each[1])):
            if len(cells) > 2:
                name = cells[0].upper()
                found[name if name not in found else f"{name}'"] = (point, tuple(cells))
        return found


class Cells(msgspec.Struct, Generic[T], frozen=True):
    """A value for some places of a board; the others are free.

    >>> stones = Cells().put("c5", 0).put("a1", 1)
    >>> stones["c5"], "b2" in stones, len(stones), stones == Cells().put("a1", 1).put("c5", 0)
    (0, False, 2, True)
    >>> stones.without("c5").moved("a1", "b1")
    Cells(at={'b1': 1})
    """

    at: dict[str, T] = {}

    def __hash__(self) -> int:
        return hash(frozenset(self.at.items()))

    def __getitem__(self, place: str) -> T:
        return self.at[place]

    def __contains__(self, place: object) -> bool:
        return place in self.at

    def __iter__(self) -> Iterator[str]:
        return iter(sorted(self.at))

    def __len__(self) -> int:
        return len(self.at)

    def get(self, place: str) -> T | None:
        """Return the value there; None if the place is free."""
        return self.at.get(place)

    def put(self, place: str, value: T) -> Self:
        """Return the cells with that value there."""
        return type(self)({**self.at, place: value})

    def without(self, place: str) -> Self:
        """Return the cells with that place free."""
        return type(self)({each: value for each, value in self.at.items() if each != place})

    def moved(self, start: str, end: str) -> Self:
        """Return the cells with what stands at one place moved to another."""
        return self.without(start).put(end, self.at[start])

    def of(self, value: T) -> list[str]:
        """Return the places with that value, sorted."""
        return sorted(place for place, each in self.at.items() if each == value)


def _sides(outline: tuple[Point, ...]) -> list[tuple[Point, Point]]:
    return list(zip(outline, (*outline[1:], outline[0]), strict=True))


def _near(point: Point) -> Point:
    return round(point[0], 3), round(point[1], 3)


def _key(side: tuple[Point, Point]) -> tuple[Point, ...]:
    return tuple(sorted(map(_near, side)))


def _mean(points: Iterable[Point]) -> Point:
    listed = list(points)
    return sum(x for x, _ in listed) / len(listed), sum(y for _, y in listed) / len(listed)


def column_name(column: int) -> str:
    """Return the letter of a column, counted from 0; after z come aa, ab and so on.

    >>> column_name(0), column_name(25), column_name(26)
    ('a', 'z', 'aa')
    """
    return chr(97 + column) if column < 26 else column_name(column // 26 - 1) + column_name(column % 26)
