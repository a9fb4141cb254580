"""All commands, cards and windows of a match, compiled from JSON."""

from __future__ import annotations

from collections.abc import Callable, Collection, Hashable, Iterator, Mapping, Sequence
from functools import cache, lru_cache, partial
from importlib import resources
from typing import Annotated, Any, NamedTuple, TypeAlias

import msgspec
from msgspec import Meta

from boardwright.core.card_data import (
    Args,
    BadCards,
    JsonObject,
    Language,
    Rule,
    RuleJson,
    Rules,
    Source,
    Steps,
    check_length,
    collected,
    read,
    read_source,
)
from boardwright.core.card_data.language import parts_of
from boardwright.games.sagrada.conditions import CONDITIONS, Context
from boardwright.games.sagrada.facts import COLORS, COLUMNS, DICE, FIRST_PRIVATE, ROWS
from boardwright.games.sagrada.instructions import HAND, INSTRUCTIONS, TOOL_ENDED
from boardwright.games.sagrada.moves import Command, cell_name
from boardwright.games.sagrada.scoring import Objective, breakdown
from boardwright.games.sagrada.state import CardId, CardName, Description, Draft, Rest, State, Window

LANGUAGE = Language(Command, CONDITIONS, INSTRUCTIONS, ("window", "return", "undo", "redo", "timeout"), DICE)
MOST_MOVES = 5_000
"""Moves that all commands together may have: each is an action, and may have to be tried on every turn."""
MOST_PARTS = 1_500
"""Numbers, conditions and instructions of all tool cards together: they are compiled when a match is opened."""
_SUBJECTS = {
    "cells": "cell",
    "argument 0 smaller_than round_track_size": "track",
    "argument 0 smaller_than dice_pool_size": "pool",
}
"""The parts of the table that numbers stand for, by the facts that conditions prove; the first counts."""


class ToolJson(JsonObject, frozen=True):
    """The JSON of a tool."""

    id: CardId
    name: CardName
    description: Description
    active: bool
    activator: Steps
    commands: Annotated[tuple[RuleJson, ...], Meta(max_length=10)] = ()


class WindowJson(JsonObject, frozen=True):
    """The JSON of a window: four rows of five characters."""

    name: CardName
    difficulty: Annotated[int, Meta(ge=1, le=6)]
    rows: Annotated[list[Annotated[str, Meta(pattern=r"^[RGYBP1-6.]{5}$")]], Meta(min_length=4, max_length=4)]
    back: str = ""


class OwnJson(JsonObject, frozen=True):
    """The JSON of custom cards: only cards and windows can be brought, not commands."""

    tool_cards: tuple[Any, ...] = ()
    public_objectives: tuple[Any, ...] = ()
    windows: tuple[Any, ...] = ()
    solo_colors: Mapping[str, tuple[int, ...]] = {}


class CommandRule(Rule[Command]):
    """One command of the language: the parts of the table that its numbers stand for, and its instructions.

    >>> rulebook().rules["pick"].expression.pattern
    'pick \\\\d'
    """

    def __init__(self, key: str, given: RuleJson, where: str, context: Context) -> None:
        super().__init__(given, where, LANGUAGE, context)
        self.key = f"{context.card}:{key}" if context.card else key
        proved = {fact for condition in self.conditions for fact in condition.proves}
        self.subject = next((subject for fact, subject in _SUBJECTS.items() if fact in proved), "")

    def marks(self, state: State, move: Command, seat: int) -> tuple[str, ...]:
        """Return the names of the cells, the die or the tool on the table that a move is about."""
        numbers = move.numbers
        if self.subject == "cell":
            cells = zip(numbers[::2], numbers[1::2], strict=False)
            return tuple(cell_name(seat, *cell) for cell in cells if 1 <= cell[0] <= ROWS and 1 <= cell[1] <= COLUMNS)
        if self.word == "tool":
            return (f"tool{numbers[0]}",)
        counted = {"pool": state.pool, "track": state.track}.get(self.subject, ())
        return tuple(f"{self.subject}{number}" for number in numbers[:1] if 1 <= number <= len(counted))

    def go_on(self, draft: Draft, args: Args, index: int = 0) -> None:
        """Follow the instructions from `index` on; where a chance outcome is needed, the rest is kept for later."""
        for number in range(index, len(self.changes)):
            self.changes[number](draft, args)
            if draft.waiting:
                draft.then = Rest(self.key, number + 1, args)
                return
        draft.then = None

    def can_go_on(self, rest: Rest) -> bool:
        """Return True if this command can have waited there, with such arguments."""
        if len(rest.args) != len(self.ranges) or not 0 < rest.index <= len(self.changes):
            return False
        return all(number in numbers for number, numbers in zip(rest.args, self.ranges, strict=True))

    @property
    def keeps_hand(self) -> bool:
        """True if a die that was in hand before the command is there as long as the tool is in effect."""
        steps = self.instructions
        return all(HAND not in step.spoils for step in steps) or any(TOOL_ENDED in step.proves for step in steps)


