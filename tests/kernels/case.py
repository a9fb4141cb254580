"""Every variant with a kernel, and both sides of it played together."""

from __future__ import annotations

import os
import random
import shutil
from collections.abc import Iterator
from typing import Any, NamedTuple

import pytest

from boardwright.bots.evaluation.compiled import SWITCH, CompiledGame, compiled, status
from boardwright.core.game.game import AnyGame
from boardwright.core.game.registry import game, names
from boardwright.core.refusal import BadOptions
from boardwright.core.rules.position import AnyPosition
from boardwright.core.search.kernel import AnyKernelTables
from boardwright.core.search.playout import random_play


def require_kernels() -> None:
    """Skip without a C compiler or when kernels are switched off; with a compiler they must be there."""
    if os.environ.get(SWITCH) == "off":
        pytest.skip(f"{SWITCH}=off")
    if status() != "on":
        compiler = os.environ.get("CC", "cc").split()[0]
        if shutil.which(compiler) is None:
            pytest.skip(f"the kernels are not built: there is no C compiler ({compiler})")
        pytest.fail("The kernels are not built although there is a C compiler: run `make .venv/kernels`.")


class Table(NamedTuple):
    """A game, a number of seats and options."""

    game: AnyGame
    seats: int
    options: Any

    def __str__(self) -> str:
        fields = (str(getattr(self.options, name)) for name in self.options.__struct_fields__)
        return "-".join([self.game.name, str(self.seats), *fields])

    def begin(self, seed: int) -> AnyPosition:
        """Return the first position in which somebody is to move."""
        return random_play(self.game.begin(self.seats, self.options), random.Random(seed), 0)

    def tables(self) -> AnyKernelTables:
        tables = self.game.kernel(self.begin(0))
        assert tables is not None
        return tables

    def compiled(self) -> CompiledGame:
        variant = compiled(self.game, self.begin(0), evaluates=False)
        assert variant is not None
        return variant


def _tables() -> Iterator[Table]:
    for name in names():
        rules = game(name)
        for seats in rules.seats:
            for options in (*rules.variants(), *_scorings(rules)):
                try:
                    start = rules.begin(seats, options)
                except BadOptions:
                    continue
                tables = rules.kernel(random_play(start, random.Random(0), 0))
                if tables is not None:
                    yield Table(rules, seats, options)


def _scorings(rules: AnyGame) -> Iterator[Any]:
    """Return every way to score: the outcome depends on it."""
    if rules.name == "blokus":
        for scoring in ("basic", "difference", "tournament"):
            yield rules.read_options({"variant": "duo", "scoring": scoring})


EVERY = tuple(_tables())
TABLES = tuple(table for table in EVERY if table.tables().evaluates)
"""Those whose kernel judges positions and searches."""
WITHOUT_CHANCE = tuple(table for table in TABLES if not table.tables().outcomes)
WITH_CHANCE = tuple(table for table in TABLES if table.tables().outcomes)
every_table = pytest.mark.parametrize("table", TABLES, ids=str)
without_chance = pytest.mark.parametrize("table", WITHOUT_CHANCE, ids=str)
with_chance = pytest.mark.parametrize("table", WITH_CHANCE, ids=str)
