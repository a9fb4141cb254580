"""The looks of a position: as text, as a picture in a notebook, in one line."""

from __future__ import annotations

from collections.abc import Hashable
from typing import TYPE_CHECKING, Any, ClassVar, Protocol, final

import msgspec

from boardwright.core.rules.seats import check_viewer

if TYPE_CHECKING:
    from boardwright.core.chance.deal import Chances
    from boardwright.core.drawing.picture import Picture
    from boardwright.core.rules.outcome import Outcome


class Renderer(Protocol):
    """The methods of a game by which its positions show themselves."""

    title: ClassVar[str]

    def picture(self, view: Any, layer: str = "") -> Picture:
        """Return the view as shapes."""

    def text(self, view: Any, *, color: bool = False) -> str:
        """Return the view for a terminal."""


MYPY = False
"""True for mypy, which knows this name."""

if TYPE_CHECKING:

    class _Asked:
        """The questions that a class answers by a property, by a field or by a plain value such as `seats = 2`.

        mypy allows that for properties, other checkers for attributes only.
        """

        if MYPY:

            @property
            def seats(self) -> int: ...
            @property
            def actors(self) -> tuple[int, ...]: ...
            @property
            def turn(self) -> Hashable: ...
            @property
            def chance(self) -> Chances | None: ...
            @property
            def is_undoable(self) -> bool: ...
            @property
            def is_dead(self) -> bool: ...

        else:
            seats: int | Any
            actors: tuple[int, ...] | Any
            turn: Hashable | Any
            chance: Chances | Any | None
            is_undoable: bool | Any
            is_dead: bool | Any

    class _Struct(_Asked, msgspec.Struct, frozen=True, dict=True):
        """The base of positions."""

else:
    _Struct = msgspec.Struct


class RenderMixin(_Struct, frozen=True, dict=True):
    """The looks of a position, which provides the parts."""

    _game: ClassVar[Renderer | None] = None
    """The game that this type of position belongs to; set by the game object."""

    if TYPE_CHECKING:

        def view(self, seat: int | None) -> Any:
            """Return what that seat may know."""

        def outcome(self) -> Outcome | None:
            """Return how the game ended."""

    @final
    def text(self, seat: int | None = None, *, color: bool = False) -> str:
        """Return the board for a terminal as that seat sees it; None is a spectator."""
        check_viewer(seat, self.seats)
        return super().__repr__() if self._game is None else self._game.text(self.view(seat), color=color)

    @final
    def picture(self, seat: int | None = None) -> Picture:
        """Return the board as that seat sees it; None is a spectator."""
        check_viewer(seat, self.seats)
        if self._game is None:
            raise LookupError(f"{type(self).__name__} belongs to no game, so nothing can draw it.")
        return self._game.picture(self.view(seat))

    def __repr__(self) -> str:
        if self._game is None:
            return super().__repr__()
        actors = " and ".join(map(str, self.actors))
        status = "over" if self.outcome() else f"seat {actors} to move" if actors else "a chance outcome comes next"
        return f"<{self._game.title} position: {status}>"

    def __str__(self) -> str:
        """Return what a spectator sees, for a terminal."""
        return self.text()

    def _repr_svg_(self) -> str | None:
        """Return the picture that notebooks show: what a spectator sees."""
        return None if self._game is None else self.picture()._repr_svg_()
