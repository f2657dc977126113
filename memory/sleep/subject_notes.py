"""Notes of subjects: what is believed about a person or thing, written from facts, published, and withdrawn."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from hashlib import sha256
from typing import TYPE_CHECKING

from memory.archive.contacts import Profile, ProfileShelf
from memory.archive.derived_notes import is_subject_note, subject_path, subject_person
from memory.archive.documents import DOCUMENT_KINDS, Documents, MarkdownDocument, audience_of, shelf_name, shelf_of
from memory.archive.files import lock_of
from memory.vocabulary.address import ORG, Audience
from memory.vocabulary.change import Change, Memory, Outcome
from memory.vocabulary.errors import AddressError
from memory.vocabulary.event import Json
from memory.vocabulary.fact import Fact

if TYPE_CHECKING:
    from memory.sleep.night_view import NightView

IMPORTANT = 0.6
OFTEN = 2
"""A thing gets a note where so many facts are known of it, or one that is important or was said or used so often."""

MOST_LINES = 40
MOST_SOURCES = 60
WRITTEN_HASH = "written"
"""By its hash it is known whether a note is still as sleep has written it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class BelievedSubject:
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
        lines = dict.fromkeys(fact_line(fact) for fact in self.facts[-MOST_LINES:])
        return "\n".join([f"# {' '.join(self.title.split())}", "", *lines]) + "\n"


def fact_line(fact: Fact) -> str:
    """What a note says of it."""
    return f"- {' '.join(fact.text.split())}"


def write_subject_notes(view: NightView, now: datetime) -> list[Change]:
    """What has to be written anew, and what has nothing left to tell."""
    every = list(believed_subjects(view, now))
    written = [change for item in every if (change := _written(view, item)) is not None]
    kept = {subject_path(item.name, str(view.audience)) for item in every}
    gone = [memory for memory in _own(view) if memory.path not in kept and is_untouched(view.document(memory.path))]
    away = [
        Change(kind="archive", path=item.path, because="nothing is believed of it any more", expects=item.version)
        for item in gone[: view.may_vanish]
    ]
    return [*written, *away]


def believed_subjects(view: NightView, now: datetime) -> Iterator[BelievedSubject]:
    """All of which enough is known."""
    found: dict[str, list[Memory]] = {}
    for page in view.pages("fact"):
        replaced = view.replaced(page)
        for memory in page:
            if memory.id not in replaced and (fact := memory.fact) and _tells(fact, now):
                found.setdefault(subject_person(fact.subject) or fact.subject, []).append(memory)
    for name, memories in sorted(found.items()):
        person = subject_person(name)
        if person or len(memories) >= OFTEN or any(_is_much(view, item) for item in memories):
            yield BelievedSubject(name=name, person=person, facts=tuple(item.fact for item in memories if item.fact))


def is_untouched(document: MarkdownDocument | None) -> bool:
    """Whether a note is as sleep has written it."""
    return document is not None and not document.problem and document.meta.get(WRITTEN_HASH) == body_hash(document.body)


def _tells(fact: Fact, now: datetime) -> bool:
    is_over = fact.valid_until is not None and fact.valid_until <= now
    return bool(fact.subject) and fact.told_by == "user_message" and not (fact.trust or is_over or fact.reported)


def _is_much(view: NightView, memory: Memory) -> bool:
    strength = view.strength(memory.id)
    return max(strength.importance, memory.fact.importance if memory.fact else 0) >= IMPORTANT or (
        strength.access_count >= OFTEN
    )


def _own(view: NightView) -> Iterator[Memory]:
    for page in view.pages("knowledge", dormant=True):
        yield from (memory for memory in page if WRITTEN_HASH in memory.meta and is_subject_note(memory.path))


def _written(view: NightView, subject: BelievedSubject) -> Change | None:
    path = subject_path(subject.name, str(view.audience))
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


def _head(subject: BelievedSubject) -> dict[str, Json]:
    sources: list[Json] = [*dict.fromkeys(id for fact in subject.facts for id in fact.sources)]
    days: list[Json] = [*sorted({fact.recorded_at.date().isoformat() for fact in subject.facts})]
    return {
        "subject": subject.name,
        "sources": sources[-MOST_SOURCES:],
        "source_episodes": days[-MOST_SOURCES:],
        "confidence": round(sum(fact.confidence for fact in subject.facts) / len(subject.facts), 3),
        "auto_consolidated": True,
        WRITTEN_HASH: body_hash(subject.text),
    }


def body_hash(body: str) -> str:
    """By which a body is known again."""
    return sha256(body.strip().encode()).hexdigest()[:16]


# --- publishing -----------------------------------------------------------------------------------------------------
# Publishing: what the night has written about people stands in their profiles too, which all animas share (SLP-18).
#
#     shared/users/<person>/index.md      a section for each anima and audience, labelled for that audience alone
#
# A profile that a person wrote for some readers alone, or without saying for whom it is, stays as it is: a label for
# all of it would make it everybody's.


_LABEL = re.compile(r"<!--")


