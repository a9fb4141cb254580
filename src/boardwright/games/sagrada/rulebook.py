"""All commands, cards and windows of a match, compiled from JSON."""

from __future__ import annotations

from collections.abc import Callable, Collection, Hashable, Iterable, Iterator, Mapping
from functools import cache, lru_cache, partial
from importlib import resources
from typing import Any, NamedTuple, TypeAlias

import msgspec

from boardwright.core.card_data import BadCards, RuleJson, Rules, Source, collected, read, read_source
from boardwright.core.card_data.folder import check_length
from boardwright.core.card_data.language import parts_of
from boardwright.games.sagrada.command import CommandRule, join
from boardwright.games.sagrada.facts import COLORS, FIRST_PRIVATE
from boardwright.games.sagrada.instructions import HAND, TOOL_ENDED
from boardwright.games.sagrada.moves import Command
from boardwright.games.sagrada.schema import Context, OwnJson, ToolJson, WindowJson
from boardwright.games.sagrada.scoring import Objective, breakdown
from boardwright.games.sagrada.state import Window

Existing: TypeAlias = Rules[CommandRule]
"""The commands that exist at some moment."""
MOST_MOVES = 5_000
"""Moves that all commands together may have: each is an action, and may have to be tried on every turn."""
MOST_PARTS = 1_500
"""Numbers, conditions and instructions of all tool cards together: they are compiled when a match is opened."""
SHARED = ("activator", "solo_activator")
"""What all tool cards share, with others and alone."""
FILES = ("commands.json", "tools.json", "objectives.json", "windows.json")


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

    def __init__(self, sources: Iterable[Source]) -> None:
        self.sources = tuple(sources)
        self.problems: list[str] = []
        self.rules: dict[str, CommandRule] = {}
        self.windows: dict[str, Window] = {}
        self.backs: dict[str, str] = {}
        self.objectives: dict[int, Objective] = {}
        self.privates = {card.id: card for source in self.sources for card in _privates(source)}
        self.tools: dict[int, ToolCard] = {}
        self.solo_colors: dict[int, str] = {}
        cards = [card for source in self.sources for card in source.data.get("tool_cards", ())]
        ids = [card.get("id") for card in cards if isinstance(card, Mapping)]
        self.deck_size = max((number for number in ids if type(number) is int), default=0)
        self._templates = {key: source.data[key] for source in self.sources for key in SHARED if key in source.data}
        self._parts = 0
        for source in self.sources:
            with collected(self.problems):
                self._read_colors(source)
            for key, reader in (
                ("commands", self._read_command),
                ("tool_cards", self._read_tool),
                ("public_objectives", self._read_objective),
                ("windows", self._read_window),
            ):
                with collected(self.problems):
                    self._read_cards(source, key, reader)
        moves = sum(rule.forms for rule in self.rules.values())
        if moves > MOST_MOVES:
            text = f"the commands have {moves:,} moves together; at most {MOST_MOVES:,} are allowed"
            self.problems.append(f"cards: {text}.")
        self.basic = tuple(rule for rule in self.rules.values() if ":" not in rule.key)
        self.existing = lru_cache(maxsize=4096)(self._find_existing)
        """The commands that exist now: the basic ones, one for each tool on the table, those opened by a tool."""
        self.breakdown = lru_cache(maxsize=4096)(partial(breakdown, self.objectives))
        """Where a score comes from, given the dice of a window and the cards that count."""
        self.remembered = lru_cache(maxsize=4096)(self._call)
        """What a function of the rulebook returns, kept for as long as the rulebook."""

    def _call(self, function: Callable[..., Any], *given: Hashable) -> Any:
        return function(self, *given)

    def _count_parts(self, card: Any, where: str) -> None:
        """Raises BadCards before too much is compiled, even of cards that turn out to be wrong."""
        known = card if isinstance(card, Mapping) else {}
        opened = known.get("commands")
        activators = map(parts_of, (known.get("activator"), *self._templates.values()))
        self._parts += 2 * sum(activators) + sum(map(parts_of, opened if isinstance(opened, list) else ()))
        if self._parts > MOST_PARTS:
            text = f"more than {MOST_PARTS:,} numbers, conditions and instructions with the cards before it"
            raise BadCards(f"{where}: {text}; this card and those after it were not read.")

    def _read_colors(self, source: Source) -> None:
        for color, ids in source.data.get("solo_colors", {}).items():
            if color not in COLORS:
                raise BadCards(f"{source.file}: solo_colors: {color!r} is not a color; there are {', '.join(COLORS)}.")
            self.solo_colors |= dict.fromkeys(ids, color)

    def _read_cards(self, source: Source, key: str, reader: Callable[[Any, str], None]) -> None:
        for number, card in enumerate(source.data.get(key, ()), 1):
            where = _place(card, source.file, f"{source.file}: {key} {number}")
            if key == "tool_cards":
                self._count_parts(card, where)
            with collected(self.problems):
                reader(card, where)

    def _read_command(self, data: Any, where: str) -> None:
        rule = CommandRule(data["reg_exp"].split(" ")[0], read(data, RuleJson, where), where)
        rule.prove()
        self.rules[rule.key] = rule

    def _read_tool(self, data: Any, where: str) -> None:
        card = read(data, ToolJson, where)
        _check_id(card.id, self.objectives, "a public objective", where)
        color = self.solo_colors.get(card.id, COLORS[card.id % len(COLORS)])
        context, activates = Context(card.id, card.active, color, self.deck_size), f"{where}: activator"
        shared = join(self._templates["activator"], card.activator, f"tool {card.id}")
        alone = join(self._templates["solo_activator"], card.activator, rf"tool {card.id} \d")
        activator = CommandRule("tool", shared, activates, context)
        solo_activator = CommandRule("solo", alone, activates, context)
        opened = tuple(
            CommandRule(str(number), one, f"{where}: command {one.reg_exp!r}", context)
            for number, one in enumerate(card.commands)
        )
        known = activator.prove() & solo_activator.prove() & ({HAND} if all(map(_keeps_hand, opened)) else set())
        for rule in opened:
            rule.prove(known)
        self.rules |= {rule.key: rule for rule in (activator, solo_activator, *opened)}
        words = card.name, card.description
        self.tools[card.id] = ToolCard(card.id, *words, card.active, color, activator, solo_activator, opened)

    def _read_objective(self, data: Any, where: str) -> None:
        card = read(data, Objective, where)
        _check_id(card.id, self.tools, "a tool card", where)
        self.objectives[card.id] = card

    def _read_window(self, data: Any, where: str) -> None:
        card = read(data, WindowJson, where)
        self.windows[card.name] = Window(card.name, card.difficulty, "".join(card.rows))
        if card.back:
            self.backs[card.name] = card.back

    def double_sided(self) -> tuple[str, ...]:
        """The windows that have another one on their back, both sides of each card."""
        return tuple(name for name, back in self.backs.items() if self.backs.get(back) == name)

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


