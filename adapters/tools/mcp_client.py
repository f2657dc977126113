"""One MCP server: connected, looked after, begun again with pauses that double; its tools as tools of ours.

All that it says is a stranger's word: names get its prefix, descriptions are cut to a line, schemas that are none are
left out, results are material. What does not only read, by an owner's word, always needs a person's yes.
"""

from __future__ import annotations

import asyncio
import importlib
import json
import logging
import os
import re
from collections.abc import Awaitable, Callable, Mapping
from contextlib import AsyncExitStack
from dataclasses import dataclass, field
from fnmatch import fnmatchcase
from time import monotonic
from typing import Any

from adapters.tools.plugins import MCP
from bots.ports import ToolSpec
from bots.tools.tool import Scene, Tool, ToolFault

log = logging.getLogger(__name__)
MOST_TOOLS = 64
_MOST_PAGES = 10
_LONGEST_NAME, _LONGEST_TEXT, _LONGEST_SCHEMA = 64, 400, 8000
_NO_NAME = re.compile(r"[^A-Za-z0-9_-]")
_STARTS_WITHIN_S = 30.0


@dataclass(frozen=True, slots=True, kw_only=True)
class McpSettings:
    """A command with its arguments and environment, or a `url` with a bearer `token`. `reads`: patterns of the
    server's own names of tools that only read, by an owner's word."""

    name: str
    command: str = ""
    args: tuple[str, ...] = ()
    env: Mapping[str, str] = field(default_factory=dict, repr=False)
    url: str = ""
    token: str = field(default="", repr=False)
    reads: tuple[str, ...] = ()
    timeout_s: float = 30.0
    look_every_s: float = 60.0
    first_pause_s: float = 1.0
    longest_pause_s: float = 300.0


