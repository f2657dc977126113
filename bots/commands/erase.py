"""`erase`: the one true deletion, of a person or of one message, counted first and done at the second word."""

from __future__ import annotations

import asyncio

from bots.commands.command import Answer, Asker, Command, Role
from bots.commands.desk import Desk
from bots.commands.links import key_of
from bots.commands.progress import progress
from bots.delivery import erasing as delivery
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


async def run(desk: Desk, asker: Asker, what: str, *, yes: bool = False) -> Answer:
    """Erase a person or one message from everything that the fleet keeps; the first time it only counts.

    what: a person (slack:T01/U01, all linked accounts go with it), or a message's link or id
    yes: do it; nothing brings it back
    """
    asked = await asyncio.to_thread(_asked, desk, asker, what)
    if asked is None:
        text = f"{what} is neither the address of a person nor a message that is in the log."
        return Answer(text=text, data={"error": text}, ok=False)
    if len(asked.events) > 1:
        text = f"{what} is a message of several rooms. Say which: {', '.join(f'`{one}`' for one in asked.events)}"
        return Answer(text=text, data={"error": text, "events": [*asked.events]}, ok=False)
    return await answered(desk, asked, is_sure=yes, again=f"erase {what} --yes")


async def answered(desk: Desk, asked: Asked, *, is_sure: bool, again: str) -> Answer:
    """The counts, or that it is done now. Raises StorageFault."""
    erasing = Erasing(desk.home, desk.clock, (*delivery.STORES, *STORES))
    counted = (await asyncio.to_thread(erasing.count, asked, progress.get())).data()
    whose: list[Json] = [*asked.addresses, *asked.events]
    data: dict[str, Json] = {"of": whose, "counted": counted, "erased": is_sure}
    of = ", ".join(f"`{one}`" for one in whose)
    if not is_sure:
        text = f"This would be erased of {of}, for good:\n{told(counted)}\n\nBackups of the fleet are gone through as "
        return Answer(text=f"{text}well. {_KEPT_ELSEWHERE}\n`{again}` does it.", data=data)
    id = await asyncio.to_thread(erasing.ask, asked)
    desk.rest()
    text = f"It is erased now; I am away for a moment. Receipt `{id}`:\n{told(counted)}\n\n{_KEPT_ELSEWHERE}"
    return Answer(text=text, data={**data, "receipt": id})


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


COMMAND = Command(path=("erase",), run=run, role=Role.OWNER)
RECEIPTS = Command(path=("erasures",), run=list_receipts, role=Role.OWNER, chat=False)
