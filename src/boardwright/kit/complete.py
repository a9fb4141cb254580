"""Law 2: a move is legal exactly if `refusal` is None, refusals have reasons, and `parse` never crashes.

What is legal follows from the actor's observation (`kit/observations.py`).
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import product
from typing import Any

from boardwright.core.deal import Deal
from boardwright.core.game import AnyGame
from boardwright.core.hooks import misspelled
from boardwright.core.position import AnyPosition, Position
from boardwright.core.refusal import Unreadable
from boardwright.kit import observations
from boardwright.kit.failure import Violation
from boardwright.kit.outcomes import some_outcomes
from boardwright.kit.walk import SECOND, Walk

_CODE = re.compile("[a-z][a-z0-9_]*")
_SLOT = re.compile(r"\{\w+\}")
_ODD_TEXTS = (
    "", " ", "\n", "0", "-1", "99999999999999999999", "pass", "PASS", "a1", "a1-b2", "((((", "\x00", "é°½²٣", "🎲" * 50,
    "None", "null", "{}", "[]", '{"a": 1}', "a" * 5000, "'", '"; drop table', "%s%n", "1e999", "nan",
)  # fmt: skip


def check(walk: Walk) -> None:
    """Checks actors, legal moves, refusals, parsing and chance in sampled positions, and observations."""
    for step, position in walk.samples():
        _actors(walk, position, step)
        _collections(position, step)
        _declared(position, step)
        _agree(walk, position, step)
        _parse(walk, position, step)
        if position.is_chance:
            _chances(walk, position, step)
    observations.check(walk)


def check_hooks(game: AnyGame) -> None:
    """No function of the game's modules is ignored because its name is misspelled."""
    for module, name, hook in misspelled(game):
        raise Violation(
            f"{module}.py defines {name}, which nothing calls; Game has a method {hook}.",
            f"Rename {name} to {hook}, or give it a name that is not so close, or begin it with an underscore.",
        )


def _actors(walk: Walk, position: AnyPosition, step: int) -> None:
    actors = position.actors
    if sorted(set(actors)) != sorted(actors) or not set(actors) <= set(range(position.seats)):
        raise Violation(f"actors is {actors}.", "actors are different seats from 0 on.", step)
    if actors and (position.is_chance or position.outcome() is not None):
        raise Violation(
            f"seats {actors} are to act although {'chance acts' if position.is_chance else 'the game is over'}.",
            "Return () from actors while is_chance holds and when outcome() is not None.",
            step,
        )
    check_goes_on(position, step)
    for seat in actors:
        fallback = position.fallback(seat)
        if fallback is None and not any(_can_stand_in(earlier, seat) for earlier in walk.positions[:step]):
            raise Violation(
                f"fallback({seat}) is None, and no earlier position of the game has one for that seat.",
                "None means that steps are taken back until there is one: have one at the beginning of each turn.",
                step,
            )
        if fallback is not None and fallback not in position.legal_moves(seat, step * SECOND):
            raise Violation(
                f"fallback({seat}) is {fallback}, which is not legal.",
                "fallback is played when time runs out: return a legal move, or None if a step has to go first.",
                step,
            )


def check_goes_on(position: AnyPosition, step: int) -> None:
    """Check that somebody is to act, and can, in a game that is not over."""
    if not position.actors and not position.is_chance and position.outcome() is None:
        raise Violation(
            "nobody is to act: no actors, no chance, no outcome.",
            "Say who acts in actors, or let chance act (is_chance), or end the game (outcome).",
            step,
        )
    for seat in position.actors:
        if not position.legal_moves(seat, step * SECOND):
            raise Violation(
                f"seat {seat} is to act but has no legal move.",
                "Leave the seat out of actors, give it a pass, or end the game before it comes to this.",
                step,
            )


def _can_stand_in(position: AnyPosition, seat: int) -> bool:
    return seat in position.actors and position.fallback(seat) is not None


def _declared(position: AnyPosition, step: int) -> None:
    """A game's own `choices` are the moves that no declared move refuses; those of typed moves may be in `why_not`."""
    kind, table = type(position), position.move_table
    refuses_itself = table.is_typed and kind.why_not is not Position.why_not
    if not table or kind.choices is Position.choices or refuses_itself:
        return
    for seat in position.actors:
        fast, tried = set(position.choices(seat)), set(table.legal(position, seat))
        if fast != tried:
            move = min(fast ^ tried, key=str)
            raise Violation(
                f"choices({seat}) {'has' if move in fast else 'lacks'} {move}, which the declared moves "
                f"{'refuse' if move in fast else 'allow'}.",
                "Let choices list what the declared moves do not refuse, or leave it out: it is derived then.",
                step,
            )


