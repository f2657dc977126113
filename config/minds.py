"""From a config to animas that are ready to think: model, memory, and the files of their state."""

from __future__ import annotations

from dataclasses import replace
from time import monotonic
from zoneinfo import ZoneInfo

from bots.mind import Mind, Traits
from bots.people.rooms import Rooms
from bots.persona import status
from bots.ports import ChatModel, Thinker
from bots.spending.purse import Purse
from bots.thinking.judging import ModelJudge
from config import checkout
from config.models import chat_model, guarded
from config.redaction import Redaction
from config.schema import OFFLINE, OWN_RECIPE, Config, Priming, Rag
from config.settings import Settings, settings_of
from config.site import Site
from config.thinkers import thinker_of
from config.toolbox import Toolbox
from config.ways import is_claude, way_of
from memory.archive.awaited import AwaitedAnswers
from memory.archive.calls import Calls
from memory.archive.conversations import Conversations
from memory.archive.directory import AnimaDirectory
from memory.archive.files import Files
from memory.archive.journal import StreamingJournal
from memory.archive.quarantine import Quarantine
from memory.archive.questions import Questions
from memory.archive.reminders import Reminders
from memory.archive.reports import TurnReports
from memory.engine import MemoryEngine
from memory.formation.relating import Relating
from memory.index.keeper import CHROMA_FROM
from memory.knowledge.ports import Entailment
from memory.options import Options
from memory.priming.budget import Budgets
from memory.recall.associations import Spreading
from memory.recall.recall import Recall
from memory.theories.retention import CURVES
from memory.vocabulary.ports import Clock, Judge


async def mind_of(
    site: Site,
    name: str,
    rooms: Rooms,
    redact: Redaction,
    purse: Purse,
    toolbox: Toolbox = Toolbox(),  # noqa: B008 - a frozen value
) -> Mind:
    """One anima ready to think; nothing of its memory is opened yet."""
    config, path = site.config, site.home.anima(name)
    quarantine = Quarantine(files=Files(site.home.path / "quarantine"), owner=name)
    directory = AnimaDirectory(path, quarantine)
    settings = settings_of(config, name, status.parse(directory.status()))
    model, thinker, traits = thought_of(site, name, directory, redact, purse)
    return Mind(
        name=name,
        directory=directory,
        model=model,
        thinker=thinker,
        traits=traits,
        engine=await MemoryEngine.open(
            path,
            embedder=site.embedder,
            clock=site.clock,
            options=replace(
                memory_options(config, _judge(config, settings, model, site.clock), site.entailment),
                membership=rooms,
                redact=redact,
            ),
        ),
        conversations=Conversations(directory.conversations, quarantine, redact=redact),
        journal=StreamingJournal(directory.streaming_journal, monotonic, redact=redact),
        reports=TurnReports(directory.state, quarantine=quarantine, redact=redact),
        questions=Questions(directory.state, quarantine, redact=redact),
        reminders=Reminders(directory.state, quarantine, redact=redact),
        calls=Calls(directory.state, quarantine, redact=redact),
        awaited=AwaitedAnswers(directory.state, quarantine, redact=redact),
        more_tools=toolbox.tools,
    )


_CHROMA_FROM = {"auto": CHROMA_FROM, "exact": None, "chroma": 64}
"""Vectors from which on Chroma is used; it gets them 64 and more at a time."""


def memory_options(config: Config, judge: Judge | None = None, entailment: Entailment | None = None) -> Options:
    """Of an anima's memory, as the config has them: nobody else puts options together, no benchmark either."""
    return Options(
        zone=ZoneInfo(config.system.timezone),
        budgets=_budgets(config.priming),
        recall=_recall_by(config.rag.recipe),
        mood=config.rag.mood_congruence,
        chroma_from=None if config.rag.exact else _CHROMA_FROM[config.rag.index],
        spreading=_spreading(config.rag),
        forms=config.formation.enabled,
        judge=judge,
        curve=CURVES[config.formation.retention],
        most_active=config.consolidation.max_active_memories,
        relations=Relating() if config.formation.judge_updates else None,
        entailment=entailment,
    )


def _recall_by(recipe: str) -> type[Recall]:
    """The product ranks by one recipe; those that it is compared with are the benchmarks'."""
    if recipe == OWN_RECIPE:
        return Recall
    found: type[Recall] = checkout.module("bench.recipes").recall_of(recipe)
    return found


def thought_of(
    site: Site, name: str, directory: AnimaDirectory, redact: Redaction, purse: Purse
) -> tuple[ChatModel, Thinker, Traits]:
    """Model, way of thinking and traits of an anima, as the config has them."""
    config = site.config
    settings = settings_of(config, name, status.parse(directory.status()))
    asked = site.models.get(name) or chat_model(config, settings, site.clock, purse.ledger(name), site.embedder)
    if name in site.models and is_claude(settings):  # which no process of an agent knows
        settings = replace(settings, model=OFFLINE)
    thinker = thinker_of(config, settings, directory, site.clock, redact, purse.ledger(name))
    return guarded(name, asked, purse, site.embedder), thinker, _traits(config, settings)


def _judge(config: Config, settings: Settings, model: ChatModel, clock: Clock) -> ModelJudge | None:
    """What helps to form facts: the anima's own model, unless rules are enough."""
    return ModelJudge(model, clock) if config.formation.use_model and settings.model != OFFLINE else None


_KINDS = {"episodes": "episode", "procedures": "procedure", "facts": "fact", "turns": "turn"}


def _spreading(rag: Rag) -> Spreading | None:
    if not rag.enable_spreading_activation:
        return None
    return Spreading(
        kinds=tuple(_KINDS.get(name, name) for name in rag.spreading_memory_types),
        max_hops=rag.max_graph_hops,
        threshold=rag.implicit_link_threshold,
        is_kept=rag.graph_cache_enabled,
    )


def _budgets(priming: Priming) -> Budgets:
    return Budgets(
        dynamic=priming.dynamic_budget,
        greeting=priming.budget_greeting,
        question=priming.budget_question,
        request=priming.budget_request,
        heartbeat=priming.budget_heartbeat,
    )


def _traits(config: Config, settings: Settings) -> Traits:
    return Traits(
        role=settings.role,
        speciality=settings.speciality,
        supervisor=settings.supervisor,
        expressions=settings.expressions,
        language=config.system.language,
        mode=way_of(config, settings).mode,
        history_share=settings.conversation_history_threshold,
        prompt_share=settings.context_threshold,
    )
