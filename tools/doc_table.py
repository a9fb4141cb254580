"""Generated tables in documents: each stands between two markers and is written by a module of this package."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Sequence
from pathlib import Path


class DocTable:
    """A table in a document, named by its markers.

    >>> table = DocTable("colors", ("name", "meaning"), [("red", "stop")])
    >>> print(table.updated("before <!-- colors --> old <!-- end of colors --> after"))
    before <!-- colors -->
    <BLANKLINE>
    | name | meaning |
    |---|---|
    | red | stop |
    <BLANKLINE>
    <!-- end of colors --> after
    """

    def __init__(self, name: str, columns: Sequence[str], rows: Iterable[Sequence[str]]) -> None:
        self._begin, self._end = f"<!-- {name} -->", f"<!-- end of {name} -->"
        head = [_line(columns), "|" + "---|" * len(columns)]
        self._text = "\n".join([self._begin, "", *head, *map(_line, rows), "", self._end])

    def updated(self, document: str) -> str:
        """Returns the document with the table between the markers replaced."""
        before, rest = document.split(self._begin)
        _, after = rest.split(self._end)
        return before + self._text + after

    def write(self) -> None:
        """Updates the documents that the command line names."""
        for name in sys.argv[1:]:
            path = Path(name)
            path.write_text(self.updated(path.read_text("utf-8")), "utf-8")


def _line(cells: Sequence[str]) -> str:
    return f"| {' | '.join(cells)} |"
