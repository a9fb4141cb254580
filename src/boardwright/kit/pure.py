"""Law 1: `play` never changes its position, and the same choices give the same positions everywhere."""

from __future__ import annotations

import pickle
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

from boardwright.core.canonical import canonical
from boardwright.core.position import AnyPosition
from boardwright.core.refusal import IllegalMove
from boardwright.kit.failure import Violation
from boardwright.kit.walk import SECOND, Walk, who

KEEP = (
    "Build the next position from copies (tuples, dataclasses.replace); never assign to or append to what self holds."
)
FETCHED = (
    "Rules may use nothing but the position and the move: no random module, clock, id(), set order or counter. "
    "Chance belongs into chances() and take()."
)


def check(walk: Walk) -> None:
    """Looks at sampled positions, then plays the whole game again."""
    for step, position in walk.samples():
        _asked(walk, position, step)
        _value(position, step)
    _again(walk)


def _asked(walk: Walk, position: AnyPosition, step: int) -> None:
    """Every question to a position leaves it as it was."""
    before, hashed = canonical(position.encode()), hash(position)
    for name, ask in _questions(walk, position, step):
        ask()
        if canonical(position.encode()) != before or hash(position) != hashed:
            raise Violation(f"{name} changed the position it was asked of.", KEEP, step)


def _questions(walk: Walk, position: AnyPosition, step: int) -> Iterator[tuple[str, Callable[[], object]]]:
    at = step * SECOND
    for seat in range(position.seats):
        yield f"legal_moves({seat})", partial(_listed, position, seat, at)
    for viewer in (None, *range(position.seats)):
        yield f"view({viewer})", partial(position.view, viewer)
        yield f"resample({viewer}, rng)", partial(position.resample, viewer, walk.rng("ask"))
    for seat in position.actors:
        for move in _some(walk, list(position.legal_moves(seat, at)), step):
            yield f"after({move})", partial(position.after, move, seat, at)
            yield f"play({move})", partial(_same_play, position, move, seat, at, step)
    if position.is_chance:
        for outcome in _some(walk, list(position.chances().outcomes), step):
            yield f"take({outcome})", partial(position.take, outcome)


def _listed(position: AnyPosition, seat: int, at: int) -> list[Any]:
    return list(position.legal_moves(seat, at))


def _same_play(position: AnyPosition, move: Any, seat: int, at: int, step: int) -> None:
    try:
        played = position.play(move, seat, at)
    except IllegalMove as error:
        raise Violation(
            f"play refuses {move}, which is in legal_moves({seat}): {error}",
            "Let play and legal_moves go by the same rules; the play of Position does so if refusal is right.",
            step,
        ) from error
    if position.after(move, seat, at) != position.after(move, seat, at):
        raise Violation(f"after({move}), asked twice, gives different positions.", FETCHED, step)
    if played != position.after(move, seat, at):
        raise Violation(
            f"after({move}) and play({move}) lead to different positions.",
            "play is `after` with a check before it: put every effect of a move into after and do not replace play "
            "by anything that does more.",
            step,
        )


def _value(position: AnyPosition, step: int) -> None:
    """Positions are values: what was rebuilt equals what was there."""
    copy = pickle.loads(pickle.dumps(position))
    if copy != position or hash(copy) != hash(position):
        raise Violation(
            "a pickled copy is not equal to its position, or has another hash.",
            "Positions travel to other processes: define __eq__ and __hash__ over the same fields (a frozen dataclass "
            "does), and __reduce__ where slots need it.",
            step,
        )
    if canonical(copy.encode()) != canonical(position.encode()):
        raise Violation(
            "a pickled copy encodes differently.", "Let encode use nothing but fields that are pickled.", step
        )


def _again(walk: Walk) -> None:
    """The same steps from a fresh start meet equal positions, and at sampled places equal digests and texts."""
    position, looked = walk.start(), set(walk.sample_steps)
    for number, kept in enumerate(walk.positions):
        if number:
            position = walk.follow(position, walk.steps[number - 1], number - 1)
        if position != kept:
            raise Violation("the same steps played again led to a different position.", FETCHED, number)
        if number in looked:
            _same(walk, position, kept, number)


def _same(walk: Walk, position: AnyPosition, kept: AnyPosition, step: int) -> None:
    if hash(position) != hash(kept):
        raise Violation(
            "two equal positions have different hashes.", "Compute __hash__ from the fields that __eq__ compares.", step
        )
    if canonical(position.encode()) != canonical(kept.encode()):
        raise Violation(
            "the same steps played again led to a position that encodes differently, so digests differ.",
            "Order matters: turn sets into sorted lists before encode, and keep histories out of it.",
            step,
        )
    for viewer in (None, *range(position.seats)):
        texts = [walk.game.text(seen.view(viewer)) for seen in (position, kept)]
        if texts[0] != texts[1]:
            raise Violation(
                f"the text board for {who(viewer)} differs when the same game is played again.", FETCHED, step
            )
    for seat in position.actors:
        at = step * SECOND
        if list(position.legal_moves(seat, at)) != list(kept.legal_moves(seat, at)):
            raise Violation(f"legal_moves({seat}) come in another order when the game is played again.", FETCHED, step)


def _some(walk: Walk, things: list[Any], step: int) -> list[Any]:
    most = 12 if walk.thorough else 3
    if len(things) <= most:
        return things
    return walk.rng("some", step).sample(things, most)
