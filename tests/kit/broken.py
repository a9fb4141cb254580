"""Small broken games: each is Guess with one thing wrong, and says which law must catch it and by which words."""

from __future__ import annotations

import random
from array import array
from collections.abc import Collection, Mapping
from typing import Any, ClassVar, Self

import msgspec

from boardwright.core.actions import Actions, Plane
from boardwright.core.canonical import JSON
from boardwright.core.chance import Distribution, Rng
from boardwright.core.event import Event
from boardwright.core.explanation import ScoreRow
from boardwright.core.gesture import Gesture
from boardwright.core.options import Options
from boardwright.core.outcome import Outcome
from boardwright.core.perft import Perft
from boardwright.core.picture import Picture, rect
from boardwright.core.refusal import BadOptions, Refusal
from boardwright.core.texts import BadTexts
from tests.toys import CARDS, MOVES, Guess, Guessing, GuessView, encode_guess

NUMBER = Plane("number", "any")


class BrokenGuess(Guess):
    """What a broken game names: the law, words of the finding, words of the fix."""

    law: ClassVar[str]
    finding: ClassVar[str]
    fix: ClassVar[str]
    Position: Any = Guessing

    def start(self, seats: int, options: Options) -> Guessing:
        position: Guessing = self.Position()
        return position


# Law 1, pure


class _Scribbler(Guessing, frozen=True):
    def after(self, move: str, seat: int) -> Self:
        if move == "roll":
            msgspec.structs.force_setattr(self, "die", 6)
        return super().after(move, seat)


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
    def after(self, move: str, seat: int) -> Self:
        if move == "roll":
            return self.replace(die=1 + int(random.random() * 1e6))
        return super().after(move, seat)


class RulesThrowTheirOwnDice(BrokenGuess):
    law, finding, fix = "pure", "different position", "no random module"
    Position = _Gambler

    def actions(self, seats: int, options: Options) -> Actions[str, Guessing]:
        return Actions(MOVES, planes=[NUMBER], encode=lambda position, seat: array("f", [0.0]))


class _Singular(Guessing, frozen=True):
    def __hash__(self) -> int:
        return id(self)


class HashByIdentity(BrokenGuess):
    law, finding, fix = "pure", "another hash", "Leave __eq__ and __hash__ to Position"
    Position = _Singular


# Law 2, complete


class _Silent(Guessing, frozen=True):
    def why_not(self, move: str, seat: int) -> Refusal:
        return Refusal(super().why_not(move, seat).code, "")


class RefusalWithoutReason(BrokenGuess):
    law, finding, fix = "complete", "and text ''", "a sentence that names the rule"
    Position = _Silent


class _Unfilled(Guessing, frozen=True):
    def why_not(self, move: str, seat: int) -> Refusal:
        return Refusal(super().why_not(move, seat).code, "The {nubmer} is not possible.")


class RefusalWithOpenBraces(BrokenGuess):
    law, finding, fix = "complete", "The {nubmer} is not possible.", "{nubmer} stands for nothing"
    Position = _Unfilled


class _Shouting(Guessing, frozen=True):
    def why_not(self, move: str, seat: int) -> Refusal:
        return Refusal("Not Here!", super().why_not(move, seat).text)


class RefusalCodeForPeople(BrokenGuess):
    law, finding, fix = "complete", "code 'Not Here!'", "lower case with underscores"
    Position = _Shouting


class _Brittle(Guessing, frozen=True):
    def read(self, text: str) -> str | None:
        return (
            MOVES[5] if text == "roll" else MOVES[6] if text == "stop" else f"guess {[1, 2, 3, 4, 5][int(text[6]) - 1]}"
        )


class ParseCrashes(BrokenGuess):
    law, finding, fix = "complete", "raises IndexError", "read takes any text"
    Position = _Brittle


class _Moves(Collection[str]):
    def __init__(self, moves: tuple[str, ...], length: int) -> None:
        self.moves, self.length = moves, length

    def __iter__(self) -> Any:
        return iter(self.moves)

    def __len__(self) -> int:
        return self.length

    def __contains__(self, move: object) -> bool:
        return move in self.moves


class _Miscounting(Guessing, frozen=True):
    def choices(self, seat: int) -> Collection[str]:
        moves = tuple(super().choices(seat))
        return _Moves(moves, len(moves) - (len(moves) == 5))


class LengthIsNotWhatIsListed(BrokenGuess):
    law, finding, fix = "complete", "has length 4 but yields 5", "from the same table"
    Position = _Miscounting


