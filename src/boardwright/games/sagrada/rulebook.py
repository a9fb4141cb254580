"""All commands, cards and windows of a match, compiled from JSON."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import cache, lru_cache
from importlib import resources
from typing import Any, NamedTuple

import msgspec

from boardwright.games.sagrada.command import (
    CommandRule,
    join,
    prove,
    read_conditions,
    read_instructions,
    read_rule,
)
from boardwright.games.sagrada.facts import COLORS, COLUMNS, FIRST_PRIVATE, LETTERS, ROWS
from boardwright.games.sagrada.moves import Command
from boardwright.games.sagrada.schema import (
    ANYTHING,
    FLAG,
    NUMBER,
    TEXT,
    BadCards,
    Context,
    read_list,
    read_object,
    read_options,
)
from boardwright.games.sagrada.scoring import Objective, read_pattern
from boardwright.games.sagrada.state import Window

_PRIVATE_IDS = range(FIRST_PRIVATE, FIRST_PRIVATE + len(COLORS))
OWN_KEYS = ("tool_cards", "public_objectives", "windows", "solo_colors")
MOST_CHARACTERS = 65_536
MOST_COMMANDS = 5_000
FILES = ("commands.json", "tools.json", "objectives.json", "windows.json")


class Source(NamedTuple):
    """A file's name and the JSON object in it."""

    file: str
    data: Mapping[str, Any]


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


class PrivateObjective(NamedTuple):
    """A private objective: the sum of the shades of one color."""

    id: int
    name: str
    description: str
    color: str


