"""Where and how a fleet is built, and who lives there."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from time import monotonic

from adapters.console.hub import ConsoleHub
from bots.commands.desk import Check
from bots.doubts import Announce
from bots.ports import Adapter, ChatModel
from config.home import Home
from config.schema import Config
from config.settings import settings_of
from memory.archive.directory import AnimaDirectory
from memory.knowledge.ports import Entailment
from memory.vocabulary.address import Account
from memory.vocabulary.ports import Clock, Embedder


@dataclass(frozen=True, slots=True, kw_only=True)
class Site:
    """Where and how a fleet is built. `hubs` are the terminals' accounts.

    `models` replaces the config's models, by anima; `scale` shortens the waits of live answers and of the engine, as
    the adapters' own were shortened; `monotonic` counts the seconds of a clock that is driven (all three for runs and
    tests). `embedder` is shared by all animas.
    """

    config: Config
    home: Home
    clock: Clock
    announce: Announce
    adapters: Mapping[Account, Adapter]
    checks: Callable[[bool], Awaitable[Sequence[Check]]]
    manifest: Callable[[str], str]
    hubs: dict[str, ConsoleHub] = field(default_factory=dict)
    models: Mapping[str, ChatModel] = field(default_factory=dict)
    scale: float = 1.0
    monotonic: Callable[[], float] = monotonic
    embedder: Embedder | None = None
    entailment: Entailment | None = None


def console_hubs(names: Iterable[str], clock: Clock) -> dict[str, ConsoleHub]:
    """The shared terminal account ("main"), and one of each anima's own, at which its lines are heard."""
    main = ConsoleHub(Account("console", "main"), clock)
    return {"main": main, **{name: ConsoleHub(Account("console", name), clock, name) for name in names}}


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
