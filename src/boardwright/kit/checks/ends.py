"""Law 5: random play ends, or the game states its bound; nothing is legal after the end."""

from __future__ import annotations

from boardwright.core.game.explanation import score_table, total
from boardwright.core.moves.declaration import BadDeclaration
from boardwright.core.rules.outcome import Outcome
from boardwright.kit.checks.complete import check_goes_on
from boardwright.kit.walks.failure import Violation, place_of
from boardwright.kit.walks.walk import SECOND, Walk

_DECLARE = "Give the move a notation that names its arguments, and each of them a domain."
_PLAY = (
    "Play the record given here to its last step, and fix the line named here: legal and apply must "
    "not raise for legal moves."
)


def check(walk: Walk) -> None:
    """Check how the game ended."""
    last = len(walk.positions) - 1
    walk.current_step = last if walk.positions else None
    if isinstance(walk.crash, Violation):
        raise walk.crash
    if walk.crash is not None:
        name, where = type(walk.crash).__name__, place_of(walk.crash)
        raise Violation(
            f"random play stopped with {name}: {walk.crash} ({where})",
            _DECLARE if isinstance(walk.crash, BadDeclaration) else _PLAY,
            cause=f"{name} in {where}",
        ) from walk.crash
    outcome = walk.positions[-1].outcome()
    if outcome is not None:
        _outcome(walk, outcome)
        _score_table(walk, outcome)
        _after_the_end(walk, last)
    elif len(walk.steps) < (walk.game.bound or len(walk.steps) + 1):
        raise Violation(
            f"random play has not ended after {last} steps{_dead_end(walk, last)}.",
            "End the game by rule (nobody can move, a repeated position), or state in Game.bound after how many steps "
            "random play may be cut.",
        )


def _dead_end(walk: Walk, step: int) -> str:
    """Return in which way a checked game is stuck, if nobody can go on."""
    try:
        check_goes_on(walk.positions[-1], step)
    except Violation as violation:
        return f": {violation.text.rstrip('.')}"
    return ""


def _outcome(walk: Walk, outcome: Outcome) -> None:
    seats = range(walk.setup.seats)
    if len(outcome.scores) != len(seats):
        raise Violation(
            f"the outcome has {len(outcome.scores)} scores for {len(seats)} seats.", "Give one score per seat."
        )
    if sorted(set(outcome.winners)) != sorted(outcome.winners) or not set(outcome.winners) <= set(seats):
        raise Violation(f"the winners are {outcome.winners}.", "Winners are different seats from 0 on.")
    if not outcome.reason:
        raise Violation("the outcome has no reason.", "Name in a word why the game ended.")
    if len(outcome.scores) > 1 and abs(sum(outcome.payoffs())) > 1e-9:
        raise Violation(f"the payoffs {outcome.payoffs()} do not sum to zero.", "Keep Outcome.payoffs as it is.")


def _score_table(walk: Walk, outcome: Outcome) -> None:
    table = score_table(walk.game, walk.positions[-1])
    if table and total(table) != outcome.scores:
        raise Violation(
            f"the score table adds up to {total(table)}, but the scores are {outcome.scores}.",
            "Give `score_table` a row for everything that counts, with the points of every seat.",
        )


def _after_the_end(walk: Walk, step: int) -> None:
    position = walk.positions[-1]
    for seat in range(walk.setup.seats):
        for at in (None, step * SECOND):
            if len(position.legal_moves(seat, at)):
                move = next(iter(position.legal_moves(seat, at)))
                raise Violation(
                    f"seat {seat} may still play {move} after the end.",
                    "Nobody acts once outcome() is not None, whatever as_of(at) makes of it.",
                )
    if position.chance is not None:
        raise Violation("chance still acts after the end.", "chance is None once outcome() is not None.")
