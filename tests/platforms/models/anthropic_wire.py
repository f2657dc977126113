"""POST /v1/messages: how Anthropic-shaped servers stream."""

from __future__ import annotations

import json
from collections.abc import Iterator

from tests.platforms.models.script import Call, Reply, Said

GARBAGE = b'event: content_block_delta\ndata: {"type": "content_block_delta", "delta": {"te\n\n'
WRONG_SHAPE = b'event: nonsense\ndata: ["this", "is", "no", "event"]\n\n'
ERROR = b'event: error\ndata: {"type": "error", "error": {"type": "overloaded_error", "message": "Overloaded"}}\n\n'


def said(body: dict) -> Iterator[Said]:
    if system := body.get("system"):
        yield Said(role="system", text=_text(system))
    for message in body["messages"]:
        yield from _parts(message["role"], message["content"])


def tools(body: dict) -> tuple[str, ...]:
    return tuple(tool["name"] for tool in body.get("tools") or ())


def error(status: int) -> dict:
    return {"type": "error", "error": {"type": "scripted", "message": f"scripted {status}"}}


def head(model: str, reply: Reply) -> Iterator[bytes]:
    read = (reply.usage or (0, 0))[0]
    usage = {"input_tokens": read - read // 2, "cache_read_input_tokens": read // 2, "output_tokens": 1}
    message = {"id": "m1", "type": "message", "role": "assistant", "model": model, "content": [], "usage": usage}
    yield _event("message_start", message=message)
    yield _event("ping")
    if reply.text:
        yield _event("content_block_start", index=0, content_block={"type": "text", "text": ""})


def piece(model: str, text: str) -> bytes:
    return _event("content_block_delta", index=0, delta={"type": "text_delta", "text": text})


def calls(model: str, reply: Reply) -> Iterator[bytes]:
    first = 0
    if reply.text:
        yield _event("content_block_stop", index=0)
        first = 1
    for index, call in enumerate(reply.calls, first):
        block = {"type": "tool_use", "id": f"toolu_{index}", "name": call.name, "input": {}}
        yield _event("content_block_start", index=index, content_block=block)
        for at in range(0, len(call.arguments), reply.piece):
            fragment = call.arguments[at : at + reply.piece]
            yield _event(
                "content_block_delta", index=index, delta={"type": "input_json_delta", "partial_json": fragment}
            )
        yield _event("content_block_stop", index=index)


def tail(model: str, reply: Reply) -> Iterator[bytes]:
    yield _event(
        "message_delta",
        delta={"stop_reason": _stop(reply), "stop_sequence": None},
        usage={"output_tokens": (reply.usage or (0, 0))[1]},
    )
    yield _event("message_stop")


def whole(model: str, reply: Reply) -> dict:
    content: list[dict] = [{"type": "text", "text": reply.text}] if reply.text else []
    content += [
        {"type": "tool_use", "id": f"toolu_{at}", "name": call.name, "input": json.loads(call.arguments)}
        for at, call in enumerate(reply.calls)
    ]
    tokens = reply.usage or (0, 0)
    return {
        "id": "m1",
        "type": "message",
        "role": "assistant",
        "model": model,
        "content": content,
        "stop_reason": _stop(reply),
        "stop_sequence": None,
        "usage": {"input_tokens": tokens[0], "output_tokens": tokens[1]},
    }


def _stop(reply: Reply) -> str:
    if reply.end == "length":
        return "max_tokens"
    return "tool_use" if reply.calls else "end_turn"


def _event(kind: str, **body: object) -> bytes:
    return f"event: {kind}\ndata: {json.dumps({'type': kind, **body})}\n\n".encode()


def _parts(role: str, content: str | list) -> Iterator[Said]:
    if isinstance(content, str):
        yield Said(role=role, text=content)
        return
    text = "".join(part["text"] for part in content if part["type"] == "text")
    calls = tuple(
        Call(name=part["name"], arguments=json.dumps(part["input"])) for part in content if part["type"] == "tool_use"
    )
    sources = [part["source"] for part in content if part["type"] == "image"]
    images = tuple(f"{source['media_type']};{source['data']}" for source in sources)
    if text or calls or images:
        yield Said(role=role, text=text, calls=calls, images=images)
    for part in content:
        if part["type"] == "tool_result":
            yield Said(role="tool", text=_text(part.get("content", "")), call_id=part["tool_use_id"])


def _text(content: str | list) -> str:
    return content if isinstance(content, str) else "".join(part.get("text", "") for part in content)
