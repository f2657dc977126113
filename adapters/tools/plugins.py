"""All tools that reach other services, and those that installed packages bring (entry points `anima_fleet.tools`)."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from importlib.metadata import entry_points
from importlib.util import find_spec

from adapters.tools import developer_services, messaging_services, model_services, search_services
from adapters.tools.kit import Kit
from bots.tools.tool import Tool
from bots.tools.tool_catalogue import TOOLS

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
    Plugin(name="web_search", tools=search_services.web_search_tools, base_url=search_services.WEB_SEARCH_URL),
    Plugin(name="x_search", tools=search_services.x_search_tools, base_url=search_services.X_SEARCH_URL),
    Plugin(
        name="slack",
        tools=messaging_services.slack_tools,
        base_url=messaging_services.SLACK_URL,
        needs=messaging_services.SLACK_PACKAGE,
    ),
    Plugin(name="chatwork", tools=messaging_services.chatwork_tools, base_url=messaging_services.CHATWORK_URL),
    Plugin(name="gmail", tools=messaging_services.gmail_tools, base_url=messaging_services.GMAIL_URL),
    Plugin(name="github", tools=developer_services.github_tools, base_url=developer_services.GITHUB_URL),
    Plugin(name="transcribe", tools=model_services.transcription_tools, base_url=model_services.TRANSCRIPTION_URL),
    Plugin(
        name="aws_collector",
        tools=developer_services.aws_tools,
        base_url=developer_services.AWS_URL,
        needs=developer_services.AWS_PACKAGE,
    ),
    Plugin(
        name="local_llm", tools=model_services.local_llm_tools, base_url=model_services.LOCAL_LLM_URL, is_keyless=True
    ),
    Plugin(name="image_gen", tools=model_services.image_tools, base_url=model_services.IMAGE_URL),
)


def plugin_names() -> list[str]:
    """Ours, then those of installed packages; nothing is loaded."""
    return [*(one.name for one in PLUGINS), *(one.name for one in entry_points(group=GROUP))]


def made(kits: Mapping[str, Kit]) -> tuple[Tool, ...]:
    """The tools of the plug-ins that have a kit. What is missing for one is told when it is called; a name that is
    taken already goes to who had it first."""
    found: dict[str, Tool] = {}
    taken = {tool.name for tool in TOOLS}
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
