"""What recall is asked with (Cue), what comes to mind (Recollection, Primed), and what a message did to memory."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Literal

from memory.vocabulary.address import Audience, Person, Place


@dataclass(frozen=True, slots=True, kw_only=True)
class Cue:
    """The situation that calls memories up.

    `key` is the id of the event that is being answered: it is not its own memory.
    `activation` is what woke the anima: message, heartbeat or cron. `trust` is how far who is answered is trusted.
    `shown` are words that stand before who answers anyway (the talk so far), by the ids of their events.
    """

    text: str
    audience: Audience
    now: datetime
    sender: Person | None = None
    sender_name: str = ""
    trust: str = ""
    place: Place | None = None
    key: str = ""
    activation: str = "message"
    shown: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class RecallReason:
    """One signal's share in why a memory came to mind."""

    signal: str
    value: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Recollection:
    """A recalled memory with its score and reasons. `path` may name a line: `…jsonl#L090412`."""

    id: str
    kind: str  # turn, episode, knowledge, procedure, fact, skill
    text: str
    score: float
    confidence: float  # calibrated similarity, 0..1
    reasons: tuple[RecallReason, ...]
    path: str
    at: datetime | None
    speaker: str
    place: str
    audience: str
    ids: tuple[str, ...] = ()  # ids of the events it stands for, in order
    outdated: str = ""  # "no longer true: …", "but others say: …"; empty where it holds
    context: str = ""  # the question that a short answer answers: "after Bob had asked: …"
    valid_from: datetime | None = None  # of a fact, known since `at`
    valid_until: datetime | None = None
    invalidated_at: datetime | None = None  # since when it is not believed any more
    own: bool = False  # the anima's own words


@dataclass(frozen=True, slots=True, kw_only=True)
class PrimedBlock:
    """What one priming channel brings: text for the prompt within its budget."""

    channel: str  # sender_profile, recent_activity, related_knowledge, skills, important, resolutions
    text: str
    recollections: tuple[Recollection, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Primed:
    """All that came to mind for a cue. `late` names the channels that missed the deadline or failed.

    `withheld` are low-confidence hits: they came to mind and were not said.
    """

    blocks: tuple[PrimedBlock, ...] = ()
    message_type: str = "question"
    late: tuple[str, ...] = ()
    elapsed_ms: float = 0.0
    withheld: tuple[Recollection, ...] = ()

    def text(self, channel: str) -> str:
        """The channel's text; empty when it brought nothing."""
        return next((block.text for block in self.blocks if block.channel == channel), "")

    @property
    def recollections(self) -> tuple[Recollection, ...]:
        return tuple(found for block in self.blocks for found in block.recollections)


# --- effect ---------------------------------------------------------------------------------------------------------
# What a message did to memory, so that whoever answers says just that and nothing more.


EffectKind = Literal["forgot", "nothing_to_forget", "which_to_forget", "corrected", "unclear_correction", "left_out"]


@dataclass(frozen=True, slots=True, kw_only=True)
class MemoryEffect:
    """`told` are the words concerned, as they now stand: what may be meant, the corrected sentence, what is left out
    of answers from now on. Of a correction `old` became `new`."""

    kind: EffectKind
    told: tuple[str, ...] = ()
    old: str = ""
    new: str = ""
