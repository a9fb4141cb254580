"""Law 1: `play` never changes its position, and the same steps give the same positions everywhere."""

from __future__ import annotations

import pickle
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

from boardwright.core.hidden import resampled
from boardwright.core.rules.line import repeat
from boardwright.core.rules.position import AnyPosition, applied
from boardwright.core.rules.timed import as_of
from boardwright.kit.walks.failure import Violation
from boardwright.kit.walks.walk import SECOND, Walk, some_outcomes, who

COPY = "Build the next position from copies (tuples, self.replace); never assign to or append to what self holds."
DETERMINISTIC = (
    "Rules may use nothing but the position and the move: no random module, clock, id(), set order or counter. "
    "Chance belongs in chance and after_chance()."
)


def check(walk: Walk) -> None:
    """Check sampled positions, then replays the whole game."""
    for step, position in walk.samples():
        _unchanged(walk, position, step)
        _value(walk, position)
    _again(walk)


def _unchanged(walk: Walk, position: AnyPosition, step: int) -> None:
    """Check that no method changes the position it is called on."""
    before, hashed = walk.encode(position), hash(position)
    for name, call in _calls(walk, position, step):
        call()
        if walk.encode(position) != before or hash(position) != hashed:
            raise Violation(f"{name} changed the position it was called on.", COPY)


def _calls(walk: Walk, position: AnyPosition, step: int) -> Iterator[tuple[str, Callable[[], object]]]:
    at = step * SECOND
    for seat in range(position.seats):
        yield f"legal_moves({seat})", partial(_listed, position, seat, at)
    for viewer in (None, *range(position.seats)):
        yield f"view({viewer})", partial(position.view, viewer)
        yield f"resampled(…, {viewer}, rng)", partial(resampled, position, viewer, walk.rng("call"))
    for seat in position.actors:
        for move in _some(walk, list(position.legal_moves(seat, at)), step):
            yield f"apply({move})", partial(_same_after, as_of(position, at), move, seat)
    if (chance := position.chance) is not None:
        for outcome in some_outcomes(chance, walk.rng("some", step), 12 if walk.thorough else 3):
            yield f"after_chance({outcome})", partial(position.after_chance, outcome)


def _listed(position: AnyPosition, seat: int, at: int) -> list[Any]:
    return list(position.legal_moves(seat, at))


def _same_after(position: AnyPosition, move: Any, seat: int) -> None:
    if applied(position, move, seat) != applied(position, move, seat):
        raise Violation(f"apply({move}), called twice, returns different positions.", DETERMINISTIC)


def _value(walk: Walk, position: AnyPosition) -> None:
    """Check that positions are values: what was rebuilt equals what was there."""
    copy = pickle.loads(pickle.dumps(position))
    if copy != position or hash(copy) != hash(position):
        raise Violation(
            "a pickled copy is not equal to its position, or has another hash.",
            "Positions travel to other processes. Leave __eq__ and __hash__ to Position, which derives them from the "
            "fields, and put only picklable values into fields.",
        )
    if walk.encode(copy) != walk.encode(position):
        raise Violation("a pickled copy encodes differently.", "Let encode use nothing but fields that are pickled.")


def _again(walk: Walk) -> None:
    """Check that replaying the same steps gives equal positions, and for samples equal digests and texts."""
    position, sampled = walk.start(), set(walk.sample_steps)
    for number, kept in walk.visit(range(len(walk.positions))):
        if number:
            position = repeat(position, walk.steps[number - 1])
        if position != kept:
            raise Violation("replaying the same steps led to a different position.", DETERMINISTIC)
        if number in sampled:
            _same(walk, position, kept, number)


def _same(walk: Walk, position: AnyPosition, kept: AnyPosition, step: int) -> None:
    if hash(position) != hash(kept):
        raise Violation(
            "two equal positions have different hashes.",
            "Leave __eq__ and __hash__ to Position, which derives them from the fields.",
        )
    if walk.encode(position) != walk.encode(kept):
        raise Violation(
            "the same steps played again led to a position that encodes differently, so digests differ.",
            "Order matters: turn sets into sorted lists before encode, and keep histories out of it.",
        )
    for viewer in (None, *range(position.seats)):
        texts = [walk.game.text(seen.view(viewer)) for seen in (position, kept)]
        if texts[0] != texts[1]:
            raise Violation(f"the text board for {who(viewer)} differs when the same game is replayed.", DETERMINISTIC)
    for seat in position.actors:
        at = step * SECOND
        if list(position.legal_moves(seat, at)) != list(kept.legal_moves(seat, at)):
            raise Violation(f"legal_moves({seat}) come in another order when the game is replayed.", DETERMINISTIC)


def _some(walk: Walk, things: list[Any], step: int) -> list[Any]:
    most = 12 if walk.thorough else 3
    if len(things) <= most:
        return things
    return walk.rng("some", step).sample(things, most)
