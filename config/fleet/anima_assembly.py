"""From a config to animas that are ready to think: who lives where and may do what, how people are reached, and
each one's model, memory and files of state.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import timedelta
from time import monotonic
from zoneinfo import ZoneInfo

from adapters.console.adapter import ConsoleAdapter
from adapters.telegram.moves import Moves
from bots.anima import anima_files
from bots.anima.anima import Anima, AnimaRecords, AnimaTraits
from bots.commands.admin_api import HealthCheck
from bots.people.calling import Calling, CallSettings
from bots.people.help_lines import HelpCountry, HelpLine
from bots.people.room_members import RoomMembership
from bots.people.roster import Board, Roster, Routing
from bots.people.trust_policy import TrustPolicy
from bots.ports import Adapter, ChatModel, Thinker
from bots.rooms.dispatch import AnnounceDoubt
from bots.turn.thinking.budget import Budget
from bots.turn.thinking.model_calls import ModelJudge
from config.fleet.chat_models import chat_model, guarded, thinker_of
from config.home import Home
from config.settings.anima_settings import AnimaSettings, is_claude, mode_of, settings_of
from config.settings.config_schema import OFFLINE, Config, Priming, Rag
from config.settings.redaction import Redaction
from config.settings.toolbox import Toolbox
from memory.archive.anima_directory import AnimaDirectory
from memory.archive.contacts import Contacts
from memory.archive.files import Files
from memory.archive.json_lines import Quarantine, Storage
from memory.engine import MemoryEngine, Options
from memory.index.keeper import CHROMA_FROM
from memory.recall.associations import Spreading
from memory.recall.belief import LearnedBelief
from memory.recall.priming.channel import PrimingBudgets
from memory.theories.retention import CURVES
from memory.vocabulary.address import Account
from memory.vocabulary.ports import Clock, Embedder, Entailment, Judge


@dataclass(frozen=True, slots=True, kw_only=True)
class FleetTime:
    """Runs and tests shorten the waits of live answers and of the engine by `scale`, as those of the adapters, and
    count by `monotonic` the seconds of a clock that they drive."""

    clock: Clock
    scale: float = 1.0
    monotonic: Callable[[], float] = monotonic


@dataclass(frozen=True, slots=True, kw_only=True)
class FleetModels:
    """What all animas share. Runs and tests replace the config's chat models, `by_anima`."""

    embedder: Embedder | None = None
    entailment: Entailment | None = None
    by_anima: Mapping[str, ChatModel] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class FleetSetup:
    """Where and how a fleet is built. `hubs` are the terminals' accounts."""

    config: Config
    home: Home
    time: FleetTime
    announce: AnnounceDoubt
    adapters: Mapping[Account, Adapter]
    checks: Callable[[bool], Awaitable[Sequence[HealthCheck]]]
    hubs: dict[str, ConsoleAdapter] = field(default_factory=dict)
    models: FleetModels = FleetModels()


def console_hubs(names: Iterable[str], clock: Clock) -> dict[str, ConsoleAdapter]:
    """The shared terminal account ("main"), and one of each anima's own, at which its lines are heard."""
    main = ConsoleAdapter(Account("console", "main"), clock)
    return {"main": main, **{name: ConsoleAdapter(Account("console", name), clock, name) for name in names}}


def all_names(config: Config, home: Home) -> tuple[str, ...]:
    """The config's animas in its order, then those that only have a directory."""
    return tuple(dict.fromkeys([*config.animas, *home.anima_names()]))


def anima_names(config: Config, home: Home) -> tuple[str, ...]:
    """Those of them that are not disabled, neither by the config nor by their own status."""
    return tuple(
        name
        for name in all_names(config, home)
        if settings_of(config, name).enabled and AnimaDirectory(home.anima(name)).is_enabled
    )


# --- rosters --------------------------------------------------------------------------------------------------------
# From a config to who lives where, and who may do what.