class _Lenient(_Moves):
    def __contains__(self, move: object) -> bool:
        return move in MOVES


class _TwoMinds(Guessing, frozen=True):
    def choices(self, seat: int) -> Collection[str]:
        moves = tuple(super().choices(seat))
        return _Lenient(moves, len(moves))


class MembershipIsNotIteration(BrokenGuess):
    law, finding, fix = "complete", "but iteration leaves it out", "from the same rules"
    Position = _TwoMinds


class _Twice(Guessing, frozen=True):
    def choices(self, seat: int) -> Collection[str]:
        moves = tuple(super().choices(seat))
        return moves + moves[:1]


class MoveListedTwice(BrokenGuess):
    law, finding, fix = "complete", "yields guess 1 twice", "Yield every move once"
    Position = _Twice


class _Stuck(Guessing, frozen=True):
    def choices(self, seat: int) -> Collection[str]:
        return () if self.die == 6 else super().choices(seat)


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
    def fallback(self, seat: int) -> str | None:
        return "stop"


class FallbackIsIllegal(BrokenGuess):
    law, finding, fix = "complete", "fallback(0) is stop", "return a legal move"
    Position = _Absent


class _Helpless(Guessing, frozen=True):
    def fallback(self, seat: int) -> str | None:
        return "stop" if all(self.guesses) else None


class FallbackNeverThere(BrokenGuess):
    law, finding, fix = "complete", "fallback(0) is None", "at the beginning of each turn"
    Position = _Helpless


class _Weightless(Guessing, frozen=True):
    def chances(self) -> Distribution:
        return Distribution((*CARDS, "6"), (1, 1, 1, 1, 1, 0)) if self.rolling else Distribution.uniform(CARDS)


class OutcomeThatNeverComes(BrokenGuess):
    law, finding, fix = "complete", "chances() is", "leave out what cannot come"
    Position = _Weightless


# Law 3, round trips


class _Misreading(Guessing, frozen=True):
    def read(self, text: str) -> str | None:
        return "guess 4" if text == "guess 5" else super().read(text)


class TextReadsBackDifferently(BrokenGuess):
    law, finding, fix = "round trips", "reads back as 'guess 4'", "str(move) and parse are inverse"
    Position = _Misreading


class JsonDoesNotReadBack(BrokenGuess):
    law, finding, fix = "round trips", "ValidationError", "fix the line"
    Move = int


class MoveWithoutNumber(BrokenGuess):
    law, finding, fix = "round trips", "the legal move stop has no number", "lists every move"

    def actions(self, seats: int, options: Options) -> Actions[str, Guessing]:
        return Actions(MOVES[:-1], planes=[NUMBER], encode=lambda position, seat: array("f", [0.0]))


class MoveNumberedTwice(BrokenGuess):
    law, finding, fix = "round trips", "numbers a move twice", "List every move once"

    def actions(self, seats: int, options: Options) -> Actions[str, Guessing]:
        return Actions((*MOVES, "stop"), planes=[NUMBER], encode=lambda position, seat: array("f", [0.0]))


class BlindObservation(BrokenGuess):
    law, finding, fix = "complete", "has the same observation at steps", "everything that the legal moves depend on"

    def actions(self, seats: int, options: Options) -> Actions[str, Guessing]:
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
    law, finding, fix = "no leaks", "view for", "Put nothing into view(seat)"
    Position = _OpenHand


class _Sorted(Guessing, frozen=True):
    def choices(self, seat: int) -> Collection[str]:
        moves = tuple(super().choices(seat))
        return moves[::-1] if sum(self.cards) % 2 else moves


class OrderOfMovesTells(BrokenGuess):
    law, finding, fix = "no leaks", "the list of legal moves for seat", "the order it comes in"
    Position = _Sorted


class _Tactful(Guessing, frozen=True):
    """Nobody guesses the own card."""

    def choices(self, seat: int) -> Collection[str]:
        moves = super().choices(seat)
        return tuple(move for move in moves if move != f"guess {self.cards[seat]}")


class MovesVaryInSilence(BrokenGuess):
    law, finding, fix = "no leaks", "has other moves in a resample", "Let secrets_affect_moves return True"
    Position = _Tactful

    def secrets_affect_moves(self, position: Guessing) -> bool:
        return False


class _Hinting(Guessing, frozen=True):
    def why_not(self, move: str, seat: int) -> Refusal:
        refusal = super().why_not(move, seat)
        return Refusal(refusal.code, refusal.text, (f"guess {1 + sum(self.cards) % 5}",))


