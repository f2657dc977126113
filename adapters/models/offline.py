"""The embedded model: needs no key, no network and no library; it reads its own prompt.

It quotes what was recalled with dates and speakers, keeps what it is told to remember, puts away what it is told to
forget, and says plainly what it is.
"""

from __future__ import annotations

import asyncio
import hashlib
import json
import re
from collections.abc import AsyncIterator, Sequence
from dataclasses import dataclass
from datetime import datetime

from adapters.models.offline_language import PHRASES, Language, day_text, intent, language
from adapters.models.offline_prompt import Remembered, field, memories, section, spoken
from bots.ports import ChatMessage, Chunk, ToolCall, ToolSpec, Usage
from memory.languages.feedback import asked_to_forget, asks_to_forget
from memory.theories.open_question import open_question

MOST_QUOTES = 5
MOST_FORGOTTEN = 3
_LONGEST_QUOTE = 600
_PIECE = 24
_STATES = re.compile(r"[.!。！…]\s*\S|\n")
_OWN_NAME = re.compile(r"^You are (\S+), a persona", re.MULTILINE)


@dataclass(frozen=True, slots=True, kw_only=True)
class _Answer:
    text: str = ""
    calls: tuple[ToolCall, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class _Situation:
    """The dialogue as the model understands it. `results` are the tools' answers since the person spoke."""

    system: str
    own_name: str
    said: str
    tongue: Language
    is_first: bool
    calls: tuple[ToolCall, ...]
    results: tuple[str, ...]
    tools: frozenset[str]

    def phrase(self, name: str, /, **values: str) -> str:
        return PHRASES[self.tongue][name].format(**values)

    @property
    def name(self) -> str:
        return field(section(self.system, "Who is speaking"), "Name")


class OfflineModel:
    """A ChatModel that the whole pipeline runs on."""

    def __init__(self) -> None:
        self.name = "offline"
        self.context_tokens = 32_000

    async def stream(
        self, messages: Sequence[ChatMessage], tools: Sequence[ToolSpec], deadline: datetime
    ) -> AsyncIterator[Chunk]:
        situation, answer = await asyncio.to_thread(_answered, messages, tools)
        text = answer.text
        if text and situation.is_first and not situation.results:
            text = f"{situation.phrase('offline')}\n{text}"
        for piece in _pieces(text):
            yield Chunk(text=piece)
            await asyncio.sleep(0)
        read = sum(len(message.content) for message in messages) // 4
        usage = Usage(input_tokens=read, output_tokens=len(text) // 4)
        yield Chunk(tool_calls=answer.calls, end="tool_calls" if answer.calls else "stop", usage=usage)


def _answered(messages: Sequence[ChatMessage], tools: Sequence[ToolSpec]) -> tuple[_Situation, _Answer]:
    situation = _situation(messages, tools)
    return situation, _answer(situation)


def _situation(messages: Sequence[ChatMessage], tools: Sequence[ToolSpec]) -> _Situation:
    asked = max((at for at, message in enumerate(messages) if message.role == "user"), default=-1)
    said = messages[asked].content.strip() if asked >= 0 else ""
    since = messages[asked + 1 :]
    system = "\n".join(message.content for message in messages if message.role == "system")
    own = _OWN_NAME.search(system)
    own_name = own[1] if own else ""
    said = _unaddressed(spoken(said, field(section(system, "Who is speaking"), "Name")), own_name)
    return _Situation(
        system=system,
        own_name=own_name,
        said=said,
        tongue=language(said),
        is_first=not any(message.role == "assistant" for message in messages[: max(asked, 0)]),
        calls=tuple(call for message in since for call in message.tool_calls),
        results=tuple(message.content for message in since if message.role == "tool"),
        tools=frozenset(spec.name for spec in tools),
    )


def _unaddressed(said: str, name: str) -> str:
    """What is said to `alice, …`, `@alice …` or `hey alice: …` without the address."""
    if not name:
        return said
    who = re.escape(name)
    address = rf"(?:(?:hey|hi|hello)\s+)?@?{who}\s*[,:、，：]\s*(?=\S)|@{who}\s+(?=\S)"
    return re.sub(rf"\A(?:{address})", "", said, flags=re.IGNORECASE)


def _answer(situation: _Situation) -> _Answer:
    if "HEARTBEAT_OK" in situation.said:
        return _Answer(text="HEARTBEAT_OK")
    if asks_to_forget(situation.said):  # formation does it
        return _Answer(text=situation.phrase("let_go"))
    wish, what = intent(situation.said, situation.tongue)
    match wish:
        case "remember":
            return _remember(situation, what)
        case "forget":
            return _forget(situation, what)
        case "who_am_i":
            return _Answer(text=_who_am_i(situation))
        case "what_are_you":
            return _Answer(text=situation.phrase("who_i_am"))
        case "greeting":
            named = "hello" if situation.name else "hello_stranger"
            return _Answer(text=situation.phrase(named, name=situation.name))
        case "thanks":
            return _Answer(text=situation.phrase("welcome"))
    return _recall(situation, is_question=wish == "question")


def _remember(situation: _Situation, what: str) -> _Answer:
    if situation.results:
        return _Answer(text=_told(situation, "remembered", "not_remembered", what))
    if "write_memory_file" not in situation.tools:
        return _Answer(text=situation.phrase("no_tool"))
    speaker = situation.name or "Someone"
    call = _call(
        "write_memory_file",
        path=f"knowledge/{_slug(what)}.md",
        text=f"{speaker} asked me to remember: {what}\n",
        reason="asked to remember",
    )
    return _Answer(calls=(call,))


def _forget(situation: _Situation, what: str) -> _Answer:
    if not what:
        return _Answer(text=situation.phrase("forget_what"))
    if not {"search_memory", "write_memory_file"} <= situation.tools:
        return _Answer(text=situation.phrase("no_tool"))
    if not situation.calls:
        return _Answer(calls=(_call("search_memory", query=what, scope="knowledge", limit=10),))
    if situation.calls[-1].name == "write_memory_file":
        return _Answer(text=_told(situation, "forgotten", "not_forgotten", what))
    found = [one for one in memories(situation.results[-1]) if _is_note(one.path) and _concerns(one.text, what)]
    paths = list(dict.fromkeys(one.path for one in found))[:MOST_FORGOTTEN]
    if not paths:
        return _Answer(text=situation.phrase("let_go" if asked_to_forget(situation.said) else "nothing_to_forget"))
    calls = (_call("write_memory_file", path=path, text="", reason="asked to forget") for path in paths)
    return _Answer(calls=tuple(calls))


def _recall(situation: _Situation, *, is_question: bool) -> _Answer:
    found = _worth_quoting(situation, memories(section(situation.system, "Related memories")))
    if not found and situation.results:
        found = _worth_quoting(situation, memories(situation.results[-1]))
    if not found and is_question and not situation.calls and "search_memory" in situation.tools:
        return _Answer(calls=(_call("search_memory", query=situation.said, limit=MOST_QUOTES),))
    if not found:
        return _Answer(text=situation.phrase("nothing" if is_question else "heard"))
    quotes = [_quote(situation, one) for one in found[: MOST_QUOTES if is_question else 1]]
    return _Answer(text="\n".join(quotes if is_question else [situation.phrase("reminded"), *quotes]))


def _worth_quoting(situation: _Situation, found: list[Remembered]) -> list[Remembered]:
    """Not the question itself, asked before; what this persona said itself, and what only asks, where there is nothing
    else.
    """
    own = situation.own_name.casefold()
    answers = [one for one in found if _unaddressed(one.text, own).casefold() != situation.said.casefold()]
    others = [one for one in answers if not own or one.speaker.casefold() != own] or answers
    return [one for one in others if not _only_asks(one.text)] or others


def _only_asks(text: str) -> bool:
    return bool(open_question(text)) and not _STATES.search(text)


def _who_am_i(situation: _Situation) -> str:
    known = section(situation.system, "Who is speaking")
    name, address = field(known, "Name"), field(known, "Address")
    if not name and not address:
        return situation.phrase("stranger")
    lines = [situation.phrase("you_are", name=name or address, address=address)]
    more = [
        line for line in known.splitlines() if line.strip() and not line.startswith(("Name:", "Address:", "Trust:"))
    ]
    if more:
        lines += [situation.phrase("i_know"), *more]
    return "\n".join(lines)


def _quote(situation: _Situation, memory: Remembered) -> str:
    text = memory.text if len(memory.text) <= _LONGEST_QUOTE else memory.text[:_LONGEST_QUOTE].rstrip() + " …"
    day = day_text(memory.day, situation.tongue) if memory.day else ""
    kind = ("said" if memory.speaker else "noted") + ("_on" if day else "")
    return situation.phrase(kind, day=day, speaker=memory.speaker, text=text)


def _told(situation: _Situation, done: str, failed: str, what: str) -> str:
    """What the tools answered, honestly."""
    troubles = [result for result in situation.results if result.startswith("Error")]
    if troubles:
        return situation.phrase(failed, why=troubles[-1].removeprefix("Error:").strip())
    return situation.phrase(done, what=what)


def _is_note(path: str) -> bool:
    return path.startswith("knowledge/") and "#" not in path


def _concerns(text: str, what: str) -> bool:
    """At least half of the words (of Japanese: of the pairs of characters) asked for are in the text."""
    asked = _marks(what)
    return bool(asked) and len(asked & _marks(text)) * 2 >= len(asked)


def _marks(text: str) -> frozenset[str]:
    words = re.findall(r"[^\W_]{3,}", text.casefold())
    if language(text) != "ja":
        return frozenset(words)
    solid = re.sub(r"\W", "", text.casefold())
    return frozenset(solid[at : at + 2] for at in range(len(solid) - 1))


def _slug(text: str) -> str:
    words = re.findall(r"[a-z0-9]+", text.casefold())[:6]
    digest = hashlib.sha256(text.encode()).hexdigest()[:6]
    return "-".join([*words, digest])


def _call(name: str, **arguments: str | int) -> ToolCall:
    body = json.dumps(arguments, ensure_ascii=False)
    return ToolCall(id=f"offline_{hashlib.sha256((name + body).encode()).hexdigest()[:12]}", name=name, arguments=body)


def _pieces(text: str) -> list[str]:
    return [text[at : at + _PIECE] for at in range(0, len(text), _PIECE)]
