"""`erase`: the one true deletion, of a person or of one message, counted first and done at the second word."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping

from bots.commands.command import FLEET_WIDE, Answer, Command
from bots.commands.desk import Desk
from bots.commands.links import key_of
from bots.commands.progress import progress
from bots.delivery import erasing as delivery
from bots.erasures import SLOT, by_whom, hide
from bots.people.role import Asker, Role
from memory.erasure.catalogue import STORES
from memory.erasure.erase import Erasing, receipts, told
from memory.erasure.finding import Asked, addresses_in, events_in
from memory.vocabulary.address import Person
from memory.vocabulary.errors import AddressError
from memory.vocabulary.event import Json

_KEPT_ELSEWHERE = (
    "What stands on Slack, Discord or Telegram is theirs: delete it there. Of what was sent to a model, a pager or by "
    "mail, the provider keeps what its terms say. Backups that were copied away are found when they are restored, by "
    "the list `erased.jsonl` beside them."
)
_TRACES = frozenset({"audit log", "inbox and outbox", "logs of the program", "indexes", "drafts"})
"""Where the request itself stands, too: who has nothing elsewhere has nothing to erase."""


async def run(desk: Desk, asker: Asker, what: str = "", *, yes: bool = False, now: bool = False) -> Answer:
    """Erase a person or one message from everything that the fleet keeps; the first time it only counts.

    what: a person (slack:T01/U01, all linked accounts go with it), or a message's link or id
    yes: do it; nothing brings it back
    now: do not wait for the slot of the night: carry out at once all that is asked for
    """
    if not what and now:
        return await _carried_out(desk)
    asked = await asyncio.to_thread(_asked, desk, asker, what)
    if asked is None:
        text = f"{what or 'Nothing'} is neither the address of a person nor a message that is in the log."
        return Answer(text=text, data={"error": text}, ok=False)
    if len(asked.events) > 1:
        text = f"{what} is a message of several rooms. Say which: {', '.join(f'`{one}`' for one in asked.events)}"
        return Answer(text=text, data={"error": text, "events": [*asked.events]}, ok=False)
    answer = await answered(desk, asker, asked, is_sure=yes, again=f"erase {what} --yes")
    if yes and now and answer.ok:
        desk.rest()
    return answer


async def answered(desk: Desk, asker: Asker, asked: Asked, *, is_sure: bool, again: str) -> Answer:
    """The counts, or that nobody is told of it any more and when it is erased. Raises StorageFault."""
    erasing = Erasing(desk.home, desk.clock, (*delivery.STORES, *STORES))
    whose: list[Json] = [*asked.addresses, *asked.events]
    if _waits(await asyncio.to_thread(erasing.pending), asked):
        return Answer(text=f"That is asked for already, and hidden. {_when(desk)}", data={"of": whose, "waits": True})
    counted = (await asyncio.to_thread(erasing.count, asked, progress.get())).data()
    if _is_nothing(counted):
        text = "There is nothing to erase: nothing is kept that was said or learned."
        return Answer(text=text, data={"of": whose, "counted": counted, "erased": False, "error": text}, ok=False)
    data: dict[str, Json] = {"of": whose, "counted": counted, "erased": is_sure}
    of = ", ".join(f"`{one}`" for one in whose)
    if not is_sure:
        text = f"This would be erased of {of}, for good:\n{told(counted)}\n\nBackups of the fleet are gone through as "
        return Answer(text=f"{text}well. {_KEPT_ELSEWHERE}\n`{again}` does it.", data=data)
    id = await asyncio.to_thread(erasing.ask, asked, by_whom(asker))
    await hide(desk.home, asked, desk.memory)
    text = f"It is hidden now: nobody is told of it any more. {_when(desk)} Receipt `{id}`:\n{told(counted)}"
    return Answer(text=f"{text}\n\n{_KEPT_ELSEWHERE}", data={**data, "receipt": id})


async def _carried_out(desk: Desk) -> Answer:
    if await asyncio.to_thread(Erasing(desk.home, desk.clock).pending) is None:
        text = "Nothing waits to be erased."
        return Answer(text=text, data={"error": text}, ok=False)
    desk.rest()
    return Answer(text="It is erased now; I am away for a moment.", data={"erased": True})


def _when(desk: Desk) -> str:
    return (
        f"From the files and from all backups it is erased after {SLOT:%H:%M} at night ({desk.zone}), or when the "
        "fleet is started or stopped before; you are told here."
    )


def _is_nothing(counted: Mapping[str, Json]) -> bool:
    """Beside that they were seen, and have asked for it."""
    left = {name: of for name, of in counted.items() if name not in _TRACES}
    seen = left.pop("people", None)
    return not left and (not isinstance(seen, Mapping) or seen.get("lines") in (0, 1))


def _waits(pending: Asked | None, asked: Asked) -> bool:
    """Whether all of it is asked for already."""
    return (
        pending is not None
        and set(asked.addresses) <= set(pending.addresses)
        and set(asked.events) <= set(pending.events)
    )


async def list_receipts(desk: Desk, asker: Asker) -> Answer:
    """List the erasures: when, and how much of which store, without the data."""
    found = await asyncio.to_thread(receipts, desk.home)
    lines = []
    for one in found:
        counted = one.get("counted")
        lines += [f"`{one.get('receipt')}` {one.get('at')}", told(counted if isinstance(counted, dict) else {})]
        left = one.get("left")
        lines += [f"- left, for you to see to: {name}" for name in left] if isinstance(left, list) else []
    return Answer(text="\n".join(lines) or "Nothing was erased.", data={"erasures": [*found]})


def _asked(desk: Desk, asker: Asker, what: str) -> Asked | None:
    try:
        person = str(Person.parse(what))
    except AddressError:
        person = ""
    if person and (desk.contacts.is_known(person) or person in addresses_in(desk.home)):
        return Asked(addresses=desk.contacts.addresses(person), by=asker.person)
    key = key_of(what)
    events = events_in(desk.home)
    found = [what] if what in events else [id for id in events if f"/{key}:" in id or id.endswith(f"/{key}")]
    return Asked(events=tuple(sorted(found)), by=asker.person) if found else None


COMMAND = Command(path=("erase",), run=run, role=Role.OWNER, limit=FLEET_WIDE)
RECEIPTS = Command(path=("erasures",), run=list_receipts, role=Role.OWNER, chat=False)
