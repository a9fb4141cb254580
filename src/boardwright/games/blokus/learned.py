"""Lessons of self-play: how many of its squares a color will still place, and which moves are worth a look.

Both are sums of weighted facts that are counted on the board; `tools/train_blokus.py` finds the weights. The compiled
kernel computes the same.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, lru_cache
from importlib import resources
from typing import Final, NamedTuple

import msgspec

from boardwright.games.blokus.board import Board
from boardwright.games.blokus.color_state import ColorState
from boardwright.games.blokus.facts import ALL_SQUARES, NAMES, PIECE_OF, SIZES, hand_squares
from boardwright.games.blokus.position import BlokusPosition

STEPS: Final = 4
"""Steps beyond its open corners that a color is seen to reach."""
INPUTS: Final = 16
MOVE_FACTS: Final = 9 + len(NAMES)
FIVES, FOURS = (sum(1 << piece for piece, size in enumerate(SIZES) if size == wanted) for wanted in (5, 4))


class Weights(msgspec.Struct, frozen=True):
    """`hidden` has a bias and one weight for each input, by neuron; `output` a bias and one weight for each neuron.

    `early` and `late` are the weights of the facts of a move on an empty and on a full board.
    """

    hidden: tuple[tuple[float, ...], ...]
    output: tuple[float, ...]
    early: tuple[float, ...]
    late: tuple[float, ...]


@cache
def weights() -> Weights:
    """Return the weights that come with the game."""
    text = resources.files("boardwright.games.blokus").joinpath("weights.json").read_bytes()
    return msgspec.json.decode(text, type=Weights)


def reach_of(board: Board, state: ColorState, taken: int) -> tuple[int, ...]:
    """Return the squares within 0, 1, … steps from the open corners of a color; none if it makes no more moves."""
    if state.is_out:
        return (0,) * (STEPS + 1)
    stride, free = board.stride, state.free(board, taken)
    found = [state.corners & free]
    for _ in range(STEPS):
        reach = found[-1]
        found.append(reach | (reach << 1 | reach >> 1 | reach << stride | reach >> stride) & free)
    return tuple(found)


def inputs(position: BlokusPosition, index: int, reaches: Sequence[tuple[int, ...]]) -> tuple[int, ...]:
    """Return the facts about one color that the network sees; the colors of other seats are its opponents."""
    colors, state = position.variant.colors, position.states[index]
    near = far = 0
    for other, color in enumerate(colors):
        if color.seat is None or color.seat != colors[index].seat:
            near |= reaches[other][2]
            far |= reaches[other][4]
    corners, one, two, _, four = reaches[index]
    hand, left = state.hand, hand_squares(state.hand)
    pieces, fives, fours = hand.bit_count(), (hand & FIVES).bit_count(), (hand & FOURS).bit_count()
    return (
        1, left, pieces,
        corners.bit_count(), one.bit_count(), two.bit_count(), four.bit_count(),
        (four & ~far).bit_count(), (two & ~near).bit_count(), (two & ~far).bit_count(), (corners & ~near).bit_count(),
        (near & ~four).bit_count(), fives, fours, pieces - fives - fours, int(index == position.mover),
    )  # fmt: skip


def share(facts: Sequence[int], net: Weights) -> float:
    """Return the share of its squares in hand that a color will place, as the network expects, from 0 to 1."""
    out = net.output[0]
    for row, weight in zip(net.hidden, net.output[1:], strict=True):
        total = 0.0
        for fact, each in zip(facts, row, strict=True):
            total += fact * each
        out += weight * (total / (1.0 + abs(total)))
    return 0.5 + 0.5 * (out / (1.0 + abs(out)))


def expected_squares(position: BlokusPosition) -> list[float]:
    """Return the squares that each color is expected to have placed at the end."""
    board, taken, net = position.variant.board, position.taken, weights()
    reaches = [reach_of(board, state, taken) for state in position.states]
    found = []
    for index, state in enumerate(position.states):
        left = hand_squares(state.hand)
        more = 0.0 if state.is_out else left * share(inputs(position, index, reaches), net)
        found.append(ALL_SQUARES - left + more)
    return found


class Maps(NamedTuple):
    """Sets of squares that the facts of moves are counted on."""

    free: int
    """Squares where the mover may go and has no corner yet."""
    corners: int
    """The mover's open corners."""
    beyond: int
    """Squares that the mover does not reach within two steps."""
    hostile_corners: int
    hostile_near: int
    """Squares that opponents reach within two steps."""
    contact: int
    """The squares edge to edge with an opponent's."""
    inner: int
    middle: int
    fullness: float
    """The share of the board that is taken."""


@lru_cache(256)
def maps(position: BlokusPosition) -> Maps:
    """Return the maps for the color to move."""
    board, taken, mover = position.variant.board, position.taken, position.mover
    own = position.states[mover]
    hostile_corners = near = contact = 0
    for index, state in enumerate(position.states):
        if index != mover:
            reach = reach_of(board, state, taken)
            hostile_corners |= reach[0]
            near |= reach[2]
            contact |= state.beside
    free = own.free(board, taken)
    inner, middle = centers(board)
    return Maps(
        free & ~own.corners, own.corners & free, ~reach_of(board, own, taken)[2], hostile_corners,
        near & ~hostile_corners, contact, inner, middle, taken.bit_count() / board.full.bit_count(),
    )  # fmt: skip


@cache
def centers(board: Board) -> tuple[int, int]:
    """Return the squares near the center of a board, and those not far from it."""
    size = board.size
    squares = [(row, col) for row in range(size) for col in range(size)]
    near, far = (
        [(row, col) for row, col in squares if max(abs(2 * row + 1 - size), abs(2 * col + 1 - size)) * parts < size * 2]
        for parts in (5, 3)
    )
    return board.bits(near), board.bits(far)


def move_facts(board: Board, shape: int, anchor: int, seen: Maps) -> tuple[int, ...]:
    """Return the facts of a placement, without its piece."""
    stamp = board.stamps[shape]
    squares, meeting = stamp.squares << anchor, stamp.corners << anchor >> board.offset
    opened = meeting & seen.free
    return (
        SIZES[PIECE_OF[shape]], (squares & seen.hostile_corners).bit_count(), (squares & seen.hostile_near).bit_count(),
        (squares & seen.contact).bit_count(), (squares & seen.corners).bit_count(),
        opened.bit_count(), (opened & seen.beyond).bit_count(),
        (squares & seen.inner).bit_count(), (squares & seen.middle).bit_count(),
    )  # fmt: skip


def promise(board: Board, shape: int, anchor: int, seen: Maps, policy: Weights) -> float:
    """Return how good a placement looks before it is tried."""
    facts, piece = move_facts(board, shape, anchor, seen), PIECE_OF[shape]
    count = len(facts)
    early, late = policy.early[count + piece], policy.late[count + piece]
    for fact, one, other in zip(facts, policy.early, policy.late, strict=False):
        early += fact * one
        late += fact * other
    return early + seen.fullness * (late - early)
