"""Small broken games: each is Guess with one thing wrong, and says which law must catch it and by which words."""

from __future__ import annotations

import random
from array import array
from collections.abc import Collection
from typing import Annotated, Any, ClassVar, Self, cast

import msgspec

from boardwright.core.canonical import JSON
from boardwright.core.chance.distribution import Distribution
from boardwright.core.drawing.picture import shape, words
from boardwright.core.game.explanation import ScoreRow
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
from boardwright.core.search.perft import Perft
from tests.toys import CARDS, MOVES, Guess, Guessing, GuessMove, GuessView, Roll, Say, Stop, encode_guess

NUMBER = Plane("number", "any")


class BrokenGuess(Guess):
    """What a broken game names: the law, words of the finding, words of the fix."""

    law: ClassVar[str]
    finding: ClassVar[str]
    fix: ClassVar[str]
    Position: Any = Guessing

    def __init_subclass__(cls, **more: Any) -> None:
        super().__init_subclass__(**more)
        if "Position" in vars(cls):
            cls.Position.__qualname__ = f"{cls.__qualname__}.Position"  # the path by which positions are pickled

    def start(self, seats: int, options: Options) -> Guessing:
        position: Guessing = self.Position()
        return position


def guessing(*kinds: Any) -> Any:
    """Return positions of Guess that have moves of those types."""

    class Position(Guessing, frozen=True): ...

    Position.moves = Declarations(Position, kinds)
    return Position


# Law 1, pure


class _Scribbler(Guessing, frozen=True):
    def apply(self, move: GuessMove, seat: int) -> Self | Refusal:
        if move == Roll():
            msgspec.structs.force_setattr(self, "die", 6)
        return super().apply(move, seat)

    def legal(self, seat: int) -> Collection[GuessMove]:
        return MOVES[5:] if all(self.guesses) else MOVES[:5]


class PlayChangesItsPosition(BrokenGuess):
    law, finding, fix = "pure", "changed the position", "Build the next position from copies"
    Position = _Scribbler


class _Curious(Guessing, frozen=True):
    def view(self, seat: int | None) -> GuessView:
        if seat == 1 and self.die:
            msgspec.structs.force_setattr(self, "die", 1 + self.die % 6)
        return super().view(seat)


class ViewChangesItsPosition(BrokenGuess):
    law, finding, fix = "pure", "view(1) changed the position", "never assign"
    Position = _Curious


class _Gambler(Guessing, frozen=True):
    def apply(self, move: GuessMove, seat: int) -> Self | Refusal:
        if move == Roll():
            return self.replace(die=1 + int(random.random() * 1e6))
        return super().apply(move, seat)


class RulesThrowTheirOwnDice(BrokenGuess):
    law, finding, fix = "pure", "different position", "no random module"
    Position = _Gambler

    def actions(self, seats: int, options: Options) -> Actions[GuessMove, Guessing]:
        return Actions(MOVES, planes=[NUMBER], encode=lambda position, seat: array("f", [0.0]))


class _Singular(Guessing, frozen=True):
    def __hash__(self) -> int:
        return id(self)


class HashByIdentity(BrokenGuess):
    law, finding, fix = "pure", "another hash", "Leave __eq__ and __hash__ to Position"
    Position = _Singular


# Law 2, complete


def _refusing(code: str, text: str, *marks: str) -> Any:
    """Return positions whose refusals have that code, text and marks."""

    class Refusing(Guessing, frozen=True):
        def apply(self, move: GuessMove, seat: int) -> Self | Refusal:
            after = super().apply(move, seat)
            return Refusal(code, text, marks) if isinstance(after, Refusal) else after

    return Refusing


class RefusalWithoutReason(BrokenGuess):
    law, finding, fix = "complete", "and text ''", "a sentence that names the rule"
    Position = _refusing("illegal", "")


class RefusalWithOpenBraces(BrokenGuess):
    law, finding, fix = "complete", "The {nubmer} is not possible.", "{nubmer} stands for nothing"
    Position = _refusing("illegal", "The {nubmer} is not possible.")


