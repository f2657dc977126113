"""The embedded model: needs no key, no network and no library; it answers out of what is known of a turn.

It reads no text of its prompt but the message; what memory brought comes as values (`bots.ports.Known`).
"""

from __future__ import annotations

import asyncio
import hashlib
import json
import re
from collections.abc import AsyncIterator, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from typing import TYPE_CHECKING

from adapters.models.offline_talk import Talk
from bots.ports import ChatMessage, Chunk, Known, ToolCall, ToolSpec, Usage
from memory.languages.analyser import query_terms
from memory.languages.feedback import asked_to_forget, asked_to_remember
from memory.vocabulary.errors import EmbedderFault, EmbedderNotReady
from memory.wants.meant import meant, space_of
from memory.wants.tongue import tongue

if TYPE_CHECKING:
    from memory.vocabulary.ports import Embedder
    from memory.wants.meant import Row

HEARTBEAT = "HEARTBEAT_OK"
WRITE = "write_memory_file"
NOTES = "knowledge/"
MOST_FORGOTTEN = 3
_PIECE = 24


class OfflineModel:
    """A ChatModel that the whole pipeline runs on. With an `embedder` it also goes by what a message means."""

    def __init__(self, embedder: Embedder | None = None) -> None:
        self.name = "offline"
        self._embedder = embedder
        self.context_tokens = 32_000

    async def stream(
        self, messages: Sequence[ChatMessage], tools: Sequence[ToolSpec], deadline: datetime
    ) -> AsyncIterator[Chunk]:
        known = await _known(messages)
        text, calls = await asyncio.to_thread(self._answer, known, messages, frozenset(spec.name for spec in tools))
        for at in range(0, len(text), _PIECE):
            yield Chunk(text=text[at : at + _PIECE])
            await asyncio.sleep(0)
        read = sum(len(message.content) for message in messages) // 4
        usage = Usage(input_tokens=read, output_tokens=len(text) // 4)
        yield Chunk(tool_calls=calls, end="tool_calls" if calls else "stop", usage=usage)

    def _answer(
        self, known: Known, messages: Sequence[ChatMessage], tools: frozenset[str]
    ) -> tuple[str, tuple[ToolCall, ...]]:
        if HEARTBEAT in known.text:
            return HEARTBEAT, ()
        results, wish = _results(messages), asked_to_remember(known.text)
        if not results and WRITE in tools and (calls := _calls(known, wish)):
            return "", calls
        talk = Talk(known, self._meaning(known.text))
        if wish and (results or WRITE not in tools):
            text = _told(talk, wish, results[-1]) if results else talk.words("heard_only")
        else:
            text = talk.answer()
        return (f"{text}\n\n{talk.words('offline')}" if known.is_first else text), ()

    def _meaning(self, text: str) -> Row | None:
        """The embedding of a message of the language, and in the space, that wishes were fitted in."""
        if self._embedder is None:
            return None
        judge = meant()
        if space_of(self._embedder.name) != judge.space or tongue(text) != judge.language:
            return None
        try:
            (row,) = self._embedder.embed([text], query=True)
        except (EmbedderFault, EmbedderNotReady):
            return None
        found: Row = row
        return found


async def _known(messages: Sequence[ChatMessage]) -> Known:
    """Of the turn; of a question that is no turn, the question alone."""
    asked = next((one.content for one in reversed(messages) if one.role == "user"), "")
    known = next((one.known for one in messages if one.known is not None), None)
    found = await known() if known is not None else Known(anima="", text=asked, now=datetime.now(UTC))
    return _unaddressed(found)


def _results(messages: Sequence[ChatMessage]) -> list[str]:
    """What the tools answered since the person spoke."""
    asked = max((at for at, message in enumerate(messages) if message.role == "user"), default=-1)
    return [message.content for message in messages[asked + 1 :] if message.role == "tool"]


def _told(talk: Talk, wish: str, result: str) -> str:
    """What became of it, honestly."""
    if result.startswith("Error"):
        return talk.words("not_remembered", why=result.removeprefix("Error:").strip())
    return talk.words("remembered", what=wish)


def _calls(known: Known, wish: str) -> tuple[ToolCall, ...]:
    """To keep a note of what shall be remembered; to put away the notes of what shall be forgotten."""
    if wish:
        return (_note(wish, known),)
    what = set(query_terms(asked_to_forget(known.text)))
    notes = (one for one in known.found if one.path.startswith(NOTES) and "#" not in one.path)
    concerned = (one.path for one in notes if what and 2 * len(what & set(query_terms(one.text))) >= len(what))
    paths = list(dict.fromkeys(concerned))[:MOST_FORGOTTEN]
    return tuple(_call(path=path, text="", reason="asked to forget") for path in paths)


def _note(wish: str, known: Known) -> ToolCall:
    speaker = known.name or "Someone"
    words = re.findall(r"[a-z0-9]+", wish.casefold())[:6]
    slug = "-".join([*words, hashlib.sha256(wish.encode()).hexdigest()[:6]])
    text = f"{speaker} asked me to remember: {wish}\n"
    return _call(path=f"{NOTES}{slug}.md", text=text, reason="asked to remember")


def _call(**arguments: str) -> ToolCall:
    body = json.dumps(arguments, ensure_ascii=False)
    return ToolCall(id=f"offline_{hashlib.sha256(body.encode()).hexdigest()[:12]}", name=WRITE, arguments=body)


def _unaddressed(known: Known) -> Known:
    """What is said to `alice, …` or `@alice …` without the address."""
    if not known.anima:
        return known
    who = re.escape(known.anima)
    address = rf"\A(?:@?{who}\s*[,:、，：]\s*|@{who}\s+)(?=\S)"
    return replace(known, text=re.sub(address, "", known.text, flags=re.IGNORECASE))
