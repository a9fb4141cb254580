"""Views, resampling and counts of cards, which follow from the components of a position.

A field `deck: Deck[int]` is seen by nobody, a field `hands: tuple[Hand[int], ...]` has what each seat sees of its own.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from functools import cache, lru_cache
from typing import Annotated, Any, NamedTuple, TypeVar, get_args, get_origin

import msgspec

from boardwright.core.chance.distribution import Rng
from boardwright.core.hidden.cards import Component, Secret
from boardwright.core.moves.domain import Domain

P = TypeVar("P", bound=msgspec.Struct)


class Pool(NamedTuple):
    """Keeps the cards of a field apart from others when hidden ones are dealt again: `Annotated[…, Pool("gems")]`."""

    name: str


class HiddenField(NamedTuple):
    """A field with components: of each seat, or of nobody."""

    name: str
    is_own: bool
    pool: str
    domain: Domain | None
    """The values of secrets that are not cards."""


def _find_fields(kind: Any) -> Iterator[HiddenField]:
    for field in msgspec.structs.fields(kind):
        hint = field.type
        inner, notes = (get_args(hint)[0], hint.__metadata__) if get_origin(hint) is Annotated else (hint, ())
        is_own = get_origin(inner) is tuple
        inner = get_args(inner)[0] if is_own and get_args(inner) else inner
        component = get_origin(inner) or inner
        if isinstance(component, type) and issubclass(component, Component):
            pool = next((note.name for note in notes if isinstance(note, Pool)), "")
            domain = next((note for note in notes if isinstance(note, Domain)), None)
            yield HiddenField(field.name, is_own, pool, domain if issubclass(component, Secret) else None)


hidden_fields: Callable[[Any], tuple[HiddenField, ...]] = cache(lambda kind: tuple(_find_fields(kind)))
"""Find the fields of a type of structs that hold components."""


def masked(position: P, seat: int | None) -> P:
    """Return the position as that seat sees it: until it is over, what it may not see lies face down."""
    fields = _hidden_now(position)
    if not fields:
        return position
    values = tuple([getattr(position, field.name) for field in fields])
    return msgspec.structs.replace(position, **_masked_fields(type(position), values, seat))


@lru_cache(1 << 12)
def _masked_fields(kind: Any, values: tuple[Any, ...], seat: int | None) -> dict[str, Any]:
    """Return the fields as the seat sees them; the same hands are met in many positions."""
    return {
        field.name: tuple(each if owner == seat else each.masked() for owner, each in enumerate(value))
        if field.is_own
        else value.masked()
        for field, value in zip(hidden_fields(kind), values, strict=True)
    }


def resampled(position: P, seat: int | None, rng: Rng) -> P:
    """Return a random position that looks the same to that seat: what it does not see is shuffled and dealt again.

    It depends on nothing but what the seat sees and `rng`, which keeps bots honest: two positions of which it sees the
    same, and equal generators, give equal results. Where nothing is hidden it is the position itself.
    """
    fields = _hidden_now(position)
    pools: dict[str, list[Any]] = {}
    for field in fields:
        if field.domain is None:
            pool = pools.setdefault(field.pool, [])
            for owner, component in _components(position, field):
                if owner is None or owner != seat:
                    pool.extend(component.cards)
    for pool in pools.values():
        pool.sort(key=str)
        rng.shuffle(pool)
    changes: dict[str, Any] = {}
    for field in fields:
        parts = []
        for owner, component in _components(position, field):
            if not component.cards or (owner is not None and owner == seat):
                parts.append(component)
            elif field.domain is not None:
                parts.append(component.of((rng.choice(list(field.domain.now(position, owner or 0))),)))
            else:
                parts.append(component.of(_take(pools[field.pool], len(component.cards))))
        changes[field.name] = tuple(parts) if field.is_own else parts[0]
    return msgspec.structs.replace(position, **changes) if changes else position


def _hidden_now(position: Any) -> tuple[HiddenField, ...]:
    """Return the fields with components; none once the game is over, when everything is open."""
    fields = hidden_fields(type(position))
    return fields if fields and position.outcome() is None else ()


def _take(cards: list[Any], count: int) -> list[Any]:
    taken, cards[:] = cards[:count], cards[count:]
    return taken


def _components(position: Any, field: HiddenField) -> list[tuple[int | None, Component[Any]]]:
    value = getattr(position, field.name)
    return list(enumerate(value)) if field.is_own else [(None, value)]


def is_masked(position: Any) -> bool:
    """Return whether some card of the position is unknown, as in what a seat sees of it."""
    return any(part.down for field in hidden_fields(type(position)) for _, part in _components(position, field))


def held_cards(position: Any) -> dict[str, Counter[Any]]:
    """Return how many of each card are in components, by pool."""
    found: dict[str, Counter[Any]] = {}
    for field in hidden_fields(type(position)):
        if field.domain is None:
            for _, component in _components(position, field):
                found.setdefault(field.pool, Counter()).update(component.cards)
    return found
