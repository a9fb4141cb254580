"""Print the script that makes a shell complete commands, games, options, bots and files with the Tab key.

It asks the installed program, so games and bots that are installed later are known at once. It needs the extra
`completion` (`pip install 'boardwright[completion]'`).
"""

from __future__ import annotations

import argparse
import os
from collections.abc import Callable, Iterable, Mapping
from importlib import import_module
from typing import TYPE_CHECKING, Any

from boardwright.core.refusal import BoardwrightError, Unreadable

if TYPE_CHECKING:
    from boardwright.cli import CommandModule

_SHELLS = ("bash", "zsh", "fish")
_SCRIPT = {"bash": 'eval "$(boardwright completion bash)"', "fish": "boardwright completion fish | source"}


def parser(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("shell", choices=_SHELLS, metavar="SHELL", help="bash, zsh or fish")
    parser.epilog = (
        f"example: boardwright completion bash\n         in ~/.bashrc or ~/.zshrc: {_SCRIPT['bash']}\n"
        f"         in ~/.config/fish/config.fish: {_SCRIPT['fish']}"
    )


def run(args: argparse.Namespace) -> int:
    print(_argcomplete().shellcode(["boardwright"], shell=args.shell))
    return 0


def complete(listed: Mapping[str, tuple[str, str]], load: Callable[[str], CommandModule | None]) -> None:
    """Answer the shell, which passes the line so far in the environment, and exit; `load` loads a command."""
    words = os.environ.get("COMP_LINE", "").split()
    parser = argparse.ArgumentParser(prog="boardwright", allow_abbrev=False)
    commands = parser.add_subparsers()
    for name, (_, text) in listed.items():
        command = commands.add_parser(name, help=text, allow_abbrev=False)
        loaded = load(name) if words[1:2] == [name] else None
        if loaded is not None:
            loaded.parser(command)
            _add_completers(command)
    _argcomplete().autocomplete(parser)


def _argcomplete() -> Any:
    try:
        return import_module("argcomplete")
    except ImportError:
        raise Unreadable("Completion needs argcomplete; run `pip install 'boardwright[completion]'`.") from None


def _add_completers(parser: argparse.ArgumentParser) -> None:
    """Attach what completes an argument, chosen by its metavar; anything else is completed as a file."""
    for action in parser._actions:
        if isinstance(action, argparse._SubParsersAction):
            for each in action.choices.values():
                _add_completers(each)
        elif action.metavar in COMPLETERS:
            vars(action)["completer"] = _quiet(COMPLETERS[action.metavar])


def _quiet(completer: Callable[[str, argparse.Namespace], Iterable[str]]) -> Callable[..., list[str]]:
    """Complete nothing where there is an error: a message would land in the line that is being typed."""

    def complete(prefix: str, parsed_args: argparse.Namespace, **_: object) -> list[str]:
        try:
            return list(completer(prefix, parsed_args))
        except BoardwrightError:
            return []

    return complete


def games(prefix: str, args: argparse.Namespace) -> Iterable[str]:
    """Return the installed games."""
    from boardwright.core.game.registry import names

    return names()


def bots(prefix: str, args: argparse.Namespace) -> Iterable[str]:
    """Return the bots of the game that was typed before."""
    from boardwright.bots import names
    from boardwright.core.game.registry import game

    return names(game(args.game) if getattr(args, "game", None) else None)


def players(prefix: str, args: argparse.Namespace) -> Iterable[str]:
    """Return bots for the last of several names with commas between them."""
    done = prefix[: prefix.rfind(",") + 1]
    return (done + name for name in ("me", *bots(prefix, args)))


def options(prefix: str, args: argparse.Namespace) -> Iterable[str]:
    """Yield `KEY=VALUE` for every option of the game whose values can be listed, else `KEY=`."""
    from boardwright.core.game.registry import game
    from boardwright.core.rules.options import options_schema

    properties: Any = options_schema(game(args.game).Options)["properties"]
    for name, schema in properties.items():
        values = schema.get("enum") or (["true", "false"] if schema.get("type") == "boolean" else [""])
        yield from (f"{name}={value}" for value in values)


COMPLETERS = {"GAME": games, "FILE|GAME": games, "BOT": bots, "NAME,…": players, "KEY=VALUE": options}
