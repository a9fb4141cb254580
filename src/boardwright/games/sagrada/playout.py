"""Quick play to the end, without tools: each window is filled by an estimate of what a die is worth on each cell.

A face is a die's color times eight plus its shade. That is also the die whose id is the color's number, so that
frames of faces are frames. A set of faces is an int with a bit for each.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import cache, lru_cache
from itertools import islice
from math import tanh
from operator import itemgetter
from typing import cast

from boardwright.core.chance.distribution import Rng
from boardwright.core.rules.position import applied
from boardwright.core.search.playout import random_play
from boardwright.games.sagrada import facts
from boardwright.games.sagrada.facts import (
    AROUND,
    BESIDE,
    BORDER,
    CELLS,
    COLORS,
    DIAGONAL,
    LETTERS,
    ROUNDS,
    SHADES,
    Frame,
)
from boardwright.games.sagrada.moves import RETURN
from boardwright.games.sagrada.position import SagradaPosition
from boardwright.games.sagrada.scoring import DiagonalsPattern, Objective, SetPattern, breakdowns
from boardwright.games.sagrada.state import State

_WAYS = 12
SPREAD = 14.0
"""The lead in points that is almost certain to win."""
FACE_OF = tuple(color * 8 + shade for color, shade in zip(facts.COLOR_OF, facts.SHADE_OF, strict=True))
"""The face of every die."""
_ROOM, _HALF = 8.0, 3
"""The worth of an empty cell that takes any face, and how many faces are worth half of it."""
REPEATED = 0.3
"""The part of a line's points that a repeated die spoils at least."""
USES = (1.0, 0.5, 0.1)
"""The worth of a die to a set by how many more of its kind there are than of the rarest."""

_FACES = tuple(color * 8 + shade for color in range(len(COLORS)) for shade in SHADES)
LIMIT = 40
"""Faces are smaller than this."""
SAME_COLOR = tuple(sum(1 << face for face in _FACES if face >> 3 == one >> 3) for one in range(LIMIT))
SAME_SHADE = tuple(sum(1 << face for face in _FACES if face & 7 == one & 7) for one in range(LIMIT))
_LIKE = {"color": SAME_COLOR, "shade": SAME_SHADE}
"""For each face those that repeat its color or shade."""
CLASHES = tuple(colors | shades for colors, shades in zip(SAME_COLOR, SAME_SHADE, strict=True))
WORTH = tuple(_ROOM * (1 + _HALF / 30) * faces / (faces + _HALF) for faces in range(LIMIT + 1))
"""The worth of an empty cell by the number of faces that may still come there."""


class Line:
    """A row or column that should show no color or shade twice: what a new and what a repeated die brings."""

    __slots__ = ("dice", "like", "new", "points", "repeated", "seen", "size")

    def __init__(self, size: int, points: int, like: Sequence[int]) -> None:
        self.size, self.points, self.like = size, points, like
        self.seen = self.dice = 0
        self._price()

    def put(self, face: int) -> None:
        """Add a die to the line; one repeated die and the line brings nothing any more."""
        if self.seen >> face & 1:
            self.points = 0
        self.seen |= self.like[face]
        self.dice += 1
        self._price()

    def _price(self) -> None:
        full = self.size * self.size
        self.new = self.points * (2 * self.dice + 1) / full
        self.repeated = -self.points * (self.dice * self.dice / full + REPEATED)


class Kinds:
    """A set objective: how many dice of each of its kinds there are, and what one more would bring."""

    __slots__ = ("counts", "kind_of", "least", "share")

    def __init__(self, pattern: SetPattern, points: int) -> None:
        self.kind_of = _kinds(pattern)
        self.counts = [0] * len(pattern.values)
        self.least = 0
        self.share = points / len(pattern.values)

    def put(self, face: int) -> None:
        """Add a die."""
        kind = self.kind_of[face]
        if kind >= 0:
            self.counts[kind] += 1
            self.least = min(self.counts)

    def gain(self, face: int) -> float:
        """Return the share of the points that a die may bring."""
        kind = self.kind_of[face]
        return self.share * USES[min(2, self.counts[kind] - self.least)] if kind >= 0 else 0.0


