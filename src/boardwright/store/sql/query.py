"""The conditions of an SQL query."""

from __future__ import annotations

from collections.abc import Sequence


class Query:
    """Conditions joined by `and`; each `$` stands for the next of the values given with its condition.

    >>> query = Query("not m.private")
    >>> query.where("m.game = $", "blokus")
    >>> query.where("(m.created, m.id) < ($, $)", 7, "a")
    >>> str(query), query.values
    ('not m.private and m.game = $1 and (m.created, m.id) < ($2, $3)', ['blokus', 7, 'a'])
    """

    def __init__(self, condition: str | None = None, *values: object) -> None:
        self.values: list[object] = []
        self._conditions: list[str] = []
        if condition is not None:
            self.where(condition, *values)

    def where(self, condition: str, *values: object) -> None:
        """Add a condition unless one of its values is None."""
        if None in values:
            return
        first, *others = condition.split("$")
        places = range(len(self.values) + 1, len(self.values) + 1 + len(values))
        self._conditions.append(first + "".join(f"${n}{text}" for n, text in zip(places, others, strict=True)))
        self.values += values

    def where_in(self, column: str, values: Sequence[object]) -> None:
        """Add the condition that the column has one of the values."""
        first = len(self.values) + 1
        places = ", ".join(f"${number}" for number in range(first, first + len(values)))
        self._conditions.append(f"{column} in ({places})" if values else "1 = 0")
        self.values += values

    def __str__(self) -> str:
        return " and ".join(self._conditions) or "1 = 1"
