"""A yes for an act where nobody in the talk can give it (a heartbeat, a task, a letter): by an owner or an admin.

They are asked as people are called: wherever they can be reached, after their quiet hours, the next one where nobody
answers. Only those are asked who may read what the turn is about, and only the button's own word allows the act.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Mapping, Sequence
from datetime import timedelta

from bots.errors import NotCalled
from bots.mind import Mind
from bots.parcel import Heard, pack_heard
from bots.stage import Stage
from bots.trust.clearance import NO, YES
from bots.words import word
from memory.archive.awaited import BY_ROLE, Awaited
from memory.archive.calls import Call
from memory.archive.questions import Question
from memory.audience import covers
from memory.vocabulary.address import Audience, Person

_WITHIN = timedelta(days=7)


async def ask_approvers(stage: Stage, mind: Mind, heard: Heard, turn: str, about: str, act: str) -> Question | None:
    """The question on record, once for this act of the turn; None where there is nobody to ask. Raises StorageFault."""
    calling, now, language = stage.calling, stage.clock(), mind.traits.language
    rungs = calling.rungs_to(await _who_may_read(stage, heard))
    if not rungs:
        return None
    choices = {one: word(language, one) for one in (YES, NO)}
    text = word(language, "approval", name=mind.name, act=act, **choices)
    call = Call(
        id=calling.new_id(),
        anima=mind.name,
        text=text,
        priority="normal",
        asked_at=now,
        rungs=rungs,
        options=tuple(choices.values()),
        audience=str(heard.message.audience),
        turn=f"{turn}/{about}",
    )
    try:
        call = await calling.add(call)
    except NotCalled:
        return None  # they were asked the same within a day
    question = _question(call, heard, turn, about, choices)
    await asyncio.to_thread(mind.questions.ask, question)
    of = calling.contacts.shown_name(question.person) or question.person
    await stage.waits.ask(mind, _awaited(question, heard, of, act))
    return question


def _question(call: Call, heard: Heard, turn: str, about: str, choices: Mapping[str, str]) -> Question:
    return Question(
        id=call.id,
        kind=BY_ROLE,
        about=about,
        person=call.rungs[0].person,
        place=str(heard.message.place),
        turn=turn,
        text=call.text,
        choices=choices,
        asked_at=call.asked_at,
        expires_at=call.asked_at + _WITHIN,
    )


def _awaited(question: Question, heard: Heard, of: str, act: str) -> Awaited:
    return Awaited(
        id=question.id,
        kind=BY_ROLE,
        turn=question.turn,
        of=of,
        text=act,
        asked_at=question.asked_at,
        until=question.expires_at,
        origin=json.loads(pack_heard(heard)),
        has_left=True,
    )


def may_decide(stage: Stage, mind: Mind, question: Question, by: Person, audience: Audience) -> bool:
    """Whether this account is one of those who were asked, and still one that may allow what is about this audience.

    By a role it is allowed by the account that has it alone, not by what that is linked to.
    """
    contacts, call = stage.calling.contacts, mind.calls.find(question.id)
    addresses = set(contacts.addresses(str(by)))
    was_asked = call is not None and any(rung.person in addresses for rung in call.rungs)
    is_theirs = audience == Audience.person(Person.parse(contacts.known_as(str(by))))
    return was_asked and (is_theirs or str(by) in stage.calling.settings.approvers)


async def _who_may_read(stage: Stage, heard: Heard) -> Sequence[str]:
    """First whose talk it is, where it is one person's; then owners and admins, as far as they may read it."""
    present, rooms = heard.message.audience, await stage.rooms_known(())
    theirs = [str(present.alone)] if present.alone and heard.answered.trust != "guest" else []
    found = []
    for address in dict.fromkeys([*theirs, *stage.calling.settings.approvers]):
        reader = Audience.person(Person.parse(stage.calling.contacts.known_as(address)))
        await stage.rooms.refresh(reader, rooms)
        if covers(str(present), reader, stage.rooms):
            found.append(address)
    return found
