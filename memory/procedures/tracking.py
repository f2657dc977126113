"""Tracking: how procedures went that answers made use of, judged by what the person wrote next (PRO-06).

A person's whole message "that was right" or "that was wrong" counts; where it is neither, a model may judge, and
without one nothing is counted.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import timedelta
from typing import Literal

from memory.consolidation.view import View
from memory.index.turns import OWN, SPOKEN
from memory.knowledge.asking import Asking, Form
from memory.languages import feedback
from memory.procedures.outcomes import counted, is_counted
from memory.vocabulary.change import Change
from memory.vocabulary.event import Event, Json
from memory.vocabulary.strength import memory_of

NEXT_WITHIN = timedelta(hours=2)
MOST_AFTER = 4
LONGEST = 1000
INSTRUCTIONS = """\
An assistant followed "procedure" when it answered "asked". Judge by "after", what was written next, whether the
procedure worked. Form: {"outcome": "worked"}, {"outcome": "failed"}, or {"outcome": "unknown"} where nobody says so.
"""


class Judged(Form):
    outcome: Literal["worked", "failed", "unknown"]


async def tracked(view: View, events: Sequence[Event], ask: Asking) -> list[Change]:
    """The changes that count what became known, one for each procedure."""
    tries: dict[str, dict[str, bool]] = {}
    by_id = {event.id: event for event in events}
    for turn, ids in view.replies(list(by_id)).items():
        for path in dict.fromkeys(memory_of(id) for id in ids if id.startswith("procedures/")):
            if (worked := await _outcome(view, path, by_id[turn], events, ask)) is not None:
                tries.setdefault(path, {})[turn] = worked
    return [change for path, one in tries.items() if (change := _counted(view, path, one)) is not None]


async def _outcome(view: View, path: str, asked: Event, events: Sequence[Event], ask: Asking) -> bool | None:
    document = view.document(path)
    if document is None or document.problem or is_counted(document.meta, asked.id):
        return None
    after = _after(asked, events)
    theirs = [event for event in after if event.type not in OWN and event.sender == asked.sender]
    said = next((worked for event in theirs if (worked := feedback.verdict(event.content)) is not None), None)
    if said is not None or not theirs:
        return said
    quoted: list[Json] = [event.content[:LONGEST] for event in after[:MOST_AFTER]]
    material: dict[str, Json] = {"procedure": document.body, "asked": asked.content[:LONGEST], "after": quoted}
    judged = await ask(INSTRUCTIONS, material, Judged)
    return None if judged is None or judged.outcome == "unknown" else judged.outcome == "worked"


def _after(asked: Event, events: Sequence[Event]) -> list[Event]:
    """What was said in the same place next."""
    return [
        event
        for event in events
        if event.type in SPOKEN and event.channel == asked.channel and asked.ts < event.ts <= asked.ts + NEXT_WITHIN
    ]


def _counted(view: View, path: str, tries: Mapping[str, bool]) -> Change | None:
    document = view.document(path)
    return counted(document, tries, f"tried in {len(tries)} turns of the talk") if document else None
