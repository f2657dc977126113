"""Any provider's chat model, by way of LiteLLM."""

from __future__ import annotations

import asyncio
import importlib
import json
import logging
import os
from base64 import b64encode
from collections.abc import Awaitable, Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any

from adapters.models.local_servers import window_at
from adapters.models.prices import OWN_MACHINE, USUAL_CONTEXT_TOKENS, is_near
from adapters.models.provider_model import (
    ModelOptions,
    ProviderAnswer,
    ProviderModel,
    ProviderTrouble,
    reason_of_status,
)
from bots.errors import ModelFault
from bots.ports import ChatMessage, Chunk, Image, ToolCall, ToolSpec, Usage

#: What the strictest provider takes of one image.
_MOST_BYTES = 5 * 1024 * 1024 * 3 // 4


def with_images(message: ChatMessage, is_seen: bool) -> str | list[dict[str, Any]]:
    """The message's content; of images that are not shown the model is told that it does not see them."""
    shown = [image for image in message.images if is_seen and len(image.content) <= _MOST_BYTES]
    unseen = [f"(You do not see the image {_name(image)}: say so.)" for image in message.images if image not in shown]
    text = "\n".join([message.content, *unseen])
    return [{"type": "text", "text": text}, *(_part(image) for image in shown)] if shown else text


def _part(image: Image) -> dict[str, Any]:
    url = f"data:{image.media_type};base64,{b64encode(image.content).decode()}"
    return {"type": "image_url", "image_url": {"url": url}}


def _name(image: Image) -> str:
    return " ".join(image.name.split())[:80]


# --- fragments ------------------------------------------------------------------------------------------------------
# Puts the pieces of a streamed answer together: text at once, tool calls when they are whole.


@dataclass(slots=True)
class _PartialCall:
    id: str = ""
    name: str = ""
    arguments: str = ""


class Fragments:
    """Takes the library's pieces, in order. Arguments come in parts by index, id and name only once."""

    def __init__(self) -> None:
        self.input_tokens = 0
        self.output_tokens = 0
        self._text = ""
        self._calls: list[_PartialCall] = []
        self._latest: dict[int, _PartialCall] = {}  # index -> the call whose parts come under it now

    def take(self, piece: Any) -> bool:
        """True when the piece brought the answer on (keep-alives and empty pieces do not)."""
        if usage := getattr(piece, "usage", None):
            self.input_tokens = usage.prompt_tokens or 0
            self.output_tokens = usage.completion_tokens or 0
        if not piece.choices:
            return False
        choice = piece.choices[0]
        text = choice.delta.content or ""
        calls = choice.delta.tool_calls or ()
        self._text += text
        for call in calls:
            self._add(call)
        thinking = getattr(choice.delta, "reasoning_content", None)
        return bool(text or calls or thinking or choice.finish_reason)

    @property
    def has_begun(self) -> bool:
        """Whether there is something of an answer that was not taken yet."""
        return bool(self._text or self._calls)

    def text(self) -> str:
        """What was not taken yet."""
        text, self._text = self._text, ""
        return text

    def calls(self) -> tuple[ToolCall, ...]:
        each = [(call, arguments) for call in self._calls for arguments in _apart(call.arguments)]
        seen: set[str] = set()
        calls = []
        for index, (call, arguments) in enumerate(each):
            id = call.id if call.id and call.id not in seen else f"call_{index}"
            seen.add(id)
            calls.append(ToolCall(id=id, name=call.name, arguments=arguments))
        return tuple(calls)

    def _add(self, part: Any) -> None:
        index = part.index or 0
        call = self._latest.get(index)
        if call is None or _begins_another(part, call):
            call = self._latest[index] = _PartialCall()
            self._calls.append(call)
        call.id = call.id or part.id or ""
        if part.function is not None:
            call.name = call.name or part.function.name or ""
            call.arguments += part.function.arguments or ""


