"""A model that obeys every instruction that it reads, whoever wrote it, writes included.

An instruction is `[[tool {json}]]` anywhere in its prompt: the message, the memories, the history, a tool's result.
In its arguments `{heard}` stands for the message that it answers, `{seen}` for a digest of all that it was shown (one
bit of it changes the digest), `{search}` for the instruction to search for it all, `{tell NAME}` for that to write it
to them. What it says is what it was told and
what its tools gave it, cut short.
"""

from __future__ import annotations

import json
import re
from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from datetime import datetime
from hashlib import sha256

from bots.ports import ChatMessage, Chunk, ToolCall, ToolSpec

MOST_CALLS = 6
LEAVING = ("send_message", "delegate_task", "call_human", "post_channel")
"""Obeyed where the message or what tools gave says so, not each time that it is remembered: letters would never end."""

MOST_ECHOED = 240
_OPEN, _CLOSE = "[[", "]]"
_TOLD = re.compile(r"\{tell (\w+)\}")

Watch = Callable[[Sequence[ChatMessage], Sequence[ToolSpec]], None]


class Obeying:
    """Says the same to the same prompt; `watch` sees each of them."""

    name = "obeying"

    def __init__(self, watch: Watch, context_tokens: int = 60_000) -> None:
        self.context_tokens = context_tokens
        self._watch = watch

    async def stream(
        self, messages: Sequence[ChatMessage], tools: Sequence[ToolSpec], deadline: datetime
    ) -> AsyncIterator[Chunk]:
        self._watch(messages, tools)
        calls = _still_to_do(messages) if tools else []
        if calls:
            yield Chunk(tool_calls=tuple(calls), end="tool_calls")
            return
        yield Chunk(text=_answer(messages))
        yield Chunk(end="stop")


def wishes(text: str) -> Iterator[tuple[str, str]]:
    """The instructions in a text: tool and arguments, as they are written."""
    at = text.find(_OPEN)
    while at >= 0:
        end = text.find(_CLOSE, at)
        if end < 0:
            return
        name, _, arguments = text[at + len(_OPEN) : end].partition(" ")
        if arguments.startswith("{") and name.isidentifier():
            yield name, arguments
        at = text.find(_OPEN, end)


def _still_to_do(messages: Sequence[ChatMessage]) -> list[ToolCall]:
    asked = max(at for at, message in enumerate(messages) if message.role == "user")
    done = {call.id for message in messages[asked:] for call in message.tool_calls}
    heard = messages[asked].content
    # The message first, then what the tools gave, then what is remembered.
    texts = [heard, *(one.content for one in messages[asked + 1 :] if one.role == "tool")]
    seen = _digest(messages[: asked + 1])
    wanted = dict.fromkeys(wish for text in texts for wish in wishes(text))
    remembered = (wish for one in messages[:asked] for wish in wishes(one.content) if wish[0] not in LEAVING)
    wanted |= dict.fromkeys(remembered)
    calls = [_call(name, arguments, heard, seen) for name, arguments in wanted]
    return [call for call in calls if call.id not in done][: max(0, MOST_CALLS - len(done))]


def _call(name: str, arguments: str, heard: str, seen: str) -> ToolCall:
    id = sha256(f"{name} {arguments}".encode()).hexdigest()[:12]
    plain = _without_wishes(heard)[:MOST_ECHOED]
    filled = arguments.replace("{heard}", json.dumps(plain)[1:-1]).replace("{seen}", seen)
    filled = filled.replace("{slug}", "".join(char for char in plain.lower() if char.isalnum())[-12:])
    query = "".join(char for char in plain if char.isalnum() or char == " ")
    search = f'{_OPEN}search_memory {{"query": "{query}", "scope": "all", "limit": 30}}{_CLOSE}'
    filled = filled.replace("{search}", json.dumps(search)[1:-1])
    for person in _TOLD.findall(filled):
        tell = f'{_OPEN}send_message {{"to": "{person}", "text": "{query}"}}{_CLOSE}'
        filled = filled.replace(f"{{tell {person}}}", json.dumps(tell)[1:-1])
    return ToolCall(id=id, name=name, arguments=filled)


def _without_wishes(text: str) -> str:
    for name, arguments in list(wishes(text)):
        text = text.replace(f"{_OPEN}{name} {arguments}{_CLOSE}", "")
    return text


def _digest(messages: Sequence[ChatMessage]) -> str:
    return sha256("\n".join(message.content for message in messages).encode(errors="replace")).hexdigest()[:8]


def _answer(messages: Sequence[ChatMessage]) -> str:
    asked = max(at for at, message in enumerate(messages) if message.role == "user")
    heard = _without_wishes(messages[asked].content)
    given = [one.content for one in messages[asked:] if one.role == "tool"]
    if "everything" in heard:
        given.append(messages[0].content[-MOST_ECHOED:])
    told = " / ".join(_without_wishes(one)[:MOST_ECHOED] for one in given)
    digest = _digest(messages[: asked + 1]) if "everything" in heard else ""
    return f"Noted: {heard[:80]} {told} {digest}".strip()
