"""OpenSpiel: every installed game, registered from Python, with explicit chance and information states.

    import boardwright.lab.openspiel   # registers boardwright_blokus and the others
    import pyspiel
    game = pyspiel.load_game("boardwright_blokus", {"players": 4})

Parameters: `players`, `options` (the game's options as JSON) and `max_moves` (a draw after that many moves). Seats that
may act at the same time act in the order of `actors`; a move is visible to the others only if the game reveals it.
"""

from __future__ import annotations

import ctypes
import json
import random
from functools import cache, partial
from typing import Any

import msgspec
import numpy as np
import pyspiel

from boardwright.core.canonical import canonical
from boardwright.core.game import AnyGame
from boardwright.core.position import AnyPosition
from boardwright.core.registry import game as find_game
from boardwright.core.registry import names

_LONGEST = 10_000
_MOST_OUTCOMES = 4096
_PREFIX = "boardwright_"


@cache
def has_chance(name: str) -> bool:
    """True if a random game has a chance node."""
    game, rng = find_game(name), random.Random(0)
    position = game.begin()
    for _ in range(_LONGEST):
        if position.is_chance or position.outcome() is not None:
            return bool(position.is_chance)
        seat = position.actors[0]
        moves = tuple(position.legal_moves(seat))
        position = position.after(moves[rng.randrange(len(moves))], seat)
    return False


def game_type(name: str) -> pyspiel.GameType:
    """The OpenSpiel type of a game."""
    game = find_game(name)
    kinds = pyspiel.GameType
    return kinds(
        short_name=_PREFIX + name,
        long_name=game.title,
        dynamics=kinds.Dynamics.SEQUENTIAL,
        chance_mode=kinds.ChanceMode.EXPLICIT_STOCHASTIC if has_chance(name) else kinds.ChanceMode.DETERMINISTIC,
        information=kinds.Information.IMPERFECT_INFORMATION
        if game.has_secrets
        else kinds.Information.PERFECT_INFORMATION,
        utility=kinds.Utility.ZERO_SUM if game.usual_seats > 1 else kinds.Utility.GENERAL_SUM,
        reward_model=kinds.RewardModel.TERMINAL,
        max_num_players=game.seats[-1],
        min_num_players=game.usual_seats,
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification={
            "players": game.usual_seats,
            "options": "{}",
            "max_moves": game.bound or _LONGEST,
        },
    )


class Frame:
    """What all states of a game share. It is not copied with a state, and is rebuilt when a state is unpickled."""

    def __init__(self, name: str, params: dict[str, Any]) -> None:
        self.made_of = (name, params)
        self.game: AnyGame = find_game(name)
        self.players = int(params["players"])
        self.options = self.game.read_options(json.loads(params["options"]))
        self.max_moves = int(params["max_moves"])
        self.actions = self.game.actions(self.players, self.options)

    def __deepcopy__(self, memo: dict[int, Any]) -> Frame:
        return self

    def __reduce__(self) -> tuple[type[Frame], tuple[str, dict[str, Any]]]:
        return (Frame, self.made_of)


class SpielGame(pyspiel.Game):  # type: ignore[misc]  # a class of the C++ library
    """A Boardwright game as an OpenSpiel game."""

    def __init__(self, kind: pyspiel.GameType, params: dict[str, Any] | None) -> None:
        params = {**kind.parameter_specification, **(params or {})}
        self.frame = Frame(kind.short_name.removeprefix(_PREFIX), params)
        info = pyspiel.GameInfo(
            num_distinct_actions=self.frame.actions.size,
            max_chance_outcomes=_MOST_OUTCOMES if has_chance(self.frame.game.name) else 0,
            num_players=self.frame.players,
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=0.0 if self.frame.players > 1 else None,
            max_game_length=self.frame.max_moves,
        )
        super().__init__(kind, info, params)

    def new_initial_state(self) -> SpielState:
        return SpielState(self, self.frame)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> Observer:
        return Observer(self.frame, iig_obs_type)