def roster_of(config: Config, animas: tuple[str, ...], moves: Moves) -> Roster:
    """Who lives where. A group that moved is where it was, whichever of its ids the config names."""
    return Roster(
        animas=animas,
        boards=tuple(
            Board(
                name=name,
                animas=tuple(board.animas),
                rooms=tuple(_room(entry, moves) for entry in board.channels),
                ambient=board.ambient,
                letters=board.letters,
            )
            for name, board in config.boards.items()
        ),
        own={**dict(_own(config)), **{Account("console", name): name for name in animas}},
        ambient={
            "slack": config.external_messaging.slack.ambient,
            "discord": config.external_messaging.discord.ambient,
            "telegram": config.external_messaging.telegram.ambient,
        },
        avatars={name: avatar for name in animas if (avatar := settings_of(config, name).avatar)},
    )


def policy_of(config: Config, roster: Roster) -> TrustPolicy:
    return TrustPolicy(
        owners=frozenset(config.admins.owner),
        admins=frozenset(config.admins.admin),
        guests=config.access.guests,
        is_mapped=roster.is_mapped,
    )


def _room(entry: str, moves: Moves) -> tuple[Account, str]:
    address, _, room = entry.partition("/")
    account = Account.parse(address)
    return account, moves.home(room) if account.platform == "telegram" else room


def _own(config: Config) -> Iterable[tuple[Account, str]]:
    messaging = config.external_messaging
    own = {
        **{Account("slack", name): account.anima for name, account in messaging.slack.accounts.items()},
        **{Account("discord", name): account.anima for name, account in messaging.discord.accounts.items()},
        **{Account("telegram", name): account.anima for name, account in messaging.telegram.accounts.items()},
    }
    yield from ((account, anima) for account, anima in own.items() if anima)


# --- calling --------------------------------------------------------------------------------------------------------
# From the config to how people are reached and called.


def routing_of(config: Config, adapters: Mapping[Account, Adapter], roster: Roster, contacts: Contacts) -> Routing:
    """How a name becomes a place to write to."""
    return Routing(
        adapters=adapters,
        roster=roster,
        contacts=contacts,
        aliases=config.external_messaging.user_aliases,
        preferred=config.external_messaging.preferred_channel,
    )


def call_by(config: Config, calling: Calling) -> None:
    """People are called by the changed config; channels, whose accounts were made at the start, and the zone stay."""
    old, messaging = calling.settings, config.external_messaging
    new = call_settings(config)
    calling.settings = replace(new, channels=old.channels, pagers=old.pagers, zone=old.zone)
    calling.routing.become(messaging.user_aliases, messaging.preferred_channel)
    calling.changed.set()


def help_lines_of(config: Config) -> Mapping[str, HelpCountry]:
    """The countries that an owner has added or replaced."""
    return {
        code: HelpCountry(
            code=code,
            name=section.name,
            emergency=section.emergency,
            lines=tuple(
                HelpLine(
                    service=line.service,
                    number=line.number,
                    hours=line.hours,
                    languages=line.languages,
                    source=line.source,
                    date=line.date,
                )
                for line in section.lines
            ),
            languages=section.languages,
            zones=section.zones,
        )
        for code, section in config.care.help_lines.items()
    }


def call_settings(config: Config) -> CallSettings:
    """Who is called, by what and when. Channels that were not chosen are the enabled platforms, the preferred first."""
    section, messaging = config.human_notification, config.external_messaging
    enabled = [name for name in ("slack", "discord", "telegram") if getattr(messaging, name).enabled]
    usual = sorted(enabled, key=lambda name: name != messaging.preferred_channel)
    targets = {"line": section.line.to, "chatwork": section.chatwork.room, "ntfy": section.ntfy.topic}
    channels: tuple[str, ...] = section.channels or tuple(usual)
    return CallSettings(
        enabled=section.enabled,
        channels=channels,
        people=section.people or config.admins.owner,
        approvers=tuple(dict.fromkeys([*config.admins.owner, *config.admins.admin])),
        pagers=tuple((name, f"{name}:{target}") for name, target in targets.items() if target and name in channels),
        quiet_hours=section.quiet_hours or "",
        zone=ZoneInfo(config.system.timezone),
        escalate_after=timedelta(minutes=section.escalate_after_minutes),
    )


