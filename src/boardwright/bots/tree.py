"""The search tree: UCT with chance nodes, many determinisations and progressive widening.

Each iteration walks one path: at a player's node the move with the best upper confidence bound, at a chance
node an outcome drawn by its weights. The first new node is judged by a play-out and the game's evaluation, and
the judgement is added along the path, for each node from the point of view of the seat that moved there.
"""

from __future__ import annotations

import random
from collections.abc import Hashable, Sequence
from math import log, sqrt
from typing import Any

from boardwright.bots.bot import pick
from boardwright.bots.greedy import settle
from boardwright.core.game import AnyGame
from boardwright.core.position import AnyPosition

_PATIENCE = 0.98
"""What a step of delay leaves of a judgement: a win now is better than a win later."""


class Node:
    """What is known about one step: how often it was tried and what it brought to the one who made it."""

    __slots__ = ("children", "position", "promise", "total", "untried", "visits")

    def __init__(self, position: AnyPosition | None = None, promise: float = 0.0) -> None:
        self.children: dict[Hashable, Node] = {}
        self.position = position
        self.promise = promise
        self.untried: list[Any] | None = None
        self.visits = 0
        self.total = 0.0

    @property
    def mean(self) -> float:
        """The average judgement, between -1 and 1."""
        return self.total / self.visits if self.visits else 0.0


class Tree:
    """One search from one root.

    `explore` weighs curiosity against success, `widen` says how quickly more moves of a node come into
    consideration, `playout` is how many random moves are made before the evaluation speaks.
    """

    def __init__(
        self, game: AnyGame, rng: random.Random, *, explore: float = 0.5, widen: float = 2.0, playout: int = 0
    ) -> None:
        self.game = game
        self.rng = rng
        self.explore = explore
        self.widen = widen
        self.playout = playout
        self.root = Node()

    def iterate(self, position: AnyPosition, seat: int) -> None:
        """One path from the root, which stands for `position` with that seat to move."""
        node = self.root
        path: list[tuple[Node, int]] = []
        while position.outcome() is None:
            if position.is_chance:
                outcome = position.chances().sample(self.rng)
                position = position.take(outcome)
                node = node.children.setdefault(outcome, Node())
                path.append((node, -1))
                continue
            mover = seat if node is self.root else position.actors[0]
            move = self._select(node, position, mover)
            before, position = position, position.after(move, mover)
            child = node.children.get(move)
            if child is None:
                promise = self.game.promise(move, before)
                child = node.children[move] = Node(None if self.game.has_secrets else position, promise)
                path.append((child, mover))
                break
            node = child
            path.append((node, mover))
        worth = self._judge(position)
        self.root.visits += 1
        fresh = _PATIENCE ** len(path)
        for node, mover in path:
            node.visits += 1
            if mover >= 0:
                node.total += worth[mover] * fresh

    def _select(self, node: Node, position: AnyPosition, seat: int) -> Any:
        moves = position.legal_moves(seat)
        children = node.children
        if len(children) < 1 + self.widen * sqrt(node.visits):
            fresh = self._fresh(node, position, moves)
            if fresh is not None:
                return fresh
        curiosity = self.explore * sqrt(log(node.visits + 1))
        best, choice = -1e9, None
        check = self.game.has_secrets
        for move, child in children.items():
            if check and move not in moves:
                continue
            visits = child.visits
            bound = (child.total + child.promise) / visits + curiosity / sqrt(visits)
            if bound > best:
                best, choice = bound, move
        return pick(moves, self.rng) if choice is None else choice

    def _fresh(self, node: Node, position: AnyPosition, moves: Any) -> Any | None:
        """The most promising move that was not tried yet; None when all were."""
        if self.game.has_secrets:
            rest = [move for move in moves if move not in node.children]
            return self._ranked(rest, position)[-1] if rest else None
        if node.untried is None:
            node.untried = self._ranked(list(moves), position)
        return node.untried.pop() if node.untried else None

    def _ranked(self, moves: list[Any], position: AnyPosition) -> list[Any]:
        """The moves in order of promise, the best last; equals in random order."""
        self.rng.shuffle(moves)
        moves.sort(key=lambda move: self.game.promise(move, position))
        return moves

    def _judge(self, position: AnyPosition) -> Sequence[float]:
        for _ in range(self.playout):
            if position.outcome() is not None:
                break
            if position.is_chance:
                position = settle(position, self.rng)
                continue
            seat = position.actors[0]
            position = position.after(pick(position.legal_moves(seat), self.rng), seat)
        outcome = position.outcome()
        if outcome is not None:
            return outcome.payoffs()
        position = settle(position, self.rng)
        return [self.game.evaluate(position, seat) for seat in range(position.seats)]

    def enter(self, position: AnyPosition, depth: int = 8) -> bool:
        """Makes the node of `position` the root if it was met within `depth` steps, so that its work is kept."""
        level = [self.root]
        for _ in range(depth):
            level = [child for node in level for child in node.children.values() if child.visits]
            for node in level:
                if node.position is not None and node.position == position:
                    self.root = node
                    return True
        self.root = Node()
        return False
