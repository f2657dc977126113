"""A fact: one thing that was understood from what was said, how it is related to others, how it stands by its use."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime

FACT_CATEGORIES = ("correction", "preference", "decision", "plan", "fact", "entity")
"""What a fact is, the first that fits."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Feeling:
    """How it was said: `valence` -1 … 1, `arousal` 0 … 1, `name` one of Ekman's six or empty."""

    valence: float = 0.0
    arousal: float = 0.0
    name: str = ""


CALM_FEELING = Feeling()


@dataclass(frozen=True, slots=True, kw_only=True)
class Fact:
    """Atomic, dated and attributed, as it was formed; it never changes, what becomes of it are FactChanges.

    It says that something holds at `observed_at`, the instant at which it was said, and from `valid_from` on: where no
    begin is told, they are the same. `order` is its place among what was said of one slot at one instant. `text` stands
    alone: names for pronouns, days as ISO. `slot` is the question that `value` answers, where it can have one answer
    only ("slack:T01/U01 home" → "izmir"); both are folded. `subject` is whom or what it is about (a person's address
    where that is known, else a folded name), `person` who said it.
    `sources` are the ids of the events that it was understood from, `message` is room and platform id of the first, by
    which a later edit or deletion names it; `question` is that of the message whose words it holds because it is the
    answer to them.
    """

    id: str
    text: str
    category: str
    recorded_at: datetime
    valid_from: datetime
    valid_until: datetime | None = None
    observed_at: datetime | None = None
    order: int = 0
    subject: str = ""
    slot: str = ""
    value: str = ""
    person: str = ""
    speaker: str = ""
    addressee: str = ""
    reported: str = ""  # "" said in their own name, else "reported" or "quoted"
    place: str = ""
    message: str = ""
    question: str = ""
    audience: str = ""
    trust: str = ""
    sources: tuple[str, ...] = ()
    entities: tuple[str, ...] = ()
    confidence: float = 0.5
    written_by: str = "observer"  # observer, formation, dream, manual
    told_by: str = "user_message"  # user_message, assistant_message, system, federation
    feeling: Feeling = field(default=CALM_FEELING)
    importance: float = 0.5
    flashbulb: bool = False
    pinned: bool = False
    immutable: bool = False
    corrects: bool = False
    """It takes back what was said before: against another's word it counts as the newer one."""

    @property
    def said_at(self) -> datetime:
        """The instant at which it was said to hold; of what is kept without one, that at which it became known."""
        return self.observed_at or self.recorded_at


FORMED, REINFORCED, RETRACTED, PINNED, UNPINNED = "formed", "reinforced", "retracted", "pinned", "unpinned"
MERGED, RELATED, QUARANTINED, RELEASED = "merged", "related", "quarantined", "released"
ASKED, SETTLED, INVALIDATED, UNDONE = "asked", "settled", "invalidated", "undone"
SUPERSEDED = "superseded"
DORMANT, WOKEN, PROMOTED, DEMOTED, REHEARSED = "dormant", "woken", "promoted", "demoted", "rehearsed"
FACT_CHANGES = frozenset(
    {
        *(FORMED, REINFORCED, RETRACTED, PINNED, UNPINNED, MERGED, RELATED, QUARANTINED, RELEASED, SUPERSEDED),
        *(ASKED, SETTLED, INVALIDATED, UNDONE, DORMANT, WOKEN, PROMOTED, DEMOTED, REHEARSED),
    }
)
BRINGING = frozenset({FORMED, MERGED})
"""The changes that bring a fact."""


