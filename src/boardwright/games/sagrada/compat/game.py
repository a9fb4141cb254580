"""The game behind one interface: command strings in, JSON out."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random
from typing import Any, TypeAlias

from boardwright.games.sagrada.compat.data import GameData, check_ready
from boardwright.games.sagrada.compat.deck import (
    private_objective_deck,
    public_objective_deck,
    tool_deck,
    window_frame_deck,
)
from boardwright.games.sagrada.compat.die import NINETY, DiceBag, Die, RandomDiceBag
from boardwright.games.sagrada.compat.frame import WindowFrame
from boardwright.games.sagrada.compat.manager import CommandManager
from boardwright.games.sagrada.compat.player import Player, check_names
from boardwright.games.sagrada.position import play_position
from boardwright.games.sagrada.rulebook import Card

MakeBag: TypeAlias = Callable[[Sequence[Die]], DiceBag]
"""Makes the bag that the next die is drawn from, out of the dice that are in it."""


class Game:
    """One game for two to four players, made from the players or from saved data.

    Chance comes from the given generator, through a dice bag that may be replaced.

    >>> rng = Random(1)
    >>> frames, cards = Game.get_window_frames(2, rng), Game.get_private_objectives(2, rng)
    >>> game = Game([Player("anna", frames[0], cards[0].id), Player("bert", frames[4], cards[1].id)], rng)
    >>> game.execute_command("anna", "pick 1")
    >>> game.get_current_player(), game.is_undo_available()
    ('anna', True)
    """

    def __init__(self, source: Sequence[Player] | GameData, rng: Random, make_bag: MakeBag | None = None) -> None:
        self._make_bag = make_bag or (lambda dice: RandomDiceBag(rng, dice))
        data = source if isinstance(source, GameData) else _seat(source, rng)
        self._names = data.names
        self._commands = CommandManager(data, self._draw)

    @staticmethod
    def get_private_objectives(number: int, rng: Random) -> list[Card]:
        """Draw a different private objective for each of that many players."""
        _check_number(number)
        return private_objective_deck(rng).draw(number)

    @staticmethod
    def get_window_frames(number: int, rng: Random) -> list[WindowFrame]:
        """Draw four frames for each of that many players to choose from, all different."""
        _check_number(number)
        return window_frame_deck(rng).draw(4 * number)

    def execute_command(self, player: str, text: str) -> None:
        """Play a command; raises IllegalCommand with all reasons if it is refused."""
        self._commands.execute(self._seat_of(player), text)

    def get_current_player(self) -> str | None:
        """Return the name of the player on turn, None after the end."""
        return self._commands.data.turns.current_player

    def undo_command(self) -> None:
        """Take the last command back, whatever it was."""
        self._commands.undo()

    def is_undo_available(self) -> bool:
        """Return True if the player on turn may take the last command back."""
        return self._commands.is_undo_available

    def redo_command(self) -> None:
        """Play again what was taken back last."""
        self._commands.redo()

    def is_redo_available(self) -> bool:
        """Return True if there is something to redo."""
        return self._commands.is_redo_available

    def is_game_ended(self) -> bool:
        """Return True if ten rounds were played."""
        return self._commands.position.state.is_over

    def get_score(self) -> dict[str, Any]:
        """Return all scores at this moment."""
        scores = zip(self._names, self._commands.position.scores(), strict=True)
        return {"players": [{"username": name, "score": score} for name, score in scores]}

    def get_data(self, player: str | None = None) -> dict[str, Any]:
        """Return the complete status, or what one player may know of it."""
        return self._commands.data.to_json(self._reader(player))

    def get_undo_commands(self, player: str | None = None) -> list[dict[str, Any]]:
        """Return the status before each command that undo can reach, oldest first."""
        return self._commands.undo_commands(self._reader(player))

    def get_redo_commands(self, player: str | None = None) -> list[dict[str, Any]]:
        """Return the status after each command that redo can reach, the next one last."""
        return self._commands.redo_commands(self._reader(player))

    def get_record(self) -> bytes:
        """Return the match as a record that `boardwright.verify` checks and `boardwright.load` opens."""
        return self._commands.record

    def run_out_of_time(self) -> None:
        """End the turn of a player who was too slow: undo until `pass` is legal, then pass."""
        self._commands.run_out()

    def _reader(self, player: str | None) -> str | None:
        return None if player is None else self._names[self._seat_of(player)]

    def _seat_of(self, player: str) -> int:
        if player not in self._names:
            raise ValueError(f"{player!r} does not play here; the players are {', '.join(self._names)}.")
        return self._names.index(player)

    def _draw(self, data: GameData) -> str:
        bag = self._make_bag(data.bag)
        return str(bag.pick()) if data.position.state.waiting in ("die", "bag") else bag.roll().label


def _check_number(number: int) -> None:
    if not 2 <= number <= 4:
        raise ValueError(f"Sagrada is for 2 to 4 players, not {number}.")


def _seat(players: Sequence[Player], rng: Random) -> GameData:
    names = tuple(player.username for player in players)
    check_names(names)
    windows = tuple(check_ready(player).pattern for player in players)
    cards = tuple((player.private_objective or 0,) for player in players)
    if len(set(cards)) != len(cards):
        raise ValueError("The private objectives must all be different.")
    public = tuple(card.id for card in public_objective_deck(rng).draw(3))
    tools = tuple(card.id for card in tool_deck(rng).draw(3))
    return GameData(play_position(windows, cards, public, tools), names, NINETY)
