"""Game modes: against one bot, against three, bots only, or people at one screen; and the loop that lets bots move."""

from __future__ import annotations

import logging
from collections.abc import Mapping, Sequence
from enum import Enum

from boardwright.games.blokus.compat.handler import BlokusRules, PlacementHandler, execute
from boardwright.games.blokus.compat.move import Move, is_player_id
from boardwright.games.blokus.compat.player import AIPlayer, Player
from boardwright.games.blokus.compat.state import GameState
from boardwright.games.blokus.compat.strategies import strategy_named
from boardwright.games.blokus.options import INKS, Setup

_log = logging.getLogger(__name__)


class GameLoop:
    """Asks bots for their moves until a person must decide or the game is over. No bot can stop a game."""

    def __init__(self, state: GameState) -> None:
        self.state = state
        self._handlers = {number: PlacementHandler(state, player) for number, player in state.players.items()}

    def handler(self, player_id: int) -> PlacementHandler:
        """Return the placement handler of a person; ValueError for bots and for ids that nobody plays."""
        player = self.state.players.get(player_id)
        if player is None or isinstance(player, AIPlayer):
            raise ValueError(f"No person plays as player {player_id} here")
        return self._handlers[player_id]

    def run(self) -> None:
        """Let bots move as long as it is their turn."""
        while self._trigger_ai_move():
            pass

    def _trigger_ai_move(self) -> bool:
        """Play one turn of a bot: ask, validate, execute. False when it is not a bot's turn.

        If the bot fails or its move is refused, the game plays the move it has for absent players.
        """
        number = self.state.current_player_id
        player = None if number is None else self.state.players[number]
        if not isinstance(player, AIPlayer):
            return False
        try:
            error = self._play(player)
        except Exception as problem:
            error = repr(problem)
        if error is not None:
            fallback = Move.of(self.state.position.listed[-1], player.player_id)
            _log.warning("%s: no valid move (%s); playing %s instead", player.name, error, fallback)
            self.state.apply(fallback)
        return True

    def _play(self, player: AIPlayer) -> str | None:
        """Play the move that the bot chooses; return why it was refused, or None."""
        move = player.calculate_move(self.state.board, player.unplaced())
        if move is None:
            move = Move(None, None, 0, player.player_id, is_pass=True)
        BlokusRules.validate(self.state, move)
        return execute(move, self._handlers[player.player_id])[1]


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
        """Return a game in that mode. `people`, 2 to 4, is the number of players at one screen.

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
    """Return a game with people and bots (by difficulty) at those places; ValueError if two share a place."""
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
