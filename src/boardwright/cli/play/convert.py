"""Convert records to the notations of other programs, and back.

Every game has `moves`, a plain notation: a few lines about the match, then one line a move or chance outcome.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from pathlib import Path

from boardwright import load
from boardwright.cli.files import write_match
from boardwright.cli.wrapping import say
from boardwright.core.game.game import AnyGame
from boardwright.core.game.notation import Notation
from boardwright.core.game.registry import game as find_game
from boardwright.core.game.registry import loadable
from boardwright.core.match.match import Match
from boardwright.core.records.annotations import Annotations, branches, variation_of
from boardwright.core.records.plain_notation import PLAIN
from boardwright.core.records.record import parse
from boardwright.core.refusal import Unreadable

RECORD = ".jsonl"


def parser(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("files", nargs="+", metavar="FILE", help="a notation file, or records: a match and variations")
    parser.add_argument("--to", metavar="FORMAT", help="notation to write (default: the game's own, or moves)")
    parser.add_argument("--out", type=Path, metavar="FILE", help="file to write (default: FILE with another ending)")
    parser.epilog = (
        "example: boardwright convert game.blksgf --out game.jsonl\n"
        "         boardwright convert game.jsonl what-if.jsonl --to blksgf --out both.blksgf"
    )


def run(args: argparse.Namespace) -> int:
    path = Path(args.files[0])
    if path.suffix == RECORD:
        return _write([match for file in args.files for match in _matches(file)], args.to, args.out or path)
    if len(args.files) > 1:
        raise Unreadable(f"Convert {path} on its own: only records can be joined.")
    return _read(path, args.out or path.with_suffix(RECORD))


def _write(matches: Sequence[Match], name: str | None, out: Path) -> int:
    game = matches[0].game
    notation = _notation(game, name)
    if out.suffix == RECORD:
        out = out.with_suffix(notation.suffix)
    if out.exists():
        raise Unreadable(f"{out} exists; choose another name with --out.")
    out.write_text(notation.write(matches[0], matches[1:]), "utf-8")
    say(f"{out}: {game.title}, {_counted(len(matches) - 1)}")
    return 0


def _read(path: Path, out: Path) -> int:
    notation = next((each for each in _all_notations() if each.suffix == path.suffix), None)
    if notation is None:
        known = ", ".join(sorted({each.suffix for each in _all_notations()} | {RECORD}))
        raise Unreadable(f"{path}: files of this kind cannot be read; possible are {known}.")
    try:
        matches = list(notation.read(path.read_text("utf-8")))
    except (Unreadable, UnicodeDecodeError) as error:
        raise Unreadable(f"{path}: {error}") from None
    match, *others = matches
    found = [each for other in others if (each := variation_of(match, other)) is not None]
    write_match(match, out, Annotations(tuple(found)))
    say(f"{out}: {match.game.title}, {_counted(len(found))}")
    return 0


def _matches(file: str) -> list[Match]:
    """Return the match of a record, and its variations as matches."""
    match = load(file)
    return [match, *branches(match, parse(Path(file).read_bytes()).annotations.variations)]


def _notation(game: AnyGame, name: str | None) -> Notation:
    found = {**game.notations(), "moves": PLAIN}
    if name is not None and name not in found:
        raise Unreadable(f"Name a notation of {game.title} with --to: {', '.join(found)}.")
    return next(iter(found.values())) if name is None else found[name]


def _all_notations() -> list[Notation]:
    found: list[Notation] = [PLAIN]
    for name in loadable():
        found += find_game(name).notations().values()
    return found


def _counted(variations: int) -> str:
    """Return the number of variations in words.

    >>> _counted(0), _counted(1)
    ('no variations', '1 variation')
    """
    return "no variations" if not variations else f"{variations} variation{'s' * (variations > 1)}"
