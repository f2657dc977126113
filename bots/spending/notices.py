"""What is said of money: to the owners before it ends and when it has ended, once a day; in a talk once a day and room
that the offline model answers now."""

from __future__ import annotations

import logging
from dataclasses import replace

from bots.answering import out_of
from bots.delivery.seam import Out
from bots.message import Send
from bots.parcel import Heard
from bots.people.owners import Owners
from bots.spending.purse import Purse, Used
from bots.words import word

log = logging.getLogger(__name__)


class SpendingNotices:
    """Part of the turn after which they hold, so that they arrive exactly once."""

    def __init__(self, purse: Purse, owners: Owners) -> None:
        self._purse = purse
        self._owners = owners

    async def outs(self, heard: Heard, reply: Send, language: str) -> list[Out]:
        """What this turn is the first to have to say; `reply` is an empty post where the answer went."""
        message = heard.message
        outs: list[Out] = []
        is_over = False
        for used in self._purse.used(heard.anima, str(heard.answered.person)):
            is_over = is_over or used.is_over
            if used.is_over or used.spent >= used.limit * self._purse.caps.warn_at:
                outs += await self._to_owners(heard, used, language)
        if is_over and self._is_first(heard, f"{heard.anima} over in {message.place.room}"):
            outs.append(out_of(heard, "money", replace(reply, text=word(language, "money_over"))))
        return outs

    async def _to_owners(self, heard: Heard, used: Used, language: str) -> list[Out]:
        key = "money_spent" if used.is_over else "money_soft"
        if not self._is_first(heard, f"{key} {used.whose}"):
            return []
        told = {"whose": used.whose, "spent": f"{used.spent:.2f}", "limit": f"{used.limit:.2f}"}
        log.warning("a cap on what model calls may cost", extra={"notice": key, **told})
        return await self._owners.outs(heard, word(language, key, **told), f"{key}/{used.whose}")

    def _is_first(self, heard: Heard, notice: str) -> bool:
        return self._purse.tell(heard.anima, notice, f"{heard.message.place}/{heard.message.key}")
