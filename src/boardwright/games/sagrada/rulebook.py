"""All commands, cards and windows of a match, compiled from JSON."""

from __future__ import annotations

from collections.abc import Callable, Collection, Hashable, Iterable, Mapping
from functools import cache, lru_cache
from importlib import resources
from typing import Annotated, Any, NamedTuple

import msgspec
from msgspec import Meta

from boardwright.games.sagrada.command import CommandJson, CommandRule, Part, join, prove, read_rule
from boardwright.games.sagrada.conditions import CONDITIONS
from boardwright.games.sagrada.facts import COLORS, FIRST_PRIVATE
from boardwright.games.sagrada.instructions import INSTRUCTIONS
from boardwright.games.sagrada.moves import Command
from boardwright.games.sagrada.schema import BadCards, CardId, Context, Description, JsonObject, Name, read
from boardwright.games.sagrada.scoring import Objective
from boardwright.games.sagrada.state import Window

MOST_CHARACTERS = 65_536
MOST_MOVES = 5_000
"""Moves that all commands together may have: each is an action, and may have to be tried on every turn."""
MOST_PARTS = 1_500
"""Numbers, conditions and instructions of all tool cards together: they are compiled when a match is opened."""
MOST_OPENED = 10
"""Commands that a tool card may open."""
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


class Card(msgspec.Struct, frozen=True):
    """A card on the table, in words. `points` lie on a tool, or are what an objective gives a pattern."""

    id: int
    name: str
    description: str
    points: int = 0
    color: str = ""


class ToolJson(JsonObject, frozen=True):
    """The JSON of a tool."""

    id: CardId
    name: Name
    description: Description
    active: bool
    activator: Part
    commands: Annotated[tuple[Any, ...], Meta(max_length=MOST_OPENED)] = ()


class PrivatesJson(JsonObject, frozen=True):
    """The JSON of all private objectives: the id of the first, and texts with the color left out."""

    first_id: int
    name: str
    description: str


class WindowJson(JsonObject, frozen=True):
    """The JSON of a window: four rows of five characters."""

    name: Name
    difficulty: Annotated[int, Meta(ge=1, le=6)]
    rows: Annotated[list[Annotated[str, Meta(pattern=r"^[RGYBP1-6.]{5}$")]], Meta(min_length=4, max_length=4)]
    back: str = ""


class OwnJson(JsonObject, frozen=True):
    """The JSON of own cards."""

    tool_cards: tuple[Any, ...] = ()
    public_objectives: tuple[Any, ...] = ()
    windows: tuple[Any, ...] = ()
    solo_colors: Mapping[str, tuple[int, ...]] = {}


