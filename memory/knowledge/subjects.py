"""Subjects: what is believed about one person or thing becomes one note, written from its facts, without a model.

A note is the facts that are believed now and no more: what was taken back, replaced or forgotten is not in the next
night's note. One that a person has edited is theirs, and stays as it is.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from hashlib import sha256
from typing import TYPE_CHECKING

from memory.archive.documents import Document
from memory.knowledge.places import is_of_subject, path_of, person_of
from memory.vocabulary.change import Change
from memory.vocabulary.event import Json
from memory.vocabulary.fact import Fact
from memory.vocabulary.memory import Memory

if TYPE_CHECKING:  # what is written of subjects is known without anything that nights need
    from memory.consolidation.view import View

IMPORTANT = 0.6
OFTEN = 2
"""A thing gets a note where so many facts are known of it, or one that is important or was said or used so often."""

MOST_LINES = 40
MOST_SOURCES = 60
WRITTEN = "written"
"""By its hash it is known whether a note is still as sleep has written it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Subject:
    """A person's address or the name of a thing, and what is believed of it, the oldest first."""

    name: str
    person: str
    facts: tuple[Fact, ...]

    @property
    def title(self) -> str:
        """A person's name as they are called in what they said themselves."""
        own = [fact.speaker for fact in self.facts if fact.person == self.person and fact.speaker]
        return own[-1] if own else self.name

    @property
    def text(self) -> str:
        lines = dict.fromkeys(line_of(fact) for fact in self.facts[-MOST_LINES:])
        return "\n".join([f"# {' '.join(self.title.split())}", "", *lines]) + "\n"


def line_of(fact: Fact) -> str:
    """What a note says of it."""
    return f"- {' '.join(fact.text.split())}"


def notes(view: View, now: datetime) -> list[Change]:
    """What has to be written anew, and what has nothing left to tell."""
    every = list(subjects(view, now))
    written = [change for one in every if (change := _written(view, one)) is not None]
    kept = {path_of(one.name, str(view.audience)) for one in every}
    gone = [memory for memory in _own(view) if memory.path not in kept and is_untouched(view.document(memory.path))]
    away = [
        Change(kind="archive", path=one.path, because="nothing is believed of it any more", expects=one.version)
        for one in gone[: view.may_vanish]
    ]
    return [*written, *away]


def subjects(view: View, now: datetime) -> Iterator[Subject]:
    """All of which enough is known."""
    found: dict[str, list[Memory]] = {}
    for page in view.pages("fact"):
        replaced = view.replaced(page)
        for memory in page:
            if memory.id not in replaced and (fact := memory.fact) and _tells(fact, now):
                found.setdefault(person_of(fact.subject) or fact.subject, []).append(memory)
    for name, memories in sorted(found.items()):
        person = person_of(name)
        if person or len(memories) >= OFTEN or any(_is_much(view, one) for one in memories):
            yield Subject(name=name, person=person, facts=tuple(one.fact for one in memories if one.fact))


def is_untouched(document: Document | None) -> bool:
    """Whether a note is as sleep has written it."""
    return document is not None and not document.problem and document.meta.get(WRITTEN) == hash_of(document.body)


def _tells(fact: Fact, now: datetime) -> bool:
    is_over = fact.valid_until is not None and fact.valid_until <= now
    return bool(fact.subject) and fact.told_by == "user_message" and not (fact.trust or is_over or fact.reported)


def _is_much(view: View, memory: Memory) -> bool:
    strength = view.strength(memory.id)
    return max(strength.importance, memory.fact.importance if memory.fact else 0) >= IMPORTANT or (
        strength.access_count >= OFTEN
    )


def _own(view: View) -> Iterator[Memory]:
    for page in view.pages("knowledge", dormant=True):
        yield from (memory for memory in page if WRITTEN in memory.meta and is_of_subject(memory.path))


def _written(view: View, subject: Subject) -> Change | None:
    path = path_of(subject.name, str(view.audience))
    document = view.document(path)
    if document is not None and (document.body == subject.text or not is_untouched(document)):
        return None
    return Change(
        kind="write",
        path=path,
        text=subject.text,
        meta=_head(subject),
        because=f"{len(subject.facts)} things are believed of it",
        expects=document.version if document else "",
    )


def _head(subject: Subject) -> dict[str, Json]:
    sources: list[Json] = [*dict.fromkeys(id for fact in subject.facts for id in fact.sources)]
    days: list[Json] = [*sorted({fact.recorded_at.date().isoformat() for fact in subject.facts})]
    return {
        "subject": subject.name,
        "sources": sources[-MOST_SOURCES:],
        "source_episodes": days[-MOST_SOURCES:],
        "confidence": round(sum(fact.confidence for fact in subject.facts) / len(subject.facts), 3),
        "auto_consolidated": True,
        WRITTEN: hash_of(subject.text),
    }


def hash_of(body: str) -> str:
    """By which a body is known again."""
    return sha256(body.strip().encode()).hexdigest()[:16]
