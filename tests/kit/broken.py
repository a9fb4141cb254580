"""Small broken games: each is Guess with one thing wrong, and says which law must catch it and by which words."""

from __future__ import annotations

import random
from array import array
from collections.abc import Collection
from dataclasses import replace
from typing import Any, ClassVar, Self

import msgspec

from boardwright.core.actions import Actions
from boardwright.core.canonical import JSON
from boardwright.core.chance import Distribution, Rng
from boardwright.core.event import Event
from boardwright.core.gesture import Gesture
from boardwright.core.options import Options
from boardwright.core.outcome import Outcome
from boardwright.core.perft import Perft
from boardwright.core.picture import Picture, rect
from boardwright.core.refusal import BadOptions, IllegalMove, Refusal
from tests.toys import CARDS, MOVES, Guess, Guessing, GuessView


class BrokenGuess(Guess):
    """What a broken game names: the law, words of the finding, words of the cure."""

    law: ClassVar[str]
    finding: ClassVar[str]
    cure: ClassVar[str]
    Kind: ClassVar[type[Guessing]] = Guessing

    def start(self, seats: int, options: Options) -> Guessing:
        return self.Kind()

    def decode(self, data: JSON) -> Guessing:
        try:
            return msgspec.convert(data, self.Kind)
        except msgspec.ValidationError as error:
            raise BadOptions(str(error)) from None


# Law 1, pure


class _Scribbler(Guessing):
    __slots__ = ()

    def after(self, move: str, seat: int | None = None, at: int | None = None) -> Self:
        if move == "roll":
            object.__setattr__(self, "die", 6)
        return super().after(move, seat, at)


class PlayChangesItsPosition(BrokenGuess):
    law, finding, cure = "pure", "changed the position", "Build the next position from copies"
    Kind = _Scribbler


class _Curious(Guessing):
    __slots__ = ()

    def view(self, seat: int | None) -> GuessView:
        if seat == 1 and self.die:
            object.__setattr__(self, "die", 1 + self.die % 6)
        return super().view(seat)


class ViewChangesItsPosition(BrokenGuess):
    law, finding, cure = "pure", "view(1) changed the position", "never assign"
    Kind = _Curious


class _Gambler(Guessing):
    __slots__ = ()

    def after(self, move: str, seat: int | None = None, at: int | None = None) -> Self:
        if move == "roll":
            return replace(self, die=1 + int(random.random() * 1e6))
        return super().after(move, seat, at)


class RulesThrowTheirOwnDice(BrokenGuess):
    law, finding, cure = "pure", "different position", "no random module"
    Kind = _Gambler

    def actions(self, seats: int, options: Options) -> Actions[str, GuessView]:
        return Actions(MOVES, shape=(1,), encode=lambda view: array("f", [0.0]))


class _TwoWays(Guessing):
    __slots__ = ()

    def play(self, move: str, seat: int | None = None, at: int | None = None) -> Self:
        played = super().play(move, seat, at)
        return replace(played, die=3) if move == "stop" else played


class PlayDoesMoreThanAfter(BrokenGuess):
    law, finding, cure = "pure", "lead to different positions", "put every effect of a move into after"
    Kind = _TwoWays


class _Refuser(Guessing):
    __slots__ = ()

    def play(self, move: str, seat: int | None = None, at: int | None = None) -> Self:
        if move == "guess 3":
            raise IllegalMove(Refusal("unlucky", "Three is unlucky."))
        return super().play(move, seat, at)


class PlayRefusesLegalMoves(BrokenGuess):
    law, finding, cure = "pure", "play refuses guess 3", "use the same rules"
    Kind = _Refuser


class _Singular(Guessing):
    __slots__ = ()

    def __hash__(self) -> int:
        return id(self)


class HashByIdentity(BrokenGuess):
    law, finding, cure = "pure", "another hash", "define __eq__ and __hash__ over the same fields"
    Kind = _Singular


# Law 2, complete


class _Lenient(Guessing):
    __slots__ = ()

    def refusal(self, move: str, seat: int | None = None, at: int | None = None) -> Refusal | None:
        return None if move == "stop" else super().refusal(move, seat, at)


