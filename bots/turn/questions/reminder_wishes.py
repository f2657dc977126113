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


async def echo_wish(attempt: Attempt) -> list[Out]:
    """The echo of a wish with its choices, or the question what was meant; nothing where nobody wishes anything."""
    message = attempt.message
    if message.author_is_bot or await asyncio.to_thread(_is_set_already, attempt):
        return []
    at = message.at.astimezone(attempt.context.people.zone)
    wish = await asyncio.to_thread(requested_reminder, _without_call(attempt.heard), at)
    if wish is None:
        return []
    unclear = _why_unclear(attempt, wish)
    if unclear:
        return [_plain_post(attempt, "reminder/unclear", unclear)]
    try:
        return [question_post(attempt, await _echo_question(attempt, wish))]
    except MemoryFault:
        log.warning("a wish to be reminded could not be put on record; nothing was promised", exc_info=True)
        return []


def _is_set_already(attempt: Attempt) -> bool:
    """Whether the model has set one at this very message."""
    here = (str(attempt.message.place), attempt.message.id)
    of = [(item.place, item.origin.get("message")) for item in attempt.anima.records.reminders.kept()]
    return any((place, message.get("id")) == here for place, message in of if isinstance(message, Mapping))


async def _decide_reminder(attempt: Attempt, question: PersonQuestion) -> str:
    """Keep or drop it, once; a note where it cannot be kept any more. Raises StorageFault."""
    reminders, now = attempt.anima.records.reminders, attempt.now
    intention = await asyncio.to_thread(reminders.find, question.about)
    if intention is None:
        return ""
    is_over = intention.at is not None and intention.at <= now and intention.state not in (REMINDER_KEPT, "fired")
    state = REMINDER_KEPT if question.chosen == KEEP and not is_over else REMINDER_DROPPED
    if await asyncio.to_thread(reminders.change, intention.id, state, now):
        attempt.context.schedule.reminders_changed.set()
    return attempt.word("reminder_over") if question.chosen == KEEP and is_over else ""


REMINDER = QuestionKind(name="reminder", choices=(KEEP, DROP), settle=_decide_reminder, is_agreed_by_thumb=True)


async def post_reminder(attempt: Attempt) -> list[Out]:
    """The reminder itself, in the place where it was wished for."""
    due = attempt.heard.occasion.id if attempt.heard.occasion else ""
    intention = await asyncio.to_thread(attempt.anima.records.reminders.find, due)
    if intention is None or intention.state == REMINDER_DROPPED:
        return []
    name, now = attempt.message.author_name or str(attempt.message.author), attempt.now
    is_late = intention.at is not None and now - intention.at > LATE_AFTER
    when = reminder_time_told(attempt, intention) if is_late else ""
    text = attempt.word("reminder_late" if is_late else "reminder", text=intention.text, when=when)
    mention = Mention(person=attempt.message.writer, name=name)
    return [_plain_post(attempt, f"reminder/{intention.id}", text, mention)]


def reminder_time_told(attempt: Attempt, intention: Reminder) -> str:
    return moment_told(intention.at, attempt) if intention.at else _joining_told(attempt, intention.joiner)


