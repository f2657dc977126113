"""Sessions: talks that are over, and the entry of a day of episodes that one of them becomes.

    # 2026-02-12 Action Log

    ## 14:30 The report is due on Monday
    - Trigger: Message received from Tanaka
    - Decision: …          what the anima said to it
    - Result: …            what is known since then: the facts that were in mind when the talk ended
    - Lesson: None

Without a model nothing is put in other words: an entry quotes what was said and tells the facts that were formed.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from itertools import pairwise

from memory.consolidation.view import View
from memory.index.turns import OWN, SPOKEN, name_of
from memory.languages.analyser import query_terms
from memory.theories.working_memory import Item, WorkingMemory
from memory.vocabulary.event import Event
from memory.vocabulary.fact import Fact

GAP = timedelta(minutes=10)
"""A silence that ends a session."""

LONGEST_TITLE, LONGEST_LINE = 60, 200
NONE = "None"


@dataclass(frozen=True, slots=True, kw_only=True)
class Episode:
    """What one session comes to; each is one line."""

    title: str
    trigger: str
    decision: str = NONE
    result: str = NONE
    lesson: str = NONE


def sessions(said: Sequence[Event], now: datetime, idle: timedelta, gap: timedelta = GAP) -> list[list[Event]]:
    """The talks that are over: nothing was said for `idle` after their last word; the oldest first."""
    turns = sorted(
        (one for one in said if one.type in SPOKEN and one.content.strip()), key=lambda one: (one.ts, one.id)
    )
    starts = [0, *(number for number, (one, after) in enumerate(pairwise(turns), 1) if after.ts - one.ts >= gap)]
    parts = [turns[first:last] for first, last in pairwise([*starts, len(turns)]) if turns[first:last]]
    return [part for part in parts if now - part[-1].ts >= idle]


def extracted(view: View, turns: Sequence[Event]) -> Episode:
    """The entry as rules make it."""
    heard = [one for one in turns if one.type not in OWN]
    names = list(dict.fromkeys(name for one in heard if (name := name_of(one))))
    with WorkingMemory() as mind:
        facts = {fact.id: fact for one in turns for fact in _taken(view, mind, one)}
        known = [facts[item.id].text for item in mind.promoted()]
    answers = [one for one in turns if one.type in OWN]
    return Episode(
        title=line(known[0] if known else _telling(heard or turns), LONGEST_TITLE),
        trigger=line(f"Message received from {', '.join(names)}" if names else "Own work"),
        decision=line(_telling(answers)) if answers else NONE,
        result=line("; ".join(known)) if known else line(_telling(heard)) if heard else NONE,
    )


def entry(episode: Episode, at: datetime) -> str:
    """The entry as it is written."""
    return (
        f"## {at:%H:%M} {episode.title}\n- Trigger: {episode.trigger}\n- Decision: {episode.decision}\n"
        f"- Result: {episode.result}\n- Lesson: {episode.lesson}\n"
    )


def line(text: str, longest: int = LONGEST_LINE) -> str:
    """Words of people or of a model as one line that begins no heading and no comment."""
    told = " ".join(text.replace("<!--", "").replace("-->", "").split()).lstrip("#- ")
    return told if len(told) <= longest else f"{told[: longest - 1].rstrip()}…"


def _taken(view: View, mind: WorkingMemory, turn: Event) -> Iterator[Fact]:
    """What was understood of a turn comes to mind; what it says of what is in mind already, is thought of again."""
    for fact in view.facts_of(turn.id):
        mind.take(Item(id=fact.id, text=fact.text, importance=fact.importance, last_access=turn.ts), turn.ts)
        yield fact
    there = set(query_terms(turn.content))
    for item in mind:
        words = set(query_terms(item.text))
        if item.last_access < turn.ts and 2 * len(there & words) > len(words):
            mind.access(item.id, turn.ts)


def _telling(turns: Sequence[Event]) -> str:
    """The words of that turn which has most in common with the others."""
    counted = Counter(term for one in turns for term in set(query_terms(one.content)))
    if not turns:
        return ""
    return max(turns, key=lambda one: sum(counted[term] for term in set(query_terms(one.content)))).content
