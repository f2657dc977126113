"""Which way an anima really thinks: as its mode says, by the libraries that are installed; what is missing is told."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from importlib.util import find_spec
from typing import Literal

from bots.thinking.choice import Mode, choose
from config.schema import OFFLINE, Config
from config.settings import Settings, provider_of, settings_of

Means = Literal["agent", "anthropic", "loop", "one shot"]
_ADVICE = "make run EXTRAS=embeddings,claude"


@dataclass(frozen=True, slots=True, kw_only=True)
class Way:
    """`means` is what carries `mode` out; `missing` says why it is not what was asked for, or could be better."""

    mode: Mode
    means: Means
    missing: str = ""

    @property
    def told(self) -> str:
        """For a person."""
        return {
            "agent": "A1: the Claude Agent SDK, with its own loop",
            "anthropic": "A1: Anthropic's SDK in the tool loop",
            "loop": "A2: LiteLLM in the tool loop",
            "one shot": "B: one shot, assisted",
        }[self.means]


def way_of(config: Config, settings: Settings) -> Way:
    mode = choose(settings.model, settings.execution_mode or None, config.model_modes)
    if mode == "B":
        return Way(mode="B", means="one shot")
    if mode == "A2" or settings.model == OFFLINE:
        return Way(mode="A2", means="loop")
    if not is_claude(settings):
        return Way(mode="A2", means="loop", missing=f"mode A1 is for Claude; {settings.model} is run in mode A2")
    if is_installed("claude_agent_sdk"):
        return Way(mode="A1", means="agent")
    if is_installed("anthropic"):
        return Way(mode="A1", means="anthropic", missing="the package claude-agent-sdk is not installed")
    missing = "for mode A1 the package claude-agent-sdk or anthropic is needed; it is run in mode A2"
    return Way(mode="A2", means="loop", missing=missing)


def is_claude(settings: Settings) -> bool:
    """By Anthropic itself, or a server that speaks as it does."""
    bare = settings.model.rpartition("/")[2]
    return provider_of(settings.model) == "anthropic" and bare.casefold().startswith("claude")


def way_notes(config: Config) -> Iterator[tuple[str, str]]:
    """(anima, one line) for each that thinks otherwise than its mode says."""
    for name in config.animas:
        way = way_of(config, settings_of(config, name))
        if way.missing:
            yield name, f"{way.missing} ({_ADVICE})" if "package" in way.missing else way.missing


def is_installed(package: str) -> bool:
    """Without importing it."""
    return find_spec(package) is not None
