"""A game: a set of rules with a name, a version, options, and a few ways to show itself."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cached_property
from typing import TYPE_CHECKING, Any, ClassVar, Generic, TypeAlias, TypeVar, cast, get_args

import msgspec

from boardwright.core.canonical import JSON
from boardwright.core.hidden.components import hidden_fields, is_masked
from boardwright.core.refusal import BadOptions, UnknownVersion
from boardwright.core.rules.hooks import check_class, copy_without_hooks, member, provided_by
from boardwright.core.rules.options import GivenOptions, Options, read_options
from boardwright.core.rules.position import AnyPosition
from boardwright.core.rules.seats import seats_text, usual_seats

if TYPE_CHECKING:  # a game is loaded without what draws it and what searches it
    from boardwright.core.drawing.picture import Picture
    from boardwright.core.game.achievement import Achievement
    from boardwright.core.game.notation import Notation
    from boardwright.core.game.perft import Perft
    from boardwright.core.layout.zone import Zone
    from boardwright.core.rules.event import Event
    from boardwright.core.search.heuristics import AnyHeuristics
    from boardwright.core.search.kernel import KernelTables
    from boardwright.core.search.numbering import Actions

P_co = TypeVar("P_co", bound=AnyPosition, covariant=True)
O_co = TypeVar("O_co", bound=Options, covariant=True)

_ACTIONS = 16
"""Numberings of moves that a game keeps: options may come from strangers."""


class Game(Generic[P_co, O_co]):
    """The base of every game. One object per game, found by the entry point group `boardwright.games`.

    `class Hex(Game[HexPosition, HexOptions])` names the types of positions and options.
    Every method marked `provided_by` may be a function of the same name in that module of the game's package, so
    that all games keep the same things in the same modules.

    >>> from boardwright.core.game.registry import game
    >>> deblockle = game("deblockle")
    >>> deblockle, deblockle.begin(options={"cubes": 1}).actors
    (<Game deblockle: Deblockle, 2 players>, (0,))
    """

    name: ClassVar[str]
    """The name in commands, records and URLs: lower case, digits, underscores."""
    title: ClassVar[str]
    """The name for people."""
    summary: ClassVar[str]
    """One sentence that makes people want to play."""
    version: int = 1
    """The version of the rules, raised when an old log would replay differently (`with_version`)."""
    oldest: ClassVar[int | None] = None
    """The oldest version that is still playable; None if only the newest is. A game that keeps several has
    `start(seats, options, version)`, and its positions have a field `version: int` that the rules read."""
    seats: ClassVar[range]
    """Possible numbers of players."""
    minutes: ClassVar[int] = 0
    """Usual length of a match; 0 if that is not known."""
    has_secrets: ClassVar[bool] = False
    """Whether seats see different things; True for positions with decks, hands or secrets."""
    bound: ClassVar[int | None] = None
    """After how many steps random play may be cut off; None if every random game ends by itself."""
    usual_options: ClassVar[Mapping[str, JSON]] = {}
    """Options of matches that are set up at a table, in the terminal or in a tournament, unless chosen otherwise."""
    is_uneven: ClassVar[bool] = False
    """Whether the sides are so unequal that a seat may never, or always, win random games."""
    levels: ClassVar[tuple[str, ...]] = (
        "greedy:temperature=1", "greedy:temperature=0.4", "mcts:iterations=20", "mcts:iterations=80",
        "mcts:iterations=320", "perfect:seconds=1.5",
    )  # fmt: skip
    """The bots behind the six levels, the weakest first."""
    layers: ClassVar[tuple[str, ...]] = ()
    """Names of layers that the table shows on request, such as "structures"."""

    Position: Any
    """The type of positions, or a union of tagged types; the first type argument of `Game`."""
    Options: type[O_co]
    """The type of options; the second type argument of `Game`."""

    def __init_subclass__(cls, **kwargs: Any) -> None:
        super().__init_subclass__(**kwargs)
        check_class(cls)
        for base in cls.__dict__.get("__orig_bases__", ()):
            types = get_args(base)
            if len(types) == 2 and not any(isinstance(each, TypeVar) for each in types):
                cls.Position, cls.Options = types

    def __init__(self) -> None:
        self._actions: dict[tuple[int, Options], Actions[Any, Any]] = {}
        self._versions: dict[int, Game[P_co, O_co]] = {self.version: self}
        for kind in get_args(self.Position) or (self.Position,):
            type(self).has_secrets = self.has_secrets or bool(hidden_fields(kind))
            kind._game = self
            if len(self.versions) > 1 and "version" not in kind.__struct_fields__:
                raise TypeError(f"{kind.__name__} needs a field `version: int`: {self.name} keeps several versions.")

    def __repr__(self) -> str:
        return f"<Game {self.name}: {self.title}, {seats_text(self.seats)}>"

    def __str__(self) -> str:
        return f"{self.title}, {seats_text(self.seats)}. {self.summary}"

    # The rules

    @provided_by("position")
    def start(self, seats: int, options: Any) -> P_co:
        """Return the first position; by default the one whose fields all have their default values."""
        return cast(P_co, self.Position())

    @provided_by("events")
    def events(self, before: Any, step: Any, seat: int | None, after: Any) -> Iterable[Event]:
        """Return what a step brought about: a move by `seat`, or a chance outcome as text with seat None."""
        return ()

    @provided_by("serialization")
    def encode(self, position: Any) -> JSON:
        """Return the whole position as JSON, options included; `decode` reads it back."""
        return cast(JSON, msgspec.to_builtins(position, order="sorted"))

    @provided_by("serialization")
    def decode(self, data: JSON) -> P_co:
        """Read what `encode` wrote; BadOptions for anything else. `Position.problems` has the last word."""
        try:
            position = cast(P_co, msgspec.convert(data, self.Position))
            if is_masked(position):
                raise ValueError("some cards are face down; a whole position is needed")
            for problem in position.problems():
                raise ValueError(problem)
        except (msgspec.ValidationError, ValueError) as error:
            raise BadOptions(f"Not a position of {self.title}: {error}.") from None
        return position

    @provided_by("options")
    def variants(self) -> tuple[O_co, ...]:
        """Return the options that `check` plays through; those that do not fit a number of seats are skipped."""
        return (self.read_options(),)

    # How it looks

    @provided_by("zones")
    def zones(self, view: Any, layer: str = "") -> tuple[Zone, ...]:
        """Return the zones of the viewer's table, with one of `layers` shown on request.

        By default what `Position.zones` says; a game whose views are of a type of its own has the function.
        """
        found: tuple[Zone, ...] = view.position.zones(view.seat)
        return found

    def picture(self, view: Any, layer: str = "") -> Picture:
        """Return the view as one plain picture, with one of `layers` shown on request."""
        from boardwright.core.game.table_of import table_of
        from boardwright.core.layout.stacked import picture

        return picture(table_of(self, view, layer))

    @provided_by("view")
    def ended(self, view: Any) -> Any:
        """Return the view after a match that its players or its clock ended: nobody is to act. By default as it is."""
        return view

    def text(self, view: Any, *, color: bool = False) -> str:
        """Return the view for a terminal; without color it still says everything."""
        from boardwright.core.game.table_of import table_of

        return table_of(self, view).text(color=color)

    @provided_by("actions")
    def actions(self, seats: int, options: Any) -> Actions[Any, Any]:
        """Return the numbering of all moves and the array form of positions: by default those declared, and zones."""
        key = (seats, options)
        if key not in self._actions:
            if len(self._actions) >= _ACTIONS:
                self._actions.clear()
            from boardwright.core.game.table_of import actions_of

            self._actions[key] = actions_of(self, self.begin(seats, options))
        return self._actions[key]

    @provided_by("view")
    def prompt(self, view: Any) -> str:
        """Return what the viewer, who is to act, can do now: one sentence in words of the game."""
        return "It is your turn: choose one of the framed parts."

    # For bots

    @cached_property
    def bot(self) -> AnyHeuristics:
        """All that bots ask of the game: the object `BOT` of the package's module `bot`, or one that knows no more."""
        from boardwright.core.search.heuristics import Heuristics

        found = member(type(self), "bot", "BOT")
        if found is None:
            for name in vars(Heuristics):
                if not name.startswith("_") and member(type(self), "bot", name) is not None:
                    home = "a subclass of Heuristics (boardwright.api), whose one object in bot.py is BOT"
                    raise TypeError(f"{self.name}: nothing asks {name} of bot.py: make it a member of {home}.")
            return Heuristics()
        if not isinstance(found, Heuristics):
            raise TypeError(f"{self.name}: BOT in bot.py is {found!r:.60}, not an object of a subclass of Heuristics.")
        return found

    @provided_by("kernel")
    def kernel(self, position: Any) -> KernelTables[Any, Any] | None:
        """Return the tables of a compiled kernel that plays on from there; None if there is none.

        Equal variants give the same object. The rules in Python stay the authority, and work without it.
        """
        return None

    # Figures, records, achievements

    @provided_by("notation")
    def notations(self) -> Mapping[str, Notation]:
        """Return file formats of other programs, by name: what `boardwright convert` and the page read and write."""
        return {}

    @provided_by("perft")
    def perfts(self) -> tuple[Perft, ...]:
        """Return known numbers of move sequences, small enough to count within a second or so."""
        return ()

    @provided_by("events")
    def achievements(self) -> tuple[Achievement, ...]:
        """Return the achievements of this game; those for playing and winning at all are the server's."""
        return ()

    # Versions

    @property
    def versions(self) -> range:
        """The versions of the rules that can be played, oldest first."""
        return range(self.oldest or type(self).version, type(self).version + 1)

    def with_version(self, version: int) -> Game[P_co, O_co]:
        """Return the game with the rules of that version; UnknownVersion says which ones can be played.

        >>> from boardwright.core.game.registry import game, names
        >>> game(names()[0]).with_version(99)
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

    def read_options(self, given: Mapping[str, JSON] | None = None) -> O_co:
        """Return options from JSON values or command-line texts."""
        return read_options(self.Options, given)

    def begin(self, seats: int | None = None, options: GivenOptions = None) -> P_co:
        """Return the first position: `start` with defaults, the number of seats checked and the options read."""
        seats = usual_seats(self.seats) if seats is None else seats
        if seats not in self.seats:
            raise BadOptions(f"{self.title} is for {seats_text(self.seats)}, not {seats}.")
        if options is None or isinstance(options, Mapping):
            options = self.read_options(options)
        version = () if len(self.versions) == 1 else (self.version,)
        return cast(P_co, cast(Any, self).start(seats, options, *version))


AnyGame: TypeAlias = Game[AnyPosition, Options]
