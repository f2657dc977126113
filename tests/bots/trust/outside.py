"""Services outside, for tests of what leaves: all plug-ins on a loopback server, an MCP server; each use is kept."""

from __future__ import annotations

from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass, field, replace
from functools import wraps
from types import SimpleNamespace

from adapters.tools.mcp_client import McpServer, McpSettings
from adapters.tools.plugins import made
from bots.delivery.contract import turn_id
from bots.tools.tool import Scene, Tool
from tests.adapters.tools.services import CASES, SEARCHES, WRITERS, Services, readers

LOOK, CHANGE = "mcp_desk_look", "mcp_desk_change"
#: What a service takes, where it checks the form: tool -> arguments.
VALID: Mapping[str, Mapping[str, object]] = {case.tool: case.arguments for case in CASES}
#: Tools that bring what a stranger may have written.
READERS = (*(case.tool for case in readers("")), LOOK)


@dataclass(frozen=True, slots=True, kw_only=True)
class Use:
    """A tool that ran: in which turn, with what."""

    turn: str
    tool: str
    arguments: Mapping[str, object]


@dataclass(kw_only=True)
class Outside:
    """`uses` is the ledger; `says` what every service now gives to who reads there."""

    services: Services
    tools: tuple[Tool, ...] = ()
    uses: list[Use] = field(default_factory=list)
    says: str = ""

    def say(self, text: str) -> None:
        self.says, self.services.answers = text, _answers(text)


@asynccontextmanager
async def outside() -> AsyncIterator[Outside]:
    async with Services(_answers("Plain words.")) as services:
        found = Outside(services=services, says="Plain words.")
        plugins = made({case.plugin: case.kit(services.url) for case in CASES})
        server = McpServer(McpSettings(name="desk", reads=("look",)))
        client = _Client(found)
        server._client, server.tools = client, await server._listed(client)
        found.tools = tuple(_recorded(tool, found.uses) for tool in (*plugins, *server.tools))
        yield found


def _answers(text: str) -> dict[str, object]:
    return {what: answer for case in (*readers(text), *WRITERS, *SEARCHES) for what, answer in case.answers.items()}


def _recorded(tool: Tool, uses: list[Use]) -> Tool:
    @wraps(tool.run)
    async def run(scene: Scene, /, **arguments: object) -> str:
        uses.append(Use(turn=turn_id.get(), tool=tool.name, arguments=arguments))
        return await tool.run(scene, **arguments)

    return replace(tool, run=run)


class _Client:
    """A server's side: one tool that only reads there, by an owner's word, and one that may do anything."""

    def __init__(self, found: Outside) -> None:
        self._found = found

    async def list_tools(self, cursor: object = None) -> SimpleNamespace:
        schema = {"type": "object", "properties": {"text": {"type": "string"}}, "required": ["text"]}
        tools = [SimpleNamespace(name=name, description=name, input_schema=schema) for name in ("look", "change")]
        return SimpleNamespace(tools=tools, next_cursor=None)

    async def call_tool(self, name: str, arguments: Mapping[str, object]) -> SimpleNamespace:
        part = SimpleNamespace(type="text", text=self._found.says)
        return SimpleNamespace(content=[part], is_error=False)
