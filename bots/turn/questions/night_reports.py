"""Telling of nights: to the owners what sleep has changed, and to each person, once a week, what was learned of them.

Both go as turns of their own into the direct talk of who is told, under a name by which each comes once. Each is told
what may be read there and no more: being an owner widens nothing.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import datetime, timedelta

from bots.anima.anima import Anima
from bots.delivery.answer_parts import out_of
from bots.delivery.contract import Delivery, Out
from bots.delivery.internal_channel import program_as_author
from bots.delivery.items import Addressee, InboxItem, Occasion, Requester, lane_of, pack_inbox
from bots.message import Kind, Message, Send
from bots.people.person_facts import ForgetRequest, forget_fact
from bots.people.roster import Routing
from bots.schedule.night_watch import CARDS, REPORT
from bots.turn.question_posts import QuestionKind, ask_in_turn, posted_event, question_post
from bots.turn.turn_context import Attempt
from memory.archive.contacts import SETTING_CARD, SETTING_OFF, Contacts
from memory.archive.requests import PersonQuestion
from memory.sleep.night_report import NightReport
from memory.vocabulary.address import Audience, Person
from memory.vocabulary.errors import AddressError, NotAllowed
from memory.vocabulary.fact import (
    ASKED,
    DEMOTED,
    DORMANT,
    FORMED,
    INVALIDATED,
    MERGED,
    PROMOTED,
    REHEARSED,
    SUPERSEDED,
    WOKEN,
    Fact,
)

ONE_DAY, ONE_WEEK = timedelta(days=1), timedelta(days=7)
MOST_LINKS, MOST_FACTS = 8, 12
CARD_FINE, CARD_FORGET, CARD_MUTE = "card_fine", "card_forget", "card_mute"
SUMMED_CHANGES: Mapping[str, tuple[str, ...]] = {
    "night_learned": ("write", FORMED),
    "night_merged": (MERGED,),
    "night_contradicted": (SUPERSEDED, INVALIDATED, ASKED),
    "night_firmer": (PROMOTED, REHEARSED, WOKEN),
    "night_faded": (DORMANT, DEMOTED, "archive"),
}
"""What owners are told of, of the kinds of changes."""
_SEPARATOR = " "


class NightAnnouncements:
    """Hands over what is to be told; `owners` are asked for each time, for the config may change."""

    def __init__(
        self, delivery: Delivery, routing: Routing, contacts: Contacts, owners: Callable[[], Iterable[str]]
    ) -> None:
        self._delivery = delivery
        self._routing = routing
        self._contacts = contacts
        self._owners = owners

    async def hand_over(self, anima: Anima, what: str, slot: datetime) -> None:
        """To everybody whom it concerns and who can be reached. Raises NotStored."""
        people = await self._people(anima, slot) if what == CARDS else sorted(self._owners())
        if what == REPORT and not await anima.engine.slept(slot - ONE_DAY, slot):
            return
        for person in people:
            found = await self._routing.reach(anima.name, person)
            if found is not None:
                await self._to(anima, found, person, what, slot)

    async def _people(self, anima: Anima, slot: datetime) -> list[str]:
        """Who has told the anima something in a direct talk, under the address under which they did so."""
        known = {str(audience.alone) for audience in await anima.engine.audiences() if audience.alone}
        wanted = [item for item in sorted(known) if self._contacts.settled(item, SETTING_CARD) != SETTING_OFF]
        first = {self._contacts.known_as(item): item for item in reversed(wanted)}
        return [item for item in first.values() if await fresh_facts(anima, self._contacts, item, slot)]

    async def _to(self, anima: Anima, to: Addressee, person: str, what: str, slot: datetime) -> None:
        key = f"{what}~{anima.name}~{slot.isoformat()}"
        message = Message(
            kind=Kind.MESSAGE,
            account=to.account,
            place=to.place,
            id=key,
            order=key,
            author=program_as_author("night"),
            author_name=to.name,
            at=slot,
            audience=to.audience,
            text=what,
            is_direct=True,
        )
        asker = Requester(person=Person.parse(person), name=to.name, trust="member")
        heard = InboxItem(anima=anima.name, message=message, occasion=Occasion(kind="told", id=what), asker=asker)
        await self._delivery.accept(lane_of(anima.name, message), key, pack_inbox(heard))


async def fresh_facts(anima: Anima, contacts: Contacts, person: str, until: datetime) -> list[Fact]:
    """What this anima has learned of the person in the week before, and may say to them alone; the latest first."""
    own = set(contacts.addresses(person))
    try:
        facts = await anima.engine.facts.believed(Audience.person(Person.parse(person)))
    except AddressError:
        return []
    found = [
        fact for fact in facts if own & {fact.person, fact.subject} and until - ONE_WEEK < fact.recorded_at <= until
    ]
    return sorted(found, key=lambda fact: (fact.recorded_at, fact.id), reverse=True)


async def tell_of_night(attempt: Attempt) -> Sequence[Out]:
    """The post of a turn that tells of nights."""
    assert attempt.heard.occasion is not None
    return await (_fact_card(attempt) if attempt.heard.occasion.id == CARDS else _night_report(attempt))


async def _settle_fact_card(attempt: Attempt, question: PersonQuestion) -> str:
    """What the person chose on their card."""
    if question.chosen == CARD_MUTE:
        await asyncio.to_thread(
            attempt.context.people.calling.contacts.settle, question.person, SETTING_CARD, SETTING_OFF, attempt.now
        )
    elif question.chosen == CARD_FORGET:
        now, readers = attempt.now, attempt.message.audience
        wish = ForgetRequest(person=question.person, audience=readers, because="asked by the person", at=now)
        for id in question.about.split(_SEPARATOR):
            await forget_fact(
                attempt.context.people.calling.contacts, attempt.anima.name, attempt.anima.engine, id, wish
            )
    return ""


FACT_CARD = QuestionKind(name="card", choices=(CARD_FINE, CARD_FORGET, CARD_MUTE), settle=_settle_fact_card)


# ------------------------------------------------------------------------------------------------ the card


async def _fact_card(attempt: Attempt) -> list[Out]:
    message = attempt.message
    contacts = attempt.context.people.calling.contacts
    if contacts.settled(str(attempt.heard.answered.person), SETTING_CARD) == SETTING_OFF:
        return []
    facts = (await fresh_facts(attempt.anima, contacts, str(attempt.heard.answered.person), message.at))[:MOST_FACTS]
    if not facts:
        return []
    lines = [f"{number}. {' '.join(fact.text.split())} (`{fact.id}`)" for number, fact in enumerate(facts, 1)]
    text = "\n".join(
        [attempt.word("card", name=attempt.anima.name), "", *lines, "", attempt.word("card_how", id=facts[0].id)]
    )
    about = _SEPARATOR.join(fact.id for fact in facts)
    return [question_post(attempt, await ask_in_turn(attempt, FACT_CARD, about, text))]


# ------------------------------------------------------------------------------------------------ the report


async def _night_report(attempt: Attempt) -> list[Out]:
    at = attempt.message.at
    slept = await attempt.anima.engine.slept(at - ONE_DAY, at)
    readers = attempt.message.audience
    await attempt.context.rooms.known.refresh(readers)
    nights = [attempt.anima.engine.as_known_by(night, readers) for night in slept]
    counts = Counter[str]()
    for night in nights:
        counts.update(night.counts)
    summed = {what: sum(counts[kind] for kind in kinds) for what, kinds in SUMMED_CHANGES.items()}
    lines = [f"- {attempt.word(what)}: {number}" for what, number in summed.items() if number]
    refused = sorted({step.name for night in nights for step in night.refused})
    lines += [attempt.word("night_refused", steps=", ".join(refused))] if refused else []
    links = [f"- `{path}`" for path in await _readable_facts(attempt, nights)]
    if not lines and not links:  # that there was a night says that somebody has talked, wherever that was
        return []
    lines += ["", attempt.word("night_links"), *links] if links else []
    named = ", ".join(night.night for night in nights)
    head = attempt.word("night_report", name=attempt.anima.name, nights=named)
    text = "\n".join([head, *lines, "", attempt.word("night_undo", name=attempt.anima.name)])
    act = Send(place=attempt.conversation, text=text, persona=attempt.persona)
    return [out_of(attempt.heard, "report", act, posted_event(attempt, "report", text))]


async def _readable_facts(attempt: Attempt, nights: Sequence[NightReport]) -> list[str]:
    """The documents that were written and that this owner may read."""
    lines = [line for night in nights for step in night.steps if not step.refused for line in step.lines]
    paths = dict.fromkeys(line.of[0] for line in lines if line.kind == "write" and line.of and not line.refused)
    found = list[str]()
    for path in paths:
        try:
            if len(found) < MOST_LINKS and await attempt.anima.engine.read(path, attempt.message.audience):
                found.append(path)
        except (NotAllowed, FileNotFoundError, ValueError):
            continue
    return found
