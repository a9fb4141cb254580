"""A game: a set of rules with a name, a version, options, and a few ways to show itself."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from importlib import resources
from typing import Any, ClassVar, Generic, TypeAlias, TypeVar, cast

import msgspec

from boardwright.core.achievement import Achievement
from boardwright.core.actions import Actions
from boardwright.core.board import Board
from boardwright.core.canonical import JSON
from boardwright.core.chance import Rng
from boardwright.core.entry import Entry
from boardwright.core.gesture import Gesture
from boardwright.core.options import Options, read_options
from boardwright.core.perft import Perft
from boardwright.core.picture import Picture
from boardwright.core.playout import playouts
from boardwright.core.position import AnyPosition
from boardwright.core.refusal import BadOptions, Unreadable
from boardwright.core.solution import Solution
from boardwright.core.trace import Tracer
from boardwright.core.view import View

P = TypeVar("P", bound=AnyPosition)
M = TypeVar("M")
V = TypeVar("V", bound=View)
O = TypeVar("O", bound=Options)


class Game(ABC, Generic[P, M, V, O]):
    """The base of every game. One object a game, found by the entry point group `boardwright.games`."""

    name: ClassVar[str]
    """How commands, records and addresses call it: lower case, digits, underscores."""
    title: ClassVar[str]
    """How people call it."""
    summary: ClassVar[str]
    """One sentence that makes one want to play."""
    version: ClassVar[int] = 1
    """Raised when an old log would replay differently."""
    seats: ClassVar[range]
    """How many can play."""
    has_secrets: ClassVar[bool] = False
    """Whether seats see different things."""
    bound: ClassVar[int | None] = None
    """After how many steps random play may be cut; None when every random game ends by itself."""
    layers: ClassVar[tuple[str, ...]] = ()
    """What the picture can show beside the board, such as "structures"."""

    Options: type[O] = cast("type[O]", Options)
    """The type of options; there are no variants unless a game says so."""
    Move: Any = str
    """The type of moves, or a union of types, as msgspec reads it from JSON; texts unless a game says so."""

    def __init__(self) -> None:
        self._actions: dict[tuple[int, O], Actions[Any, Any]] = {}

    @abstractmethod
    def start(self, seats: int, options: O) -> P:
        """The first position; chance or the first actors are next."""

    def decode(self, data: JSON) -> P:
        """Reads `position.encode()` back; BadOptions for anything else.

        Dataclasses come for free: types are checked here, the rest in the dataclass's `__post_init__` (ValueError).
        """
        try:
            return msgspec.convert(data, type(self.begin()))
        except (msgspec.ValidationError, ValueError) as error:
            raise BadOptions(f"That is no position of {self.title}: {error}.") from None

    def board(self, view: V) -> Board:
        """What the view looks like; the default picture, text and arrays are made from it."""
        raise NotImplementedError(f"{type(self).__name__} declares no board: give it `board`, or `picture` and `text`.")

    def actions(self, seats: int, options: O) -> Actions[Any, Any]:
        """The numbering of moves and the array form of views for that variant: `all_moves` and `Board.array`."""
        key = (seats, options)
        if key not in self._actions:
            start = self.start(seats, options)
            shape = (len(self.board(start.view(0)).array(0)),)
            self._actions[key] = Actions(
                start.all_moves(), shape=shape, encode=lambda view: self.board(view).array(view.seat)
            )
        return self._actions[key]

    def gesture(self, move: M, position: P) -> Gesture:
        """How the move is made at the table: `a1-b2` takes a1 to b2, anything else is pressed by its name.

        The names are those of the picture: squares and buttons of the default one.
        """
        subject, _, target = str(move).partition("-")
        return Gesture(subject, target=target)

    def picture(self, view: V, layer: str = "") -> Picture:
        """The view as shapes, with one of `layers` shown on request."""
        return self.board(view).picture()

    def text(self, view: V, *, color: bool = False) -> str:
        """The view for a terminal; without color it must still say everything."""
        return self.board(view).text(color=color)

    def evaluate(self, position: P, seat: int) -> float:
        """How good the position looks for that seat, between -1 (lost) and 1 (won).

        The default plays a few random games from there; they depend on nothing but the position.
        """
        return playouts(position, seat)

    def move_prior(self, move: M, position: P) -> float:
        """How promising a legal move looks before it is tried: search tries the best first. It must be cheap."""
        return 0.0

    def search_moves(self, position: P, seat: int) -> Collection[M]:
        """The legal moves that deep search looks at, where most of hundreds are a waste; at least one of them."""
        return position.legal_moves(seat)

    def playout(self, position: P, rng: Rng) -> Sequence[float] | None:
        """What each seat gets if the game goes on in one quick way, drawn by the dice: search judges by many of these.

        It is asked where somebody is to move. None where nothing quick is known and `evaluate` has to do.
        """
        return None

    def secrets_affect_moves(self, position: P) -> bool:
        """Whether secrets still decide which moves anyone has; where they do not, search lists them only once."""
        return self.has_secrets

    def strategies(self) -> Mapping[str, Callable[[P, int, Rng], M]]:
        """Named simple players of this game, such as `easy` and `hard`; by default there are none.

        Each takes a position, the seat to move and a random generator, and returns a legal move. They are bots of this
        game wherever a bot can be named. The position is a resampled one, so a strategy cannot read hidden information.
        """
        return {}

    def solution(self) -> Solution[P] | None:
        """How small variants or endings of this game are solved completely; None where nobody has done it."""
        return None

    def describe(self, move: M, position: P) -> str:
        """The move in words, for speech and for the log."""
        return str(move)

    def read_options(self, given: Mapping[str, JSON] | None = None) -> O:
        """Options from JSON values or command-line texts."""
        return read_options(self.Options, given)

    def local_options(self, given: Mapping[str, JSON]) -> O:
        """Options typed on this machine, where one may name files to be read: never for what comes from elsewhere."""
        return self.read_options(given)

    @property
    def usual_seats(self) -> int:
        """How many sit down when nobody says: two where two can play."""
        return 2 if 2 in self.seats else self.seats[0]

    def begin(self, seats: int | None = None, options: O | None = None) -> P:
        """`start` with defaults and with the number of seats checked."""
        seats = self.usual_seats if seats is None else seats
        if seats not in self.seats:
            raise BadOptions(f"{self.title} is for {seats_text(self.seats)}, not {seats}.")
        return self.start(seats, self.read_options() if options is None else options)

    def variants(self) -> tuple[O, ...]:
        """The options that `check` plays through; those that do not go with a number of seats are skipped there."""
        return (self.read_options(),)

    def perfts(self) -> tuple[Perft, ...]:
        """Known numbers of move sequences, small enough to count within a second or so."""
        return ()

    def rules(self) -> str:
        """The rules for players: the README.md of the game's package."""
        return resources.files(type(self).__module__).joinpath("README.md").read_text("utf-8")

    def tracer(self, header: Mapping[str, Any]) -> Tracer:
        """What replays a recorded trace of this game, given the trace's header."""
        raise Unreadable(f"{self.title} has no trace format.")

    def achievements(self) -> tuple[Achievement, ...]:
        """The trophies of this game's own; those for playing and winning at all are the table's."""
        return ()

    def achievement_progress(self, before: P, entry: Entry, after: P) -> Iterable[tuple[int, str]]:
        """(seat, task) of everything worth counting that this step shows; tasks are those of `achievements`."""
        return ()

    def benches(self) -> Mapping[str, Callable[[], float]]:
        """Figures of this game's own for `boardwright bench`: a name with its unit, and how to measure it once."""
        return {}


AnyGame: TypeAlias = Game[Any, Any, Any, Any]


def seats_text(seats: range) -> str:
    """
    >>> seats_text(range(2, 5)), seats_text(range(2, 3))
    ('2 to 4 players', '2 players')
    """
    first, last = seats[0], seats[-1]
    players = "player" if last == 1 else "players"
    return f"{first} {players}" if first == last else f"{first} to {last} {players}"