class RefusalCodeForPeople(BrokenGuess):
    law, finding, fix = "complete", "code 'Not Here!'", "lower case with underscores"
    Position = _refusing("Not Here!", "Not there.")


class _Absolving(Guessing, frozen=True):
    def out_of_turn(self, move: GuessMove, seat: int | None) -> Refusal:
        return cast("Refusal", None)


class NoRefusalOutOfTurn(BrokenGuess):
    law, finding, fix = "complete", "but it is not refused", "Return a Refusal from out_of_turn"
    Position = _Absolving


class _Brittle(Say, frozen=True):
    @classmethod
    def parse(cls, text: str, position: Any) -> Any:
        return None if text in ("roll", "stop") else cls([1, 2, 3, 4, 5][int(text[6]) - 1])


class ParseCrashes(BrokenGuess):
    law, finding, fix = "complete", "raises IndexError", "takes any text"
    Position = guessing(_Brittle, Roll, Stop)


class _Moves(Collection[GuessMove]):
    def __init__(self, moves: tuple[GuessMove, ...], length: int) -> None:
        self.moves, self.length = moves, length

    def __iter__(self) -> Any:
        return iter(self.moves)

    def __len__(self) -> int:
        return self.length

    def __contains__(self, move: object) -> bool:
        return move in self.moves


class _Miscounting(Guessing, frozen=True):
    def legal(self, seat: int) -> Collection[GuessMove]:
        moves = tuple(super().legal(seat))
        return _Moves(moves, len(moves) - (len(moves) == 5))


class LengthIsNotWhatIsListed(BrokenGuess):
    law, finding, fix = "complete", "has length 4 but yields 5", "from the same table"
    Position = _Miscounting


class _Lenient(_Moves):
    def __contains__(self, move: object) -> bool:
        return move in MOVES


class _TwoMinds(Guessing, frozen=True):
    def legal(self, seat: int) -> Collection[GuessMove]:
        moves = tuple(super().legal(seat))
        return _Lenient(moves, len(moves))


class MembershipIsNotIteration(BrokenGuess):
    law, finding, fix = "complete", "but iteration leaves it out", "from the same rules"
    Position = _TwoMinds


class _Twice(Guessing, frozen=True):
    def legal(self, seat: int) -> Collection[GuessMove]:
        moves = tuple(super().legal(seat))
        return moves + moves[:1]


class MoveListedTwice(BrokenGuess):
    law, finding, fix = "complete", "yields guess 1 twice", "Yield every move once"
    Position = _Twice


class _Stuck(Guessing, frozen=True):
    def apply(self, move: GuessMove, seat: int) -> Self | Refusal:
        return Refusal("stuck", "A six.") if self.die == 6 else super().apply(move, seat)


class ActorWithoutMoves(BrokenGuess):
    law, finding, fix = "complete", "has no legal move", "give it a pass"
    Position = _Stuck


class _Nobody(Guessing, frozen=True):
    @property
    def actors(self) -> tuple[int, ...]:
        return () if self.die == 6 else super().actors


class NobodyActs(BrokenGuess):
    law, finding, fix = "complete", "nobody is to act", "Say who acts"
    Position = _Nobody


class _Hasty(Guessing, frozen=True):
    @property
    def actors(self) -> tuple[int, ...]:
        return (0,) if self.rolling else super().actors


class ActorsWhileChanceActs(BrokenGuess):
    law, finding, fix = "complete", "although chance acts", "Return () from actors"
    Position = _Hasty


class _Absent(Guessing, frozen=True):
    def fallback(self, seat: int) -> GuessMove | None:
        return Stop()


class FallbackIsIllegal(BrokenGuess):
    law, finding, fix = "complete", "fallback(0) is stop", "return a legal move"
    Position = _Absent


class _Helpless(Guessing, frozen=True):
    def fallback(self, seat: int) -> GuessMove | None:
        return Stop() if all(self.guesses) else None