@dataclass(frozen=True, slots=True, kw_only=True)
class FactChange:
    """One line of the memory log that is no use; `key` names the moment, so that it is noted once.

    `formed` brings the `fact`; `merged` too, which holds all of the facts `ids` that it takes the place of.
    `quarantined`: `ids` are put aside; `released` brings the `fact` back, from there or out of the one that it was
    merged into. `reinforced`: `ids` were said again (by `person`, in the event `source`). `retracted`: they never were
    so.
    `related`: the first of `ids` to the second, as `how` with `confidence`. `asked`: a person was asked which of
    `ids` holds; `settled`: they said that the first of `ids` does (`how`: keep, replace or both).

    Of any memory, a document's path too: `dormant`: it is kept from coming to mind, until it is `woken` or used.
    `promoted`, `demoted`: it is of the tier `how` from now on. `rehearsed`: it was found by its own question, and is
    firmer for it. `invalidated`: it was so, and is no more. `undone`: the notes whose keys are `ids` count no more, as
    if they had never been noted; an `undone` note cannot be undone.

    Of messages: `superseded`: the message of the event `ids` was replaced, corrected or denied (`how`) by that of the
    event `source`, with this `confidence`; for those who may read the latter (`audience`).
    """

    ts: datetime
    key: str
    type: str
    ids: tuple[str, ...] = ()
    because: str = ""
    how: str = ""
    confidence: float = 0.0
    person: str = ""
    source: str = ""
    audience: str = ""
    fact: Fact | None = None
    turns: tuple[str, ...] = ()
    """Of `retracted`: the events whose words are to be told no more either."""
    left: Mapping[str, str] = field(default_factory=dict, hash=False)
    """The words that stay, by event, of those of which some do."""


def concerned_facts(change: FactChange) -> tuple[str, ...]:
    """The memories that a change is about, each once: those that it names, and the fact that it brings."""
    is_bringing = change.type in BRINGING or change.type == RELEASED
    brought = (change.fact.id,) if change.fact and is_bringing else ()
    return tuple(dict.fromkeys((*change.ids, *brought)))


# --- relation -------------------------------------------------------------------------------------------------------
# How two memories are related (Relation): one memory to another, in one of six ways.


SUPERSEDES, CONTRADICTS, CAUSES = "supersedes", "contradicts", "causes"
ELABORATES, SAME_ENTITY, RELATED_TO = "elaborates", "same_entity", "related_to"

RELATION_KINDS = (SUPERSEDES, CONTRADICTS, CAUSES, ELABORATES, SAME_ENTITY, RELATED_TO)
MUTUAL_RELATIONS = frozenset({CONTRADICTS, SAME_ENTITY, RELATED_TO})
"""The kinds that are the same read from either end."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Relation:
    """`source` supersedes, causes, elaborates … `target`; both are ids of memories. Confidence 0 … 1."""

    source: str
    target: str
    kind: str
    confidence: float


# --- strength -------------------------------------------------------------------------------------------------------
# How a memory stands by its use (Strength), and one note of the memory log by which that is counted (Use).


EPISODIC, SEMANTIC, ASLEEP = "episodic", "semantic", "dormant"
"""Tiers of memories."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Strength:
    """What use has made of a memory. A memory that nothing is known of has the defaults, those of a first review.

    `utility` is the earned one. How near it is now is the retention since it was last `reviewed` (used, or said
    again), or `born`. `captured`: something strong came soon after, and holds it. `tier` is one of `tiers`;
    `asleep_since`: it was laid to rest then, and has not been used since.
    """

    access_count: int = 0
    last_access: datetime | None = None
    utility: float = 0.5
    importance: float = 0.5
    pinned: bool = False
    storage: float = 1.0
    stability_days: float = 2.3065
    difficulty: float = 2.1181
    born: datetime | None = None
    reviewed: datetime | None = None
    captured: bool = False
    tier: str = EPISODIC
    asleep_since: datetime | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Use:
    """One moment in which memories took part; `key` names it, so that it is noted once.

    `type` is used (found by a search, read, in a reply, confirmed: see `how`), primed (it stood in a prompt),
    withheld (it came to mind, but was too unsure to be said) or refuted. Only the first and the last teach anything.
    """

    ts: datetime
    key: str
    type: str
    ids: tuple[str, ...]
    how: str = ""  # search, read, reply, confirmed
    audience: str = ""


USED, PRIMED, WITHHELD = "used", "primed", "withheld"
REFUTED = "refuted"
"""A person said that it was wrong, or no help; that is no use."""


def memory_of(id: str) -> str:
    """The memory that an id belongs to: a note is one memory, each entry of a day of episodes is one of its own."""
    path, mark, number = id.rpartition("#")
    if mark and number.isdigit() and path.endswith(".md") and not path.startswith("episodes/"):
        return path
    return id
