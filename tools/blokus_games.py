"""Games of Blokus that the compiled kernel plays against itself, as the facts that weights are fitted to."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any, NamedTuple

from boardwright.bots.evaluation.compiled import CompiledGame, compiled
from boardwright.core.game.registry import game
from boardwright.games.blokus import learned
from boardwright.games.blokus.bot import scale
from boardwright.games.blokus.facts import ALL_SQUARES, PIECE_OF, SHAPE_NUMBER, hand_squares
from boardwright.games.blokus.moves import Placement
from boardwright.games.blokus.position import BlokusPosition

_POLICY_SHARE = 0.12
"""The share of positions whose moves are looked at."""
_MISTAKES = 0.04
"""The share of moves that are drawn from the eight best, for variety."""


class Color(NamedTuple):
    """A color of a position: 1 for the first seat's and -1 for the other's, squares placed and in hand, its facts."""

    sign: int
    placed: int
    left: int
    facts: tuple[int, ...]


class Example(NamedTuple):
    """A position, the lead that counts much in it, and the margin by which the first seat won its game in the end."""

    colors: tuple[Color, ...]
    scale: float
    margin: int


class Choice(NamedTuple):
    """The facts and the piece of every move of a position, how often each was visited, and how full the board is."""

    facts: list[tuple[int, ...]]
    visits: list[int]
    fullness: float


def play(variant: str, games: int, iterations: int, seed: int) -> Iterator[tuple[list[Example], list[Choice]]]:
    """Yield the examples and choices of each of so many games for two."""
    rules, rng = game("blokus"), random.Random(seed)
    start = rules.begin(2, rules.read_options({"variant": variant}))
    engine = compiled(rules, start)
    if engine is None:
        raise SystemExit("This needs the compiled kernels: make .venv/kernels.")
    for _ in range(games):
        yield _play_one(engine, engine.pack(start), iterations, rng)


def _play_one(
    engine: CompiledGame, state: bytes, iterations: int, rng: random.Random
) -> tuple[list[Example], list[Choice]]:
    kernel, seen, choices = engine.kernel, list[BlokusPosition](), list[Choice]()
    search = kernel.search(state, 1.0, rng.getrandbits(63))
    varied = rng.choice((2, 4, 6)) * len(engine.unpack(state).states) // 2
    while kernel.actor(state) is not None:
        moves = kernel.moves(state)
        if len(moves) > 1:
            search.move_root(state, rng.getrandbits(63))
            search.run(iterations, 0.0)
            found = sorted(search.moves(), key=lambda move: -move[1])
            position = engine.unpack(state)
            if rng.random() < _POLICY_SHARE:
                choices.append(_choice(engine, position, {action: visits for action, visits, _ in found}))
            if len(seen) < varied:
                moves = rng.choices([move[0] for move in found], [(move[1] + 0.5) ** 0.8 for move in found])
            else:
                moves = [rng.choice(found[:8])[0] if rng.random() < _MISTAKES else found[0][0]]
            seen.append(position)
        state = kernel.step(state, moves[0])
    scores = engine.unpack(state).scores()
    return [Example(_colors(position), scale(position), scores[0] - scores[1]) for position in seen], choices


def _colors(position: BlokusPosition) -> tuple[Color, ...]:
    board, found = position.variant.board, []
    reaches = [learned.reach_of(board, state, position.taken) for state in position.states]
    for index, (color, state) in enumerate(position.colors):
        left = hand_squares(state.hand)
        facts = learned.inputs(position, index, reaches)
        found.append(Color(-1 if color.seat else 1, ALL_SQUARES - left, 0 if state.is_out else left, facts))
    return tuple(found)


def _choice(engine: CompiledGame, position: BlokusPosition, visits: dict[int, int]) -> Choice:
    board, seen, names = position.variant.board, learned.maps(position), engine.tables.moves
    facts, counts = [], []
    for action in sorted({*engine.kernel.candidates(engine.pack(position)), *visits}):
        move: Any = names[action]
        if isinstance(move, Placement):
            shape = SHAPE_NUMBER[move.piece, move.turn]
            anchor = move.row * board.stride + move.col
            facts.append((*learned.move_facts(board, shape, anchor, seen), PIECE_OF[shape]))
            counts.append(visits.get(action, 0))
    return Choice(facts, counts, seen.fullness)