class RefusalTells(BrokenGuess):
    law, finding, fix = "no leaks", "the refusal of", "Refuse by what the seat can see"
    Position = _Hinting


class _Gossip(Guessing, frozen=True):
    def visible_to(self, step: str) -> tuple[int, ...] | None:
        return None


class LogShowsTheDeal(BrokenGuess):
    law, finding, fix = "no leaks", "the log shows", "Return from visible_to"
    Position = _Gossip


class EventsTell(BrokenGuess):
    law, finding, fix = "no leaks", "events reveal", "Event.seats"

    def events(self, before: Guessing, step: str, seat: int | None, after: Guessing) -> tuple[Event, ...]:
        return (Event("dealt", f"The cards sum to {sum(after.cards)}."),)


class _Cheat(Guessing, frozen=True):
    def resample(self, seat: int | None, rng: Rng) -> Self:
        other = super().resample(seat, rng)
        return self if rng.random() < 0.5 else other


class ResampleKnowsTheTruth(BrokenGuess):
    law, finding, fix = "no leaks", "resample differently with the same rng", "nothing but view(seat) and rng"
    Position = _Cheat


class _Nervous(Guessing, frozen=True):
    @property
    def is_undoable(self) -> bool:
        return sum(self.cards) % 2 == 0


class UndoTells(BrokenGuess):
    law, finding, fix = "no leaks", "is_undoable is", "public facts only"
    Position = _Nervous


class _Dealer(Guessing, frozen=True):
    def fallback(self, seat: int) -> str | None:
        return "stop" if all(self.guesses) else f"guess {self.cards[1 - seat]}"


class FallbackTells(BrokenGuess):
    law, finding, fix = "no leaks", "fallback for seat", "Choose the fallback by what the seat sees"
    Position = _Dealer


class GestureTells(BrokenGuess):
    law, finding, fix = "no leaks", "gesture or description", "from what the mover sees"

    def describe(self, move: str, position: Guessing) -> str:
        return f"{move}, with {position.cards} dealt"


class SecretsUndeclared(BrokenGuess):
    law, finding, fix = "no leaks", "although Game.has_secrets is False", "Set has_secrets = True"
    has_secrets = False


class GestureOfNothingDrawn(BrokenGuess):
    law, finding, fix = "display", "uses 'table'", "(name=...)"

    def gesture(self, move: str, position: Guessing) -> Gesture:
        return Gesture(move, target="table")


class TextsWithOtherBraces(BrokenGuess):
    law, finding, fix = "display", "texts/de.toml: ", "stays in English"

    def texts(self) -> Mapping[str, Mapping[str, str]]:
        raise BadTexts("texts/de.toml: 'Rate {zahl}.' has {zahl}, which is not in 'Guess {number}.'.")


class GesturesAllAlike(BrokenGuess):
    law, finding, fix = "display", "have the same gesture", "Distinguish them"

    def gesture(self, move: str, position: Guessing) -> Gesture:
        return Gesture("roll")


class MoveForIsNoInverse(BrokenGuess):
    law, finding, fix = "display", "for the gesture of", "move_for is the inverse of gesture"

    def move_for(self, gesture: Gesture, position: Guessing) -> str | None:
        return next(iter(position.legal_moves()), None)


class MoveForMakesDo(BrokenGuess):
    law, finding, fix = "display", "but that move is made by", "this subject and this target"

    def move_for(self, gesture: Gesture, position: Guessing) -> str | None:
        legal = position.legal_moves()
        return gesture.subject if gesture.subject in legal else next(iter(legal), None)


class MoveForIgnoresTheTarget(BrokenGuess):
    law, finding, fix = "display", "but that move is made by", "this subject and this target"

    def move_for(self, gesture: Gesture, position: Guessing) -> str | None:
        return position.read(gesture.subject)


class MoveForIsMissing(BrokenGuess):
    law, finding, fix = "display", "move_for returns None for the gesture of", "has to write it"

    def gesture(self, move: str, position: Guessing) -> Gesture:
        return Gesture(move, turn=1)


class MoveForTells(BrokenGuess):
    law, finding, fix = "no leaks", "the move for", "reveal nothing hidden"

    def move_for(self, gesture: Gesture, position: Guessing) -> str | None:
        if gesture != Gesture(gesture.subject):
            return None
        legal = {move for seat in position.actors for move in position.legal_moves(seat)}
        return gesture.subject if gesture.subject in legal | {f"guess {card}" for card in position.cards} else None


