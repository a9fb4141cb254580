"""The game behind one interface: command strings in, JSON out."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from random import Random
from typing import Any

from boardwright.games.sagrada.compat.bag import DiceBag, RandomDiceBag
from boardwright.games.sagrada.compat.data import GameData, check_names, check_ready
from boardwright.games.sagrada.compat.deck import (
    private_objective_deck,
    public_objective_deck,
    tool_deck,
    window_frame_deck,
)
from boardwright.games.sagrada.compat.frame import WindowFrame
from boardwright.games.sagrada.compat.manager import CommandManager
from boardwright.games.sagrada.compat.player import Player
from boardwright.games.sagrada.facts import bag_ids
from boardwright.games.sagrada.position import SagradaPosition
from boardwright.games.sagrada.rulebook import PrivateObjective
from boardwright.games.sagrada.setup import play_position

MakeBag = Callable[[Iterable[int]], DiceBag]


class Game:
    """One game for two to four players, made from the players or from saved data.

    Chance comes from the generator handed in, through a dice bag that may be replaced.

    >>> rng = Random(1)
    >>> frames, cards = Game.get_window_frames(2, rng), Game.get_private_objectives(2, rng)
    >>> game = Game([Player("anna", frames[0], cards[0].id), Player("bert", frames[4], cards[1].id)], rng)
    >>> game.execute_command("anna", "pick 1")
    >>> game.get_current_player(), game.is_undo_available()
    ('anna', True)
    """

    def __init__(self, source: Sequence[Player] | GameData, rng: Random, make_bag: MakeBag | None = None) -> None:
        self._make_bag = make_bag or (lambda ids: RandomDiceBag(rng, ids))
        if isinstance(source, GameData):
            self._names, position = source.names, source.position
        else:
            self._names, position = _seat(source, rng)
        self._commands = CommandManager(position, self._draw)

    @staticmethod
    def get_private_objectives(number: int, rng: Random) -> list[PrivateObjective]:
        """A different private objective for each of so many players."""
        _check_number(number)
        return private_objective_deck(rng).draw(number)

    @staticmethod
    def get_window_frames(number: int, rng: Random) -> list[WindowFrame]:
        """Four frames for each of so many players to choose from, all different."""
        _check_number(number)
        return [WindowFrame(pattern) for pattern in window_frame_deck(rng).draw(4 * number)]

    def execute_command(self, player: str, text: str) -> None:
        """Carries out a player's command; IllegalCommand with all reasons if that cannot be."""
        self._commands.execute(self._seat_of(player), text)

    def get_current_player(self) -> str | None:
        """The name of the player on turn, nobody after the end."""
        actors = self._commands.position.actors
        return self._names[actors[0]] if actors else None

    def undo_command(self) -> None:
        """Takes the last command back, whatever it was."""
        self._commands.undo()

    def is_undo_available(self) -> bool:
        """Whether the player on turn may take the last command back."""
        return self._commands.is_undo_available

    def redo_command(self) -> None:
        """Brings back what was taken back last."""
        self._commands.redo()

    def is_redo_available(self) -> bool:
        """Whether something can be brought back."""
        return self._commands.is_redo_available

    def is_game_ended(self) -> bool:
        """Whether ten rounds were played."""
        return self._commands.position.state.is_over

    def get_score(self) -> dict[str, Any]:
        """All scores at this moment."""
        scores = zip(self._names, self._commands.position.scores(), strict=True)
        return {"players": [{"username": name, "score": score} for name, score in scores]}

    def get_data(self, player: str | None = None) -> dict[str, Any]:
        """The complete status, or what one player may know of it."""
        if player is not None:
            self._seat_of(player)
        return GameData(self._commands.position, self._names).to_json(player)

    def run_out_of_time(self) -> None:
        """The player on turn was too slow: back until `pass` is legal, then pass."""
        self._commands.run_out()

    def _seat_of(self, player: str) -> int:
        if player not in self._names:
            raise ValueError(f"Nobody called {player!r} plays here; there are {', '.join(self._names)}.")
        return self._names.index(player)

    def _draw(self, position: SagradaPosition) -> str:
        bag = self._make_bag(bag_ids(position.state.bag))
        return str(bag.pick()) if position.state.waiting in ("die", "bag") else bag.roll().label


def _check_number(number: int) -> None:
    if not 2 <= number <= 4:
        raise ValueError(f"Sagrada is for 2 to 4 players, not {number}.")


def _seat(players: Sequence[Player], rng: Random) -> tuple[tuple[str, ...], SagradaPosition]:
    names = tuple(player.username for player in players)
    check_names(names)
    for player in players:
        check_ready(player)
    cards = tuple((player.private_objective or 0,) for player in players)
    if len(set(cards)) != len(cards):
        raise ValueError("Private objectives are all different.")
    public = tuple(card.id for card in public_objective_deck(rng).draw(3))
    tools = tuple(card.id for card in tool_deck(rng).draw(3))
    windows = tuple(player.window_frame.pattern for player in players if player.window_frame)
    return names, play_position(windows, cards, public, tools)
