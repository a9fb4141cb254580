"""OpenSpiel: every installed game, registered from Python, with explicit chance and information states.

    import boardwright.lab.openspiel   # registers boardwright_blokus and the others
    import pyspiel
    game = pyspiel.load_game("boardwright_blokus", {"players": 2, "variant": "duo"})

Parameters: `players`, which is OpenSpiel's word for seats, `max_moves` (a draw after that many moves; 0 for as many as
the game can have), and one for each option of the game (`boardwright.lab.spiel_parameters`). Seats that may act at the
same time act in the order of `actors`; a move is visible to the others only if the game reveals it. A deal is one
chance node for each card, from the first part to the last, so that every node has few outcomes.
"""

from __future__ import annotations

import ctypes
import random
from collections.abc import Callable
from functools import cache, partial
from typing import Any, NamedTuple
from warnings import warn

import msgspec
import numpy as np
import pyspiel

from boardwright.core.canonical import canonical
from boardwright.core.chance.deal import Deal
from boardwright.core.chance.distribution import Distribution, Rng
from boardwright.core.game.game import AnyGame
from boardwright.core.game.registry import game as find_game
from boardwright.core.game.registry import loadable
from boardwright.core.hidden import resampled
from boardwright.core.rules.line import Step, make, repeat
from boardwright.core.rules.options import Options
from boardwright.core.rules.position import AnyPosition
from boardwright.core.rules.seats import usual_seats
from boardwright.core.search.playout import dead_end, first_actor, random_move
from boardwright.lab.episodes.episode import EpisodeSetup
from boardwright.lab.spiel_parameters import Value, parameters, read_parameters, write_parameters

_LONGEST = 10_000
_MOST_OUTCOMES = 4096
_PREFIX = "boardwright_"


@cache
def _setup(game: AnyGame, players: int, options: Options) -> EpisodeSetup:
    return EpisodeSetup(game, players, msgspec.to_builtins(options))


def _specification(game: AnyGame) -> dict[str, Value]:
    options: dict[str, Value] = {each.name: each.default for each in parameters(game)}
    return {"players": usual_seats(game.seats), "max_moves": 0, **options}


@cache
def most_outcomes(setup: EpisodeSetup) -> int:
    """Return the most outcomes of a chance node; if the game does not say, 0 if a random game has none, else 4096."""
    if setup.limits.outcomes is not None:
        return setup.limits.outcomes
    rng, position = random.Random(0), setup.start
    for _ in range(_LONGEST):
        if position.chance is not None:
            return _MOST_OUTCOMES
        if position.outcome() is not None:
            break
        _, position = random_move(position, first_actor(position), rng)
    return 0


def game_type(game: AnyGame, setup: EpisodeSetup) -> pyspiel.GameType:
    """Return the OpenSpiel type of a game with that many players and those options."""
    kinds = pyspiel.GameType
    is_alone = setup.seats == 1
    has_secrets = game.has_secrets and not is_alone
    return kinds(
        short_name=_PREFIX + game.name,
        long_name=game.title,
        dynamics=kinds.Dynamics.SEQUENTIAL,
        chance_mode=kinds.ChanceMode.EXPLICIT_STOCHASTIC if most_outcomes(setup) else kinds.ChanceMode.DETERMINISTIC,
        information=kinds.Information.IMPERFECT_INFORMATION if has_secrets else kinds.Information.PERFECT_INFORMATION,
        utility=kinds.Utility.GENERAL_SUM if is_alone else kinds.Utility.ZERO_SUM,
        reward_model=kinds.RewardModel.TERMINAL,
        max_num_players=game.seats[-1],
        min_num_players=game.seats[0],
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification=_specification(game),
    )


class SpielGame(pyspiel.Game):  # type: ignore[misc]  # a class of the C++ library
    """A Boardwright game as an OpenSpiel game."""

    def __init__(self, game: AnyGame, params: dict[str, Any] | None = None) -> None:
        usual = _specification(game)
        params = usual | (params or {})
        options = read_parameters(game, params)
        self.setup = _setup(game, int(params["players"]), options)
        moves = self.setup.limits.moves or game.bound or _LONGEST
        self.max_moves = min(moves, self.setup.move_limit(int(params["max_moves"])) or moves)
        numbers = {name: params[name] for name in ("players", "max_moves") if params[name] != usual[name]}
        info = pyspiel.GameInfo(
            num_distinct_actions=self.setup.actions.size,
            max_chance_outcomes=most_outcomes(self.setup),
            num_players=self.setup.seats,
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=0.0 if self.setup.seats > 1 else None,
            max_game_length=self.max_moves,
        )
        super().__init__(game_type(game, self.setup), info, numbers | write_parameters(game, options))

    def new_initial_state(self) -> SpielState:
        return SpielState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> Observer:
        return Observer(self.setup, iig_obs_type)

    def __reduce__(self) -> tuple[Callable[[str], SpielGame], tuple[str]]:
        """Pickle the string: what OpenSpiel restores by itself has no setup."""
        return pyspiel.load_game, (str(self),)


