"""The cards on the table: tools with what they cost, objectives with what they give."""

from __future__ import annotations

from collections.abc import Iterator

from boardwright.core.layout import Item, Items, Role, Zone
from boardwright.core.picture import part
from boardwright.games.sagrada.art import FILLS
from boardwright.games.sagrada.rulebook import Card
from boardwright.games.sagrada.terminal_text import Written, card_lines
from boardwright.games.sagrada.view import SagradaView

_TOOL, _PUBLIC = "#d99b3c", "#6fa3d8"


@part
def tool_zone(tools: tuple[Card, ...], used: tuple[int, int], is_solo: bool) -> Zone:
    """Return the tools, those in use lit."""
    items, lines = [], [""]
    for card in tools:
        is_used, favor = card.id in used, "2 favor" if card.points else "1 favor"
        cost = f"costs a {card.color} die" if is_solo else f"costs {favor}"
        paid = card.points and not is_solo
        said = "" if is_solo else f" It costs {favor}{f'; {card.points} are paid already' if paid else ''}."
        items.append(
            Item(
                name=f"tool{card.id}",
                title=card.name,
                text=card.description,
                caption=f"{cost}, {card.points} paid" if paid else cost,
                words=f"tool {card.id}, {card.name}: {card.description}{said}",
                color=_fill(card) if is_solo else _TOOL,
                is_lit=is_used,
            )
        )
        lines += card_lines(f"tool {card.id}", card, f"{cost} [in effect]" if is_used else cost)
    return _zone("Tools", items, lines)


@part
def public_zone(cards: tuple[Card, ...]) -> Zone:
    """Return the objectives of all."""
    items, lines = [], []
    for card in cards:
        each = f"{card.points} {'point' if card.points == 1 else 'points'} each"
        items.append(_objective("public", card, each, _PUBLIC))
        lines += card_lines("public", card, each)
    return _zone("Goals", items, lines)


def private_zones(view: SagradaView) -> Iterator[Zone]:
    """Yield the private objectives that the viewer knows, if any: the own ones, and all when the game is over."""
    held = tuple([(card, player.seat) for player in view.players for card in player.privates])
    if held:
        yield _private_zone(held, view.seat)


@part
def _private_zone(held: tuple[tuple[Card, int], ...], viewer: int | None) -> Zone:
    items, lines = [], []
    for card, seat in held:
        owner, kind = ("yours alone", "private") if seat == viewer else (f"Player {seat + 1}", f"private {seat + 1}")
        items.append(_objective("private", card, owner, _fill(card)))
        lines += card_lines(kind, card)
    return _zone("Private goals" if len(items) > 1 else "Private goal", items, lines)


def _objective(kind: str, card: Card, caption: str, color: str) -> Item:
    words = f"{kind} {card.id}, {card.name}: {card.description}"
    return Item(title=card.name, text=card.description, caption=caption, color=color, words=words)


def _fill(card: Card) -> str:
    return FILLS[card.color[0].upper()]


def _zone(title: str, items: list[Item], lines: list[str]) -> Zone:
    text = "\n".join(lines)
    return Written(Items(role=Role.CARDS, title=title, items=tuple(items)), lambda color: text)
