"""The talk set through the running product: memory, prompt, tool loop, offline model; an empty home for each item."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from pathlib import Path

from adapters.models.offline_words import catalogue
from bench.product import mind_in
from bench.talk_set import ANIMA, Earlier, Item
from bots.answering import received
from bots.briefing import Briefing, Situation
from bots.message import Kind, Message
from bots.mind import Mind
from bots.parcel import Heard
from bots.ports import ToolResult
from bots.talk_now import talk_now
from memory.archive.conversations import ConversationTurn
from memory.vocabulary.address import Account, Audience, Person, Place
from memory.vocabulary.event import Json
from memory.vocabulary.ports import Embedder
from memory.vocabulary.recall import Cue

NOW = datetime(2026, 11, 18, 14, 5, tzinfo=UTC)
NAME = "alice"
_PATIENT_S = 60.0

_TOLD = ("you_said", "you_said_today", "they_said", "they_said_today", "noted_on", "item", "item_of")
_NOT_KNOWN = ("unknown", "unknown_list", "unknown_decision", "open")
_FELT = ("sorry", "glad")
_LISTS = ("months", "weekdays", "titles")
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
    "wish": ("wish", "reminder", "named_later"),
    "forget": ("forget", "forget_what"),
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
        for key, ways in catalogue(language).items()
        for way in (ways if isinstance(ways, list) and key not in _LISTS else ())
        if re.fullmatch(re.sub(r"\\\{\w+\\\}", ".*?", re.escape(way)), first)
    ]
    return max(fitting, default=(0, ""))[1]


def _right(item: Item) -> tuple[str, ...]:
    if item.intent in KINDS:
        return KINDS[item.intent]
    return _TOLD if item.answer else _NOT_KNOWN


@asynccontextmanager
async def _living(item: Item, folder: Path, embedder: Embedder | None) -> AsyncIterator[Mind]:
    """An anima that has heard what was said before."""
    mind = await mind_in(folder, NAME, _now, embedder=embedder)
    try:
        for number, one in enumerate(item.before):
            await _hear(mind, item, one, number)
        await mind.engine.settled(_PATIENT_S)
        yield mind
    finally:
        await mind.engine.close()


async def _hear(mind: Mind, item: Item, one: Earlier, number: int) -> None:
    """As a turn leaves it: in the log and in the conversation. The anima speaks to whom the item is of."""
    is_own = one.by == ANIMA
    message = _message(item, item.by if is_own else one.by, one.text, NOW - one.ago, number)
    heard = received(Heard(anima=NAME, message=message, answers=True))
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
    mind.conversations.append(message.place, turn)


async def _reply(mind: Mind, item: Item, folder: Path) -> str:
    message = _message(item, item.by, item.text, NOW, len(item.before))
    heard = Heard(anima=NAME, message=message, answers=True)
    await mind.engine.record(received(heard))
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
    situation = Situation(
        heard=heard,
        cue=cue,
        primed=primed,
        conversation=await talk_now(mind, message.place, message.audience),
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
