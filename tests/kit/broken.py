"""Small broken games: each is a toy with one thing wrong, here Guess, which one law must catch by certain words."""

from __future__ import annotations

import random
from array import array
from collections.abc import Callable, Collection
from typing import Annotated, Any, NamedTuple, Self, TypeVar, cast

import msgspec
from msgspec.structs import force_setattr, replace

from boardwright.core.chance.distribution import Distribution
from boardwright.core.drawing.picture import Shape, shape, words
from boardwright.core.game.explanation import ScoreRow
from boardwright.core.game.game import AnyGame, Game
from boardwright.core.game.perft import Perft
from boardwright.core.hidden import Secret
from boardwright.core.layout import Field, Item, Items, Role, Symbol, Zone, grid_frame
from boardwright.core.moves import Move, Number
from boardwright.core.moves.declarations import Declarations
from boardwright.core.moves.gesture import Drag, Gesture, Put
from boardwright.core.refusal import BadOptions, Refusal
from boardwright.core.rules.event import Event
from boardwright.core.rules.options import Options
from boardwright.core.rules.outcome import Outcome
from boardwright.core.rules.timed import Timed
from boardwright.core.search.heuristics import Heuristics
from boardwright.core.search.numbering import Actions, Plane
from tests.toys import CARDS, MOVES, Guess, Guessing, GuessMove, GuessView, Roll, Say, Stop, encode_guess

K = TypeVar("K")


class Broken(NamedTuple):
    """A broken game: the law that must catch it, words of the finding, words of the fix."""

    game: type[AnyGame]
    law: str
    finding: str
    fix: str

    def __repr__(self) -> str:
        return f"{self.law}-{self.game.__name__}"


BROKEN: dict[str, Broken] = {}
"""All broken games by their names."""


class Catalog:
    """Enters games that are a toy but for a type of positions or moves, or some of the game's members.

    As a decorator of such a type it enters a game of the same name.
    """

    def __init__(self, toy: type[AnyGame]) -> None:
        self._toy = toy

    def __call__(self, law: str, finding: str, fix: str, **members: Any) -> Callable[[type[K]], type[K]]:
        def entered(kind: type[K]) -> type[K]:
            if issubclass(kind, Game):
                BROKEN[kind.__name__] = Broken(kind, law, finding, fix)
            else:
                position = self.moving(kind) if issubclass(kind, Move) else kind
                self.enter(kind.__name__, law, finding, fix, Position=position, **members)
            return kind

        return entered

    def enter(self, name: str, law: str, finding: str, fix: str, **members: Any) -> None:
        """Enter a game with those members in place of the toy's."""
        BROKEN[name] = Broken(type(name, (self._toy,), members), law, finding, fix)

    def moving(self, kind: type[Move]) -> Any:
        """Return the toy's positions with that type of moves in place of its base."""
        position: Any = type("Position", (self._toy.Position,), {}, frozen=True)
        kinds = [kind if issubclass(kind, each) else each for each in self._toy.Position.moves.kinds]
        position.moves = Declarations(position, kinds)
        return position


broken = Catalog(Guess)


def but(kind: type, **members: Any) -> Any:
    """Return that type of structs with other members."""
    return type(kind.__name__, (kind,), members, frozen=True)


def moving(**members: Any) -> Any:
    """Return positions whose guesses have other members."""
    return broken.moving(but(Say, **members))


def numbering(moves: tuple[GuessMove, ...] = MOVES, number: float = 0.0, **more: Any) -> Any:
    """Return `actions` that number those moves and encode every position as one number."""
    given = {"encode": lambda position, seat: array("f", [number]), **more}
    return lambda game, seats, options: Actions(moves, planes=[Plane("number", "any")], **given)


def showing(zone: Callable[[], Zone]) -> Any:
    """Return `zones` that show one more."""
    return lambda game, view, layer="": (*Guess.zones(game, view), zone())


def belled(bell: Shape) -> Items:
    """Return a hand with a symbol of that shape."""
    return Items(role=Role.HAND, items=(Item(art=Symbol([bell], (0, 0, 9, 9), words="a bell")),))


def framed() -> Field:
    """Return a board with a symbol below its place."""
    frame = grid_frame("a", "1", 9, ground=[words(0, 0, "\x07", 9)])
    return Field(role=Role.BOARD, frame=frame, cells=(None,))


# Law 1, pure


@broken("pure", "changed the position", "Build the next position from copies")
class PlayChangesItsPosition(Guessing, frozen=True):
    def apply(self, move: GuessMove, seat: int) -> Self | Refusal:
        if move == Roll():
            force_setattr(self, "die", 6)
        return super().apply(move, seat)

    def legal(self, seat: int) -> Collection[GuessMove]:
        return MOVES[5:] if all(self.guesses) else MOVES[:5]


