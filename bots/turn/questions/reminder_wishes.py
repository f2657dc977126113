"""Remember to: a wish to be reminded is kept at once where it is clear, and said back with a way to undo it; reminders
are listed, moved and taken back in words; they are handed over when due.

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
from datetime import datetime, time
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
from memory.formation.message_intent import REMINDERS, judge_intent, reminder_act
from memory.formation.message_span import meant
from memory.formation.reminder_requests import (
    RequestedReminder,
    moved_reminder,
    reminder_echo,
    requested_reminder,
)
from memory.language.analyser import level, query_terms
from memory.language.dating.said_dates import said_dates
from memory.language.dating.said_times import said_span, said_times
from memory.language.pack_tables import patterns_of_each_language, words_of
from memory.vocabulary.address import Place
from memory.vocabulary.errors import AddressError, MemoryFault
from memory.vocabulary.ports import Clock

log = logging.getLogger(__name__)
DROP = "drop"
ANYONE = "*"
_ID_CHARS = 8
FIGURES, HOURS = re.compile(r"(?<![\w.])\d{1,2}(?![\w.:])"), 24
STEM = 5
"""Letters of a word that it keeps with any ending."""
_LONGEST_EVENT = 120
_CALLED_NAMES = re.compile(r"(?<!\w)@(\w+)")
_JOINING = patterns_of_each_language("arriving", "joining")
_ANYBODY = words_of("arriving", "anybody")
_UNSAID_NAMES = words_of("arriving", "unsaid")
"""Words for somebody whom only the talk before could name."""


async def echo_wish(attempt: Attempt) -> list[Out]:
    """What became of a wish about reminders; nothing where nobody wishes anything."""
    message, text = attempt.message, _without_call(attempt.heard)
    if message.author_is_bot or await asyncio.to_thread(_is_set_already, attempt):
        return []
    try:
        if await asyncio.to_thread(judge_intent, text) == REMINDERS:
            return [_plain_post(attempt, "reminder/act", await _manage(attempt, text))]
        wish = await asyncio.to_thread(requested_reminder, text, _local(attempt))
        if wish is None:
            return []
        if unclear := _why_unclear(attempt, wish):
            return [_plain_post(attempt, "reminder/unclear", unclear)]
        return [question_post(attempt, await _set_reminder(attempt, wish))]
    except MemoryFault:
        log.warning("a wish about reminders could not be put on record; nothing was promised", exc_info=True)
        return []


def _is_set_already(attempt: Attempt) -> bool:
    """Whether the model has set one at this very message."""
    here = (str(attempt.message.place), attempt.message.id)
    of = [(item.place, item.origin.get("message")) for item in attempt.anima.records.reminders.kept()]
    return any((place, message.get("id")) == here for place, message in of if isinstance(message, Mapping))


async def _decide_reminder(attempt: Attempt, question: PersonQuestion) -> str:
    """Take it back. Raises StorageFault."""
    intention = await asyncio.to_thread(attempt.anima.records.reminders.find, question.about)
    if intention is not None:
        await _change(attempt, intention, REMINDER_DROPPED)
    return ""


async def _change(attempt: Attempt, intention: Reminder, state: str) -> bool:
    """Whether that could still become of it. Raises StorageFault."""
    changed = await asyncio.to_thread(attempt.anima.records.reminders.change, intention.id, state, attempt.now)
    if changed:
        attempt.context.schedule.reminders_changed.set()
    return changed


REMINDER = QuestionKind(name="reminder", choices=(DROP,), settle=_decide_reminder)


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
    language = attempt.language
    return reminder_echo(
        RequestedReminder(text="", language=language, when=at.astimezone(attempt.context.people.zone)), language
    )


def message_of_reminder(intention: Reminder) -> InboxItem:
    """The message of the wish. Raises ValueError where the record was changed by hand into none."""
    return unpack_inbox(json.dumps(dict(intention.origin)).encode())


def _local(attempt: Attempt) -> datetime:
    """When the message was written, on the clock of who wrote it."""
    return attempt.message.at.astimezone(attempt.context.people.zone)


# --- list, move, cancel ---------------------------------------------------------------------------------------------


async def _manage(attempt: Attempt, text: str) -> str:
    """What is said of it. Raises StorageFault."""
    kept = [item for item in await asyncio.to_thread(attempt.anima.records.reminders.kept) if _is_of(attempt, item)]
    if not kept:
        return attempt.word("reminders_none")
    act = await asyncio.to_thread(reminder_act, text)
    named = await asyncio.to_thread(_named_reminders, text, kept)
    if act == "list":
        return "\n".join([attempt.word("reminders_are"), *(_line(attempt, item) for item in kept)])
    if act == "cancel" and not named and not meant(text, REMINDERS):
        named = kept
    if not named or (act == "move" and len(named) > 1):
        return "\n".join([attempt.word("reminders_which"), *(_line(attempt, item) for item in named or kept)])
    if act == "move":
        return await _move(attempt, named[0], text)
    gone = [item for item in named if await _change(attempt, item, REMINDER_DROPPED)]
    return "\n".join([attempt.word("reminders_gone"), *(_line(attempt, item) for item in gone)])


async def _move(attempt: Attempt, intention: Reminder, text: str) -> str:
    """The reminder anew at its other time; an hour alone is of the same day. Raises StorageFault."""
    at = _local(attempt)
    moved = await asyncio.to_thread(moved_reminder, text, at)
    times = [said.clock for said in said_times(text) if said.clock] or _bare_hour(text)
    when = moved.when
    if intention.at and len(times) == 1 and not said_dates(text, at):
        local = intention.at.astimezone(at.tzinfo)
        when = local.replace(hour=times[0].hour, minute=times[0].minute)
    elif when and intention.at and not times and moved.when and not said_span(text):
        local = intention.at.astimezone(at.tzinfo)
        when = when.replace(hour=local.hour, minute=local.minute)
    if when is None or when <= attempt.now:
        return attempt.word("reminder_unclear", doubt=moved.doubt or attempt.word("reminder_over"))
    anew = replace(intention, id=_reminder_id(attempt), at=when, joiner="", wished_at=attempt.now)
    await _keep(attempt, anew)
    await _change(attempt, intention, REMINDER_DROPPED)
    return attempt.word("reminder_moved", when=reminder_time_told(attempt, anew), text=anew.text)


def _bare_hour(text: str) -> list[time]:
    """The one figure that may be an hour, beside what is meant."""
    figures = FIGURES.findall(text.replace(meant(text, REMINDERS), " "))
    return [time(int(figures[0]))] if len(figures) == 1 and int(figures[0]) < HOURS else []


def _is_of(attempt: Attempt, intention: Reminder) -> bool:
    """Their own, of this talk."""
    own = attempt.context.people.calling.contacts.addresses(str(attempt.message.author))
    return intention.person in own and intention.place == str(attempt.message.place)


def _named_reminders(text: str, kept: list[Reminder]) -> list[Reminder]:
    """Those of whose words the message has most, or whose hour or number in the list it names; none where it names
    none."""
    words = set(query_terms(meant(text, REMINDERS) or text))
    shares = [_shared(words, set(query_terms(item.text))) for item in kept]
    best = max(shares)
    return [item for item, share in zip(kept, shares, strict=True) if best and share == best]


def _shared(words: set[str], told: set[str]) -> int:
    """How many of the words are told, or are so but for their endings."""
    return sum(any(word.startswith(other[:STEM]) or other.startswith(word[:STEM]) for other in told) for word in words)


def _line(attempt: Attempt, intention: Reminder) -> str:
    return f"- {reminder_time_told(attempt, intention)} – {intention.text}"


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


async def _set_reminder(attempt: Attempt, wish: RequestedReminder) -> PersonQuestion:
    """Kept, and told back with the choice to drop it. Raises StorageFault."""
    message = attempt.message
    intention = Reminder(
        id=_reminder_id(attempt),
        text=wish.text or _without_call(attempt.heard),
        person=str(message.author),
        place=str(message.place),
        audience=str(message.audience),
        wished_at=attempt.now,
        at=wish.when,
        joiner="" if wish.when else _joiner(attempt, wish.event),
        origin=json.loads(pack_inbox(attempt.heard)),
    )
    await _keep(attempt, intention)
    when, drop = reminder_time_told(attempt, intention), attempt.word(DROP)
    text = attempt.word("reminder_echo", when=when, text=intention.text, drop=drop)
    return await ask_in_turn(attempt, REMINDER, intention.id, text)


async def _keep(attempt: Attempt, intention: Reminder) -> None:
    await asyncio.to_thread(attempt.anima.records.reminders.wish, intention)
    await _change(attempt, intention, REMINDER_KEPT)


def _reminder_id(attempt: Attempt) -> str:
    """The same however often the turn is taken."""
    return sha256(f"{attempt.anima.name} {turn_key(attempt)}".encode()).hexdigest()[:_ID_CHARS]


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
