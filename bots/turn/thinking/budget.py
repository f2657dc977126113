"""The money of a day: what it was spent for, by each anima, for each person and in all, against what may be.

Sums are those of the usage files, read once and then carried on; a day ends at midnight of the house. What it is
spent for is told around the call, and tasks made inside inherit it. Owners hear of it before it ends and when it has
ended, once a day; a talk hears once a day and room that the offline model answers now.
"""

from __future__ import annotations

import asyncio
import logging
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field, replace
from datetime import date, tzinfo

from bots.delivery.answer_parts import out_of
from bots.delivery.contract import Out, turn_id
from bots.delivery.items import InboxItem
from bots.message import Send
from bots.people.trust_policy import OwnerContacts
from bots.ports import Spent
from bots.text.phrases import fleet_word
from memory.archive.operations_log import SpendingLog
from memory.vocabulary.event import Json
from memory.vocabulary.ports import Clock

TALK_PURPOSE = "talk"


@dataclass(frozen=True, slots=True)
class CallPurpose:
    """`name` is a word such as talk, summary, formation, night; `person` the one whose words began it, if one did."""

    name: str = "other"
    person: str = ""


_NO_PURPOSE = CallPurpose()
call_purpose: ContextVar[CallPurpose] = ContextVar("purpose", default=_NO_PURPOSE)


@contextmanager
def asked_for(name: str, person: str = "") -> Iterator[None]:
    """Calls inside are counted under the name."""
    before = call_purpose.set(CallPurpose(name, person))
    try:
        yield
    finally:
        call_purpose.reset(before)


# --- purse ----------------------------------------------------------------------------------------------------------
# The money of a day: what was spent by each anima, for each person and in all, against what may be.
#
# Sums are those of the usage files, read once and then carried on; a day ends at midnight of the house.


WHOLE_FLEET = "fleet"


@dataclass(frozen=True, slots=True, kw_only=True)
class BudgetCaps:
    """US dollars a day; None, or an anima that is not named: no cap. From `warn_at` of one on, owners are told."""

    animas: Mapping[str, float] = field(default_factory=dict)
    person: float | None = None
    fleet: float | None = None
    warn_at: float = 0.8

    def bind(self, anima: str) -> bool:
        """Whether anything limits this anima."""
        return anima in self.animas or self.person is not None or self.fleet is not None


@dataclass(frozen=True, slots=True, kw_only=True)
class BudgetUse:
    """What was spent today of one cap, in US dollars. `whose` is "fleet", an anima's name or a person's address."""

    whose: str
    spent: float
    limit: float

    @property
    def is_over(self) -> bool:
        return self.spent >= self.limit


@dataclass(slots=True)
class _BudgetDay:
    day: date
    spent: defaultdict[str, float] = field(default_factory=lambda: defaultdict(float))  # US dollars by whose they are
    told: dict[str, str] = field(default_factory=dict)  # notice -> the turn that gave it
    dearest: float = 0.0