class Existing:
    """The commands that exist at some moment, in the order in which they are tried."""

    def __init__(self, rules: Iterable[CommandRule]) -> None:
        self.rules = tuple(rules)
        self.words = tuple(dict.fromkeys(rule.word for rule in self.rules))
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
        self.privates: dict[int, Card] = {}
        self.tools: dict[int, ToolCard] = {}
        self.solo_colors: dict[int, str] = {}
        cards = [card for source in self.sources for card in source.data.get("tool_cards", ())]
        ids = [card.get("id") for card in cards if isinstance(card, Mapping)]
        self.deck_size = max((number for number in ids if type(number) is int), default=0)
        self._templates: dict[str, Mapping[str, Any]] = {}
        self._parts = 0
        for source in self.sources:
            for key in sorted(source.data, key="solo_colors".__ne__):
                self._attempt(self._read_section, source.file, key, source.data[key])
        self._attempt(self._check_moves)
        self.basic = tuple(rule for rule in self.rules.values() if ":" not in rule.key)
        self.existing = lru_cache(maxsize=4096)(self._find_existing)
        """The commands that exist now: the basic ones, one for each tool on the table, those opened by a tool."""
        self.remembered = lru_cache(maxsize=4096)(self._call)
        """What a function of the rulebook returns, kept for as long as the rulebook."""

    def _call(self, function: Callable[..., Any], *given: Hashable) -> Any:
        return function(self, *given)

    def _attempt(self, read: Callable[..., None], *given: Any) -> None:
        try:
            read(*given)
        except BadCards as problem:
            self.problems.append(str(problem))

    def _check_moves(self) -> None:
        moves = sum(rule.forms for rule in self.rules.values())
        if moves > MOST_MOVES:
            raise BadCards(f"cards: the commands have {moves:,} moves together; at most {MOST_MOVES:,} are allowed.")

    def _count_parts(self, card: Any, where: str) -> None:
        """Raises BadCards before too much is compiled, even of cards that turn out to be wrong."""
        known = card if isinstance(card, Mapping) else {}
        opened = known.get("commands")
        activators = map(_parts_of, (known.get("activator"), *self._templates.values()))
        self._parts += 2 * sum(activators) + sum(map(_parts_of, opened if isinstance(opened, list) else ()))
        if self._parts > MOST_PARTS:
            text = f"more than {MOST_PARTS:,} numbers, conditions and instructions with the cards before it"
            raise BadCards(f"{where}: {text}; this card and those after it were not read.")

    def _read_section(self, file: str, key: str, value: Any) -> None:
        where = f"{file}: {key}"
        readers: dict[str, Callable[[Any, str], None]] = {
            "commands": self._read_command,
            "tool_cards": self._read_tool,
            "public_objectives": self._read_objective,
            "windows": self._read_window,
        }
        if key in readers:
            for number, one in enumerate(read(value, list[Any], where), 1):
                place = _place(one, file, f"{where} {number}")
                if key == "tool_cards":
                    self._count_parts(one, place)
                self._attempt(readers[key], one, place)
        elif key in ("activator", "solo_activator"):
            self._templates[key] = value
        elif key == "private_objectives":
            self._read_privates(read(value, PrivatesJson, where))
        elif key == "solo_colors":
            for color, ids in read(value, dict[str, list[int]], where).items():
                if color not in COLORS:
                    raise BadCards(f"{where}: {color!r} is not a color; there are {', '.join(COLORS)}.")
                self.solo_colors |= dict.fromkeys(ids, color)

    def _read_command(self, data: Any, where: str) -> None:
        word = data["reg_exp"].split(" ")[0]
        self.rules[word] = read_rule(data, where, word)

    def _read_tool(self, data: Any, where: str) -> None:
        card = read(data, ToolJson, where)
        _check_id(card.id, self.objectives, "a public objective", where)
        color = self.solo_colors.get(card.id, COLORS[card.id % len(COLORS)])
        context = Context(card.id, card.active, color, self.deck_size)
        known = _known_after(card, where, context)
        alone = join(self._templates["solo_activator"], card.activator, rf"tool {card.id} \d")
        rules = [
            read_rule(join(self._templates["activator"], card.activator, f"tool {card.id}"), where, "tool", context),
            read_rule(alone, where, "solo", context),
            *(read_rule(one, where, str(number), context, known) for number, one in enumerate(card.commands)),
        ]
        self.rules |= {rule.key: rule for rule in rules}
        activator, solo_activator, *opened = rules
        words = card.name, card.description
        self.tools[card.id] = ToolCard(card.id, *words, card.active, color, activator, solo_activator, tuple(opened))

    def _read_objective(self, data: Any, where: str) -> None:
        card = read(data, Objective, where)
        _check_id(card.id, self.tools, "a tool card", where)
        self.objectives[card.id] = card

    def _read_privates(self, card: PrivatesJson) -> None:
        for number, color in enumerate(COLORS, card.first_id):
            words = {"color": color, "Color": color.capitalize()}
            name, description = card.name.format(**words), card.description.format(**words)
            self.privates[number] = Card(number, name, description, color=color)

    def _read_window(self, data: Any, where: str) -> None:
        card = read(data, WindowJson, where)
        self.windows[card.name] = Window(card.name, card.difficulty, "".join(card.rows))
        if card.back:
            self.backs[card.name] = card.back

    def double_sided(self) -> tuple[str, ...]:
        """The windows that have another one on their back, both sides of each card."""
        return tuple(name for name, back in self.backs.items() if self.backs.get(back) == name)

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


def _place(data: Any, file: str, otherwise: str) -> str:
    """Where a card or window stands, by its name if it has one."""
    if not isinstance(data, Mapping) or "name" not in data:
        return otherwise
    return f"{file}: card {data['id']} {data['name']!r}" if "id" in data else f"{file}: window {data['name']!r}"


def _parts_of(command: Any) -> int:
    """How much there is to compile in the JSON of a command or activator, whatever it is."""
    if not isinstance(command, Mapping):
        return 1
    lists = [command.get(key) for key in ("conditions", "instructions")]
    return 1 + str(command.get("reg_exp", "")).count(" ") + sum(len(each) for each in lists if isinstance(each, list))


def _check_id(number: int, others: Collection[int], kind: str, where: str) -> None:
    if number in range(FIRST_PRIVATE, FIRST_PRIVATE + len(COLORS)):
        raise BadCards(f"{where}: key 'id' must not be one of 23 to 27, the private objectives.")
    if number in others:
        raise BadCards(f"{where}: key 'id': {number} is the number of {kind}.")


def _known_after(card: ToolJson, where: str, context: Context) -> frozenset[str]:
    """What the opened commands may rely on: a die in hand stays there while the tool is in effect."""
    where = f"{where}: activator"
    conditions = [CONDITIONS.read(one, where, context) for one in card.activator.conditions]
    instructions = [INSTRUCTIONS.read(one, where, context) for one in card.activator.instructions]
    known = prove(conditions, instructions, where, frozenset())
    for one in card.commands:
        steps = [INSTRUCTIONS.read(step, where, context) for step in read(one, CommandJson, where).instructions]
        if any("a die in hand" in step.spoils for step in steps) and not any(step.ends_tool for step in steps):
            return frozenset()
    return known & {"a die in hand"}


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
        sources += (own_source("cards", cards),)
    book = Rulebook(sources)
    if book.problems:
        raise BadCards("\n".join(book.problems))
    return book


def own_source(file: str, text: str | bytes) -> Source:
    """A file of own cards: only cards and windows can be brought, not commands."""
    try:
        data = msgspec.json.decode(text)
    except msgspec.DecodeError as error:
        raise BadCards(f"{file}: this is not JSON: {error}.") from None
    read(data, OwnJson, file)
    return Source(file, data)
