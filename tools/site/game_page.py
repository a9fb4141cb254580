"""Facts about a game that its README leaves to the code: options, observations, actions, rewards."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec

from boardwright.core.game.game import AnyGame
from boardwright.core.game.registry import game as find_game
from boardwright.core.refusal import BadOptions
from boardwright.core.rules.options import options_schema
from boardwright.core.rules.seats import usual_seats
from boardwright.core.search.numbering import limits as limits_of
from tools.tables import table


def numbers(name: str) -> str:
    """Return the sections for programs, as Markdown."""
    game = find_game(name)
    parts = [
        "## For learning programs",
        f"`{game.name}`, version {game.version} of the rules. The tables are made from the code.",
        "### Options",
        _options(game),
        "### Observation",
        _observation(game),
        "### Actions",
        _actions(game),
        "### Rewards",
        _REWARDS,
    ]
    return "\n\n".join(parts) + "\n"


def _options(game: AnyGame) -> str:
    properties: Any = options_schema(game.Options)["properties"]
    rows = [
        (f"`{name}`", f"`{msgspec.json.encode(option.get('default')).decode()}`", _values(option),
         str(option.get("description", "")))
        for name, option in properties.items()
    ]  # fmt: skip
    return table(("option", "default", "values", "meaning"), rows) if rows else "There are none."


def _values(option: Any) -> str:
    if "enum" in option:
        return ", ".join(f"`{value}`" for value in option["enum"])
    if "minimum" in option and "maximum" in option:
        return f"{option['minimum']} to {option['maximum']}"
    if "anyOf" in option:
        return " or ".join(filter(None, map(_values, option["anyOf"])))
    return str(option.get("type", ""))


def setups(game: AnyGame) -> Iterator[tuple[str, int, Any]]:
    """Yield the usual setup, then every other number of seats and every other value of an option with few of them."""
    properties: Any = options_schema(game.Options)["properties"]
    usual = usual_seats(game.seats)
    yield "usual", usual, game.read_options()
    for seats in game.seats:
        if seats != usual:
            yield f"{seats} seats", seats, game.read_options()
    for name, option in properties.items():
        for value in option.get("enum", ()):
            if value == option.get("default"):
                continue
            for seats in (usual, *game.seats):
                try:
                    options = game.read_options({name: value})
                    game.begin(seats, options)
                except BadOptions:
                    continue
                yield f"{name}={value}" + ("" if seats == usual else f", {seats} seats"), seats, options
                break


def _observation(game: AnyGame) -> str:
    actions = game.actions(usual_seats(game.seats), game.read_options())
    rows, at = [], 0
    for plane in actions.planes:
        rows.append((str(at) if plane.size == 1 else f"{at}–{at + plane.size - 1}", plane.name, plane.meaning))
        at += plane.size
    cells = " x ".join(map(str, actions.shape[1:]))
    kind = f"planes of {cells} cells" if cells else "numbers"
    text = f"An array of the shape `{actions.shape}`, from -1 to 1: {actions.shape[0]} {kind}, as the seat sees them."
    return "\n\n".join([text, table(("planes" if cells else "numbers", "name", "meaning"), rows), _shapes(game)])


def _shapes(game: AnyGame) -> str:
    """Return the shapes of other setups, and the planes that only they have."""
    usual = {plane.name for plane in game.actions(usual_seats(game.seats), game.read_options()).planes}
    rows = []
    for name, seats, options in setups(game):
        actions, limits = game.actions(seats, options), limits_of(game, seats, options)
        more = "; ".join(f"{plane.name}: {plane.meaning}" for plane in actions.planes if plane.name not in usual)
        rows.append((
            name, f"`{actions.shape}`", f"{actions.size:,}", str(limits.moves or game.bound or "no bound"),
            "unknown" if limits.outcomes is None else str(limits.outcomes), more,
        ))  # fmt: skip
    return table(("setup", "observation", "actions", "most moves", "most chance outcomes", "more planes"), rows)


def _actions(game: AnyGame) -> str:
    actions = game.actions(usual_seats(game.seats), game.read_options())
    places = [actions.size * part // 6 for part in range(6)]
    shown = ", ".join(f"{number}: `{actions.move(number)}`" for number in dict.fromkeys([*places, actions.size - 1]))
    return (
        f"{actions.size:,} moves are numbered from 0. `actions.move(number)` and `actions.number(move)` translate, "
        f"`actions.mask(position, seat)` marks the legal ones. For example {shown}."
    )


_REWARDS = """`outcome`: at the end, winners share +1 and losers -1. `margin`: at the end, the lead in points as a
share of all points. `shaped`: after every step, the change of the game's evaluation.
[Environments](../../../../docs/lab.md) has the details."""