Existing: TypeAlias = Rules[CommandRule]
"""The commands that exist at some moment."""


class ToolCard(NamedTuple):
    """A tool: its words, its color alone, the commands that activate it and those it opens."""

    id: int
    name: str
    description: str
    active: bool
    color: str
    activator: CommandRule
    solo_activator: CommandRule
    commands: tuple[CommandRule, ...]


class Card(msgspec.Struct, frozen=True):
    """A card on the table, in words. `points` lie on a tool, or are what an objective gives a pattern."""

    id: int
    name: str
    description: str
    points: int = 0
    color: str = ""


class Rulebook:
    """The commands, cards and windows that the data describe. `problems` lists what is wrong with the data.

    >>> rulebook().tools[5].name, len(rulebook().windows), rulebook().deck_size
    ('Lens Cutter', 24, 12)
    """

    def __init__(self, sources: Sequence[Source]) -> None:
        self.problems: list[str] = []
        self.rules: dict[str, CommandRule] = {}
        self.windows: dict[str, Window] = {}
        self.backs: dict[str, str] = {}
        self.objectives: dict[int, Objective] = {}
        self.privates = {card.id: card for source in sources for card in _privates(source)}
        self.tools: dict[int, ToolCard] = {}
        self.solo_colors: dict[int, str] = {}
        cards = [card for source in sources for card in source.data.get("tool_cards", ())]
        ids = [card.get("id") for card in cards if isinstance(card, Mapping)]
        self.deck_size = max((number for number in ids if type(number) is int), default=0)
        shared = ("activator", "solo_activator")
        self._shared = {key: source.data[key] for source in sources for key in shared if key in source.data}
        self._parts = 0
        for source in sources:
            with collected(self.problems):
                self._read_colors(source)
            self._read_cards(source, "commands", self._read_command)
            self._read_cards(source, "tool_cards", self._read_tool)
            self._read_cards(source, "public_objectives", self._read_objective)
            self._read_cards(source, "windows", self._read_window)
        moves = sum(rule.forms for rule in self.rules.values())
        if moves > MOST_MOVES:
            text = f"the commands have {moves:,} moves together; at most {MOST_MOVES:,} are allowed"
            self.problems.append(f"cards: {text}.")
        self.basic = tuple(rule for rule in self.rules.values() if ":" not in rule.key)
        self.existing = lru_cache(maxsize=4096)(self._find_existing)
        """The commands that exist now: the basic ones, one for each tool on the table, those opened by a tool."""
        self.breakdown = lru_cache(maxsize=4096)(partial(breakdown, self.objectives))
        """The sources of a score, given the dice of a window and the cards that count."""
        self.remembered = lru_cache(maxsize=4096)(self._call)
        """The result of a function of the rulebook, kept for as long as the rulebook."""

    def _call(self, function: Callable[..., Any], *given: Hashable) -> Any:
        return function(self, *given)

    def _read_colors(self, source: Source) -> None:
        for color, ids in source.data.get("solo_colors", {}).items():
            if color not in COLORS:
                raise BadCards(f"{source.file}: solo_colors: {color!r} is not a color; there are {', '.join(COLORS)}.")
            self.solo_colors |= dict.fromkeys(ids, color)

    def _read_cards(self, source: Source, key: str, reader: Callable[[Any, str], None]) -> None:
        """Read the cards of one kind; one that is wrong is a problem, and too many parts end the reading."""
        for number, card in enumerate(source.data.get(key, ()), 1):
            where = f"{source.file}: {key} {number}"
            if isinstance(card, Mapping) and "name" in card:
                known = f"card {card['id']}" if "id" in card else "window"
                where = f"{source.file}: {known} {card['name']!r}"
            if key == "tool_cards" and self._too_many_parts(card):
                text = f"more than {MOST_PARTS:,} numbers, conditions and instructions with the cards before it"
                self.problems.append(f"{where}: {text}; this card and those after it were not read.")
                return
            with collected(self.problems):
                reader(card, where)

    def _too_many_parts(self, card: Any) -> bool:
        """Count the parts of a tool before they are compiled, even of one that turns out to be wrong."""
        known = card if isinstance(card, Mapping) else {}
        opened = known.get("commands")
        activators = map(parts_of, (known.get("activator"), *self._shared.values()))
        self._parts += 2 * sum(activators) + sum(map(parts_of, opened if isinstance(opened, list) else ()))
        return self._parts > MOST_PARTS

    def _read_command(self, data: Any, where: str) -> None:
        rule = CommandRule(data["reg_exp"].split(" ")[0], read(data, RuleJson, where), where, Context())
        rule.prove()
        self.rules[rule.key] = rule

    def _read_tool(self, data: Any, where: str) -> None:
        card = read(data, ToolJson, where)
        _check_id(card.id, self.objectives, "a public objective", where)
        color = self.solo_colors.get(card.id, COLORS[card.id % len(COLORS)])
        context = Context(card.id, card.active, color, self.deck_size)
        activator, solo_activator = (
            CommandRule(key, self._activator(shared, card, expression), f"{where}: activator", context)
            for key, shared, expression in (
                ("tool", "activator", f"tool {card.id}"),
                ("solo", "solo_activator", rf"tool {card.id} \d"),
            )
        )
        opened = tuple(
            CommandRule(str(number), one, f"{where}: command {one.reg_exp!r}", context)
            for number, one in enumerate(card.commands)
        )
        kept = {HAND} if all(one.keeps_hand for one in opened) else set()
        known = activator.prove() & solo_activator.prove() & kept
        for rule in opened:
            rule.prove(known)
        self.rules |= {rule.key: rule for rule in (activator, solo_activator, *opened)}
        words = card.name, card.description
        self.tools[card.id] = ToolCard(card.id, *words, card.active, color, activator, solo_activator, opened)

    def _activator(self, shared: str, card: ToolJson, expression: str) -> RuleJson:
        """Return the JSON of the command that activates a card: the shared part first, then the card's own."""
        steps, own = self._shared[shared], card.activator
        conditions, instructions = [*steps["conditions"], *own.conditions], [*steps["instructions"], *own.instructions]
        return RuleJson(reg_exp=expression, undoable=own.undoable, conditions=conditions, instructions=instructions)

    def _read_objective(self, data: Any, where: str) -> None:
        card = read(data, Objective, where)
        _check_id(card.id, self.tools, "a tool card", where)
        self.objectives[card.id] = card

    def _read_window(self, data: Any, where: str) -> None:
        card = read(data, WindowJson, where)
        self.windows[card.name] = Window(card.name, card.difficulty, "".join(card.rows))
        if card.back:
            self.backs[card.name] = card.back

    def all_moves(self, *, solo: bool) -> Collection[Command]:
        """Return every command that there can ever be, alone or with others, in the order of its rule."""
        tools = self.tools.values()
        activators = [tool.solo_activator if solo else tool.activator for tool in tools]
        opened = [rule for tool in tools for rule in tool.commands]
        return dict.fromkeys(move for rule in (*self.basic, *activators, *opened) for move in rule.all_moves())

    def _find_existing(self, tools: tuple[int, ...], active: int, passive: int, solo: bool) -> Existing:
        rules = list(self.basic)
        rules += [self.tools[tool].solo_activator if solo else self.tools[tool].activator for tool in tools]
        for tool in dict.fromkeys((active, passive)):
            rules += self.tools[tool].commands if tool in self.tools else ()
        return Existing(rules)


