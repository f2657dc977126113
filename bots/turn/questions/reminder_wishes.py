"""Remember to: a wish to be reminded is told back as it was understood, kept when the person says so, handed over
when due.

What cannot be noticed is not promised: a wish for the moment when something happens is kept only if it is that
somebody joins the room, and the platform tells who does. The inbox makes it exactly once: a reminder has a key of its
own there, so that a crash between handing it over and noting that does no harm.
"""

from __future__ import annotations

import asyncio
import json
import logging
import re
from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import replace
from datetime import datetime
from hashlib import sha256

from bots.anima.anima import Anima
from bots.delivery.answer_parts import out_of
from bots.delivery.contract import Delivery, Out
from bots.delivery.error_boundary import keep_looking
from bots.delivery.items import InboxItem, Occasion, lane_of, pack_inbox, unpack_inbox
from bots.message import Mention, Message, Send
from bots.people.addressing import fold_name
from bots.turn.question_posts import QuestionKind, ask_in_turn, posted_event, question_post, turn_key
from bots.turn.turn_context import LATE_AFTER, Attempt
from memory.archive.requests import REMINDER_DROPPED, REMINDER_FIRED, REMINDER_KEPT, PersonQuestion, Reminder
from memory.formation.reminder_requests import RequestedReminder, reminder_echo, requested_reminder
from memory.language.analyser import level
from memory.language.pack_tables import patterns_of_each_language, words_of
from memory.vocabulary.address import Place
from memory.vocabulary.errors import AddressError, MemoryFault
from memory.vocabulary.ports import Clock

log = logging.getLogger(__name__)
KEEP, DROP = "keep", "drop"
ANYONE = "*"
_ID_CHARS = 8
_LONGEST_EVENT = 120
_CALLED_NAMES = re.compile(r"(?<!\w)@(\w+)")
_JOINING = patterns_of_each_language("arriving", "joining")
_ANYBODY = words_of("arriving", "anybody")
_UNSAID_NAMES = words_of("arriving", "unsaid")
"""Words for somebody whom only the talk before could name."""


async def echo_wish(one: Attempt) -> list[Out]:
    """The echo of a wish with its choices, or the question what was meant; nothing where nobody wishes anything."""
    message = one.heard.message
    if message.author_is_bot:
        return []
    at = message.at.astimezone(one.stage.people.zone)
    wish = await asyncio.to_thread(requested_reminder, _without_call(one.heard), at)
    if wish is None:
        return []
    unclear = _why_unclear(one, wish)
    if unclear:
        return [_plain_post(one, "reminder/unclear", unclear)]
    try:
        return [question_post(one, await _echo_question(one, wish))]
    except MemoryFault:
        log.warning("a wish to be reminded could not be put on record; nothing was promised", exc_info=True)
        return []


async def _decide_reminder(one: Attempt, question: PersonQuestion) -> str:
    """Keep or drop it, once; a note where it cannot be kept any more. Raises StorageFault."""
    reminders, now = one.mind.records.reminders, one.stage.clock()
    intention = await asyncio.to_thread(reminders.find, question.about)
    if intention is None:
        return ""
    is_over = intention.at is not None and intention.at <= now and intention.state not in (REMINDER_KEPT, "fired")
    state = REMINDER_KEPT if question.chosen == KEEP and not is_over else REMINDER_DROPPED
    if await asyncio.to_thread(reminders.change, intention.id, state, now):
        one.stage.schedule.reminders_changed.set()
    return one.word("reminder_over") if question.chosen == KEEP and is_over else ""


REMINDER = QuestionKind(name="reminder", choices=(KEEP, DROP), settle=_decide_reminder, is_agreed_by_thumb=True)


async def post_reminder(one: Attempt) -> list[Out]:
    """The reminder itself, in the place where it was wished for."""
    due = one.heard.occasion.id if one.heard.occasion else ""
    intention = await asyncio.to_thread(one.mind.records.reminders.find, due)
    if intention is None or intention.state == REMINDER_DROPPED:
        return []
    name, now = one.heard.message.author_name or str(one.heard.message.author), one.stage.clock()
    is_late = intention.at is not None and now - intention.at > LATE_AFTER
    when = reminder_time_told(one, intention) if is_late else ""
    text = one.word("reminder_late" if is_late else "reminder", text=intention.text, when=when)
    mention = Mention(person=one.heard.message.writer, name=name)
    return [_plain_post(one, f"reminder/{intention.id}", text, mention)]


def reminder_time_told(one: Attempt, intention: Reminder) -> str:
    return moment_told(intention.at, one) if intention.at else _joining_told(one, intention.joiner)


def moment_told(at: datetime, one: Attempt) -> str:
    """Weekday, date, time and zone, in the anima's language."""
    language = one.mind.traits.language
    return reminder_echo(
        RequestedReminder(text="", language=language, when=at.astimezone(one.stage.people.zone)), language
    )


def message_of_reminder(intention: Reminder) -> InboxItem:
    """The message of the wish. Raises ValueError where the record was changed by hand into none."""
    return unpack_inbox(json.dumps(dict(intention.origin)).encode())


# ------------------------------------------------------------------------------------------------ the wish


def _without_call(heard: InboxItem) -> str:
    """The message without the names by which it called on its animas: they are no part of what is wished."""
    text = heard.message.text
    for name in heard.names:
        text = re.sub(rf"^\s*@?{re.escape(name)}\s*[,:、]?\s*", "", text, flags=re.IGNORECASE)
    return text


