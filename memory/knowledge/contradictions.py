"""Contradictions: notes that are about the same thing, and cannot both be so (SLP-08).

Who decides, in this order: the texts themselves (one says all that the other does), natural language inference, the
language model. What they decide is
one of three. `supersede`: the one that holds later goes on, the other is put away, both linked. `merge`: one new note,
whose text both bear; both are put away. `coexist`: both stay, each with the condition under which it holds. Where
nobody decides, both stay as they are, and are asked about again.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from hashlib import sha256
from typing import Literal

from pydantic import Field

from memory.archive import shelves
from memory.consolidation.view import View
from memory.index.standing import recorded_at
from memory.knowledge.asking import Asking, Form, unfenced
from memory.knowledge.grounding import Utterance, grounded
from memory.knowledge.subjects import WRITTEN
from memory.knowledge.validation import Validation, bounds_of
from memory.vocabulary.change import Change
from memory.vocabulary.errors import JudgeFault
from memory.vocabulary.event import Json
from memory.vocabulary.memory import Memory

RELATED_FROM = 0.725
"""Calibrated similarity from which two notes may be about the same thing."""

MOST = 20
"""Pairs that are looked at in one night and audience."""

MERGED = "merged"
INSTRUCTIONS = """\
"earlier" and "later" are two notes about the same thing. Say how they go together:
- none: they do not contradict one another, and neither makes the other needless;
- supersede: they cannot both hold now, and the later one holds;
- merge: they tell one thing in two ways or two parts of it; give "text", one note with what both say and no more;
- coexist: both hold, each under a condition that the notes name; give the conditions as they stand there.
Form: {"decision": "...", "text": "", "earlier_if": "", "later_if": ""}
"""


class Decision(Form):
    decision: Literal["none", "supersede", "merge", "coexist"]
    text: str = Field(default="", max_length=4000)
    earlier_if: str = Field(default="", max_length=200)
    later_if: str = Field(default="", max_length=200)


@dataclass(frozen=True, slots=True)
class Pair:
    earlier: Memory
    later: Memory


NONE, SUPERSEDE = Decision(decision="none"), Decision(decision="supersede")


async def resolved(view: View, among: Sequence[Memory], ask: Asking, validation: Validation) -> list[Change]:
    """What becomes of the notes `among` and those that are like them; each note is in one pair at most."""
    changes: list[Change] = []
    for pair in list(_pairs(view, among))[:MOST]:
        decision = await _decided(view, pair, ask)
        if decision is not None:
            changes += await _changes(view, pair, decision, validation)
    return changes


def is_own(memory: Memory) -> bool:
    """Whether it is a note of its own, that sleep may put away: no subject's note, and nobody's who holds it fast."""
    held = any(memory.says(name) for name in ("pinned", "immutable", "protected")) or "[IMPORTANT]" in memory.text
    return memory.kind == "knowledge" and WRITTEN not in memory.meta and not held


def holds_from(view: View, memory: Memory) -> datetime:
    """From when it holds, else when it became known."""
    told = memory.meta.get("valid_from")
    try:
        at = datetime.fromisoformat(told) if isinstance(told, str) and told else None
    except ValueError:
        at = None
    at = at or recorded_at(memory.meta, view.zone) or memory.at or view.now
    return at if at.tzinfo else at.replace(tzinfo=view.zone)


def _pairs(view: View, among: Sequence[Memory]) -> Iterator[Pair]:
    taken: set[str] = set()
    for memory in filter(is_own, among):
        for near in view.near(memory, "knowledge"):
            pair = {memory.id: memory, near.memory.id: near.memory}
            if near.similarity >= RELATED_FROM and not taken & pair.keys() and _may_be_joined(*pair.values()):
                taken |= pair.keys()
                yield Pair(*sorted(pair.values(), key=lambda one: (holds_from(view, one), one.id)))


def _may_be_joined(one: Memory, other: Memory) -> bool:
    return is_own(other) and not _is_settled(one, other)


def _is_settled(one: Memory, other: Memory) -> bool:
    """Whether it was decided before that both stay."""
    return other.path in _paths(one, "coexists") or one.path in _paths(other, "coexists")


async def _decided(view: View, pair: Pair, ask: Asking) -> Decision | None:
    """None: nobody knows."""
    if (decision := _contained(pair) or _inferred(view, pair)) is not None:
        return decision
    material: dict[str, Json] = {"earlier": pair.earlier.text, "later": pair.later.text}
    return await ask(INSTRUCTIONS, material, Decision)


def _contained(pair: Pair) -> Decision | None:
    """The later one says all that the earlier does, sentence for sentence: then the earlier is needless."""
    is_told = grounded(_body(pair.earlier), [Utterance("", _body(pair.later))])
    return SUPERSEDE if is_told else None


def _inferred(view: View, pair: Pair) -> Decision | None:
    """That they agree is known by inference alone; that they contradict one another is for somebody to decide."""
    model = view.aids.entailment
    if model is None:
        return None
    try:
        (judged,) = model([(pair.earlier.text, pair.later.text)])
    except (JudgeFault, ValueError):
        return None
    return NONE if judged.entailment >= bounds_of(model.name).same else None


async def _changes(view: View, pair: Pair, decision: Decision, validation: Validation) -> list[Change]:
    if decision.decision == "supersede":
        return _superseded(pair)
    if decision.decision == "merge":
        return await _merged(view, pair, decision, validation)
    return _coexisting(pair, decision) if decision.decision == "coexist" else []


def _superseded(pair: Pair) -> list[Change]:
    """The earlier one is linked now and put away by the next step: a note changes once in a step."""
    because = f"what {pair.later.path} says holds instead"
    return [
        _noted(pair.earlier, because, superseded_by=pair.later.path),
        _noted(pair.later, because, supersedes=_linked(pair.later, "supersedes", pair.earlier.path)),
    ]


async def _merged(view: View, pair: Pair, decision: Decision, validation: Validation) -> list[Change]:
    """Nothing where the text says what neither of them does."""
    text = unfenced(decision.text)
    sources = [Utterance("", pair.earlier.text), Utterance("", pair.later.text)]
    validated = await validation(text, sources)
    if not text or not validated.is_believed:
        return []
    because = f"{pair.earlier.path} and {pair.later.path} tell one thing"
    name = sha256(text.encode()).hexdigest()[:16]
    both = [pair.earlier, pair.later]
    meta: dict[str, Json] = {
        "supersedes": [one.path for one in both],
        "sources": list[Json](dict.fromkeys(id for one in both for id in _paths(one, "sources"))),
        "confidence": validated.confidence,
        "auto_consolidated": True,
        "valid_from": str(pair.later.meta.get("valid_from") or ""),
    }
    path = shelves.on_shelf(f"knowledge/merged-{name}.md", view.audience)
    written = Change(kind="write", path=path, text=f"{text}\n", meta=meta, because=because, expects="")
    return [written, *(_away(one, because) for one in both)]


def _coexisting(pair: Pair, decision: Decision) -> list[Change]:
    because = "both hold, each under its condition"
    each = ((pair.earlier, pair.later, decision.earlier_if), (pair.later, pair.earlier, decision.later_if))
    return [
        _noted(one, because, coexists=_linked(one, "coexists", other.path), condition=condition)
        for one, other, condition in each
    ]


def superseded(view: View) -> list[Change]:
    """What was superseded is put away."""
    found = (one for page in view.pages("knowledge", dormant=True) for one in page if one.meta.get("superseded_by"))
    return [
        Change(
            kind="archive",
            path=one.path,
            because=f"what {one.meta['superseded_by']} says holds instead",
            expects=one.version,
        )
        for one in list(found)[: view.may_vanish]
        if is_own(one)
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
    return [str(one) for one in found] if isinstance(found, list) else []