class RefusalForgetsARule(BrokenGuess):
    law, finding, cure = "complete", "stop by seat", "from the same rules"
    Kind = _Lenient


class _Silent(Guessing):
    __slots__ = ()

    def refusal(self, move: str, seat: int | None = None, at: int | None = None) -> Refusal | None:
        refusal = super().refusal(move, seat, at)
        return refusal and Refusal(refusal.code, "")


class RefusalWithoutReason(BrokenGuess):
    law, finding, cure = "complete", "and text ''", "a sentence that names the rule"
    Kind = _Silent


class _Shouting(Guessing):
    __slots__ = ()

    def refusal(self, move: str, seat: int | None = None, at: int | None = None) -> Refusal | None:
        refusal = super().refusal(move, seat, at)
        return refusal and Refusal("Not Here!", refusal.text)


class RefusalCodeForPeople(BrokenGuess):
    law, finding, cure = "complete", "code 'Not Here!'", "lower case with underscores"
    Kind = _Shouting


class _Brittle(Guessing):
    __slots__ = ()

    def parse(self, text: str) -> str:
        return (
            MOVES[5] if text == "roll" else MOVES[6] if text == "stop" else f"guess {[1, 2, 3, 4, 5][int(text[6]) - 1]}"
        )


class ParseCrashes(BrokenGuess):
    law, finding, cure = "complete", "raises IndexError", "parse takes any text"
    Kind = _Brittle


class _Moves(Collection[str]):
    def __init__(self, moves: tuple[str, ...], length: int) -> None:
        self.moves, self.length = moves, length

    def __iter__(self) -> Any:
        return iter(self.moves)

    def __len__(self) -> int:
        return self.length

    def __contains__(self, move: object) -> bool:
        return move in self.moves


class _Miscounting(Guessing):
    __slots__ = ()

    def legal_moves(self, seat: int | None = None, at: int | None = None) -> Collection[str]:
        moves = tuple(super().legal_moves(seat, at))
        return _Moves(moves, len(moves) - (len(moves) == 5))


class LengthIsNotWhatIsListed(BrokenGuess):
    law, finding, cure = "complete", "has length 4 but yields 5", "from the same table"
    Kind = _Miscounting


class _Twice(Guessing):
    __slots__ = ()

    def legal_moves(self, seat: int | None = None, at: int | None = None) -> Collection[str]:
        moves = tuple(super().legal_moves(seat, at))
        return moves + moves[:1]


class MoveListedTwice(BrokenGuess):
    law, finding, cure = "complete", "yields guess 1 twice", "Yield every move once"
    Kind = _Twice


class _Stuck(Guessing):
    __slots__ = ()

    def legal_moves(self, seat: int | None = None, at: int | None = None) -> Collection[str]:
        return () if self.die == 6 else super().legal_moves(seat, at)


class ActorWithoutMoves(BrokenGuess):
    law, finding, cure = "complete", "has no legal move", "give it a pass"
    Kind = _Stuck


class _Nobody(Guessing):
    __slots__ = ()

    @property
    def actors(self) -> tuple[int, ...]:
        return () if self.die == 6 else Guessing.actors.fget(self)  # type: ignore[attr-defined]  # super() and slots


class NobodyActs(BrokenGuess):
    law, finding, cure = "complete", "nobody is to act", "Say who acts"
    Kind = _Nobody


class _Hasty(Guessing):
    __slots__ = ()

    @property
    def actors(self) -> tuple[int, ...]:
        return (0,) if self.rolling else Guessing.actors.fget(self)  # type: ignore[attr-defined]  # super() and slots


class ActorsWhileChanceActs(BrokenGuess):
    law, finding, cure = "complete", "although chance acts", "Return () from actors"
    Kind = _Hasty


class _Absent(Guessing):
    __slots__ = ()

    def fallback(self, seat: int) -> str | None:
        return "stop"


