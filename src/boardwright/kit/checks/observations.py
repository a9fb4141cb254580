"""Part of law 2: a seat that acts can learn from its observation what is legal."""

from __future__ import annotations

from collections.abc import Iterator

from boardwright.core.rules.line import Step, repeat
from boardwright.core.rules.position import AnyPosition
from boardwright.kit.walks.failure import Violation
from boardwright.kit.walks.outcomes import some_outcomes
from boardwright.kit.walks.walk import Walk, who

_STEPS, _SIBLINGS = 300, 6


def check(walk: Walk) -> None:
    """Equal observations of an actor mean equal legal moves: at every step, and after other chance outcomes."""
    actions = walk.game.actions(*walk.setup)
    known: dict[int, tuple[int, set[str]]] = {}
    for step, position in _positions(walk):
        for actor in position.actors:
            seen = hash((actor, actions.encode(position, actor).tobytes()))
            legal = {str(move) for move in position.legal_moves(actor)}
            first, before = known.setdefault(seen, (step, legal))
            if legal != before:
                only = min(legal ^ before)
                raise Violation(
                    f"{who(actor)} has the same observation at steps {first} and {step}, but {only} is legal once.",
                    "Let actions.encode include everything that the legal moves depend on.",
                    step,
                )


def _positions(walk: Walk) -> Iterator[tuple[int, AnyPosition]]:
    yield from enumerate(walk.positions[:_STEPS])
    for step, position in walk.samples():
        if (chance := position.chance) is not None:
            for outcome in some_outcomes(chance, walk.rng("observe", step), _SIBLINGS):
                yield step, repeat(position, Step(None, outcome))
