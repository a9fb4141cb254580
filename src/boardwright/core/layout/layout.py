"""A table: zones and buttons, from which picture, text and array follow."""

from __future__ import annotations

from array import array
from collections.abc import Iterator
from functools import cached_property

import msgspec

from boardwright.core.layout.board_zone import BOARD_WIDTH, BoardZone
from boardwright.core.layout.drawing import plate
from boardwright.core.layout.zones import TEXT, WIDTH, Zone
from boardwright.core.picture import Picture, Shape, group, part, rect

_GAP, _BUTTON = 16, 46
_ROOM = 6
"""The most buttons for which room is kept when fewer can be pressed."""


class Layout(msgspec.Struct, frozen=True, kw_only=True, dict=True):
    """What a viewer sees: zones in the order in which a narrow window shows them, and buttons for other moves.

    On a wide screen boards are at the left and everything else at the right. `actors` are the seats that are to act.

    >>> from boardwright.core.layout.zones import Counters
    >>> print(Layout(title="Pile", seats=2, zones=(Counters(values=(("left", 7, 9),)),), buttons=("take 1",)).text())
    left 7
    Also: take 1
    """

    title: str
    zones: tuple[Zone, ...]
    seats: int
    actors: tuple[int, ...] = ()
    buttons: tuple[str, ...] = ()
    possible_buttons: tuple[str, ...] = ()
    """Buttons that there can be at other times: room is kept free for a few of those that no zone draws."""

    def text(self, *, color: bool = False) -> str:
        """The table in a terminal."""
        also = [f"Also: {', '.join(self._extra)}"] if self._extra else []
        return "\n".join([*(zone.text(color=color) for zone in self.zones), *also])

    def picture(self, font: str = "") -> Picture:
        """The table as shapes, each zone in a block of its own; words are in that font if there is one."""
        shapes: list[Shape] = []
        boards = [zone for zone in self.zones if isinstance(zone, BoardZone)]
        others = [zone for zone in self.zones if not isinstance(zone, BoardZone)]
        height = _GAP + sum(zone.height() + _GAP for zone in boards)
        left, top = _GAP, float(_GAP)
        for board in boards:
            shapes.append(_block(board, left, top))
            top += board.height() + _GAP
        right = left + BOARD_WIDTH + _GAP if boards else left
        column_height = _GAP + sum(zone.height() + _GAP for zone in others) + self._button_room()
        limit = column_height if boards or column_height < 560 else column_height / 2
        at, width = float(_GAP), right + (WIDTH + _GAP if others or not boards else 0)
        for zone in others:
            if at > limit:
                height, at, right = max(height, at), float(_GAP), right + WIDTH + _GAP
                width = right + WIDTH + _GAP
            shapes.append(_block(zone, right, at))
            at += zone.height() + _GAP
        if self._button_room() and boards and not others:
            shapes.append(_buttons(self._extra, self._button_room(), left, height))
            height += self._button_room() + _GAP
        elif self._button_room():
            shapes.append(_buttons(self._extra, self._button_room(), right, at))
            at += self._button_room() + _GAP
        height = max(height, at)
        ground = rect(0, 0, width, height, rx=14, fill="#efe7d6", css="ground lay-ground")
        return Picture(width, height, (ground, *shapes), self.title, self.text(), font)

    @cached_property
    def _extra(self) -> tuple[str, ...]:
        """The buttons that no zone draws."""
        return tuple(name for name in self.buttons if name not in self._drawn)

    @cached_property
    def _drawn(self) -> frozenset[str]:
        return frozenset(name for zone in self.zones for shape in zone.shapes() for name in shape.names())

    def _button_room(self) -> float:
        kept = sum(name not in self._drawn for name in self.possible_buttons)
        return -(-max(min(_ROOM, kept), len(self._extra)) // 3) * _BUTTON

    def planes(self) -> Iterator[tuple[str, str, int]]:
        """What the numbers of `array` mean: a name, a meaning and how many numbers there are."""
        yield "to act", "whether the viewer is to act, the next player, and so on", self.seats
        for zone in self.zones:
            yield from zone.planes(self.seats)

    def array(self, seat: int | None) -> array[float]:
        """Everything that the zones show, as numbers from -1 to 1.

        >>> list(Layout(title="", zones=(), seats=2, actors=(1,)).array(1))
        [1.0, 0.0]
        """
        found = array("f", [float((other + (seat or 0)) % self.seats in self.actors) for other in range(self.seats)])
        for zone in self.zones:
            found.extend(zone.numbers(seat, self.seats))
        return found


def _block(zone: Zone, x: float, y: float) -> Shape:
    size = rect(0, 0, zone.width, zone.height(), fill="none")  # keeps the block as large as it is, whatever it shows
    inner = group([size, *zone.shapes()], transform=f"translate({x} {y})")
    return group([inner], css="block")


def _buttons(names: tuple[str, ...], room: float, x: float, y: float) -> Shape:
    size = rect(0, 0, WIDTH, room, fill="none")
    drawn = [_button(name, number) for number, name in enumerate(names)]
    return group([group([size, *drawn], transform=f"translate({x} {y})")], css="block")


@part
def _button(name: str, number: int) -> Shape:
    box = rect(number % 3 * 134, number // 3 * _BUTTON + 2, 128, _BUTTON - 6, rx=9, css="outline", fill="#24557f")
    return plate(box, name, min(TEXT + 1, 200 / len(name)), "#ffffff", name=name, label=name)