class FallbackIsIllegal(BrokenGuess):
    law, finding, cure = "complete", "fallback(0) is stop", "return a legal move"
    Kind = _Absent


class _Helpless(Guessing):
    __slots__ = ()

    def fallback(self, seat: int) -> str | None:
        return "stop" if all(self.guesses) else None


class FallbackNeverThere(BrokenGuess):
    law, finding, cure = "complete", "fallback(0) is None", "at the beginning of each turn"
    Kind = _Helpless


class _Gullible(Guessing):
    __slots__ = ()

    def take(self, outcome: str) -> Self:
        known = outcome in CARDS or outcome == "6"
        return super().take(outcome if known else "1")


class ForeignOutcomeIsTaken(BrokenGuess):
    law, finding, cure = "complete", "which is not among chances(), takes it", "Begin take with"
    Kind = _Gullible


class _Weightless(Guessing):
    __slots__ = ()

    def chances(self) -> Distribution:
        return Distribution((*CARDS, "6"), (1, 1, 1, 1, 1, 0)) if self.rolling else Distribution.uniform(CARDS)


class OutcomeThatNeverComes(BrokenGuess):
    law, finding, cure = "complete", "chances() is", "leave out what cannot come"
    Kind = _Weightless


class _Contrary(Guessing):
    __slots__ = ()

    def play(self, move: str, seat: int | None = None, at: int | None = None) -> Self:
        refusal = self.refusal(move, seat, at)
        if refusal is not None:
            raise IllegalMove(Refusal("no", "No."))
        return self.after(move, seat, at)


class PlayGivesAnotherReason(BrokenGuess):
    law, finding, cure = "complete", "but play raises 'no'", "play raises IllegalMove(refusal)"
    Kind = _Contrary


# Law 3, round trips


class _Misreading(Guessing):
    __slots__ = ()

    def parse(self, text: str) -> str:
        return "guess 4" if text == "guess 5" else super().parse(text)


class TextReadsBackDifferently(BrokenGuess):
    law, finding, cure = "round trips", "reads back as 'guess 4'", "str(move) and parse are inverse"
    Kind = _Misreading


class JsonDoesNotReadBack(BrokenGuess):
    law, finding, cure = "round trips", "ValidationError", "fix the line"
    Move = int


class MoveWithoutNumber(BrokenGuess):
    law, finding, cure = "round trips", "the legal move stop has no number", "lists every move"

    def actions(self, seats: int, options: Options) -> Actions[str, GuessView]:
        return Actions(MOVES[:-1], shape=(1,), encode=lambda view: array("f", [0.0]))


class MoveNumberedTwice(BrokenGuess):
    law, finding, cure = "round trips", "numbers a move twice", "List every move once"

    def actions(self, seats: int, options: Options) -> Actions[str, GuessView]:
        return Actions((*MOVES, "stop"), shape=(1,), encode=lambda view: array("f", [0.0]))


class DecodeTrusts(BrokenGuess):
    law, finding, cure = "round trips", "raises ValidationError", "decode raises BadOptions"

    def decode(self, data: JSON) -> Guessing:
        return msgspec.convert(data, self.Kind)


class DecodeForgets(BrokenGuess):
    law, finding, cure = "round trips", "not the same position", "encode holds everything that __eq__ compares"

    def decode(self, data: JSON) -> Guessing:
        return replace(super().decode(data), die=0)


class OptionsThatDoNotReadBack(BrokenGuess):
    law, finding, cure = "round trips", "BadOptions", "fix the line"

    def begin(self, seats: int | None = None, options: Options | None = None) -> Guessing:
        return self.start(2, options or self.read_options())

    def read_options(self, given: Any = None) -> Options:
        if given is not None:
            raise BadOptions("Options cannot be read.")
        return Options()


# Law 4, no leaks


class _OpenHand(Guessing):
    __slots__ = ()

    def view(self, seat: int | None) -> GuessView:
        return msgspec.structs.replace(super().view(seat), cards=self.cards)


class ViewShowsCards(BrokenGuess):
    law, finding, cure = "no leaks", "view for", "Put nothing into view(seat)"
    Kind = _OpenHand


