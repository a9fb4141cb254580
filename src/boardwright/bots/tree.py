"""The search tree: UCT with chance nodes, determinization and progressive widening.

Each iteration follows one path: the move with the best UCB score at a decision node, an outcome sampled by its weight
at a chance node. Moves at the root share their random numbers: the n-th visit of each uses the same seed (common random
numbers), so that luck does not decide between them. The first new node is evaluated, and the value is backed up along
the path, for each node from the point of view of the seat that moved there.

Moves are tried in the order of their prior (`Heuristics.prior`). The exploration term of the UCB score is divided by
the move's rank, so a node widens with the square root of its visits and positions with hundreds of moves stay
searchable.
"""

from __future__ import annotations

import random
from collections.abc import Collection, Hashable, Sequence
from math import inf, sqrt
from typing import Any

from boardwright.bots.evaluation.compiled import compiled_playouts
from boardwright.bots.evaluation.sampling import by_playouts
from boardwright.bots.greedy import payoffs_or_playout, rank
from boardwright.core.game.game import AnyGame
from boardwright.core.hidden import resampled
from boardwright.core.rules.position import AnyPosition, applied
from boardwright.core.search.playout import dead_end, first_actor, random_play

_DISCOUNT = 0.99
"""Discount per step: a win now is better than a win later."""
_FIRST_PLAY_URGENCY = 0.3
"""An untried move is expected to be this much worse than its node's mean, in units of the spread."""
_LEAST_SPREAD = 0.01
_LONGEST_TURN = 6


class SearchNode:
    """Statistics of one step: its visits and the total value for the seat that made it."""

    __slots__ = ("children", "position", "rank", "total", "untried", "visits")

    def __init__(self, position: AnyPosition | None = None, rank: int = 0) -> None:
        self.children: dict[Hashable, SearchNode] = {}
        self.position = position
        self.rank = rank
        self.untried: list[Any] | None = None
        self.visits = 0
        self.total = 0.0

    @property
    def mean(self) -> float:
        """The mean value, between -1 and 1."""
        return self.total / self.visits if self.visits else 0.0