def _why_unclear(one: Attempt, wish: RequestedReminder) -> str:
    """Why it cannot be kept as it was said; empty where it can."""
    if wish.doubt:
        return one.word("reminder_unclear", doubt=wish.doubt)
    if wish.when:
        return ""
    who = _joiner(one, wish.event)
    if not who or not one.capabilities.joins:
        return one.word("reminder_unseen", event=wish.event)
    return one.word("reminder_who", who=who) if who.casefold() in _UNSAID_NAMES else ""


def _joiner(one: Attempt, event: str) -> str:
    """Who is waited for: a name, ANYONE, a word of _UNSAID; empty where nobody joins. "He" is the one of @name."""
    if len(event) > _LONGEST_EVENT:
        return ""
    folded = level(event)
    for joining in _JOINING:
        if found := joining.search(folded):
            who = event[slice(*found.span("who"))].strip()
            called: set[str] = set(_CALLED_NAMES.findall(one.heard.message.text)) - {*one.heard.names}
            if who.casefold() in _UNSAID_NAMES and len(called) == 1:
                return called.pop()
            return ANYONE if found["who"] in _ANYBODY else who
    return ""


async def _echo_question(one: Attempt, wish: RequestedReminder) -> PersonQuestion:
    message = one.heard.message
    intention = Reminder(
        id=sha256(f"{one.mind.name} {turn_key(one)}".encode()).hexdigest()[:_ID_CHARS],
        text=wish.text or _without_call(one.heard),
        person=str(message.author),
        place=str(message.place),
        audience=str(message.audience),
        wished_at=one.stage.clock(),
        at=wish.when,
        joiner="" if wish.when else _joiner(one, wish.event),
        origin=json.loads(pack_inbox(one.heard)),
    )
    await asyncio.to_thread(one.mind.records.reminders.wish, intention)
    text = one.word("reminder_echo", when=reminder_time_told(one, intention), text=intention.text)
    return await ask_in_turn(one, REMINDER, intention.id, text)


def _joining_told(one: Attempt, joiner: str) -> str:
    return one.word("reminder_joins", who=one.word("reminder_anybody") if joiner == ANYONE else joiner)


def _plain_post(one: Attempt, slot: str, text: str, mention: Mention | None = None) -> Out:
    heard = one.heard
    act = Send(
        place=one.conversation,
        text=text,
        persona=one.persona,
        reply_to="" if heard.message.is_direct else heard.message.id,
        mention=None if heard.message.is_direct else mention,
    )
    return out_of(heard, slot, act, posted_event(one, slot, text))


# --- reminding ------------------------------------------------------------------------------------------------------
# Reminders that are due: each is put once into the lane of the talk in which it was wished for.
#
# The inbox makes it exactly once: a reminder has a key of its own there, so that a crash between handing it over and
# noting that does no harm. What became due while nobody ran is handed over at the start.


class ReminderWatch:
    """Watches over the reminders of all animas. `changed` is set when one is kept or dropped."""

    def __init__(self, minds: Mapping[str, Anima], delivery: Delivery, clock: Clock, changed: asyncio.Event) -> None:
        self._minds = minds
        self._delivery = delivery
        self._clock = clock
        self._changed = changed

    async def keep_watch(self) -> None:
        """Sleep until the next one is due; while there is none, until one is kept."""
        await keep_looking(self.look, self._changed, self._clock, "reminders")

    async def look(self) -> datetime | None:
        """Hand over what is due; when the next one is. Raises NotStored, StorageFault."""
        now, coming = self._clock(), []
        for mind in [*self._minds.values()]:
            for one in await asyncio.to_thread(mind.records.reminders.kept):
                if one.at is not None and one.at <= now:
                    await self._hand_over(mind, one)
                elif one.at is not None:
                    coming.append(one.at)
        return min(coming, default=None)

    async def joined(self, message: Message) -> None:
        """Somebody has joined a room: hand over what waited for that. Raises NotStored, StorageFault."""
        for mind in [*self._minds.values()]:
            for one in _waiting_for(message, await asyncio.to_thread(mind.records.reminders.kept)):
                await self._hand_over(mind, one)

    async def _hand_over(self, mind: Anima, intention: Reminder) -> None:
        try:
            heard = replace(message_of_reminder(intention), occasion=Occasion(kind="reminder", id=intention.id))
        except ValueError:
            log.exception("a reminder cannot be read and is dropped", extra={"reminder": intention.id})
            await asyncio.to_thread(mind.records.reminders.change, intention.id, REMINDER_DROPPED, self._clock())
            return
        message = heard.message
        key = f"{message.key}:reminder:{intention.id}"
        await self._delivery.accept(lane_of(mind.name, message), key, pack_inbox(heard))
        await asyncio.to_thread(mind.records.reminders.change, intention.id, REMINDER_FIRED, self._clock())


def _waiting_for(message: Message, kept: list[Reminder]) -> Iterator[Reminder]:
    if message.author_is_self:
        return
    for one in kept:
        if one.joiner and _room_of_reminder(one) == message.place.room and _is_named(one.joiner, message.author_name):
            yield one


def _is_named(wanted: str, name: str) -> bool:
    """By the whole name or one word of it; where words are not parted, by its beginning."""
    sought, full = fold_name(wanted), fold_name(name)
    return wanted == ANYONE or sought in (full, *full.split()) or (not sought.isascii() and full.startswith(sought))


def _room_of_reminder(intention: Reminder) -> Place | None:
    with suppress(AddressError):
        return Place.parse(intention.place).room
    return None
