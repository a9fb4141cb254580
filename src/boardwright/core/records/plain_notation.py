"""A plain notation for every game: a few lines about the match, then one line a step.

    game: NAME 1
    players: Ada, Bo
    options: {"cubes":1}

    1 d7-c7
    2 pass

A step begins with the player, counted from 1, or with `*` if it is an outcome of chance; both are in the notation of
the game. What is after `#` is not read. Variations follow as matches of their own. Times, undone moves, seeds and ends
by agreement are left out: a record keeps them.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator

import msgspec

from boardwright.core.game.notation import Notation
from boardwright.core.game.registry import game as find_game
from boardwright.core.match.match import Match
from boardwright.core.refusal import BadOptions, IllegalMove, UnknownGame, Unreadable
from boardwright.core.rules.line import Step

_HEAD = re.compile(r"(game|players|options):\s*(.*)")
_STEP = re.compile(r"(\*|[1-9][0-9]?)\s+(.+)")


def write(match: Match, variations: Iterable[Match] = ()) -> str:
    """Return the match, and other ones after it, in plain notation.

    >>> match = Match.new("deblockle", players=("Ada", "Bo"))
    >>> _ = match.play("c7-b7")
    >>> print(write(match))
    game: deblockle 1
    players: Ada, Bo
    options: {"variant":"standard","cubes":4,"slide":"full"}
    <BLANKLINE>
    1 c7-b7
    <BLANKLINE>
    """
    return "\n".join(map(_text, (match, *variations)))


def _text(match: Match) -> str:
    if match.header.start is not None:
        raise Unreadable("A match that starts from a position of its own cannot be written in plain notation.")
    header = match.header
    options = msgspec.json.encode(match.game.read_options(header.options)).decode()
    head = [f"game: {header.game} {header.version}", f"players: {', '.join(header.players)}", f"options: {options}"]
    steps = [f"{'*' if entry.seat is None else entry.seat + 1} {entry.text}" for entry in match.line()]
    return "\n".join([*head, "", *steps, ""])


def read(text: str) -> Iterator[Match]:
    """Return the matches of a text; Unreadable names the line that is wrong.

    >>> next(read("game: deblockle 1\\n1 c7-b7  # a good start")).moves_done
    1
    """
    match: Match | None = None
    head: dict[str, str] = {}
    for number, line in enumerate(text.splitlines(), 1):
        line = line.partition("#")[0].strip()
        try:
            if found := _HEAD.fullmatch(line):
                if found[1] == "game" and match is not None:
                    yield match
                    match, head = None, {}
                head[found[1]] = found[2]
            elif found := _STEP.fullmatch(line):
                match = match or _begun(head)
                match.follow([Step(None if found[1] == "*" else int(found[1]) - 1, found[2])])
            elif line:
                raise Unreadable("a line is `game: …`, `players: …`, `options: …`, or a player or `*` and a step")
        except (Unreadable, IllegalMove, UnknownGame, BadOptions) as error:
            raise Unreadable(f"line {number}, {line!r}: {error}") from None
    yield match or _begun(head)


def _begun(head: dict[str, str]) -> Match:
    """Return a match without steps; chance comes from the text."""
    name, _, version = head.get("game", "").partition(" ")
    if not name:
        raise Unreadable("the first line must name the game, as in `game: NAME 1`")
    game = find_game(name, int(version) if version.isdecimal() else None)
    players = [player.strip() for player in head.get("players", "").split(",") if player.strip()]
    try:
        options = json.loads(head.get("options") or "{}")
    except ValueError:
        raise Unreadable("options must be JSON") from None
    return Match.new(game, seats=len(players) or None, players=players, options=game.read_options(options), seed=None)


PLAIN = Notation(".moves", read, write)
