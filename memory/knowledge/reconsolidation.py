"""Reconsolidation: what became known since the last night, against notes and procedures that say otherwise (SLP-09).

A note or procedure is revised by a language model, where old text and new knowledge bear all of the new one; the old
version is kept. Notes of subjects need none of this: they follow their facts.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime
from itertools import islice

from pydantic import Field

from memory.consolidation.view import View
from memory.knowledge.asking import Asking, Form, unfenced
from memory.knowledge.contradictions import RELATED_FROM, is_own
from memory.knowledge.grounding import Utterance
from memory.knowledge.validation import Validation
from memory.procedures.record import fields_of, record_of
from memory.theories.procedure_confidence import revised
from memory.vocabulary.change import Change
from memory.vocabulary.event import Json
from memory.vocabulary.memory import Memory

MOST_NEWS = 100
"""New facts that are looked at."""

MOST = 10
"""Notes that are held against what is new, in one night and audience."""

INSTRUCTIONS = """\
"note" was written earlier, "news" became known since. If the news contradict a part of the note, give the whole note
with that part changed as the news say, and nothing else changed. Form: {"contradicts": true, "text": "..."}, or
{"contradicts": false, "text": ""}.
"""


class Revision(Form):
    contradicts: bool
    text: str = Field(default="", max_length=20_000)


async def reconsolidated(view: View, since: datetime, ask: Asking, validation: Validation) -> list[Change]:
    """The next versions; each note is revised once a night."""
    changes: dict[str, Change] = {}
    if not ask.is_possible:
        return []
    for note, news in islice(_met(view, since), MOST):
        if note.path not in changes and (change := await _revised(view, note, news, ask, validation)) is not None:
            changes[note.path] = change
    return list(changes.values())


def _met(view: View, since: datetime) -> Iterator[tuple[Memory, Memory]]:
    """Notes and procedures with a later fact that is like them; of many new facts those that weigh most."""
    for news in heaviest(view, since):
        for near in view.near(news, "knowledge", "procedure"):
            note = near.memory
            if near.similarity >= RELATED_FROM and _may_change(note) and not _is_its_source(note, news):
                yield note, news


def heaviest(view: View, since: datetime) -> list[Memory]:
    """What people whose word counts have told since then, the most important first."""
    told = [one for page in view.pages("fact") for one in page if one.fact and one.fact.recorded_at >= since]
    counted = [one for one in told if one.fact and not one.fact.trust and one.fact.told_by == "user_message"]
    return sorted(counted, key=lambda one: (-(one.fact.importance if one.fact else 0), one.id))[:MOST_NEWS]


def _may_change(note: Memory) -> bool:
    return is_own(note) or (note.kind == "procedure" and not any(map(note.says, ("pinned", "immutable", "protected"))))


def _is_its_source(note: Memory, news: Memory) -> bool:
    sources = note.meta.get("sources")
    return isinstance(sources, list) and bool(set(map(str, sources)) & set(news.fact.sources if news.fact else ()))


async def _revised(view: View, note: Memory, news: Memory, ask: Asking, validation: Validation) -> Change | None:
    because = f"contradicted by {news.id}"
    material: dict[str, Json] = {"note": note.text, "news": news.text}
    revision = await ask(INSTRUCTIONS, material, Revision)
    text = unfenced(revision.text) if revision and revision.contradicts else ""
    if not text or text == note.text.strip():
        return None
    speaker = news.fact.speaker if news.fact else ""
    sources = [Utterance("", note.text), Utterance(speaker, news.text)]
    return _version(note, f"{text}\n", because, news) if (await validation(text, sources)).is_believed else None


def _version(note: Memory, text: str, because: str, news: Memory) -> Change:
    old = note.meta.get("sources")
    known: list[Json] = list(old) if isinstance(old, list) else []
    meta: dict[str, Json] = {"sources": [*known, *(news.fact.sources if news.fact else ())][-60:]}
    if note.kind == "procedure":
        meta |= fields_of(revised(record_of(note.meta)))
    elif news.fact:
        meta["valid_from"] = news.fact.valid_from.isoformat()
    return Change(kind="write", path=note.path, text=text, meta=meta, because=because, expects=note.version)
