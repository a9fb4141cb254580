"""Training data: games between bots as records, and every decision in them as a row of a Parquet file.

A data directory holds `plan.json`, `records/`, `searches/` with what bots found before each move, and `rows/` with
files of some whole games each, and nothing else. Files are written atomically; the same call resumes an interrupted
run.
"""

from __future__ import annotations

import io
from array import array
from collections.abc import Generator, Iterable, Iterator, Mapping, Sequence
from importlib import import_module
from pathlib import Path
from typing import Any

import msgspec

from boardwright.arena.atomic import write_atomically
from boardwright.arena.pairing import Pairing, Search, series
from boardwright.arena.workers import Runner
from boardwright.bots.analysis.played_moves import played_moves
from boardwright.core.canonical import JSON, canonical
from boardwright.core.game.registry import game as find_game
from boardwright.core.match.match import Match
from boardwright.core.records import record
from boardwright.core.refusal import BadOptions, BoardwrightError

_SEARCHES = msgspec.json.Decoder(list[Search])
_KINDS = {
    "seat": "int8",
    "mask": "uint8",
    **dict.fromkeys(("observation", "policy", "value", "outcome"), "float32"),
}
"""The kinds of numbers in columns, by the names that Arrow has for them; those of the others are `int32`."""


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
        """Return all games, each with its own seed."""
        return series(self.game, self.bots, self.games, self.seed, self.options, self.max_moves)

    def parts(self) -> list[list[Pairing]]:
        """Return the games of each file."""
        pairings = self.pairings()
        return [pairings[first : first + self.part] for first in range(0, len(pairings), self.part)]


class Decision(msgspec.Struct, frozen=True):
    """One row: the observation of the seat, its legal actions, its action, its search, and the result of the game.

    `policy` is the share of visits of every action, and 1 for the chosen one without a search; `visits` is their sum;
    `value` is what the search expected for the seat.
    """

    game: int
    move: int
    seat: int
    observation: array[float]
    mask: bytes
    action: int
    policy: array[float]
    visits: int
    value: float | None
    outcome: float
    score: int


def decisions(match: Match, number: int = 0, searches: Sequence[Search] = ()) -> Iterator[Decision]:
    """Return every decision of a match of self-play as a training example.

    >>> from boardwright.arena.pairing import play_match
    >>> match, _ = play_match(Pairing(number=0, game="deblockle", bots=("greedy", "random"), seed="a", max_moves=300))
    >>> first = next(decisions(match))
    >>> first.mask[first.action], len(first.mask), first.policy[first.action], first.visits
    (1, 973, 1.0, 0)
    """
    assert match.outcome is not None
    actions = match.game.actions(match.header.seats, match.game.read_options(match.header.options))
    payoffs, scores = match.outcome.payoffs(), match.outcome.scores
    for count, (_, seat, move, position, _) in enumerate(played_moves(match)):
        search = searches[count] if searches else Search()
        action = actions.number(move)
        shares = {actions.number(position.parse(move)): visits for move, visits in search.visits.items()}
        yield Decision(
            number,
            count,
            seat,
            actions.encode(position, seat),
            bytes(actions.mask(position, seat)),
            action,
            _policy(shares or {action: 1}, actions.size),
            sum(shares.values()),
            search.value,
            payoffs[seat],
            scores[seat],
        )


def _policy(visits: Mapping[int, int], size: int) -> array[float]:
    """Return the share of the visits of every action.

    >>> _policy({0: 3, 2: 1}, 4).tolist()
    [0.75, 0.0, 0.25, 0.0]
    """
    policy, total = array("f", bytes(4 * size)), sum(visits.values())
    for action, count in visits.items():
        policy[action] = count / total
    return policy


def make(plan: SelfPlay, folder: Path, play: Runner) -> Generator[Pairing, None, None]:
    """Play the missing games and yield each finished one; files are written as they fill."""
    _open(plan, folder)
    for number, pairings in enumerate(plan.parts()):
        path = folder / "rows" / f"part-{number:05}.parquet"
        if path.exists():
            yield from pairings
            continue
        yield from _records(pairings, folder, play)
        write_parquet([row for pairing in pairings for row in _rows(folder, pairing)], path, metadata(plan))


def _rows(folder: Path, pairing: Pairing) -> Iterator[Decision]:
    match = record.load(_record_path(folder, pairing).read_bytes())
    return decisions(match, pairing.number, _SEARCHES.decode(_search_path(folder, pairing).read_bytes()))


def _open(plan: SelfPlay, folder: Path) -> None:
    for name in ("records", "searches", "rows"):
        (folder / name).mkdir(parents=True, exist_ok=True)
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
        write_atomically(_search_path(folder, result.pairing), msgspec.json.encode(result.searches))
        write_atomically(_record_path(folder, result.pairing), (result.record or "").encode())
        yield result.pairing


def _record_path(folder: Path, pairing: Pairing) -> Path:
    return folder / "records" / pairing.filename


def _search_path(folder: Path, pairing: Pairing) -> Path:
    """Return the file of searches, which is written before the record: every record has one."""
    return folder / "searches" / pairing.filename.replace(".jsonl", ".json")


def metadata(plan: SelfPlay) -> dict[str, str]:
    """Return the facts that a reader of the rows needs, as texts; those that are not plain words are JSON.

    >>> metadata(SelfPlay(game="deblockle", bots=("random", "random"), games=1))["shape"]
    '[43,7,7]'
    """
    game = find_game(plan.game)
    options = game.read_options(plan.options)
    actions = game.actions(len(plan.bots), options)
    facts = {
        "options": options,
        "shape": actions.shape,
        "planes": [plane._asdict() for plane in actions.planes],
        "actions": [str(move) for move in actions.moves],
        "bots": plan.bots,
    }
    return {
        "game": game.name,
        "version": str(game.version),
        "seats": str(len(plan.bots)),
        **{name: canonical(value).decode() for name, value in facts.items()},
    }


def write_parquet(rows: Iterable[Decision], path: Path, facts: Mapping[str, str]) -> None:
    """Write the rows to one file with `facts` in its schema; lists have a fixed length."""
    arrow, parquet = _arrow()
    rows = list(rows)
    if not rows:
        return
    columns = {}
    for name in Decision.__struct_fields__:
        kind, values = _KINDS.get(name, "int32"), [getattr(row, name) for row in rows]
        make = _lists if isinstance(values[0], bytes | array) else arrow.array
        columns[name] = make(values, getattr(arrow, kind)())
    buffer = io.BytesIO()
    parquet.write_table(arrow.table(columns, metadata=dict(facts)), buffer, compression="zstd")
    write_atomically(path, buffer.getvalue())


def _lists(blocks: list[bytes | array[float]], kind: Any) -> Any:
    """Return blocks of numbers of equal length as one column of lists."""
    arrow, _ = _arrow()
    length = len(blocks[0])
    flat = arrow.Array.from_buffers(kind, length * len(blocks), [None, arrow.py_buffer(b"".join(blocks))])
    return arrow.FixedSizeListArray.from_arrays(flat, length)


def _arrow() -> tuple[Any, Any]:
    try:
        return import_module("pyarrow"), import_module("pyarrow.parquet")
    except ImportError:
        raise BoardwrightError("Parquet needs pyarrow; run `pip install 'boardwright[data]'`.") from None
