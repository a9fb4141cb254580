"""The table of all error codes in docs/api.md: `python -m tools.codes_table docs/api.md`."""

from __future__ import annotations

from boardwright.table.codes import Code
from tools.doc_table import DocTable

TABLE = DocTable(
    "error codes",
    ("status", "code", "meaning"),
    [(str(code.status), f"`{code}`", code.meaning) for code in Code],
)

if __name__ == "__main__":
    TABLE.write()
