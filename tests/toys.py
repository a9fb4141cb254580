"""Small games for tests of what is game-independent: Guess and Heaps.

Guess has chance, secrets, several actors at once and a clock, Heaps has an option that is a tuple.

Guess: each player is dealt a secret card 1 to 5. Both lay down a guess at the other's card, in any order and
hidden from each other until both lie. Then seat 0 rolls a die as often as she likes (`roll`) and
stops (`stop`). The nearer guess wins; the die decides ties by its parity.

Heaps: a move takes some of one heap (`2 of 1`), and the player who takes the last one wins.
"""

from __future__ import annotations

from array import array
from typing import Annotated, Any, ClassVar, Self

from boardwright.core.chance.distribution import Distribution
from boardwright.core.game.game import Game
from boardwright.core.hidden import Secret
from boardwright.core.hidden.components import masked
from boardwright.core.layout import Item, Items, Lines, Role, Zone
from boardwright.core.moves import Move, Number, move, require
from boardwright.core.refusal import Refusal
from boardwright.core.rules.event import Event
from boardwright.core.rules.options import Options as NoVariants
from boardwright.core.rules.outcome import Outcome
from boardwright.core.rules.position import Position
from boardwright.core.rules.view import Open, View
from boardwright.core.search.numbering import Actions, Plane
from boardwright.core.tuples import replace_at

CARDS = ("1", "2", "3", "4", "5")
DIE = Distribution.uniform((*CARDS, "6"))


class Say(Move, frozen=True):
    """Guess {number}."""

    notation = "guess {number}"
    secret = True
    number: Annotated[int, Number(1, 5)]


class Roll(Move, frozen=True):
    """Roll the die."""


class Stop(Move, frozen=True):
    """Stop."""


GuessMove = Say | Roll | Stop
MOVES: tuple[GuessMove, ...] = (*map(Say, range(1, 6)), Roll(), Stop())


class GuessView(View, frozen=True):
    seat: int | None
    cards: tuple[int, ...]
    guesses: tuple[int, ...]
    die: int
    over: bool


class Guessing(Position[GuessMove, GuessView], frozen=True):
    dealt: Annotated[tuple[Secret[int], ...], Number(1, 5)] = ()
    laid: Annotated[tuple[Secret[int], ...], Number(1, 5)] = (Secret(), Secret())
    shown: tuple[int, ...] = ()
    die: int = 0
    rolling: bool = False
    over: bool = False

    seats = 2

    @property
    def cards(self) -> tuple[int, ...]:
        """The cards, 0 for one that may not be seen."""
        return tuple(next(iter(card), 0) for card in self.dealt)

    @property
    def guesses(self) -> tuple[int, ...]:
        """The guesses, 0 for none and 6 for one that may not be seen."""
        return self.shown or tuple(next(iter(guess), 6 * guess.is_set) for guess in self.laid)

    @property
    def actors(self) -> tuple[int, ...]:
        if self.chance is not None or self.over:
            return ()
        waiting = tuple(seat for seat in (0, 1) if not self.guesses[seat])
        return waiting or (0,)

    @property
    def is_undoable(self) -> bool:
        return not all(self.guesses)

    def apply(self, move: GuessMove, seat: int) -> Self | Refusal:
        if all(self.guesses) is isinstance(move, Say):
            return Refusal("illegal", f"{move} is not possible here.")
        if not isinstance(move, Say):
            return self.replace(rolling=True) if isinstance(move, Roll) else self.replace(over=True)
        laid = replace_at(self.laid, seat, Secret.holding(move.number))
        if not all(guess.is_set for guess in laid):
            return self.replace(laid=laid)
        return self.replace(laid=(Secret(), Secret()), shown=tuple(guess.value for guess in laid))

    @property
    def chance(self) -> Distribution | None:
        if len(self.cards) < 2:
            return Distribution.uniform(CARDS, seen=(len(self.cards),))
        return DIE if self.rolling else None

    def after_chance(self, outcome: str) -> Self:
        if self.rolling:
            return self.replace(rolling=False, die=int(outcome))
        return self.replace(dealt=(*self.dealt, Secret.holding(int(outcome))))

    def view(self, seat: int | None) -> GuessView:
        shown = masked(self, seat)
        return GuessView(seat, shown.cards, shown.guesses, self.die, self.over)

    def outcome(self) -> Outcome | None:
        if not self.over:
            return None
        misses = tuple(abs(self.guesses[seat] - self.cards[1 - seat]) for seat in (0, 1))
        winner = self.die % 2 if misses[0] == misses[1] else int(misses[1] < misses[0])
        return Outcome((-misses[0], -misses[1]), (winner,), "guess")

    def fallback(self, seat: int) -> GuessMove | None:
        return self.parse("stop" if all(self.guesses) else "guess 1")


def encode_guess(position: Guessing, seat: int | None) -> array[float]:
    view = position.view(seat)
    return array("f", [number / 6 for number in (*view.guesses, view.die)])


class Guess(Game[Guessing, NoVariants]):
    name = "guess"
    title = "Guess"
    summary = "Guess the other's card."
    seats = range(2, 3)
    bound: ClassVar[int | None] = 200

    def events(self, before: Guessing, step: Move | str, seat: int | None, after: Guessing) -> tuple[Event, ...]:
        return (Event("die", f"The die shows {after.die}."),) if after.die else ()

    def actions(self, seats: int, options: NoVariants) -> Actions[GuessMove, Guessing]:
        planes = (Plane("guesses", "the guesses that this seat sees, over 6", 2), Plane("die", "over 6"))
        position = self.start(seats, options)
        return Actions(tuple(position.moves.all(position)), planes=planes, encode=encode_guess)

    def zones(self, view: GuessView, layer: str = "") -> tuple[Zone, ...]:
        buttons = tuple(Item(name=str(move), title=str(move).capitalize()) for move in MOVES)
        return Items(role=Role.TEXT, lines=(f"{view}",)), Items(role=Role.BUTTONS, items=buttons)


GUESS = Guess()


class HeapsOptions(NoVariants, frozen=True):
    heaps: tuple[int, ...] = (3, 4, 5)


class HeapsPosition(Position[Move, Open], frozen=True):
    heaps: tuple[int, ...] = ()
    to_move: int = 0

    seats = 2

    @move("{count} of {heap}")
    def take_some(self, count: Annotated[int, Number(1, 9)], heap: Annotated[int, Number(1, 9)]) -> Self:
        """Take {count} of heap {heap}."""
        require(heap <= len(self.heaps) and count <= self.heaps[heap - 1], "too_many", "There are not so many.")
        sizes = tuple(size - count * (number == heap) for number, size in enumerate(self.heaps, 1))
        return self.replace(heaps=sizes, to_move=1 - self.to_move)

    def outcome(self) -> Outcome | None:
        return None if any(self.heaps) else Outcome.highest((self.to_move, 1 - self.to_move), "last_one")


class Heaps(Game[HeapsPosition, HeapsOptions]):
    name = "heaps"
    title = "Heaps"
    summary = "Take the last one."
    seats = range(2, 3)

    def start(self, seats: int, options: HeapsOptions) -> HeapsPosition:
        return HeapsPosition(options.heaps)

    def variants(self) -> tuple[HeapsOptions, ...]:
        return HeapsOptions(), HeapsOptions(heaps=(7, 2))

    def zones(self, view: Open, layer: str = "") -> tuple[Zone, ...]:
        return (Lines((f"heaps of {view.position.heaps}",)),)


HEAPS = Heaps()


def find(name: str) -> Any:
    """A registry that holds this game only."""
    assert name == "guess"
    return GUESS
