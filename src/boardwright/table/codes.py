"""Every error code that a response of the server can carry, with its HTTP status and its meaning.

Codes of a game's own rules are not listed here: each game defines and documents them, and the server passes
them on unchanged with status 422. The table in docs/api.md is generated from this enumeration.
"""

from __future__ import annotations

from enum import StrEnum


class Code(StrEnum):
    """An error code: a stable string for programs, with `status` and `meaning`.

    >>> Code.NO_MATCH, Code.NO_MATCH.status
    (<Code.NO_MATCH: 'no_match'>, 404)
    """

    status: int
    meaning: str

    def __new__(cls, value: str, status: int, meaning: str) -> Code:
        """Create a member from its value, HTTP status and meaning."""
        code = str.__new__(cls, value)
        code._value_ = value
        code.status = status
        code.meaning = meaning
        return code

    NO_TOKEN = "no_token", 401, "The request needs a token."
    BAD_TOKEN = "bad_token", 401, "The token is unknown, revoked or expired."
    BAD_PASSWORD = "bad_password", 401, "No account has this name and password."
    BAD_CODE = "bad_code", 401, "No account has this name and recovery code."
    NO_HELLO = "no_hello", 401, "The first message of a live connection did not arrive in time."

    WRONG_PASSWORD = "wrong_password", 403, "The current password of the account is wrong."
    BANNED = "banned", 403, "The account is banned from this server."
    MUTED = "muted", 403, "The account may not write chat messages for now."
    NOT_ADMIN = "not_admin", 403, "Only admins may do this."
    OWN_ACCOUNT = "own_account", 403, "Admins cannot do this to their own account."
    PRIVATE_CHAT = "private_chat", 403, "Only its players chat in a private match."
    RATED_ONLY = "rated_only", 403, "The match is rated, so guests cannot play in it."
    FAIR_PLAY = (
        "fair_play",
        403,
        "A running match between people has no hints and cannot be analyzed or played on elsewhere.",
    )
    NOT_SEATED = "not_seated", 403, "The account has no seat in this match."
    NOT_YOUR_SEAT = "not_your_seat", 403, "The seat belongs to another player."
    OTHERS_PLAY = "others_play", 403, "A match in which other people play cannot be canceled."
    NOT_HOST = "not_host", 403, "Only the host of the match may do this."
    NO_SPECTATORS = "no_spectators", 403, "The match does not allow spectators."
    DELAYED = "delayed", 403, "Delayed spectators get the record after the end of the match."
    INSIDE_ONLY = "inside_only", 403, "The metrics are for clients that the setting `metrics_clients` names."

    NO_MATCH = "no_match", 404, "There is no match with this id."
    NO_GAME = "no_game", 404, "No installed game has this name."
    NO_PLAYER = "no_player", 404, "No account has this name."
    NO_SESSION = "no_session", 404, "The account has no session with this id."
    NO_ENTRY = "no_entry", 404, "The match has no entry or move with this number, or the viewer may not see it yet."
    NO_BOT = "no_bot", 404, "No installed bot has this name."
    NO_FORMAT = "no_format", 404, "The game has no notation with this name."
    NO_LAYER = "no_layer", 404, "The game has no layer with this name."
    NO_SUCH_ADDRESS = "no_such_address", 404, "There is no endpoint at this path."
    NO_SUCH_METHOD = "no_such_method", 405, "The endpoint does not support this HTTP method."

    CONFLICT = "conflict", 409, "The match has changed since; the response carries the current state."
    NAME_TAKEN = "name_taken", 409, "Another account has this name."
    ACCOUNT_CHANGED = "account_changed", 409, "The account has changed since; try again."
    NAME_RESERVED = "name_reserved", 409, "The name is reserved for the server or its bots."
    NOT_REGISTERED = "not_registered", 409, "The account has no password."
    SEATED = "seated", 409, "The account already has a seat in this match."
    NO_SUCH_SEAT = "no_such_seat", 409, "The match has no seat with this number."
    SEAT_TAKEN = "seat_taken", 409, "The seat, or every seat, is taken or reserved."
    SEATS_FREE = "seats_free", 409, "Every seat needs a player before the match can start."
    NOT_OPEN = "not_open", 409, "The match is no longer open."
    NOT_RUNNING = "not_running", 409, "The match has not started."
    NOT_OVER = "not_over", 409, "The match is still being played."
    STALE_COMMITMENT = "stale_commitment", 409, "The match id was not issued to this account, or it has been used."
    BOT_MATCHES = "bot_matches", 409, "The host has as many matches with bots as the server allows at a time."
    OPEN_MATCHES = "open_matches", 409, "The host has as many matches that wait for players as the server allows."
    ANALYSES = "analyses", 409, "The account, or the server, has as many analyses in progress as are allowed at a time."
    REQUEST_USED = "request_used", 409, "The request id was used before, for another command."
    BAD_RECORD = "bad_record", 409, "The server cannot read the match: rules that are not installed, or damaged data."

    GAME_FAILED = "game_failed", 409, "The rules of the game failed. A match in which they do is set aside."

    TOO_LARGE = "too_large", 413, "The body or message exceeds the size limit."

    UNREADABLE = "unreadable", 422, "A text, such as a move, a name or a message, cannot be parsed."
    BAD_REQUEST = "bad_request", 422, "A parameter or body does not match the schema of the endpoint."
    BAD_OPTIONS = "bad_options", 422, "The game does not have these options, seats, players or clock."
    ILLEGAL = "illegal", 422, "The rules do not allow the move; games usually give a more specific code."
    NO_SUCH_MOVE = "no_such_move", 422, "No move of the game has this gesture."
    SEVERAL_MOVES = "several_moves", 422, "Several legal moves have this gesture; name one of them by its text."
    NOT_NOW = "not_now", 422, "A part of the move is not possible in this position."
    NOT_HELD = "not_held", 422, "The player does not hold the card."
    NOT_YOUR_TURN = "not_your_turn", 422, "The seat is not to act."
    GAME_OVER = "game_over", 422, "The position is final."
    MATCH_OVER = "match_over", 422, "The match is over."
    SEAT_LEFT = "seat_left", 422, "The seat has resigned or run out of time."
    CHANCE_FIRST = "chance_first", 422, "A chance outcome has to be drawn first."
    CHANCE_IS_SEALED = "chance_is_sealed", 422, "The committed seed decides chance outcomes; nobody else may."
    NO_CHANCE = "no_chance", 422, "The position has no such chance outcome."
    NOTHING_TO_UNDO = "nothing_to_undo", 422, "There is no move to undo, or not to that entry."
    NOTHING_TO_REDO = "nothing_to_redo", 422, "There is no undone move to redo."
    NO_TIME_LEFT = "no_time_left", 422, "The undo would leave a player no time; undo does not return time."
    UNDO_NEEDS_CONSENT = "undo_needs_consent", 422, "The other players have to agree to the undo."
    REDO_NEEDS_CONSENT = "redo_needs_consent", 422, "The other players have to agree to the redo."
    NOTHING_ASKED = "nothing_asked", 422, "There is no open request to answer."
    DRAW_OFFERED = "draw_offered", 422, "The seat has already offered a draw."
    NO_DRAW_OFFER = "no_draw_offer", 422, "There is no draw offer to decline."
    TIME_IS_UP = "time_is_up", 422, "A clock has run out, so the timeout comes first."
    TIME_LEFT = "time_left", 422, "No clock has run out."
    NO_PAUSE = "no_pause", 422, "A pause has to end after it began."
    BRANCH_SEALED = "branch_sealed", 422, "A match with secrets can be branched only after its end."
    RECORD_SEALED = "record_sealed", 422, "The start position is secret until the end of the match."

    CONNECTIONS = "connections", 429, "The account or address has as many live connections as the server allows."
    TOO_MANY = "too_many", 429, "Rate limit exceeded; `Retry-After` has the seconds to wait."

    BROKEN = "broken", 500, "Internal error; the server has logged it."
    STOPPING = "stopping", 503, "The server is shutting down; retry in a moment."
    NO_ANSWER = "no_answer", 503, "The bot workers did not answer; retry in a moment."
    BOTS_FAIL = "bots_fail", 503, "Bots fail again and again; the server plays fallback moves for them."
    STORE_DOWN = (
        "store_down",
        503,
        "The database cannot be used now. Nothing that was confirmed is lost; retry in a moment.",
    )


_STATUS = {code.value: code.status for code in Code}


def status_of(code: str) -> int:
    """Return the HTTP status of a code; 422 for the codes of a game's rules.

    >>> status_of("no_match"), status_of("occupied")
    (404, 422)
    """
    return _STATUS.get(code, 422)
