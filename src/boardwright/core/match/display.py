"""How a match shows itself: in one line, as text, as a picture in a notebook."""

from __future__ import annotations

from typing import TYPE_CHECKING, Generic

from boardwright.core.drawing.picture import Picture
from boardwright.core.game.game import AnyGame
from boardwright.core.match.header import Header
from boardwright.core.rules.outcome import Outcome
from boardwright.core.rules.position import AnyPosition

if TYPE_CHECKING:
    from typing_extensions import TypeVar

    P = TypeVar("P", bound=AnyPosition, default=AnyPosition)
    P_co = TypeVar("P_co", bound=AnyPosition, default=AnyPosition, covariant=True)
else:  # Python 3.11 and 3.12 have no defaults for type variables
    from typing import TypeVar

    P = TypeVar("P", bound=AnyPosition)
    P_co = TypeVar("P_co", bound=AnyPosition, covariant=True)


class Display(Generic[P_co]):
    """What everybody may see of a match; `Log` provides the parts.

    >>> from boardwright.core.game.registry import game, names
    >>> from boardwright.core.match.match import Match
    >>> match = Match.new(game(names()[0]), players=("Ada", "Bo"))
    >>> print(repr(match))
    <Match of ...: Ada – Bo, 0 moves, Ada to move>
    """

    game: AnyGame
    header: Header
    outcome: Outcome | None

    if TYPE_CHECKING:

        @property
        def position(self) -> P_co:
            """The position after the last entry."""

        @property
        def moves_done(self) -> int:
            """How many moves are in force."""

    def text(self, seat: int | None = None, *, color: bool = False) -> str:
        """The board for a terminal as that seat sees it now; None is a spectator."""
        return self.position.text(seat, color=color)

    def picture(self, seat: int | None = None) -> Picture:
        """The board as that seat sees it now; None is a spectator."""
        return self.position.picture(seat)

    def _repr_svg_(self) -> str:
        """The picture that notebooks show: what a spectator sees now."""
        return self.picture()._repr_svg_()

    def __repr__(self) -> str:
        return f"<Match of {self._summary()}>"

    def __str__(self) -> str:
        return f"{self._summary()}\n\n{self.text()}"

    def _summary(self) -> str:
        moves = "1 move" if self.moves_done == 1 else f"{self.moves_done} moves"
        return f"{self.game.title}: {' – '.join(self.header.players)}, {moves}, {self._status()}"

    def _status(self) -> str:
        if self.outcome is not None:
            return f"{self._names(self.outcome.winners)} won" if self.outcome.winners else "drawn"
        return f"{self._names(self.position.actors)} to move" if self.position.actors else "a chance outcome comes next"

    def _names(self, seats: tuple[int, ...]) -> str:
        return " and ".join(self.header.players[seat] for seat in seats)
