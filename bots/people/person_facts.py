"""What the animas know of one person, of that which certain readers may know."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING, Protocol

from bots.anima.anima_files import AnimaState
from bots.message import File
from bots.people.addressing import fold_name
from memory.archive.contacts import SETTING_NAME, SETTING_QUIET, SETTING_ZONE, Contacts
from memory.vocabulary.address import Audience
from memory.vocabulary.errors import NotAllowed
from memory.vocabulary.event import Json
from memory.vocabulary.fact import Fact

if TYPE_CHECKING:  # a command line that asks a running fleet needs no memory of its own
    from memory.engine import MemoryEngine


class FleetMemories(Protocol):
    """The part of a fleet that is asked."""

    @property
    def contacts(self) -> Contacts: ...

    def animas(self) -> Sequence[AnimaState]: ...

    async def memory(self, anima: str) -> MemoryEngine: ...


@dataclass(frozen=True, slots=True, kw_only=True)
class PersonFact:
    """One thing that an anima holds of a person."""

    anima: str
    fact: Fact

    @property
    def text(self) -> str:
        return " ".join(self.fact.text.split())

    def data(self) -> dict[str, Json]:
        return {
            "id": self.fact.id,
            "anima": self.anima,
            "text": self.fact.text,
            "category": self.fact.category,
            "audience": self.fact.audience,
            "told_by": self.fact.person,
            "since": self.fact.recorded_at.isoformat(),
        }


async def facts_of_person(house: FleetMemories, person: str, audience: Audience) -> list[PersonFact]:
    """What is told by or about the person and believed now, as far as this audience may read it; the latest first."""
    own, found = set(house.contacts.addresses(person)), list[PersonFact]()
    for anima in [item.name for item in house.animas() if item.enabled]:
        facts = await (await house.memory(anima)).facts.believed(audience)
        found += [PersonFact(anima=anima, fact=fact) for fact in facts if own & {fact.person, fact.subject}]
    found.sort(key=lambda item: item.fact.recorded_at, reverse=True)
    return list({(fold_name(item.text), item.fact.audience): item for item in reversed(found)}.values())[::-1]


@dataclass(frozen=True, slots=True, kw_only=True)
class ForgetRequest:
    """Of a person who may read it there, and why."""

    person: str
    audience: Audience
    because: str
    at: datetime


async def forget_fact(contacts: Contacts, anima: str, engine: MemoryEngine, id: str, wish: ForgetRequest) -> None:
    """A fact is forgotten, and wherever its person had shared it. Raises StorageFault."""
    copies = [item for item in contacts.shared_by(wish.person) if (item.anima, item.fact) == (anima, id)]
    for fact, readers in [(id, wish.audience), *((copy.copy, Audience.parse(copy.audience)) for copy in copies)]:
        with suppress(NotAllowed):  # taken back by other ways already
            await engine.facts.forget(fact, readers, wish.person, wish.because)
    for copy in copies:
        await asyncio.to_thread(contacts.unshare, copy, wish.at)


def export_person(
    house: FleetMemories, person: str, found: Sequence[PersonFact]
) -> tuple[Mapping[str, Json], str, tuple[File, ...]]:
    """As data, as Markdown, and both as files."""
    contacts = house.contacts
    whole: dict[str, Json] = {
        "person": person,
        "accounts": list(contacts.addresses(person)),
        "name": contacts.shown_name(person),
        **{
            what: contacts.settled(person, what)
            for what in (SETTING_NAME, SETTING_QUIET, SETTING_ZONE)
            if contacts.settled(person, what)
        },
        "shared": [
            {"fact": item.fact, "copy": item.copy, "with": item.audience} for item in contacts.shared_by(person)
        ],
        "facts": [item.data() for item in found],
    }
    lines = [f"# {whole['name'] or person}", "", f"Accounts: {', '.join(contacts.addresses(person))}", ""]
    lines += [
        f"- {item.text} ({item.anima}, {item.fact.recorded_at:%Y-%m-%d}, for {item.fact.audience})" for item in found
    ]
    text = "\n".join([*lines, ""])
    return (
        whole,
        text,
        (_export_file("me.json", json.dumps(whole, ensure_ascii=False, indent=1)), _export_file("me.md", text)),
    )


def _export_file(name: str, text: str) -> File:
    content = text.encode(errors="replace")
    media_type = "application/json" if name.endswith(".json") else "text/markdown"
    return File(name=name, media_type=media_type, size=len(content), content=content)
