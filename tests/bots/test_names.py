"""Bots are found by name, with options; anything else gets one sentence that lists what works."""

from __future__ import annotations

import random
from importlib import metadata
from importlib.metadata import EntryPoint
from typing import Any

import pytest

from boardwright import bots
from boardwright.arena.pairing import Pairing, play
from boardwright.bots import bot, is_bot, names
from boardwright.bots.bot import Bot
from boardwright.bots.mcts import MctsBot
from boardwright.core.chance.distribution import Rng
from boardwright.core.game.registry import game
from boardwright.core.game.registry import names as registered
from boardwright.core.refusal import Unreadable
from boardwright.core.search.heuristics import Heuristics
from tests.toys import GUESS, Guess, Guessing, GuessMove, Say

DEBLOCKLE = game("deblockle")
LEAKED = ("unpack", "argument", "not supported", "NoneType", "object", "convert", "Traceback", "__init__")
"""Words of Python's own messages."""


def refusal(spec: str, rules: Any = DEBLOCKLE) -> str:
    with pytest.raises(Unreadable) as caught:
        bot(spec, rules)
    return str(caught.value)


@pytest.mark.parametrize(
    ("spec", "said"),
    [
        ("nobody", "There is no bot 'nobody' for Deblockle. Bots: greedy, level1,"),
        ("", "There is no bot '' for Deblockle. Bots: greedy,"),
        ("nobody:x=1", "There is no bot 'nobody'"),
        ("mcts:200", "'mcts:200': '200' is not an option. Write key=value; mcts takes iterations=400, seconds=0.0,"),
        ("mcts:iterations=abc", "'mcts:iterations=abc': iterations must be a whole number, not 'abc'."),
        ("mcts:iterations=1.5", "iterations must be a whole number, not '1.5'."),
        ("mcts:iterations=", "iterations must be a whole number, not ''."),
        ("mcts:iterations=1_0", "iterations must be a whole number, not '1_0'."),
        ("mcts:iterations=٣", "iterations must be a whole number, not '٣'."),
        ("mcts:iterations=" + "9" * 5000, "iterations must be a whole number, not '9999"),
        ("mcts:iterations=0", "iterations must be at least 1."),
        ("mcts:seconds=soon", "seconds must be a number, not 'soon'."),
        ("mcts:seconds=nan", "seconds must be a number, not 'nan'."),
        ("mcts:seconds=inf", "seconds must be a number, not 'inf'."),
        ("mcts:seconds=-1", "seconds must not be negative."),
        ("mcts:exploration=-1", "exploration must not be negative."),
        ("mcts:jobs=0", "jobs must be at least 1."),
        ("mcts:depth=3", "'mcts:depth=3': 'depth' is not an option. Write key=value; mcts takes iterations=400,"),
        ("mcts:game=3", "'game' is not an option."),
        ("mcts:iterations=1,iterations=2", "iterations is given twice."),
        ("mcts:temperature=-1", "temperature must not be negative."),
        (
            "greedy:temperature",
            "'temperature' is not an option. Write key=value; greedy takes temperature=0.0, seconds=1.0.",
        ),
        ("level3:x=1", "'level3:x=1': level3 takes no options."),
        ("random:temperature=0.5", "random takes no options."),
        ("program:", "'program:': the command is missing. Write program:COMMAND."),
        ("program:seconds=5", "the command is missing."),
        ("program:seconds=abc ./bot", "seconds must be a positive number, not 'abc'."),
        ("program:seconds=-1 ./bot", "seconds must be a positive number, not '-1'."),
        ("program:seconds=nan ./bot", "seconds must be a positive number, not 'nan'."),
    ],
)
def test_a_wrong_name_or_option_gets_one_clear_sentence(spec: str, said: str) -> None:
    message = refusal(spec)
    assert said in message
    assert "\n" not in message
    assert len(message) < 400
    assert not any(word in message for word in LEAKED)


def test_options_are_read_by_the_type_of_their_default() -> None:
    player = bot("mcts:iterations=20,seconds=1,exploration=1e-1", DEBLOCKLE)
    assert isinstance(player, MctsBot)
    assert (player.iterations, player.seconds, player.exploration) == (20, 1.0, 0.1)
    assert isinstance(bot("mcts:", DEBLOCKLE), MctsBot)


class Loud(Bot):
    """A bot with options of every kind, as an outside package may have it."""

    def __init__(self, game: Any, side: str = "left", quick: bool = False, seed: int | None = None) -> None:
        super().__init__(game)
        self.given = (side, quick, seed)

    def think(self, position: Any, seat: int, rng: random.Random) -> Any:
        return next(iter(position.legal_moves(seat)))