class FallbackNeverThere(BrokenGuess):
    law, finding, fix = "complete", "fallback(0) is None", "at the beginning of each turn"
    Position = _Helpless


class _Weightless(Guessing, frozen=True):
    @property
    def chance(self) -> Distribution | None:
        return Distribution((*CARDS, "6"), (1, 1, 1, 1, 1, 0)) if self.rolling else super().chance


class OutcomeThatNeverComes(BrokenGuess):
    law, finding, fix = "complete", "chance is", "leave out what cannot come"
    Position = _Weightless


# Law 3, round trips


class _Misread(Say, frozen=True):
    @classmethod
    def parse(cls, text: str, position: Any) -> Any:
        return cls(4) if text == "guess 5" else super().parse(text, position)


class TextReadsBackDifferently(BrokenGuess):
    law, finding, fix = "round trips", "reads back as _Misread(number=4)", "str(move) and parse are inverse"
    Position = guessing(_Misread, Roll, Stop)


class _Rolling(Roll, frozen=True, tag="stop"):
    notation = "roll"


class JsonDoesNotReadBack(BrokenGuess):
    law, finding, fix = "round trips", "but reads back as ", "a tag of its own"
    Position = guessing(Say, _Rolling, Stop)


class MoveWithoutNumber(BrokenGuess):
    law, finding, fix = "round trips", "the legal move stop has no number", "lists every move"

    def actions(self, seats: int, options: Options) -> Actions[GuessMove, Guessing]:
        return Actions(MOVES[:-1], planes=[NUMBER], encode=lambda position, seat: array("f", [0.0]))


class MoveNumberedTwice(BrokenGuess):
    law, finding, fix = "round trips", "numbers a move twice", "List every move once"

    def actions(self, seats: int, options: Options) -> Actions[GuessMove, Guessing]:
        return Actions((*MOVES, Stop()), planes=[NUMBER], encode=lambda position, seat: array("f", [0.0]))


class BlindObservation(BrokenGuess):
    law, finding, fix = "complete", "has the same observation at steps", "everything that the legal moves depend on"

    def actions(self, seats: int, options: Options) -> Actions[GuessMove, Guessing]:
        return Actions(MOVES, planes=[NUMBER], encode=lambda position, seat: array("f", [0.0]))


class DecodeTrusts(BrokenGuess):
    law, finding, fix = "round trips", "raises ValidationError", "decode raises BadOptions"

    def decode(self, data: JSON) -> Guessing:
        position: Guessing = msgspec.convert(data, self.Position)
        return position


class DecodeForgets(BrokenGuess):
    law, finding, fix = "round trips", "not the same position", "encode holds everything that __eq__ compares"

    def decode(self, data: JSON) -> Guessing:
        return super().decode(data).replace(die=0)


class _Fractional(Guessing, frozen=True):
    def outcome(self) -> Outcome | None:
        found = super().outcome()
        return None if found is None else msgspec.structs.replace(found, detail={"pace": 1e-7})


class FractionsThatOthersWriteDifferently(BrokenGuess):
    law, finding, fix = "round trips", "fractions that other programs write differently", "Use whole numbers"
    Position = _Fractional


class OptionsThatDoNotReadBack(BrokenGuess):
    law, finding, fix = "round trips", "BadOptions", "fix the line"

    def begin(self, seats: int | None = None, options: Any = None) -> Guessing:
        return self.start(2, options or self.read_options())

    def read_options(self, given: Any = None) -> Options:
        if given is not None:
            raise BadOptions("Options cannot be read.")
        return Options()


# Law 4, no leaks


class _OpenHand(Guessing, frozen=True):
    def view(self, seat: int | None) -> GuessView:
        return msgspec.structs.replace(super().view(seat), cards=self.cards)


class ViewShowsCards(BrokenGuess):
    law, finding, fix = "no leaks", "view for", "Make view(seat) from what"
    Position = _OpenHand