class Budget:
    """Of the whole fleet; `ledgers` are the animas' usage files, `counted` hears of each call. To be used on the loop,
    but for `load`."""

    def __init__(self, caps: BudgetCaps, ledgers: dict[str, SpendingLog], clock: Clock, zone: tzinfo) -> None:
        self.caps = caps
        self._ledgers = ledgers
        self._clock = clock
        self._zone = zone
        self._today = _BudgetDay(date.min)
        self._open: Counter[str] = Counter()
        self.counted: Callable[[str, Spent], None] = lambda anima, call: None

    def join(self, anima: str, ledger: SpendingLog) -> None:
        """One more whose calls are counted."""
        self._ledgers.setdefault(anima, ledger)

    def load(self) -> None:
        """Take up what was spent today before this start. Blocking."""
        now = self._clock().astimezone(self._zone)
        self._today = _BudgetDay(now.date())
        for anima, ledger in self._ledgers.items():
            for line in ledger.of(now):
                if isinstance(told := line.get("told"), str):
                    self._today.told[told] = str(line.get("turn", ""))
                else:
                    self._add(anima, str(line.get("person", "")), line.get("usd"))

    def ledger(self, anima: str) -> Callable[[Spent], None]:
        """Keeps what the anima's calls take, beside the loop."""

        def spent(call: Spent) -> None:
            asked = call_purpose.get()
            self._at_today()
            self._add(anima, asked.person, call.usd)
            self.counted(anima, call)
            line: dict[str, Json] = {
                "model": call.model,
                "purpose": asked.name,
                "turn": turn_id.get(),
                "input_tokens": call.usage.input_tokens,
                "output_tokens": call.usage.output_tokens,
                "estimated": call.usage.estimated,
                "outcome": call.outcome,
            }
            more: dict[str, Json] = {"person": asked.person, "usd": call.usd, "fallback": call.is_fallback}
            self._keep(anima, {**line, **{name: value for name, value in more.items() if value or value == 0.0}})

        return spent

    def used(self, anima: str, person: str = "") -> list[BudgetUse]:
        """Of every cap that holds for a call now."""
        spent = self._at_today().spent
        limits = {WHOLE_FLEET: self.caps.fleet, anima: self.caps.animas.get(anima)}
        if person:
            limits[person] = self.caps.person
        return [
            BudgetUse(whose=whose, spent=spent[whose], limit=limit)
            for whose, limit in limits.items()
            if limit is not None
        ]

    def is_over(self, anima: str, person: str = "") -> bool:
        return any(item.is_over for item in self.used(anima, person))

    def may_ask(self, anima: str, person: str = "") -> bool:
        """Whether one more call may begin: calls that are under way count as much as the dearest of today did."""
        dearest = self._at_today().dearest
        return all(item.spent + self._open[item.whose] * dearest < item.limit for item in self.used(anima, person))

    @contextmanager
    def asking(self, anima: str, person: str = "") -> Iterator[None]:
        """A call is under way inside."""
        whose = [item.whose for item in self.used(anima, person)]
        self._open.update(whose)
        try:
            yield
        finally:
            self._open.subtract(whose)

    def tell(self, anima: str, notice: str, turn: str) -> bool:
        """Whether the turn is to give the notice: the first one today does, also when it is tried again."""
        told = self._at_today().told
        if notice not in told:
            told[notice] = turn
            self._keep(anima, {"told": notice, "turn": turn})
        return told[notice] == turn

    def _keep(self, anima: str, line: Mapping[str, Json]) -> None:
        at = self._clock().astimezone(self._zone)
        asyncio.get_running_loop().run_in_executor(None, self._ledgers[anima].keep, at, line)

    def _at_today(self) -> _BudgetDay:
        today = self._clock().astimezone(self._zone).date()
        if self._today.day != today:
            self._today = _BudgetDay(today)
        return self._today

    def _add(self, anima: str, person: str, usd: object) -> None:
        if not isinstance(usd, int | float):
            return
        self._today.dearest = max(self._today.dearest, usd)
        for whose in filter(None, (WHOLE_FLEET, anima, person)):
            self._today.spent[whose] += usd


# --- notices --------------------------------------------------------------------------------------------------------
# What is said of money: to the owners before it ends and when it has ended, once a day; in a talk once a day and room
# that the offline model answers now.


log = logging.getLogger(__name__)


class SpendingNotices:
    """Part of the turn after which they hold, so that they arrive exactly once."""

    def __init__(self, purse: Budget, owners: OwnerContacts) -> None:
        self._purse = purse
        self._owners = owners

    async def outs(self, heard: InboxItem, reply: Send, language: str) -> list[Out]:
        """What this turn is the first to have to say; `reply` is an empty post where the answer went."""
        message = heard.message
        outs: list[Out] = []
        is_over = False
        for used in self._purse.used(heard.anima, str(heard.answered.person)):
            is_over = is_over or used.is_over
            if used.is_over or used.spent >= used.limit * self._purse.caps.warn_at:
                outs += await self._to_owners(heard, used, language)
        if is_over and self._is_first(heard, f"{heard.anima} over in {message.place.room}"):
            outs.append(out_of(heard, "money", replace(reply, text=fleet_word(language, "money_over"))))
        return outs

    async def _to_owners(self, heard: InboxItem, used: BudgetUse, language: str) -> list[Out]:
        key = "money_spent" if used.is_over else "money_soft"
        if not self._is_first(heard, f"{key} {used.whose}"):
            return []
        told = {"whose": used.whose, "spent": f"{used.spent:.2f}", "limit": f"{used.limit:.2f}"}
        log.warning("a cap on what model calls may cost", extra={"notice": key, **told})
        return await self._owners.outs(heard, fleet_word(language, key, **told), f"{key}/{used.whose}")

    def _is_first(self, heard: InboxItem, notice: str) -> bool:
        return self._purse.tell(heard.anima, notice, f"{heard.message.place}/{heard.message.key}")
