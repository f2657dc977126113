"""Claude by Anthropic's own SDK: what stays the same is marked, so that the provider keeps it from call to call.

The library is imported at the first use, off the loop. Its own tries and timeouts are off; ours hold.
"""

from __future__ import annotations

import asyncio
import importlib
import json
from base64 import b64encode
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from adapters.models.litellm import folded
from adapters.models.prices import window_of
from adapters.models.provider_model import (
    ANTHROPIC_READ,
    ModelOptions,
    ProviderAnswer,
    ProviderModel,
    ProviderTrouble,
    reason_of_status,
    retry_after_seconds,
)
from bots.errors import ModelFault
from bots.ports import ChatMessage, Chunk, Image, ToolCall, ToolSpec, Usage

_KEPT: Mapping[str, str] = {"type": "ephemeral"}


class AnthropicModel(ProviderModel):
    """A ChatModel. Raises ModelFault, as adapters.models.litellm does."""

    def __init__(self, model: str, options: ModelOptions) -> None:
        super().__init__(model, options)
        self._client: Any = None

    async def prepare(self) -> None:
        async with self._preparing:
            if self._client is None:
                self._client = await asyncio.to_thread(self._made)

    async def close(self) -> None:
        """Close the connections."""
        if self._client is not None:
            client, self._client = self._client, None
            await client.close()

    def answer(self, messages: Sequence[ChatMessage], tools: Sequence[ToolSpec]) -> ProviderAnswer:
        turns = folded(messages)
        request: dict[str, Any] = {
            "model": bare(self.name),
            "max_tokens": self._options.max_tokens,
            "messages": dialogue(turns, self._options.sees is not False),
            "stream": True,
        }
        if turns and turns[0].role == "system":
            request["system"] = [{"type": "text", "text": turns[0].content, "cache_control": _KEPT}]
        if tools:
            request["tools"] = [_tool(spec) for spec in tools]
        return _AnthropicAnswer(lambda: self._client.messages.create(**request))

    def _made(self) -> Any:
        library = importlib.import_module("anthropic")
        self.context_tokens = window_of("anthropic", bare(self.name))
        self._learn_price("anthropic", bare(self.name))
        return library.AsyncAnthropic(
            api_key=self._options.key,
            base_url=self._options.url or None,
            max_retries=0,
            timeout=self._options.limits.total_s,
        )


def bare(model: str) -> str:
    """The name as the provider has it."""
    return model.removeprefix("anthropic/")


def dialogue(messages: Sequence[ChatMessage], sees: bool) -> list[dict[str, Any]]:
    """As Anthropic has it: roles take turns, results of tools are the user's, the end of the talk before the newest
    message and the end of it all are marked for keeping."""
    turns: list[dict[str, Any]] = []
    newest = 0
    for message in messages:
        if message.role == "system" or not (blocks := _blocks(message, sees)):
            continue
        role = "assistant" if message.role == "assistant" else "user"
        if turns and turns[-1]["role"] == role:
            turns[-1]["content"] += blocks
        else:
            turns.append({"role": role, "content": blocks})
        newest = len(turns) - 1 if message.role == "user" else newest
    for at in {max(0, newest - 1), len(turns) - 1} if turns else ():
        turns[at]["content"][-1]["cache_control"] = _KEPT
    return turns


def _blocks(message: ChatMessage, sees: bool) -> list[dict[str, Any]]:
    if message.role == "tool":
        return [{"type": "tool_result", "tool_use_id": message.tool_call_id, "content": message.content or "."}]
    blocks: list[dict[str, Any]] = [image_block(image) for image in message.images if sees]
    if message.content.strip():
        blocks.append({"type": "text", "text": message.content})
    blocks += [
        {"type": "tool_use", "id": call.id, "name": call.name, "input": _parsed(call.arguments)}
        for call in message.tool_calls
    ]
    return blocks


def image_block(image: Image) -> dict[str, Any]:
    source = {"type": "base64", "media_type": image.media_type, "data": b64encode(image.content).decode()}
    return {"type": "image", "source": source}


