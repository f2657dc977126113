"""What was asked on the command line, as values."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from config.home import Home
from config.load import Loaded
from config.schema import Config


@dataclass(frozen=True, slots=True, kw_only=True)
class StartOptions:
    """`start`: the home is made, owned and logged; the config is sound. `fresh` on a home's first start,
    `again` where it goes on after an erasure.

    At its terminal speaks `person` (`console:ada`), to `partner` first (empty: to the first anima).
    """

    home: Home
    config: Config
    loaded: Loaded
    json: bool = False
    quiet: bool = False
    fresh: bool = False
    again: bool = False
    person: str = ""
    partner: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class ChatOptions:
    """`chat [NAME]`: the home is owned and the config is sound. `once` None: an interactive talk.

    `person` is a person's address (`console:ada`), `place` a channel of the console or "dm".
    """

    home: Home
    config: Config
    name: str
    once: str | None
    person: str
    place: str
    json: bool = False
    quiet: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class BenchOptions:
    """`bench NAME …`: the words after the name are the benchmark's own."""

    words: Sequence[str]
    json: bool = False
    quiet: bool = False
