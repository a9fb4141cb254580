"""Law 4: no player learns anything that is not in their view.

A position and its resample look the same to a viewer, so everything that the viewer gets must be the same for both:
view, table, text, array, legal moves, refusals, gestures, what can be undone. And if two steps lead to the same view,
the log and the events must not reveal which one was made.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from typing import Any

from boardwright.core.canonical import canonical
from boardwright.core.chance.deal import Deal, join, split
from boardwright.core.chance.distribution import Distribution
from boardwright.core.game.table_of import table_of
from boardwright.core.hidden import resampled
from boardwright.core.layout import message
from boardwright.core.rules.line import Step, repeat
from boardwright.core.rules.position import AnyPosition
from boardwright.core.tuples import replace_at
from boardwright.kit.checks import complete, gestures
from boardwright.kit.walks.failure import Violation
from boardwright.kit.walks.walk import SECOND, Walk, some_outcomes, who

_EVENTS = "Limit Event.seats to the seats that may know, or leave the secret out of the event's text and facts."


def check(walk: Walk) -> None:
    """Check sampled positions for every seat and a spectator."""
    for step, position in walk.samples():
        for viewer in (None, *range(position.seats)):
            _resamples(walk, position, viewer, step)
            if walk.game.has_secrets:
                _siblings(walk, position, viewer, step)
        if not walk.game.has_secrets:
            _no_secrets(position)


def _resamples(walk: Walk, position: AnyPosition, viewer: int | None, step: int) -> None:
    given: list[tuple[str, str, Any]] = []
    for number in range(3 if walk.thorough else 1):
        other = resampled(position, viewer, walk.rng("resample", step, number))
        if other is not position:
            given = given or list(_given(walk, position, viewer, step))
            _public(position, other, viewer)
            _moves(walk, position, other)
            _same(given, _given(walk, other, viewer, step), viewer)
            _honest(walk, position, other, viewer, step)
            _same_events(walk, other, viewer, step)


def _public(position: AnyPosition, other: AnyPosition, viewer: int | None) -> None:
    """Check that public attributes are the same in a resample."""
    for what in ("seats", "actors", "chance", "turn", "is_undoable", "is_dead"):
        one, two = getattr(position, what), getattr(other, what)
        # What chance can bring may depend on secrets, but all know whether it acts.
        if (one is None) != (two is None) if what == "chance" else one != two:
            raise Violation(
                f"{what} is {one!r}, but {two!r} in a resample for {who(viewer)}.",
                f"All viewers see {what}: let it depend on public facts only.",
            )
    if position.outcome() != other.outcome():
        raise Violation(
            f"the outcome differs in a resample for {who(viewer)}.",
            "While the game goes on outcome() is None, and once it is over everything is open.",
        )


def _moves(walk: Walk, position: AnyPosition, other: AnyPosition) -> None:
    """Check that if secrets_affect_moves is False, resampling does not change legal moves."""
    if not walk.game.has_secrets or walk.game.bot.secrets_affect_moves(position):
        return
    for seat in position.actors:
        if set(position.legal_moves(seat)) != set(other.legal_moves(seat)):
            raise Violation(
                f"{who(seat)} has other moves in a resample although secrets_affect_moves is False there.",
                "Let secrets_affect_moves return True as long as something hidden decides what anyone may do.",
            )


def _same(given: list[tuple[str, str, Any]], other: Iterator[tuple[str, str, Any]], viewer: int | None) -> None:
    for (name, fix, one), (_, _, two) in zip(given, other, strict=False):
        if one != two:
            raise Violation(f"{name} for {who(viewer)} reveals secrets: {_difference(one, two)}.", fix)


def _given(walk: Walk, position: AnyPosition, viewer: int | None, step: int) -> Iterator[tuple[str, str, Any]]:
    """Yield everything that the viewer gets of a position, with the fix for a difference."""
    game, view, at = walk.game, position.view(viewer), step * SECOND
    yield (
        "view",
        "Make view(seat) from what boardwright.api.masked leaves of the position for that seat.",
        canonical(view),
    )
    only_view = "Draw from the JSON-able fields of the view alone."
    yield "text", only_view, game.text(view)
    yield "text in color", only_view, game.text(view, color=True)
    for layer in ("", *game.layers):
        yield f"table {layer}", only_view, message.encode(message.table_data(table_of(game, view, layer)))
    encode = game.actions(*walk.setup).encode
    yield "the array of actions.encode", "Encode only what view(seat) shows.", list(encode(position, viewer))
    if viewer is None:
        return
    moves = list(position.legal_moves(viewer, at))
    yield (
        "the list of legal moves",
        "What a seat may do, and the order it comes in, can depend on nothing hidden from it.",
        [str(move) for move in moves],
    )
    for move in moves[:50]:
        shown = (move.gesture(position), move.covers(position), move.words(position))
        yield f"gesture or words of {move}", "Make `gesture` and `words` of the move from what the mover sees.", shown
    for gesture in gestures.others(walk, (), {*table_of(game, view).names}, step):
        yield (
            f"the move for {gesture}",
            "Let from_gesture read moves from names and public facts: whether one comes back must tell nothing hidden.",
            str(gestures.from_gesture(position, gesture, viewer)),
        )
    for move in complete.candidates(walk, position, viewer, step):
        yield (
            f"the refusal of {move}",
            "Refuse by what the seat can see, and check hidden rules last or not at all.",
            position.refusal(move, viewer, at),
        )
    if viewer in position.actors:
        yield "fallback", "Choose the fallback by what the seat sees.", position.fallback(viewer)


def _honest(walk: Walk, position: AnyPosition, other: AnyPosition, viewer: int | None, step: int) -> None:
    """Check that nothing but the view decides what is resampled: from either position the same rng gives the same."""
    one = resampled(position, viewer, walk.rng("again", step))
    two = resampled(other, viewer, walk.rng("again", step))
    if one != two or walk.encode(one) != walk.encode(two):
        raise Violation(
            f"two positions with equal views for {who(viewer)} resample differently with the same rng.",
            "Let the domain of a secret, and whether there is an outcome, depend on nothing but what everybody sees. "
            "Otherwise bots that search resampled positions could learn secrets.",
        )


def _siblings(walk: Walk, position: AnyPosition, viewer: int | None, step: int) -> None:
    """Check that two steps that lead to the same view must not differ in the viewer's log or events."""
    for actor, steps in _next_steps(walk, position, step):
        if viewer is not None and viewer == actor:
            continue
        after = [(each, repeat(position, each)) for each in steps]
        for (one, to_one), (two, to_two) in combinations(after, 2):
            if to_one == to_two or canonical(to_one.view(viewer)) != canonical(to_two.view(viewer)):
                continue
            _sealed(position, viewer, one, two)
            heard = [_heard(walk, viewer, position, each, to) for each, to in ((one, to_one), (two, to_two))]
            if heard[0] != heard[1]:
                which = f"{one.move} or {two.move}: {_difference(*heard)}"
                raise Violation(f"events reveal to {who(viewer)} whether the step was {which}.", _EVENTS)


