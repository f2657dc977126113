"""From the config to the tools that reach other services: plug-ins with their kits, MCP servers; what is missing."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from pydantic import SecretStr

from bots.ports import ServerState
from config.settings.anima_settings import is_installed
from config.settings.config_schema import Config

if TYPE_CHECKING:
    from adapters.tools.mcp_client import McpServer
    from bots.tools.tool import Tool

_ENV = "env:"


@dataclass(frozen=True, slots=True, kw_only=True)
class Toolbox:
    """`plugins` are always the same; the servers' tools are those of the connections that there are."""

    plugins: tuple[Tool, ...] = ()
    servers: tuple[McpServer, ...] = ()

    def tools(self) -> Sequence[Tool]:
        return [*self.plugins, *(tool for server in self.servers for tool in server.tools)]

    @property
    def beside(self) -> list[Callable[[], Awaitable[None]]]:
        """What is to go on while the fleet runs."""
        return [server.keep for server in self.servers]

    def states(self) -> list[ServerState]:
        """How the servers are."""
        return [
            ServerState(
                name=server.settings.name,
                state=server.state,
                is_connected=server.is_connected,
                lasts_s=server.lasts_s,
                starts=server.starts,
            )
            for server in self.servers
        ]


def toolbox_of(config: Config) -> Toolbox:
    """Imports what the config names, no more."""
    plugins: tuple[Tool, ...] = ()
    if config.tools:
        from adapters.tools.kit import Kit
        from adapters.tools.plugins import made

        plugins = made(
            {
                name: Kit(
                    name=name,
                    key=_key(config, name),
                    base_url=_base_url(config, name),
                    model=config.tools[name].model or "",
                    region=config.tools[name].region or "",
                )
                for name in config.tools
            }
        )
    return Toolbox(plugins=plugins, servers=_servers(config))


def tool_notes(config: Config) -> Iterator[str]:
    """What of `tools` and `mcp` does nothing, one line each."""
    if config.mcp and not is_installed("mcp"):
        yield "mcp: the package mcp is not installed (make run EXTRAS=embeddings,mcp)"
    if not config.tools:
        return
    from adapters.tools.plugins import plugin_names

    for name in config.tools:
        if name not in plugin_names():
            yield f"tools.{name}: there is no such tool; there are: {', '.join(plugin_names())}"
    for lacks in dict.fromkeys(tool.lacks for tool in toolbox_of(config).plugins if tool.lacks):
        yield f"tools: {lacks}"


def outside_names(config: Config) -> list[str]:
    """Names and patterns that permissions.md may name besides our own tools."""
    return [*(tool.name for tool in toolbox_of(config).plugins), *(f"mcp_{name}_*" for name in config.mcp)]


def _servers(config: Config) -> tuple[McpServer, ...]:
    if not config.mcp or not is_installed("mcp"):
        return ()
    from adapters.tools.mcp_client import McpServer, McpSettings

    return tuple(
        McpServer(
            McpSettings(
                name=name,
                command=told.command or "",
                args=told.args,
                env={key: _text(value) for key, value in told.env.items()},
                url=told.url or "",
                token=_text(told.token),
                reads=told.reads,
                timeout_s=told.timeout_s,
            )
        )
        for name, told in config.mcp.items()
    )


def _key(config: Config, tool: str) -> str:
    account = config.credentials.get(config.tools[tool].credential or tool)
    return _text(account.api_key) if account else ""


def _base_url(config: Config, tool: str) -> str:
    account = config.credentials.get(config.tools[tool].credential or tool)
    return (account.base_url or "") if account else ""


def _text(secret: SecretStr | None) -> str:
    """Empty where it is in the environment and was not found there."""
    text = secret.get_secret_value() if secret else ""
    return "" if text.startswith(_ENV) else text