class MoveForCrashes(BrokenGuess):
    law, finding, fix = "display", "raises ValueError", "return None for the rest"

    def move_for(self, gesture: Gesture, position: Guessing) -> str | None:
        return MOVES[MOVES.index(gesture.subject)]


class _Lost(Guessing, frozen=True):
    def why_not(self, move: str, seat: int) -> Refusal:
        return Refusal("illegal", "Not there.", ("moon",))


class RefusalMarksNothingDrawn(BrokenGuess):
    law, finding, fix = "display", "marks 'moon'", "by the names that the picture gives them"
    Position = _Lost


class PictureIsNoXml(BrokenGuess):
    law, finding, fix = "display", "the picture is not valid XML", "core.picture"

    def picture(self, view: GuessView, layer: str = "") -> Picture:
        return Picture(1, 1, (rect(0, 0, 1, 1, name="\x07"),), "Bell")


class ArrayOfWrongShape(BrokenGuess):
    law, finding, fix = "display", "actions.encode gives 3 numbers", "row-major"

    def actions(self, seats: int, options: Options) -> Actions[str, Guessing]:
        return Actions(MOVES, planes=[NUMBER], cells=(4,), encode=encode_guess)


class ArrayOutOfRange(BrokenGuess):
    law, finding, fix = "display", "numbers from 7.0 to 7.0", "between -1 and 1"

    def actions(self, seats: int, options: Options) -> Actions[str, Guessing]:
        return Actions(MOVES, planes=[NUMBER], encode=lambda position, seat: array("f", [7.0]))


class MaskOfNothing(BrokenGuess):
    law, finding, fix = "display", "the mask of actions has 0 moves", "or leave it out"

    def actions(self, seats: int, options: Options) -> Actions[str, Guessing]:
        return Actions(
            MOVES, planes=[NUMBER], cells=(3,), encode=encode_guess, mask=lambda position, seat: bytearray(len(MOVES))
        )


class NumbersOfAllMoves(BrokenGuess):
    law, finding, fix = "display", "the find of actions has", "or leave it out"

    def actions(self, seats: int, options: Options) -> Actions[str, Guessing]:
        return Actions(
            MOVES, planes=[NUMBER], cells=(3,), encode=encode_guess, find=lambda position, seat: range(len(MOVES))
        )


# Law 5, ends


class _Endless(Guessing, frozen=True):
    def choices(self, seat: int) -> Collection[str]:
        moves = tuple(super().choices(seat))
        return tuple(move for move in moves if move != "stop")

    def fallback(self, seat: int) -> str | None:
        return next(iter(self.legal_moves(seat)))


class NeverEnds(BrokenGuess):
    law, finding, fix = "ends", "has not ended after", "Game.bound"
    Position = _Endless
    bound: ClassVar[int | None] = None


class ScoreTableMissesPoints(BrokenGuess):
    law, finding, fix = "ends", "the score table adds up to (-1, 0)", "a row for everything that counts"

    def score_table(self, position: Guessing) -> tuple[ScoreRow, ...]:
        return (ScoreRow("Penalty", (-1, 0)),)


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


class _Restless(Guessing, frozen=True):
    def as_of(self, at: int) -> Self:
        return self.replace(over=False)


class MovesAfterTheEnd(BrokenGuess):
    law, finding, fix = "ends", "may still play roll after the end", "as_of"
    Position = _Restless


class _Fragile(Guessing, frozen=True):
    def after(self, move: str, seat: int) -> Self:
        if move == "stop":
            raise ZeroDivisionError("oops")
        return super().after(move, seat)


class AfterCrashes(BrokenGuess):
    law, finding, fix = "ends", "ZeroDivisionError: oops", "Play the record given here"
    Position = _Fragile


class _Forgetful(Guessing, frozen=True):
    def after(self, move: str, seat: int) -> Self:
        return super().after(move, seat) if move != "stop" else None  # type: ignore[return-value]  # the mistake


class AfterReturnsNothing(BrokenGuess):
    law, finding, fix = "ends", "after('stop') returned None, not a position", "perhaps `return` is missing"
    Position = _Forgetful


class _Lazy(Guessing, frozen=True):
    def choices(self, seat: int) -> Any:
        return (move for move in super().choices(seat))


class ChoicesAreAGenerator(BrokenGuess):
    law, finding, fix = "ends", "choices(0) returned generator", "Return a tuple of moves"
    Position = _Lazy


class _Loose(Guessing, frozen=True):
    seen: Any = ()

    def after(self, move: str, seat: int) -> Self:
        return super().after(move, seat).replace(seen=[move])


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
