"""What may be chosen of a memory engine; every choice has a usual value."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, tzinfo

from memory.archive.redaction import Redact, nothing
from memory.forgetting.overfull import MOST_ACTIVE
from memory.formation.pairs import RelationJudge
from memory.index.keeper import CHROMA_FROM
from memory.knowledge.ports import Entailment
from memory.priming.budget import USUAL, Budgets
from memory.recall.associations import USUAL_SPREADING, Spreading
from memory.recall.mood import Congruence
from memory.recall.recall import Recall
from memory.theories.retention import SOURCE, Curve
from memory.vocabulary.address import Membership
from memory.vocabulary.ports import Judge


@dataclass(frozen=True, slots=True, kw_only=True)
class Options:
    """`zone` decides which day file an event belongs to; `redact` takes secrets out of what is kept.

    `membership` tells who reads which room; without it nobody reads what was said elsewhere.
    `chroma_from` None: all vectors are scanned exactly, always.
    `recall` finds and ranks; `mood` says when what was said in the mood of a question goes up; `spreading` says how
    notes wake those that they are linked to (None: not).
    `forms`: facts are formed of what is recorded, behind the conversation; with the help of `judge`, else by rules.
    `relations` judges which earlier messages a later one replaces; without it none is, but by its facts.
    Above `most_active` memories of an audience a night lets the least useful ones sleep.
    `entailment` tells a night whether texts follow from one another.
    """

    membership: Membership | None = None
    zone: tzinfo = UTC
    redact: Redact = nothing
    chroma_from: int | None = CHROMA_FROM
    budgets: Budgets = USUAL
    recall: type[Recall] = Recall
    mood: Congruence = "off"
    spreading: Spreading | None = USUAL_SPREADING
    forms: bool = True
    judge: Judge | None = None
    relations: RelationJudge | None = None
    curve: Curve = SOURCE
    most_active: int = MOST_ACTIVE
    entailment: Entailment | None = None


USUAL_OPTIONS = Options()