class Tree:
    """One search from one root; `exploration` weighs untried moves against good ones.

    With `only` it looks at that move of the root and at no other.
    """

    def __init__(self, game: AnyGame, rng: random.Random, exploration: float = 1.0, only: Any = None) -> None:
        self.game = game
        self.rng = rng
        self.exploration = exploration
        self.only = only
        self.deadline = inf
        """The time (`time.monotonic`) by which moves have to be ranked."""
        self.root = SearchNode()
        self._sums: list[float] = []
        self._sum = self._squares = 0.0
        self._evaluations = 0
        self._spread = 1.0
        self._seed = rng.getrandbits(64)
        self._playouts = compiled_playouts(game)
        self._bot = game.bot
        self._evaluation, self._prior, self._playout = game.bot.evaluate, game.bot.prior, game.bot.playout
        self._search_moves = game.bot.search_moves
        self._has_secrets = self._secrets_affect_moves = game.has_secrets

    def iterate(self, position: AnyPosition, seat: int) -> None:
        """Run one iteration from `position`, in which the seat is to move."""
        if self._has_secrets:
            self._secrets_affect_moves = self._bot.secrets_affect_moves(position)
        if self.root.untried is None:
            self._rank_root(position, seat)
        move = self._select(self.root, position, seat)
        known = self.root.children.get(move)
        rng = random.Random(self._seed + (known.visits if known is not None else 0))
        position = resampled(position, seat, rng)
        node, mover = self.root, seat
        path: list[tuple[SearchNode, int]] = []
        while True:
            position = applied(position, move, mover)
            is_new = move not in node.children
            node = self._child(node, move, position)
            path.append((node, mover))
            while not is_new and (chance := position.chance) is not None:
                outcome = chance.sample(rng)
                position = position.take(outcome)
                node = self._child(node, outcome, position)
                path.append((node, -1))
            if is_new or position.outcome() is not None:
                break
            mover = first_actor(position)
            move = self._select(node, position, mover)
        value = self._evaluate(position, mover, rng)
        if position.outcome() is not None:
            value = [one * _DISCOUNT ** len(path) for one in value]
        self._update_spread(value[seat])
        self._sums = [before + one for before, one in zip(self._sums or [0.0] * len(value), value, strict=True)]
        self.root.visits += 1
        for node, mover in path:
            node.visits += 1
            if mover >= 0:
                node.total += value[mover]

    def _child(self, node: SearchNode, step: Hashable, position: AnyPosition) -> SearchNode:
        """Return the child node for a step, created if needed. Without hidden information it stores its position."""
        child = node.children.get(step)
        if child is None:
            child = node.children[step] = SearchNode(None if self._has_secrets else position, len(node.children))
        return child

    def values(self) -> tuple[float, ...]:
        """Return the mean value of all iterations for each seat."""
        return tuple(total / self._evaluations for total in self._sums)

    def top_visits(self) -> tuple[int, int]:
        """Return the visit counts of the two most visited moves."""
        first = second = 0
        for child in self.root.children.values():
            if child.visits > first:
                first, second = child.visits, first
            elif child.visits > second:
                second = child.visits
        return first, second

    def _update_spread(self, value: float) -> None:
        """Update the standard deviation of all values; exploration is scaled by it, so that it suits every game."""
        self._evaluations += 1
        self._sum += value
        self._squares += value * value
        mean = self._sum / self._evaluations
        self._spread = max(_LEAST_SPREAD, sqrt(max(0.0, self._squares / self._evaluations - mean * mean)))

    def _select(self, node: SearchNode, position: AnyPosition, seat: int) -> Any:
        """Return the move with the best UCB score; the first untried move stands for all untried ones."""
        # The legal moves of the root never depend on hidden information.
        is_open = node is self.root or not self._secrets_affect_moves
        moves = None if is_open else self._search_moves(position, seat)
        exploration = self.exploration * self._spread * sqrt(node.visits + 1)
        best, choice = -1e9, None
        total, visits = 0.0, 0
        for move, child in node.children.items():
            if moves is not None and move not in moves:
                continue
            total += child.total
            visits += child.visits
            score = child.total / child.visits + exploration / ((1 + child.rank) * (1 + child.visits))
            if score > best:
                best, choice = score, move
        expected = total / visits - _FIRST_PLAY_URGENCY * self._spread if visits else 0.0
        if choice is not None and expected + exploration / (1 + len(node.children)) < best:
            return choice
        if node.untried is None:
            node.untried = self._by_prior(position, seat)
        move = self._next_untried(node, moves)
        move = choice if move is None else move
        if move is None:
            raise dead_end(position, seat)
        return move

    def _next_untried(self, node: SearchNode, moves: Collection[Any] | None) -> Any | None:
        """Return the untried move with the best prior that is legal now; None if all were tried."""
        untried = node.untried
        assert untried is not None
        if moves is None:
            return untried.pop() if untried else None
        place = next((place for place in reversed(range(len(untried))) if untried[place] in moves), None)
        if place is not None:
            return untried.pop(place)
        return next((move for move in moves if move not in node.children), None)

    def _by_prior(self, position: AnyPosition, seat: int) -> list[Any]:
        """Return the moves to search below the root by their prior, best last."""
        moves = list(self._search_moves(position, seat))
        self.rng.shuffle(moves)
        prior = self._prior
        moves.sort(key=lambda move: prior(move, position))
        return moves

    def _evaluate(self, position: AnyPosition, last: int, rng: random.Random) -> Sequence[float]:
        """Return the value for each seat: by quick play-outs if the game has them, else the evaluation.

        Evaluations are unreliable in the middle of a turn, so the seat that moved last first finishes its turn with the
        moves of the best prior.
        """
        prior, evaluate = self._prior, self._evaluation
        for step in range(_LONGEST_TURN + 1):
            if position.chance is not None:
                position = random_play(position, rng, 0)
            played = payoffs_or_playout(self._playout, position, rng, self._playouts)
            if played is not None:
                return played
            if position.actors != (last,) or step == _LONGEST_TURN:
                break
            before = position
            moves = self._search_moves(before, last)
            if not moves:
                raise dead_end(before, last)
            move = max(moves, key=lambda move: prior(move, before))
            position = applied(before, move, last)
        if position.seats == 2:
            actor = position.actors[0]
            value = evaluate(position, actor)  # zero-sum: one evaluation is enough
            return (-value, value) if actor else (value, -value)
        return [evaluate(position, seat) for seat in range(position.seats)]

    def _rank_root(self, position: AnyPosition, seat: int) -> None:
        """Rank all moves of the root, or `only` one, by what comes after each; play-outs for that count as visits."""
        moves, children = position.legal_moves(seat) if self.only is None else (self.only,), self.root.children
        if self._bot.has_evaluation:
            ranked = [move for _, move in rank(self.game, moves, position, seat, self.rng, self.deadline)]
        else:
            judged = by_playouts(tuple(moves), position, seat, self.rng, self.deadline)
            ranked = [each.move for each in judged]
            for each in judged[::-1]:
                if each.visits:
                    child = self._child(self.root, each.move, applied(position, each.move, seat))
                    child.visits += each.visits
                    child.total += each.total
                    self.root.visits += each.visits
        for place, move in enumerate(reversed(ranked)):
            if move in children:
                children[move].rank = place
        self.root.untried = [move for move in ranked if move not in children]

    def advance(self, move: Hashable, position: AnyPosition, seat: int) -> None:
        """Make the child after the move the root: the same seat continues its turn."""
        self.root = self.root.children.get(move) or SearchNode()
        self._rank_root(position, seat)

    def move_root_to(self, position: AnyPosition, seat: int, depth: int = 8) -> bool:
        """Make the node of `position` the root if it lies within `depth` steps; else begin anew and return False."""
        level = [self.root]
        for _ in range(depth):
            level = [child for node in level for child in node.children.values() if child.visits]
            for node in level:
                if node.position is not None and node.position == position:
                    self.root = node
                    self._rank_root(position, seat)
                    return True
        self.root = SearchNode()
        return False
