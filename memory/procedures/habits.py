"""Habits: a recurring sequence of actions becomes a procedure, found again by the words that it was asked with."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from memory.consolidation.view import View
from memory.knowledge.asking import Asking
from memory.languages.analyser import query_terms
from memory.procedures.distillation import Written, file_of, is_double
from memory.procedures.patterns import USE, Pattern, recurring
from memory.vocabulary.change import Change
from memory.vocabulary.event import Event, Json

MOST = 5
"""New ones of one week and audience."""

OFTEN = 0.6
"""A word belongs to what was asked where it stood in so many of the messages."""

MOST_WORDS = 8
LONGEST_ASKED = 300
INSTRUCTIONS = """\
"actions" were done in this order each time that people wrote what stands in "asked". Say in one short line what they
are for, so that they are found when they are needed again, with words of "asked", and give them a short title. Form:
{"title": "...", "description": "..."}
"""


async def habits(view: View, events: Sequence[Event], ask: Asking) -> list[Change]:
    """The files of those that are not known yet."""
    words = {event.id: event.content for event in events if event.type != USE}
    found: dict[str, Change] = {}
    for pattern in recurring(events):
        change = await _habit(view, pattern, _asked(pattern, words), ask)
        if change is not None and len(found) < MOST:
            found.setdefault(change.path, change)
    return list(found.values())


async def _habit(view: View, pattern: Pattern, asked: Sequence[str], ask: Asking) -> Change | None:
    text = "\n".join(f"{number}. {action}" for number, action in enumerate(pattern.actions, start=1))
    shared = _shared(asked)
    description = " ".join(shared) or str(pattern.actions[0])
    named = {action.arguments for action in pattern.actions if action.arguments}
    if not shared or is_double(view, f"{description}\n{text}", named):
        return None
    title = description
    quoted: list[Json] = [one[:LONGEST_ASKED] for one in asked[-5:]]
    material: dict[str, Json] = {"actions": text, "asked": quoted}
    written = await ask(INSTRUCTIONS, material, Written)
    if written is not None and set(query_terms(written.description)) & set(shared):
        title, description = " ".join(written.title.split()), " ".join(written.description.split())
    because = f"done in this order in {len(pattern.turns)} turns"
    change = file_of(view, title, description, text, because, pattern.turns[-10:])
    return change if view.document(change.path) is None else None


def _asked(pattern: Pattern, words: dict[str, str]) -> list[str]:
    """What people had written; a turn is named by the event that it answers, with the anima's name behind it."""
    return [words[id] for turn in pattern.turns if (id := turn.rpartition("/")[0]) in words]


def _shared(asked: Sequence[str]) -> list[str]:
    """The words that most of them have, in the order of the last one."""
    counted = Counter(term for one in asked for term in set(query_terms(one)))
    last = query_terms(asked[-1]) if asked else []
    return [term for term in last if counted[term] >= max(2, OFTEN * len(asked))][:MOST_WORDS]