def _privates(source: Source) -> Iterator[Card]:
    """Yield the private objectives, from texts in which the color is left out."""
    texts = source.data.get("private_objectives", {})
    for number, color in enumerate(COLORS if texts else (), FIRST_PRIVATE):
        words = {"color": color, "Color": color.capitalize()}
        yield Card(number, texts["name"].format(**words), texts["description"].format(**words), color=color)


def _check_id(number: int, others: Collection[int], kind: str, where: str) -> None:
    if number in range(FIRST_PRIVATE, FIRST_PRIVATE + len(COLORS)):
        raise BadCards(f"{where}: key 'id' must not be one of 23 to 27, the private objectives.")
    if number in others:
        raise BadCards(f"{where}: key 'id': {number} is the number of {kind}.")


@cache
def base_sources() -> tuple[Source, ...]:
    """Return the cards that come with the game."""
    folder = resources.files("boardwright.games.sagrada") / "data"
    files = ("commands.json", "tools.json", "objectives.json", "windows.json")
    return tuple(Source(name, msgspec.json.decode(folder.joinpath(name).read_bytes())) for name in files)


@lru_cache(maxsize=16)
def rulebook(cards: str = "") -> Rulebook:
    """Return the rules with custom cards, given as JSON text, added; BadCards says what is wrong with them."""
    sources = base_sources()
    check_length(cards)
    if cards:
        sources += (read_source("cards", cards, OwnJson),)
    book = Rulebook(sources)
    if book.problems:
        raise BadCards("\n".join(book.problems))
    return book
