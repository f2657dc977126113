"""A change: what is planned to become of one file or of memory's log (Change), and what became of it (Outcome)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Literal, TypeAlias

from memory.vocabulary.errors import MemoryFault
from memory.vocabulary.event import Json
from memory.vocabulary.fact import FactChange
from memory.vocabulary.strength import Use

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