class Corners:
    """A diagonals objective: for each cell the faces that would find one of their kind at its corners."""

    __slots__ = ("frame", "like", "near", "points")

    def __init__(self, frame: Sequence[int], points: int, like: Sequence[int]) -> None:
        self.frame, self.points, self.like = frame, points, like
        self.near = [0] * CELLS

    def put(self, face: int, cell: int) -> None:
        """Add a die."""
        for other in DIAGONAL[cell]:
            self.near[other] |= self.like[face]

    def gain(self, face: int, cell: int) -> int:
        """Return the points of a die that finds one of its kind, and of those that were alone until it came."""
        like = self.like[face]
        others = [other for other in DIAGONAL[cell] if like >> self.frame[other] & 1]
        return self.points * (1 + sum(not self.near[other] >> face & 1 for other in others))


class Filling:
    """A frame with the faces that may still come to each cell, and the objectives it is filled for.

    >>> filling = Filling((0,) * 20, "." * 20, privates=[23], objectives=[])  # red dice count
    >>> filling.add([8 + 6, 5])  # a green six and a red five
    >>> max(filling.frame)
    5
    """

    def __init__(self, frame: Frame, pattern: str, privates: Iterable[int], objectives: Iterable[Objective]) -> None:
        self.frame = [0] * CELLS
        self.allowed = [allowed_faces(mark) for mark in pattern]
        self.losses = [_losses(allowed) for allowed in self.allowed]
        self.reach = set(BORDER)
        self.lines: list[list[Line]] = [[] for _ in range(CELLS)]
        self.kinds: list[Kinds] = []
        self.diagonals: list[Corners] = []
        self.private = [0] * LIMIT
        for card in privates:
            for shade in SHADES:
                self.private[(card - facts.FIRST_PRIVATE) * 8 + shade] = shade
        for objective in objectives:
            aim, points = objective.pattern, objective.points_per_pattern
            if isinstance(aim, SetPattern):
                self.kinds.append(Kinds(aim, points))
            elif isinstance(aim, DiagonalsPattern):
                self.diagonals.append(Corners(self.frame, points, _LIKE[aim.object]))
            else:
                for cells in aim.lines:
                    line = Line(len(cells), points, _LIKE[aim.object])
                    for cell in cells:
                        self.lines[cell].append(line)
        for cell, die in enumerate(frame):
            if die:
                self.put(FACE_OF[die], cell)

    def put(self, face: int, cell: int) -> None:
        """Put a die onto a cell."""
        frame, allowed, losses, reach = self.frame, self.allowed, self.losses, self.reach
        if not any(frame):
            reach.clear()
        frame[cell] = face
        allowed[cell] = 0
        losses[cell] = _losses(0)
        reach.discard(cell)
        fitting = ~CLASHES[face]
        for other in BESIDE[cell]:
            if allowed[other]:
                allowed[other] &= fitting
                losses[other] = _losses(allowed[other])
        for other in AROUND[cell]:
            if allowed[other]:
                reach.add(other)
        for kinds in self.kinds:
            kinds.put(face)
        for line in self.lines[cell]:
            line.put(face)
        for corners in self.diagonals:
            corners.put(face, cell)

    def add(self, pool: list[int]) -> None:
        """Take the die out of the pool that seems to bring most, where it brings most, if any fits."""
        best = max(self.worths(pool), key=itemgetter(0), default=None)
        if best is not None:
            _, face, cell = best
            self.put(face, cell)
            pool.remove(face)

    def worths(self, pool: Iterable[int]) -> Iterator[tuple[float, int, int]]:
        """Yield what each face of a pool seems to bring on each cell that it fits, with the face and the cell."""
        allowed, losses, lines, diagonals = self.allowed, self.losses, self.lines, self.diagonals
        cells = sorted(self.reach)
        for face in sorted(set(pool)):
            gain = self.private[face] + sum([kinds.gain(face) for kinds in self.kinds])
            for cell in cells:
                here = allowed[cell]
                if not here >> face & 1:
                    continue
                worth = gain - WORTH[here.bit_count()]
                for other in BESIDE[cell]:
                    worth -= losses[other][face]
                for line in lines[cell]:
                    worth += line.repeated if line.seen >> face & 1 else line.new
                for corners in diagonals:
                    if corners.near[cell] >> face & 1:
                        worth += corners.gain(face, cell)
                yield worth, face, cell