class KnownStep(NamedTuple):
    """A move with its seat, or a chance outcome with seat -1; `text` is None where a resampled past is unknown."""

    seat: int
    text: str | None
    seen: tuple[int, ...] | None
    """The seats that may see it; None is everybody."""


class StepNode(msgspec.Struct, frozen=True, eq=False):
    """A position, the step that led to it, and the node before; it never changes.

    >>> setup = EpisodeSetup("deblockle")
    >>> node = StepNode(setup, 10, setup.start).after_move(setup.start.parse("pass"))
    >>> node.moves, node.steps()
    (1, [KnownStep(seat=0, text='pass', seen=None)])
    """

    setup: EpisodeSetup
    max_moves: int
    position: AnyPosition
    before: StepNode | None = None
    step: KnownStep | None = None
    moves: int = 0
    dealt: tuple[str, ...] = ()
    """The cards of the deal that is under way."""

    def after_move(self, move: Any) -> StepNode:
        """Return the node after a move of the first actor."""
        position = self.position
        seat = position.actors[0]
        step = KnownStep(seat, str(move), (seat,) if move.secret else None)
        return StepNode(self.setup, self.max_moves, repeat(position, Step(seat, move)), self, step, self.moves + 1)

    def after_chance(self, outcome: str) -> StepNode:
        """Return the node after a chance outcome; of a deal, its next card."""
        position = self.position
        chance = position.chance
        if isinstance(chance, Distribution):
            step = KnownStep(-1, outcome, chance.seen)
            return self._next(make(position, Step(None, outcome)), step)
        assert chance is not None, "an outcome comes at a chance node"
        dealt = (*self.dealt, outcome)
        step = KnownStep(-1, outcome, chance.part_at(len(self.dealt)).seen)
        if len(dealt) == len(chance.cards):
            return self._next(make(position, Step(None, chance.text(dealt))), step)
        return self._next(position, step, dealt)

    def _next(self, position: AnyPosition, step: KnownStep, dealt: tuple[str, ...] = ()) -> StepNode:
        return StepNode(self.setup, self.max_moves, position, self, step, self.moves, dealt)

    def steps(self) -> list[KnownStep]:
        """Return all steps from the start."""
        steps = []
        node: StepNode | None = self
        while node is not None and node.step is not None:
            steps.append(node.step)
            node = node.before
        return steps[::-1]

    def resampled(self, seat: int, rng: Rng) -> StepNode:
        """Return a random node that looks the same to that seat. What it cannot see of the past is left blank."""
        steps = [each if each.seen is None or seat in each.seen else each._replace(text=None) for each in self.steps()]
        return _rebuilt(self.setup, self.max_moves, resampled(self.position, seat, rng), steps, self.moves, self.dealt)

    def __deepcopy__(self, memo: dict[int, Any]) -> StepNode:
        return self

    def __reduce__(self) -> tuple[Callable[..., StepNode], tuple[Any, ...]]:
        """Pickle the steps as a flat list: a long chain of nodes would be too deep."""
        return _rebuilt, (self.setup, self.max_moves, self.position, self.steps(), self.moves, self.dealt)


def _rebuilt(
    setup: EpisodeSetup,
    max_moves: int,
    position: AnyPosition,
    steps: list[KnownStep],
    moves: int,
    dealt: tuple[str, ...],
) -> StepNode:
    """Return a node with those steps; the nodes before it only hold theirs."""
    before: StepNode | None = None
    for step in steps[:-1]:
        before = StepNode(setup, max_moves, position, before, step)
    return StepNode(setup, max_moves, position, before, steps[-1] if steps else None, moves, dealt)


