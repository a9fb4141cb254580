"""Tables in documents that are made from the code: `python -m tools.tables` writes each between its two markers."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from boardwright.table.codes import Code
from boardwright.web.settings import SettingField, fields

DOCS = Path(__file__).parents[1] / "docs"


def table(head: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """Return a table in Markdown.

    >>> print(table(("a", "b"), [("1", "x|y")]))
    | a | b |
    |---|---|
    | 1 | x\\|y |
    """
    lines = [" | ".join(cell.replace("|", "\\|") for cell in row) for row in (head, *rows)]
    return "\n".join([f"| {lines[0]} |", "|" + "---|" * len(head), *(f"| {line} |" for line in lines[1:])])


class DocTable(NamedTuple):
    """A table in a document, named by its markers.

    >>> colors = DocTable(Path("colors.md"), "colors", ("name", "meaning"), [("red", "stop")])
    >>> print(colors.updated("before <!-- colors --> old <!-- end of colors --> after"))
    before <!-- colors -->
    <BLANKLINE>
    | name | meaning |
    |---|---|
    | red | stop |
    <BLANKLINE>
    <!-- end of colors --> after
    """

    document: Path
    name: str
    head: Sequence[str]
    rows: Sequence[Sequence[str]]

    def updated(self, text: str) -> str:
        """Return the text of the document with the table between the markers replaced."""
        begin, end = f"<!-- {self.name} -->", f"<!-- end of {self.name} -->"
        before, rest = text.split(begin)
        _, after = rest.split(end)
        return f"{before}{begin}\n\n{table(self.head, self.rows)}\n\n{end}{after}"


def _setting(field: SettingField) -> tuple[str, str, str]:
    also = f", `{field.name}_file`" if field.secret else ""
    default = field.default_text if field.default_text != str(field.default) else f"`{field.default_text}`"
    values = f" ({', '.join(f'`{choice}`' for choice in field.choices)})" if field.choices else ""
    return f"`{field.name}`{also}", default, f"{field.text}{values}"


CODES = DocTable(
    DOCS / "api.md",
    "error codes",
    ("status", "code", "meaning"),
    [(str(code.status), f"`{code}`", code.meaning) for code in Code],
)
SETTINGS = DocTable(
    DOCS / "hosting.md", "settings", ("setting", "default", "meaning"), [_setting(field) for field in fields()]
)

if __name__ == "__main__":
    for each in (CODES, SETTINGS):
        each.document.write_text(each.updated(each.document.read_text("utf-8")), "utf-8")
