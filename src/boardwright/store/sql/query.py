"""The conditions of an SQL query."""

from __future__ import annotations

from collections.abc import Sequence


class Query:
    """Conditions joined by `and`; each `$` stands for the value given with its condition.

    >>> query = Query("m.private = $", False)
    >>> query.where("m.game = $", "blokus")
    >>> str(query), query.values
    ('m.private = $1 and m.game = $2', [False, 'blokus'])
    """

    def __init__(self, condition: str | None = None, *values: object) -> None:
        self.values: list[object] = []
        self._conditions: list[str] = []
        if condition is not None:
            self._add(condition, *values)

    def where(self, condition: str, value: object) -> None:
        """Adds a condition unless its value is None."""
        if value is not None:
            self._add(condition, value)

    def where_in(self, column: str, values: Sequence[object]) -> None:
        """Adds the condition that the column has one of the values."""
        first = len(self.values) + 1
        places = ", ".join(f"${number}" for number in range(first, first + len(values)))
        self._conditions.append(f"{column} in ({places})" if values else "1 = 0")
        self.values += values

    def _add(self, condition: str, *values: object) -> None:
        self._conditions.append(condition.replace("$", f"${len(self.values) + 1}") if values else condition)
        self.values += values

    def __str__(self) -> str:
        return " and ".join(self._conditions)