class SpielState(pyspiel.State):  # type: ignore[misc]
    """A position with its history. All of it is in one immutable node, so that a clone costs the same at any length."""

    def __init__(self, game: SpielGame) -> None:
        super().__init__(game)
        self.node = StepNode(game.setup, game.max_moves, game.setup.start)

    def current_player(self) -> int:
        if self.is_terminal():
            return int(pyspiel.PlayerId.TERMINAL)
        position = self.node.position
        return first_actor(position) if position.chance is None else int(pyspiel.PlayerId.CHANCE)

    def is_terminal(self) -> bool:
        node = self.node
        return node.position.outcome() is not None or (node.moves >= node.max_moves and node.position.chance is None)

    def returns(self) -> list[float]:
        outcome = self.node.position.outcome()
        return [0.0] * self.node.setup.seats if outcome is None else list(outcome.payoffs())

    def _legal_actions(self, player: int) -> list[int]:
        legal = self.node.setup.actions.legal(self.node.position, player)
        if not legal and player in self.node.position.actors:
            raise dead_end(self.node.position, player)
        return legal

    def chance_outcomes(self) -> list[tuple[int, float]]:
        chances = self._distribution()
        return [(number, weight / chances.total) for number, weight in enumerate(chances.weights)]

    def _distribution(self) -> Distribution:
        """Return what the chance node can bring: of a deal, its next card."""
        chance = self.node.position.chance
        assert chance is not None, "asked at chance nodes only"
        return chance.next_card(self.node.dealt) if isinstance(chance, Deal) else chance

    def _apply_action(self, action: int) -> None:
        if self.node.position.chance is not None:
            self.node = self.node.after_chance(self._distribution().outcomes[action])
        else:
            self.node = self.node.after_move(self.node.setup.actions.move(action))

    def _action_to_string(self, player: int, action: int) -> str:
        if player == pyspiel.PlayerId.CHANCE:
            return f"chance {self._distribution().outcomes[action]}"
        return str(self.node.setup.actions.move(action))

    def information(self, player: int) -> str:
        """Return the information state of a seat: the visible steps and its view, as JSON."""
        history = [
            (step.seat, step.text if step.seen is None or player in step.seen else None) for step in self.node.steps()
        ]
        return canonical((history, self.node.position.view(player))).decode()

    def resample_from_infostate(self, player: int, probability_sampler: Callable[[], float]) -> SpielState:
        """Return a random state with the same information state for a player; hidden steps of others are left blank."""
        state: SpielState = self.clone()
        state.node = self.node.resampled(player, random.Random(probability_sampler()))
        return state

    def __str__(self) -> str:
        return self.node.setup.game.text(self.node.position.view(None))


class Observer:
    """An observer: a seat's full observation, the public part, or the private part, as tensor and string."""

    def __init__(self, setup: EpisodeSetup, kind: Any) -> None:
        self.setup = setup
        kind = kind or pyspiel.IIGObservationType(perfect_recall=False)
        self.recalls = bool(kind.perfect_recall)
        self.sees_public = bool(kind.public_info)
        self.sees_own = kind.private_info == pyspiel.PrivateInfoType.SINGLE_PLAYER
        self.tensor = np.zeros(int(np.prod(setup.actions.shape)), np.float32)
        self.dict = {"observation": self.tensor.reshape(setup.actions.shape)}

    def set_from(self, state: SpielState, player: int) -> None:
        self.tensor[:] = self.setup.actions.encode(state.node.position, player if self.sees_own else None)

    def string_from(self, state: SpielState, player: int) -> str:
        if not self.sees_own:
            return canonical(state.node.position.view(None)).decode() if self.sees_public else ""
        if not self.sees_public:
            return self._secrets(state, player)
        if self.recalls:
            return state.information(player)
        return canonical(state.node.position.view(player)).decode()

    def _secrets(self, state: SpielState, player: int) -> str:
        if not self.setup.game.has_secrets:
            return ""
        own = msgspec.to_builtins(state.node.position.view(player))
        all_see = msgspec.to_builtins(state.node.position.view(None))
        return canonical({key: value for key, value in own.items() if all_see.get(key) != value}).decode()


def register(*games: AnyGame) -> None:
    """Register games, by default every installed one; called when this module is imported.

    A game that cannot begin is left out, with a warning, so that it does not stand in the way of the others.
    """
    known = set(pyspiel.registered_names())
    for game in games or map(find_game, loadable()):
        if _PREFIX + game.name in known:
            continue
        try:
            kind = game_type(game, _setup(game, usual_seats(game.seats), game.read_options()))
        except Exception as error:
            warn(f"{game.name} is not registered with OpenSpiel: {type(error).__name__}: {error}", stacklevel=2)
            continue
        factory = partial(SpielGame, game)
        # OpenSpiel releases its factories after the interpreter has shut down, when freeing them would crash.
        ctypes.pythonapi.Py_IncRef(ctypes.py_object(factory))
        pyspiel.register_game(kind, factory)


register()
