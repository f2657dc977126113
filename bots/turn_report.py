"""What a turn remembered and why its reply came out as it did: values."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from memory.vocabulary.recall import Reason


@dataclass(frozen=True, slots=True, kw_only=True)
class Remembered:
    """One memory that stood in the prompt of a turn, and the signals that brought it."""

    text: str
    path: str
    channel: str
    score: float
    reasons: tuple[Reason, ...]
    audience: str
    id: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class TurnReport:
    """Why a reply came out as it did."""

    turn: str  # the id of the message answered
    anima: str
    at: datetime
    place: str
    audience: str
    person: str
    model: str
    message_type: str
    remembered: tuple[Remembered, ...]
    late: tuple[str, ...]
    outcome: str

    @property
    def is_answered(self) -> bool:
        """Whether the model gave a whole answer."""
        return self.outcome == "answered"
