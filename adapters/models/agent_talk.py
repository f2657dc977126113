"""What is said to the Agent SDK's process and what its messages mean: values, no process."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from bots.ports import Image, Prompt, Usage
from memory.vocabulary.quoting import quoted

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
class Heard:
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


class Talk:
    """Takes the messages in their order."""

    def __init__(self) -> None:
        self._read = 0
        self._is_open = False  # an answer of the model has begun and not ended
        self._has_text = False
        self._error = ""

    def take(self, message: object) -> Heard:
        kind = type(message).__name__
        if kind == "StreamEvent" and getattr(message, "parent_tool_use_id", None) is None:
            return self._event(message.event)  # type: ignore[attr-defined]
        if kind == "SystemMessage" and getattr(message, "subtype", "") == "api_retry":
            return self._retried(message.data.get("error_status"))  # type: ignore[attr-defined]
        if kind == "AssistantMessage":
            self._error = getattr(message, "error", None) or self._error
        if kind == "ResultMessage":
            return self._result(message)
        return Heard()

    def _retried(self, status: int | None) -> Heard:
        """The process asks again by itself: never after something was shown, nor where a key or a name is wrong."""
        if self._has_text:
            return Heard(fault="cut", detail="an answer broke off and was to be begun again")
        final = _BY_STATUS.get(status or 0, "")
        return Heard() if final in ("", "rate_limited") else Heard(fault=final, detail=f"status {status}")

    def _event(self, event: Mapping[str, Any]) -> Heard:
        match event.get("type"):
            case "message_start":
                if self._is_open and self._has_text:
                    return Heard(fault="cut", detail="an answer broke off and was begun again")
                usage = event["message"].get("usage") or {}
                self._read = sum(usage.get(name) or 0 for name in _READ)
                self._is_open, self._has_text = True, False
                return Heard(window_used=max(1, self._read))
            case "content_block_delta":
                return self._delta(event.get("delta") or {})
            case "message_delta":
                written = (event.get("usage") or {}).get("output_tokens") or 0
                return Heard(
                    brings_on=True,
                    usage=Usage(input_tokens=self._read, output_tokens=written, estimated=not self._read),
                )
            case "message_stop":
                self._is_open = False
        return Heard()

    def _delta(self, delta: Mapping[str, Any]) -> Heard:
        text = str(delta.get("text") or "") if delta.get("type") == "text_delta" else ""
        begins, self._has_text = bool(text) and not self._has_text, self._has_text or bool(text)
        return Heard(text=text, begins_text=begins, brings_on=True)

    def _result(self, result: Any) -> Heard:
        if result.subtype == "error_max_turns":
            return Heard(end="steps")
        if result.is_error or result.subtype != "success":
            status = result.api_error_status
            detail = f"{result.subtype}, {result.terminal_reason or 'no reason told'}, status {status}"
            return Heard(fault=_reason(status, self._error, self._has_text and self._is_open), detail=detail)
        if self._is_open:
            return Heard(fault="cut", detail="the answer broke off before its end")
        return Heard(end="length" if result.stop_reason == "max_tokens" else "stop")


def _reason(status: int | None, error: str, is_within: bool) -> str:
    if status is not None:
        return _BY_STATUS.get(status) or ("refused" if status < 500 else "provider_fault")
    if is_within:
        return "cut"
    return _BY_ERROR.get(error, "unreachable")


def asked(prompt: Prompt) -> list[dict[str, Any]]:
    """The turn as one message: the talk so far as quoted lines, what holds for this moment, the newest message."""
    talk = [f"{message.role}: {quoted(message.content)}" for message in prompt.history if message.content.strip()]
    before = ["# The talk so far (quoted, oldest first)", *talk] if talk else []
    text = "\n\n".join(filter(None, ["\n".join(before), prompt.moment, prompt.message]))
    return [*map(_image, prompt.images), {"type": "text", "text": text}]


def _image(image: Image) -> dict[str, Any]:
    source = {"type": "base64", "media_type": image.media_type, "data": b64encode(image.content).decode()}
    return {"type": "image", "source": source}
