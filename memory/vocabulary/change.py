"""What sleep looks at, what it says of it, and what is planned to become of a file: memories, verdicts, changes."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Literal, TypeAlias

from memory.vocabulary.errors import MemoryFault
from memory.vocabulary.event import Json
from memory.vocabulary.fact import Fact, FactChange, Use

MemoryKind: TypeAlias = Literal["fact", "knowledge", "procedure", "episode", "skill"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Memory:
    """A fact, a document, or one entry of a day of episodes; it is for `audience` alone.

    `id` is the fact's, the document's path, or `path#n`. `at` is when it became known. Of a document there are
    `path`, the `version` of its bytes and the fields of its head, `meta`; of a fact the `fact` itself. `replaced_by`
    names what holds in its place, `instead_of` what it holds in the place of and is awake, `double_of` what says the
    same: where who looks has found that out.
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
    instead_of: str = ""
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
class NearMemory:
    """A memory and how like the one that was asked about it is: calibrated, 0 … 1."""

    memory: Memory
    similarity: float


ForgettingAct: TypeAlias = Literal["keep", "low", "dormant", "archive"]
"""What a rule would do: nothing, mark it as hardly used, lay it to rest, put it away."""


@dataclass(frozen=True, slots=True)
class ForgettingVerdict:
    act: ForgettingAct
    because: str = ""


KEEP_VERDICT = ForgettingVerdict("keep")


def _moment(value: Json) -> datetime | None:
    try:
        found = datetime.fromisoformat(value) if isinstance(value, str) else None
    except ValueError:
        return None
    return found if found and found.tzinfo else None


# --- change ---------------------------------------------------------------------------------------------------------
# A change: what is planned to become of one file or of memory's log (Change), and what became of it (Outcome).


ChangeKind: TypeAlias = Literal["write", "mark", "archive", "restore", "note"]


class NotKept(MemoryFault, LookupError):
    """There is no such batch, or no such version of this file."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Change:
    """Planned; a list of them is applied as one batch, which can be undone.

    `write` puts `text` with the fields `meta` (over those that are there) at `path`; `mark` puts the fields alone, and
    the document is no newer for it; `archive` puts the file away,
    below `folder` of the archive; `restore` brings back its `version`; `note` adds `note` to the memory log.
    `expects` is the version that the planner saw ("": no file); None: whatever is there.
    """

    kind: ChangeKind
    because: str
    path: str = ""
    text: str = ""
    meta: Mapping[str, Json] = field(default_factory=dict)
    expects: str | None = None
    folder: str = ""
    version: str = ""
    note: Use | FactChange | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Outcome:
    """What became of a change. `version` is the file's now ("": there is none).

    Not `applied`: `why` tells the reason, and the text is `kept` as this version, which can be restored.
    """

    path: str
    because: str
    applied: bool
    version: str = ""
    kept: str = ""
    why: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Version:
    """A text that stood, or was to stand, under a path; `id` is the hash of its bytes."""

    id: str
    at: datetime
