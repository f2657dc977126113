"""Loop guard: bots may talk to each other, but not for ever.

At most four answers of ours after a person's last line in a conversation, at most eight a minute from one bot to one
anima, and never an answer to the same words again. That it ends is said once.
"""

from __future__ import annotations

from collections import OrderedDict, deque
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta

from bots.message import Message

IN_A_ROW = 4
A_MINUTE = 8
_REMEMBERED, _CONVERSATIONS = 32, 2048


@dataclass(slots=True)
class _Talk:
    """One conversation since a person's last line. `answers` are (message, anima) of ours; `verdicts` are those of the
    latest messages, by their keys; `ended_by` is the message at which it was enough."""

    person: str = ""
    answers: set[tuple[str, str]] = field(default_factory=set)
    last_texts: deque[str] = field(default_factory=lambda: deque(maxlen=3))
    times: dict[str, deque[datetime]] = field(default_factory=dict)
    verdicts: dict[str, bool] = field(default_factory=dict)
    ended_by: str = ""
    is_told: bool = False


class LoopGuard:
    """Remembers, for each lane, how long bots have been among themselves."""

    def __init__(self) -> None:
        self._talks: OrderedDict[str, _Talk] = OrderedDict()

    def person_spoke(self, lane: str, key: str = "", names: Sequence[str] = ()) -> None:
        """Bots may talk again; how fast they do is still counted. `names` answer the person; heard twice, it counts
        once."""
        talk = self._talk(lane)
        if not key or talk.person != key:
            talk.person, talk.ended_by, talk.is_told = key, "", False
            talk.answers.clear()
            talk.last_texts.clear()
        talk.answers |= {(key, name) for name in names}

    def allows(self, lane: str, message: Message, now: datetime, names: Sequence[str] = ("",)) -> bool:
        """Whether this bot's message, which calls on these, may be answered. Heard twice, it counts once."""
        talk = self._talk(lane)
        answers = talk.answers | {(message.key, name) for name in names}
        if message.key not in talk.verdicts:
            talk.verdicts[message.key] = _judged(talk, message, now, len(answers))
            while len(talk.verdicts) > _REMEMBERED:
                del talk.verdicts[next(iter(talk.verdicts))]
        if talk.verdicts[message.key]:
            talk.answers = answers
        return talk.verdicts[message.key]

    def ends(self, lane: str, message: Message) -> bool:
        """Whether this is the message after which nothing more is answered, to be said once."""
        talk = self._talk(lane)
        is_new = talk.ended_by == message.key and not talk.is_told
        talk.is_told = talk.is_told or is_new
        return is_new

    def _talk(self, lane: str) -> _Talk:
        talk = self._talks.setdefault(lane, _Talk())
        self._talks.move_to_end(lane)
        while len(self._talks) > _CONVERSATIONS:
            self._talks.popitem(last=False)
        return talk


def _judged(talk: _Talk, message: Message, now: datetime, answers: int) -> bool:
    times = talk.times.setdefault(str(message.author), deque(maxlen=A_MINUTE))
    too_many = len(times) == A_MINUTE and now - times[0] < timedelta(minutes=1)
    again = message.text.strip() in talk.last_texts
    talk.last_texts.append(message.text.strip())
    if answers > IN_A_ROW or too_many or again:
        talk.ended_by = talk.ended_by or message.key
        return False
    times.append(now)
    return True
