"""An entry: one thing that can be remembered, as the index keeps it."""

from __future__ import annotations

from datetime import datetime
from typing import NamedTuple

from memory.archive.activity_log import mark_of
from memory.languages.answers import Offered

FACT = "fact"
KEPT = "kept"
"""A fact that stands by itself: there is no turn by which it could come to mind."""
FACTS = (FACT, KEPT)
KEY = "key"
"""One thing that a turn states, as a way to find the turn by its meaning; it has no words of its own."""
DOCUMENTS = frozenset({"episode", "knowledge", "procedure", "skill"})
"""Pieces of files, which tell again what was said, or what somebody has written down."""


class Entry(NamedTuple):
    """A turn of a conversation, a piece of a document, or a fact.

    A tuple, given by name: each question makes some hundred and fifty, and a frozen dataclass takes five times as long.

    `path` with `line` (from 1) and `offset` (bytes) is where the truth stands. `session` is 0 for what is said in no
    conversation. `message` is room and platform id, by which a later edit or deletion names it. `own`: the anima's
    own words. `trust` is how far its source is to be trusted, where that is not far. `source` is the turn that a fact
    was understood from: the fact is one more way to find it. `valid_from`, `valid_until` and `invalidated_at` are a
    fact's, known since `at`. `confidence` is that of a document's or a fact's source, 0 … 1.
    `offered` are the kinds of answer that the text could give, as the index keeps them.
    """

    id: str
    kind: str  # turn, episode, knowledge, procedure, skill, fact, kept, key
    text: str
    path: str
    audience: str
    line: int = 0
    last_line: int = 0
    offset: int = 0
    at: datetime | None = None
    speaker: str = ""
    person: str = ""
    place: str = ""
    message: str = ""
    own: bool = False
    trust: str = ""
    source: str = ""
    valid_from: datetime | None = None
    valid_until: datetime | None = None
    invalidated_at: datetime | None = None
    confidence: float = 0.5
    session: int = 0
    row: int = 0
    offered: Offered = Offered()

    @property
    def pointer(self) -> str:
        """The path, of a turn with its line, as a tool can open it; a fact goes by its id."""
        if self.kind in FACTS:
            return self.id
        return f"{self.path}#{mark_of(self.at)}" if self.kind == "turn" and self.at else self.path

    @property
    def searchable(self) -> str:
        """The text that is indexed: a day and a name are found like any other word."""
        day = f"[{self.at:%A}, {self.at.day} {self.at:%B %Y}] " if self.at else ""
        name = f"{self.speaker}: " if self.speaker else ""
        return f"{day}{name}{self.text}"

    @property
    def meaning(self) -> str:
        """The text that is embedded: day and speaker are known otherwise, and would make all turns alike."""
        if self.kind in FACTS and self.speaker and self.text.startswith(self.speaker):
            return self.text.removeprefix(self.speaker).lstrip(" :,'’") or self.text
        return self.text