# --- animas ---------------------------------------------------------------------------------------------------------


async def anima_of(
    site: FleetSetup,
    name: str,
    rooms: RoomMembership,
    redact: Redaction,
    budget: Budget,
    toolbox: Toolbox = Toolbox(),  # noqa: B008 - a frozen value
) -> Anima:
    """One anima ready to think; nothing of its memory is opened yet."""
    config, path = site.config, site.home.anima(name)
    quarantine = Quarantine(files=Files(site.home.path / "quarantine"), owner=name)
    storage = Storage(redact=redact, quarantine=quarantine)
    directory = AnimaDirectory(path, storage)
    settings = settings_of(config, name, anima_files.parse_status(directory.status()))
    model, thinker, traits = thought_of(site, name, directory, redact, budget)
    return Anima(
        name=name,
        directory=directory,
        model=model,
        thinker=thinker,
        traits=traits,
        engine=await MemoryEngine.open(
            path,
            embedder=site.models.embedder,
            clock=site.time.clock,
            options=replace(
                memory_options(config, _judge(config, settings, model, site.time.clock), site.models.entailment),
                membership=rooms,
                redact=redact,
            ),
        ),
        records=AnimaRecords.of(directory, storage),
        more_tools=toolbox.tools,
    )


_CHROMA_FROM = {"auto": CHROMA_FROM, "exact": None, "chroma": 64}
"""Vectors from which on Chroma is used; it gets them 64 and more at a time."""


def memory_options(config: Config, judge: Judge | None = None, entailment: Entailment | None = None) -> Options:
    """Of an anima's memory, as the config has them: nobody else puts options together, no benchmark either."""
    return Options(
        zone=ZoneInfo(config.system.timezone),
        budgets=_budgets(config.priming),
        mood=config.rag.mood_congruence,
        chroma_from=None if config.rag.exact else _CHROMA_FROM[config.rag.index],
        spreading=_spreading(config.rag),
        forms=config.formation.enabled,
        judge=judge,
        curve=CURVES[config.formation.retention],
        most_active=config.consolidation.max_active_memories,
        belief=LearnedBelief() if config.formation.judge_updates else None,
        entailment=entailment,
    )


def thought_of(
    site: FleetSetup, name: str, directory: AnimaDirectory, redact: Redaction, budget: Budget
) -> tuple[ChatModel, Thinker, AnimaTraits]:
    """Model, way of thinking and traits of an anima, as the config has them."""
    config = site.config
    settings = settings_of(config, name, anima_files.parse_status(directory.status()))
    asked = site.models.by_anima.get(name) or chat_model(config, settings, site.time.clock, budget.ledger(name))
    if name in site.models.by_anima and is_claude(settings):  # which no process of an agent knows
        settings = replace(settings, model=OFFLINE)
    thinker = thinker_of(config, settings, directory, site.time.clock, redact, budget.ledger(name))
    return guarded(name, asked, budget), thinker, _traits(config, settings)


def _judge(config: Config, settings: AnimaSettings, model: ChatModel, clock: Clock) -> ModelJudge | None:
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


def _budgets(priming: Priming) -> PrimingBudgets:
    return PrimingBudgets(
        dynamic=priming.dynamic_budget,
        greeting=priming.budget_greeting,
        question=priming.budget_question,
        request=priming.budget_request,
        heartbeat=priming.budget_heartbeat,
    )


def _traits(config: Config, settings: AnimaSettings) -> AnimaTraits:
    return AnimaTraits(
        role=settings.role,
        speciality=settings.speciality,
        supervisor=settings.supervisor,
        expressions=settings.expressions,
        language=config.system.language,
        mode=mode_of(config, settings).mode,
        history_share=settings.conversation_history_threshold,
        prompt_share=settings.context_threshold,
    )