def moment_told(at: datetime, attempt: Attempt) -> str:
    """Weekday, date, time and zone, in the anima's language."""
    language = attempt.anima.traits.language
    return reminder_echo(
        RequestedReminder(text="", language=language, when=at.astimezone(attempt.context.people.zone)), language
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


def _why_unclear(attempt: Attempt, wish: RequestedReminder) -> str:
    """Why it cannot be kept as it was said; empty where it can."""
    if wish.doubt:
        return attempt.word("reminder_unclear", doubt=wish.doubt)
    if wish.when:
        return ""
    who = _joiner(attempt, wish.event)
    if not who or not attempt.capabilities.joins:
        return attempt.word("reminder_unseen", event=wish.event)
    return attempt.word("reminder_who", who=who) if who.casefold() in _UNSAID_NAMES else ""


def _joiner(attempt: Attempt, event: str) -> str:
    """Who is waited for: a name, ANYONE, a word of _UNSAID; empty where nobody joins. "He" is the one of @name."""
    if len(event) > _LONGEST_EVENT:
        return ""
    folded = level(event)
    for joining in _JOINING:
        if found := joining.search(folded):
            who = event[slice(*found.span("who"))].strip()
            called: set[str] = set(_CALLED_NAMES.findall(attempt.message.text)) - {*attempt.heard.names}
            if who.casefold() in _UNSAID_NAMES and len(called) == 1:
                return called.pop()
            return ANYONE if found["who"] in _ANYBODY else who
    return ""


async def _echo_question(attempt: Attempt, wish: RequestedReminder) -> PersonQuestion:
    message = attempt.message
    intention = Reminder(
        id=sha256(f"{attempt.anima.name} {turn_key(attempt)}".encode()).hexdigest()[:_ID_CHARS],
        text=wish.text or _without_call(attempt.heard),
        person=str(message.author),
        place=str(message.place),
        audience=str(message.audience),
        wished_at=attempt.now,
        at=wish.when,
        joiner="" if wish.when else _joiner(attempt, wish.event),
        origin=json.loads(pack_inbox(attempt.heard)),
    )
    await asyncio.to_thread(attempt.anima.records.reminders.wish, intention)
    text = attempt.word("reminder_echo", when=reminder_time_told(attempt, intention), text=intention.text)
    return await ask_in_turn(attempt, REMINDER, intention.id, text)


def _joining_told(attempt: Attempt, joiner: str) -> str:
    return attempt.word("reminder_joins", who=attempt.word("reminder_anybody") if joiner == ANYONE else joiner)


def _plain_post(attempt: Attempt, slot: str, text: str, mention: Mention | None = None) -> Out:
    heard = attempt.heard
    act = Send(
        place=attempt.conversation,
        text=text,
        persona=attempt.persona,
        reply_to="" if heard.message.is_direct else heard.message.id,
        mention=None if heard.message.is_direct else mention,
    )
    return out_of(heard, slot, act, posted_event(attempt, slot, text))


# --- reminding ------------------------------------------------------------------------------------------------------
# Reminders that are due: each is put once into the lane of the talk in which it was wished for.
#
# The inbox makes it exactly once: a reminder has a key of its own there, so that a crash between handing it over and
# noting that does no harm. What became due while nobody ran is handed over at the start.


class ReminderWatch:
    """Watches over the reminders of all animas. `changed` is set when one is kept or dropped."""

    def __init__(self, animas: Mapping[str, Anima], delivery: Delivery, clock: Clock, changed: asyncio.Event) -> None:
        self._animas = animas
        self._delivery = delivery
        self._clock = clock
        self._changed = changed

    async def keep_watch(self) -> None:
        """Sleep until the next one is due; while there is none, until one is kept."""
        await keep_looking(self.look, self._changed, self._clock, "reminders")

    async def look(self) -> datetime | None:
        """Hand over what is due; when the next one is. Raises NotStored, StorageFault."""
        now, coming = self._clock(), []
        for anima in [*self._animas.values()]:
            for item in await asyncio.to_thread(anima.records.reminders.kept):
                if item.at is not None and item.at <= now:
                    await self._hand_over(anima, item)
                elif item.at is not None:
                    coming.append(item.at)
        return min(coming, default=None)

    async def joined(self, message: Message) -> None:
        """Somebody has joined a room: hand over what waited for that. Raises NotStored, StorageFault."""
        for anima in [*self._animas.values()]:
            for item in _waiting_for(message, await asyncio.to_thread(anima.records.reminders.kept)):
                await self._hand_over(anima, item)

    async def _hand_over(self, anima: Anima, intention: Reminder) -> None:
        try:
            heard = replace(message_of_reminder(intention), occasion=Occasion(kind="reminder", id=intention.id))
        except ValueError:
            log.exception("a reminder cannot be read and is dropped", extra={"reminder": intention.id})
            await asyncio.to_thread(anima.records.reminders.change, intention.id, REMINDER_DROPPED, self._clock())
            return
        message = heard.message
        key = f"{message.key}:reminder:{intention.id}"
        await self._delivery.accept(lane_of(anima.name, message), key, pack_inbox(heard))
        await asyncio.to_thread(anima.records.reminders.change, intention.id, REMINDER_FIRED, self._clock())


def _waiting_for(message: Message, kept: list[Reminder]) -> Iterator[Reminder]:
    if message.author_is_self:
        return
    for item in kept:
        if (
            item.joiner
            and _room_of_reminder(item) == message.place.room
            and _is_named(item.joiner, message.author_name)
        ):
            yield item


def _is_named(wanted: str, name: str) -> bool:
    """By the whole name or one word of it; where words are not parted, by its beginning."""
    sought, full = fold_name(wanted), fold_name(name)
    return wanted == ANYONE or sought in (full, *full.split()) or (not sought.isascii() and full.startswith(sought))


def _room_of_reminder(intention: Reminder) -> Place | None:
    with suppress(AddressError):
        return Place.parse(intention.place).room
    return None