class _Sorted(Guessing):
    __slots__ = ()

    def legal_moves(self, seat: int | None = None, at: int | None = None) -> Collection[str]:
        moves = tuple(super().legal_moves(seat, at))
        return moves[::-1] if sum(self.cards) % 2 else moves


class OrderOfMovesTells(BrokenGuess):
    law, finding, cure = "no leaks", "the list of legal moves for seat", "the order it comes in"
    Kind = _Sorted


class _Tactful(Guessing):
    """Nobody guesses their own card."""

    __slots__ = ()

    def legal_moves(self, seat: int | None = None, at: int | None = None) -> Collection[str]:
        moves = super().legal_moves(seat, at)
        seat = next(iter(self.actors), 0) if seat is None else seat
        return tuple(move for move in moves if move != f"guess {self.cards[seat]}")


class MovesVaryInSilence(BrokenGuess):
    law, finding, cure = "no leaks", "has other moves in a resample", "Let secrets_affect_moves return True"
    Kind = _Tactful

    def secrets_affect_moves(self, position: Guessing) -> bool:
        return False


class _Hinting(Guessing):
    __slots__ = ()

    def refusal(self, move: str, seat: int | None = None, at: int | None = None) -> Refusal | None:
        refusal = super().refusal(move, seat, at)
        return refusal and Refusal(refusal.code, refusal.text, (f"card {sum(self.cards)}",))


class RefusalTells(BrokenGuess):
    law, finding, cure = "no leaks", "the refusal of", "Refuse by what the seat can see"
    Kind = _Hinting


class _Gossip(Guessing):
    __slots__ = ()

    def visible_to(self, step: str) -> tuple[int, ...] | None:
        return None


class LogShowsTheDeal(BrokenGuess):
    law, finding, cure = "no leaks", "the log shows", "Return from visible_to"
    Kind = _Gossip


class _Herald(Guessing):
    __slots__ = ()

    @property
    def events(self) -> tuple[Event, ...]:
        return (Event("dealt", f"The cards sum to {sum(self.cards)}."),)


class EventsTell(BrokenGuess):
    law, finding, cure = "no leaks", "events reveal", "Event.seats"
    Kind = _Herald


class _Cheat(Guessing):
    __slots__ = ()

    def resample(self, seat: int | None, rng: Rng) -> Self:
        other = super().resample(seat, rng)
        return self if rng.random() < 0.5 else other


class ResampleKnowsTheTruth(BrokenGuess):
    law, finding, cure = "no leaks", "resample differently with the same rng", "nothing but view(seat) and rng"
    Kind = _Cheat


class _Nervous(Guessing):
    __slots__ = ()

    @property
    def is_undoable(self) -> bool:
        return sum(self.cards) % 2 == 0


class UndoTells(BrokenGuess):
    law, finding, cure = "no leaks", "is_undoable is", "public facts only"
    Kind = _Nervous


class _Dealer(Guessing):
    __slots__ = ()

    def fallback(self, seat: int) -> str | None:
        return "stop" if all(self.guesses) else f"guess {self.cards[1 - seat]}"


class FallbackTells(BrokenGuess):
    law, finding, cure = "no leaks", "fallback for seat", "Choose the fallback by what the seat sees"
    Kind = _Dealer


class GestureTells(BrokenGuess):
    law, finding, cure = "no leaks", "gesture or description", "from what the mover sees"

    def describe(self, move: str, position: Guessing) -> str:
        return f"{move}, with {position.cards} dealt"


class SecretsUndeclared(BrokenGuess):
    law, finding, cure = "no leaks", "although Game.has_secrets is False", "Set has_secrets = True"
    has_secrets = False


class GestureOfNothingDrawn(BrokenGuess):
    law, finding, cure = "no leaks", "uses 'table'", "(name=...)"

    def gesture(self, move: str, position: Guessing) -> Gesture:
        return Gesture(move, target="table")


