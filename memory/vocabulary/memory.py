"""A memory as sleep looks at it (Memory), how like another one it is (Near), and what a rule says of it (Verdict)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Literal, TypeAlias

from memory.vocabulary.event import Json
from memory.vocabulary.fact import Fact

MemoryKind: TypeAlias = Literal["fact", "knowledge", "procedure", "episode", "skill"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Memory:
    """A fact, a document, or one entry of a day of episodes; it is for `audience` alone.

    `id` is the fact's, the document's path, or `path#n`. `at` is when it became known. Of a document there are
    `path`, the `version` of its bytes and the fields of its head, `meta`; of a fact the `fact` itself. `replaced_by`
    names what holds in its place, `double_of` what says the same: where who looks has found that out.
    """

    id: str
    kind: MemoryKind
    text: str
    audience: str
    category: str = ""
    at: datetime | None = None
    path: str = ""
    version: str = ""
    meta: Mapping[str, Json] = field(default_factory=dict)
    fact: Fact | None = None
    replaced_by: str = ""
    double_of: str = ""

    @property
    def entities(self) -> tuple[str, ...]:
        """What it is about, folded."""
        if self.fact:
            return self.fact.entities
        named = self.meta.get("entities")
        return tuple(map(str, named)) if isinstance(named, list) else ()

    @property
    def valid_until(self) -> datetime | None:
        """When it ends to hold, where that is known."""
        return self.fact.valid_until if self.fact else _moment(self.meta.get("valid_until"))

    def says(self, name: str) -> bool:
        """Whether the head of the document, or the fact, claims this of itself: pinned, immutable, protected …"""
        return self.meta.get(name) is True or bool(getattr(self.fact, name, False))


@dataclass(frozen=True, slots=True)
class Near:
    """A memory and how like the one that was asked about it is: calibrated, 0 … 1."""

    memory: Memory
    similarity: float


Act: TypeAlias = Literal["keep", "low", "dormant", "archive"]
"""What a rule would do: nothing, mark it as hardly used, lay it to rest, put it away."""


@dataclass(frozen=True, slots=True)
class Verdict:
    act: Act
    because: str = ""


KEEP = Verdict("keep")


def _moment(value: Json) -> datetime | None:
    try:
        found = datetime.fromisoformat(value) if isinstance(value, str) else None
    except ValueError:
        return None
    return found if found and found.tzinfo else None
