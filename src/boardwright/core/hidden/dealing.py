"""Deals into the fields of a position: one sealed chance step that follows from their types."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from types import EllipsisType
from typing import Any, Generic, TypeVar, cast, get_args, get_origin

import msgspec

from boardwright.core.chance.deal import Deal, Part, split
from boardwright.core.hidden.components import hidden_fields

P = TypeVar("P", bound=msgspec.Struct)


class Dealing(Deal, Generic[P]):
    """Deal so many cards into each field of a position: `Dealing(self, CARDS, hands=10, rows=4, deck=...)`.

    A field with a component for each seat gets as many for each, and every seat sees its own. Cards of a component of
    nobody lie face down. Any other field is a tuple, and its cards lie face up; in a tuple of tuples each begins one.
    `...` stands for all that are left.
    """

    __slots__ = ("_by_field", "_hidden", "_position", "values")

    def __init__(self, position: P, cards: Iterable[Any], /, **counts: int | EllipsisType) -> None:
        self.values = tuple(cards)
        """The cards themselves; `cards` are their texts."""
        self._position = position
        self._hidden = {field.name: field for field in hidden_fields(type(position))}
        self._by_field = dict(self._parts(counts))
        super().__init__(map(str, self.values), [part for parts in self._by_field.values() for part in parts])

    @property
    def fields(self) -> Collection[str]:
        """The names of the fields that are dealt into."""
        return self._by_field.keys()

    def after(self, outcome: str) -> P:
        """Return the position with the cards in its fields."""
        by_text = {str(card): card for card in self.values}
        dealt = iter([[by_text[text] for text in part] for part in split(outcome)])
        changes = {name: self._filled(name, [next(dealt) for _ in parts]) for name, parts in self._by_field.items()}
        return msgspec.structs.replace(self._position, **changes)

    def _parts(self, counts: dict[str, int | EllipsisType]) -> Iterator[tuple[str, list[Part]]]:
        hidden, seats = self._hidden, cast(Any, self._position).seats
        owned = {name: seats if name in hidden and hidden[name].is_own else 1 for name in counts}
        fixed = sum(count * owned[name] for name, count in counts.items() if isinstance(count, int))
        for name, given in counts.items():
            count = given if isinstance(given, int) else (len(self.values) - fixed) // owned[name]
            if name not in hidden:
                yield name, [Part.face_up(count)]
            elif hidden[name].is_own:
                yield name, [Part.hand(seat, count) for seat in range(seats)]
            else:
                yield name, [Part.face_down(count)]

    def _filled(self, name: str, dealt: list[list[Any]]) -> Any:
        position = self._position
        if name not in self._hidden:
            hint = next(field.type for field in msgspec.structs.fields(position) if field.name == name)
            nested = get_origin((*get_args(hint), None)[0]) is tuple
            return tuple((card,) for card in dealt[0]) if nested else tuple(dealt[0])
        value = getattr(position, name)
        if isinstance(value, tuple):
            return tuple(each.of(cards) for each, cards in zip(value, dealt, strict=True))
        return value.of(dealt[0])
