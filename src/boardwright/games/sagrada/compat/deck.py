"""Decks: cards and frames that are drawn at random, each once."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Any, Generic, Protocol, TypeVar

from boardwright.core.card_data import JsonObject, read
from boardwright.games.sagrada.compat.frame import WindowFrame, read_frame
from boardwright.games.sagrada.compat.player import CardJson, card_json, read_card
from boardwright.games.sagrada.rulebook import Card, ToolCard, rulebook
from boardwright.games.sagrada.scoring import Objective


class _Deck(JsonObject, frozen=True):
    cards: list[Any]


class Drawable(Protocol):
    """A thing that can lie in a deck: it has a name."""

    @property
    def name(self) -> str:
        """The name."""
        ...


T = TypeVar("T", bound=Drawable)


class Deck(Generic[T]):
    """Different cards, drawn by the given generator.

    >>> deck = tool_deck(Random(1))
    >>> len(deck), len(deck.draw(3)), len(deck)
    (12, 3, 9)
    >>> len(tool_deck(Random(1), deck.to_json()))
    9
    """

    def __init__(self, cards: list[T], rng: Random) -> None:
        if len({card.name for card in cards}) != len(cards):
            raise ValueError("deck: a card is in the deck twice.")
        self._cards = list(cards)
        self._rng = rng

    def __len__(self) -> int:
        return len(self._cards)

    def draw(self, number: int = 1) -> list[T]:
        """Draw that many cards; raises ValueError if there are not enough."""
        if not 1 <= number <= len(self):
            raise ValueError(f"{number} cards cannot be drawn from a deck of {len(self)}.")
        return [self._cards.pop(self._rng.randrange(len(self))) for _ in range(number)]

    def to_json(self) -> dict[str, Any]:
        """Return the cards that are left; the deck functions read them back."""
        cards = [card.to_json() if isinstance(card, WindowFrame) else card_json(card) for card in self._cards]
        return {"cards": cards}


def private_objective_deck(rng: Random, data: Any = None) -> Deck[Card]:
    """Return a deck with one card for each color, or with the cards of a deck's JSON."""
    return _deck(rulebook().privates, rng, data)


def public_objective_deck(rng: Random, data: Any = None) -> Deck[Objective]:
    """Return a deck with the ten public objectives, or with the cards of a deck's JSON."""
    return _deck(rulebook().objectives, rng, data)


def tool_deck(rng: Random, data: Any = None) -> Deck[ToolCard]:
    """Return a deck with the twelve tools, or with the cards of a deck's JSON."""
    return _deck(rulebook().tools, rng, data)


def window_frame_deck(rng: Random, data: Any = None) -> Deck[WindowFrame]:
    """Return a deck with the twenty-four frames, or with the frames of a deck's JSON."""
    if data is None:
        return Deck([WindowFrame(window) for window in rulebook().windows.values()], rng)
    return Deck([read_frame(frame) for frame in read(data, _Deck, "deck").cards], rng)


def _deck(known: Mapping[int, T], rng: Random, data: Any) -> Deck[T]:
    if data is None:
        return Deck(list(known.values()), rng)
    return Deck([known[read_card(card, known, CardJson).id] for card in read(data, _Deck, "deck").cards], rng)
