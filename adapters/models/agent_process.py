"""The process of the Claude Agent SDK for one session: begun, heard, ended at once when nobody listens any more."""

from __future__ import annotations

import asyncio
import importlib
import json
import logging
import shutil
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from tempfile import mkdtemp
from typing import Any, Self

from adapters.models.deadlines import Deadlines
from bots.errors import ModelFault
from bots.ports import Price, Spent, Thought, ToolCall, ToolResult, ToolSpec
from bots.thinking.limits import Limits
from bots.thinking.notes import NOTES, Notes
from bots.thinking.session import Chaining

log = logging.getLogger(__name__)
#: Our tools' names as the process has them begin so.
SERVER = "anima"
_PREFIX = f"mcp__{SERVER}__"
_ENDS_WITHIN_S = 3.0
#: No word to anybody but the provider, nothing kept, nothing that reads this machine.
_QUIET = {
    "CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC": "1",
    "CLAUDE_CODE_DISABLE_NONSTREAMING_FALLBACK": "1",
    "CLAUDE_CODE_DISABLE_AUTO_MEMORY": "1",
    "CLAUDE_CODE_DISABLE_CLAUDE_MDS": "1",
    "CLAUDE_CODE_DISABLE_FILE_MENTIONS": "1",
    "CLAUDE_CODE_DISABLE_GIT_INSTRUCTIONS": "1",
    "CLAUDE_CODE_MAX_RETRIES": "2",
    "DISABLE_AUTO_COMPACT": "1",
    "DISABLE_AUTOUPDATER": "1",
    "DISABLE_ERROR_REPORTING": "1",
    "DISABLE_TELEMETRY": "1",
}

Use = Callable[[ToolCall, Callable[[Thought], None]], Awaitable[ToolResult]]


@dataclass(frozen=True, slots=True, kw_only=True)
class AgentSettings:
    """`model` as the provider names it. `price`: None where nobody knows. `spent` is told of each of its calls."""

    model: str
    api_key: str = ""
    base_url: str = ""
    max_tokens: int = 4096
    deadlines: Deadlines = field(default_factory=Deadlines)
    limits: Limits = field(default_factory=Limits)
    notes: Notes = NOTES["en"]
    chaining: Chaining | None = None
    spent: Callable[[Spent], None] | None = None
    price: Callable[[], Price | None] = lambda: None
    has_fallback: bool = False


class Door:
    """The turn's tools as the process sees them; `use` carries one out and tells of it."""

    def __init__(self, specs: Sequence[ToolSpec], use: Use) -> None:
        self._specs = specs
        self._use = use
        self._uses = 0

    def server(self, library: Any, tell: Callable[[Thought], None]) -> Any:
        tools = [
            library.SdkMcpTool(spec.name, spec.description, spec.parameters, self._handler(spec.name, tell))
            for spec in self._specs
        ]
        return library.create_sdk_mcp_server(SERVER, tools=tools)

    async def hook(self, given: Mapping[str, Any], _id: str | None, _context: object) -> dict[str, Any]:
        """Asked before every use of a tool: ours are allowed, all others are not, whatever the process may think."""
        is_ours = given.get("tool_name") in {f"{_PREFIX}{spec.name}" for spec in self._specs}
        decision = {
            "hookEventName": "PreToolUse",
            "permissionDecision": "allow" if is_ours else "deny",
            "permissionDecisionReason": "one of your tools" if is_ours else "you have no such tool",
        }
        return {"hookSpecificOutput": decision}

    def _handler(self, name: str, tell: Callable[[Thought], None]) -> Callable[[Any], Awaitable[dict[str, Any]]]:
        async def handle(arguments: Any) -> dict[str, Any]:
            self._uses += 1
            text = json.dumps(arguments, ensure_ascii=False)
            result = await self._use(ToolCall(id=f"use_{self._uses}", name=name, arguments=text), tell)
            return {"content": [{"type": "text", "text": result.text or "."}], "is_error": not result.ok}

        return handle


