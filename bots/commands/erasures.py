"""`erase`: the one true deletion, of a person or of one message, counted first and done at the second word.

What was asked for is hidden at once and carried out in one slot a day, told when done. What it rewrites is of no open
home: in the slot the fleet rests, whoever runs it carries the erasures out and begins it again.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from datetime import datetime, time, timedelta
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from bots.commands.admin_api import AdminApi
from bots.commands.command import FLEET_WIDE, Command, CommandAnswer, command_progress
from bots.commands.diagnosis import key_of_link
from bots.delivery.opening import DELIVERY_FILES
from bots.people.trust_policy import Asker, Role
from memory.erasure.erasure import Erasure, erasure_receipts, receipt_text
from memory.erasure.findings import ErasureRequest, addresses_in, events_in, held_texts, messages_of
from memory.erasure.rewriting import FILE_KINDS
from memory.vocabulary.address import Person
from memory.vocabulary.errors import AddressError
from memory.vocabulary.event import Json
from memory.vocabulary.ports import Clock

if TYPE_CHECKING:
    from datetime import tzinfo

    from memory.engine import MemoryEngine

ERASURE_SLOT = time(2)
"""On the clock of the house: before the animas sleep."""

_LOOK_S = 60.0


class ErasureHost(Protocol):
    """The part of a fleet that is asked."""

    @property
    def home(self) -> Path: ...

    @property
    def clock(self) -> Clock: ...

    @property
    def zone(self) -> tzinfo: ...

    def rest(self) -> None: ...

    def accounts(self) -> Mapping[str, str]: ...


TellErased = Callable[[Asker, str, str], Awaitable[None]]
"""To whom, what, and the name under which it is said once."""


async def hide_at_once(home: Path, asked: ErasureRequest, memory: Callable[[str], Awaitable[MemoryEngine]]) -> None:
    """Have nobody told any more what is to be erased. Raises StorageFault."""
    whose = next(iter(asked.addresses), asked.by)
    for held_text in await asyncio.to_thread(held_texts, home, asked):
        try:
            engine = await memory(held_text.anima)
        except KeyError:  # it rests, and tells nobody anything
            continue
        await engine.facts.withhold(held_text.events, held_text.facts, held_text.audience, whose)


def is_due(since: datetime, zone: tzinfo) -> datetime:
    """The first slot after it was asked for."""
    local = since.astimezone(zone)
    slot = datetime.combine(local.date(), ERASURE_SLOT, zone)
    return slot if slot > local else datetime.combine(local.date() + timedelta(days=1), ERASURE_SLOT, zone)


class Erasures:
    """Of one running home."""

    def __init__(self, house: ErasureHost, tell: TellErased) -> None:
        self._house, self._tell = house, tell
        self._erasing = Erasure(house.home, house.clock)

    async def keep_watch(self) -> None:
        while True:
            await self.look()
            await asyncio.sleep(_LOOK_S)

    async def look(self) -> None:
        """Tell those who asked for what was done; rest where the slot of what waits has come."""
        receipt, tells = await asyncio.to_thread(self._erasing.to_tell)
        if receipt and all(self._is_there(tell) for tell in tells):
            for asker in map(_asker, tells):
                await self._tell(
                    asker, f"What you asked for is erased, in all backups too. Receipt `{receipt}`.", receipt
                )
            await asyncio.to_thread(self._erasing.told)
        since = await asyncio.to_thread(self._erasing.waits_since)
        if since is not None and self._house.clock() >= is_due(since, self._house.zone):
            self._house.rest()

    def _is_there(self, tell: Json) -> bool:
        """Its account is connected, or there is no such account any more."""
        return self._house.accounts().get(_asker(tell).heard_by, "connected") == "connected"


def by_whom(asker: Asker) -> dict[str, Json] | None:
    """What is kept to tell the asker later; None: they asked on the command line."""
    return {"place": asker.place, "heard_by": asker.heard_by} if asker.place and asker.heard_by else None


def _asker(tell: Json) -> Asker:
    told = tell if isinstance(tell, Mapping) else {}
    place, heard_by = (str(told.get(name) or "") for name in ("place", "heard_by"))
    return Asker(person="", role=Role.GUEST, audience="", place=place, heard_by=heard_by)


# --- erase ----------------------------------------------------------------------------------------------------------
# `erase`: the one true deletion, of a person or of one message, counted first and done at the second word.


_KEPT_ELSEWHERE = (
    "What stands on Slack, Discord or Telegram is theirs: delete it there. Of what was sent to a model, a pager or by "
    "mail, the provider keeps what its terms say. Backups that were copied away are found when they are restored, by "
    "the list `erased.jsonl` beside them."
)
_ALL_THAT_COMES_OF_IT = (
    "all that comes of it: answers, what was learned, notes, reminders, files, letters, drafts, indexes"
)
_TRACES = frozenset({"audit log", "inbox and outbox", "logs of the program", "indexes", "drafts"})
"""Where the request itself stands, too: who has nothing elsewhere has nothing to erase."""


async def erase_asked(
    admin: AdminApi, asker: Asker, what: str = "", *, yes: bool = False, now: bool = False
) -> CommandAnswer:
    """Erase a person or one message from everything that the fleet keeps; the first time it only counts.

    what: a person (slack:T01/U01, all linked accounts go with it), or a message's link or id
    yes: do it; nothing brings it back
    now: do not wait for the slot of the night: carry out at once all that is asked for
    """
    if not what and now:
        return await _carried_out_answer(admin)
    asked = await asyncio.to_thread(_asked_answer, admin, asker, what)
    if asked is None:
        text = f"{what or 'Nothing'} is neither the address of a person nor a message that is in the log."
        return CommandAnswer(text=text, data={"error": text}, ok=False)
    if len(asked.events) > 1:
        text = f"{what} is a message of several rooms. Say which: {', '.join(f'`{item}`' for item in asked.events)}"
        return CommandAnswer(text=text, data={"error": text, "events": [*asked.events]}, ok=False)
    answer = await erasure_answer(admin, asker, asked, is_sure=yes, again=f"erase {what} --yes")
    if yes and now and answer.ok:
        admin.rest()
    return answer


async def erasure_answer(
    admin: AdminApi, asker: Asker, asked: ErasureRequest, *, is_sure: bool, again: str
) -> CommandAnswer:
    """The counts, or that nobody is told of it any more and when it is erased. Raises StorageFault."""
    erasing = Erasure(admin.home, admin.clock, (*DELIVERY_FILES, *FILE_KINDS))
    whose: list[Json] = [*asked.addresses, *asked.events]
    if _waiting_answer(await asyncio.to_thread(erasing.pending), asked):
        return CommandAnswer(
            text=f"That is asked for already, and hidden. {_when_erased(admin)}", data={"of": whose, "waits": True}
        )
    counted = (await asyncio.to_thread(erasing.count, asked, command_progress.get())).data()
    if _is_nothing(counted):
        text = "There is nothing to erase: nothing is kept that was said or learned."
        return CommandAnswer(
            text=text, data={"of": whose, "counted": counted, "erased": False, "error": text}, ok=False
        )
    told, goes = await asyncio.to_thread(_counted_for, admin.home, asker, asked, counted)
    data: dict[str, Json] = {"of": whose, "counted": told, "erased": is_sure}
    of = ", ".join(f"`{item}`" for item in whose)
    if not is_sure:
        text = f"This would be erased of {of}, for good:\n{goes}\n\n"
        text += "Backups of the fleet are gone through as well."
        return CommandAnswer(text=f"{text} {_KEPT_ELSEWHERE}\n`{again}` does it.", data=data)
    id = await asyncio.to_thread(erasing.ask, asked, by_whom(asker))
    await hide_at_once(admin.home, asked, admin.memory)
    text = f"It is hidden now: nobody is told of it any more. {_when_erased(admin)} "
    text += f"Receipt `{id}`:\n{goes}"
    return CommandAnswer(text=f"{text}\n\n{_KEPT_ELSEWHERE}", data={**data, "receipt": id})


def _counted_for(
    home: Path, asker: Asker, asked: ErasureRequest, counted: dict[str, Json]
) -> tuple[dict[str, Json], str]:
    """What the asker is told of the counts. How many lines of a store go depends on who else has said the same words,
    so a chat is told of the asker's own messages alone."""
    if asker.at_terminal:
        return counted, receipt_text(counted)
    if asker.person not in asked.addresses:
        return {}, f"- what was said\n- {_ALL_THAT_COMES_OF_IT}"
    said = messages_of(home, asked.addresses)
    return {"messages": said}, f"- {said} {'message' if said == 1 else 'messages'} of yours\n- {_ALL_THAT_COMES_OF_IT}"


