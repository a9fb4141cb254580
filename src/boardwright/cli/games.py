"""List the installed games: number of players, options and defaults, where they come from, and whether their laws were
checked on this machine."""

from __future__ import annotations

import argparse
import json
import shutil
from collections.abc import Mapping
from typing import Any

import msgspec

from boardwright.bots import names
from boardwright.cli.arguments import add_json, installed
from boardwright.cli.show import print_json
from boardwright.cli.wrapping import fill
from boardwright.core.game.game import AnyGame
from boardwright.core.rules.options import options_schema
from boardwright.core.rules.seats import seats_text
from boardwright.store.installed import installed as installed_from


def parser(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("game", nargs="*", metavar="GAME", help="game to list (default: all)")
    add_json(parser)
    parser.epilog = "example: boardwright games deblockle --json"


def run(args: argparse.Namespace) -> int:
    chosen, code = installed(args.game)
    if args.json:
        print_json([_facts(one) for one in chosen])
    elif chosen:
        columns = shutil.get_terminal_size().columns
        print("\n\n".join(fill(_text(one), columns, indent="    ") for one in chosen))
    return code


def _facts(game: AnyGame) -> dict[str, Any]:
    return {
        "name": game.name,
        "title": game.title,
        "summary": game.summary,
        "version": game.version,
        "seats": list(game.seats),
        "has_secrets": game.has_secrets,
        "bots": list(names(game)),
        "options": options_schema(game.Options, game.usual_options),
        "installed": msgspec.to_builtins(installed_from(game.name)),
    }


def _text(game: AnyGame) -> str:
    schema = options_schema(game.Options, game.usual_options)
    properties: Any = schema.get("properties", {})
    lines = [f"{game.name} – {game.title}, {seats_text(game.seats)}", f"  {game.summary}"]
    lines += [f"  -o {name}={_default(option)}  {_option(option)}".rstrip() for name, option in properties.items()]
    if game.bot.strategies:
        lines.append(f"  bots of its own: {', '.join(game.bot.strategies)}")
    lines.append(f"  from {installed_from(game.name)}")
    return "\n".join(lines)


def _default(option: Mapping[str, Any]) -> str:
    default = option.get("default", "…")
    return default if isinstance(default, str) else json.dumps(default, ensure_ascii=False)


def _option(option: Mapping[str, Any]) -> str:
    """Return the choices or range of an option, and its description.

    >>> _option({"minimum": 1, "maximum": 4, "description": "how many cubes"})
    '(1 to 4) how many cubes'
    """
    if "enum" in option:
        bounds = f"({', '.join(map(str, option['enum']))})"
    elif "minimum" in option and "maximum" in option:
        bounds = f"({option['minimum']} to {option['maximum']})"
    else:
        bounds = ""
    return f"{bounds} {option.get('description', '')}".strip()