class _Sorted(Guessing, frozen=True):
    def legal(self, seat: int) -> Collection[GuessMove]:
        moves = tuple(super().legal(seat))
        return moves[::-1] if sum(self.cards) % 2 else moves


class OrderOfMovesTells(BrokenGuess):
    law, finding, fix = "no leaks", "the list of legal moves for seat", "the order it comes in"
    Position = _Sorted


class _Tactful(Guessing, frozen=True):
    """Nobody guesses their own card."""

    def legal(self, seat: int) -> Collection[GuessMove]:
        moves = super().legal(seat)
        return tuple(move for move in moves if move != Say(self.cards[seat]))


class _Careless(Heuristics[Guessing]):
    def secrets_affect_moves(self, position: Guessing) -> bool:
        return False


class MovesVaryInSilence(BrokenGuess):
    law, finding, fix = "no leaks", "has other moves in a resample", "Let secrets_affect_moves return True"
    Position = _Tactful
    bot = _Careless()


class _Hinting(Guessing, frozen=True):
    def apply(self, move: GuessMove, seat: int) -> Self | Refusal:
        after = super().apply(move, seat)
        marks = (f"guess {1 + sum(self.cards) % 5}",)
        return msgspec.structs.replace(after, marks=marks) if isinstance(after, Refusal) else after


class RefusalTells(BrokenGuess):
    law, finding, fix = "no leaks", "the refusal of", "Refuse by what the seat can see"
    Position = _Hinting


class _Gossip(Guessing, frozen=True):
    @property
    def chance(self) -> Distribution | None:
        return Distribution.uniform(CARDS) if len(self.cards) < 2 else super().chance


class LogShowsTheDeal(BrokenGuess):
    law, finding, fix = "no leaks", "the log shows", "Declare the move as secret"
    Position = _Gossip


class EventsTell(BrokenGuess):
    law, finding, fix = "no leaks", "events reveal", "Event.seats"

    def events(self, before: Guessing, step: Move | str, seat: int | None, after: Guessing) -> tuple[Event, ...]:
        return (Event("dealt", f"The cards sum to {sum(after.cards)}."),)


class _Knowing(Guessing, frozen=True):
    dealt: Annotated[tuple[Secret[int], ...], Number(1, 5, now="others")] = ()

    def others(self, seat: int) -> tuple[int, ...]:
        return tuple(number for number in range(1, 6) if number != self.cards[seat])


class ResampleKnowsTheTruth(BrokenGuess):
    law, finding, fix = "no leaks", "resample differently with the same rng", "Let the domain of a secret"
    Position = _Knowing


class _Nervous(Guessing, frozen=True):
    @property
    def is_undoable(self) -> bool:
        return sum(self.cards) % 2 == 0


class UndoTells(BrokenGuess):
    law, finding, fix = "no leaks", "is_undoable is", "public facts only"
    Position = _Nervous


class _Dealer(Guessing, frozen=True):
    def fallback(self, seat: int) -> GuessMove | None:
        return Stop() if all(self.guesses) else Say(self.cards[1 - seat])


class FallbackTells(BrokenGuess):
    law, finding, fix = "no leaks", "fallback for seat", "Choose the fallback by what the seat sees"
    Position = _Dealer


class _Telling(Say, frozen=True):
    def words(self, position: Guessing) -> str:
        return f"{self}, with {position.cards} dealt"


class WordsTell(BrokenGuess):
    law, finding, fix = "no leaks", "gesture or words", "from what the mover sees"
    Position = guessing(_Telling, Roll, Stop)


class SecretsUndeclared(BrokenGuess):
    law, finding, fix = "no leaks", "although Game.has_secrets is False", "Set has_secrets = True"

    def __init__(self) -> None:
        super().__init__()
        type(self).has_secrets = False


class _Placed(Say, frozen=True):
    def gesture(self, position: Any) -> Gesture:
        return Drag(str(self), "table")


class GestureOfNothingDrawn(BrokenGuess):
    law, finding, fix = "display", "uses 'table'", "this name, in the zones"
    Position = guessing(_Placed, Roll, Stop)