def _parsed(arguments: str) -> object:
    """What a model wrote that is no JSON object goes back to it as text."""
    try:
        found = json.loads(arguments or "{}")
    except (ValueError, RecursionError):
        return {"unreadable": arguments}
    return found if isinstance(found, dict) else {"unreadable": arguments}


def _tool(spec: ToolSpec) -> dict[str, Any]:
    return {"name": spec.name, "description": spec.description, "input_schema": spec.parameters}


@dataclass(slots=True)
class _ContentBlock:
    id: str
    name: str
    arguments: str = ""


class _AnthropicAnswer(ProviderAnswer):
    """The SDK's events; the answer is whole when the last of them has come."""

    def __init__(self, ask: Callable[[], Awaitable[Any]]) -> None:
        super().__init__()
        self._ask = ask
        self._events: Any = None
        self._waiting = ""
        self._calls: dict[int, _ContentBlock] = {}
        self._read, self._written = 0, 0
        self._finish, self._is_whole = "", False

    async def ask(self) -> None:
        self._events = await self._ask()
        if self._events.response.headers.get("content-type", "").startswith("text/html"):
            raise ModelFault("web_page", "the answer was HTML")

    async def hear(self) -> bool:
        event = await anext(self._events, None)
        if event is None:
            self.is_over = True
            return False
        match getattr(event, "type", None):
            case "message_start":
                self._read = sum(getattr(event.message.usage, name, None) or 0 for name in ANTHROPIC_READ)
            case "content_block_start" if event.content_block.type == "tool_use":
                self._calls[event.index] = _ContentBlock(event.content_block.id, event.content_block.name)
                self.has_spoken = True
                return True
            case "content_block_delta":
                return self._take(event)
            case "message_delta":
                self._finish = event.delta.stop_reason or ""
                self._written = event.usage.output_tokens or 0
                return True
            case "message_stop":
                self._is_whole = True
            case "content_block_start" | "content_block_stop":
                pass
            case _:
                raise ModelFault("garbage", "the answer was not readable")
        return False

    def _take(self, event: Any) -> bool:
        delta = event.delta
        if delta.type == "text_delta":
            self._waiting += delta.text
            self.has_spoken = self.has_spoken or bool(delta.text)
        elif delta.type == "input_json_delta":
            self._calls[event.index].arguments += delta.partial_json
        return True

    def text(self) -> str:
        text, self._waiting = self._waiting, ""
        return text

    def last(self) -> Chunk:
        if not self._is_whole or not self._finish:
            raise ModelFault("cut", "the answer broke off before its end")
        if self._finish == "refusal":
            raise ModelFault("refused", "the provider withheld the answer")
        usage = Usage(input_tokens=self._read, output_tokens=self._written, estimated=not self._read)
        if self._finish == "max_tokens":
            return Chunk(end="length", usage=usage)
        calls = tuple(
            ToolCall(id=call.id, name=call.name, arguments=call.arguments or "{}") for call in self._calls.values()
        )
        return Chunk(tool_calls=calls, end="tool_calls" if calls else "stop", usage=usage)

    def trouble(self, error: Exception) -> ProviderTrouble:
        status, within = getattr(error, "status_code", None), self._events is not None
        headers = getattr(getattr(error, "response", None), "headers", None) or {}
        return ProviderTrouble(
            reason=_reason(error, status, within),
            is_within=within,
            status=status,
            retry_after_s=retry_after_seconds(headers.get("retry-after", "")),
            request_id=headers.get("request-id", ""),
        )

    async def hang_up(self) -> None:
        if self._events is not None:
            await self._events.close()


def _reason(error: Exception, status: int | None, within: bool) -> str:
    if isinstance(error, ValueError | KeyError | AttributeError | TypeError):
        return "garbage"
    if within:
        return "provider_fault" if status is not None else "cut"
    if status is None or status in (408, 409):
        return "unreachable"
    return reason_of_status(status)
