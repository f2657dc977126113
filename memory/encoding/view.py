"""What formation may look at: known facts, within what the audience of a message may read."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Protocol

from memory.encoding.gate import Near
from memory.vocabulary.fact import Fact
from memory.vocabulary.strength import Strength


@dataclass(frozen=True, slots=True)
class Turn:
    """The event by which something was said, and the words."""

    id: str
    text: str


class View(Protocol):
    """Blocking. Nothing that is retracted, quarantined or merged into another is shown."""

    def has(self, id: str) -> bool:
        """Whether there is, or ever was, a fact with this id."""
        ...

    def person_called(self, name: str, audience: str) -> str:
        """The address of the one person who spoke to these readers and is called that; empty where that is open."""
        ...

    def near(self, text: str, audience: str) -> Sequence[Near]:
        """The most similar facts, best first."""
        ...

    def of_slot(self, slot: str, audience: str) -> Sequence[Fact]:
        """What is known of a slot, the latest (in the world) first."""
        ...

    def of_sources(self, events: Sequence[str]) -> Sequence[Fact]:
        """What was understood from these events, or said again in them."""
        ...

    def said_in(self, facts: Sequence[Fact]) -> Sequence[str]:
        """The events in which these were told, and told again."""
        ...

    def turns_of(self, person: str, words: Sequence[str]) -> Sequence[Turn]:
        """What this person said in which any of the words occurs."""
        ...

    def has_taken_back(self, event: str) -> bool:
        """Whether something was taken back by this event already."""
        ...

    def of_person(self, person: str, since: datetime) -> Sequence[Fact]:
        """What a person said since then, the latest first."""
        ...

    def of_reply(self, question: str) -> Sequence[str]:
        """The memories that the answer to this event made use of."""
        ...

    def strength(self, id: str, audience: str) -> Strength:
        """Of a fact, by those of its uses that these readers could see."""
        ...