async def _carried_out_answer(admin: AdminApi) -> CommandAnswer:
    if await asyncio.to_thread(Erasure(admin.home, admin.clock).pending) is None:
        text = "Nothing waits to be erased."
        return CommandAnswer(text=text, data={"error": text}, ok=False)
    admin.rest()
    return CommandAnswer(text="It is erased now; I am away for a moment.", data={"erased": True})


def _when_erased(admin: AdminApi) -> str:
    return (
        f"From the files and from all backups it is erased after {ERASURE_SLOT:%H:%M} at night ({admin.zone}), or when "
        "the fleet is started or stopped before; you are told here."
    )


def _is_nothing(counted: Mapping[str, Json]) -> bool:
    """Beside that they were seen, and have asked for it."""
    left = {name: of for name, of in counted.items() if name not in _TRACES}
    seen = left.pop("people", None)
    return not left and (not isinstance(seen, Mapping) or seen.get("lines") in (0, 1))


def _waiting_answer(pending: ErasureRequest | None, asked: ErasureRequest) -> bool:
    """Whether all of it is asked for already."""
    return (
        pending is not None
        and set(asked.addresses) <= set(pending.addresses)
        and set(asked.events) <= set(pending.events)
    )


async def list_receipts(admin: AdminApi, asker: Asker) -> CommandAnswer:
    """List the erasures: when, and how much of which store, without the data."""
    found = await asyncio.to_thread(erasure_receipts, admin.home)
    lines = []
    for item in found:
        counted = item.get("counted")
        lines += [
            f"`{item.get('receipt')}` {item.get('at')}",
            receipt_text(counted if isinstance(counted, dict) else {}),
        ]
        left = item.get("left")
        lines += [f"- left, for you to see to: {name}" for name in left] if isinstance(left, list) else []
    return CommandAnswer(text="\n".join(lines) or "Nothing was erased.", data={"erasures": [*found]})


def _asked_answer(admin: AdminApi, asker: Asker, what: str) -> ErasureRequest | None:
    try:
        person = str(Person.parse(what))
    except AddressError:
        person = ""
    if person and (admin.contacts.is_known(person) or person in addresses_in(admin.home)):
        return ErasureRequest(addresses=admin.contacts.addresses(person), by=asker.person)
    key = key_of_link(what)
    events = events_in(admin.home)
    found = [what] if what in events else [id for id in events if f"/{key}:" in id or id.endswith(f"/{key}")]
    return ErasureRequest(events=tuple(sorted(found)), by=asker.person) if found else None


ERASE = Command(path=("erase",), run=erase_asked, role=Role.OWNER, limit=FLEET_WIDE)
ERASE_RECEIPTS = Command(path=("erasures",), run=list_receipts, role=Role.OWNER, chat=False)