class Publishing:
    """Of one anima. Blocking; raises StorageFault."""

    def __init__(self, documents: Documents, shelf: ProfileShelf, anima: str) -> None:
        self._documents = documents
        self._shelf = shelf
        self._anima = anima

    def __call__(self) -> None:
        """Bring all profiles abreast of this anima's notes."""
        with lock_of(self._shelf.root):
            told = self._told()
            known = {profile.person: profile for profile in self._shelf.all()}
            for person in sorted({*told, *known}):
                before = known.get(person) or Profile(person=person, text="")
                after = self._published(before, told.get(person, {}))
                if after is not None and after.text != before.text:
                    self._shelf.write(after)

    def _told(self) -> dict[str, dict[str, MarkdownDocument]]:
        """Person → audience → note."""
        found: dict[str, dict[str, MarkdownDocument]] = {}
        for path in self._documents.paths("knowledge"):
            folder = shelf_of(path)
            audience = audience_of(folder) if folder else None
            if audience is None or not is_subject_note(path):
                continue
            document = self._documents.read(path)
            person = subject_person(str(document.meta.get("subject"))) if document else ""
            if document is not None and person and not document.problem and WRITTEN_HASH in document.meta:
                found.setdefault(person, {})[str(audience)] = document
        return found

    def _published(self, profile: Profile, told: Mapping[str, MarkdownDocument]) -> Profile | None:
        others = self._without_own(profile.text)
        if others.strip() and profile.meta.get("audience") != str(ORG):
            return replace(profile, text=others)
        own = [self._section(audience, note) for audience, note in sorted(told.items())]
        text = "\n".join(filter(None, [others.strip("\n"), *own]))
        name = profile.name or next((note.title for note in told.values()), "")
        return replace(
            profile, text=f"{text}\n" if text else "", name=name, meta={**profile.meta, "audience": str(ORG)}
        )

    def _section(self, audience: str, note: MarkdownDocument) -> str:
        lines = [_LABEL.sub("&lt;!--", line) for line in note.body.splitlines() if line.startswith("- ")]
        return "\n".join([f"{self._heading}{audience}", f"<!-- audience: {audience} -->", *lines])

    def _without_own(self, text: str) -> str:
        kept, is_own = list[str](), False
        for line in text.split("\n"):
            if line.startswith("#"):
                is_own = line.startswith(self._heading)
            if not is_own:
                kept.append(line)
        return "\n".join(kept)

    @property
    def _heading(self) -> str:
        return f"## Learned by {self._anima} for "


# --- withdrawing ----------------------------------------------------------------------------------------------------
# Withdrawing: what was taken back, or whose message is gone, is told by no note from that moment on, not from the
# next night on. A note loses the line; what was made of the message alone is put away.


BECAUSE_WITHDRAWN = "what it was made of was taken back"
_DERIVED_FIELD = tuple(kind for kind in DOCUMENT_KINDS if kind in ("knowledge", "procedures"))


class Withdrawing:
    """Blocking; call it from a thread. Raises StorageFault."""

    def __init__(self, documents: Documents, apply: Callable[[str, Sequence[Change]], list[Outcome]]) -> None:
        self._documents = documents
        self._apply = apply

    def facts(self, facts: Iterable[Fact]) -> bool:
        """Take their lines out of the notes of their subjects; whether there were any."""
        lines: dict[str, set[str]] = {}
        for fact in facts:
            if path := subject_path(fact.subject, fact.audience):
                lines.setdefault(path, set()).add(fact_line(fact))
        return self._carry_out(
            [
                _without(document, lines[path])
                for path in lines
                if (document := self._documents.read(path)) is not None and not document.problem
            ]
        )

    def events(self, ids: Collection[str], audience: str) -> None:
        """Put away what was made of one of these events or facts; notes of subjects follow their facts."""
        try:
            folder = shelf_name(Audience.parse(audience))
        except AddressError:
            return
        paths = [path for kind in _DERIVED_FIELD for path in self._documents.paths(kind) if shelf_of(path) == folder]
        made = (document for path in paths if (document := self._documents.read(path)) is not None)
        self._carry_out([_away(document) for document in made if _rests_on(document, ids)])

    def _carry_out(self, planned: Sequence[Change | None]) -> bool:
        changes = [change for change in planned if change is not None]
        if changes:
            named = " ".join(f"{item.path} {item.expects}" for item in changes)
            self._apply(f"withdrawn-{sha256(named.encode()).hexdigest()[:24]}", changes)
        return bool(changes)


def _without(document: MarkdownDocument, lines: Collection[str]) -> Change | None:
    kept = [line for line in document.body.split("\n") if line not in lines]
    body = "\n".join(kept)
    if body == document.body:
        return None
    if not any(line.startswith("- ") for line in kept):
        return _away(document)
    meta = {WRITTEN_HASH: body_hash(body)} if is_untouched(document) else {}
    return Change(
        kind="write", path=document.path, text=body, meta=meta, because=BECAUSE_WITHDRAWN, expects=document.version
    )  # fmt: skip


def _rests_on(document: MarkdownDocument, ids: Collection[str]) -> bool:
    is_made = any(document.meta.get(name) is True for name in ("auto_consolidated", "auto_distilled"))
    sources = document.meta.get("sources")
    return is_made and not is_subject_note(document.path) and isinstance(sources, list) and bool({*sources} & {*ids})


def _away(document: MarkdownDocument) -> Change:
    return Change(kind="archive", path=document.path, because=BECAUSE_WITHDRAWN, expects=document.version)
