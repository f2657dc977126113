"""Contradictions: notes that cannot both be so, and what became known since against notes that say otherwise."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from hashlib import sha256
from itertools import islice
from typing import Literal

from pydantic import Field

from memory.archive import documents
from memory.index.pieces import recorded_at
from memory.sleep.knowledge_extraction import LOOK_BACK
from memory.sleep.night_judge import AnswerForm, ModelAsker, unfenced
from memory.sleep.night_view import NightView
from memory.sleep.procedures import procedure_record, record_fields
from memory.sleep.subject_notes import WRITTEN_HASH
from memory.sleep.validation import SourceText, Validation, entailment_bounds, grounded
from memory.theories.utility import revised
from memory.vocabulary.change import Change, Memory
from memory.vocabulary.errors import JudgeFault
from memory.vocabulary.event import Json
from memory.vocabulary.ports import Judge

RELATED_FROM = 0.725
"""Calibrated similarity from which two notes may be about the same thing."""

MOST_PAIRS = 20
"""Pairs that are looked at in one night and audience."""

MERGED = "merged"
PAIR_INSTRUCTIONS = """\
"earlier" and "later" are two notes about the same thing. Say how they go together:
- none: they do not contradict one another, and neither makes the other needless;
- supersede: they cannot both hold now, and the later one holds;
- merge: they tell one thing in two ways or two parts of it; give "text", one note with what both say and no more;
- coexist: both hold, each under a condition that the notes name; give the conditions as they stand there.
Form: {"decision": "...", "text": "", "earlier_if": "", "later_if": ""}
"""


class PairDecision(AnswerForm):
    decision: Literal["none", "supersede", "merge", "coexist"]
    text: str = Field(default="", max_length=4000)
    earlier_if: str = Field(default="", max_length=200)
    later_if: str = Field(default="", max_length=200)


@dataclass(frozen=True, slots=True)
class NotePair:
    earlier: Memory
    later: Memory


NONE, SUPERSEDE = PairDecision(decision="none"), PairDecision(decision="supersede")


async def resolve_contradictions(
    view: NightView, among: Sequence[Memory], ask: ModelAsker, validation: Validation
) -> list[Change]:
    """What becomes of the notes `among` and those that are like them; each note is in one pair at most."""
    changes: list[Change] = []
    for pair in list(_pairs(view, among))[:MOST_PAIRS]:
        decision = await _decided(view, pair, ask)
        if decision is not None:
            changes += await _changes(view, pair, decision, validation)
    return changes


def is_own_note(memory: Memory) -> bool:
    """Whether it is a note of its own, that sleep may put away: no subject's note, and nobody's who holds it fast."""
    held = any(memory.says(name) for name in ("pinned", "immutable", "protected")) or "[IMPORTANT]" in memory.text
    return memory.kind == "knowledge" and WRITTEN_HASH not in memory.meta and not held


def holds_from(view: NightView, memory: Memory) -> datetime:
    """From when it holds, else when it became known."""
    told = memory.meta.get("valid_from")
    try:
        at = datetime.fromisoformat(told) if isinstance(told, str) and told else None
    except ValueError:
        at = None
    at = at or recorded_at(memory.meta, view.zone) or memory.at or view.now
    return at if at.tzinfo else at.replace(tzinfo=view.zone)


def _pairs(view: NightView, among: Sequence[Memory]) -> Iterator[NotePair]:
    taken: set[str] = set()
    for memory in filter(is_own_note, among):
        for near in view.near(memory, "knowledge"):
            pair = {memory.id: memory, near.memory.id: near.memory}
            if near.similarity >= RELATED_FROM and not taken & pair.keys() and _may_be_joined(*pair.values()):
                taken |= pair.keys()
                yield NotePair(*sorted(pair.values(), key=lambda item: (holds_from(view, item), item.id)))


def _may_be_joined(item: Memory, other: Memory) -> bool:
    return is_own_note(other) and not _is_settled(item, other)


def _is_settled(item: Memory, other: Memory) -> bool:
    """Whether it was decided before that both stay."""
    return other.path in _paths(item, "coexists") or item.path in _paths(other, "coexists")


async def _decided(view: NightView, pair: NotePair, ask: ModelAsker) -> PairDecision | None:
    """None: nobody knows."""
    if (decision := _contained(pair) or _inferred(view, pair)) is not None:
        return decision
    material: dict[str, Json] = {"earlier": pair.earlier.text, "later": pair.later.text}
    return await ask(PAIR_INSTRUCTIONS, material, PairDecision)


def _contained(pair: NotePair) -> PairDecision | None:
    """The later one says all that the earlier does, sentence for sentence: then the earlier is needless."""
    is_told = grounded(_body(pair.earlier), [SourceText("", _body(pair.later))])
    return SUPERSEDE if is_told else None


def _inferred(view: NightView, pair: NotePair) -> PairDecision | None:
    """That they agree is known by inference alone; that they contradict one another is for somebody to decide."""
    model = view.aids.entailment
    if model is None:
        return None
    try:
        (judged,) = model([(pair.earlier.text, pair.later.text)])
    except (JudgeFault, ValueError):
        return None
    return NONE if judged.entailment >= entailment_bounds(model.name).same else None


async def _changes(view: NightView, pair: NotePair, decision: PairDecision, validation: Validation) -> list[Change]:
    if decision.decision == "supersede":
        return _superseded(pair)
    if decision.decision == "merge":
        return await _merged(view, pair, decision, validation)
    return _coexisting(pair, decision) if decision.decision == "coexist" else []


def _superseded(pair: NotePair) -> list[Change]:
    """The earlier one is linked now and put away by the next step: a note changes once in a step."""
    because = f"what {pair.later.path} says holds instead"
    return [
        _noted(pair.earlier, because, superseded_by=pair.later.path),
        _noted(pair.later, because, supersedes=_linked(pair.later, "supersedes", pair.earlier.path)),
    ]


async def _merged(view: NightView, pair: NotePair, decision: PairDecision, validation: Validation) -> list[Change]:
    """Nothing where the text says what neither of them does."""
    text = unfenced(decision.text)
    sources = [SourceText("", pair.earlier.text), SourceText("", pair.later.text)]
    validated = await validation(text, sources)
    if not text or not validated.is_believed:
        return []
    because = f"{pair.earlier.path} and {pair.later.path} tell one thing"
    name = sha256(text.encode()).hexdigest()[:16]
    both = [pair.earlier, pair.later]
    meta: dict[str, Json] = {
        "supersedes": [item.path for item in both],
        "sources": list[Json](dict.fromkeys(id for item in both for id in _paths(item, "sources"))),
        "confidence": validated.confidence,
        "auto_consolidated": True,
        "valid_from": str(pair.later.meta.get("valid_from") or ""),
    }
    path = documents.on_shelf(f"knowledge/merged-{name}.md", view.audience)
    written = Change(kind="write", path=path, text=f"{text}\n", meta=meta, because=because, expects="")
    return [written, *(_away(item, because) for item in both)]


def _coexisting(pair: NotePair, decision: PairDecision) -> list[Change]:
    because = "both hold, each under its condition"
    each = ((pair.earlier, pair.later, decision.earlier_if), (pair.later, pair.earlier, decision.later_if))
    return [
        _noted(item, because, coexists=_linked(item, "coexists", other.path), condition=condition)
        for item, other, condition in each
    ]


def put_away_superseded(view: NightView) -> list[Change]:
    """What was superseded is put away."""
    found = (item for page in view.pages("knowledge", dormant=True) for item in page if item.meta.get("superseded_by"))
    return [
        Change(
            kind="archive",
            path=item.path,
            because=f"what {item.meta['superseded_by']} says holds instead",
            expects=item.version,
        )
        for item in list(found)[: view.may_vanish]
        if is_own_note(item)
    ]


def _noted(memory: Memory, because: str, **fields: Json) -> Change:
    return Change(
        kind="write", path=memory.path, text=memory.text, meta=fields, because=because, expects=memory.version
    )


def _away(memory: Memory, because: str) -> Change:
    return Change(kind="archive", path=memory.path, folder=MERGED, because=because, expects=memory.version)


def _body(memory: Memory) -> str:
    """Without headings."""
    return "\n".join(line for line in memory.text.splitlines() if not line.startswith("#"))


def _linked(memory: Memory, name: str, path: str) -> list[Json]:
    return list[Json](dict.fromkeys([*_paths(memory, name), path]))


def _paths(memory: Memory, name: str) -> list[str]:
    found = memory.meta.get(name)
    return [str(item) for item in found] if isinstance(found, list) else []


# --- reconsolidation ------------------------------------------------------------------------------------------------
# Reconsolidation: what became known since the last night, against notes and procedures that say otherwise (SLP-09).
#
# A note or procedure is revised by a language model, where old text and new knowledge bear all of the new one; the old
# version is kept. Notes of subjects need none of this: they follow their facts.


MOST_NEWS = 100
"""New facts that are looked at."""

MOST_REVISIONS = 10
"""Notes that are held against what is new, in one night and audience."""

REVISION_INSTRUCTIONS = """\
"note" was written earlier, "news" became known since. If the news contradict a part of the note, give the whole note
with that part changed as the news say, and nothing else changed. Form: {"contradicts": true, "text": "..."}, or
{"contradicts": false, "text": ""}.
"""


class Revision(AnswerForm):
    contradicts: bool
    text: str = Field(default="", max_length=20_000)


async def revise_notes(view: NightView, since: datetime, ask: ModelAsker, validation: Validation) -> list[Change]:
    """The next versions; each note is revised once a night."""
    changes: dict[str, Change] = {}
    if not ask.is_possible:
        return []
    for note, news in islice(_met(view, since), MOST_REVISIONS):
        if note.path not in changes and (change := await _revised(view, note, news, ask, validation)) is not None:
            changes[note.path] = change
    return list(changes.values())


def _met(view: NightView, since: datetime) -> Iterator[tuple[Memory, Memory]]:
    """Notes and procedures with a later fact that is like them; of many new facts those that weigh most."""
    for news in weightiest_news(view, since):
        for near in view.near(news, "knowledge", "procedure"):
            note = near.memory
            if near.similarity >= RELATED_FROM and _may_change(note) and not _is_its_source(note, news):
                yield note, news


def weightiest_news(view: NightView, since: datetime) -> list[Memory]:
    """What people whose word counts have told since then, the most important first."""
    told = [item for page in view.pages("fact") for item in page if item.fact and item.fact.recorded_at >= since]
    counted = [item for item in told if item.fact and not item.fact.trust and item.fact.told_by == "user_message"]
    return sorted(counted, key=lambda item: (-(item.fact.importance if item.fact else 0), item.id))[:MOST_NEWS]


def _may_change(note: Memory) -> bool:
    return is_own_note(note) or (
        note.kind == "procedure" and not any(map(note.says, ("pinned", "immutable", "protected")))
    )


def _is_its_source(note: Memory, news: Memory) -> bool:
    sources = note.meta.get("sources")
    return isinstance(sources, list) and bool(set(map(str, sources)) & set(news.fact.sources if news.fact else ()))


async def _revised(
    view: NightView, note: Memory, news: Memory, ask: ModelAsker, validation: Validation
) -> Change | None:
    because = f"contradicted by {news.id}"
    material: dict[str, Json] = {"note": note.text, "news": news.text}
    revision = await ask(REVISION_INSTRUCTIONS, material, Revision)
    text = unfenced(revision.text) if revision and revision.contradicts else ""
    if not text or text == note.text.strip():
        return None
    speaker = news.fact.speaker if news.fact else ""
    sources = [SourceText("", note.text), SourceText(speaker, news.text)]
    return _version(note, f"{text}\n", because, news) if (await validation(text, sources)).is_believed else None


def _version(note: Memory, text: str, because: str, news: Memory) -> Change:
    old = note.meta.get("sources")
    known: list[Json] = list(old) if isinstance(old, list) else []
    meta: dict[str, Json] = {"sources": [*known, *(news.fact.sources if news.fact else ())][-60:]}
    if note.kind == "procedure":
        meta |= record_fields(revised(procedure_record(note.meta)))
    elif news.fact:
        meta["valid_from"] = news.fact.valid_from.isoformat()
    return Change(kind="write", path=note.path, text=text, meta=meta, because=because, expects=note.version)


# --- contradictions -------------------------------------------------------------------------------------------------
# Contradictions among notes: of those that are new, each night; of all, each week. What was superseded is put away.


async def plan_contradictions(view: NightView, judge: Judge | None, now: datetime) -> list[Change]:
    """Of what is new."""
    since = view.since(LOOK_BACK)
    fresh = [note for note in _notes(view) if note.at is not None and note.at >= since]
    return await _resolved(view, fresh, judge)


async def plan_all_contradictions(view: NightView, judge: Judge | None, now: datetime) -> list[Change]:
    """Of everything."""
    return await _resolved(view, _notes(view), judge)


async def plan_revisions(view: NightView, judge: Judge | None, now: datetime) -> list[Change]:
    """Of old notes by new facts."""
    ask = ModelAsker(judge)
    return await revise_notes(view, view.since(LOOK_BACK), ask, Validation(view.aids.entailment, ask))


async def plan_superseded(view: NightView, judge: Judge | None, now: datetime) -> list[Change]:
    """What was superseded in this night, or earlier."""
    return put_away_superseded(view)


async def _resolved(view: NightView, notes: Sequence[Memory], judge: Judge | None) -> list[Change]:
    ask = ModelAsker(judge)
    return await resolve_contradictions(view, notes, ask, Validation(view.aids.entailment, ask))


def _notes(view: NightView) -> list[Memory]:
    return [item for page in view.pages("knowledge") for item in page]