class _Wordless(Say, frozen=True):
    def words(self, position: Any) -> str:
        return "Guess"


class WordsAllAlike(BrokenGuess):
    law, finding, fix = "display", "are both called 'Guess'", "such as {cell} or {number}"
    Position = guessing(_Wordless, Roll, Stop)


class _Guessed(Say, frozen=True):
    @classmethod
    def from_gesture(cls, gesture: Gesture, position: Any) -> Any:
        return cls(1)


class FromGestureIsNoInverse(BrokenGuess):
    law, finding, fix = "display", "for the gesture of", "from_gesture is the inverse of gesture"
    Position = guessing(_Guessed, Roll, Stop)


class _MakingDo(Say, frozen=True):
    @classmethod
    def from_gesture(cls, gesture: Gesture, position: Any) -> Any:
        found = super().from_gesture(gesture, position)
        return found or (None if gesture.names[:1] in (("roll",), ("stop",)) else cls(1))


class FromGestureMakesDo(BrokenGuess):
    law, finding, fix = "display", "but that move is made by", "of this kind on these parts"
    Position = guessing(_MakingDo, Roll, Stop)


class _Targetless(Say, frozen=True):
    @classmethod
    def from_gesture(cls, gesture: Gesture, position: Any) -> Any:
        return cls.parse(gesture.names[0], position) if gesture.names else None


class FromGestureIgnoresTheTarget(BrokenGuess):
    law, finding, fix = "display", "but that move is made by", "of this kind on these parts"
    Position = guessing(_Targetless, Roll, Stop)


class _Turned(Say, frozen=True):
    def gesture(self, position: Any) -> Gesture:
        return Put(str(self), str(self), turn=1)


class FromGestureIsMissing(BrokenGuess):
    law, finding, fix = (
        "display",
        "from_gesture returns None for the gesture of",
        "read the parts, the turn and the number",
    )
    Position = guessing(_Turned, Roll, Stop)


class _Revealing(Say, frozen=True):
    @classmethod
    def from_gesture(cls, gesture: Gesture, position: Any) -> Any:
        found = super().from_gesture(gesture, position)
        return None if found and found.number not in position.cards and found not in position.legal_moves() else found


class FromGestureTells(BrokenGuess):
    law, finding, fix = "no leaks", "the move for", "tell nothing hidden"
    Position = guessing(_Revealing, Roll, Stop)


class _Counted(Say, frozen=True):
    @classmethod
    def from_gesture(cls, gesture: Gesture, position: Any) -> Any:
        return cls(int(gesture.names[0].removeprefix("guess ")))


class FromGestureCrashes(BrokenGuess):
    law, finding, fix = "display", "raises ValueError", "return None for the rest"
    Position = guessing(_Counted, Roll, Stop)


class RefusalMarksNothingDrawn(BrokenGuess):
    law, finding, fix = "display", "marks 'moon'", "by the names that they have in the zones"
    Position = _refusing("illegal", "Not there.", "moon")


class PictureIsNoXml(BrokenGuess):
    law, finding, fix = "display", "the picture is not valid XML", "shapes of boardwright.api"

    def zones(self, view: GuessView, layer: str = "") -> tuple[Zone, ...]:
        return (*super().zones(view), Items(role=Role.TEXT, lines=("\x07",)))


class SymbolIsNoXml(BrokenGuess):
    law, finding, fix = "display", "<Symbol 'a bell'> is not valid XML", "shapes of boardwright.api"

    def zones(self, view: GuessView, layer: str = "") -> tuple[Zone, ...]:
        bell = Symbol([words(0, 0, "\x07", 9)], (0, 0, 9, 9), words="a bell")
        return (*super().zones(view), Items(role=Role.HAND, items=(Item(art=bell),)))