def _apart(arguments: str) -> list[str]:
    """Some servers write the arguments of parallel calls one behind the other: `{"a": 1}{"a": 2}` is two."""
    found: list[str] = []
    left = arguments.strip()
    while left.startswith("{"):
        try:
            _, end = json.JSONDecoder().raw_decode(left)
        except (ValueError, RecursionError):
            break
        found.append(left[:end])
        left = left[end:].lstrip(" \t\r\n,")
    return found if len(found) > 1 and not left else [arguments]


def _begins_another(part: Any, call: _PartialCall) -> bool:
    """Some servers give all parallel calls the index 0: a new id, or a new name behind arguments, is a new call."""
    if part.id:
        return bool(call.id) and part.id != call.id
    return bool(part.function is not None and part.function.name and call.arguments)


# --- litellm --------------------------------------------------------------------------------------------------------


_TAPPED = ("openai", "anthropic")
_ENDS: Mapping[str, str] = {"tool_calls": "tool_calls", "function_call": "tool_calls", "length": "length"}

_CONNECTING = frozenset({"APIConnectionError", "Timeout", "InternalServerError"})


class LiteLLMModel(ProviderModel):
    """A ChatModel. `model` is a LiteLLM model string; a bare name gets `provider`, else the one LiteLLM knows.

    A name that LiteLLM does not know is taken as OpenAI-shaped where there is a `base_url`. Raises ModelFault
    (its docstring has the reasons); its text never holds what the provider said, for providers repeat keys and prompts
    in their errors. What may be gone a moment later is tried again, as `retries` says, while nothing has been said.
    """

    def __init__(self, model: str, options: ModelOptions) -> None:
        super().__init__(model, options)
        self._http: Any = None
        self._route: tuple[str, str] | None = None

    async def prepare(self) -> None:
        """Import the library and learn the model's context window; else this happens with the first question.

        Raises ModelFault("refused") when nobody knows the model's provider.
        """
        async with self._preparing:
            if self._http is None:
                await asyncio.to_thread(self._prepare)
                await self._learn_window()

    async def close(self) -> None:
        """Close the connections."""
        if self._http is not None:
            http, self._http = self._http, None
            await http.aclose()

    def answer(self, messages: Sequence[ChatMessage], tools: Sequence[ToolSpec]) -> ProviderAnswer:
        tap, client = self._client()
        return _LiteLLMAnswer(tap, lambda: self._ask(messages, tools, client), is_tapped=self._is_tapped)

    def _prepare(self) -> None:
        library = _library()
        self._route = self._find_route(library)
        if self._options.context_tokens is None:
            self.context_tokens = _window(library, self._route)
        self._learn_price(*self._route)
        self._http = importlib.import_module("httpx").AsyncClient(
            timeout=self._options.limits.total_s, follow_redirects=True
        )

    async def _learn_window(self) -> None:
        """A server near by is asked: the table knows what a model can take, not what its server gives it."""
        provider, name = self._route or ("", "")
        if self._options.context_tokens is None and self._options.url and is_near(provider, self._options.url):
            self.context_tokens = await window_at(self._options.url, name) or self.context_tokens

    def _find_route(self, library: Any) -> tuple[str, str]:
        provider, name = self._named(library)
        # A local server (Ollama and its like) says by its address that it speaks as OpenAI does.
        if provider in OWN_MACHINE and self._options.url.endswith("/v1"):
            return "openai", name
        return provider, name

    def _named(self, library: Any) -> tuple[str, str]:
        if self._options.provider in library.provider_list and not self.name.startswith(f"{self._options.provider}/"):
            return self._options.provider, self.name
        try:
            name, provider, *_ = library.get_llm_provider(self.name)
        except Exception:
            if not self._options.url:
                raise ModelFault("refused", f"no provider is known for the model {self.name}") from None
            return "openai", self.name
        return provider, name

    def _client(self) -> tuple[Any, Any]:
        """A tap for this answer, and the library's client that speaks through it (None: its own, untapped)."""
        wire_tap = importlib.import_module("adapters.models.wire_tap")
        tap = wire_tap.Tap(self._http)
        provider, _ = self._route or ("", "")
        if provider == "openai":
            http = importlib.import_module("httpx").AsyncClient(transport=tap, timeout=self._options.limits.total_s)
            openai = importlib.import_module("openai")
            base_url = self._options.url or None
            return tap, openai.AsyncOpenAI(
                api_key=self._options.key, base_url=base_url, http_client=http, max_retries=0
            )
        if provider == "anthropic":
            handlers = importlib.import_module("litellm.llms.custom_httpx.http_handler")
            return tap, handlers.AsyncHTTPHandler(transport=tap, timeout=self._options.limits.total_s)
        return tap, None

    async def _ask(self, messages: Sequence[ChatMessage], tools: Sequence[ToolSpec], client: Any) -> Any:
        options: dict[str, Any] = {"tools": [_tool(spec) for spec in tools]} if tools else {}
        if client is not None:
            options["client"] = client
        return await _library().acompletion(
            model="/".join(self._route or ()),
            messages=self._messages(messages),
            api_key=self._options.key,
            api_base=self._options.url or None,
            max_tokens=self._options.max_tokens,
            stream=True,
            stream_options={"include_usage": True},
            timeout=self._options.limits.total_s,
            num_retries=0,
            max_retries=0,
            drop_params=True,
            **options,
        )

    def _messages(self, messages: Sequence[ChatMessage]) -> list[dict[str, Any]]:
        """Of Anthropic's models the system's part, with the tools before it, is marked as worth keeping over turns."""
        sent = [_message(message, self._is_seeing()) for message in folded(messages)]
        if self._route and self._route[0] == "anthropic" and sent and sent[0]["role"] == "system":
            sent[0]["content"] = [{"type": "text", "text": sent[0]["content"], "cache_control": {"type": "ephemeral"}}]
        return sent

    def _is_seeing(self) -> bool:
        if self._options.sees is not None:
            return self._options.sees
        with suppress(Exception):
            return bool(_library().supports_vision(model="/".join(self._route or ())))
        return False

    @property
    def _is_tapped(self) -> bool:
        return self._route is not None and self._route[0] in _TAPPED


