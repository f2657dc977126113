"""`approvals`: the acts of animas that wait for somebody's yes, and the answer of whom they wait for."""

from __future__ import annotations

import asyncio
from typing import Literal

from bots.commands.admin_api import AdminApi
from bots.commands.command import Command, CommandAnswer, CommandUsageError
from bots.people.trust_policy import Asker, Role
from memory.archive.requests import AWAITED_APPROVAL, AWAITED_BY_ROLE, PersonQuestion
from memory.vocabulary.event import Json


async def settle_approvals(
    admin: AdminApi, asker: Asker, what: Literal["list", "yes", "no"] = "list", approval: str = ""
) -> CommandAnswer:
    """List the acts that wait for your yes, or answer one; on the command line list everybody's.

    what: list them, or answer
    approval: the id of the one that you answer
    """
    found = [item for anima in admin.animas() if anima.enabled for item in await _open_approvals(admin, anima.name)]
    seen = [(anima, item) for anima, item in found if not asker.place or _is_asked(admin, asker, item)]
    if what == "list":
        return _approvals_told(admin, asker, seen)
    for anima, item in seen:
        if item.id == approval and item.kind == AWAITED_APPROVAL and _is_asked(admin, asker, item):
            return await _answered(admin, asker, anima, item, what)
    return CommandAnswer(
        text=f"There is no approval {approval} that waits for you.", data={"error": "no such approval"}, ok=False
    )


async def _open_approvals(admin: AdminApi, anima: str) -> list[tuple[str, PersonQuestion]]:
    kept, now = await asyncio.to_thread(admin.questions(anima).all), admin.clock()
    return [(anima, item) for item in kept if item.kind in (AWAITED_APPROVAL, AWAITED_BY_ROLE) and item.is_open(now)]


def _is_asked(admin: AdminApi, asker: Asker, question: PersonQuestion) -> bool:
    return asker.person in admin.contacts.addresses(question.person)


def _approvals_told(admin: AdminApi, asker: Asker, found: list[tuple[str, PersonQuestion]]) -> CommandAnswer:
    lines, data = [], list[Json]()
    for anima, item in found:
        is_yours = item.kind == AWAITED_APPROVAL and _is_asked(admin, asker, item)
        whose = (
            "you"
            if is_yours
            else f"`{item.person}`, in a direct talk"
            if item.kind == AWAITED_BY_ROLE
            else (f"`{item.person}`, in `{item.place}`")
        )
        lines.append(f"- `{item.id}` **{anima}** asks {whose}: {' '.join(item.text.split())}")
        data.append({"id": item.id, "anima": anima, "text": item.text, "person": item.person, "is_yours": is_yours})
    return CommandAnswer(text="\n".join(lines) or "Nothing waits for a yes.", data={"approvals": data})


async def _answered(
    admin: AdminApi, asker: Asker, anima: str, question: PersonQuestion, choice: Literal["yes", "no"]
) -> CommandAnswer:
    try:
        is_taken = await admin.press(anima, question, choice, asker.account or asker.person)
    except KeyError:
        raise CommandUsageError("no fleet is running here") from None
    if not is_taken:
        return CommandAnswer(text="What asked for it is not known any more.", data={"error": "gone"}, ok=False)
    return CommandAnswer(text=f"Your {choice} is taken; {anima} goes on.", data={"answered": question.id})


APPROVALS = Command(path=("approvals",), run=settle_approvals, role=Role.MEMBER, chat=False, recorded=True)