class SymbolWithAScript(BrokenGuess):
    law, finding, fix = "display", "A drawing cannot have '<script' in it", "fix the line named here"

    def zones(self, view: GuessView, layer: str = "") -> tuple[Zone, ...]:
        bell = Symbol([shape("script", text="ring()")], (0, 0, 9, 9), words="a bell")
        return (*super().zones(view), Items(role=Role.HAND, items=(Item(art=bell),)))


class FrameIsNoXml(BrokenGuess):
    law, finding, fix = "display", "<Frame of 1 places> is not valid XML", "shapes of boardwright.api"

    def zones(self, view: GuessView, layer: str = "") -> tuple[Zone, ...]:
        frame = grid_frame("a", "1", 9, ground=[words(0, 0, "\x07", 9)])
        return (*super().zones(view), Field(role=Role.BOARD, frame=frame, cells=(None,)))


class _Covering(Say, frozen=True):
    def covers(self, position: Any) -> tuple[str, ...]:
        return "roll", "stop"


class GestureCoversButtons(BrokenGuess):
    law, finding, fix = "display", "which is no place of a board", "spots of a Field"
    Position = guessing(_Covering, Roll, Stop)


class _Stopping(Say, frozen=True):
    def gesture(self, position: Any) -> Gesture:
        return Drag(str(self), "stop")

    @classmethod
    def from_gesture(cls, gesture: Gesture, position: Any) -> Self | None:
        return cls.parse(gesture.part, position) if isinstance(gesture, Drag) else None


class TargetIsAButton(BrokenGuess):
    law, finding, fix = "display", "ends on 'stop', which is a button", "buttons are only pressed"
    Position = guessing(_Stopping, Roll, Stop)


class ItemShowsNothing(BrokenGuess):
    law, finding, fix = "display", "a zone shows 'moon'", "names of spots or items"

    def zones(self, view: GuessView, layer: str = "") -> tuple[Zone, ...]:
        return (*super().zones(view), Items(role=Role.HAND, items=(Item(name="moon r1", shows="moon", turn=1),)))


class ArrayOfWrongShape(BrokenGuess):
    law, finding, fix = "display", "actions.encode gives 3 numbers", "row-major"

    def actions(self, seats: int, options: Options) -> Actions[GuessMove, Guessing]:
        return Actions(MOVES, planes=[NUMBER], cells=(4,), encode=encode_guess)


class ArrayOutOfRange(BrokenGuess):
    law, finding, fix = "display", "numbers from 7.0 to 7.0", "between -1 and 1"

    def actions(self, seats: int, options: Options) -> Actions[GuessMove, Guessing]:
        return Actions(MOVES, planes=[NUMBER], encode=lambda position, seat: array("f", [7.0]))


class MaskOfNothing(BrokenGuess):
    law, finding, fix = "display", "the mask of actions has 0 moves", "or leave it out"

    def actions(self, seats: int, options: Options) -> Actions[GuessMove, Guessing]:
        return Actions(
            MOVES, planes=[NUMBER], cells=(3,), encode=encode_guess, mask=lambda position, seat: bytearray(len(MOVES))
        )


class NumbersOfAllMoves(BrokenGuess):
    law, finding, fix = "display", "the find of actions has", "or leave it out"

    def actions(self, seats: int, options: Options) -> Actions[GuessMove, Guessing]:
        return Actions(
            MOVES, planes=[NUMBER], cells=(3,), encode=encode_guess, find=lambda position, seat: range(len(MOVES))
        )


# Law 5, ends


class _Endless(Guessing, frozen=True):
    def apply(self, move: GuessMove, seat: int) -> Self | Refusal:
        return Refusal("never", "Nobody stops.") if move == Stop() else super().apply(move, seat)

    def fallback(self, seat: int) -> GuessMove | None:
        return next(iter(self.legal_moves(seat)))


class NeverEnds(BrokenGuess):
    law, finding, fix = "ends", "has not ended after", "Game.bound"
    Position = _Endless
    bound: ClassVar[int | None] = None


