"""The events of the founding documents, with their fields in order."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, cast

import msgspec

from boardwright.games.mage_duel.compat.records import Board, Cell, GameState, GameStatus, Place, PlayerSide

Number = int | None
Edges = Score = tuple[int, int]
State, Codes, Tiles = list[Cell], list[int], list[int]


class Event(msgspec.Struct, frozen=True):
    """The base of all events; the class is the event's name."""

    if TYPE_CHECKING:  # fields are declared below, not as annotations

        def __init__(self, *values: Any, **fields: Any) -> None: ...

        def __getattr__(self, name: str) -> Any: ...


_TYPES: dict[str, type[Event]] = {}


def _event(name: str, **fields: Any) -> type[Event]:
    """Declare an event: a frozen struct with these fields in this order."""
    declared = msgspec.defstruct(name, list(fields.items()), bases=(Event,), module=__name__, frozen=True)
    return _TYPES.setdefault(name, cast(type[Event], declared))


# The lobby

GameCreated = _event("GameCreated", host_player=str, status=GameStatus)
GameCreateFailed = _event("GameCreateFailed", host_player=str, status=GameStatus)
GameCanceled = _event("GameCanceled", host_player=str, status=GameStatus)
GameCancelFailed = _event("GameCancelFailed", host_player=str, status=GameStatus)
GameJoinFailed = _event(
    "GameJoinFailed", host_player=str, guest_player=str, host_game_status=GameStatus, guest_game_status=GameStatus
)
GameStarted = _event("GameStarted", host_player=str, guest_player=str, board_id=int)
RulesCreated = _event("RulesCreated", rules_id=int, edges=Edges, joker_number=int)
SnapshotCreated = _event("SnapshotCreated", snapshot_id=int, player=str, board_id=int, move_number=int)
SnapshotCreateFailed = _event(
    "SnapshotCreateFailed", player=str, board_id=int, board_game_state=GameState | None, move_number=int
)

# Boards

_CREATED = {
    "board_id": int, "initial_edge_state": Codes, "top_tile": Number, "state": State, "player1": Place,
    "player2": Place, "blue_score": Score, "red_score": Score, "last_move_id": Number, "game_state": GameState,
}  # fmt: skip
BoardCreated = _event("BoardCreated", **_CREATED)
BoardCreatedFromSnapshot = _event(
    "BoardCreatedFromSnapshot", **_CREATED, old_board_id=int, move_number=int, available_tiles_in_deck=Tiles
)
BoardCreateFromSnapshotFailed = _event("BoardCreateFromSnapshotFailed", player=str, old_board_id=int, move_number=int)
BoardUpdated = _event(
    "BoardUpdated", board_id=int, available_tiles_in_deck=Tiles, top_tile=Number, state=State, player1=Place,
    player2=Place, blue_score=Score, red_score=Score, last_move_id=Number, moves_done=int, game_state=GameState,
)  # fmt: skip

# Moves

Moved = _event(
    "Moved", move_id=int, player=str, prev_move_id=Number, tile=Number, rotation=int, col=int, row=int, is_joker=bool,
    board_id=int, timestamp=int,
)  # fmt: skip
Skipped = _event("Skipped", move_id=int, player=str, prev_move_id=Number, board_id=int, timestamp=int)
InvalidMove = _event(
    "InvalidMove", player=str, tile=int, rotation=int, col=int, row=int, is_joker=bool, board_id=int
)  # fmt: skip
PlayerNotInGame = _event("PlayerNotInGame", player_id=str, board_id=int)
GameIsAlreadyFinished = _event("GameIsAlreadyFinished", player_id=str, board_id=int)
NotYourTurn = _event("NotYourTurn", player_id=str, board_id=int)
NotEnoughJokers = _event("NotEnoughJokers", player_id=str, board_id=int)
CantFinishGame = _event("CantFinishGame", player_id=str, board_id=int)
GameFinished = _event("GameFinished", host_player=str, board_id=int)

# Contests, with the points before the transfer

_POINTS = {"red_points": int, "blue_points": int}
CityContestWon = _event("CityContestWon", board_id=int, root=int, winner=PlayerSide, **_POINTS)
RoadContestWon = _event("RoadContestWon", board_id=int, root=int, winner=PlayerSide, **_POINTS)
CityContestDraw = _event("CityContestDraw", board_id=int, root=int, **_POINTS)
RoadContestDraw = _event("RoadContestDraw", board_id=int, root=int, **_POINTS)

# Profiles

CurrentPlayerBalance = _event("CurrentPlayerBalance", player_id=str, balance=int)
CurrentPlayerUsername = _event("CurrentPlayerUsername", player_id=str, username=str)
CurrentPlayerActiveSkin = _event("CurrentPlayerActiveSkin", player_id=str, active_skin=int)
PlayerUsernameChanged = _event("PlayerUsernameChanged", player_id=str, new_username=str)
PlayerSkinChanged = _event("PlayerSkinChanged", player_id=str, new_skin=int)
PlayerSkinChangeFailed = _event("PlayerSkinChangeFailed", player_id=str, new_skin=int, skin_price=int, balance=int)


def of_board(kind: type[Event], board: Board, **more: int) -> Event:
    """Return an event about a board: its fields are the board's, and those given."""
    names = [name for name in kind.__struct_fields__ if name not in more]
    return kind(**{name: getattr(board, "id" if name == "board_id" else name) for name in names}, **more)


_OLD_SPELLINGS = {
    "Skiped": "Skipped",
    "BoardCreateFromSnapshotFalied": "BoardCreateFromSnapshotFailed",
    "GameCanceleFailed": "GameCancelFailed",
}


def event_type(name: str) -> type[Event]:
    """Return the event of that name, also in the spelling of old logs; LookupError for anything else.

    >>> event_type("Skiped").__name__
    'Skipped'
    """
    if (found := _TYPES.get(_OLD_SPELLINGS.get(name, name))) is None:
        raise LookupError(f"There is no event {name!r}.")
    return found
