"""Names that are gone from games and positions, with the places where an author writes their work now."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from types import FunctionType, MemberDescriptorType
from typing import Final

from boardwright.core.rules.hooks import FUNCTIONS, hook_modules

_BOT = "make it the {} of a subclass of Heuristics (boardwright.api), whose one object in bot.py is BOT"

MOVED: Final[Mapping[str, Mapping[str, str]]] = {
    "achievements": {"achievement_progress": "write progress(before, step, seat, after) in achievements.py"},
    "bot": {
        "evaluate": _BOT.format("method evaluate(position, seat)"),
        "has_evaluation": "nothing has to say so: a BOT that has its own evaluate has an evaluation",
        "move_prior": _BOT.format("method prior(move, position)"),
        "search_moves": _BOT.format("method search_moves(position, seat)"),
        "playout": _BOT.format("method playout(position, rng)"),
        "secrets_affect_moves": _BOT.format("method secrets_affect_moves(position)"),
        "strategies": _BOT.format("attribute strategies"),
        "solution": _BOT.format("attribute solution"),
    },
    "custom_cards": {"check_cards": "make it the class method check_cards(path) of the game's Options"},
    "kernel": {"playout_kernel": _BOT.format("attribute playout_kernel")},
    "options": {"local_options": "make it the class method read_local(given) of the game's Options"},
    "moves": {
        "gesture": "make it the method gesture(position) of the types of moves",
        "move_for": "make it the class method from_gesture(gesture, position) of the types of moves",
        "describe": "make it the method words(position) of the types of moves",
    },
    "picture": {
        "picture": "write zones(view, layer) in zones.py, from which the picture follows",
        "seat_colors": "move it to zones.py",
    },
    "text": {"text": "write zones(view, layer) in zones.py, from which the text for terminals follows"},
    "": {
        "at": "with_version(version) returns the game with older rules",
        "layout": "write zones(view) in zones.py, or let the position have zones(seat)",
        "options_between_people": "make it the class attribute between_people of the game's Options",
        "player_rules": "end what is for players with a line --- in README.md",
        "rules": "write the rules into README.md",
        "rules_in": "write the rules in other languages into texts/de.md and so on",
        "texts": "write the sentences in other languages into texts/de.toml and so on",
        "translator": "write the sentences in other languages into texts/de.toml and so on",
        "usual_seats": "two play where two can: boardwright.core.rules.seats.usual_seats(seats)",
    },
}
"""The new home of everything that is no hook any more, by its module, "" for what only the class had, and its name."""

MEMBERS: Final[Mapping[str, str]] = {
    "choices": "`legal(seat)`",
    "after": "`apply(move, seat)`, which returns the next position or a Refusal",
    "result": "`apply(move, seat)`",
    "not_now": "`out_of_turn(move, seat)`, for seats that are not to act",
    "why_not": "the Refusal that `apply(move, seat)` returns",
    "read": "the class method `parse(text, position)` of the types of moves",
    "all_moves": "the class method `all(position)` of the types of moves",
    "move_examples": "`examples` of the types of moves",
    "move_types": "the types in `Position[Step | Pass, View]`",
    "is_chance": "`chance`, which is None unless this is a chance node",
    "chances": "`chance`",
    "deal": "`chance`, with a Dealing",
    "visible_to": "`secret` of the types of moves, and `seen` of what chance brings",
    "draw_rules": "`draw_rules` of the game's Options",
    "validate": "`problems()`",
    "invariants": "`problems()`",
}
"""Members of positions that are not asked any more, and what answers in their place."""


def moved_functions(
    game: object, modules: Iterable[str] = tuple(filter(None, MOVED))
) -> Iterator[tuple[str, str, str]]:
    """(module, name, new home) for the functions of a game's modules that nothing calls any more."""
    for module, loaded in hook_modules(type(game), modules):
        for name, home in MOVED[module].items():
            value = getattr(loaded, name, None)
            if isinstance(value, FunctionType) and value.__module__ == loaded.__name__:
                yield module, name, home


def check_class(kind: type) -> None:
    """Raise TypeError for a member of a subclass of `Game` that nothing calls there; it says what to write instead.

    >>> check_class(type("Stones", (), {"move_prior": lambda self, move, position: 0.0}))
    Traceback (most recent call last):
        ...
    TypeError: Nothing asks Stones.move_prior: make it the method prior(move, position) of a subclass of Heuristics ...
    """
    homes = {
        name: f"write a function {name} in {module}.py of the game's package"
        for module, names in FUNCTIONS.items()
        for name in names
    }
    homes |= {name: home for names in MOVED.values() for name, home in names.items()}
    for name in vars(kind):
        if name in homes:
            raise TypeError(f"Nothing asks {kind.__name__}.{name}: {homes[name]}.")


def check_position_class(kind: type) -> None:
    """Raise TypeError for a member of a class of positions that nothing asks; fields may have such names."""
    for name, member in vars(kind).items():
        if name in MEMBERS and not isinstance(member, MemberDescriptorType):
            raise TypeError(f"{kind.__name__}.{name} would not be asked: write {MEMBERS[name]} instead")
