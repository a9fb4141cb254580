"""Chance is fair on a store in memory and in SQLite."""

from __future__ import annotations

import tempfile
from pathlib import Path

from tests.table.case import ServerCase
from tests.table.lobby.contract_fairness import ANN, FairnessContract


class TestInSqlite(FairnessContract):
    __test__ = True

    async def new_url(self) -> str:
        self.folder = Path(self.enterContext(tempfile.TemporaryDirectory()))
        return f"sqlite:///{self.folder}/matches.db"

    async def test_the_seed_is_in_no_file_of_the_database_before_the_end(self) -> None:
        table = await self.create(self.ann, players=("me", "me"), share=ANN)
        await self.play(table, 10)
        seed = self.store.key.seed(table.row.id)
        files = sorted(path for path in self.folder.iterdir() if path.suffix != ".key")
        assert [path.name for path in files] == ["matches.db", "matches.db-shm", "matches.db-wal"]
        stored = b"".join(path.read_bytes() for path in files)
        assert ANN.encode() in stored
        assert seed not in stored
        assert seed.hex().encode() not in stored
        await self.end(table)
        assert seed.hex().encode() in b"".join(path.read_bytes() for path in files)


class TestInMemory(FairnessContract):
    __test__ = True

    async def new_url(self) -> str:
        return "memory:"

    async def restart(self, passed: int = 0) -> None:
        await ServerCase.restart(self, passed)
