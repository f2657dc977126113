"""The tools of one attempt at a turn, with a person behind those that may not act by themselves."""

from __future__ import annotations

import json
from dataclasses import dataclass

from bots.delivery.seam import Turn
from bots.delivery.taken import Slot
from bots.house import HOUSE
from bots.mind import Mind
from bots.parcel import Heard, pack_heard
from bots.persona import permissions
from bots.ports import Tools
from bots.questioning import put_to
from bots.reaching import Reaching
from bots.stage import Observe, Stage
from bots.trust.approvers import ask_approvers
from bots.trust.clearance import APPROVAL, NO, YES, Clearance
from bots.trust.exposure import Exposure
from bots.words import word
from memory.archive.awaited import Awaited
from memory.archive.questions import Question
from memory.vocabulary.address import Place
from memory.vocabulary.recall import Cue


@dataclass(frozen=True, slots=True, kw_only=True)
class Equipping:
    """`place` is where the answer goes and a question would stand."""

    stage: Stage
    turn: Turn
    mind: Mind
    heard: Heard
    errand: Slot | None
    place: Place
    exposure: Exposure
    observe: Observe

    def tools(self, cue: Cue, granted: str = "") -> Tools:
        """`granted` is the hash of the one act that a person has allowed."""
        rules = permissions.parse(self.mind.directory.read_text("permissions.md"))
        clearance = Clearance(
            anima=self.mind.name,
            exposure=self.exposure,
            ask=self._ask,
            audit=self.stage.audit,
            asks=rules.asks,
            granted=granted,
        )
        reach = Reaching(
            stage=self.stage,
            turn=self.turn,
            mind=self.mind,
            heard=self.heard,
            errand=self.errand,
            clearance=clearance,
        )
        return self.stage.equip(self.mind, cue, self.observe, reach)

    async def _ask(self, about: str, act: str) -> Question | None:
        """Put it to who is answered; where that is a guest, a bot or a colleague, to an owner or an admin elsewhere.

        Their answer wakes the turn again.

        Raises StorageFault.
        """
        message, now, language = self.heard.message, self.stage.clock(), self.mind.traits.language
        if self.heard.trust == "guest" or message.author_is_bot or message.author.platform == HOUSE:
            turn = f"{self.turn.lane}/{self.turn.key}"
            return await ask_approvers(self.stage, self.mind, self.heard, turn, about, act)
        choices = {one: word(language, one) for one in (YES, NO)}
        text = word(language, "approval", name=self.mind.name, act=act, **choices)
        question = await put_to(self.mind, message, self.place, now, APPROVAL, about, text, choices)
        awaited = Awaited(
            id=question.id,
            kind=APPROVAL,
            turn=f"{self.turn.lane}/{self.turn.key}",
            of=message.author_name or str(message.author),
            text=act,
            asked_at=question.asked_at,
            until=question.expires_at,
            origin=json.loads(pack_heard(self.heard)),
            has_left=True,
        )
        await self.stage.waits.ask(self.mind, awaited)
        return question