@cache
def allowed_faces(mark: str) -> int:
    """Return the faces that a cell of the pattern takes."""
    if mark in LETTERS:
        return SAME_COLOR[LETTERS.index(mark) * 8]
    return sum(1 << face for face in _FACES) if mark == "." else SAME_SHADE[int(mark)]


@cache
def _losses(allowed: int) -> tuple[float, ...]:
    """Return for each face how much less an empty cell is worth once that face lies beside it.

    A set of faces is what a mark and the colors and shades beside a cell leave: there are fewer than 3,000.
    """
    worth = WORTH[allowed.bit_count()]
    return tuple(worth - WORTH[(allowed & ~clashes).bit_count()] for clashes in CLASHES)


@lru_cache(maxsize=256)
def _kinds(pattern: SetPattern) -> tuple[int, ...]:
    """Return for each face the place of its color or shade among the values of the pattern, -1 for none."""
    values, feature = pattern.values, facts.FEATURES[pattern.object]
    return tuple(
        values.index(feature(face)) if face in _FACES and feature(face) in values else -1 for face in range(LIMIT)
    )


def lead(points: Sequence[float], seat: int, target: float) -> float:
    """Return the points of a seat against the best of the others, alone against the target, between -1 and 1.

    >>> lead([40, 40, 30], seat=0, target=0), lead([40], seat=0, target=40)
    (0.0, 0.0)
    """
    others = (*points[:seat], *points[seat + 1 :])
    return tanh((points[seat] - max(others, default=target)) / SPREAD)


def is_trap(position: SagradaPosition) -> bool:
    """Return True if every continuation ends where only `return` is possible; of many only some are tried."""
    if position.chance is not None or position.state.can_pass or not position.state.round:
        return False
    moves = position.legal_moves()
    return RETURN in moves or all(is_trap(applied(position, move, position.actors[0])) for move in islice(moves, _WAYS))


def playout(position: SagradaPosition, rng: Rng) -> Sequence[float] | None:
    """Return the payoffs of one quick random game; None in the middle of a tool, which only its user can finish.

    A trap is lost for who walked in: it leads back, and a search that liked it would walk in again and again.
    """
    if is_trap(position):
        return [-1.0 if seat in position.actors else 1.0 for seat in range(position.seats)]
    begun = playable(position, rng)
    if begun is None:
        return None
    scores, target = play_on(begun, coming_faces(begun.state, rng))
    return [lead(scores, seat, target) for seat in range(len(scores))]


def playable(position: SagradaPosition, rng: Rng) -> SagradaPosition | None:
    """Return the position with missing windows chosen at random; None in the middle of a tool."""
    state = position.state
    if state.active or (state.passive and state.picked):
        return None
    if position.is_choosing:
        return cast("SagradaPosition", random_play(position, rng, len(position.actors)))
    return position


def play_on(position: SagradaPosition, faces: Sequence[int]) -> tuple[list[int], int]:
    """Return the scores after a quick game to the end, and the target of one who plays alone.

    `faces` are those of the rounds to come, one after the other.
    """
    state = position.state
    objectives = position.book.objectives
    public = [objectives[card] for card in state.public]
    fillings = [
        Filling(frame, window.cells if window else "", hand.cards, public)
        for frame, window, hand in zip(state.frames, state.windows, position.privates, strict=True)
    ]
    order, pool, target = state.order[state.turn :], [FACE_OF[die] for die in state.pool], position.target()
    if state.picked:
        fillings[order[0]].add([FACE_OF[state.picked]])
    if state.picked or state.placed:
        order = order[1:]
    size = facts.pool_size(state.seats)
    for round in range(state.round, ROUNDS + 1):
        if round > state.round:
            first = (round - state.round - 1) * size
            order, pool = facts.snake((round - 1) % state.seats, state.seats), list(faces[first : first + size])
        for seat in order:
            fillings[seat].add(pool)
        target += sum(face & 7 for face in pool)
    end = state.draft()
    end.frames = tuple(tuple(filling.frame) for filling in fillings)
    return [part.score for part in breakdowns(end, position.privates, objectives)], target


def coming_faces(state: State, rng: Rng) -> list[int]:
    """Return faces for the rounds to come; a color is as likely all the time as it is now."""
    dice = (ROUNDS - state.round) * facts.pool_size(state.seats)
    if not dice:
        return []
    colors = rng.choices(range(len(COLORS)), state.bag.counts, k=dice)
    return [color * 8 + rng.choice(SHADES) for color in colors]
