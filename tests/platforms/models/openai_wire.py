"""POST /v1/chat/completions: how OpenAI-shaped servers stream."""

from __future__ import annotations

import json
from collections.abc import Iterator

from tests.platforms.models.script import Call, Reply, Said

GARBAGE = b'data: {"id": "x", "choices": [{"delta": {"content": \n\n'
WRONG_SHAPE = b'data: ["this", "is", "no", "chunk"]\n\n'
ERROR = b'data: {"error": {"message": "The server had an error", "type": "server_error", "code": 500}}\n\n'


def said(body: dict) -> Iterator[Said]:
    for message in body["messages"]:
        calls = tuple(
            Call(name=call["function"]["name"], arguments=call["function"]["arguments"])
            for call in message.get("tool_calls") or ()
        )
        yield Said(
            role=message["role"],
            text=_text(message.get("content")),
            calls=calls,
            call_id=message.get("tool_call_id", ""),
            images=_images(message.get("content")),
        )


def tools(body: dict) -> tuple[str, ...]:
    return tuple(tool["function"]["name"] for tool in body.get("tools") or ())


def error(status: int) -> dict:
    return {"error": {"message": f"scripted {status}", "type": "scripted", "code": None}}


def head(model: str, reply: Reply) -> Iterator[bytes]:
    yield _event(model, {"role": "assistant", "content": ""})


def piece(model: str, text: str) -> bytes:
    return _event(model, {"content": text})


def calls(model: str, reply: Reply) -> Iterator[bytes]:
    """Arguments in fragments, by index; id and name only once."""
    for index, call in enumerate(reply.calls):
        function = {"name": call.name, "arguments": ""}
        first = {"index": index, "id": f"call_{index}", "type": "function", "function": function}
        yield _event(model, {"tool_calls": [first]})
        for at in range(0, len(call.arguments), reply.piece):
            fragment = {"arguments": call.arguments[at : at + reply.piece]}
            yield _event(model, {"tool_calls": [{"index": index, "function": fragment}]})


def tail(model: str, reply: Reply) -> Iterator[bytes]:
    yield _event(model, {}, finish=_finish(reply))
    if reply.usage:
        usage = _usage(reply.usage)
        head = {"id": "c1", "object": "chat.completion.chunk", "created": 1, "model": model}
        yield _data({**head, "choices": [], "usage": usage})
    yield b"data: [DONE]\n\n"


def whole(model: str, reply: Reply) -> dict:
    message: dict = {"role": "assistant", "content": reply.text}
    if reply.calls:
        message["tool_calls"] = [
            {"id": f"call_{at}", "type": "function", "function": {"name": call.name, "arguments": call.arguments}}
            for at, call in enumerate(reply.calls)
        ]
    choice = {"index": 0, "message": message, "finish_reason": _finish(reply)}
    usage = _usage(reply.usage or (0, 0))
    return {"id": "c1", "object": "chat.completion", "created": 1, "model": model, "choices": [choice], "usage": usage}


def _finish(reply: Reply) -> str:
    return reply.end or ("tool_calls" if reply.calls else "stop")


def _usage(usage: tuple[int, int]) -> dict:
    return {"prompt_tokens": usage[0], "completion_tokens": usage[1], "total_tokens": sum(usage)}


def _event(model: str, delta: dict, finish: str | None = None) -> bytes:
    choice = {"index": 0, "delta": delta, "finish_reason": finish}
    return _data({"id": "c1", "object": "chat.completion.chunk", "created": 1, "model": model, "choices": [choice]})


def _data(body: dict) -> bytes:
    return b"data: " + json.dumps(body).encode() + b"\n\n"


def _images(content: str | list | None) -> tuple[str, ...]:
    parts = content if isinstance(content, list) else []
    urls = (part["image_url"]["url"] for part in parts if part["type"] == "image_url")
    return tuple(url.removeprefix("data:").replace(";base64,", ";") for url in urls)


def _text(content: str | list | None) -> str:
    if isinstance(content, list):
        return "".join(part.get("text", "") for part in content)
    return content or ""
