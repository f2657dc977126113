"""The product as its own wiring builds it: a memory, and an anima that is ready to think."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from bots.anima.anima import Anima
from bots.commands.admin_api import HealthCheck
from bots.people.room_members import PresentPlace, RoomMembership
from bots.ports import ChatModel
from config.fleet.anima_assembly import FleetModels, FleetSetup, FleetTime, anima_of, memory_options
from config.fleet.chat_models import spending_budget_of
from config.home import Home, create
from config.settings.config_schema import Config
from config.settings.redaction import Redaction
from memory.archive.files import Files
from memory.engine import MemoryEngine
from memory.recall.pipeline import Recall
from memory.vocabulary.address import Place
from memory.vocabulary.event import Json
from memory.vocabulary.ports import Clock, Embedder

UNFORMED: Mapping[str, Json] = {"formation": {"enabled": False}}
"""Sections of a config in which no facts are formed: of texts that have no sense to form any of."""


async def memory(
    anima: Path,
    clock: Clock,
    *,
    embedder: Embedder | None = None,
    config: Mapping[str, Json] | None = None,
    recall: type[Recall] = Recall,
) -> MemoryEngine:
    """The memory of an anima with its offline model; `config` has the sections that differ from the usual ones,
    `recall` a ranking to compare with the product's.

    Raises ValueError for a config that there cannot be.
    """
    options = replace(memory_options(Config.model_validate(config or {})), recall=recall)
    return await MemoryEngine.open(anima, embedder=embedder, clock=clock, options=options)


async def mind_in(
    folder: Path, name: str, clock: Clock, *, embedder: Embedder | None = None, model: ChatModel | None = None
) -> Anima:
    """An anima of the usual kind in a home in the folder; without a model it thinks offline."""
    home = Home(folder)
    home.make()
    create(home, name, role="general")

    async def no_checks(_: bool) -> list[HealthCheck]:
        return []

    site = FleetSetup(
        config=Config(),
        home=home,
        time=FleetTime(clock=clock),
        announce=lambda _: None,
        adapters={},
        checks=no_checks,
        models=FleetModels(by_anima={name: model} if model else {}, embedder=embedder),
    )
    purse = spending_budget_of(site.config, {name: home.anima(name)}, clock, Files(home.path / "quarantine"))
    return await anima_of(site, name, RoomMembership(_nobody_reads, clock), Redaction(()), purse)


async def _nobody_reads(present: PresentPlace, rooms: Sequence[Place]) -> frozenset[Place]:
    return frozenset()
