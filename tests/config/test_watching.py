"""The file watcher: an edit by hand is indexed before anybody asks."""

from __future__ import annotations

import asyncio
from datetime import UTC, datetime
from pathlib import Path

import pytest

from bots.anima.anima_files import AnimaState
from config.fleet.fleet_assembly import watching, whose
from config.home import Home
from config.settings.config_schema import Config
from memory.engine import MemoryEngine
from memory.index.keeper import INDEX_BACKGROUND

pytestmark = pytest.mark.ledger("RET-21")

NOW = datetime(2026, 11, 20, tzinfo=UTC)


class Table:
    """A admin with two animas; `asked` is set when somebody wants one of their memories."""

    def __init__(self, home: Home) -> None:
        self._home = home
        self._engines = {}
        self.asked = asyncio.Event()

    def animas(self):
        return [AnimaState(name=name, role="", model="m", enabled=True) for name in ("alice", "bob")]

    async def memory(self, name):
        if name not in self._engines:
            self._engines[name] = await MemoryEngine.open(self._home.anima(name), clock=lambda: NOW)
        self.asked.set()
        return self._engines[name]


@pytest.fixture
def home(tmp_path):
    home = Home(tmp_path)
    for name in ("alice", "bob"):
        (home.anima(name) / "knowledge").mkdir(parents=True)
    (home.shared / "common_knowledge").mkdir(parents=True)
    return home


async def test_an_edited_file_is_indexed_within_two_seconds_without_a_question(home):
    admin = Table(home)
    engine = await admin.memory("alice")
    assert (await engine.embedded())[1] == 0  # the index is there, and abreast

    admin.asked.clear()
    async with watching(Config(), home, admin), asyncio.timeout(2):
        await asyncio.sleep(0)  # the watch begins
        (home.anima("alice") / "knowledge" / "vault.md").write_text("---\naudience: org\n---\nThe vault is blue.\n")
        await admin.asked.wait()
        await asyncio.sleep(0)  # and the engine is told
        assert await asyncio.to_thread(INDEX_BACKGROUND.settle, engine.parts.keeper, 2)

    assert engine.parts.keeper.index.count(["org"]) == 1
    await engine.close()


async def test_it_is_switched_off_by_the_config(home):
    before = asyncio.all_tasks()
    async with watching(Config.model_validate({"rag": {"enable_file_watcher": False}}), home, Table(home)):
        assert asyncio.all_tasks() == before


async def test_it_ends_with_the_fleet(home):
    before = asyncio.all_tasks()
    async with asyncio.timeout(2):
        async with watching(Config(), home, Table(home)):
            await asyncio.sleep(0)
    assert asyncio.all_tasks() == before


async def test_a_home_without_folders_is_watched_by_nobody(tmp_path):
    async with watching(Config(), Home(tmp_path / "none"), Table(Home(tmp_path))):
        await asyncio.sleep(0)


def test_what_is_shared_is_everybodys(home):
    own, shared = home.anima("bob") / "knowledge" / "a.md", home.shared / "common_knowledge" / "b.md"

    assert whose([own], home, ["alice", "bob"]) == ["bob"]
    assert whose([own, shared], home, ["alice", "bob"]) == ["alice", "bob"]
    assert whose([Path("/elsewhere/c.md")], home, ["alice", "bob"]) == []
