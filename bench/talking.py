"""The talk set through the running product: memory, prompt, tool loop, offline model; an empty home for each item."""

from __future__ import annotations

import json
import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from hashlib import blake2b
from importlib.resources import files
from pathlib import Path
from typing import Any, Literal, get_args

from adapters.models.offline import offline_words
from bench.product import mind_in
from bots.anima.anima import Anima
from bots.delivery.answer_parts import received_event
from bots.delivery.items import InboxItem
from bots.message import Kind, Message
from bots.ports import ToolResult
from bots.turn.conversation import conversation_now
from bots.turn.prompt.briefing import Briefing, TurnSituation
from memory.archive.conversations import ConversationTurn
from memory.vocabulary.address import Account, Audience, Person, Place
from memory.vocabulary.cue import Cue
from memory.vocabulary.event import Json
from memory.vocabulary.ports import Embedder

LANGUAGES = ("en", "ja", "tr")
ANIMA = "anima"
Part = Literal["open", "held_out"]
PARTS: tuple[Part, ...] = get_args(Part)
_UNITS = {
    "min": timedelta(minutes=1),
    "h": timedelta(hours=1),
    "d": timedelta(days=1),
    "w": timedelta(weeks=1),
    "mo": timedelta(days=30),
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Earlier:
    ago: timedelta
    by: str
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Item:
    """One of `answer` must stand in the reply's first line; `never` nowhere, `stale` only after the answer."""

    id: str
    language: str
    before: tuple[Earlier, ...]
    by: str
    text: str
    intent: str
    answer: tuple[str, ...]
    never: tuple[str, ...]
    stale: tuple[str, ...]
    name: str
    is_direct: bool

    @property
    def part(self) -> Part:
        return "open" if blake2b(self.id.encode()).digest()[0] < 128 else "held_out"


def items(part: Part, languages: tuple[str, ...] = LANGUAGES) -> list[Item]:
    return [one for language in languages for one in _read(language) if one.part == part]


def _read(language: str) -> list[Item]:
    text = (files("bench") / "data" / "talk" / f"talk.{language}.jsonl").read_text(encoding="utf-8")
    return [_item(json.loads(line), language) for line in text.splitlines() if line.strip()]


def _item(line: dict[str, Any], language: str) -> Item:
    return Item(
        id=line["id"],
        language=language,
        before=tuple(Earlier(ago=_ago(one["ago"]), by=one["by"], text=one["text"]) for one in line["before"]),
        by=line["by"],
        text=line["text"],
        intent=line["intent"],
        answer=tuple(line["answer"]),
        never=tuple(line["never"]),
        stale=tuple(line.get("stale", ())),
        name=line["name"] or "",
        is_direct=line.get("place") != "room",
    )


def _ago(text: str) -> timedelta:
    number, unit = text.split()
    return int(number) * _UNITS[unit]


# --- talking --------------------------------------------------------------------------------------------------------


NOW = datetime(2026, 11, 18, 14, 5, tzinfo=UTC)
NAME = "alice"
_PATIENT_S = 60.0

_TOLD = ("you_said", "you_said_today", "they_said", "they_said_today", "noted_on", "item", "item_of")
_NOT_KNOWN = ("unknown", "unknown_list", "unknown_decision", "open")
_FELT = ("sorry", "glad")
KINDS = {
    "greeting": ("greeting", "greeting_nameless", "named"),
    "thanks": ("thanks", "thanks_nameless"),
    "goodbye": ("goodbye", "goodbye_nameless"),
    "reaction": ("reaction",),
    "smalltalk": ("smalltalk", "smalltalk_asked", *_FELT),
    "time": ("time",),
    "about_anima": ("about_anima",),
    "about_me": ("you_are", "you_are_and", "name_unknown", "i_know"),
    "help": ("help",),
    "statement": ("noted", "noted_remember", "remembered", "named_later", "named", *_FELT),
    "wish": ("wish", "reminder", "named_later", "stop"),
    "forget": ("forget", "forget_none", "forget_which", "forget_what"),
    "open_question": _NOT_KNOWN,
}
"""What may be said to each intent, by the keys of the catalogue; what memory answers is told, or is not known."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Told:
    """One reply. `None`: that is not asked of it."""

    item: Item
    reply: str
    kind: str
    is_right: bool
    answers: bool | None
    is_silent: bool | None
    in_language: bool
    has_name: bool | None

    @property
    def is_good(self) -> bool:
        return False not in (self.is_right, self.answers, self.is_silent, self.in_language, self.has_name)

    def as_json(self) -> dict[str, Json]:
        flags = ("is_right", "answers", "is_silent", "in_language", "has_name")
        wrong: list[Json] = [flag for flag in flags if getattr(self, flag) is False]
        return {
            "id": self.item.id,
            "wrong": wrong,
            "intent": self.item.intent,
            "kind": self.kind,
            "before": [f"{one.by}: {one.text}" for one in self.item.before],
            "text": self.item.text,
            "answer": list(self.item.answer),
            "never": list(self.item.never),
            "reply": self.reply,
        }


async def told(item: Item, folder: Path, embedder: Embedder | None) -> Told:
    """What the product says to it."""
    async with _living(item, folder, embedder) as mind:
        return judged(item, await _reply(mind, item, folder))


def judged(item: Item, reply: str) -> Told:
    folded = reply.casefold()
    first, _, _ = folded.partition("\n")
    kind = kind_of(reply, item.language)
    places = [first.find(one.casefold()) for one in item.answer if one.casefold() in first]
    old = [folded.find(one.casefold()) for one in item.stale if one.casefold() in folded]
    return Told(
        item=item,
        reply=reply,
        kind=kind,
        is_right=kind in _right(item),
        answers=bool(places) and (not old or min(places) < min(old)) if item.answer else None,
        is_silent=not any(one.casefold() in folded for one in item.never) if item.never else None,
        in_language=bool(kind),
        has_name=item.name.casefold() in folded if item.name else None,
    )


def kind_of(reply: str, language: str) -> str:
    """The catalogue's key that the reply begins with, that of most letters; empty where it is none of this language."""
    first = reply.partition("\n")[0]
    fitting = [
        (len(re.sub(r"\{\w+\}", "", way)), key)
        for key, ways in offline_words(language).items()
        for way in (ways if isinstance(ways, list) and key != "titles" else ())
        if re.fullmatch(re.sub(r"\\\{\w+\\\}", ".*?", re.escape(way)), first)
    ]
    return max(fitting, default=(0, ""))[1]


def _right(item: Item) -> tuple[str, ...]:
    if item.intent in KINDS:
        return KINDS[item.intent]
    return _TOLD if item.answer else _NOT_KNOWN


@asynccontextmanager
async def _living(item: Item, folder: Path, embedder: Embedder | None) -> AsyncIterator[Anima]:
    """An anima that has heard what was said before."""
    mind = await mind_in(folder, NAME, _now, embedder=embedder)
    try:
        for number, one in enumerate(item.before):
            await _hear(mind, item, one, number)
        await mind.engine.settled(_PATIENT_S)
        yield mind
    finally:
        await mind.engine.close()


async def _hear(mind: Anima, item: Item, one: Earlier, number: int) -> None:
    """As a turn leaves it: in the log and in the conversation. The anima speaks to whom the item is of."""
    is_own = one.by == ANIMA
    message = _message(item, item.by if is_own else one.by, one.text, NOW - one.ago, number)
    heard = received_event(InboxItem(anima=NAME, message=message, answers=True))
    if is_own:
        meta: dict[str, Json] = {**heard.meta, "name": NAME}
        heard = replace(heard, type="response_sent", sender=NAME, recipient=str(message.author), meta=meta)
    await mind.engine.record(heard)
    turn = ConversationTurn(
        role="assistant" if is_own else "user",
        text=one.text,
        at=message.at,
        name=NAME if is_own else one.by,
        id=heard.id,
        person="" if is_own else str(message.author),
    )
    mind.records.conversations.append(message.place, turn)


async def _reply(mind: Anima, item: Item, folder: Path) -> str:
    message = _message(item, item.by, item.text, NOW, len(item.before))
    heard = InboxItem(anima=NAME, message=message, answers=True)
    await mind.engine.record(received_event(heard))
    cue = Cue(
        text=message.text,
        audience=message.audience,
        now=NOW,
        sender=message.author,
        sender_name=message.author_name,
        trust=heard.trust,
        place=message.place,
        key=f"{message.place}/{message.key}",
    )
    briefing = Briefing({NAME: mind}, folder / "shared")
    tools = briefing.equip(mind, cue, _unobserved)
    primed = await mind.engine.prime(cue, deadline_s=_PATIENT_S)
    situation = TurnSituation(
        heard=heard,
        cue=cue,
        primed=primed,
        conversation=await conversation_now(mind, message.place, message.audience),
        tools=tuple(tools.specs()),
    )
    prompt = await briefing.compose(mind, situation)
    return "".join([thought.text async for thought in mind.thinker.think(prompt, tools, mind.model)])


def _message(item: Item, by: str, text: str, at: datetime, number: int) -> Message:
    person = Person("console", "", by)
    place = Place("console", "dm", person.id) if item.is_direct else Place("console", "", "general")
    return Message(
        kind=Kind.MESSAGE,
        account=Account("console", "main"),
        place=place,
        id=f"{number:04d}",
        order=f"{number:04d}",
        author=person,
        author_name=by,
        at=at,
        audience=Audience.person(person) if item.is_direct else Audience.open(place),
        text=text,
        is_direct=item.is_direct,
        mentions_app=True,
    )


def _now() -> datetime:
    return NOW


async def _unobserved(tool: str, arguments: str, result: ToolResult) -> None:
    pass