@broken("pure", "view(1) changed the position", "never assign")
class ViewChangesItsPosition(Guessing, frozen=True):
    def view(self, seat: int | None) -> GuessView:
        if seat == 1 and self.die:
            force_setattr(self, "die", 1 + self.die % 6)
        return super().view(seat)


@broken("pure", "different position", "no random module", actions=numbering())
class RulesThrowTheirOwnDice(Guessing, frozen=True):
    def apply(self, move: GuessMove, seat: int) -> Self | Refusal:
        if move == Roll():
            return self.replace(die=1 + int(random.random() * 1e6))
        return super().apply(move, seat)


@broken("pure", "another hash", "Leave __eq__ and __hash__ to Position")
class HashByIdentity(Guessing, frozen=True):
    def __hash__(self) -> int:
        return id(self)


# Law 2, complete


def _refusing(code: str, text: str, *marks: str) -> Any:
    """Return positions whose refusals have that code, text and marks."""

    class Refusing(Guessing, frozen=True):
        def apply(self, move: GuessMove, seat: int) -> Self | Refusal:
            after = super().apply(move, seat)
            return Refusal(code, text, marks) if isinstance(after, Refusal) else after

    return Refusing


@broken("complete", "raises IndexError", "takes any text")
class ParseCrashes(Say, frozen=True):
    @classmethod
    def parse(cls, text: str, position: Any) -> Any:
        return None if text in ("roll", "stop") else cls([1, 2, 3, 4, 5][int(text[6]) - 1])


class _Moves(Collection[GuessMove]):
    def __init__(self, moves: tuple[GuessMove, ...], length: int) -> None:
        self.moves, self.length = moves, length

    def __iter__(self) -> Any:
        return iter(self.moves)

    def __len__(self) -> int:
        return self.length

    def __contains__(self, move: object) -> bool:
        return move in self.moves


@broken("complete", "has length 4 but yields 5", "from the same table")
class LengthIsNotWhatIsListed(Guessing, frozen=True):
    def legal(self, seat: int) -> Collection[GuessMove]:
        moves = tuple(super().legal(seat))
        return _Moves(moves, len(moves) - (len(moves) == 5))


class _Lenient(_Moves):
    def __contains__(self, move: object) -> bool:
        return move in MOVES


@broken("complete", "but iteration leaves it out", "from the same rules")
class MembershipIsNotIteration(Guessing, frozen=True):
    def legal(self, seat: int) -> Collection[GuessMove]:
        moves = tuple(super().legal(seat))
        return _Lenient(moves, len(moves))


@broken("complete", "yields guess 1 twice", "Yield every move once")
class MoveListedTwice(Guessing, frozen=True):
    def legal(self, seat: int) -> Collection[GuessMove]:
        moves = tuple(super().legal(seat))
        return moves + moves[:1]


@broken("complete", "has no legal move", "give it a pass")
class ActorWithoutMoves(Guessing, frozen=True):
    def apply(self, move: GuessMove, seat: int) -> Self | Refusal:
        return Refusal("stuck", "A six.") if self.die == 6 else super().apply(move, seat)


@broken("complete", "nobody is to act", "Say who acts")
class NobodyActs(Guessing, frozen=True):
    @property
    def actors(self) -> tuple[int, ...]:
        return () if self.die == 6 else super().actors


@broken("complete", "although chance acts", "Return () from actors")
class ActorsWhileChanceActs(Guessing, frozen=True):
    @property
    def actors(self) -> tuple[int, ...]:
        return (0,) if self.rolling else super().actors


@broken("complete", "chance is", "leave out what cannot come")
class OutcomeThatNeverComes(Guessing, frozen=True):
    @property
    def chance(self) -> Distribution | None:
        return Distribution((*CARDS, "6"), (1, 1, 1, 1, 1, 0)) if self.rolling else super().chance


# Law 3, round trips


@broken("round trips", "reads back as TextReadsBackDifferently(number=4)", "str(move) and parse are inverse")
class TextReadsBackDifferently(Say, frozen=True):
    @classmethod
    def parse(cls, text: str, position: Any) -> Any:
        return cls(4) if text == "guess 5" else super().parse(text, position)


@broken("round trips", "but reads back as ", "a tag of its own")
class JsonDoesNotReadBack(Roll, frozen=True, tag="stop"):
    notation = "roll"


