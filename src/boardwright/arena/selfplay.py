"""Training data: games between bots as records, and every decision in them as a row of a Parquet file.

A folder of data holds `plan.json`, `records/`, and `part-NNNNN.parquet`, each made from some whole games and written in
one piece. Whatever stops the making, finished files stay good; the same call goes on where it stopped.
"""

from __future__ import annotations

from array import array
from collections.abc import Generator, Iterable, Iterator, Sequence
from importlib import import_module
from pathlib import Path
from typing import Any

import msgspec

from boardwright.arena.pairing import Pairing
from boardwright.arena.tournament import Runner
from boardwright.core import record
from boardwright.core.canonical import JSON, canonical
from boardwright.core.match import Match
from boardwright.core.refusal import BadOptions, BoardwrightError


class SelfPlay(msgspec.Struct, frozen=True, kw_only=True):
    """What is played: one bot for each seat, and how many games go into one file."""

    game: str
    bots: tuple[str, ...]
    games: int
    seed: str = "selfplay"
    options: dict[str, JSON] = {}
    max_moves: int = 0
    part: int = 50

    def pairings(self) -> list[Pairing]:
        """All games, each with dice of its own."""
        return [
            Pairing(
                number=number,
                game=self.game,
                bots=self.bots,
                seed=f"{self.seed}/{number}",
                options=self.options,
                max_moves=self.max_moves,
                keep=True,
            )
            for number in range(self.games)
        ]

    def parts(self) -> list[list[Pairing]]:
        """The games of each file."""
        pairings = self.pairings()
        return [pairings[first : first + self.part] for first in range(0, len(pairings), self.part)]


class Decision(msgspec.Struct, frozen=True):
    """One row: what the seat saw, what it could do, what it did, and what came of it in the end."""

    game: int
    move: int
    seat: int
    observation: array[float]
    mask: bytes
    action: int
    outcome: float
    score: int


def decisions(match: Match, number: int = 0) -> Iterator[Decision]:
    """Every move of an ended match as a learning program is shown it.

    >>> from boardwright.arena.pairing import play_match
    >>> match, _ = play_match(Pairing(number=0, game="deblockle", bots=("greedy", "greedy"), seed="a", max_moves=300))
    >>> first = next(decisions(match))
    >>> first.mask[first.action], len(first.mask)
    (1, 973)
    """
    assert match.outcome is not None
    actions = match.game.actions(match.header.seats, match.game.read_options(match.header.options))
    payoffs, scores = match.outcome.payoffs(), match.outcome.scores
    previous, count = 0, 0
    for entry in match.line():
        if entry.kind == "move" and entry.seat is not None and entry.text is not None:
            position, seat = match.at(previous), entry.seat
            yield Decision(
                number,
                count,
                seat,
                actions.encode(position.view(seat)),
                bytes(actions.mask(position, seat)),
                actions.number(position.parse(entry.text)),
                payoffs[seat],
                scores[seat],
            )
            count += 1
        previous = entry.number


def make(plan: SelfPlay, folder: Path, play: Runner) -> Generator[Pairing, None, None]:
    """Plays what the folder lacks and yields each game that is done; files are written as they fill."""
    _open(plan, folder)
    for number, pairings in enumerate(plan.parts()):
        path = folder / f"part-{number:05}.parquet"
        if path.exists():
            yield from pairings
            continue
        yield from _records(pairings, folder, play)
        rows = [row for pairing in pairings for row in decisions(_match(_record_path(folder, pairing)), pairing.number)]
        write_parquet(rows, path)


def _open(plan: SelfPlay, folder: Path) -> None:
    (folder / "records").mkdir(parents=True, exist_ok=True)
    path = folder / "plan.json"
    if path.exists() and path.read_bytes() != canonical(plan):
        raise BadOptions(f"{folder} holds data of another plan; give another folder.")
    path.write_bytes(canonical(plan))


def _records(pairings: Sequence[Pairing], folder: Path, play: Runner) -> Iterator[Pairing]:
    missing = []
    for pairing in pairings:
        if _record_path(folder, pairing).exists():
            yield pairing
        else:
            missing.append(pairing)
    for result in play(missing):
        path = _record_path(folder, result.pairing)
        draft = path.with_suffix(".draft")
        draft.write_text(result.record or "", "utf-8")
        draft.replace(path)
        yield result.pairing


def _record_path(folder: Path, pairing: Pairing) -> Path:
    return folder / "records" / f"{pairing.game}-{pairing.number:05}.jsonl"


def _match(path: Path) -> Match:
    return record.load(path.read_bytes())


def write_parquet(rows: Iterable[Decision], path: Path) -> None:
    """The rows as one file: `observation` and `mask` are lists of fixed length."""
    arrow, parquet = _arrow()
    rows = list(rows)
    if not rows:
        return
    columns = {
        "game": arrow.array([row.game for row in rows], arrow.int32()),
        "move": arrow.array([row.move for row in rows], arrow.int32()),
        "seat": arrow.array([row.seat for row in rows], arrow.int8()),
        "observation": _lists(arrow, arrow.float32(), [row.observation.tobytes() for row in rows], 4),
        "mask": _lists(arrow, arrow.uint8(), [row.mask for row in rows], 1),
        "action": arrow.array([row.action for row in rows], arrow.int32()),
        "outcome": arrow.array([row.outcome for row in rows], arrow.float32()),
        "score": arrow.array([row.score for row in rows], arrow.int32()),
    }
    draft = path.with_suffix(".draft")
    parquet.write_table(arrow.table(columns), draft, compression="zstd")
    draft.replace(path)


def _lists(arrow: Any, kind: Any, blocks: list[bytes], width: int) -> Any:
    """Equally long blocks of numbers as one column of lists."""
    length = len(blocks[0]) // width
    flat = arrow.Array.from_buffers(kind, length * len(blocks), [None, arrow.py_buffer(b"".join(blocks))])
    return arrow.FixedSizeListArray.from_arrays(flat, length)


def _arrow() -> tuple[Any, Any]:
    try:
        return import_module("pyarrow"), import_module("pyarrow.parquet")
    except ImportError:
        raise BoardwrightError("Parquet needs pyarrow; `pip install 'boardwright[data]'` brings it.") from None