class McpServer:
    """`tools` are those of the connection that there is; `state` is what a person reads of it, `starts` how often it
    was connected."""

    def __init__(self, settings: McpSettings) -> None:
        self.settings = settings
        self.tools: tuple[Tool, ...] = ()
        self.state = "not connected yet"
        self.starts = 0
        self._since = monotonic()
        self._client: Any = None
        self._broken = asyncio.Event()

    @property
    def is_connected(self) -> bool:
        return self._client is not None

    @property
    def lasts_s(self) -> float:
        """Since when it is connected, or away."""
        return monotonic() - self._since

    async def keep(self) -> None:
        """Until it is cancelled."""
        pause = self.settings.first_pause_s
        while True:
            began = asyncio.get_running_loop().time()
            try:
                await self._serve()
            except Exception as error:
                self._away(_kind(error))
            finally:
                self._client = None
            if asyncio.get_running_loop().time() - began > self.settings.longest_pause_s:
                pause = self.settings.first_pause_s
            extra = {"server": self.settings.name, "state": self.state, "pause_s": pause}
            log.warning("an MCP server is away; it is begun again", extra=extra)
            await asyncio.sleep(pause)
            pause = min(2 * pause, self.settings.longest_pause_s)

    async def call(self, tool: str, arguments: Mapping[str, object]) -> str:
        """What the tool gave, as text. Raises ToolFault."""
        name, client = self.settings.name, self._client
        if client is None:
            raise ToolFault(f"the server {name} is away and is begun again; go on without it")
        try:
            async with asyncio.timeout(self.settings.timeout_s):
                result = await client.call_tool(tool, dict(arguments))
        except TimeoutError:
            self._break("it did not answer in time")
            raise ToolFault(f"the server {name} did not answer within {self.settings.timeout_s:g} s") from None
        except Exception as error:
            if _is_refusal(error):
                raise ToolFault(f"the server {name} did not accept this call") from None
            self._break(_kind(error))
            raise ToolFault(f"the server {name} has failed and is begun again") from None
        text = "\n".join(_text(part) for part in result.content)
        return f"Error: {text}" if result.is_error else text or "It gave nothing."

    def _break(self, why: str) -> None:
        self._away(why)
        self._broken.set()

    def _away(self, why: str) -> None:
        """It is since it was connected for the last time, whatever it was tried since."""
        if self._client is not None:
            self._since = monotonic()
        self.state, self._client = f"away: {why}", None

    async def _serve(self) -> None:
        """One connection. Raises whatever ends it."""
        self._broken.clear()
        mcp = await asyncio.to_thread(importlib.import_module, "mcp")
        async with AsyncExitStack() as stack:
            async with asyncio.timeout(_STARTS_WITHIN_S):
                transport = await self._transport(stack, mcp)
                client = await stack.enter_async_context(
                    mcp.Client(transport, read_timeout_seconds=self.settings.timeout_s, cache=None)
                )
                tools = await self._listed(client)
            self._client, self.tools, self.state = client, tools, f"connected, {len(tools)} tools"
            self.starts, self._since = self.starts + 1, monotonic()
            log.info("an MCP server is connected", extra={"server": self.settings.name, "tools": len(tools)})
            while not await self._ends_within(self.settings.look_every_s):
                async with asyncio.timeout(self.settings.timeout_s):
                    self.tools = await self._listed(client)
        raise ConnectionError(self.state.removeprefix("away: "))

    async def _ends_within(self, seconds: float) -> bool:
        try:
            await asyncio.wait_for(self._broken.wait(), seconds)
        except TimeoutError:
            return False
        return True

    async def _transport(self, stack: AsyncExitStack, mcp: Any) -> Any:
        settings = self.settings
        if settings.command:
            server = mcp.StdioServerParameters(
                command=settings.command, args=list(settings.args), env=dict(settings.env)
            )
            unheard = stack.enter_context(open(os.devnull, "w", encoding="utf-8"))  # noqa: ASYNC230, SIM115
            return mcp.stdio_client(server, errlog=unheard)
        http = importlib.import_module("mcp.client.streamable_http")
        httpx = importlib.import_module("httpx2")
        headers = {"Authorization": f"Bearer {settings.token}"} if settings.token else {}
        client = await stack.enter_async_context(httpx.AsyncClient(headers=headers, timeout=settings.timeout_s))
        return http.streamable_http_client(settings.url, http_client=client)

    async def _listed(self, client: Any) -> tuple[Tool, ...]:
        found: dict[str, Tool] = {}
        cursor = None
        for _ in range(_MOST_PAGES):
            page = await client.list_tools(cursor=cursor)
            for declared in page.tools:
                tool = self._tool(declared)
                if tool is not None and tool.name not in found and len(found) < MOST_TOOLS:
                    found[tool.name] = tool
            cursor = getattr(page, "next_cursor", None)
            if not cursor:
                break
        return tuple(found.values())

    def _tool(self, declared: Any) -> Tool | None:
        """None where it is not a tool that could be called."""
        schema, own = declared.input_schema, str(declared.name)
        if not isinstance(schema, dict) or schema.get("type") != "object" or len(json.dumps(schema)) > _LONGEST_SCHEMA:
            return None
        name = f"{MCP}{self.settings.name}_{_NO_NAME.sub('_', own)}"[:_LONGEST_NAME]
        text = " ".join(str(declared.description or own).split())[:_LONGEST_TEXT]
        spec = ToolSpec(name=name, description=f"(as its server says) {text}", parameters=schema)
        only_reads = any(fnmatchcase(own, pattern) for pattern in self.settings.reads)
        return Tool(
            _runs(self.call, own),
            brings=True,
            outside=True,
            told=spec,
            acts=not only_reads,
            asks=not only_reads,
        )


def _runs(call: Callable[[str, Mapping[str, object]], Awaitable[str]], own: str) -> Callable[..., Awaitable[str]]:
    async def run(scene: Scene, /, **arguments: object) -> str:
        return await call(own, arguments)

    return run


def _text(part: Any) -> str:
    kind = str(getattr(part, "type", ""))
    if kind == "text":
        return str(part.text)
    if kind == "resource" and isinstance(text := getattr(part.resource, "text", None), str):
        return text
    return f"({kind[:40]}: not shown)"


def _kind(error: BaseException) -> str:
    """The class of what went wrong; of several, the first."""
    while isinstance(error, BaseExceptionGroup):
        error = error.exceptions[0]
    return str(error)[:80] if isinstance(error, ConnectionError) and str(error) else type(error).__name__


def _is_refusal(error: Exception) -> bool:
    """The server lives and has said no: a JSON-RPC error of its own, not one of the connection."""
    code = getattr(getattr(error, "error", None), "code", None)
    return isinstance(code, int) and code in (-32600, -32601, -32602, -32603)