class ScoreTableMissesPoints(BrokenGuess):
    law, finding, fix = "ends", "the score table adds up to (-1, 0)", "a row for everything that counts"

    def __init__(self) -> None:
        super().__init__()
        found = {("explanation", "score_table"): lambda position: (ScoreRow("Penalty", (-1, 0)),)}
        self.__dict__["_own_functions"] = found


class _Uneven(Guessing, frozen=True):
    def outcome(self) -> Outcome | None:
        return Outcome((1, 2, 3), (0,), "guess") if self.over else None


class ScoresForMoreSeats(BrokenGuess):
    law, finding, fix = "ends", "3 scores for 2 seats", "one score per seat"
    Position = _Uneven


class _Ghost(Guessing, frozen=True):
    def outcome(self) -> Outcome | None:
        return Outcome((1, 2), (2,), "guess") if self.over else None


class WinnerIsNotAtTheTable(BrokenGuess):
    law, finding, fix = "ends", "the winners are (2,)", "from 0 on"
    Position = _Ghost


class _Unasked(Guessing, frozen=True):
    def outcome(self) -> Outcome | None:
        return Outcome((1, 2), (1,), "") if self.over else None


class EndWithoutReason(BrokenGuess):
    law, finding, fix = "ends", "has no reason", "Name in a word"
    Position = _Unasked


class _Restless(Timed[GuessMove, GuessView], Guessing, frozen=True):
    def as_of(self, at: int) -> Self:
        return self.replace(over=False)


class MovesAfterTheEnd(BrokenGuess):
    law, finding, fix = "ends", "may still play roll after the end", "as_of"
    Position = _Restless


class _Fragile(Guessing, frozen=True):
    def apply(self, move: GuessMove, seat: int) -> Self | Refusal:
        if self.die == 6:
            raise ZeroDivisionError("oops")
        return super().apply(move, seat)


class ApplyCrashes(BrokenGuess):
    law, finding, fix = "ends", "ZeroDivisionError: oops", "Play the record given here"
    Position = _Fragile


class _Forgetful(Guessing, frozen=True):
    def apply(self, move: GuessMove, seat: int) -> Self | Refusal:
        return super().apply(move, seat) if move != Stop() else cast("Self", None)


class ApplyReturnsNothing(BrokenGuess):
    law, finding, fix = "ends", "apply('stop') returned None, not a position", "perhaps `return` is missing"
    Position = _Forgetful


class _Overlisting(Guessing, frozen=True):
    def legal(self, seat: int) -> Collection[GuessMove]:
        return MOVES


class LegalHasARefusedMove(BrokenGuess):
    law, finding, fix = "ends", "which legal lists, is refused", "Let legal list what apply does not refuse"
    Position = _Overlisting


class _Lazy(Guessing, frozen=True):
    def legal(self, seat: int) -> Any:
        return (move for move in super().legal(seat))


class LegalIsAGenerator(BrokenGuess):
    law, finding, fix = "ends", "legal(0) returned generator", "Return a tuple of moves"
    Position = _Lazy


class _Loose(Guessing, frozen=True):
    seen: Any = ()

    def apply(self, move: GuessMove, seat: int) -> Self | Refusal:
        after = super().apply(move, seat)
        return after if isinstance(after, Refusal) else after.replace(seen=[move])


class MutableField(BrokenGuess):
    law, finding, fix = "ends", "the field seen holds a list", "A sorted tuple serves as a set"
    Position = _Loose


class NoTableFits(BrokenGuess):
    law, finding, fix = "ends", "no number of seats", "Let start accept"

    def start(self, seats: int, options: Options) -> Guessing:
        raise BadOptions("Never.")


# Law 6, counts


class MiscountedPerft(BrokenGuess):
    law, finding, fix = "counts", "50 sequences of 2 steps instead of 51", "by first step"

    def perfts(self) -> tuple[Perft, ...]:
        return (Perft(depth=2, count=51, after=("1", "2")),)


BROKEN: tuple[type[BrokenGuess], ...] = tuple(BrokenGuess.__subclasses__())
