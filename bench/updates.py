"""Stories in which something changes, or seems to: what comes first when it is asked for, through the real path."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from pathlib import Path

from bench.conversations import Conversation
from bench.product import memory
from memory.formation.update_judge import UPDATES, RelationJudge, update_of
from memory.vocabulary.address import Audience, Place
from memory.vocabulary.cue import Recollection
from memory.vocabulary.event import Event, Json
from memory.vocabulary.ports import Embedder
from training.chats import Labelled, Message, offers

STORIES = Path(__file__).parent / "data" / "stories"
LANGUAGES = ("en", "ja", "tr", "de")
KEPT = frozenset(
    {"hearsay", "other_person", "told_late", "hypothetical", "lookalike", "question", "adds", "quote", "joke"}
)
"""Kinds in which the later message must not replace the earlier one."""

RIGHT, STALE, OTHER = "right", "stale", "other"
_ROOM = Place.parse("slack:T01/C01")
AT = 10
CHAT = 100
"""Messages of a conversation that are looked at."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Turn:
    at: datetime
    by: str
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Story:
    """`now`: strings of which one stands in the message that answers; `stale`: of what holds no more, or never did."""

    id: str
    kind: str
    turns: tuple[Turn, ...]
    ask: Turn
    now: tuple[str, ...]
    stale: tuple[str, ...]

    @property
    def changes(self) -> bool:
        return self.kind not in KEPT

    @property
    def zone(self) -> str:
        """The offset of its first hour, by the name that a config knows: their signs are the other way round."""
        offset = self.turns[0].at.utcoffset() or timedelta()
        return f"Etc/GMT{-round(offset / timedelta(hours=1)):+d}"


@dataclass(frozen=True, slots=True, kw_only=True)
class Answered:
    """`verdict`: what the first recollection gives. `harmed`: the message that holds is said to be replaced, or stands
    behind the one that it should not give its place to though it was said to be."""

    story: Story
    verdict: str
    text: str
    harmed: bool


def stories(language: str) -> list[Story]:
    lines = (STORIES / f"{language}.jsonl").read_text(encoding="utf-8").splitlines()
    return [_story(json.loads(line)) for line in lines if line.strip()]


async def asked(
    story: Story, folder: Path, embedder: Embedder | None, *, is_judged: bool = True, forms: bool = True
) -> Answered:
    """Tell it to a new anima, each message at its hour, wait until it is understood, and ask."""
    hour = [story.turns[0].at]
    formation: dict[str, Json] = {"enabled": forms, "judge_updates": is_judged}
    config: dict[str, Json] = {"system": {"timezone": story.zone}, "formation": formation}
    engine = await memory(folder / "animas" / "main", lambda: hour[0], embedder=embedder, config=config)
    for event in _events(story):
        hour[0] = event.ts
        await engine.record(event)
        await engine.formed()
    await engine.settled()
    hour[0] = story.ask.at
    found = await engine.search(story.ask.text, Audience.group(_ROOM), limit=AT)
    await engine.close()
    return judged(story, found)


def judged(story: Story, found: Sequence[Recollection]) -> Answered:
    first = found[0] if found else None
    verdict = _given(story, first) if first else OTHER
    marked = any(
        one.outdated and not one.outdated.startswith("perhaps") and _gives(one, story.now) and not story.changes
        for one in found
    )
    return Answered(story=story, verdict=verdict, text=first.text if first else "", harmed=marked)


def f1(pairs: Sequence[Labelled], judge: RelationJudge) -> dict[str, Json]:
    """In per cent: of what gives an earlier message's place away, by language. Each pair is judged by itself."""
    updates = [update_of(judge([one.pair])[0])[0] >= judge.sure for one in pairs]
    told: dict[str, Json] = {}
    for language in ("all", *LANGUAGES):
        here = [at for at, one in enumerate(pairs) if language in ("all", one.language)]
        true = [pairs[at].relation in UPDATES for at in here]
        found = [updates[at] for at in here]
        right = sum(one and other for one, other in zip(found, true, strict=True))
        told[f"update {language}"] = {
            "f1": _f1(found, true),
            "precision": round(100 * right / max(1, sum(found)), 1),
            "recall": round(100 * right / max(1, sum(true)), 1),
        }
    return told


def taken_for_updates(conversation: Conversation, judge: RelationJudge) -> float:
    """The share of its first messages that are surely judged to change an earlier one, in per cent: plain talk has
    hardly any."""
    chat = [Message(speaker=one.speaker, text=one.text) for one in conversation.turns[:CHAT]]
    each = [judge([pair for _, pair in offers(chat, at)]) for at in range(1, len(chat))]
    taken = [any(update_of(one)[0] >= judge.sure for one in judged) for judged in each]
    return round(100 * sum(taken) / max(1, len(taken)), 1)


def _f1(guessed: Sequence[bool], true: Sequence[bool]) -> float:
    both = sum(one and other for one, other in zip(guessed, true, strict=True))
    return round(200 * both / max(1, sum(guessed) + sum(true)), 1)


def _given(story: Story, one: Recollection) -> str:
    if _gives(one, story.now):
        return RIGHT
    return STALE if _gives(one, story.stale) else OTHER


def _gives(one: Recollection, strings: Sequence[str]) -> bool:
    return any(string in one.text or string == one.speaker for string in strings)


def _events(story: Story) -> Iterator[Event]:
    for number, turn in enumerate(story.turns):
        meta = {
            "id": f"{story.id}-{number}",
            "audience": str(Audience.group(_ROOM)),
            "message_id": str(number + 1),
            "name": turn.by,
            "person": f"slack:T01/{turn.by}",
            "trust": "member",
        }
        yield Event(
            ts=turn.at, type="message_received", content=turn.text, sender=meta["person"], channel=str(_ROOM), meta=meta
        )


def _story(told: dict[str, object]) -> Story:
    return Story(
        id=str(told["id"]),
        kind=str(told["kind"]),
        turns=tuple(_turn(one) for one in told["turns"]),  # type: ignore[attr-defined]  # checked by the tests of the examples
        ask=_turn(told["ask"]),
        now=tuple(map(str, told["now"])),  # type: ignore[call-overload]
        stale=tuple(map(str, told["stale"])),  # type: ignore[call-overload]
    )


def _turn(told: object) -> Turn:
    assert isinstance(told, dict)
    return Turn(at=datetime.fromisoformat(told["at"]), by=str(told["by"]), text=str(told["text"]))