class AgentProcess:
    """Use as an async context manager. The SDK's client lives in a task of its own, for it may not change tasks."""

    def __init__(self, settings: AgentSettings, system: str, content: Sequence[Mapping[str, Any]], door: Door) -> None:
        self._settings = settings
        self._system = system
        self._content = content
        self._door = door
        self._heard: asyncio.Queue[object] = asyncio.Queue()
        self._begun = asyncio.Event()
        self._client: Any = None
        self._task: asyncio.Task[None] | None = None
        self._is_ending = False

    async def __aenter__(self) -> Self:
        self._task = asyncio.create_task(self._live())
        return self

    async def __aexit__(self, *_: object) -> None:
        assert self._task is not None
        self._is_ending = True
        if self._client is None:
            self._task.cancel()
        self._kill()
        done, pending = await asyncio.wait({self._task}, timeout=_ENDS_WITHIN_S)
        for task in pending - done:
            task.cancel()

    async def begun(self) -> None:
        await self._begun.wait()

    async def heard(self) -> object:
        """A message of the SDK, or a Thought about a tool. Raises ModelFault."""
        heard = await self._heard.get()
        if isinstance(heard, ModelFault):
            raise heard
        return heard

    async def _live(self) -> None:
        home = await asyncio.to_thread(mkdtemp, prefix="anima-agent-")
        try:
            library = await asyncio.to_thread(importlib.import_module, "claude_agent_sdk")
            async with library.ClaudeSDKClient(self._options(library, home)) as client:
                self._client = client
                await client.query(self._question())
                self._begun.set()
                async for message in client.receive_response():
                    self._heard.put_nowait(message)
            self._heard.put_nowait(ModelFault("cut", "the agent's process ended"))
        except Exception as error:
            if not self._is_ending:
                log.warning("the agent's process failed", extra={"error": type(error).__name__})
            self._heard.put_nowait(ModelFault("unreachable", f"the agent's process: {type(error).__name__}"))
        finally:
            self._begun.set()
            await asyncio.to_thread(shutil.rmtree, home, ignore_errors=True)

    async def _question(self) -> AsyncIterator[dict[str, Any]]:
        message = {"role": "user", "content": list(self._content)}
        yield {"type": "user", "message": message, "parent_tool_use_id": None}

    def _options(self, library: Any, home: str) -> Any:
        settings = self._settings
        env = {
            **_QUIET,
            "HOME": home,
            "CLAUDE_CONFIG_DIR": home,
            "ANTHROPIC_API_KEY": settings.api_key or "none",
            "ANTHROPIC_AUTH_TOKEN": "",
            "CLAUDE_CODE_OAUTH_TOKEN": "",
            "CLAUDE_CODE_MAX_OUTPUT_TOKENS": str(settings.max_tokens),
            **({"ANTHROPIC_BASE_URL": settings.base_url} if settings.base_url else {}),
        }
        return library.ClaudeAgentOptions(
            tools=[],
            setting_sources=[],
            skills=[],
            strict_mcp_config=True,
            verbatim_prompts=True,
            include_partial_messages=True,
            mcp_servers={SERVER: self._door.server(library, self._heard.put_nowait)},
            hooks={"PreToolUse": [library.HookMatcher(hooks=[self._door.hook])]},
            permission_mode="default",
            system_prompt=self._system,
            model=settings.model,
            max_turns=settings.limits.turns,
            cwd=home,
            env=env,
            extra_args={"no-session-persistence": None},
            stderr=lambda line: log.debug("the agent's process says something", extra={"characters": len(line)}),
        )

    def _kill(self) -> None:
        """The SDK's own end waits five seconds for a transcript to be written, which nobody keeps here."""
        process = getattr(getattr(self._client, "_transport", None), "_process", None)
        with suppress(Exception):
            process.kill()  # type: ignore[union-attr]
