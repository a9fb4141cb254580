"""Game modes: against one bot, against three, bots only, or people at one screen."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from enum import Enum

from boardwright.games.blokus.compat.loop import GameLoop
from boardwright.games.blokus.compat.move import is_player_id
from boardwright.games.blokus.compat.player import AIPlayer, Player
from boardwright.games.blokus.compat.state import GameState
from boardwright.games.blokus.compat.strategies import strategy_named
from boardwright.games.blokus.options import INKS, Setup


class Mode(Enum):
    """The game modes."""

    SINGLE_AI = "single_ai"
    THREE_AI = "three_ai"
    SPECTATE = "spectate"
    PVP_LOCAL = "pvp_local"


_SPECTATED = {1: "Easy", 2: "Medium", 3: "Hard", 4: "Medium"}


class GameModes:
    """Starts games, and stores for every mode the difficulty chosen last."""

    def __init__(self) -> None:
        self.difficulty = dict.fromkeys(Mode, "Medium")

    def new_game(self, mode: Mode, difficulty: str | None = None, people: int = 2) -> GameLoop:
        """A game in that mode. `people`, 2 to 4, is the number of players at one screen.

        >>> loop = GameModes().new_game(Mode.SINGLE_AI, "Hard")
        >>> sorted(loop.state.players), loop.state.players[3].name
        ([1, 3], 'AI Player 3')
        """
        if difficulty is not None:
            strategy_named(difficulty)
            self.difficulty[mode] = difficulty
        chosen = self.difficulty[mode]
        if mode is Mode.SINGLE_AI:
            return seated("opposite", [1], {3: chosen})
        if mode is Mode.THREE_AI:
            return seated("classic", [1], dict.fromkeys((2, 3, 4), chosen))
        if mode is Mode.SPECTATE:
            return seated("classic", [], _SPECTATED)
        if people not in (2, 3, 4):
            raise ValueError(f"2 to 4 people play at one screen, not {people}")
        return seated("classic" if people == 4 else "neighbors", range(1, people + 1), {})


def seated(setup: Setup, people: Sequence[int], bots: Mapping[int, str]) -> GameLoop:
    """A game with people and bots (by difficulty) at those places; ValueError if two share a place."""
    places = [*people, *bots]
    wrong = [place for place in places if not is_player_id(place)]
    if wrong:
        raise ValueError(f"Invalid player_id: {wrong[0]}")
    if len(set(places)) != len(places):
        raise ValueError(f"Every place can be taken once, but they are {places}")
    inks = INKS["standard"]
    players: list[Player] = [Player(place, inks[place].fill) for place in people]
    players += [AIPlayer(place, strategy_named(level), inks[place].fill) for place, level in bots.items()]
    return GameLoop(GameState(setup, players))
