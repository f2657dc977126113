"""An entry: one thing that can be remembered, the turn that an event becomes, and which entries a search may find."""

from __future__ import annotations

import json
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from datetime import datetime, tzinfo
from typing import NamedTuple

from memory.archive.activity_log import mark_of
from memory.language.analyser import query_terms
from memory.language.answer_kinds import OfferedAnswer
from memory.language.prose import LONGEST_LEGIBLE, legible, sentences, spoken
from memory.theories.ranking_signals import open_question
from memory.vocabulary.address import Place
from memory.vocabulary.errors import AddressError
from memory.vocabulary.event import Event, author_of
from memory.vocabulary.text_form import shown_name

FACT_KIND = "fact"
KEPT_KIND = "kept"
"""A fact that stands by itself: there is no turn by which it could come to mind."""
FACT_KINDS = (FACT_KIND, KEPT_KIND)
ENTRY_KEY = "key"
"""One thing that a turn states, as a way to find the turn by its meaning; it has no words of its own."""
DOCUMENT_ENTRY_KINDS = frozenset({"episode", "knowledge", "procedure", "skill"})
"""Pieces of files, which tell again what was said, or what somebody has written down."""


class IndexEntry(NamedTuple):
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
    offered: OfferedAnswer = OfferedAnswer()

    @property
    def pointer(self) -> str:
        """The path, of a turn with its line, as a tool can open it; a fact goes by its id."""
        if self.kind in FACT_KINDS:
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
        if self.kind in FACT_KINDS and self.speaker and self.text.startswith(self.speaker):
            return self.text.removeprefix(self.speaker).lstrip(" :,'’") or self.text
        return self.text


# --- within ---------------------------------------------------------------------------------------------------------
# What a search may find, as a condition of the query itself.


@dataclass(frozen=True, slots=True, kw_only=True)
class SearchScope:
    """What may be found: applied in the query, before anything is ranked or counted.

    Of facts those that were believed at the instant `known_at` and hold then, or held at `valid_at` before it; None:
    those that nothing has ended, of any time. `whole`: those too that have ended. `person`: what they said alone.
    """

    audiences: Collection[str]
    kinds: Collection[str] = ()
    since: datetime | None = None
    until: datetime | None = None
    without: Collection[str] = ()
    known_at: datetime | None = None
    valid_at: datetime | None = None
    whole: bool = False
    person: str = ""

    def sql(self) -> tuple[str, list[str | float]]:
        """A condition on the columns of the index `scope`, and its values; `without` is left to the caller.

        The plus keeps SQLite from searching that index, for each row, once for each audience with each kind.
        """
        clauses, values = [], list[str | float]()
        for column, names in (("audience", self.audiences), ("kind", self.kinds)):
            if names or column == "audience":
                clauses.append(f"+m.{column} IN {_among(names)}")
                values += _listed(names)
        if self.person:
            clauses.append("m.person = ?")
            values.append(self.person)
        if self.since:
            clauses.append("m.stamp >= ?")
            values.append(self.since.timestamp())
        if self.until:
            clauses.append("m.stamp <= ?")
            values.append(self.until.timestamp())
        if not self.whole and (not self.kinds or set(FACT_KINDS) & set(self.kinds)):
            self._of_facts(clauses, values)
        return " AND ".join(clauses), values

    def _of_facts(self, clauses: list[str], values: list[str | float]) -> None:
        """What is no fact has no such instants."""
        if self.known_at is None:
            clauses.append("m.invalidated_at IS NULL")
            return
        known, valid = self.known_at.timestamp(), (self.valid_at or self.known_at).timestamp()
        clauses.append("(m.invalidated_at IS NULL OR m.invalidated_at > ?)")
        clauses.append("(m.valid_until IS NULL OR m.valid_until > ?) AND (m.valid_from IS NULL OR m.valid_from <= ?)")
        values += [known, min(known, valid), known]


_FEW = 20


def _among(names: Collection[str]) -> str:
    """A few are quicker one by one; for many the statement would be another one each time."""
    return f"({', '.join('?' * len(names))})" if len(names) <= _FEW else "(SELECT value FROM json_each(?))"


def _listed(names: Collection[str]) -> list[str | float]:
    return [*sorted(names)] if len(names) <= _FEW else [json.dumps(sorted(names))]


# --- turns ----------------------------------------------------------------------------------------------------------
# From an event of the activity log to the turn that is remembered of it.


SPOKEN_TYPES = frozenset({"message_received", "dm_received", "response_sent", "dm_sent", "channel_post"})
"""What is said in conversations; everything else in the log is no memory of its own."""

TRUSTED_TYPES = frozenset({"owner", "admin", "linked", "member"})
_UNLABELLED = TRUSTED_TYPES | {"", "self", "anima"}
"""Whose words need no label."""

OWN_TYPES = frozenset({"response_sent", "dm_sent", "channel_post"})


FEWEST_KEY_TERMS = 2
"""What has fewer words that say something states nothing."""


def turn_entry(event: Event, zone: tzinfo, path: str, line: int, offset: int) -> IndexEntry | None:
    """The turn, or None for an event in which nothing is said, or that nothing may tell again."""
    if event.type not in SPOKEN_TYPES or not event.content.strip() or event.is_confided:
        return None
    author = author_of(event)
    return IndexEntry(
        id=event.id or f"{path}#L{line}",
        kind="turn",
        text=event.content,
        path=path,
        line=line,
        offset=offset,
        at=event.ts.astimezone(zone),
        speaker=speaker_name(event),
        person=str(event.meta.get("person") or event.sender),
        place=event.channel,
        audience=event.audience,
        message=message_key(event),
        own=event.type in OWN_TYPES,
        trust=author.kind if author.is_mute else low_trust(event.meta.get("trust")),
    )


def turn_keys(turn: IndexEntry) -> Iterator[IndexEntry]:
    """What the turn states one by one: it is long, and what it tells by the way is far from its whole meaning."""
    said = sentences(spoken(legible(turn.text))) if len(turn.text) <= LONGEST_LEGIBLE else ()
    if len(said) < 2:
        return
    for number, item in enumerate(said):
        if not open_question(item.text) and len(query_terms(item.text)) >= FEWEST_KEY_TERMS:
            yield turn._replace(
                id=f"{turn.id}#s{number}", kind=ENTRY_KEY, text=item.text, source=turn.id, place="", message="", row=0
            )


def low_trust(level: object) -> str:
    """The level as a label, where it is not one of the fleet's own people; empty for those."""
    label = one_line(str(level or ""))[:20]
    return "" if label in _UNLABELLED else label


def message_key(event: Event) -> str:
    """Room and platform id of the message that the event is, or is about; empty where it has none."""
    message = event.meta.get("message_id")
    try:
        return f"{Place.parse(event.channel).room} {message}" if message else ""
    except AddressError:
        return ""


def speaker_name(event: Event) -> str:
    """Who said it, as it may stand in a text."""
    return shown_name(str(event.meta.get("name") or "")) or one_line(event.sender)


def one_line(name: str) -> str:
    """A name or topic as it may stand in a prompt: without line breaks."""
    return " ".join(name.split())