@broken("round trips", "fractions that other programs write differently", "Use whole numbers")
class FractionsThatOthersWriteDifferently(Guessing, frozen=True):
    def outcome(self) -> Outcome | None:
        found = super().outcome()
        return None if found is None else replace(found, detail={"pace": 1e-7})


@broken("round trips", "BadOptions", "fix the line")
class OptionsThatDoNotReadBack(Guess):
    def begin(self, seats: int | None = None, options: Any = None) -> Guessing:
        return self.start(2, options or self.read_options())

    def read_options(self, given: Any = None) -> Options:
        if given is not None:
            raise BadOptions("Options cannot be read.")
        return Options()


# Law 4, no leaks


@broken("no leaks", "the list of legal moves for seat", "the order it comes in")
class OrderOfMovesTells(Guessing, frozen=True):
    def legal(self, seat: int) -> Collection[GuessMove]:
        moves = tuple(super().legal(seat))
        return moves[::-1] if sum(self.cards) % 2 else moves


class _Careless(Heuristics[Guessing]):
    def secrets_affect_moves(self, position: Guessing) -> bool:
        return False


@broken("no leaks", "has other moves in a resample", "Let secrets_affect_moves return True", bot=_Careless())
class MovesVaryInSilence(Guessing, frozen=True):
    """Nobody guesses their own card."""

    def legal(self, seat: int) -> Collection[GuessMove]:
        moves = super().legal(seat)
        return tuple(move for move in moves if move != Say(self.cards[seat]))


@broken("no leaks", "the refusal of", "Refuse by what the seat can see")
class RefusalTells(Guessing, frozen=True):
    def apply(self, move: GuessMove, seat: int) -> Self | Refusal:
        after = super().apply(move, seat)
        marks = (f"guess {1 + sum(self.cards) % 5}",)
        return replace(after, marks=marks) if isinstance(after, Refusal) else after


@broken("no leaks", "the log shows", "Declare the move as secret")
class LogShowsTheDeal(Guessing, frozen=True):
    @property
    def chance(self) -> Distribution | None:
        return Distribution.uniform(CARDS) if len(self.cards) < 2 else super().chance


@broken("no leaks", "resample differently with the same rng", "Let the domain of a secret")
class ResampleKnowsTheTruth(Guessing, frozen=True):
    dealt: Annotated[tuple[Secret[int], ...], Number(1, 5, now="others")] = ()

    def others(self, seat: int) -> tuple[int, ...]:
        return tuple(number for number in range(1, 6) if number != self.cards[seat])


@broken("no leaks", "fallback for seat", "Choose the fallback by what the seat sees")
class FallbackTells(Guessing, frozen=True):
    def fallback(self, seat: int) -> GuessMove | None:
        return Stop() if all(self.guesses) else Say(self.cards[1 - seat])


@broken("no leaks", "although Game.has_secrets is False", "Set has_secrets = True")
class SecretsUndeclared(Guess):
    def __init__(self) -> None:
        super().__init__()
        type(self).has_secrets = False


@broken("display", "but that move is made by", "of this kind on these parts")
class FromGestureMakesDo(Say, frozen=True):
    @classmethod
    def from_gesture(cls, gesture: Gesture, position: Any) -> Any:
        found = super().from_gesture(gesture, position)
        return found or (None if gesture.names[:1] in (("roll",), ("stop",)) else cls(1))


@broken("display", "but that move is made by", "of this kind on these parts")
class FromGestureIgnoresTheTarget(Say, frozen=True):
    @classmethod
    def from_gesture(cls, gesture: Gesture, position: Any) -> Any:
        return cls.parse(gesture.names[0], position) if gesture.names else None


@broken("display", "from_gesture returns None for the gesture of", "read the parts, the turn and the number")
class FromGestureIsMissing(Say, frozen=True):
    def gesture(self, position: Any) -> Gesture:
        return Put(str(self), str(self), turn=1)


@broken("no leaks", "the move for", "tell nothing hidden")
class FromGestureTells(Say, frozen=True):
    @classmethod
    def from_gesture(cls, gesture: Gesture, position: Any) -> Any:
        found = super().from_gesture(gesture, position)
        return None if found and found.number not in position.cards and found not in position.legal_moves() else found


@broken("display", "ends on 'stop', which is a button", "buttons are only pressed")
class TargetIsAButton(Say, frozen=True):
    def gesture(self, position: Any) -> Gesture:
        return Drag(str(self), "stop")

    @classmethod
    def from_gesture(cls, gesture: Gesture, position: Any) -> Self | None:
        return cls.parse(gesture.part, position) if isinstance(gesture, Drag) else None


# Law 5, ends


