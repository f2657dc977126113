"""A conversation told to an engine through the real write path, and its questions asked through the real recall."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC
from pathlib import Path
from time import perf_counter, process_time

from bench.conversations import Conversation, Query, Turn
from bench.product import memory
from bench.score import Item, Result, share
from memory.engine import MemoryEngine
from memory.priming.related_knowledge import NAME, line
from memory.recall.mood import Congruence
from memory.vocabulary.address import Audience, Person, Place
from memory.vocabulary.event import Event, Json
from memory.vocabulary.ports import Embedder
from memory.vocabulary.quoting import unquoted
from memory.vocabulary.recall import Cue, Recollection

ROOM = Place("slack", "T01", "C01")
TEAM = Audience.group(ROOM)
BUDGET = 1500
SETTLED_WITHIN_S = 3600.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer:
    """What came to mind for a question. `cpu_ms` is of the recall alone, over all threads of the process."""

    query: Query
    ranking: tuple[Item, ...]
    primed: str
    ms: float
    cpu_ms: float

    def as_json(self) -> dict[str, Json]:
        """One line of a ranking file."""
        ranking: list[Json] = [_written(item) for item in self.ranking]
        return {
            "id": self.query.id,
            "ranking": ranking,
            "primed": self.primed,
            "ms": round(self.ms, 3),
            "cpu_ms": round(self.cpu_ms, 3),
        }


async def opened(
    conversation: Conversation,
    folder: Path,
    embedder: Embedder | None,
    recipe: str,
    *,
    forms: bool = True,
    mood: Congruence = "off",
) -> MemoryEngine:
    """An anima of its own, which was told the whole conversation and has everything formed and indexed.

    Raises ValueError.
    """
    directory = folder / "animas" / re.sub(r"\W", "", conversation.name)
    rag: dict[str, Json] = {"recipe": recipe, "mood_congruence": mood}
    config: dict[str, Json] = {"rag": rag, "formation": {"enabled": forms}}
    engine = await memory(directory, lambda: conversation.now, embedder=embedder, config=config)
    await tell(engine, conversation)
    return engine


async def tell(engine: MemoryEngine, conversation: Conversation) -> None:
    """Record it all, and wait until it is formed and indexed."""
    for turn in conversation.turns:
        await engine.record(event(turn))
    await engine.search("is everything there", TEAM)
    await engine.settled(SETTLED_WITHIN_S)


async def ask(engine: MemoryEngine, conversation: Conversation, query: Query) -> Answer:
    cue = cue_of(conversation, query)
    began, began_cpu = perf_counter(), process_time()
    found = await engine.recalled(cue)
    ms, cpu_ms = (perf_counter() - began) * 1000, (process_time() - began_cpu) * 1000
    primed = await engine.prime(cue, budget=BUDGET, deadline_s=SETTLED_WITHIN_S)
    return Answer(query=query, ranking=tuple(map(_item, found)), primed=primed.text(NAME), ms=ms, cpu_ms=cpu_ms)


def cue_of(conversation: Conversation, query: Query, shown: Mapping[str, str] | None = None) -> Cue:
    """Asked by the first speaker, a day after the last session; `shown` is what was said since, by event."""
    first = conversation.speakers[0]
    return Cue(
        text=query.text,
        audience=TEAM,
        now=conversation.now,
        sender=_person(first),
        sender_name=first,
        place=ROOM,
        shown=shown or {},
    )


def event(turn: Turn) -> Event:
    """The turn as an adapter would hand it on."""
    person = str(_person(turn.speaker))
    return Event(
        ts=turn.at,
        type="message_received",
        content=turn.text,
        sender=person,
        channel=str(ROOM),
        meta={
            "id": turn.id,
            "audience": str(TEAM),
            "name": turn.speaker,
            "person": person,
            "message_id": turn.id,
        },
    )


def results(conversation: Conversation, lines: Mapping[str, Mapping[str, Json]]) -> list[Result]:
    """The questions that count, scored by the lines of a ranking file. A question without a line found nothing."""
    turns = {turn.id: turn for turn in conversation.turns}
    scored = []
    for query in conversation.queries:
        evidence = query.evidence & turns.keys()
        if not query.counts or not evidence:
            continue
        told = lines.get(query.id, {})
        ranking, primed = told.get("ranking", []), _plain(unquoted(str(told.get("primed", ""))))
        quoted = frozenset(id for id in evidence if _plain(turns[id].text) in primed)
        scored.append(
            Result(
                id=query.id,
                category=query.category,
                evidence=evidence,
                ranking=tuple(_read(item, turns) for item in (ranking if isinstance(ranking, list) else [])),
                primed=share(quoted, evidence),
            )
        )
    return scored


def read_lines(file: Path) -> dict[str, Mapping[str, Json]]:
    """A ranking file, by question. Raises ValueError for what is none, OSError."""
    told: dict[str, Mapping[str, Json]] = {}
    for number, text in enumerate(file.read_text(encoding="utf-8").splitlines(), 1):
        try:
            one = json.loads(text)
            told[str(one["id"])] = one
        except (ValueError, KeyError, TypeError) as error:
            raise ValueError(f"{file}, line {number}: no line of a ranking") from error
    return told


def _item(found: Recollection) -> Item:
    said = line(found, UTC)
    return Item(ids=found.ids or (found.id,), characters=len(said))


def _written(item: Item) -> Json:
    if len(item.ids) == 1:
        return item.ids[0]
    ids: list[Json] = [*item.ids]
    return {"ids": ids, "chars": item.characters}


def _read(item: Json, turns: Mapping[str, Turn]) -> Item:
    """An id alone is as long as `Speaker: text`."""
    if isinstance(item, dict):
        ids = item.get("ids")
        chars = item.get("chars")
        return Item(
            ids=tuple(map(str, ids)) if isinstance(ids, Sequence) else (),
            characters=int(chars) if isinstance(chars, (int, float)) else 0,
        )
    turn = turns.get(str(item))
    return Item(ids=(str(item),), characters=len(f"{turn.speaker}: {turn.text}") if turn else 0)


def _person(name: str) -> Person:
    return Person("slack", "T01", re.sub(r"\W", "", name) or "U01")


def _plain(text: str) -> str:
    return " ".join(text.split())
