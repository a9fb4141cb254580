"""The whole status of a game as JSON, one to one with a position."""

from __future__ import annotations

from typing import Any

import msgspec

from boardwright.core.refusal import BadOptions
from boardwright.games.sagrada.chance import first_state
from boardwright.games.sagrada.compat.die import Die, die_from, read_die
from boardwright.games.sagrada.compat.frame import WindowFrame
from boardwright.games.sagrada.compat.player import Player, card_id, card_json, read_player
from boardwright.games.sagrada.compat.track import read_track, track_from
from boardwright.games.sagrada.facts import Bag, bag_ids, die_of
from boardwright.games.sagrada.options import SagradaOptions
from boardwright.games.sagrada.position import SagradaPosition
from boardwright.games.sagrada.rulebook import rulebook
from boardwright.games.sagrada.schema import read_list
from boardwright.games.sagrada.serialization import decode
from boardwright.games.sagrada.state import State


class GameData(msgspec.Struct, frozen=True):
    """A position with the players' names."""

    position: SagradaPosition
    names: tuple[str, ...]

    def to_json(self, reader: str | None = None) -> dict[str, Any]:
        """Everything; for a reader without the bag and without the others' private objectives."""
        state, book = self.position.state, self.position.book
        data = {
            "dice_pool": _dice(state.pool),
            "dice_bag": {"dice": [die_from(die_of(number, 1)).to_json() for number in bag_ids(state.bag)]},
            "round_track": track_from(state).to_json(),
            "public_objectives": [card_json(book.objectives[card]) for card in state.public],
            "tools": [
                {**card_json(book.tools[card]), "favor_points": points}
                for card, points in zip(state.tools, state.points, strict=True)
            ],
            "turn_manager": self._turns(reader),
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

    def players(self) -> list[Player]:
        """The players in seat order."""
        state = self.position.state
        return [
            Player(name, WindowFrame(window, frame) if window else None, cards[0], favor)
            for name, window, frame, cards, favor in zip(
                self.names, state.windows, state.frames, state.privates, state.favor, strict=True
            )
        ]

    def _turns(self, reader: str | None) -> dict[str, Any]:
        state = self.position.state
        last = len(state.order) - 1
        return {
            "round_starting": state.turn == 0 and not state.is_over,
            "round_ending": state.turn == last and not state.is_over,
            "turn_index": state.turn,
            "first_player_index": state.order[0],
            "players": [
                player.to_json(with_secrets=reader is None or player.username == reader) for player in self.players()
            ],
            "player_turns": [self.names[seat] for seat in state.order],
        }


def _dice(dice: tuple[int, ...]) -> list[dict[str, str | int]]:
    return [die_from(die).to_json() for die in dice]


def read_data(data: Any) -> GameData:
    """A status from its complete JSON; ValueError says what is wrong with anything else."""
    try:
        players = [read_player(player) for player in data["turn_manager"]["players"]]
        state = _read_state(data, players)
    except (KeyError, TypeError, AttributeError) as error:
        raise ValueError(f"The game data are not complete: {error!r}.") from None
    names = tuple(player.username for player in players)
    check_names(names)
    try:
        position = decode(SagradaPosition(SagradaOptions(), state).encode())
    except BadOptions as problem:
        raise ValueError(str(problem)) from None
    return GameData(position, names)


def check_names(names: tuple[str, ...]) -> None:
    """Two to four different names, or ValueError."""
    if not 2 <= len(names) <= 4 or len(set(names)) != len(names):
        raise ValueError(f"A game has 2 to 4 players with different names, not {', '.join(names) or 'nobody'}.")


def _read_state(data: Any, players: list[Player]) -> State:
    book, turns, track = rulebook(), data["turn_manager"], read_track(data["round_track"])
    seats = {player.username: seat for seat, player in enumerate(players)}
    state = first_state(len(players))
    state.waiting = ""
    state.choices = (1,) * len(players)
    for player in players:
        check_ready(player)
    state.windows = tuple(player.window_frame.pattern for player in players if player.window_frame)
    state.frames = tuple(player.window_frame.dice for player in players if player.window_frame)
    state.privates = tuple((player.private_objective or 0,) for player in players)
    state.favor = tuple(player.favor for player in players)
    state.public = tuple(
        card_id(card, book.objectives) for card in read_list(data["public_objectives"], "public_objectives")
    )
    tools = read_list(data["tools"], "tools")
    state.tools = tuple(card_id(card, book.tools) for card in tools)
    state.points = tuple(card["favor_points"] for card in tools)
    state.bag = _read_bag([read_die(die) for die in data["dice_bag"]["dice"]])
    state.round = track.current_round_number
    state.order = tuple(seats[name] for name in turns["player_turns"])
    state.turn = turns["turn_index"]
    state.pool = tuple(read_die(die).number for die in data["dice_pool"])
    state.picked = 0 if data["picked_die"] is None else read_die(data["picked_die"]).number
    state.track = tuple(die.number for die in track.all_dice)
    state.slots = track.number_of_dice_on_slot[: track.current_round_number - 1]
    state.moved = tuple(read_die(die).number for die in data["dice_moved"])
    state.placed, state.used, state.undo = data["die_placed"], data["tool_activated"], data["undo_available"]
    state.active, state.passive = data["active_tool_ID"], data["passive_tool_ID"]
    return state


def check_ready(player: Player) -> None:
    """ValueError for a player who cannot sit down yet."""
    if player.window_frame is None or player.private_objective is None:
        raise ValueError(f"{player.username} needs a window frame and a private objective.")


def _read_bag(dice: list[Die]) -> Bag:
    masks = [0] * 5
    for die in dice:
        bit = 1 << die.id // 5
        if masks[die.color.number] & bit:
            raise ValueError(f"Die {die.id} is in the bag twice.")
        masks[die.color.number] |= bit
    return (masks[0], masks[1], masks[2], masks[3], masks[4])
