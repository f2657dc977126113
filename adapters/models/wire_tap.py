"""Listens on the wire beside the model library: did the provider itself say that the answer is whole?

The library reports a stream that broke off as finished, with invented usage, and skips a damaged line within a
stream. So every response passes through a tap that reads the events as they were sent.
"""

from __future__ import annotations

import json
from collections.abc import AsyncIterator
from typing import Any

import httpx

from adapters.models.provider_model import ANTHROPIC_READ, retry_after_seconds
from bots.ports import Usage

#: Events that say "whole", by protocol: a finish reason (OpenAI-shaped), message_stop (Anthropic-shaped).
_ANTHROPIC_END = "message_stop"
_LONGEST_LINE = 8 * 2**20


class Wire:
    """What one answer's events said. Fed with raw bytes in any cut."""

    def __init__(self) -> None:
        self.answered = False  # a 200 came, so later trouble is trouble within the answer
        self.whole = False
        self.damaged = False
        self.failed = False  # the provider reported an error inside the stream
        self.was_answered = False  # a head came, whatever its status
        self.is_page = False  # a web page came
        self.retry_after_s: float | None = None
        self.request_id = ""  # by which the provider finds the request in its own log
        self._rest = b""
        self._input_tokens: int | None = None
        self._output_tokens: int | None = None

    @property
    def usage(self) -> Usage | None:
        """As the provider counted it; None where it did not say."""
        if self._input_tokens is None or self._output_tokens is None:
            return None
        return Usage(input_tokens=self._input_tokens, output_tokens=self._output_tokens, estimated=False)

    def head(self, headers: httpx.Headers) -> None:
        """What the answer's headers say."""
        self.was_answered = True
        self.is_page = headers.get("content-type", "").startswith("text/html")
        self.retry_after_s = retry_after_seconds(headers.get("retry-after", ""))
        self.request_id = headers.get("x-request-id", "") or headers.get("request-id", "")

    def feed(self, data: bytes) -> None:
        *lines, self._rest = (self._rest + data).split(b"\n")
        if len(self._rest) > _LONGEST_LINE:
            self.damaged, self._rest = True, b""
        for line in lines:
            self._line(line.strip())

    def _line(self, line: bytes) -> None:
        if not line or line.startswith((b":", b"event:", b"id:", b"retry:")):
            return
        if not line.startswith(b"data:"):
            self.damaged = True
            return
        data = line.removeprefix(b"data:").strip()
        if data != b"[DONE]":
            self._event(data)

    def _event(self, data: bytes) -> None:
        try:
            event = json.loads(data)
        except ValueError:
            self.damaged = True
            return
        if not isinstance(event, dict):
            self.damaged = True
        elif "choices" in event:
            self._openai(event)
        elif event.get("type") == "error" or "error" in event:
            self.failed = True
        else:
            self._anthropic(event)

    def _openai(self, event: dict[str, Any]) -> None:
        choices = event["choices"] or []
        if any(isinstance(choice, dict) and choice.get("finish_reason") for choice in choices):
            self.whole = True
        usage = event.get("usage") or {}
        self._count(usage.get("prompt_tokens"), usage.get("completion_tokens"))

    def _anthropic(self, event: dict[str, Any]) -> None:
        if event.get("type") == _ANTHROPIC_END:
            self.whole = True
        usage = (event.get("message") or event).get("usage") or {}
        read = [usage.get(name) for name in ANTHROPIC_READ]
        counts = [each for each in read if isinstance(each, int)]
        self._count(sum(counts) if counts else None, usage.get("output_tokens"))

    def _count(self, given: object, made: object) -> None:
        if isinstance(given, int):
            self._input_tokens = given
        if isinstance(made, int):
            self._output_tokens = made


class Tap(httpx.AsyncBaseTransport):
    """The transport of one answer: hands every request to the shared client and listens to the response."""

    def __init__(self, client: httpx.AsyncClient) -> None:
        self.wire = Wire()
        self._client = client
        self._open: list[httpx.Response] = []

    async def handle_async_request(self, request: httpx.Request) -> httpx.Response:
        # What is compressed cannot be read in passing.
        request.headers["accept-encoding"] = "identity"
        response = await self._client.send(request, stream=True)
        self._open.append(response)
        self.wire.head(response.headers)
        if response.status_code != httpx.codes.OK:
            return response
        self.wire.answered = True
        stream = _Listening(response, self.wire)
        return httpx.Response(200, headers=response.headers, stream=stream, extensions=response.extensions)

    async def hang_up(self) -> None:
        """Close what is still open, so that the provider stops working for nobody."""
        while self._open:
            await self._open.pop().aclose()


class _Listening(httpx.AsyncByteStream):
    def __init__(self, response: httpx.Response, wire: Wire) -> None:
        self._response = response
        self._wire = wire

    async def __aiter__(self) -> AsyncIterator[bytes]:
        async for data in self._response.aiter_raw():
            self._wire.feed(data)
            yield data

    async def aclose(self) -> None:
        await self._response.aclose()
