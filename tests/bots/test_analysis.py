"""Analyses: exact in solved games, careful elsewhere, and never with less thought than the strongest opponent."""

from __future__ import annotations

import random

import pytest

from boardwright import bots
from boardwright.bots.analysis.analysis import Look, Moment, Option, analyze, coach, judged, study
from boardwright.bots.analysis.mistake_proof import Trial, mistake_proof
from boardwright.bots.analysis.played_moves import PlayedMove, played_moves
from boardwright.bots.mcts import MctsBot
from boardwright.bots.perfect import known_values
from boardwright.core.canonical import JSON
from boardwright.core.game.game import AnyGame
from boardwright.core.game.registry import game
from boardwright.core.match.match import Match
from boardwright.core.rules.position import applied
from tests.scale import scaled

GAMES = ("deblockle", "blokus", "mage_duel", "sagrada")
SMALL: dict[str, dict[str, JSON]] = {"blokus": {"variant": "duo"}}


def random_match(name: str, seed: int, moves: int, options: dict[str, JSON], seats: int = 2) -> Match:
    """A match of random moves."""
    match, rng = Match.new(name, seats=seats, options=options, seed=seed), random.Random(seed)
    while match.moves_done < moves and not match.is_over:
        position = match.position
        if position.chance is not None:
            match.take(position.chance.sample(rng))
        else:
            seat = position.actors[0]
            match.play(rng.choice([str(move) for move in position.legal_moves(seat)]), seat=seat)
    return match


def exact(rules: AnyGame, played: PlayedMove, text: str) -> float:
    """The value of a move for its player in a solved game."""
    values = known_values(rules, applied(played.before, played.before.parse(text), played.seat))
    assert values is not None
    return values[played.seat]


@pytest.mark.parametrize("seed", range(scaled(4)))
def test_in_a_solved_game_exactly_the_moves_that_give_value_away_are_blamed(seed: int) -> None:
    match = random_match("deblockle", seed, 40, {"cubes": 1})
    moments, blamed = list(analyze(match)), 0
    for played, moment in zip(played_moves(match), moments, strict=True):
        texts = [str(move) for move in played.before.legal_moves(played.seat)]
        values = {text: exact(match.game, played, text) for text in texts}
        own, best = values.pop(moment.move), max(exact(match.game, played, text) for text in texts)
        assert moment.is_blamed == (own < best), moment
        assert moment.loss == best - own
        assert moment.evaluation[moment.seat] == own
        assert (moment.mark == "forced") == (not values)
        if moment.mark == "best":
            assert own > max(values.values()), "a star is for the only move that keeps the value"
        blamed += moment.is_blamed
    assert blamed


@pytest.mark.parametrize("name", GAMES)
def test_forced_moves_have_no_star_and_the_curve_is_the_value_that_judges(name: str) -> None:
    match = random_match(name, 3, 12, SMALL.get(name, {}))
    for played, moment in zip(played_moves(match), analyze(match, iterations=8), strict=True):
        is_forced = len(played.before.legal_moves(played.seat)) == 1
        assert (moment.mark == "forced") == is_forced
        assert moment.loss >= 0
        assert moment.is_blamed == (moment.loss > 0)
        own = next((option for option in moment.best if option.move == moment.move), None)
        if own is not None and played.after.outcome() is None and own.turns is None:
            assert moment.evaluation[moment.seat] == own.value


def test_the_first_of_several_equal_moves_has_no_star() -> None:
    match = Match.new("deblockle")
    first = study(coach(match.game, iterations=200), match.position, 0, random.Random("analyze/1"))
    assert len(first.best) == 3
    match.play(first.best[0].move)
    moment = next(analyze(match, iterations=200))
    assert moment.best[0].move == moment.move, "the same search has the same choice"
    assert moment.best[1].value == pytest.approx(moment.best[0].value, abs=0.05)
    assert moment.mark == "good"


@pytest.mark.parametrize("name", GAMES)
def test_hints_and_analyses_think_as_long_as_the_strongest_level(name: str) -> None:
    rules, found = game(name), coach(game(name))
    strongest = bots.bot("level6", rules)
    assert isinstance(strongest, MctsBot)
    assert (found.iterations, found.seconds) == (strongest.iterations, strongest.seconds)
    assert found.seconds >= max(
        getattr(bots.bot(level, rules), "seconds", 0) for level in rules.levels if "mcts" in level
    )


def test_the_budget_follows_the_levels_of_the_game(monkeypatch: pytest.MonkeyPatch) -> None:
    rules = game("deblockle")
    monkeypatch.setattr(type(rules), "levels", (*rules.levels[:5], "mcts:iterations=7777"))
    assert coach(rules).iterations == 7777
    monkeypatch.setattr(type(rules), "levels", (*rules.levels[:5], "greedy"))
    assert coach(rules).seconds == 1.5, "a strongest level that does not search has the usual budget of one"


def test_more_than_two_players_have_a_value_each() -> None:
    match = random_match("blokus", 1, 5, {}, seats=4)
    rng = random.Random(1)
    found = study(coach(match.game, iterations=20), match.position, match.position.actors[0], rng)
    assert len(found.evaluation) == match.header.seats
    for moment in analyze(match, iterations=20):
        assert len(moment.evaluation) == match.header.seats
        assert all(-1 <= value <= 1 for value in moment.evaluation)
        assert len(set(moment.evaluation)) > 1


def moment_of(losses: list[float]) -> Moment | None:
    """Return the judgment of a move that loses so much in each trial, against a suggestion of value 0.5."""
    best = [Option("a", 0.7, 90), Option("c", 0.6, 9), Option("b", 0.4, 5)]
    look = Look(Moment(1, 1, "b", "b", (), 0.0, best), "a")
    return judged(look, [Trial((loss - 0.5, 0.5 - loss), (-0.5, 0.5)) for loss in losses])


def test_a_loss_within_its_error_is_not_blamed() -> None:
    scattered = moment_of([0.5, -0.2, 0.4, -0.1])
    assert scattered is not None
    assert (scattered.mark, scattered.loss) == ("unclear", 0.0)
    assert scattered.error > 0.15
    proven = moment_of([0.35, 0.31])
    assert proven is not None
    assert (proven.mark, proven.loss) == ("turning_point", 0.33)
    assert proven.evaluation == (-0.17, 0.17)
    assert [option.value for option in proven.best] == [0.5, 0.5, 0.17], "the values are those of the trials"
    better = moment_of([-0.2])
    assert better is not None
    assert (better.mark, better.best[0].move) == ("good", "b"), "trials may correct the suggestion"


def test_nobody_is_blamed_after_a_single_trial() -> None:
    assert mistake_proof([]) is mistake_proof([1.9]) is None
    assert mistake_proof([0.09] * 3) is None
    assert mistake_proof([0.09] * 4) is not None