@broken("ends", "has not ended after", "Game.bound", bound=None)
class NeverEnds(Guessing, frozen=True):
    def apply(self, move: GuessMove, seat: int) -> Self | Refusal:
        return Refusal("never", "Nobody stops.") if move == Stop() else super().apply(move, seat)

    def fallback(self, seat: int) -> GuessMove | None:
        return next(iter(self.legal_moves(seat)))


@broken("ends", "the score table adds up to (-1, 0)", "a row for everything that counts")
class ScoreTableMissesPoints(Guess):
    def __init__(self) -> None:
        super().__init__()
        found = {("bot", "score_table"): lambda position: (ScoreRow("Penalty", (-1, 0)),)}
        self.__dict__["_own_functions"] = found


def _ending(outcome: Outcome) -> Any:
    """Return positions whose game ends with that outcome."""

    class Ending(Guessing, frozen=True):
        def outcome(self) -> Outcome | None:
            return outcome if self.over else None

    return Ending


@broken("ends", "may still play roll after the end", "as_of")
class MovesAfterTheEnd(Timed[GuessMove, GuessView], Guessing, frozen=True):
    def as_of(self, at: int) -> Self:
        return self.replace(over=False)


@broken("ends", "ZeroDivisionError: oops", "Play the record given here")
class ApplyCrashes(Guessing, frozen=True):
    def apply(self, move: GuessMove, seat: int) -> Self | Refusal:
        if self.die == 6:
            raise ZeroDivisionError("oops")
        return super().apply(move, seat)


@broken("ends", "apply('stop') returned None, not a position", "perhaps `return` is missing")
class ApplyReturnsNothing(Guessing, frozen=True):
    def apply(self, move: GuessMove, seat: int) -> Self | Refusal:
        return super().apply(move, seat) if move != Stop() else cast("Self", None)


@broken("ends", "the field seen holds a list", "A sorted tuple serves as a set")
class MutableField(Guessing, frozen=True):
    seen: Any = ()

    def apply(self, move: GuessMove, seat: int) -> Self | Refusal:
        after = super().apply(move, seat)
        return after if isinstance(after, Refusal) else after.replace(seen=[move])


@broken("ends", "no number of seats", "Let start accept")
class NoTableFits(Guess):
    def start(self, seats: int, options: Options) -> Guessing:
        raise BadOptions("Never.")


# All laws: games with one other member

