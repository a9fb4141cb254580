"""A game: a set of rules with a name, a version, options, and a few ways to show itself."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from typing import Any, ClassVar, Generic, TypeAlias, TypeVar, cast, get_args

import msgspec

from boardwright.core.achievement import Achievement
from boardwright.core.actions import Actions, Limits
from boardwright.core.assets import font_family
from boardwright.core.canonical import JSON
from boardwright.core.chance import Rng
from boardwright.core.components.hidden import hidden_fields, is_masked
from boardwright.core.entry import Entry
from boardwright.core.event import Event
from boardwright.core.explanation import Explains
from boardwright.core.gesture import NO_SUCH_MOVE, Gesture, by_gesture, default_gesture, default_move
from boardwright.core.hooks import copy_without_hooks, provided_by
from boardwright.core.kernel import KernelTables, PlayoutTables
from boardwright.core.layout.layout import Layout
from boardwright.core.moves.typed import TypedMove, words_of
from boardwright.core.notation import Notation
from boardwright.core.options import Options, read_options
from boardwright.core.perft import Perft
from boardwright.core.picture import Picture
from boardwright.core.playout import playout, playouts
from boardwright.core.position import AnyPosition
from boardwright.core.refusal import BadOptions, IllegalMove, UnknownVersion, Unreadable
from boardwright.core.seats import seats_text
from boardwright.core.solution import Solution
from boardwright.core.table_of import actions_of, table_of
from boardwright.core.teaching import Teaches
from boardwright.core.trace import Tracer
from boardwright.core.view import View

P = TypeVar("P", bound=AnyPosition)
M = TypeVar("M")
V = TypeVar("V", bound=View)
O = TypeVar("O", bound=Options)

_ACTIONS = 16
"""Numberings of moves that a game keeps: options may come from strangers."""


class Game(Explains[P, V], Teaches, Generic[P, M, V, O]):
    """The base of every game. One object per game, found by the entry point group `boardwright.games`.

    `class Hex(Game[HexPosition, str, Open, HexOptions])` names the types of positions, moves, views and options.
    Every method marked `provided_by` may be a function of the same name in that module of the game's package, so
    that all games keep the same things in the same modules.

    >>> from boardwright.core.registry import game
    >>> deblockle = game("deblockle")
    >>> deblockle, deblockle.begin(options={"cubes": 1}).actors
    (<Game deblockle: Deblockle, 2 players>, (0,))
    """

    name: ClassVar[str]
    """What commands, records and URLs call it: lower case, digits, underscores."""
    title: ClassVar[str]
    """What people call it."""
    summary: ClassVar[str]
    """One sentence that makes people want to play."""
    version: int = 1
    """The version of the rules, raised when an old log would replay differently; `at` returns an older one."""
    oldest: ClassVar[int | None] = None
    """The oldest version that is still playable; None if only the newest is. A game that keeps several has
    `start(seats, options, version)`, and its positions have a field `version: int` that the rules read."""
    seats: ClassVar[range]
    """How many can play."""
    minutes: ClassVar[int] = 0
    """How long a match usually takes; 0 if that is not known."""
    has_secrets: ClassVar[bool] = False
    """Whether seats see different things; True for positions with decks, hands or secrets."""
    bound: ClassVar[int | None] = None
    """After how many steps random play may be cut off; None if every random game ends by itself."""
    usual_options: ClassVar[Mapping[str, JSON]] = {}
    """Options of matches that are set up at a table, in the terminal or in a tournament, unless chosen otherwise."""
    options_between_people: ClassVar[Mapping[str, JSON]] = {}
    """Options of a match that several people sit down to, unless chosen otherwise or the match has a clock."""
    is_uneven: ClassVar[bool] = False
    """Whether the sides are so unequal that a seat may never, or always, win random games."""
    levels: ClassVar[tuple[str, ...]] = (
        "greedy:temperature=1", "greedy:temperature=0.4", "mcts:iterations=20", "mcts:iterations=80",
        "mcts:iterations=320", "perfect:seconds=1.5",
    )  # fmt: skip
    """The bots behind the six levels, the weakest first."""
    layers: ClassVar[tuple[str, ...]] = ()
    """What the picture can show beside the board, such as "structures"."""

    Position: Any
    """The type of positions, or a union of tagged types; the first type argument of `Game`."""
    Move: Any
    """The type of moves, or a union of tagged types; the second type argument of `Game`."""
    Options: type[O]
    """The type of options; the fourth type argument of `Game`."""

    def __init_subclass__(cls, **kwargs: Any) -> None:
        super().__init_subclass__(**kwargs)
        for base in cls.__dict__.get("__orig_bases__", ()):
            types = get_args(base)
            if len(types) == 4 and not any(isinstance(each, TypeVar) for each in types):
                cls.Position, cls.Move, _, cls.Options = types

    def __init__(self) -> None:
        self._actions: dict[tuple[int, O], Actions[Any, Any]] = {}
        self._versions: dict[int, Game[P, M, V, O]] = {self.version: self}
        for kind in get_args(self.Position) or (self.Position,):
            type(self).has_secrets = self.has_secrets or bool(hidden_fields(kind))
            kind.game, kind.move_types = self, get_args(self.Move) or (self.Move,)
            if len(self.versions) > 1 and "version" not in kind.__struct_fields__:
                raise TypeError(f"{kind.__name__} needs a field `version: int`: {self.name} keeps several versions.")

    def __repr__(self) -> str:
        return f"<Game {self.name}: {self.title}, {seats_text(self.seats)}>"

    def __str__(self) -> str:
        return f"{self.title}, {seats_text(self.seats)}. {self.summary}"

    # The rules

    @provided_by("position")
    def start(self, seats: int, options: O) -> P:
        """The first position; by default the one whose fields all have their default values."""
        return cast(P, self.Position())

    @provided_by("events")
    def events(self, before: P, step: M | str, seat: int | None, after: P) -> Iterable[Event]:
        """What a step brought about: a move by `seat`, or a chance outcome as text with seat None."""
        return ()

    @provided_by("serialization")
    def encode(self, position: P) -> JSON:
        """The whole position as JSON, options included; `decode` reads it back."""
        return cast(JSON, msgspec.to_builtins(position, order="sorted"))

    @provided_by("serialization")
    def decode(self, data: JSON) -> P:
        """Reads what `encode` wrote; BadOptions for anything else. `Position.validate` has the last word."""
        try:
            position = cast(P, msgspec.convert(data, self.Position))
            if is_masked(position):
                raise ValueError("some cards are face down; a whole position is needed")
            position.validate()
        except (msgspec.ValidationError, ValueError) as error:
            raise BadOptions(f"Not a position of {self.title}: {error}.") from None
        return position

    @provided_by("options")
    def variants(self) -> tuple[O, ...]:
        """The options that `check` plays through; those that do not fit a number of seats are skipped."""
        return (self.read_options(),)

    @provided_by("options")
    def local_options(self, given: Mapping[str, JSON]) -> O:
        """Options typed on this machine, which may name files to read. Never used for input from elsewhere."""
        return self.read_options(given)

    # Moves at the table

    @provided_by("moves")
    def gesture(self, move: M, position: P) -> Gesture:
        """How the move is made at the table; it follows from the declaration of the move, or from its text."""
        return default_gesture(move, position)

    @provided_by("moves")
    def move_for(self, gesture: Gesture, position: P) -> M | None:
        """The move made by that gesture, legal or not; None if there is none. The inverse of `gesture`.

        By default it is read from the names, or looked up among the legal moves if the game has its own `gesture`.
        With secrets these are not for everyone to see, so such a game needs its own `move_for`.
        """
        if getattr(self.gesture, "__func__", None) is not Game.gesture:
            return None if self.has_secrets else cast("M | None", by_gesture(self.gesture, position).get(gesture.key))
        return cast("M | None", default_move(gesture, position))

    def named_move(self, given: M | str | Gesture, position: P) -> M:
        """The move that a text or a gesture names, legal or not. Unreadable or IllegalMove if there is none."""
        if isinstance(given, Gesture):
            move = self.move_for(given, position)
            if move is None:
                raise IllegalMove(NO_SUCH_MOVE)
            return move
        return cast(M, position.parse(given)) if isinstance(given, str) else given

    @provided_by("moves")
    def describe(self, move: M, position: P) -> str:
        """The move in words, for speech and for the log."""
        if isinstance(move, TypedMove):
            return words_of(move)
        return position.move_table.label(move, position) if position.move_table else str(move)

    # How it looks

    @provided_by("picture")
    def layout(self, view: V) -> Layout:
        """What the view looks like, from `Position.zones`; the default picture, text and array are made from it."""
        return table_of(self.title, view)

    @provided_by("picture")
    def picture(self, view: V, layer: str = "") -> Picture:
        """The view as shapes, with one of `layers` shown on request."""
        return self.layout(view).picture(font_family(type(self).__module__))

    @provided_by("view")
    def ended(self, view: V) -> V:
        """The view after a match that its players or its clock ended: nobody is to act. By default as it is."""
        return view

    @provided_by("text")
    def text(self, view: V, *, color: bool = False) -> str:
        """The view for a terminal; without color it must still say everything."""
        return self.layout(view).text(color=color)

    @provided_by("actions")
    def actions(self, seats: int, options: O) -> Actions[Any, Any]:
        """The numbering of all moves and the array form of positions: by default `all_moves` and `Layout.array`."""
        key = (seats, options)
        if key not in self._actions:
            if len(self._actions) >= _ACTIONS:
                self._actions.clear()
            self._actions[key] = actions_of(self.begin(seats, options), self.layout)
        return self._actions[key]

    @provided_by("actions")
    def limits(self, seats: int, options: O) -> Limits:
        """How long games can get and how many outcomes a chance node can have."""
        return Limits()

    # For bots

    @provided_by("bot")
    def evaluate(self, position: P, seat: int) -> float:
        """How good the position looks for that seat, from -1 (lost) to 1 (won).

        The default plays a few random games from there; they depend on nothing but the position.
        """
        return playouts(position, seat)

    @provided_by("bot")
    def move_prior(self, move: M, position: P) -> float:
        """How good a legal move looks before it is tried; search tries the best first. Must be cheap."""
        return 0.0

    @provided_by("bot")
    def search_moves(self, position: P, seat: int) -> Collection[M]:
        """The legal moves that deep search looks at, where most of hundreds are not worth it; at least one."""
        return position.legal_moves(seat)

    @provided_by("bot")
    def playout(self, position: P, rng: Rng) -> Sequence[float] | None:
        """Each seat's payoff after one quick random continuation from a move; None where `evaluate` has to do."""
        return None if self.has_evaluation else playout(position, rng)

    @property
    def has_evaluation(self) -> bool:
        """Whether the game judges positions itself, instead of by random games."""
        return getattr(self.evaluate, "__func__", None) is not Game.evaluate

    @provided_by("bot")
    def secrets_affect_moves(self, position: P) -> bool:
        """Whether secrets still affect which moves anyone has; where they do not, search lists moves only once."""
        return self.has_secrets

    @provided_by("bot")
    def strategies(self) -> Mapping[str, Callable[[P, int, Rng], M]]:
        """Named simple players of this game, such as `easy` and `hard`; by default there are none.

        Each takes a position, the seat to move and a random generator, and returns a legal move. They are bots of this
        game wherever a bot can be named. The position is a resampled one, so a strategy cannot use hidden information.
        """
        return {}

    @provided_by("bot")
    def solution(self) -> Solution[P] | None:
        """How small variants or endings are solved completely; None if there is no solver."""
        return None

    @provided_by("kernel")
    def kernel(self, position: P) -> KernelTables[P, O] | None:
        """The tables of a compiled kernel that plays on from there; None if there is none.

        Equal variants give the same object. The rules in Python stay the authority, and work without it.
        """
        return None

    @provided_by("kernel")
    def playout_kernel(self) -> PlayoutTables[P] | None:
        """The tables of compiled play-outs, always the same object; None if there are none.

        For games whose search stays in Python. They do what `playout` does, several at a time.
        """
        return None

    # Figures, records, achievements

    @provided_by("notation")
    def notations(self) -> Mapping[str, Notation]:
        """File formats of other programs, by name: what `boardwright convert` and the page read and write."""
        return {}

    @provided_by("perft")
    def perfts(self) -> tuple[Perft, ...]:
        """Known numbers of move sequences, small enough to count within a second or so."""
        return ()

    @provided_by("trace")
    def tracer(self, header: Mapping[str, Any]) -> Tracer[P]:
        """What replays a recorded trace of this game, given the trace's header."""
        raise Unreadable(f"{self.title} has no trace format.")

    @provided_by("bench")
    def benches(self) -> Mapping[str, Callable[[], float]]:
        """This game's own benchmarks for `boardwright bench`: a name with its unit, and how to measure it once."""
        return {}

    @provided_by("achievements")
    def achievements(self) -> tuple[Achievement, ...]:
        """The achievements of this game; those for playing and winning at all are the server's."""
        return ()

    @provided_by("achievements")
    def achievement_progress(self, before: P, entry: Entry, after: P) -> Iterable[tuple[int, str]]:
        """(seat, task) for everything worth counting in this step; tasks are those of `achievements`."""
        return ()

    # Versions

    @property
    def versions(self) -> range:
        """The versions of the rules that can be played, oldest first."""
        return range(self.oldest or type(self).version, type(self).version + 1)

    def at(self, version: int) -> Game[P, M, V, O]:
        """The game with the rules of that version; UnknownVersion says which ones can be played.

        >>> from boardwright.core.registry import game, names
        >>> game(names()[0]).at(99)
        Traceback (most recent call last):
            ...
        boardwright.core.refusal.UnknownVersion: ... version 99 is not installed; installed is version 1.
        """
        if version not in self.versions:
            raise UnknownVersion.among(self.title, version, self.versions)
        if version not in self._versions:
            bound = copy_without_hooks(self)
            bound.version, bound._actions = version, {}
            self._versions[version] = bound
        return self._versions[version]

    # Beginning

    def read_options(self, given: Mapping[str, JSON] | None = None) -> O:
        """Options from JSON values or command-line texts."""
        return read_options(self.Options, given)

    @property
    def usual_seats(self) -> int:
        """The default number of seats: two where two can play."""
        return 2 if 2 in self.seats else self.seats[0]

    def begin(self, seats: int | None = None, options: O | Mapping[str, JSON] | None = None) -> P:
        """The first position: `start` with defaults, the number of seats checked and the options read."""
        seats = self.usual_seats if seats is None else seats
        if seats not in self.seats:
            raise BadOptions(f"{self.title} is for {seats_text(self.seats)}, not {seats}.")
        if options is None or isinstance(options, Mapping):
            options = self.read_options(options)
        version = () if len(self.versions) == 1 else (self.version,)
        return cast(P, cast(Any, self).start(seats, options, *version))


AnyGame: TypeAlias = Game[Any, Any, Any, Any]
