"""A message as formation sees it (Said), and what was understood of it (Understood, Statement)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class Said:
    """Who said what to whom. `at` is aware, in the zone that the house counts its days in; `person` is an address,
    `speaker` a label.

    `own`: the anima's own words. `is_trusted`: an owner, admin or member, as the event says; `trust` is a label where
    the speaker is not much to be trusted. `heard_at` is when the anima came to know of it, where that was later.
    `message` is room and platform id, `source` the event of the message that this is an edit of. `before` are the
    messages said before it in the same place, oldest first, without theirs. `people` are the addresses of those who
    have spoken to the same readers, by folded name, where only one goes by it.
    """

    id: str
    text: str
    at: datetime
    person: str
    speaker: str
    place: str = ""
    message: str = ""
    audience: str = ""
    addressee: str = ""
    trust: str = ""
    own: bool = False
    is_trusted: bool = False
    heard_at: datetime | None = None
    source: str = ""
    before: tuple[Said, ...] = ()
    people: Mapping[str, str] = field(default_factory=dict, compare=False, repr=False)

    @property
    def workspace(self) -> str:
        """What stands before the id in the address of whoever is mentioned here: `slack:T01/`, `discord:`."""
        platform, _, rest = self.person.partition(":")
        workspace, slash, _ = rest.partition("/")
        return f"{platform}:{workspace}/" if slash else f"{platform}:"


@dataclass(frozen=True, slots=True, kw_only=True)
class Valid:
    """Aware instants, in the speaker's zone; `from_` is None where it is so since it was said, or longer."""

    from_: datetime | None = None
    until: datetime | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Given:
    """A value that a clause gives an attribute. `subject` is a person's address or a folded name; `start` and `end`
    are where the value stands; `valid` is None where only the whole clause tells.

    `is_new`: it says that it was otherwise before. `is_reported`: the speaker has it from hearsay.
    """

    subject: str
    attribute: str
    value: str
    start: int
    end: int
    valid: Valid | None = None
    is_new: bool = False
    is_reported: bool = False

    @property
    def slot(self) -> str:
        return f"{self.subject} {self.attribute}".strip()


@dataclass(frozen=True, slots=True, kw_only=True)
class Statement:
    """One thing that the message states, as it may stand alone: names for pronouns, days as ISO.

    `subject` is whom or what it is about: a person's address, else a folded name. `slot` and `value` are given, both
    folded, where it answers a question that has one answer at a time ("home" of a person, "release date" of a
    project): the slot is `<subject> <attribute>`. `start` and `end` are where it stands in the message. `question` is
    the `message` before it, whose words it holds too. `otherwise` is the category of a correction where
    nothing is known that it corrects.
    """

    text: str
    category: str
    otherwise: str = "fact"
    subject: str = ""
    slot: str = ""
    value: str = ""
    valid_from: datetime | None = None
    valid_until: datetime | None = None
    reported: str = ""
    entities: tuple[str, ...] = ()
    corrects: bool = False
    confidence: float = 0.5
    start: int = 0
    end: int = 0
    question: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Understood:
    """What is worth keeping of a message. No `category`: nothing is, `because` of this."""

    category: str = ""
    because: str = ""
    statements: tuple[Statement, ...] = ()
    entities: tuple[str, ...] = ()
