"""The order in which an agent gets its legal moves, so that every page is a fair sample of all of them."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from random import Random

_WORDS = re.compile(r"[^\W\d_]+\d*|\d+")
"""The parts of a move's text: a piece, a square, a row, a turn."""
_CANDIDATES = 32
"""Moves of a kind among which the next one is chosen."""


def fair_order(texts: Sequence[str]) -> list[str]:
    """Return the moves so that kinds take turns and places are spread; equal lists have equal orders.

    The first word of a text is a piece or the kind of move in most notations, and the others say where it goes: words
    that were used least go first, and lots decide between equal ones.

    >>> fair_order(["I1@0,0", "I1@0,1", "I1@5,5", "V3@0,0", "V3@7,2", "pass"])
    ['V3@0,0', 'pass', 'I1@5,5', 'V3@7,2', 'I1@0,1', 'I1@0,0']
    """
    rng = Random("\n".join(texts))
    kinds: dict[str, list[tuple[list[str], str]]] = {}
    for text in rng.sample(texts, len(texts)):
        words = _WORDS.findall(text) or [text]
        kinds.setdefault(words[0], []).append((words[1:], text))
    used: Counter[tuple[int, str]] = Counter()
    order: list[str] = []
    while kinds:
        for kind, moves in list(kinds.items()):
            words, text = moves.pop(_least_used(moves[:_CANDIDATES], used))
            used.update(enumerate(words))
            order.append(text)
            if not moves:
                del kinds[kind]
    return order


def _least_used(moves: Sequence[tuple[list[str], str]], used: Counter[tuple[int, str]]) -> int:
    return min(range(len(moves)), key=lambda number: sum(used[place] for place in enumerate(moves[number][0])))