def _sealed(position: AnyPosition, viewer: int | None, one: Step, two: Step) -> None:
    if one.seat is None and isinstance(deal := position.chance, Deal):
        _sealed_parts(position, deal, viewer, one.move, two.move)
        return
    for each in (one, two):
        if each.seat is None:
            assert isinstance(position.chance, Distribution), "deals are checked part by part"
            seen = position.chance.seen
        else:
            seen = () if each.move.secret else None
        if seen is None or viewer in seen:
            raise Violation(
                f"the log shows {who(viewer)} the step {each.move}, though views after {one.move} and {two.move} are "
                "the same.",
                "Declare the move as secret, name the seats that see a chance outcome in Distribution.seen, or show in "
                "the view what it changed.",
            )


def _sealed_parts(position: AnyPosition, deal: Deal, viewer: int | None, one: str, two: str) -> None:
    """Check that the log shows the viewer the same parts of two deals after which the viewer sees the same."""
    parts = split(two)
    for number, (part, cards) in enumerate(zip(deal.parts, split(one), strict=True)):
        if cards == parts[number] or not (part.seen is None or viewer in part.seen):
            continue
        in_its_order = join(replace_at(parts, number, cards))
        if in_its_order in deal and repeat(position, Step(None, in_its_order)) == repeat(position, Step(None, two)):
            continue  # the order of these cards means nothing
        raise Violation(
            f"the log shows {who(viewer)} part {number} of the deal, but views after {one} and {two} are the same.",
            "Name in Part.seen only seats that see these cards, or show in the view what was dealt.",
        )


def _same_events(walk: Walk, other: AnyPosition, viewer: int | None, number: int) -> None:
    """Check that the next step brings the same events in a position that looks the same, if the views after it do."""
    if number == len(walk.steps):
        return
    step, at = walk.steps[number], number * SECOND
    if step.seat is None:
        is_possible = step.move in (other.chance or ())
    else:
        is_possible = step.move in other.legal_moves(step.seat, at)
    if not is_possible:
        return
    before, after, to = walk.positions[number], walk.positions[number + 1], repeat(other, step)
    if canonical(to.view(viewer)) != canonical(after.view(viewer)):
        return
    heard = [_heard(walk, viewer, *seen) for seen in ((before, step, after), (other, step, to))]
    if heard[0] != heard[1]:
        raise Violation(f"events reveal secrets to {who(viewer)}: {_difference(*heard)}.", _EVENTS)


def _heard(walk: Walk, viewer: int | None, before: AnyPosition, step: Step, after: AnyPosition) -> bytes:
    """Return the events of a step that the viewer may see."""
    events = walk.game.events(before, step.move, step.seat, after)
    return canonical([event for event in events if event.is_visible(viewer)])


def _next_steps(walk: Walk, position: AnyPosition, step: int) -> Iterator[tuple[int | None, list[Step]]]:
    rng = walk.rng("next", step)
    if (chance := position.chance) is not None:
        yield None, [Step(None, outcome, step * SECOND) for outcome in some_outcomes(chance, rng, 8)]
    for actor in position.actors:
        moves = list(position.legal_moves(actor, step * SECOND))
        yield actor, [Step(actor, move, step * SECOND) for move in rng.sample(moves, min(len(moves), 8))]


def _no_secrets(position: AnyPosition) -> None:
    views = [position.view(viewer) for viewer in (None, *range(position.seats))]
    shown = ({name: getattr(view, name) for name in view.__struct_fields__ if name != "seat"} for view in views)
    if len(set(map(canonical, shown))) > 1:
        raise Violation(
            "seats see different things although Game.has_secrets is False.",
            "Set has_secrets = True, so that logs are sealed and hashes salted, or show every seat the same.",
        )


def _difference(one: Any, two: Any) -> str:
    """Return an excerpt of both values around their first difference."""
    one, two = (text.decode() if isinstance(text, bytes) else str(text) for text in (one, two))
    place = next((number for number, pair in enumerate(zip(one, two, strict=False)) if pair[0] != pair[1]), 0)
    start = max(0, place - 20)
    return f"…{one[start : place + 40]}… or …{two[start : place + 40]}…"
