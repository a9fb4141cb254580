"""What must not change unnoticed: the numbering of moves, and why moves are refused along fixed random games.

`pinned.json` has digests of both. `python -m tests.games.pinned` writes it anew, for who changes them on purpose;
`python -m tests.games.pinned GAME` prints every refusal behind the digests of a game, to compare two versions.
"""

from __future__ import annotations

import json
import random
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from hashlib import sha256
from importlib import import_module
from itertools import cycle
from pathlib import Path
from typing import Any, NamedTuple

import msgspec

from boardwright.core.game.game import AnyGame
from boardwright.core.game.perft import outcomes
from boardwright.core.game.registry import game, names
from boardwright.core.refusal import BadOptions, Unreadable
from boardwright.core.rules.options import Options
from boardwright.core.rules.position import AnyPosition
from boardwright.core.search.numbering import AnyActions
from tests.games.asked import ASKED, MALFORMED

FILE = Path(__file__).with_name("pinned.json")
EXAMPLES = Path(__file__).parents[2] / "examples"
BLOCK = 1000
"""Moves under one digest, so that a failure says where to look."""
STEPS, SPREAD = 700, 1.35
"""The most steps of a game, and how quickly those that are looked at thin out."""
NUMBERED, LISTED, CHANGED = 5, 3, 8
"""How many moves a position is asked for: any, legal ones, and legal ones with a letter or digit changed."""
LATER = (0, 70_000, 140_000)
"""Milliseconds after which a position with a clock is looked at."""


class Seated(NamedTuple):
    """A variant of a game at a table with so many seats."""

    game: AnyGame
    seats: int
    options: Options
    start: AnyPosition

    @property
    def name(self) -> str:
        """What differs from the defaults, and the number of seats."""
        usual = msgspec.structs.asdict(type(self.options)())
        given = msgspec.structs.asdict(self.options)
        changed = [f"{name}={value}" for name, value in given.items() if value != usual[name]]
        return ", ".join((*changed, f"{self.seats} seat{'s' * (self.seats > 1)}"))


def tables(table: AnyGame) -> Iterator[Seated]:
    """Every variant with every number of seats that it is for."""
    for options in table.variants():
        for seats in table.seats:
            try:
                start = table.begin(seats, options)
            except BadOptions:
                continue
            yield Seated(table, seats, options, start)


def different(table: AnyGame) -> Iterator[Seated]:
    """Of these, the ones with a variant or a number of seats that is new."""
    options, seats = set[Options](), set[int]()
    for each in tables(table):
        if each.options not in options or each.seats not in seats:
            options.add(each.options)
            seats.add(each.seats)
            yield each


def examples() -> Iterator[AnyGame]:
    """The example games, which are not installed."""
    for folder in sorted(EXAMPLES.glob("*/src/*/")):
        if (folder / "__init__.py").exists():
            sys.path.append(str(folder.parent))
            try:
                yield import_module(folder.name).GAME
            finally:
                sys.path.remove(str(folder.parent))


# The numbering of moves


def numbering(table: Seated) -> AnyActions:
    return table.game.actions(table.seats, table.options)


def numberings(table: AnyGame) -> dict[str, Any]:
    """The orders of moves and the planes that the variants of a game have, by their digests."""
    moves, planes, variants = dict[str, Any](), dict[str, Any](), dict[str, Any]()
    for each in tables(table):
        found = numbering(each)
        texts = [str(move) for move in found.moves]
        shown = [f"{plane.name}: {plane.size}" for plane in found.planes]
        blocks = " ".join(digest(texts[start : start + BLOCK])[:4] for start in range(0, len(texts), BLOCK))
        order, look = digest(texts), digest(shown)
        moves[order] = {"count": len(texts), "blocks": blocks}
        planes[look] = shown
        variants[each.name] = {"moves": order, "planes": look, "shape": " x ".join(map(str, found.shape))}
    return {"variants": variants, "moves": moves, "planes": planes}


# Refusals


def refusals(table: AnyGame) -> dict[str, Any]:
    """How often each code comes and the digest of everything said, for each variant."""
    found = dict[str, Any]()
    for each in different(table):
        lines = list(said(each))
        codes = Counter(line[4] for line in lines if len(line) > 4)
        found[each.name] = {"digest": digest(map(text_of, lines)), "codes": dict(sorted(codes.items()))}
    return found


