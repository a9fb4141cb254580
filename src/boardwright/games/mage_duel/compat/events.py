"""The events of the founding documents, with their fields in order."""

from __future__ import annotations

from typing import TypeVar

import msgspec

from boardwright.games.mage_duel.compat.records import Board, Cell, GameState, GameStatus, Place, PlayerSide


class Event(msgspec.Struct, frozen=True):
    """The base of all events; the class is the event's name."""


class _Lobby(Event, frozen=True):
    host_player: str
    status: GameStatus


class GameCreated(_Lobby, frozen=True):
    """A player waits for a guest."""


class GameCreateFailed(_Lobby, frozen=True):
    """The player has a game already."""


class GameCanceled(_Lobby, frozen=True):
    """The game of this player was called off."""


class GameCancelFailed(_Lobby, frozen=True):
    """There is no game to call off."""


class GameJoinFailed(Event, frozen=True):
    """Host or guest are not free for this game."""

    host_player: str
    guest_player: str
    host_game_status: GameStatus
    guest_game_status: GameStatus


class GameStarted(Event, frozen=True):
    """A guest has joined."""

    host_player: str
    guest_player: str
    board_id: int


class BoardCreated(Event, frozen=True):
    """A new board with its border and first tile."""

    board_id: int
    initial_edge_state: list[int]
    top_tile: int | None
    state: list[Cell]
    player1: Place
    player2: Place
    blue_score: tuple[int, int]
    red_score: tuple[int, int]
    last_move_id: int | None
    game_state: GameState


class BoardCreatedFromSnapshot(BoardCreated, frozen=True):
    """A new board that goes on from another one."""

    old_board_id: int
    move_number: int
    available_tiles_in_deck: list[int]


class BoardCreateFromSnapshotFailed(Event, frozen=True):
    """There is no such snapshot."""

    player: str
    old_board_id: int
    move_number: int


class BoardUpdated(Event, frozen=True):
    """The board after a request."""

    board_id: int
    available_tiles_in_deck: list[int]
    top_tile: int | None
    state: list[Cell]
    player1: Place
    player2: Place
    blue_score: tuple[int, int]
    red_score: tuple[int, int]
    last_move_id: int | None
    moves_done: int
    game_state: GameState


class Moved(Event, frozen=True):
    """A tile was laid."""

    move_id: int
    player: str
    prev_move_id: int | None
    tile: int | None
    rotation: int
    col: int
    row: int
    is_joker: bool
    board_id: int
    timestamp: int


class Skipped(Event, frozen=True):
    """A side chose to skip."""

    move_id: int
    player: str
    prev_move_id: int | None
    board_id: int
    timestamp: int


class InvalidMove(Event, frozen=True):
    """The tile does not fit there."""

    player: str
    tile: int
    rotation: int
    col: int
    row: int
    is_joker: bool
    board_id: int


class _Refused(Event, frozen=True):
    player_id: str
    board_id: int


class PlayerNotInGame(_Refused, frozen=True):
    """The player plays no such game; board id 0 where there is no board."""


class GameIsAlreadyFinished(_Refused, frozen=True):
    """The game is over."""


class NotYourTurn(_Refused, frozen=True):
    """The other side is to move, or the time is over."""


class NotEnoughJokers(_Refused, frozen=True):
    """No joker is left."""


class CantFinishGame(_Refused, frozen=True):
    """It is too early to claim the end."""


class GameFinished(Event, frozen=True):
    """The game is over; `host_player` is the player addressed."""

    host_player: str
    board_id: int


class _ContestWon(Event, frozen=True):
    board_id: int
    root: int
    winner: PlayerSide
    red_points: int
    blue_points: int


class CityContestWon(_ContestWon, frozen=True):
    """A city was settled; points are those before the transfer."""


class RoadContestWon(_ContestWon, frozen=True):
    """A road was settled; points are those before the transfer."""


class _ContestDraw(Event, frozen=True):
    board_id: int
    root: int
    red_points: int
    blue_points: int


class CityContestDraw(_ContestDraw, frozen=True):
    """A city was settled with equal points."""


class RoadContestDraw(_ContestDraw, frozen=True):
    """A road was settled with equal points."""


class SnapshotCreated(Event, frozen=True):
    """A bookmark was set."""

    snapshot_id: int
    player: str
    board_id: int
    move_number: int


class SnapshotCreateFailed(Event, frozen=True):
    """There is no such board, or it has not had so many Moves."""

    player: str
    board_id: int
    board_game_state: GameState | None
    move_number: int


class RulesCreated(Event, frozen=True):
    """The rules that new games follow."""

    rules_id: int
    edges: tuple[int, int]
    joker_number: int


class CurrentPlayerBalance(Event, frozen=True):
    """How much a player has."""

    player_id: str
    balance: int


class CurrentPlayerUsername(Event, frozen=True):
    """What a player is called."""

    player_id: str
    username: str


class CurrentPlayerActiveSkin(Event, frozen=True):
    """Which skin a player wears."""

    player_id: str
    active_skin: int


class PlayerUsernameChanged(Event, frozen=True):
    """A player took another name."""

    player_id: str
    new_username: str


class PlayerSkinChanged(Event, frozen=True):
    """A player put on another skin."""

    player_id: str
    new_skin: int


class PlayerSkinChangeFailed(Event, frozen=True):
    """There is no such skin, or the balance is below its price."""

    player_id: str
    new_skin: int
    skin_price: int
    balance: int


E = TypeVar("E", bound=Event)


def of_board(kind: type[E], board: Board, **more: int) -> E:
    """An event that tells of a board: its fields are the board's, and those given."""
    fields = {
        name: getattr(board, "id" if name == "board_id" else name)
        for name in kind.__struct_fields__
        if name not in more
    }
    return kind(**fields, **more)


_OLD_SPELLINGS = {
    "Skiped": "Skipped",
    "BoardCreateFromSnapshotFalied": "BoardCreateFromSnapshotFailed",
    "GameCanceleFailed": "GameCancelFailed",
}


def event_type(name: str) -> type[Event]:
    """The event of that name; the spellings of old logs are read too.

    >>> event_type("Skiped").__name__
    'Skipped'
    """
    found = globals().get(_OLD_SPELLINGS.get(name, name))
    if not (isinstance(found, type) and issubclass(found, Event)) or name.startswith("_"):
        raise LookupError(f"There is no event {name!r}.")
    return found
