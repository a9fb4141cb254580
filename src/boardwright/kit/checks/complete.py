"""Law 2: a move is legal exactly if `refusal` is None, refusals have reasons, and `parse` never crashes.

What is legal follows from the actor's observation, so that learning programs can learn it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import product
from typing import Any

from boardwright.core.chance.deal import Chances, Deal
from boardwright.core.game.game import AnyGame
from boardwright.core.refusal import Refusal, Unreadable
from boardwright.core.rules.hooks import misspelled
from boardwright.core.rules.line import Step, make, repeat
from boardwright.core.rules.position import AnyPosition
from boardwright.kit.walks.failure import Violation
from boardwright.kit.walks.shapes import LEGAL
from boardwright.kit.walks.walk import SECOND, Walk, some_outcomes, who

_STEPS, _SIBLINGS = 300, 6
"""Steps of a game whose observations are compared, and other outcomes of a sampled chance node."""
_CODE = re.compile("[a-z][a-z0-9_]*")
_SLOT = re.compile(r"\{\w+\}")
_ODD_TEXTS = (
    "", " ", "\n", "0", "-1", "99999999999999999999", "pass", "PASS", "a1", "a1-b2", "((((", "\x00", "é°½²٣", "🎲" * 50,
    "None", "null", "{}", "[]", '{"a": 1}', "a" * 5000, "'", '"; drop table', "%s%n", "1e999", "nan",
)  # fmt: skip


def check(walk: Walk) -> None:
    """Check actors, legal moves, refusals, parsing and chance in sampled positions, and observations."""
    for step, position in walk.samples():
        _actors(walk, position, step)
        _collections(position, step)
        _declared(walk, position, step)
        _agree(walk, position, step)
        _parse(walk, position, step)
        if (chance := position.chance) is not None:
            _chance(walk, position, chance, step)
    _observations(walk)


def check_hooks(game: AnyGame) -> None:
    """Check that no function of the game's modules is ignored because its name is misspelled."""
    for module, name, hook in misspelled(game):
        raise Violation(
            f"{module}.py defines {name}, which nothing calls; the hook is called {hook}.",
            f"Rename {name} to {hook}, or give it a name that is not so close, or begin it with an underscore.",
        )


def _actors(walk: Walk, position: AnyPosition, step: int) -> None:
    actors = position.actors
    if sorted(set(actors)) != sorted(actors) or not set(actors) <= set(range(position.seats)):
        raise Violation(f"actors is {actors}.", "actors are different seats from 0 on.")
    if actors and (position.chance is not None or position.outcome() is not None):
        raise Violation(
            f"seats {actors} are to act although {'the game is over' if position.chance is None else 'chance acts'}.",
            "Return () from actors while chance is not None and when outcome() is not None.",
        )
    check_goes_on(position, step)
    for seat in actors:
        fallback = position.fallback(seat)
        if fallback is None and not any(
            seat in earlier.actors and earlier.fallback(seat) is not None for earlier in walk.positions[:step]
        ):
            raise Violation(
                f"fallback({seat}) is None, and no earlier position of the game has one for that seat.",
                "None means that steps are taken back until there is one: have one at the beginning of each turn.",
            )
        if fallback is not None and fallback not in position.legal_moves(seat, step * SECOND):
            raise Violation(
                f"fallback({seat}) is {fallback}, which is not legal.",
                "fallback is played when time runs out: return a legal move, or None if a step has to go first.",
            )


def check_goes_on(position: AnyPosition, step: int) -> None:
    """Check that somebody is to act, and can, in a game that is not over."""
    if not position.actors and position.chance is None and position.outcome() is None:
        raise Violation(
            "nobody is to act: no actors, no chance, no outcome.",
            "Say who acts in actors, or let chance act (chance), or end the game (outcome).",
        )
    for seat in position.actors:
        if not position.legal_moves(seat, step * SECOND):
            raise Violation(
                f"seat {seat} is to act but has no legal move.",
                "Leave the seat out of actors, give it a pass, or end the game before it comes to this.",
            )


def _declared(walk: Walk, position: AnyPosition, step: int) -> None:
    """Check that a game's own `legal` lists exactly the moves that `apply` does not refuse."""
    for seat in position.actors:
        listed = set(position.legal(seat))
        for move in {*listed, *candidates(walk, position, seat, step)}:
            after = position.apply(move, seat)
            if isinstance(after, Refusal) is (move in listed):
                raise Violation(
                    f"legal({seat}) {'has' if move in listed else 'lacks'} {move}, which apply "
                    f"{f'refuses: {after.text}' if isinstance(after, Refusal) else 'carries out'}.",
                    LEGAL,
                )