class GesturesAllAlike(BrokenGuess):
    law, finding, cure = "no leaks", "have the same gesture", "Distinguish them"

    def gesture(self, move: str, position: Guessing) -> Gesture:
        return Gesture("roll")


class PictureIsNoXml(BrokenGuess):
    law, finding, cure = "no leaks", "the picture is not valid XML", "core.picture"

    def picture(self, view: GuessView, layer: str = "") -> Picture:
        return Picture(1, 1, (rect(0, 0, 1, 1, name="\x07"),), "Bell")


class ArrayOfWrongShape(BrokenGuess):
    law, finding, cure = "no leaks", "actions.encode gives 1 numbers", "row-major"

    def actions(self, seats: int, options: Options) -> Actions[str, GuessView]:
        return Actions(MOVES, shape=(2, 2), encode=lambda view: array("f", [0.0]))


class ArrayOutOfRange(BrokenGuess):
    law, finding, cure = "no leaks", "numbers from 7.0 to 7.0", "between -1 and 1"

    def actions(self, seats: int, options: Options) -> Actions[str, GuessView]:
        return Actions(MOVES, shape=(1,), encode=lambda view: array("f", [7.0]))


# Law 5, ends


class _Endless(Guessing):
    __slots__ = ()

    def legal_moves(self, seat: int | None = None, at: int | None = None) -> Collection[str]:
        moves = tuple(super().legal_moves(seat, at))
        return tuple(move for move in moves if move != "stop")

    def fallback(self, seat: int) -> str | None:
        return next(iter(self.legal_moves(seat)))


class NeverEnds(BrokenGuess):
    law, finding, cure = "ends", "has not ended after", "Game.bound"
    Kind = _Endless
    bound: ClassVar[int | None] = None


class _Uneven(Guessing):
    __slots__ = ()

    def outcome(self) -> Outcome | None:
        return Outcome((1, 2, 3), (0,), "guess") if self.over else None


class ScoresForMoreSeats(BrokenGuess):
    law, finding, cure = "ends", "3 scores for 2 seats", "one score per seat"
    Kind = _Uneven


class _Ghost(Guessing):
    __slots__ = ()

    def outcome(self) -> Outcome | None:
        return Outcome((1, 2), (2,), "guess") if self.over else None


class WinnerIsNotAtTheTable(BrokenGuess):
    law, finding, cure = "ends", "the winners are (2,)", "from 0 on"
    Kind = _Ghost


class _Unasked(Guessing):
    __slots__ = ()

    def outcome(self) -> Outcome | None:
        return Outcome((1, 2), (1,), "") if self.over else None


class EndWithoutReason(BrokenGuess):
    law, finding, cure = "ends", "has no reason", "Name in a word"
    Kind = _Unasked


class _Restless(Guessing):
    __slots__ = ()

    def legal_moves(self, seat: int | None = None, at: int | None = None) -> Collection[str]:
        return ("roll",) if self.over else super().legal_moves(seat, at)


class MovesAfterTheEnd(BrokenGuess):
    law, finding, cure = "ends", "may still play roll after the end", "legal_moves is empty"
    Kind = _Restless


class _Fragile(Guessing):
    __slots__ = ()

    def after(self, move: str, seat: int | None = None, at: int | None = None) -> Self:
        if move == "stop":
            raise ZeroDivisionError("oops")
        return super().after(move, seat, at)


class AfterCrashes(BrokenGuess):
    law, finding, cure = "ends", "ZeroDivisionError: oops", "Play the record given here"
    Kind = _Fragile


class NoTableFits(BrokenGuess):
    law, finding, cure = "ends", "no number of seats", "Let start accept"

    def start(self, seats: int, options: Options) -> Guessing:
        raise BadOptions("Never.")


# Law 6, counts


class MiscountedPerft(BrokenGuess):
    law, finding, cure = "counts", "50 sequences of 2 steps instead of 51", "by first step"

    def perfts(self) -> tuple[Perft, ...]:
        return (Perft(depth=2, count=51, after=("1", "2")),)


BROKEN: tuple[type[BrokenGuess], ...] = tuple(BrokenGuess.__subclasses__())
