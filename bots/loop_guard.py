"""Loop guard: bots may talk to each other, but not for ever.

At most four bot turns in a row without a person in a conversation, at most eight a minute from one bot to one anima,
and never an answer to the same words again.
"""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass, field
from datetime import datetime, timedelta

from bots.message import Message

IN_A_ROW = 4
A_MINUTE = 8


_REMEMBERED = 32


@dataclass(slots=True)
class _Talk:
    """One conversation's recent bot turns. `verdicts` are those of the latest messages, by their keys."""

    in_a_row: int = 0
    last_texts: deque[str] = field(default_factory=lambda: deque(maxlen=3))
    times: dict[str, deque[datetime]] = field(default_factory=dict)
    verdicts: dict[str, bool] = field(default_factory=dict)


class LoopGuard:
    """Remembers, for each lane, how long bots have been among themselves."""

    def __init__(self) -> None:
        self._talks: dict[str, _Talk] = {}

    def person_spoke(self, lane: str) -> None:
        """Bots may talk again; how fast they do is still counted."""
        if (talk := self._talks.get(lane)) is not None:
            talk.in_a_row = 0
            talk.last_texts.clear()

    def allows(self, lane: str, message: Message, now: datetime) -> bool:
        """Whether this bot's message, which calls on an anima, may be answered. Heard twice, it counts once."""
        talk = self._talks.setdefault(lane, _Talk())
        if message.key not in talk.verdicts:
            talk.verdicts[message.key] = _judged(talk, message, now)
            while len(talk.verdicts) > _REMEMBERED:
                del talk.verdicts[next(iter(talk.verdicts))]
        return talk.verdicts[message.key]


def _judged(talk: _Talk, message: Message, now: datetime) -> bool:
    times = talk.times.setdefault(str(message.author), deque(maxlen=A_MINUTE))
    too_many = len(times) == A_MINUTE and now - times[0] < timedelta(minutes=1)
    again = message.text.strip() in talk.last_texts
    talk.last_texts.append(message.text.strip())
    if talk.in_a_row >= IN_A_ROW or too_many or again:
        return False
    talk.in_a_row += 1
    times.append(now)
    return True
