"""A table: the zones that a viewer sees, and what follows from them: data, text, numbers, a plain picture."""

from __future__ import annotations

from array import array
from collections.abc import Iterator
from functools import cached_property
from itertools import chain

import msgspec

from boardwright.core.drawing.symbol import Art
from boardwright.core.layout.zone import Field, Item, Items, Role, Zone


class Table(msgspec.Struct, frozen=True, kw_only=True, dict=True):
    """Zones in the order in which they are read and reached, and buttons for moves that no zone has a part for.

    `actors` are the seats that are to act.

    >>> from boardwright.core.layout.zones import Counters
    >>> print(Table(title="Pile", seats=2, zones=(Counters(values=(("left", 7, 9),)),), buttons=("take 1",)).text())
    left 7
    Also: take 1
    """

    title: str
    zones: tuple[Zone, ...]
    seats: int
    actors: tuple[int, ...] = ()
    buttons: tuple[str, ...] = ()
    font: str = ""
    """The family of a font that the game brings."""

    @cached_property
    def shown(self) -> tuple[Items | Field, ...]:
        """The zones as data, with one of buttons for what no other zone draws."""
        zones = tuple([zone.shown() for zone in self.zones])
        if not self.buttons:
            return zones
        named = {name for zone in zones for name in zone.names()}
        extra = tuple([Item(name=name, title=name) for name in self.buttons if name not in named])
        return (*zones, Items(role=Role.BUTTONS, items=extra)) if extra else zones

    @cached_property
    def names(self) -> tuple[str, ...]:
        """The names of all parts, in reading order."""
        return tuple(dict.fromkeys(chain.from_iterable([zone.names() for zone in self.shown])))

    @cached_property
    def arts(self) -> dict[str, Art]:
        """Everything that is drawn, by its key."""
        return {art.key: art for zone in self.shown for art in zone.arts()}

    def text(self, *, color: bool = False) -> str:
        """Return the table for a terminal."""
        buttons = self.shown[len(self.zones) :]
        also = [f"Also: {', '.join(item.title for item in zone.items)}" for zone in buttons if isinstance(zone, Items)]
        return "\n".join([*(text for zone in self.zones if (text := zone.text(color=color))), *also])

    def planes(self) -> Iterator[tuple[str, str, int]]:
        """Yield what the numbers of `array` mean: a name, a meaning and how many numbers there are."""
        yield "to act", "whether the viewer is to act, the next player, and so on", self.seats
        for zone in self.zones:
            yield from zone.planes(self.seats)

    def array(self, seat: int | None) -> array[float]:
        """Return everything that the zones show, as numbers from -1 to 1.

        >>> list(Table(title="", zones=(), seats=2, actors=(1,)).array(1))
        [1.0, 0.0]
        """
        found = array("f", [float((other + (seat or 0)) % self.seats in self.actors) for other in range(self.seats)])
        for zone in self.zones:
            found.extend(zone.numbers(seat, self.seats))
        return found
