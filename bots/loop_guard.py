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


@dataclass(slots=True)
class _Talk:
    """One conversation's recent bot turns."""

    in_a_row: int = 0
    last_texts: deque[str] = field(default_factory=lambda: deque(maxlen=3))
    times: dict[str, deque[datetime]] = field(default_factory=dict)


class LoopGuard:
    """Remembers, for each lane, how long bots have been among themselves."""

    def __init__(self) -> None:
        self._talks: dict[str, _Talk] = {}

    def allows(self, lane: str, message: Message, now: datetime) -> bool:
        """Whether this message may be answered; a person's always may and clears the count."""
        if not message.author_is_bot:
            self._talks.pop(lane, None)
            return True
        talk = self._talks.setdefault(lane, _Talk())
        times = talk.times.setdefault(str(message.author), deque(maxlen=A_MINUTE))
        too_many = len(times) == A_MINUTE and now - times[0] < timedelta(minutes=1)
        again = message.text.strip() in talk.last_texts
        talk.last_texts.append(message.text.strip())
        if talk.in_a_row >= IN_A_ROW or too_many or again:
            return False
        talk.in_a_row += 1
        times.append(now)
        return True