ENTRIES: tuple[tuple[str, str, str, str, dict[str, Any]], ...] = (
    ("RefusalWithoutReason", "complete", "and text ''", "a sentence that names the rule",
     {"Position": _refusing("illegal", "")}),
    ("RefusalWithOpenBraces", "complete", "The {nubmer} is not possible.", "{nubmer} stands for nothing",
     {"Position": _refusing("illegal", "The {nubmer} is not possible.")}),
    ("RefusalCodeForPeople", "complete", "code 'Not Here!'", "lower case with underscores",
     {"Position": _refusing("Not Here!", "Not there.")}),
    ("MoveWithoutNumber", "round trips", "the legal move stop has no number", "lists every move",
     {"actions": numbering(MOVES[:-1])}),
    ("MoveNumberedTwice", "round trips", "numbers a move twice", "List every move once",
     {"actions": numbering((*MOVES, Stop()))}),
    ("BlindObservation", "complete", "has the same observation at steps", "everything that the legal moves depend on",
     {"actions": numbering()}),
    ("RefusalMarksNothingDrawn", "display", "marks 'moon'", "by the names that they have in the zones",
     {"Position": _refusing("illegal", "Not there.", "moon")}),
    ("PictureIsNoXml", "display", "the picture is not valid XML", "shapes of boardwright.api",
     {"zones": showing(lambda: Items(role=Role.TEXT, lines=("\x07",)))}),
    ("SymbolIsNoXml", "display", "<Symbol 'a bell'> is not valid XML", "shapes of boardwright.api",
     {"zones": showing(lambda: belled(words(0, 0, "\x07", 9)))}),
    ("SymbolWithAScript", "display", "A drawing cannot have '<script' in it", "fix the line named here",
     {"zones": showing(lambda: belled(shape("script", text="ring()")))}),
    ("FrameIsNoXml", "display", "<Frame of 1 places> is not valid XML", "shapes of boardwright.api",
     {"zones": showing(framed)}),
    ("ItemShowsNothing", "display", "a zone shows 'moon'", "names of spots or items",
     {"zones": showing(lambda: Items(role=Role.HAND, items=(Item(name="moon r1", shows="moon", turn=1),)))}),
    ("ArrayOfWrongShape", "display", "actions.encode gives 3 numbers", "row-major",
     {"actions": numbering(cells=(4,), encode=encode_guess)}),
    ("ArrayOutOfRange", "display", "numbers from 7.0 to 7.0", "between -1 and 1", {"actions": numbering(number=7.0)}),
    ("MaskOfNothing", "display", "the mask of actions has 0 moves", "or leave it out",
     {"actions": numbering(cells=(3,), encode=encode_guess, mask=lambda position, seat: bytearray(len(MOVES)))}),
    ("NumbersOfAllMoves", "display", "the find of actions has", "or leave it out",
     {"actions": numbering(cells=(3,), encode=encode_guess, find=lambda position, seat: range(len(MOVES)))}),
    ("ScoresForMoreSeats", "ends", "3 scores for 2 seats", "one score per seat",
     {"Position": _ending(Outcome((1, 2, 3), (0,), "guess"))}),
    ("WinnerIsNotAtTheTable", "ends", "the winners are (2,)", "from 0 on",
     {"Position": _ending(Outcome((1, 2), (2,), "guess"))}),
    ("EndWithoutReason", "ends", "has no reason", "Name in a word", {"Position": _ending(Outcome((1, 2), (1,), ""))}),
    ("MiscountedPerft", "counts", "50 sequences of 2 steps instead of 51", "by first step",
     {"perfts": lambda game: (Perft(depth=2, count=51, after=("1", "2")),)}),
    ("NoRefusalOutOfTurn", "complete", "but it is not refused", "Return a Refusal from out_of_turn",
     {"Position": but(Guessing, out_of_turn=lambda self, move, seat: None)}),
    ("FallbackIsIllegal", "complete", "fallback(0) is stop", "return a legal move",
     {"Position": but(Guessing, fallback=lambda self, seat: Stop())}),
    ("FallbackNeverThere", "complete", "fallback(0) is None", "at the beginning of each turn",
     {"Position": but(Guessing, fallback=lambda self, seat: Stop() if all(self.guesses) else None)}),
    ("UndoTells", "no leaks", "is_undoable is", "public facts only",
     {"Position": but(Guessing, is_undoable=property(lambda self: sum(self.cards) % 2 == 0))}),
    ("WordsTell", "no leaks", "gesture or words", "from what the mover sees",
     {"Position": moving(words=lambda move, position: f"{move}, with {position.cards} dealt")}),
    ("GestureOfNothingDrawn", "display", "uses 'table'", "this name, in the zones",
     {"Position": moving(gesture=lambda move, position: Drag(str(move), "table"))}),
    ("WordsAllAlike", "display", "are both called 'Guess'", "such as {cell} or {number}",
     {"Position": moving(words=lambda move, position: "Guess")}),
    ("FromGestureIsNoInverse", "display", "for the gesture of", "from_gesture is the inverse of gesture",
     {"Position": moving(from_gesture=classmethod(lambda say, gesture, position: say(1)))}),
    ("FromGestureCrashes", "display", "raises ValueError", "return None for the rest",
     {"Position": moving(from_gesture=classmethod(lambda say, gesture, position: say(int(gesture.names[0][6:]))))}),
    ("GestureCoversButtons", "display", "which is no place of a board", "spots of a Field",
     {"Position": moving(covers=lambda move, position: ("roll", "stop"))}),
    ("EventsTell", "no leaks", "events reveal", "Event.seats",
     {"events": lambda game, *step: (Event("dealt", f"The cards sum to {sum(step[-1].cards)}."),)}),
    ("DecodeForgets", "round trips", "not the same position", "encode holds everything that __eq__ compares",
     {"decode": lambda game, data: Guess.decode(game, data).replace(die=0)}),
    ("DecodeTrusts", "round trips", "raises ValidationError", "decode raises BadOptions",
     {"decode": lambda game, data: msgspec.convert(data, Guessing)}),
    ("LegalHasARefusedMove", "ends", "which legal lists, is refused", "Let legal list what apply does not refuse",
     {"Position": but(Guessing, legal=lambda self, seat: MOVES)}),
    ("LegalIsAGenerator", "ends", "legal(0) returned generator", "Return a tuple of moves",
     {"Position": but(Guessing, legal=lambda self, seat: (move for move in Guessing.legal(self, seat)))}),
    ("ViewShowsCards", "no leaks", "view for", "Make view(seat) from what",
     {"Position": but(Guessing, view=lambda self, seat: replace(Guessing.view(self, seat), cards=self.cards))}),
)  # fmt: skip
for _name, _law, _finding, _fix, _members in ENTRIES:
    broken.enter(_name, _law, _finding, _fix, **_members)
