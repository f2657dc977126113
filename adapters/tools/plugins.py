"""All tools that reach other services, and those that installed packages bring (entry points `anima_fleet.tools`)."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from importlib.metadata import entry_points
from importlib.util import find_spec

from adapters.tools.developer_services import aws_tools, github_tools
from adapters.tools.kit import Kit
from adapters.tools.messaging_services import GMAIL_URL, chatwork_tools, gmail_tools, slack_tools
from adapters.tools.model_services import image_tools, local_llm_tools, transcription_tools
from adapters.tools.search_services import web_search_tools, x_search_tools
from bots.tools.tool import Tool
from bots.tools.tool_catalogue import TOOLS

log = logging.getLogger(__name__)
GROUP = "anima_fleet.tools"
#: Tools of MCP servers begin so; no other tool may.
MCP = "mcp_"


@dataclass(frozen=True, slots=True)
class Plugin:
    """`tools` makes them of a kit; `base_url` is the service's; `needs` a package that must be installed."""

    name: str
    tools: Callable[[Kit], tuple[Tool, ...]]
    base_url: str = ""
    needs: str = ""
    is_keyless: bool = False


PLUGINS = (
    Plugin("web_search", web_search_tools, "https://api.search.brave.com/res/v1"),
    Plugin("x_search", x_search_tools, "https://api.x.com/2"),
    Plugin("slack", slack_tools, "https://slack.com/api", needs="slack_sdk"),
    Plugin("chatwork", chatwork_tools, "https://api.chatwork.com/v2"),
    Plugin("gmail", gmail_tools, GMAIL_URL),
    Plugin("github", github_tools, "https://api.github.com"),
    Plugin("transcribe", transcription_tools, "https://api.openai.com/v1"),
    Plugin("aws_collector", aws_tools, needs="boto3"),
    Plugin("local_llm", local_llm_tools, "http://127.0.0.1:11434/v1", is_keyless=True),
    Plugin("image_gen", image_tools, "https://api.openai.com/v1"),
)


def plugin_names() -> list[str]:
    """Ours, then those of installed packages; nothing is loaded."""
    return [*(plugin.name for plugin in PLUGINS), *(entry.name for entry in entry_points(group=GROUP))]


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
    yield from (plugin for plugin in PLUGINS if plugin.name in kits)
    ours = {plugin.name for plugin in PLUGINS}
    for entry in entry_points(group=GROUP):
        if entry.name in kits and entry.name not in ours:
            try:
                yield Plugin(entry.name, entry.load(), is_keyless=True)
            except Exception:  # foreign code: the fleet lives on without it
                log.exception("a package's tools could not be loaded", extra={"tools": entry.name})