class Existing:
    """The commands that exist at some moment, in the order in which they are tried."""

    def __init__(self, rules: Iterable[CommandRule]) -> None:
        self.rules = tuple(rules)
        self._by_shape: dict[tuple[str, int], tuple[CommandRule, ...]] = {}
        for rule in self.rules:
            shape = rule.word, rule.expression.arity
            self._by_shape[shape] = (*self._by_shape.get(shape, ()), rule)

    def of_shape(self, move: Command) -> tuple[CommandRule, ...]:
        """Return the commands with the word of a move and as many numbers."""
        return self._by_shape.get((move.word, len(move.numbers)), ())

    def matching(self, move: Command) -> list[CommandRule]:
        """Return the commands whose expression matches a move."""
        numbers = move.numbers
        return [rule for rule in self.of_shape(move) if rule.expression.accepts(numbers)]


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
        self.privates: dict[int, PrivateObjective] = {}
        self.tools: dict[int, ToolCard] = {}
        self.solo_colors: dict[int, str] = {}
        self.deck_size = max((card["id"] for card in self._cards() if type(card.get("id")) is int), default=0)
        self._templates: dict[str, Mapping[str, Any]] = {}
        for source in self.sources:
            for key in sorted(source.data, key="solo_colors".__ne__):
                self._attempt(self._read_section, source.file, key, source.data[key])
        self._attempt(self._check_commands)
        self.basic = tuple(rule for rule in self.rules.values() if ":" not in rule.key)
        self._existing = lru_cache(maxsize=4096)(self._find_existing)

    def _cards(self) -> Iterable[Mapping[str, Any]]:
        for source in self.sources:
            cards = source.data.get("tool_cards", ())
            yield from (card for card in cards if isinstance(card, Mapping)) if isinstance(cards, list) else ()

    def _attempt(self, read: Callable[..., None], *given: Any) -> None:
        try:
            read(*given)
        except BadCards as problem:
            self.problems.append(str(problem))

    def _check_commands(self) -> None:
        """Every command is an action with a number, so there must not be too many of them."""
        number = sum({rule.forms: rule.size for rule in self.rules.values()}.values())
        if number > MOST_COMMANDS:
            raise BadCards(f"cards: {number:,} different commands; at most {MOST_COMMANDS:,} are allowed.")

    def _read_section(self, file: str, key: str, value: Any) -> None:
        where = f"{file}: {key}"
        readers: dict[str, Callable[[Any, str], None]] = {
            "commands": self._read_command,
            "tool_cards": self._read_tool,
            "public_objectives": self._read_objective,
            "windows": self._read_window,
        }
        if key in readers:
            for number, one in enumerate(read_list(value, where), 1):
                self._attempt(readers[key], one, f"{where} {number}")
        elif key in ("activator", "solo_activator"):
            self._templates[key] = value
        elif key == "private_objectives":
            self._read_privates(value, where)
        elif key == "solo_colors":
            self._read_solo_colors(value, where)

    def _read_command(self, data: Any, where: str) -> None:
        word = str(read_object(data, where).get("reg_exp", "")).split(" ")[0]
        self.rules[word] = read_rule(data, where, word)

    def _read_tool(self, data: Any, where: str) -> None:
        keys = {"name": TEXT, "description": TEXT, "id": NUMBER, "active": FLAG, "activator": ANYTHING}
        card = read_options(read_object(data, where), keys | {"commands": ANYTHING._replace(default=[])}, where)
        where = f"{where.split(': ')[0]}: card {card['id']} {card['name']!r}"
        self._check_id(card["id"], where)
        if card["id"] in self.objectives:
            raise BadCards(f"{where}: key 'id': {card['id']} is a public objective's number.")
        color = self.solo_colors.get(card["id"], COLORS[card["id"] % len(COLORS)])
        context = Context(card["id"], card["active"], color, self.deck_size)
        keys = {"undoable": FLAG, "conditions": ANYTHING, "instructions": ANYTHING}
        activator = read_options(read_object(card["activator"], where), keys, f"{where}: activator")
        opened = read_list(card["commands"], f"{where}: key 'commands'")
        known = self._known_after(activator, opened, where, context)
        self.tools[card["id"]] = ToolCard(
            card["id"],
            card["name"],
            card["description"],
            card["active"],
            color,
            self._keep(self._activator("activator", activator, where, context)),
            self._keep(self._activator("solo_activator", activator, where, context)),
            tuple(
                self._keep(read_rule(one, where, f"{card['id']}:{number}", context, known))
                for number, one in enumerate(opened)
            ),
        )

    def _check_id(self, number: int, where: str) -> None:
        if number < 1 or number in _PRIVATE_IDS or number > 999:
            raise BadCards(f"{where}: key 'id' must be from 1 to 999 and not 23 to 27, the private objectives.")

    def _known_after(self, activator: Any, opened: Any, where: str, context: Context) -> frozenset[str]:
        """What the opened commands may rely on: a die in hand stays there while the tool is in effect."""
        conditions = read_conditions(activator["conditions"], f"{where}: activator", context)
        instructions = read_instructions(activator["instructions"], f"{where}: activator", context)
        known = prove(conditions, instructions, f"{where}: activator", frozenset())
        for one in opened:
            steps = read_instructions(read_object(one, where).get("instructions", []), where, context)
            if any("a die in hand" in step.spoils for step in steps) and not any(step.ends_tool for step in steps):
                return frozenset()
        return known & {"a die in hand"}

    def _activator(self, template: str, activator: Any, where: str, context: Context) -> CommandRule:
        solo = template == "solo_activator"
        expression = f"tool {context.card}" + (r" \d" if solo else "")
        key = f"{context.card}:{'solo' if solo else 'tool'}"
        return read_rule(join(self._templates[template], activator, expression), where, key, context)

    def _keep(self, rule: CommandRule) -> CommandRule:
        self.rules[rule.key] = rule
        return rule

    def _read_objective(self, data: Any, where: str) -> None:
        keys = {"name": TEXT, "description": TEXT, "id": NUMBER, "pattern": ANYTHING, "points_per_pattern": NUMBER}
        card = read_options(read_object(data, where), keys, where)
        where = f"{where.split(': ')[0]}: card {card['id']} {card['name']!r}"
        self._check_id(card["id"], where)
        if card["id"] in self.tools:
            raise BadCards(f"{where}: key 'id': {card['id']} is a tool card's number.")
        if not 0 <= card["points_per_pattern"] <= 100:
            raise BadCards(f"{where}: key 'points_per_pattern' must be from 0 to 100.")
        card["pattern"] = read_pattern(card["pattern"], f"{where}: key 'pattern'")
        self.objectives[card["id"]] = Objective(**card)

    def _read_privates(self, data: Any, where: str) -> None:
        keys = {"first_id": NUMBER, "name": TEXT, "description": TEXT}
        card = read_options(read_object(data, where), keys, where)
        for number, color in enumerate(COLORS):
            words = {"color": color, "Color": color.capitalize()}
            name, description = card["name"].format(**words), card["description"].format(**words)
            self.privates[card["first_id"] + number] = PrivateObjective(
                card["first_id"] + number, name, description, color
            )

    def _read_window(self, data: Any, where: str) -> None:
        keys = {"name": TEXT, "difficulty": NUMBER, "rows": ANYTHING, "back": TEXT._replace(default="")}
        card = read_options(read_object(data, where), keys, where)
        where = f"{where.split(': ')[0]}: window {card['name']!r}"
        rows = read_list(card["rows"], f"{where}: key 'rows'")
        if len(rows) != ROWS or any(not isinstance(row, str) or len(row) != COLUMNS for row in rows):
            raise BadCards(f"{where}: key 'rows' must have 4 texts of 5 characters each.")
        cells = "".join(rows)
        if not set(cells) <= set(LETTERS + "123456."):
            raise BadCards(f"{where}: key 'rows' may have only the letters {LETTERS}, the shades 1 to 6 and dots.")
        if not 1 <= card["difficulty"] <= 6:
            raise BadCards(f"{where}: key 'difficulty' must be from 1 to 6.")
        self.windows[card["name"]] = Window(card["name"], card["difficulty"], cells)
        if card["back"]:
            self.backs[card["name"]] = card["back"]

    def _read_solo_colors(self, data: Any, where: str) -> None:
        for color, ids in read_object(data, where).items():
            if color not in COLORS:
                raise BadCards(f"{where}: {color!r} is not a color; there are {', '.join(COLORS)}.")
            self.solo_colors |= dict.fromkeys(read_list(ids, where), color)

    def double_sided(self) -> tuple[str, ...]:
        """The windows that have another one on their back, both sides of each card."""
        return tuple(name for name, back in self.backs.items() if self.backs.get(back) == name)

    def existing(self, tools: tuple[int, ...], active: int, passive: int, solo: bool) -> Existing:
        """The commands that exist now: the basic ones, one for each tool on the table, those opened by a tool."""
        return self._existing(tools, active, passive, solo)

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


def check_length(cards: str) -> None:
    """BadCards if the JSON text of own cards is too long to be kept with every match."""
    if len(cards) > MOST_CHARACTERS:
        raise BadCards(f"cards: {len(cards):,} characters; at most {MOST_CHARACTERS:,} are allowed.")


@lru_cache(maxsize=16)
def rulebook(cards: str = "") -> Rulebook:
    """The rules with own cards, given as JSON text, added; BadCards says what is wrong with them."""
    sources = base_sources()
    check_length(cards)
    if cards:
        sources += (own_source("cards", _read_json(cards)),)
    book = Rulebook(sources)
    if book.problems:
        raise BadCards("\n".join(book.problems))
    return book


def own_source(file: str, data: object) -> Source:
    """A file of own cards: only cards and windows can be brought, not commands."""
    for key in read_object(data, file):
        if key not in OWN_KEYS:
            raise BadCards(f"{file}: unknown key {key!r}; there are {', '.join(OWN_KEYS)}.")
    return Source(file, read_object(data, file))


def _read_json(text: str) -> object:
    try:
        return msgspec.json.decode(text)
    except msgspec.DecodeError as error:
        raise BadCards(f"cards: this is not JSON: {error}.") from None