def test_a_bot_of_another_package_has_options_of_its_own(monkeypatch: pytest.MonkeyPatch) -> None:
    install(monkeypatch, loud=f"{__name__}:Loud")
    made = bot("loud:side=right,quick=true,seed=7", DEBLOCKLE)
    assert isinstance(made, Loud)
    assert made.given == ("right", True, 7)
    assert "quick must be true or false, not 'maybe'." in refusal("loud:quick=maybe")
    assert "loud takes side=left, quick=false, seed." in refusal("loud:7")


def test_a_bot_that_cannot_be_loaded_or_is_not_a_bot_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    install(monkeypatch, lost="nowhere:Bot", odd=f"{__name__}:not_a_bot")
    assert refusal("lost") == "The bot 'lost' is installed but cannot be loaded: No module named 'nowhere'."
    assert refusal("odd") == "The bot 'odd' is broken: its entry point returned int, not a Bot."


def not_a_bot(game: Any) -> int:
    return 3


def install(monkeypatch: pytest.MonkeyPatch, **more: str) -> None:
    """Add entry points to those that are installed."""
    points = [EntryPoint(name, value, bots.GROUP) for name, value in more.items()]
    found = metadata.entry_points

    def entry_points(**wanted: str) -> list[EntryPoint]:
        return [*found(**wanted), *(point for point in points if wanted.get("name", point.name) == point.name)]

    monkeypatch.setattr(bots, "entry_points", entry_points)


class Coach(Heuristics[Guessing]):
    """Two players of a game's own. `seen` is what the last one was shown."""

    seen: Guessing

    def __init__(self) -> None:
        self.strategies = {"easy": self._easy, "hard": lambda position, seat, rng: list(position.legal_moves(seat))[-1]}

    def _easy(self, position: Guessing, seat: int, rng: Rng) -> GuessMove:
        self.seen = position
        return next(iter(position.legal_moves(seat)))


class Coached(Guess):
    """Guess with two players of its own."""

    def __init__(self) -> None:
        super().__init__()
        self.coach = self.bot = Coach()


def dealt(first: str, second: str) -> Guessing:
    return GUESS.begin().take(first).take(second)


def test_a_game_has_no_strategies_unless_it_names_some() -> None:
    assert GUESS.bot.strategies == {}
    assert names(GUESS) == names()


def test_the_strategies_of_a_game_are_bots_of_that_game_only() -> None:
    coached = Coached()
    assert names(coached)[:2] == ("easy", "hard")
    assert set(names()) < set(names(coached))
    assert is_bot("easy", coached)
    assert not is_bot("easy", GUESS)
    assert not is_bot("easy")
    assert is_bot("program:python3 x.py")
    assert bot("easy", coached).choose(dealt("2", "4"), 0, random.Random(1)) == Say(1)
    assert bot("hard", coached).choose(dealt("2", "4"), 0, random.Random(1)) == Say(5)


def test_unknown_names_and_options_list_the_strategies() -> None:
    assert "There is no bot 'eazy' for Guess. Bots: easy, hard, greedy," in refusal("eazy", Coached())
    assert "easy takes no options." in refusal("easy:x=1", Coached())


def test_a_strategy_sees_only_what_its_seat_sees() -> None:
    coached, cards = Coached(), set()
    for dice in range(20):
        bot("easy", coached).choose(dealt("2", "4"), 0, random.Random(dice))
        assert coached.coach.seen.cards[0] == 2
        cards.add(coached.coach.seen.cards[1])
    assert len(cards) > 2


def test_strategies_meet_other_bots_in_the_arena(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("boardwright.arena.pairing.find_game", lambda name: Coached())
    result = play(Pairing(number=0, game="guess", bots=("hard", "random"), seed="a", max_moves=20))
    assert not result.forfeits
    assert sorted(result.places) in ([1, 1], [1, 2])


@pytest.mark.parametrize("name", registered())
def test_every_game_has_six_different_levels(name: str) -> None:
    levels = game(name).levels
    assert len(set(levels)) == 6
    assert {f"level{number}" for number in range(1, 7)} <= set(names())
    for spec in levels:
        bot(spec, name).close()


def test_the_weakest_level_does_not_open_with_small_pieces() -> None:
    blokus = game("blokus")
    start = blokus.begin(2, blokus.read_options({"variant": "duo"}))
    opened = [str(bot("level1", blokus).choose(start, 0, random.Random(seed))) for seed in range(20)]
    small = [move for move in opened if int(move[1]) < 4]
    assert len(small) <= 4, opened