def _collections(position: AnyPosition, step: int) -> None:
    for seat in range(position.seats):
        moves = position.legal_moves(seat, step * SECOND)
        listed = list(moves)
        if len(moves) != len(listed):
            raise Violation(
                f"legal_moves({seat}) has length {len(moves)} but yields {len(listed)} moves.",
                "len must count what iteration yields: compute both from the same table.",
            )
        if len(set(listed)) != len(listed):
            twice = next(str(move) for move in listed if listed.count(move) > 1)
            raise Violation(
                f"legal_moves({seat}) yields {twice} twice.",
                "Yield every move once; where two ways lead to the same move, keep the first.",
            )
        if listed and seat not in position.actors:
            raise Violation(
                f"seat {seat} has legal moves, first {listed[0]}, but is not among actors {position.actors}.",
                "Without a late clock only actors have legal moves: return an empty collection for the others.",
            )


def _agree(walk: Walk, position: AnyPosition, step: int) -> None:
    """Check that `in`, iteration and refusals agree on what is legal, for every seat and at several times."""
    now = step * SECOND
    late = now + walk.rng("late", step).randrange(200) * SECOND
    for seat, at in product(range(position.seats), (None, now, late) if walk.thorough else (now,)):
        legal = position.legal_moves(seat, at)
        listed = set(legal)
        for move in candidates(walk, position, seat, step):
            if (move in legal) != (move in listed):
                raise Violation(
                    f"{move} by seat {seat} at {at} is {'' if move in legal else 'not '}in legal_moves, but iteration "
                    f"{'leaves it out' if move in legal else 'yields it'}.",
                    "Make `in` and iteration of the collection that legal returns from the same rules.",
                )
            refusal = position.refusal(move, seat, at)
            if (refusal is None) != (move in listed):
                raise Violation(
                    f"{move} by seat {seat} at {at} is {'legal, but it is' if refusal else 'not legal, but it is not'} "
                    "refused.",
                    "Return a Refusal from out_of_turn for every move of a seat that is not to act, and from apply for "
                    "exactly those that legal leaves out.",
                )
            if refusal is not None:
                _reason(refusal, f"{move} by seat {seat} is refused with")


def _reason(refusal: Refusal, refused: str) -> None:
    """Check that a refusal has a code and a sentence, in which all braces stand for something."""
    if not _CODE.fullmatch(refusal.code) or not refusal.text.strip():
        raise Violation(
            f"{refused} code {refusal.code!r} and text {refusal.text!r}.",
            "A refusal has a stable code in lower case with underscores and a sentence that names the rule.",
        )
    if slot := _SLOT.search(refusal.text):
        raise Violation(
            f"{refused} the text {refusal.text!r}.",
            f"{slot[0]} stands for nothing: name an argument of the move, or write an f-string.",
        )


def candidates(walk: Walk, position: AnyPosition, seat: int, step: int) -> list[Any]:
    """Return moves to test: all numbered moves of the game, or a sample of them and of the legal ones."""
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
                "The parse of a type of moves takes any text: check it with one pattern first (str.isdecimal and int "
                "disagree on some digits) and return None for the rest.",
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


def _chance(walk: Walk, position: AnyPosition, chance: Chances, step: int) -> None:
    if isinstance(chance, Deal):
        _deal(walk, chance)
    elif not len(chance) or len(set(chance.outcomes)) != len(chance) or min(chance.weights) < 1:
        raise Violation(
            f"chance is {chance!r}.",
            "Give every outcome once, as a text, with a positive whole weight; leave out what cannot come.",
        )
    for outcome in some_outcomes(chance, walk.rng("outcomes", step)):
        make(position, Step(None, outcome))


def _deal(walk: Walk, deal: Deal) -> None:
    for part in deal.parts:
        if not set(part.seen or ()) <= set(range(walk.setup.seats)):
            raise Violation(f"chance deals to seats {part.seen}.", "Deal to seats at the table, from 0 on.")
        if part.seen is not None and part.count and not walk.game.has_secrets:
            raise Violation(
                f"the deal hides {part.count} cards from some although Game.has_secrets is False.",
                "Set has_secrets = True, so that logs are sealed and hashes salted, or deal face up.",
            )


def _observations(walk: Walk) -> None:
    """Check that equal observations of an actor mean equal legal moves, after other chance outcomes too."""
    actions = walk.game.actions(*walk.setup)
    known: dict[int, tuple[int, set[str]]] = {}
    for step, position in _observed(walk):
        for actor in position.actors:
            seen = hash((actor, actions.encode(position, actor).tobytes()))
            legal = {str(move) for move in position.legal_moves(actor)}
            first, before = known.setdefault(seen, (step, legal))
            if legal != before:
                only = min(legal ^ before)
                raise Violation(
                    f"{who(actor)} has the same observation at steps {first} and {step}, but {only} is legal once.",
                    "Let actions.encode include everything that the legal moves depend on.",
                )


def _observed(walk: Walk) -> Iterator[tuple[int, AnyPosition]]:
    yield from walk.visit(range(min(_STEPS, len(walk.positions))))
    for step, position in walk.samples():
        if (chance := position.chance) is not None:
            for outcome in some_outcomes(chance, walk.rng("observe", step), _SIBLINGS):
                yield step, repeat(position, Step(None, outcome))
