"""Small games for tests of what is game-independent: Guess and Heaps.

Guess has chance, secrets, several actors at once and a clock, Heaps has an option that is a tuple.

Guess: each player is dealt a secret card 1 to 5. Both lay down a guess at the other's card, in any order and
hidden from each other until both lie. Then seat 0 rolls a die as often as she likes (`roll`) and
stops (`stop`). The nearer guess wins; the die decides ties by its parity.

Heaps: a move takes some of one heap (`2 of 1`), and the player who takes the last one wins.
"""

from __future__ import annotations

from array import array
from collections.abc import Collection
from typing import Any, ClassVar, Self

from boardwright.core.actions import Actions, Plane
from boardwright.core.chance import Distribution, Rng
from boardwright.core.event import Event
from boardwright.core.game import Game
from boardwright.core.options import Options as NoVariants
from boardwright.core.outcome import Outcome
from boardwright.core.picture import Picture, rect
from boardwright.core.position import Position
from boardwright.core.view import Open, View

CARDS = ("1", "2", "3", "4", "5")
MOVES = ("guess 1", "guess 2", "guess 3", "guess 4", "guess 5", "roll", "stop")


class GuessView(View, frozen=True):
    seat: int | None
    cards: tuple[int, ...]
    guesses: tuple[int, ...]
    die: int
    over: bool


class Guessing(Position[str, GuessView], frozen=True):
    cards: tuple[int, ...] = ()
    guesses: tuple[int, ...] = (0, 0)
    die: int = 0
    rolling: bool = False
    over: bool = False

    seats = 2
    move_examples: ClassVar[str] = "`guess 3`, `roll` or `stop`"

    @property
    def actors(self) -> tuple[int, ...]:
        if self.is_chance or self.over:
            return ()
        waiting = tuple(seat for seat in (0, 1) if not self.guesses[seat])
        return waiting or (0,)

    @property
    def is_chance(self) -> bool:
        return len(self.cards) < 2 or self.rolling

    @property
    def is_undoable(self) -> bool:
        return not all(self.guesses)

    def choices(self, seat: int) -> Collection[str]:
        return MOVES[5:] if all(self.guesses) else MOVES[:5]

    def after(self, move: str, seat: int) -> Self:
        if move == "roll":
            return self.replace(rolling=True)
        if move == "stop":
            return self.replace(over=True)
        guesses = list(self.guesses)
        guesses[seat] = int(move[-1])
        return self.replace(guesses=(guesses[0], guesses[1]))

    def chances(self) -> Distribution:
        return Distribution.uniform((*CARDS, "6") if self.rolling else CARDS)

    def after_chance(self, outcome: str) -> Self:
        if self.rolling:
            return self.replace(rolling=False, die=int(outcome))
        return self.replace(cards=(*self.cards, int(outcome)))

    def read(self, text: str) -> str | None:
        return text if text in MOVES else None

    def view(self, seat: int | None) -> GuessView:
        guessed = all(self.guesses)
        cards = tuple(card if self.over or owner == seat else 0 for owner, card in enumerate(self.cards))
        guesses = tuple(
            guess if guessed or owner == seat else 6 * bool(guess) for owner, guess in enumerate(self.guesses)
        )
        return GuessView(seat, cards, guesses, self.die, self.over)

    def visible_to(self, step: str) -> tuple[int, ...] | None:
        if len(self.cards) < 2:
            return (len(self.cards),)
        if step.startswith("guess"):
            return ()
        return None

    def resample(self, seat: int | None, rng: Rng) -> Self:
        if self.over:
            return self
        cards = tuple(card if owner == seat else 1 + rng.randrange(5) for owner, card in enumerate(self.cards))
        guesses = self.guesses
        if not all(guesses):
            guesses = tuple(
                guess if owner == seat or not guess else 1 + rng.randrange(5) for owner, guess in enumerate(guesses)
            )
        return self.replace(cards=cards, guesses=guesses)

    def outcome(self) -> Outcome | None:
        if not self.over:
            return None
        misses = tuple(abs(self.guesses[seat] - self.cards[1 - seat]) for seat in (0, 1))
        winner = self.die % 2 if misses[0] == misses[1] else int(misses[1] < misses[0])
        return Outcome((-misses[0], -misses[1]), (winner,), "guess")

    def fallback(self, seat: int) -> str | None:
        return "stop" if all(self.guesses) else "guess 1"


def encode_guess(position: Guessing, seat: int | None) -> array[float]:
    view = position.view(seat)
    return array("f", [number / 6 for number in (*view.guesses, view.die)])


class Guess(Game[Guessing, str, GuessView, NoVariants]):
    name = "guess"
    title = "Guess"
    summary = "Guess the other's card."
    seats = range(2, 3)
    has_secrets = True
    bound: ClassVar[int | None] = 200

    def start(self, seats: int, options: NoVariants) -> Guessing:
        return Guessing()

    def events(self, before: Guessing, step: str, seat: int | None, after: Guessing) -> tuple[Event, ...]:
        return (Event("die", f"The die shows {after.die}."),) if after.die else ()

    def actions(self, seats: int, options: NoVariants) -> Actions[str, Guessing]:
        planes = (Plane("guesses", "the guesses that this seat sees, over 6", 2), Plane("die", "over 6"))
        return Actions(MOVES, planes=planes, encode=encode_guess)

    def picture(self, view: GuessView, layer: str = "") -> Picture:
        return Picture(10, 10, tuple(rect(0, 0, 1, 1, name=move) for move in MOVES), f"{view}")

    def text(self, view: GuessView, *, color: bool = False) -> str:
        return f"{view}"

    def rules(self) -> str:
        return __doc__ or ""


GUESS = Guess()


class HeapsOptions(NoVariants, frozen=True):
    heaps: tuple[int, ...] = (3, 4, 5)


class HeapsPosition(Position[str, Open], frozen=True):
    heaps: tuple[int, ...] = ()
    to_move: int = 0

    seats = 2
    move_examples: ClassVar[str] = "`2 of 1`"

    def choices(self, seat: int) -> Collection[str]:
        return [f"{count} of {heap}" for heap, size in enumerate(self.heaps, 1) for count in range(1, size + 1)]

    def after(self, move: str, seat: int) -> Self:
        count, heap = map(int, move.split(" of "))
        sizes = tuple(size - count * (number == heap) for number, size in enumerate(self.heaps, 1))
        return self.replace(heaps=sizes, to_move=1 - self.to_move)

    def read(self, text: str) -> str | None:
        return text if text in self.choices(self.to_move) else None

    def outcome(self) -> Outcome | None:
        return None if any(self.heaps) else Outcome.highest((self.to_move, 1 - self.to_move), "last_one")


class Heaps(Game[HeapsPosition, str, Open, HeapsOptions]):
    name = "heaps"
    title = "Heaps"
    summary = "Take the last one."
    seats = range(2, 3)

    def start(self, seats: int, options: HeapsOptions) -> HeapsPosition:
        return HeapsPosition(options.heaps)

    def variants(self) -> tuple[HeapsOptions, ...]:
        return HeapsOptions(), HeapsOptions(heaps=(7, 2))

    def picture(self, view: Open, layer: str = "") -> Picture:
        return Picture(10, 10, (rect(0, 0, 1, 1),), self.text(view))

    def text(self, view: Open, *, color: bool = False) -> str:
        return f"heaps of {view.position.heaps}"

    def rules(self) -> str:
        return __doc__ or ""


HEAPS = Heaps()


def find(name: str) -> Any:
    """A registry that holds this game only."""
    assert name == "guess"
    return GUESS