def _collections(position: AnyPosition, step: int) -> None:
    for seat in range(position.seats):
        moves = position.legal_moves(seat, step * SECOND)
        listed = list(moves)
        if len(moves) != len(listed):
            raise Violation(
                f"legal_moves({seat}) has length {len(moves)} but yields {len(listed)} moves.",
                "len must count what iteration yields: compute both from the same table.",
                step,
            )
        if len(set(listed)) != len(listed):
            twice = next(str(move) for move in listed if listed.count(move) > 1)
            raise Violation(
                f"legal_moves({seat}) yields {twice} twice.",
                "Yield every move once; where two ways lead to the same move, keep the first.",
                step,
            )
        if listed and seat not in position.actors:
            raise Violation(
                f"seat {seat} has legal moves, first {listed[0]}, but is not among actors {position.actors}.",
                "Without a late clock only actors have legal moves: return an empty collection for the others.",
                step,
            )


def _agree(walk: Walk, position: AnyPosition, step: int) -> None:
    """`in` and iteration of legal_moves agree, for every seat and at several times, and refusals have reasons."""
    now = step * SECOND
    late = now + walk.rng("late", step).randrange(200) * SECOND
    for seat, at in product(range(position.seats), (None, now, late) if walk.thorough else (now,)):
        legal = position.legal_moves(seat, at)
        listed = set(legal)
        for move in candidates(walk, position, seat, step):
            if (move in legal) != (move in listed):
                raise Violation(
                    f"{move} by seat {seat} at {at} is {'' if move in legal else 'not '}in choices, but iteration "
                    f"{'leaves it out' if move in legal else 'yields it'}.",
                    "Make `in` and iteration of the collection that choices returns from the same rules.",
                    step,
                )
            refusal = position.refusal(move, seat, at)
            if refusal is not None and (not _CODE.fullmatch(refusal.code) or not refusal.text.strip()):
                raise Violation(
                    f"{move} by seat {seat} is refused with code {refusal.code!r} and text {refusal.text!r}.",
                    "A refusal has a stable code in lower case with underscores and a sentence that names the rule.",
                    step,
                )
            if refusal is not None and (slot := _SLOT.search(refusal.text)):
                raise Violation(
                    f"{move} by seat {seat} is refused with the text {refusal.text!r}.",
                    f"{slot[0]} stands for nothing: name an argument of the move, or write an f-string.",
                    step,
                )


def candidates(walk: Walk, position: AnyPosition, seat: int, step: int) -> list[Any]:
    """Moves to test: all numbered moves of the game, or a sample of them and of the legal ones."""
    numbered = walk.game.actions(*walk.setup).moves
    most = 600 if walk.thorough else 30
    if len(numbered) <= most:
        return list(numbered)
    rng = walk.rng("candidates", seat, step)
    legal = list(position.legal_moves(seat, step * SECOND))
    return rng.sample(legal, min(len(legal), most // 4)) + rng.sample(numbered, most)


def _parse(walk: Walk, position: AnyPosition, step: int) -> None:
    for text in _odd_texts(walk, position, step):
        try:
            move = position.parse(text)
        except Unreadable:
            continue
        except Exception as error:
            raise Violation(
                f"parse({text[:60]!r}) raises {type(error).__name__}: {error}",
                "read takes any text: check it with one pattern first (str.isdecimal and int disagree on some digits) "
                "and return None for the rest.",
                step,
            ) from error
        position.refusal(move)


def _odd_texts(walk: Walk, position: AnyPosition, step: int) -> Iterator[str]:
    if walk.thorough:
        yield from _ODD_TEXTS
    rng = walk.rng("texts", step)
    texts = [
        str(move) for seat in position.actors for move, _ in zip(position.legal_moves(seat), range(20), strict=False)
    ]
    for _ in range(40 if walk.thorough else 5):
        text = rng.choice(texts or ["pass"])
        place = rng.randrange(len(text) + 1)
        extra = rng.choice((*"aZ09 -,:.°²٣\n(", text))
        yield text[:place] + extra + text[place + rng.randrange(3) :]


def _chances(walk: Walk, position: AnyPosition, step: int) -> None:
    chances = position.chances()
    if isinstance(chances, Deal):
        _deal(walk, chances, step)
    elif not len(chances) or len(set(chances.outcomes)) != len(chances) or min(chances.weights) < 1:
        raise Violation(
            f"chances() is {chances!r}.",
            "Give every outcome once, as a text, with a positive whole weight; leave out what cannot come.",
            step,
        )
    for outcome in some_outcomes(chances, walk.rng("outcomes", step)):
        position.take(outcome)


def _deal(walk: Walk, deal: Deal, step: int) -> None:
    for part in deal.parts:
        if not set(part.seen or ()) <= set(range(walk.setup.seats)):
            raise Violation(f"chances() deals to seats {part.seen}.", "Deal to seats at the table, from 0 on.", step)
        if part.seen is not None and part.count and not walk.game.has_secrets:
            raise Violation(
                f"the deal hides {part.count} cards from some although Game.has_secrets is False.",
                "Set has_secrets = True, so that logs are sealed and hashes salted, or deal face up.",
                step,
            )