class _LiteLLMAnswer(ProviderAnswer):
    """The library's pieces, beside what was heard on the wire."""

    def __init__(self, tap: Any, ask: Callable[[], Awaitable[Any]], *, is_tapped: bool) -> None:
        super().__init__()
        self._tap = tap
        self._ask = ask
        self._is_tapped = is_tapped
        self._fragments = Fragments()
        self._pieces: Any = None

    async def ask(self) -> None:
        self._pieces = await self._ask()

    async def hear(self) -> bool:
        piece = await anext(self._pieces, None)
        if piece is None:
            self.is_over = True
            return False
        brought = self._fragments.take(piece)
        self.has_spoken = self.has_spoken or (brought and self._fragments.has_begun)
        return brought

    def text(self) -> str:
        return self._fragments.text()

    def last(self) -> Chunk:
        fragments, finish, wire = self._fragments, self._pieces.received_finish_reason, self._tap.wire
        if wire.is_page:
            raise ModelFault("web_page", "the answer was HTML")
        if wire.damaged:
            raise ModelFault("garbage", "the answer was not readable")
        if not finish or (self._is_tapped and not wire.whole):
            raise ModelFault("cut", "the answer broke off before its end")
        if finish == "content_filter":
            raise ModelFault("refused", "the provider withheld the answer")
        usage = wire.usage or Usage(input_tokens=fragments.input_tokens, output_tokens=fragments.output_tokens)
        end = _ENDS.get(finish, "stop")
        if end == "length":
            return Chunk(end=end, usage=usage)
        calls = fragments.calls()
        return Chunk(tool_calls=calls, end="tool_calls" if calls else "stop", usage=usage)

    def trouble(self, error: Exception) -> ProviderTrouble:
        wire, status = self._tap.wire, getattr(error, "status_code", None)
        return ProviderTrouble(
            reason=_reason(error, wire, self.has_spoken),
            is_within=wire.answered or self.has_spoken,
            status=status if isinstance(status, int) else None,
            retry_after_s=wire.retry_after_s,
            request_id=wire.request_id,
        )

    async def hang_up(self) -> None:
        await self._tap.hang_up()


