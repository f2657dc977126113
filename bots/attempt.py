"""One attempt at a turn: what the steps of the route (bots.route) read, and what they find out on the way."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field, replace
from datetime import timedelta

from bots.answering import answer_place
from bots.delivery.seam import Turn
from bots.delivery.taken import Slot
from bots.journaling import AnswerJournal
from bots.live_answer import LiveAnswer
from bots.message import Persona
from bots.mind import Mind
from bots.parcel import Heard
from bots.ports import Adapter, Capabilities
from bots.stage import Stage
from bots.trust.exposure import Exposure
from bots.words import word
from memory.vocabulary.address import Place
from memory.vocabulary.recall import Cue

#: Older than this, the model is told how late a message is.
LATE = timedelta(minutes=1)


@dataclass(slots=True, kw_only=True)
class Attempt:
    """`heard` is the message as it holds now.

    `text` is what the model has said so far, `visible` the id of the post that shows it; `is_doubtful` says that it
    is unknown whether such a post is there, `has_failed` that the model gave no whole answer. `errand` is its place
    among the turns that no person waits for; `exposure` says whose words the model has met, `origins` are the ids
    of what its prompt held. `journal` and `live` are there while it thinks; `uses` counts its uses of tools.
    """

    stage: Stage
    turn: Turn
    mind: Mind
    heard: Heard
    text: str = ""
    visible: str = ""
    is_doubtful: bool = False
    has_failed: bool = False
    feeling: str = ""
    errand: Slot | None = None
    exposure: Exposure = field(default_factory=Exposure)
    origins: tuple[str, ...] = ()
    journal: AnswerJournal | None = None
    live: LiveAnswer | None = None
    uses: int = 0

    @property
    def id(self) -> str:
        """Of the turn: its lane, and its key there."""
        return f"{self.turn.lane}/{self.turn.key}"

    @property
    def adapter(self) -> Adapter:
        return self.stage.adapters[self.heard.message.account]

    @property
    def capabilities(self) -> Capabilities:
        return self.adapter.capabilities(self.heard.message.place)

    @property
    def conversation(self) -> Place:
        """The place as the anima takes part in it: where the answer goes."""
        return answer_place(self.heard, self.capabilities)

    @property
    def cue(self) -> Cue:
        """The message as memory is asked about it, now."""
        message, answered = self.heard.message, self.heard.answered
        return Cue(
            text=message.text,
            audience=message.audience,
            now=self.stage.clock().astimezone(self.mind.engine.zone),
            sender=answered.person,
            sender_name=answered.name,
            trust=self.heard.trust,
            place=message.place,
            key=f"{message.place}/{message.key}",
            activation=self.heard.woken_by if self.heard.woken_by in ("heartbeat", "cron") else "message",
        )

    # ------------------------------------------------------------------------------------ time

    @property
    def age(self) -> timedelta:
        """Since the person wrote the message."""
        return self.stage.clock() - self.heard.message.at

    @property
    def lateness(self) -> timedelta:
        """For how much of its age nobody was there: it was not heard, or we did not run. A queue is no absence."""
        return max(timedelta(), self.turn.accepted_at - self.heard.message.at) + self.turn.away

    @property
    def late_by(self) -> str:
        """How old the message is, in words; empty where it was heard at once."""
        return words_of(self.age) if not self.heard.woken_by and self.lateness > LATE else ""

    @property
    def label(self) -> str:
        """What stands before a late answer."""
        return f"*{self.word('late_label', age=age)}*\n\n" if (age := self.late_by) else ""

    # ------------------------------------------------------------------------------------ how it is said

    @property
    def is_seen(self) -> bool:
        """Whether the person has seen something of the answer."""
        return bool(self.visible) or (self.live is not None and self.live.is_drafted)

    @property
    def persona(self) -> Persona | None:
        worn = self.stage.roster.persona(self.heard.message.account, self.heard.anima)
        return replace(worn, avatar=self.expression) if worn is not None and self.is_felt_by_face else worn

    @property
    def expression(self) -> str:
        """What shows the feeling: a face's address, or an emoji; empty where there is none."""
        return self.mind.traits.expressions.get(self.feeling, "")

    @property
    def is_felt_by_face(self) -> bool:
        """A face is worn from the first post on, which may be there already."""
        return self.expression.startswith(("http://", "https://")) and not self.visible

    def word(self, key: str, **values: str) -> str:
        """The fleet's own word in the anima's language."""
        return word(self.mind.traits.language, key, **values)

    def gate(self, text: str) -> str:
        """What may be said of it."""
        return self.stage.gate(text, self.exposure)

    async def split(self, text: str) -> list[str]:
        """As many posts as the platform's limits make of it; long Markdown takes a while, so beside the loop."""
        return await asyncio.to_thread(self.capabilities.split, text)


def words_of(age: timedelta) -> str:
    minutes = int(age.total_seconds() // 60)
    if minutes < 60:
        return f"{max(minutes, 1)} min"
    if minutes < 48 * 60:
        return f"{minutes // 60} h"
    return f"{minutes // (24 * 60)} d"