class SpielState(pyspiel.State):  # type: ignore[misc]
    """A position with its history."""

    def __init__(self, game: SpielGame, frame: Frame) -> None:
        super().__init__(game)
        self.frame = frame
        self.position: AnyPosition = frame.game.begin(frame.players, frame.options)
        self.steps: tuple[tuple[int, str, tuple[int, ...] | None], ...] = ()
        self.moves = 0

    def current_player(self) -> int:
        if self.is_terminal():
            return int(pyspiel.PlayerId.TERMINAL)
        return int(pyspiel.PlayerId.CHANCE) if self.position.is_chance else self.position.actors[0]

    def is_terminal(self) -> bool:
        if self.position.outcome() is not None:
            return True
        return self.moves >= self.frame.max_moves and not self.position.is_chance

    def returns(self) -> list[float]:
        outcome = self.position.outcome()
        return [0.0] * self.frame.players if outcome is None else list(outcome.payoffs())

    def _legal_actions(self, player: int) -> list[int]:
        return self.frame.actions.legal(self.position, player)

    def chance_outcomes(self) -> list[tuple[int, float]]:
        chances = self.position.chances()
        return [(number, weight / chances.total) for number, weight in enumerate(chances.weights)]

    def _apply_action(self, action: int) -> None:
        if self.position.is_chance:
            outcome = self.position.chances().outcomes[action]
            self._append(-1, outcome, self.position.visible_to(outcome))
            self.position = self.position.take(outcome)
        else:
            seat, move = self.position.actors[0], self.frame.actions.move(action)
            seen = self.position.visible_to(move)
            self._append(seat, str(move), None if seen is None else (*seen, seat))
            self.position = self.position.after(move, seat)
            self.moves += 1

    def _append(self, seat: int, text: str, seen: tuple[int, ...] | None) -> None:
        self.steps = (*self.steps, (seat, text, seen))

    def _action_to_string(self, player: int, action: int) -> str:
        if player == pyspiel.PlayerId.CHANCE:
            return f"chance {self.position.chances().outcomes[action]}"
        return str(self.frame.actions.move(action))

    def information(self, player: int) -> str:
        """The information state of a seat: the visible steps and its view, as JSON."""
        history = [(seat, text if seen is None or player in seen else None) for seat, text, seen in self.steps]
        return canonical((history, self.position.view(player))).decode()

    def __str__(self) -> str:
        return self.frame.game.text(self.position.view(None))


class Observer:
    """An observer: a seat's full observation, the public part, or the private part, as tensor and string."""

    def __init__(self, frame: Frame, kind: Any) -> None:
        self.frame = frame
        kind = kind or pyspiel.IIGObservationType(perfect_recall=False)
        self.recalls = bool(kind.perfect_recall)
        self.sees_public = bool(kind.public_info)
        self.sees_own = kind.private_info == pyspiel.PrivateInfoType.SINGLE_PLAYER
        self.tensor = np.zeros(int(np.prod(frame.actions.shape)), np.float32)
        self.dict = {"observation": self.tensor.reshape(frame.actions.shape)}

    def set_from(self, state: SpielState, player: int) -> None:
        self.tensor[:] = self.frame.actions.encode(state.position.view(player if self.sees_own else None))

    def string_from(self, state: SpielState, player: int) -> str:
        if not self.sees_own:
            return canonical(state.position.view(None)).decode() if self.sees_public else ""
        if not self.sees_public:
            return self._secrets(state, player)
        if self.recalls:
            return state.information(player)
        return canonical(state.position.view(player)).decode()

    def _secrets(self, state: SpielState, player: int) -> str:
        if not self.frame.game.has_secrets:
            return ""
        own = msgspec.to_builtins(state.position.view(player))
        all_see = msgspec.to_builtins(state.position.view(None))
        return canonical({key: value for key, value in own.items() if all_see.get(key) != value}).decode()


def register() -> None:
    """Registers every installed game that is not registered yet; called when this module is imported."""
    known = set(pyspiel.registered_names())
    for name in names():
        if _PREFIX + name not in known:
            kind = game_type(name)
            factory = partial(SpielGame, kind)
            # OpenSpiel releases its factories after the interpreter has shut down, when freeing them would crash.
            ctypes.pythonapi.Py_IncRef(ctypes.py_object(factory))
            pyspiel.register_game(kind, factory)


register()
