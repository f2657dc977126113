"""All tools that reach other services, and those that installed packages bring (entry points `anima_fleet.tools`)."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from importlib.metadata import entry_points
from importlib.util import find_spec

from adapters.tools import (
    aws_collector,
    chatwork,
    github,
    gmail,
    image_gen,
    local_llm,
    slack,
    transcribe,
    web_search,
    x_search,
)
from adapters.tools.kit import Kit
from bots.tools.catalogue import CATALOGUE
from bots.tools.tool import Tool

log = logging.getLogger(__name__)
GROUP = "anima_fleet.tools"
#: Tools of MCP servers begin so; no other tool may.
MCP = "mcp_"


@dataclass(frozen=True, slots=True, kw_only=True)
class Plugin:
    """`tools` makes them of a kit; `base_url` is the service's; `needs` a package that must be installed."""

    name: str
    tools: Callable[[Kit], tuple[Tool, ...]]
    base_url: str = ""
    needs: str = ""
    is_keyless: bool = False


PLUGINS: tuple[Plugin, ...] = (
    Plugin(name="web_search", tools=web_search.tools, base_url=web_search.BASE),
    Plugin(name="x_search", tools=x_search.tools, base_url=x_search.BASE),
    Plugin(name="slack", tools=slack.tools, base_url=slack.BASE, needs=slack.NEEDS),
    Plugin(name="chatwork", tools=chatwork.tools, base_url=chatwork.BASE),
    Plugin(name="gmail", tools=gmail.tools, base_url=gmail.BASE),
    Plugin(name="github", tools=github.tools, base_url=github.BASE),
    Plugin(name="transcribe", tools=transcribe.tools, base_url=transcribe.BASE),
    Plugin(name="aws_collector", tools=aws_collector.tools, base_url=aws_collector.BASE, needs=aws_collector.NEEDS),
    Plugin(name="local_llm", tools=local_llm.tools, base_url=local_llm.BASE, is_keyless=True),
    Plugin(name="image_gen", tools=image_gen.tools, base_url=image_gen.BASE),
)


def plugin_names() -> list[str]:
    """Ours, then those of installed packages; nothing is loaded."""
    return [*(one.name for one in PLUGINS), *(one.name for one in entry_points(group=GROUP))]


def made(kits: Mapping[str, Kit]) -> tuple[Tool, ...]:
    """The tools of the plug-ins that have a kit. What is missing for one is told when it is called; a name that is
    taken already goes to who had it first."""
    found: dict[str, Tool] = {}
    taken = {tool.name for tool in CATALOGUE}
    for plugin in _plugins(kits):
        kit = kits[plugin.name]
        kit = replace(kit, base_url=kit.base_url or plugin.base_url)
        lacks = lacking(plugin, kit)
        for tool in plugin.tools(kit):
            if tool.name in taken or tool.name in found or tool.name.startswith(MCP):
                log.warning("a tool is left out: its name is taken", extra={"tool": tool.name, "of": plugin.name})
                continue
            found[tool.name] = replace(tool, lacks=lacks, outside=True)
    return tuple(found.values())


def lacking(plugin: Plugin, kit: Kit) -> str:
    """What keeps it from working; empty where nothing does."""
    if plugin.needs and find_spec(plugin.needs) is None:
        return f"{plugin.name} does not work here: the package {plugin.needs} is not installed"
    if not kit.key and not plugin.is_keyless:
        return f"{plugin.name} has no credential; an owner can give one under credentials in config.json"
    return ""


def _plugins(kits: Mapping[str, Kit]) -> Iterator[Plugin]:
    yield from (one for one in PLUGINS if one.name in kits)
    ours = {one.name for one in PLUGINS}
    for entry in entry_points(group=GROUP):
        if entry.name in kits and entry.name not in ours:
            try:
                yield Plugin(name=entry.name, tools=entry.load(), is_keyless=True)
            except Exception:  # foreign code: the fleet lives on without it
                log.exception("a package's tools could not be loaded", extra={"tools": entry.name})
