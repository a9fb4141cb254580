"""The search tree: UCT with chance nodes, many determinisations and widening by rank.

Each iteration walks one path: at a player's node the move with the best bound, at a chance node an outcome drawn
by its weights. Each move at the root meets the same dice as its sisters at the same number of tries, so that luck
does not decide between them. The first new node is judged, and the judgment is added along the path, for each
node from the point of view of the seat that moved there.

Moves come into consideration in the order of their move_prior. The bound of a move is its mean plus curiosity, which
the rank of the move divides: a later move has to wait until the earlier ones have disappointed, or until there was
time enough. So a node widens with the root of its visits, and positions with hundreds of moves stay searchable.
"""

from __future__ import annotations

import random
from collections.abc import Collection, Hashable, Sequence
from math import sqrt
from typing import Any

from boardwright.bots.greedy import payoffs_or_playout, rank, settle
from boardwright.core.game import AnyGame
from boardwright.core.position import AnyPosition

_DISCOUNT = 0.99
"""What a step of delay leaves of an outcome: a win now is better than a win later."""
_FIRST_PLAY_URGENCY = 0.3
"""How much worse than its node's mean a move is expected to be that was not tried, in units of the spread."""
_LEAST_SPREAD = 0.01
_LONGEST_TURN = 6


class Node:
    """What is known about one step: how often it was tried and what it brought to the one who made it."""

    __slots__ = ("children", "position", "rank", "total", "untried", "visits")

    def __init__(self, position: AnyPosition | None = None, rank: int = 0) -> None:
        self.children: dict[Hashable, Node] = {}
        self.position = position
        self.rank = rank
        self.untried: list[Any] | None = None
        self.visits = 0
        self.total = 0.0

    @property
    def mean(self) -> float:
        """The average judgment, between -1 and 1."""
        return self.total / self.visits if self.visits else 0.0