@lru_cache(maxsize=1)
def _library() -> Any:
    """LiteLLM, quiet and without a word to the network."""
    os.environ.setdefault("LITELLM_LOCAL_MODEL_COST_MAP", "True")
    os.environ.setdefault("DISABLE_AIOHTTP_TRANSPORT", "True")
    library: Any = importlib.import_module("litellm")
    library.suppress_debug_info = True
    library.set_verbose = False
    library.disable_streaming_logging = True
    for name in ("LiteLLM", "LiteLLM Router", "LiteLLM Proxy"):
        logging.getLogger(name).setLevel(logging.CRITICAL + 1)
    _warm(library)
    return library


def _window(library: Any, route: tuple[str, str]) -> int:
    """The context window from the library's table; the usual one where it does not know the model."""
    if route[0] in OWN_MACHINE:  # of these it would ask the server
        return USUAL_CONTEXT_TOKENS
    with suppress(Exception):
        return int(library.get_model_info("/".join(route))["max_input_tokens"])
    return USUAL_CONTEXT_TOKENS


def _warm(library: Any) -> None:
    """A first call imports for a second more and holds the loop meanwhile; a made-up one does so in this thread."""
    tool = {"type": "function", "function": {"name": "any", "description": "", "parameters": {"type": "object"}}}
    said = [{"role": "user", "content": "."}]
    with suppress(Exception):
        list(library.completion(model="openai/any", messages=said, tools=[tool], mock_response=".", stream=True))
        _ = importlib.import_module("openai").AsyncOpenAI(api_key="none").chat.completions


def _reason(error: Exception, wire: Any, has_spoken: bool) -> str:
    status = getattr(error, "status_code", None)
    if wire.answered or has_spoken:
        if wire.is_page:
            return "web_page"
        return "garbage" if wire.damaged else "provider_fault" if wire.failed else "cut"
    # The library gives a status to connections that failed, too.
    has_failed = not wire.was_answered and type(error).__name__ in _CONNECTING
    if not isinstance(status, int) or status in (408, 409, 425) or has_failed:
        return "unreachable"
    return reason_of_status(status)


def folded(messages: Sequence[ChatMessage]) -> list[ChatMessage]:
    """What the system says amid the dialogue goes before the words of the user that follow.

    Many providers know one system message only: they refuse a later one, or move it to the front, where it would end
    what they can keep from turn to turn.
    """
    turns: list[ChatMessage] = []
    waiting = ""
    for message in messages:
        if message.role == "system" and turns:
            waiting += f"{message.content}\n\n"
        else:
            turns.append(replace(message, content=waiting + message.content) if waiting else message)
            waiting = ""
    return turns


def _message(message: ChatMessage, is_seen: bool) -> dict[str, Any]:
    body: dict[str, Any] = {"role": message.role, "content": message.content}
    if message.images:
        body["content"] = with_images(message, is_seen)
    if message.tool_calls:
        body["content"] = message.content or None
        body["tool_calls"] = [
            {"id": call.id, "type": "function", "function": {"name": call.name, "arguments": call.arguments or "{}"}}
            for call in message.tool_calls
        ]
    if message.tool_call_id:
        body["tool_call_id"] = message.tool_call_id
    return body


def _tool(spec: ToolSpec) -> dict[str, Any]:
    function = {"name": spec.name, "description": spec.description, "parameters": spec.parameters}
    return {"type": "function", "function": function}