def said(table: Seated) -> Iterator[tuple[Any, ...]]:
    """Lines about the positions of one random game: what can be played, and why everything else cannot.

    A legal move has (step, time, seat, text); others have the code, the text and the marks too. Each text is asked for
    nobody in particular, for the first seat that may act, and in turns for the others and a seat that there is not.
    """
    rng = random.Random(f"{table.game.name}, {table.name}")
    numbered = numbering(table).moves
    for step, position, at in walk(table, rng):
        legal = {seat: [str(move) for move in position.legal_moves(seat, at)] for seat in range(table.seats)}
        yield step, at, "legal", digest(f"{seat} {text}" for seat, texts in legal.items() for text in texts)
        acting = [seat for seat, texts in legal.items() if texts][:1]
        others = cycle(seat for seat in range(table.seats + 1) if seat not in acting)
        listed = sorted({text for texts in legal.values() for text in texts})
        drawn = [str(move) for move in rng.sample(numbered, NUMBERED)]
        drawn += rng.sample(listed, min(LISTED, len(listed)))
        drawn += [changed(rng.choice(listed), rng) for _ in range(CHANGED if listed else 0)]
        for text in (*ASKED[table.game.name], *drawn):
            for seat in (None, *acting, next(others)):
                yield step, at, seat, text, *answer(position, text, seat, at)
        for text in MALFORMED:
            yield step, at, None, text, *answer(position, text, None, at)


def answer(position: AnyPosition, text: str, seat: int | None, at: int | None) -> tuple[Any, ...]:
    """The code, the text and the marks of a refusal; () for a legal move."""
    try:
        refusal = position.refusal(text, seat, at)
    except Unreadable as error:
        return "unreadable", str(error), ()
    return () if refusal is None else (refusal.code, refusal.text, refusal.marks)


def changed(text: str, rng: random.Random) -> str:
    """The text with one of its digits or small letters replaced by another one."""
    place = rng.choice([place for place, letter in enumerate(text) if letter.isdigit() or letter.islower()])
    others = "0123456789" if text[place].isdigit() else "abcdefghr"
    return text[:place] + rng.choice(others) + text[place + 1 :]


def walk(table: Seated, rng: random.Random) -> Iterator[tuple[int, AnyPosition, int | None]]:
    """Positions of a random game with their number and time, fewer the longer it lasts, and the last one.

    Neither the order in which moves are listed nor that of outcomes affects what is played.
    """
    position, due = table.start, 0.0
    at = 0 if getattr(table.options, "move_time", 0) else None
    for step in range(STEPS):
        drawn, is_over = outcomes_of(position), position.outcome() is not None
        if is_over or step >= due:
            due = step * SPREAD + 1
            for later in LATER:
                if later == 0 or at is not None:
                    yield step, position, None if at is None else at + later
        if is_over:
            break
        if drawn:
            position = position.take(rng.choice(sorted(drawn)))
            continue
        at = None if at is None else at + rng.choice((1_000, 30_000, 70_000))
        moves = sorted((str(move), seat) for seat in range(table.seats) for move in position.legal_moves(seat, at))
        text, seat = max(rng.choice(moves), rng.choice(moves), key=lambda move: len(move[0]))  # not many a `skip`
        position = position.play(text, seat, at)


def outcomes_of(position: AnyPosition) -> Sequence[str]:
    """What chance can bring here."""
    return () if position.chance is None else outcomes(position.chance)


# The file


def digest(texts: Any) -> str:
    """A digest of some lines, short enough to read."""
    return sha256("\n".join(texts).encode()).hexdigest()[:16]


def text_of(line: tuple[Any, ...]) -> str:
    return json.dumps(line, ensure_ascii=False)


def pinned(part: str) -> dict[str, Any]:
    """What the file says."""
    found: dict[str, Any] = json.loads(FILE.read_text("utf-8"))[part]
    return found


def main(chosen: Sequence[str]) -> None:
    for name in chosen:
        for table in different(game(name)):
            for line in said(table):
                print(table.name, text_of(line))
    if not chosen:
        orders = {each.name: numberings(each) for each in (*map(game, names()), *examples())}
        found = {"numbering": orders, "refusals": {name: refusals(game(name)) for name in names()}}
        FILE.write_text(json.dumps(found, indent=1, ensure_ascii=False) + "\n", "utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])
