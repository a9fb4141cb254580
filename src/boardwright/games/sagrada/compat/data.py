"""The whole status of a game as JSON, one to one with a position, the names and the dice in the bag."""

from __future__ import annotations

from functools import reduce
from typing import Any

import msgspec

from boardwright.core.card_data import JsonObject, read
from boardwright.games.sagrada import GAME
from boardwright.games.sagrada.compat.die import Die, bag_json, die_from, read_bag, read_die
from boardwright.games.sagrada.compat.frame import WindowFrame
from boardwright.games.sagrada.compat.player import CardJson, Player, TurnManager, card_json, read_card, read_turns
from boardwright.games.sagrada.compat.track import read_track, track_from
from boardwright.games.sagrada.facts import EMPTY_BAG, die_of, die_to_bag
from boardwright.games.sagrada.options import SagradaOptions
from boardwright.games.sagrada.position import SagradaPosition, seated
from boardwright.games.sagrada.rulebook import rulebook
from boardwright.games.sagrada.state import Draft, first_draft


class _Tool(CardJson, frozen=True, kw_only=True):
    favor_points: int


class _Game(JsonObject, frozen=True, kw_only=True):
    dice_pool: list[Any]
    dice_bag: Any
    round_track: Any
    public_objectives: list[Any]
    tools: list[Any]
    turn_manager: Any
    picked_die: Any
    die_placed: bool
    active_tool: int = msgspec.field(name="active_tool_ID")
    passive_tool: int = msgspec.field(name="passive_tool_ID")
    tool_activated: bool
    dice_moved: list[Any]
    undo_available: bool


class GameData(msgspec.Struct, frozen=True):
    """A position with the players' names and the dice in the bag, in their order."""

    position: SagradaPosition
    names: tuple[str, ...]
    bag: tuple[Die, ...]

    @property
    def turns(self) -> TurnManager:
        """The players and the order of their turns."""
        state = self.position.state
        players = tuple(
            Player(name, WindowFrame(window, frame) if window else None, hand.cards[0], favor)
            for name, window, frame, hand, favor in zip(
                self.names, state.windows, state.frames, self.position.privates, state.favor, strict=True
            )
        )
        return TurnManager(players, tuple(self.names[seat] for seat in state.order), state.turn)

    def to_json(self, reader: str | None = None) -> dict[str, Any]:
        """Return everything; for a reader without the bag and without the private objectives of the others."""
        state, book = self.position.state, self.position.book
        data = {
            "dice_pool": _dice(state.pool),
            "dice_bag": bag_json(self.bag),
            "round_track": track_from(state).to_json(),
            "public_objectives": [card_json(book.objectives[card]) for card in state.public],
            "tools": [
                {**card_json(book.tools[card]), "favor_points": points}
                for card, points in zip(state.tools, state.points, strict=True)
            ],
            "turn_manager": self.turns.to_json(reader),
            "picked_die": die_from(state.picked).to_json() if state.picked else None,
            "die_placed": state.placed,
            "active_tool_ID": state.active,
            "passive_tool_ID": state.passive,
            "tool_activated": state.used,
            "dice_moved": _dice(state.moved),
            "undo_available": state.undo,
        }
        if reader is not None:
            del data["dice_bag"]
        return data


def _dice(dice: tuple[int, ...]) -> list[dict[str, str | int]]:
    return [die_from(die).to_json() for die in dice]


def read_data(data: Any) -> GameData:
    """Read a status from its complete JSON; raises ValueError for anything else."""
    given = read(data, _Game, "game")
    turns, bag = read_turns(given.turn_manager), read_bag(given.dice_bag)
    state = _seated(turns)
    state.bag = reduce(die_to_bag, (die_of(die.id, 1) for die in bag), EMPTY_BAG)
    _lay_cards(state, given)
    _lay_dice(state, given)
    state.placed, state.used, state.undo = given.die_placed, given.tool_activated, given.undo_available
    state.active, state.passive = given.active_tool, given.passive_tool
    privates = [(player.private_objective or 0,) for player in turns.players]
    position = GAME.decode(GAME.encode(seated(SagradaOptions(), state.freeze(), privates)))
    return GameData(position, tuple(player.username for player in turns.players), bag)


def _seated(turns: TurnManager) -> Draft:
    """Return the table with the players, their frames and objectives, and the order of turns."""
    state = first_draft(len(turns.players))
    state.waiting = ""
    frames = [check_ready(player) for player in turns.players]
    state.windows = tuple(frame.pattern for frame in frames)
    state.frames = tuple(frame.dice for frame in frames)
    state.favor = tuple(player.favor for player in turns.players)
    state.order = tuple(map(turns.seat, turns.player_turns))
    state.turn = turns.turn_index
    return state


def _lay_cards(state: Draft, given: _Game) -> None:
    book = rulebook()
    state.public = tuple(read_card(card, book.objectives, CardJson).id for card in given.public_objectives)
    tools = [read_card(card, book.tools, _Tool) for card in given.tools]
    state.tools = tuple(card.id for card in tools)
    state.points = tuple(card.favor_points for card in tools)


def _lay_dice(state: Draft, given: _Game) -> None:
    track = read_track(given.round_track)
    state.round = track.current_round_number
    state.track = tuple(die.number for die in track.all_dice)
    state.slots = track.number_of_dice_on_slot[: track.current_round_number - 1]
    state.pool = tuple(read_die(die).number for die in given.dice_pool)
    state.moved = tuple(read_die(die).number for die in given.dice_moved)
    state.picked = 0 if given.picked_die is None else read_die(given.picked_die).number


def check_ready(player: Player) -> WindowFrame:
    """Return the frame of a player; raises ValueError if the frame or the private objective is missing."""
    if player.window_frame is None or player.private_objective is None:
        raise ValueError(f"{player.username} needs a window frame and a private objective.")
    return player.window_frame