@cache
def base_sources() -> tuple[Source, ...]:
    """The cards that come with the game."""
    folder = resources.files("boardwright.games.sagrada") / "data"
    return tuple(Source(name, msgspec.json.decode(folder.joinpath(name).read_bytes())) for name in FILES)


def _privates(source: Source) -> Iterator[Card]:
    """The private objectives: texts in which the color is left out."""
    texts = source.data.get("private_objectives", {})
    for number, color in enumerate(COLORS if texts else (), FIRST_PRIVATE):
        words = {"color": color, "Color": color.capitalize()}
        yield Card(number, texts["name"].format(**words), texts["description"].format(**words), color=color)


def _place(data: Any, file: str, otherwise: str) -> str:
    """Where a card or window stands, by its name if it has one."""
    if not isinstance(data, Mapping) or "name" not in data:
        return otherwise
    return f"{file}: card {data['id']} {data['name']!r}" if "id" in data else f"{file}: window {data['name']!r}"


def _check_id(number: int, others: Collection[int], kind: str, where: str) -> None:
    if number in range(FIRST_PRIVATE, FIRST_PRIVATE + len(COLORS)):
        raise BadCards(f"{where}: key 'id' must not be one of 23 to 27, the private objectives.")
    if number in others:
        raise BadCards(f"{where}: key 'id': {number} is the number of {kind}.")


def _keeps_hand(rule: CommandRule) -> bool:
    """True if a die that was in hand before the command is there as long as the tool is in effect."""
    steps = rule.instructions
    return all(HAND not in step.spoils for step in steps) or any(TOOL_ENDED in step.proves for step in steps)


@lru_cache(maxsize=16)
def rulebook(cards: str = "") -> Rulebook:
    """The rules with own cards, given as JSON text, added; BadCards says what is wrong with them."""
    sources = base_sources()
    check_length(cards)
    if cards:
        sources += (read_source("cards", cards, OwnJson),)
    book = Rulebook(sources)
    if book.problems:
        raise BadCards("\n".join(book.problems))
    return book
