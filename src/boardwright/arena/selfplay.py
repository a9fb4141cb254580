"""Training data: games between bots as records, and every decision in them as a row of a Parquet file.

A data directory holds `plan.json`, `records/`, and files `part-NNNNN.parquet` with some whole games each. Files are
written atomically; the same call resumes an interrupted run.
"""

from __future__ import annotations

import io
from array import array
from collections.abc import Generator, Iterable, Iterator, Sequence
from importlib import import_module
from pathlib import Path
from typing import Any

import msgspec

from boardwright.arena.atomic import write_atomically
from boardwright.arena.pairing import Pairing, series
from boardwright.arena.tournament import Runner
from boardwright.bots.history import played_moves
from boardwright.core import record
from boardwright.core.canonical import JSON, canonical
from boardwright.core.match import Match
from boardwright.core.refusal import BadOptions, BoardwrightError


class SelfPlay(msgspec.Struct, frozen=True, kw_only=True):
    """A self-play run: one bot for each seat; `part` is the number of games per file."""

    game: str
    bots: tuple[str, ...]
    games: int
    seed: str = "selfplay"
    options: dict[str, JSON] = {}
    max_moves: int = 0
    part: int = 50

    def pairings(self) -> list[Pairing]:
        """All games, each with its own seed."""
        return series(self.game, self.bots, self.games, self.seed, self.options, self.max_moves)

    def parts(self) -> list[list[Pairing]]:
        """The games of each file."""
        pairings = self.pairings()
        return [pairings[first : first + self.part] for first in range(0, len(pairings), self.part)]


class Decision(msgspec.Struct, frozen=True):
    """One row: the observation of the seat, its legal actions, its action, and the result of the game."""

    game: int
    move: int
    seat: int
    observation: array[float]
    mask: bytes
    action: int
    outcome: float
    score: int


def decisions(match: Match, number: int = 0) -> Iterator[Decision]:
    """Every decision of an ended match as a training example.

    >>> from boardwright.arena.pairing import play_match
    >>> match, _ = play_match(Pairing(number=0, game="deblockle", bots=("greedy", "random"), seed="a", max_moves=300))
    >>> first = next(decisions(match))
    >>> first.mask[first.action], len(first.mask)
    (1, 973)
    """
    assert match.outcome is not None
    actions = match.game.actions(match.header.seats, match.game.read_options(match.header.options))
    payoffs, scores = match.outcome.payoffs(), match.outcome.scores
    for count, (_, seat, text, position, _) in enumerate(played_moves(match)):
        yield Decision(
            number,
            count,
            seat,
            actions.encode(position.view(seat)),
            bytes(actions.mask(position, seat)),
            actions.number(position.parse(text)),
            payoffs[seat],
            scores[seat],
        )


def make(plan: SelfPlay, folder: Path, play: Runner) -> Generator[Pairing, None, None]:
    """Plays the missing games and yields each finished one; files are written as they fill."""
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
        raise BadOptions(f"{folder} holds data of another plan; choose another directory.")
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
        write_atomically(path, (result.record or "").encode())
        yield result.pairing


def _record_path(folder: Path, pairing: Pairing) -> Path:
    return folder / "records" / pairing.filename


def _match(path: Path) -> Match:
    return record.load(path.read_bytes())


def write_parquet(rows: Iterable[Decision], path: Path) -> None:
    """Writes the rows to one file; `observation` and `mask` are lists of fixed length."""
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
    buffer = io.BytesIO()
    parquet.write_table(arrow.table(columns), buffer, compression="zstd")
    write_atomically(path, buffer.getvalue())


def _lists(arrow: Any, kind: Any, blocks: list[bytes], width: int) -> Any:
    """Blocks of numbers of equal length as one column of lists."""
    length = len(blocks[0]) // width
    flat = arrow.Array.from_buffers(kind, length * len(blocks), [None, arrow.py_buffer(b"".join(blocks))])
    return arrow.FixedSizeListArray.from_arrays(flat, length)


def _arrow() -> tuple[Any, Any]:
    try:
        return import_module("pyarrow"), import_module("pyarrow.parquet")
    except ImportError:
        raise BoardwrightError("Parquet needs pyarrow; run `pip install 'boardwright[data]'`.") from None
