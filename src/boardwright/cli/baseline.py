"""A baseline: the digests of all positions of stored matches, to compare with after a change of the rules' code.

The log has moves and chance outcomes, not positions. So a change that no move depends on, such as the number of
walls in stock, can be found only by comparing with what the positions were before.
"""

from __future__ import annotations

from pathlib import Path

import msgspec

from boardwright.core.canonical import digest
from boardwright.core.comparison import Difference, fields, first_different
from boardwright.core.match import Match
from boardwright.core.refusal import Unreadable

_SHORT = 16
"""Hexadecimal digits of a digest."""


class _Line(msgspec.Struct, frozen=True):
    match: str
    positions: list[dict[str, str]]
    """The digest of every field, after each entry; the first is the start."""


class Baseline:
    """Digests by match; matches that it does not have are not compared."""

    def __init__(self) -> None:
        self._positions: dict[str, list[dict[str, str]]] = {}

    @classmethod
    def load(cls, path: Path) -> Baseline:
        """Reads a file that `save` wrote; Unreadable if it is anything else."""
        baseline = cls()
        try:
            for line in path.read_bytes().splitlines():
                read = msgspec.json.decode(line, type=_Line)
                baseline._positions[read.match] = read.positions
        except (OSError, msgspec.DecodeError) as error:
            raise Unreadable(f"{path} cannot be read; `boardwright rules save` writes such a file: {error}.") from None
        return baseline

    def save(self, path: Path) -> None:
        """Writes one line for each match."""
        lines = (msgspec.json.encode(_Line(*item)) + b"\n" for item in self._positions.items())
        path.write_bytes(b"".join(lines))

    def add(self, name: str, match: Match) -> None:
        """Adds all positions of a match."""
        self._positions[name] = [_digests(match, number) for number in range(match.number + 1)]

    def difference(self, name: str, match: Match) -> Difference | None:
        """The first entry whose position is not the one in the baseline; None if there is none."""
        for number, before in enumerate(self._positions.get(name, ())):
            if number > match.number:
                return Difference(number, "number", f"the log has {match.number} entries now")
            field = first_different(before, _digests(match, number))
            if field is not None:
                return Difference(number, field, "it is not what it was when the baseline was saved")
        return None


def _digests(match: Match, number: int) -> dict[str, str]:
    return {name: digest(value)[:_SHORT] for name, value in fields(match.game, match.at(number)).items()}