class Tree:
    """One search from one root; `exploration` weighs curiosity against success."""

    def __init__(self, game: AnyGame, rng: random.Random, exploration: float = 1.0) -> None:
        self.game = game
        self.rng = rng
        self.exploration = exploration
        self.root = Node()
        self._sum = self._squares = 0.0
        self._evaluations = 0
        self._spread = 1.0
        self._seed = rng.getrandbits(64)
        self._secrets_affect_moves = game.has_secrets

    def iterate(self, position: AnyPosition, seat: int) -> None:
        """One path from the root, which stands for what the seat knows of `position`, with the seat to move."""
        self._secrets_affect_moves = self.game.secrets_affect_moves(position)
        move = self._select(self.root, position, seat)
        known = self.root.children.get(move)
        dice = random.Random(self._seed + (known.visits if known is not None else 0))
        position = position.resample(seat, dice)
        node, mover = self.root, seat
        path: list[tuple[Node, int]] = []
        while True:
            position = position.after(move, mover)
            is_new = move not in node.children
            node = self._child(node, move, position)
            path.append((node, mover))
            while position.is_chance and not is_new:
                outcome = position.chances().sample(dice)
                position = position.take(outcome)
                node = self._child(node, outcome, position)
                path.append((node, -1))
            if is_new or position.outcome() is not None:
                break
            mover = position.actors[0]
            move = self._select(node, position, mover)
        worth = self._evaluate(position, mover, dice)
        if position.outcome() is not None:
            worth = [value * _DISCOUNT ** len(path) for value in worth]
        self._update_spread(worth[seat])
        self.root.visits += 1
        for node, mover in path:
            node.visits += 1
            if mover >= 0:
                node.total += worth[mover]

    def _child(self, node: Node, step: Hashable, position: AnyPosition) -> Node:
        """The node one step further, made if it is new; without secrets it knows its position."""
        child = node.children.get(step)
        if child is None:
            child = node.children[step] = Node(None if self.game.has_secrets else position, len(node.children))
        return child

    def top_visits(self) -> tuple[int, int]:
        """The visits of the two moves that were looked at most."""
        first = second = 0
        for child in self.root.children.values():
            if child.visits > first:
                first, second = child.visits, first
            elif child.visits > second:
                second = child.visits
        return first, second

    def _update_spread(self, worth: float) -> None:
        """Keeps the spread of all judgments: curiosity is counted in it, so that it fits every game and phase."""
        self._evaluations += 1
        self._sum += worth
        self._squares += worth * worth
        mean = self._sum / self._evaluations
        self._spread = max(_LEAST_SPREAD, sqrt(max(0.0, self._squares / self._evaluations - mean * mean)))

    def _select(self, node: Node, position: AnyPosition, seat: int) -> Any:
        """The move with the best bound; only the first of those not tried yet stands for all of them."""
        moves = self._moves(node, position, seat) if self._depends_on_secrets(node) else None
        exploration = self.exploration * self._spread * sqrt(node.visits + 1)
        best, choice = -1e9, None
        total, visits = 0.0, 0
        for move, child in node.children.items():
            if moves is not None and move not in moves:
                continue
            total += child.total
            visits += child.visits
            bound = child.total / child.visits + exploration / ((1 + child.rank) * (1 + child.visits))
            if bound > best:
                best, choice = bound, move
        expected = total / visits - _FIRST_PLAY_URGENCY * self._spread if visits else 0.0
        if choice is not None and expected + exploration / (1 + len(node.children)) < best:
            return choice
        if node.untried is None:
            node.untried = self._ranked(node, position, seat)
        fresh = self._next_untried(node, moves)
        return choice if fresh is None else fresh

    def _moves(self, node: Node, position: AnyPosition, seat: int) -> Collection[Any]:
        """What is looked at: everything at the root, deeper what the game thinks worth it."""
        return position.legal_moves(seat) if node is self.root else self.game.search_moves(position, seat)

    def _next_untried(self, node: Node, moves: Collection[Any] | None) -> Any | None:
        """The most promising move that was not tried yet, of those possible now; None when all were."""
        untried = node.untried
        assert untried is not None
        if moves is None:
            return untried.pop() if untried else None
        place = next((place for place in reversed(range(len(untried))) if untried[place] in moves), None)
        if place is not None:
            return untried.pop(place)
        return next((move for move in moves if move not in node.children), None)

    def _depends_on_secrets(self, node: Node) -> bool:
        """Whether the moves of a node depend on secrets; those of the root never do."""
        return self._secrets_affect_moves and node is not self.root

    def _ranked(self, node: Node, position: AnyPosition, seat: int) -> list[Any]:
        """The moves in order of move_prior, the best last; at the root by what the evaluation says after each."""
        moves = list(self._moves(node, position, seat))
        if node is self.root:
            return rank(self.game, moves, position, seat, self.rng)
        self.rng.shuffle(moves)
        moves.sort(key=lambda move: self.game.move_prior(move, position))
        return moves

    def _evaluate(self, position: AnyPosition, last: int, dice: random.Random) -> Sequence[float]:
        """What the position brings each seat: one quick play-out where the game knows any, else its evaluation.

        In the middle of a turn an evaluation says little; so the seat that moved last first goes on with its most
        promising moves.
        """
        game = self.game
        for step in range(_LONGEST_TURN + 1):
            position = settle(position, dice)
            played = payoffs_or_playout(game, position, dice)
            if played is not None:
                return played
            if position.actors != (last,) or step == _LONGEST_TURN:
                break
            before = position
            move = max(game.search_moves(before, last), key=lambda move: game.move_prior(move, before))
            position = before.after(move, last)
        if position.seats == 2:
            actor = position.actors[0]
            worth = game.evaluate(position, actor)  # payoffs add up to zero, so one evaluation tells both
            return (-worth, worth) if actor else (worth, -worth)
        return [game.evaluate(position, seat) for seat in range(position.seats)]

    def _rerank(self, position: AnyPosition, seat: int) -> None:
        """Orders the moves of a node that has become the root as a root's moves are ordered."""
        ranked = rank(self.game, position.legal_moves(seat), position, seat, self.rng)
        children = self.root.children
        for place, move in enumerate(reversed(ranked)):
            if move in children:
                children[move].rank = place
        self.root.untried = [move for move in ranked if move not in children]

    def follow(self, move: Hashable, position: AnyPosition, seat: int) -> None:
        """Makes the node after the move the root: the seat goes on with its turn."""
        self.root = self.root.children.get(move) or Node()
        self._rerank(position, seat)

    def enter(self, position: AnyPosition, seat: int, depth: int = 8) -> bool:
        """Makes the node of `position` the root if it was met within `depth` steps, so that its work is kept."""
        level = [self.root]
        for _ in range(depth):
            level = [child for node in level for child in node.children.values() if child.visits]
            for node in level:
                if node.position is not None and node.position == position:
                    self.root = node
                    self._rerank(position, seat)
                    return True
        self.root = Node()
        return False
