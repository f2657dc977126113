"""A conversation told to an engine through the real write path, and its questions asked through the real recall."""

from __future__ import annotations

import asyncio
import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC
from pathlib import Path
from time import perf_counter, process_time

from bench.conversations import Conversation, Query, Turn
from bench.product import memory
from bench.recipes import recall_of
from bench.score import MEASURES, Item, Result, interval, mean, share
from memory.engine import MemoryEngine
from memory.recall.priming.channels import KNOWN_KINDS, RELATED_KNOWLEDGE, recollection_line
from memory.recall.ranking import MoodCongruence, rank
from memory.recall.recipes import DEFAULT, NEIGHBOURS, Recipe, Weight
from memory.vocabulary.address import Audience, Person, Place
from memory.vocabulary.cue import Cue, Recollection
from memory.vocabulary.event import Event, Json
from memory.vocabulary.ports import Embedder
from memory.vocabulary.text_form import unquoted

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
    mood: MoodCongruence = "off",
) -> MemoryEngine:
    """An anima of its own, which was told the whole conversation and has everything formed and indexed.

    Raises ValueError.
    """
    directory = folder / "animas" / re.sub(r"\W", "", conversation.name)
    config: dict[str, Json] = {"rag": {"mood_congruence": mood}, "formation": {"enabled": forms}}
    engine = await memory(
        directory, lambda: conversation.now, embedder=embedder, config=config, recall=recall_of(recipe)
    )
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
    return Answer(
        query=query, ranking=tuple(map(_item, found)), primed=primed.text(RELATED_KNOWLEDGE), ms=ms, cpu_ms=cpu_ms
    )


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
    said = recollection_line(found, UTC)
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


# --- ablation -------------------------------------------------------------------------------------------------------
# What each part of a recipe is worth: the same candidates ranked with and without it.


FIGURES = ("recall@10", "all@10", "tokens@700")


@dataclass(frozen=True, slots=True, kw_only=True)
class Worth:
    """How many points a figure loses without the part, with the 95 % interval of the paired difference."""

    points: float
    low: float
    high: float


Scored = Mapping[str, Sequence[Result]]
"""Results by the part that was left out; the whole under no name."""


def parts() -> tuple[str, ...]:
    """Of the recipe in both its forms, each once."""
    by_words = DEFAULT.by_words.names() if DEFAULT.by_words else ()
    return tuple(dict.fromkeys((*DEFAULT.names(), *by_words)))


def without(recipe: Recipe, name: str) -> Recipe:
    """The recipe that lacks one part, in both its forms. Raises KeyError where it never had it."""
    if name not in parts():
        raise KeyError(f"{name!r} is no part of the recipe; there are: {', '.join(parts())}")
    lends = name != NEIGHBOURS
    return replace(
        recipe,
        own=_others(recipe.own, name),
        further=_others(recipe.further, name),
        before=recipe.before if lends else 0.0,
        after=recipe.after if lends else 0.0,
        by_words=recipe.by_words and without(recipe.by_words, name),
    )


def _others(weights: Sequence[Weight], name: str) -> tuple[Weight, ...]:
    return tuple(weight for weight in weights if weight.signal.__name__ != name)


async def scored(engine: MemoryEngine, conversation: Conversation) -> dict[str, list[Result]]:
    """Every question that counts, ranked by the whole recipe and without each of its parts."""
    turns = {turn.id: turn for turn in conversation.turns}
    found: dict[str, list[Result]] = {name: [] for name in ("", *parts())}
    for query in conversation.queries:
        evidence = query.evidence & turns.keys()
        if not query.counts or not evidence:
            continue
        question = engine.parts.surroundings.question(cue_of(conversation, query), KNOWN_KINDS)
        understood, candidates = await asyncio.to_thread(engine.parts.recall.considered, question)
        has_meaning = any(one.similarity is not None for one in candidates)
        for name, results in found.items():
            recipe = _form(without(DEFAULT, name) if name else DEFAULT, has_meaning=has_meaning)
            best = rank(understood, candidates, recipe)[:50]
            items = tuple(
                Item(ids=(one.candidate.entry.id,), characters=len(f"{entry.speaker}: {entry.text}"))
                for one in best
                for entry in (one.candidate.entry,)
            )
            results.append(Result(id=query.id, category=query.category, evidence=evidence, ranking=items))
    return found


def worth(results: Scored) -> dict[str, dict[str, Worth]]:
    """By part and figure."""
    whole = results[""]
    return {
        name: {figure: _worth(figure, whole, without) for figure in FIGURES}
        for name, without in results.items()
        if name
    }


def _worth(figure: str, whole: Sequence[Result], without: Sequence[Result]) -> Worth:
    of = MEASURES[figure]
    lost = [of(one) - of(two) for one, two in zip(whole, without, strict=True)]
    low, high = interval(lost)
    return Worth(points=100 * mean(lost), low=100 * low, high=100 * high)


def _form(recipe: Recipe, *, has_meaning: bool) -> Recipe:
    return recipe if has_meaning or recipe.by_words is None else recipe.by_words
