"""Doubts: two facts about one person that the judge of pairs thinks may not both hold, without being sure of it.

Nobody but the person knows: it becomes a question to them (FOR-26), asked when they next write, with both sources.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime

from memory.consolidation.view import View
from memory.knowledge.contradictions import RELATED_FROM, update_share
from memory.knowledge.places import person_of
from memory.knowledge.reconsolidation import heaviest
from memory.vocabulary.change import Change
from memory.vocabulary.fact import ASKED, FactChange
from memory.vocabulary.memory import Memory

MOST = 3
"""New questions of one night and audience."""

BECAUSE = "they may not both hold"


def doubts(view: View, since: datetime) -> list[Change]:
    """The questions, each once, however often it is found."""
    judge = view.aids.relations
    if judge is None:
        return []
    found: dict[str, Change] = {}
    for earlier, later in _pairs(view, since):
        if judge.unsure <= update_share(view, earlier, later) < judge.sure:
            change = _asked(view, earlier, later)
            found.setdefault(change.note.key if isinstance(change.note, FactChange) else "", change)
        if len(found) == MOST:
            break
    return list(found.values())


def _pairs(view: View, since: datetime) -> Iterator[tuple[Memory, Memory]]:
    """New facts about a person beside older ones like them; those of one slot are settled as they are formed."""
    fresh = [one for one in heaviest(view, since) if one.fact and person_of(one.fact.subject)]
    replaced = view.replaced(fresh)
    for later in fresh:
        for near in view.near(later, "fact") if later.id not in replaced else ():
            if near.similarity >= RELATED_FROM and _is_of_same(near.memory, later):
                yield near.memory, later


def _is_of_same(earlier: Memory, later: Memory) -> bool:
    one, other = earlier.fact, later.fact
    if one is None or other is None or one.trust or one.recorded_at >= other.recorded_at:
        return False
    return one.subject == other.subject and not (one.slot and one.slot == other.slot)


def _asked(view: View, earlier: Memory, later: Memory) -> Change:
    ids = (earlier.id, later.id)
    person = person_of(later.fact.subject) if later.fact else ""
    note = FactChange(
        ts=view.now, key=f"asked/{'/'.join(ids)}", type=ASKED, ids=ids, because=BECAUSE, person=person,
        audience=str(view.audience),
    )  # fmt: skip
    return Change(kind="note", because=BECAUSE, note=note)
