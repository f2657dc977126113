"""`people …`: whom the house knows, by their accounts; nothing of what they have said."""

from __future__ import annotations

import asyncio

from bots.commands.command import Answer, Command
from bots.commands.desk import Desk
from bots.people.role import Asker, Role
from memory.archive.contacts import QUIET, Contacts
from memory.vocabulary.event import Json

_MOST_SHOWN = 50
_OVERHEARD = Answer(text="Who has which accounts is nobody else's business. Ask me in a direct talk.", ok=False)


async def list_people(desk: Desk, asker: Asker) -> Answer:
    """List the people whom the fleet has heard from, with their linked accounts."""
    if _is_overheard(asker):
        return _OVERHEARD
    parties = desk.contacts.parties()
    lines = [f"- {_line(desk.contacts, party)}" for party in parties[-_MOST_SHOWN:]]
    more = [f"… and {len(parties) - _MOST_SHOWN} earlier ones"] if len(parties) > _MOST_SHOWN else []
    data: list[Json] = [_data(desk.contacts, party) for party in parties]
    return Answer(text="\n".join([*lines, *more]) or "Nobody has spoken yet.", data={"people": data})


async def show(desk: Desk, asker: Asker, address: str) -> Answer:
    """Show one person's accounts, quiet hours and refused tries to be linked.

    address: of one of their accounts, such as slack:T01/U01
    """
    if _is_overheard(asker):
        return _OVERHEARD
    if not desk.contacts.is_known(address):
        return _unknown(address)
    data = _data(desk.contacts, desk.contacts.addresses(address))
    lines = [f"**{data['name'] or address}**", f"Accounts: {', '.join(desk.contacts.addresses(address))}"]
    lines += [f"Quiet hours: {data['quiet']}"] if data["quiet"] else []
    lines += [f"Refused tries to be linked: {data['refused']}"] if data["refused"] else []
    return Answer(text="\n".join(lines), data=data)


async def unlink(desk: Desk, asker: Asker, address: str) -> Answer:
    """Part an account from the others of its person.

    address: of the account, such as telegram:5678
    """
    if not desk.contacts.is_known(address):
        return _unknown(address)
    done = await asyncio.to_thread(desk.contacts.unlink, address, desk.clock())
    return Answer(text=f"{address} stands alone {'again' if done else 'already'}.", ok=done)


def _is_overheard(asker: Asker) -> bool:
    return bool(asker.place) and not asker.is_direct


def _line(contacts: Contacts, party: tuple[str, ...]) -> str:
    accounts = ", ".join(f"`{one}`" for one in party)
    linked = " · linked" if len(party) > 1 else ""
    return f"{contacts.shown_name(party[0]) or '?'}: {accounts}{linked}"


def _data(contacts: Contacts, party: tuple[str, ...]) -> dict[str, Json]:
    return {
        "person": party[0],
        "name": contacts.shown_name(party[0]),
        "accounts": list(party),
        "quiet": contacts.settled(party[0], QUIET),
        "refused": contacts.refused(party[0]),
    }


def _unknown(address: str) -> Answer:
    return Answer(text=f"{address}: nobody with this address has spoken yet.", data={"error": "not found"}, ok=False)


LIST = Command(path=("people", "list"), run=list_people, role=Role.ADMIN, recorded=False)
SHOW = Command(path=("people", "show"), run=show, role=Role.ADMIN, recorded=False)
UNLINK = Command(path=("people", "unlink"), run=unlink, role=Role.ADMIN)
