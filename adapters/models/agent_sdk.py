"""Claude by the Claude Agent SDK: a process of its own owns the loop; the tools are ours."""

from __future__ import annotations

import asyncio
import importlib
import json
import logging
import shutil
from base64 import b64encode
from collections.abc import AsyncGenerator, AsyncIterator, Awaitable, Callable, Mapping, Sequence
from contextlib import aclosing, suppress
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from tempfile import mkdtemp
from typing import Any, Self

from adapters.models.provider_model import AnswerTimer, Deadlines
from bots.errors import ModelFault
from bots.ports import (
    ChatModel,
    Image,
    Price,
    Prompt,
    Spent,
    Thinker,
    Thought,
    ToolCall,
    ToolResult,
    Tools,
    ToolSpec,
    Usage,
)
from bots.turn.conversation import OFFLINE_MODEL
from bots.turn.thinking.thinking_limits import (
    ToolAllowance,
    ToolLimits,
    added_usage,
    call_within,
    ending_thoughts,
    seconds_left,
)
from bots.turn.thinking.tool_loop import SessionChaining, ThinkingStep, externalise_state, going_on_message
from memory.language.folders import FALLBACK
from memory.vocabulary.ports import Clock
from memory.vocabulary.text_form import quoted

_READ = ("input_tokens", "cache_creation_input_tokens", "cache_read_input_tokens")
_BY_STATUS = {401: "key_refused", 403: "key_refused", 404: "unknown_model", 429: "rate_limited"}
_BY_ERROR = {
    "authentication_failed": "key_refused",
    "billing_error": "refused",
    "rate_limit": "rate_limited",
    "invalid_request": "refused",
    "server_error": "provider_fault",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class AgentMessage:
    """What a message of the process means. `window_used` comes with the beginning of each answer of the model, `usage`
    with its end; `end` (stop, length, steps) with the last message of all, or a `fault` (ModelFault.reason)."""

    text: str = ""
    begins_text: bool = False
    brings_on: bool = False
    window_used: int = 0
    usage: Usage | None = None
    end: str = ""
    fault: str = ""
    detail: str = ""


class AgentStream:
    """Takes the messages in their order."""

    def __init__(self) -> None:
        self._read = 0
        self._is_open = False  # an answer of the model has begun and not ended
        self._has_text = False
        self._error = ""

    def take(self, message: object) -> AgentMessage:
        kind = type(message).__name__
        if kind == "StreamEvent" and getattr(message, "parent_tool_use_id", None) is None:
            return self._event(message.event)  # type: ignore[attr-defined]
        if kind == "SystemMessage" and getattr(message, "subtype", "") == "api_retry":
            return self._retried(message.data.get("error_status"))  # type: ignore[attr-defined]
        if kind == "AssistantMessage":
            self._error = getattr(message, "error", None) or self._error
        if kind == "ResultMessage":
            return self._result(message)
        return AgentMessage()

    def _retried(self, status: int | None) -> AgentMessage:
        """The process asks again by itself: never after something was shown, nor where a key or a name is wrong."""
        if self._has_text:
            return AgentMessage(fault="cut", detail="an answer broke off and was to be begun again")
        final = _BY_STATUS.get(status or 0, "")
        return AgentMessage() if final in ("", "rate_limited") else AgentMessage(fault=final, detail=f"status {status}")

    def _event(self, event: Mapping[str, Any]) -> AgentMessage:
        match event.get("type"):
            case "message_start":
                if self._is_open and self._has_text:
                    return AgentMessage(fault="cut", detail="an answer broke off and was begun again")
                usage = event["message"].get("usage") or {}
                self._read = sum(usage.get(name) or 0 for name in _READ)
                self._is_open, self._has_text = True, False
                return AgentMessage(window_used=max(1, self._read))
            case "content_block_delta":
                return self._delta(event.get("delta") or {})
            case "message_delta":
                written = (event.get("usage") or {}).get("output_tokens") or 0
                return AgentMessage(
                    brings_on=True,
                    usage=Usage(input_tokens=self._read, output_tokens=written, estimated=not self._read),
                )
            case "message_stop":
                self._is_open = False
        return AgentMessage()

    def _delta(self, delta: Mapping[str, Any]) -> AgentMessage:
        text = str(delta.get("text") or "") if delta.get("type") == "text_delta" else ""
        begins, self._has_text = bool(text) and not self._has_text, self._has_text or bool(text)
        return AgentMessage(text=text, begins_text=begins, brings_on=True)

    def _result(self, result: Any) -> AgentMessage:
        if result.subtype == "error_max_turns":
            return AgentMessage(end="steps")
        if result.is_error or result.subtype != "success":
            status = result.api_error_status
            detail = f"{result.subtype}, {result.terminal_reason or 'no reason told'}, status {status}"
            return AgentMessage(fault=_reason(status, self._error, self._has_text and self._is_open), detail=detail)
        if self._is_open:
            return AgentMessage(fault="cut", detail="the answer broke off before its end")
        return AgentMessage(end="length" if result.stop_reason == "max_tokens" else "stop")


def _reason(status: int | None, error: str, is_within: bool) -> str:
    if status is not None:
        return _BY_STATUS.get(status) or ("refused" if status < 500 else "provider_fault")
    if is_within:
        return "cut"
    return _BY_ERROR.get(error, "unreachable")


def agent_prompt(prompt: Prompt) -> list[dict[str, Any]]:
    """The turn as one message: the talk so far as quoted lines, what holds for this moment, the newest message."""
    talk = [f"{message.role}: {quoted(message.content)}" for message in prompt.history if message.content.strip()]
    before = ["# The talk so far (quoted, oldest first)", *talk] if talk else []
    text = "\n\n".join(filter(None, ["\n".join(before), prompt.moment, prompt.message]))
    return [*map(_image, prompt.images), {"type": "text", "text": text}]


def _image(image: Image) -> dict[str, Any]:
    source = {"type": "base64", "media_type": image.media_type, "data": b64encode(image.content).decode()}
    return {"type": "image", "source": source}


# --- agent process --------------------------------------------------------------------------------------------------
# The process of the Claude Agent SDK for one session: begun, heard, ended at once when nobody listens any more.


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
    limits: ToolLimits = field(default_factory=ToolLimits)
    language: str = FALLBACK
    chaining: SessionChaining | None = None
    spent: Callable[[Spent], None] | None = None
    price: Callable[[], Price | None] = lambda: None
    has_fallback: bool = False


class AgentToolServer:
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

    def __init__(
        self, settings: AgentSettings, system: str, content: Sequence[Mapping[str, Any]], door: AgentToolServer
    ) -> None:
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


# --- agent sdk ------------------------------------------------------------------------------------------------------


class AgentThinker:
    """A Thinker. `spare` thinks instead where there is no money for it, and over the fallback model where it failed
    before it said anything: both are told in the log."""

    def __init__(self, settings: AgentSettings, clock: Clock, spare: Thinker) -> None:
        self._settings = settings
        self._clock = clock
        self._spare = spare

    async def think(self, prompt: Prompt, tools: Tools, model: ChatModel) -> AsyncIterator[Thought]:
        if model.name == OFFLINE_MODEL:
            async for thought in self._spare.think(prompt, tools, model):
                yield thought
            return
        work = _Work(self._settings, self._clock, prompt, tools, model)
        try:
            async with aclosing(work.run()) as thoughts:
                async for thought in thoughts:
                    yield thought
        except ModelFault as fault:
            await work.put_away()
            if work.said.strip():
                yield Thought(finished=False, reason=fault.reason, usage=work.usage)
                return
            if not self._settings.has_fallback or work.has_used_tools:
                raise
            log.warning("the agent gave no answer; its fallback is asked", extra={"reason": fault.reason})
            async for thought in self._spare.think(prompt, tools, model):
                yield thought
            return
        await work.put_away()
        for thought in ending_thoughts(work.said, work.reason, self._settings.language, work.usage):
            yield thought


class _Work:
    """One answer: as many sessions as it takes. `said` is what the person has been shown."""

    def __init__(self, settings: AgentSettings, clock: Clock, prompt: Prompt, tools: Tools, model: ChatModel) -> None:
        self.said, self.reason, self.usage = "", "", Usage(estimated=False)
        self._settings, self._clock = settings, clock
        self._prompt, self._tools, self._model = prompt, tools, model
        self._allowance = ToolAllowance(settings.limits)
        self._deadline: datetime = clock() + timedelta(seconds=settings.deadlines.total_s)
        self._steps: list[ThinkingStep] = []
        self._chain = 0
        self._work = ""  # what the next session goes on from
        self._is_using = asyncio.Lock()

    @property
    def has_used_tools(self) -> bool:
        return bool(self._steps)

    async def put_away(self) -> None:
        if self._settings.chaining is not None and self._chain:
            await self._settings.chaining.end()

    async def run(self) -> AsyncGenerator[Thought]:
        chaining = self._settings.chaining
        if chaining is not None and (left := await chaining.resume()) is not None:
            self._work, self._chain = left.work, left.chain
        is_going_on = True
        while is_going_on:
            prompt, self._work = going_on_message(self._prompt, self._work) if self._work else self._prompt, ""
            async with aclosing(self._session(prompt)) as thoughts:
                async for thought in thoughts:
                    yield thought
            is_going_on = bool(self._work)

    async def _session(self, prompt: Prompt) -> AsyncGenerator[Thought]:
        settings = self._settings
        left_s = seconds_left(self._deadline, self._clock())
        pace, door = AnswerTimer(settings.deadlines, left_s), AgentToolServer(self._tools.specs(), self._use)
        talk = AgentStream()
        async with AgentProcess(settings, prompt.system, agent_prompt(prompt), door) as process:
            await pace.prepare(process.begun())
            while True:
                heard = await self._next(process, pace)
                if isinstance(heard, Thought):
                    yield heard
                    continue
                told = talk.take(heard)
                if told.brings_on:
                    pace.progress()
                if told.text:
                    yield Thought(text=self._say(told))
                if await self._is_over(told):
                    return

    async def _next(self, process: AgentProcess, pace: AnswerTimer) -> object:
        """What comes next; while a tool works, its own time is what counts. Raises ModelFault."""
        if self._is_using.locked():
            try:
                async with asyncio.timeout(max(0.0, pace.left_s)):
                    heard = await process.heard()
            except TimeoutError:
                raise ModelFault("too_long", "a tool did not end in time") from None
            pace.progress()
            return heard
        return await pace.wait(process.heard())

    def _say(self, told: AgentMessage) -> str:
        """What is said after tools begins a new paragraph."""
        begins = told.begins_text and self.said.strip() and not self.said.endswith("\n")
        shown = f"\n\n{told.text}" if begins else told.text
        self.said += shown
        return shown

    async def _is_over(self, told: AgentMessage) -> bool:
        """Counts what was spent; whether this session has come to its end. Raises ModelFault."""
        if told.usage is not None:
            self.usage = added_usage(self.usage, told.usage)
            self._count(told.usage)
        if told.fault:
            raise ModelFault(told.fault, told.detail)
        if told.window_used and await self._is_full(told.window_used):
            return True
        if told.window_used and self._steps and self._model.name == OFFLINE_MODEL:
            raise ModelFault("no_money", "a cap of the day is reached")
        if self._allowance.exhausted and told.window_used and self.reason == "steps":
            return True
        if told.end:
            self.reason = told.end if told.end != "stop" else ""
        return bool(told.end)

    async def _is_full(self, used: int) -> bool:
        chaining, window = self._settings.chaining, self._model.context_tokens
        if chaining is None or self._chain >= chaining.max_chains or not self._steps:
            return False
        if used <= window * chaining.context_threshold:
            return False
        self._chain += 1
        state = externalise_state(self._prompt.message, self.said, self._steps, self._chain, window)
        await chaining.save(state)
        self._work = state.to_markdown()
        return True

    async def _use(self, call: ToolCall, tell: Callable[[Thought], None]) -> ToolResult:
        """One tool, while no other is used: the journal has them one after another."""
        async with self._is_using:
            tell(Thought(tool=call.name, arguments=call.arguments))
            was_exhausted = self._allowance.exhausted
            result = self._allowance.refusal(call)
            if result is None:
                try:
                    result = await call_within(self._tools, call, seconds_left(self._deadline, self._clock()))
                except ModelFault as late:
                    result = ToolResult(text=f"Error: {late}", ok=False)
            if was_exhausted:
                self.reason = "steps"
            self._steps.append(ThinkingStep(tool=call.name, arguments=call.arguments, result=result.text))
            tell(Thought(tool=call.name, arguments=call.arguments, result=result))
            return result

    def _count(self, usage: Usage) -> None:
        if self._settings.spent is None:
            return
        price = self._settings.price()
        usd = price.of(usage) if price else None
        self._settings.spent(Spent(model=self._settings.model, usage=usage, outcome="answered", usd=usd))
