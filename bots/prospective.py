"""Remember to: a wish to be reminded is told back as it was understood, and kept only when the person says so.

What cannot be noticed is not promised: a wish for the moment when something happens is kept only if it is that somebody
joins the room, and the platform tells who does.
"""

from __future__ import annotations

import asyncio
import json
import logging
import re
from datetime import datetime
from hashlib import sha256

from bots.answering import out_of
from bots.asking import noted, posted, put, turn_of
from bots.attempt import LATE, Attempt
from bots.delivery.seam import Out
from bots.message import Mention, Send
from bots.parcel import Heard, pack_heard, unpack_heard
from memory.archive.questions import Question
from memory.archive.reminders import DROPPED, KEPT, Intention
from memory.encoding.reminders import Reminder, echo, wished
from memory.languages.analyser import level
from memory.languages.tables import patterns, words_of
from memory.vocabulary.errors import MemoryFault

log = logging.getLogger(__name__)
REMINDER = "reminder"
KEEP, DROP = "keep", "drop"
ANYONE = "*"
_ID_CHARS = 8
_LONGEST_EVENT = 120
_CALLED = re.compile(r"(?<!\w)@(\w+)")
_JOINING = patterns("arriving", "joining")
_ANYBODY = words_of("arriving", "anybody")
_UNSAID = words_of("arriving", "unsaid")
"""Words for somebody whom only the talk before could name."""


async def told_back(one: Attempt) -> list[Out]:
    """The echo of a wish with its choices, or the question what was meant; nothing where nobody wishes anything."""
    message = one.heard.message
    if message.author_is_bot:
        return []
    at = message.at.astimezone(one.stage.zone)
    wish = await asyncio.to_thread(wished, _without_call(one.heard), at)
    if wish is None:
        return []
    unclear = _unclear(one, wish)
    if unclear:
        return [_plain(one, "reminder/unclear", unclear)]
    try:
        return [posted(one, await _echoed(one, wish))]
    except MemoryFault:
        log.warning("a wish to be reminded could not be put on record; nothing was promised", exc_info=True)
        return []


async def decided(one: Attempt, question: Question) -> str:
    """Keep or drop it, once; a note where it cannot be kept any more. Raises StorageFault."""
    reminders, now = one.mind.reminders, one.stage.clock()
    intention = await asyncio.to_thread(reminders.find, question.about)
    if intention is None:
        return ""
    is_over = intention.at is not None and intention.at <= now and intention.state not in (KEPT, "fired")
    state = KEPT if question.chosen == KEEP and not is_over else DROPPED
    if await asyncio.to_thread(reminders.change, intention.id, state, now):
        one.stage.reminders_changed.set()
    return one.word("reminder_over") if question.chosen == KEEP and is_over else ""


async def reminded(one: Attempt) -> list[Out]:
    """The reminder itself, in the place where it was wished for."""
    due = one.heard.occasion.id if one.heard.occasion else ""
    intention = await asyncio.to_thread(one.mind.reminders.find, due)
    if intention is None or intention.state == DROPPED:
        return []
    name, now = one.heard.message.author_name or str(one.heard.message.author), one.stage.clock()
    is_late = intention.at is not None and now - intention.at > LATE
    when = when_of(one, intention) if is_late else ""
    text = one.word("reminder_late" if is_late else "reminder", text=intention.text, when=when)
    mention = Mention(person=one.heard.message.writer, name=name)
    return [_plain(one, f"reminder/{intention.id}", text, mention)]


def when_of(one: Attempt, intention: Intention) -> str:
    return time_told(intention.at, one) if intention.at else _joining_told(one, intention.joiner)


def time_told(at: datetime, one: Attempt) -> str:
    """Weekday, date, time and zone, in the anima's language."""
    language = one.mind.traits.language
    return echo(Reminder(text="", language=language, when=at.astimezone(one.stage.zone)), language)


def origin_of(intention: Intention) -> Heard:
    """The message of the wish. Raises ValueError where the record was changed by hand into none."""
    return unpack_heard(json.dumps(dict(intention.origin)).encode())


# ------------------------------------------------------------------------------------------------ the wish


def _without_call(heard: Heard) -> str:
    """The message without the names by which it called on its animas: they are no part of what is wished."""
    text = heard.message.text
    for name in heard.names:
        text = re.sub(rf"^\s*@?{re.escape(name)}\s*[,:、]?\s*", "", text, flags=re.IGNORECASE)
    return text


def _unclear(one: Attempt, wish: Reminder) -> str:
    """Why it cannot be kept as it was said; empty where it can."""
    if wish.doubt:
        return one.word("reminder_unclear", doubt=wish.doubt)
    if wish.when:
        return ""
    who = _joiner(one, wish.event)
    if not who or not one.capabilities.joins:
        return one.word("reminder_unseen", event=wish.event)
    return one.word("reminder_who", who=who) if who.casefold() in _UNSAID else ""


def _joiner(one: Attempt, event: str) -> str:
    """Who is waited for: a name, ANYONE, a word of _UNSAID; empty where nobody joins. "He" is the one of @name."""
    if len(event) > _LONGEST_EVENT:
        return ""
    folded = level(event)
    for joining in _JOINING:
        if found := joining.search(folded):
            who = event[slice(*found.span("who"))].strip()
            called: set[str] = set(_CALLED.findall(one.heard.message.text)) - {*one.heard.names}
            if who.casefold() in _UNSAID and len(called) == 1:
                return called.pop()
            return ANYONE if found["who"] in _ANYBODY else who
    return ""


async def _echoed(one: Attempt, wish: Reminder) -> Question:
    message = one.heard.message
    intention = Intention(
        id=sha256(f"{one.mind.name} {turn_of(one)}".encode()).hexdigest()[:_ID_CHARS],
        text=wish.text or _without_call(one.heard),
        person=str(message.author),
        place=str(message.place),
        audience=str(message.audience),
        wished_at=one.stage.clock(),
        at=wish.when,
        joiner="" if wish.when else _joiner(one, wish.event),
        origin=json.loads(pack_heard(one.heard)),
    )
    await asyncio.to_thread(one.mind.reminders.wish, intention)
    text = one.word("reminder_echo", when=when_of(one, intention), text=intention.text)
    return await put(one, REMINDER, intention.id, text, {choice: one.word(choice) for choice in (KEEP, DROP)})


def _joining_told(one: Attempt, joiner: str) -> str:
    return one.word("reminder_joins", who=one.word("reminder_anybody") if joiner == ANYONE else joiner)


def _plain(one: Attempt, slot: str, text: str, mention: Mention | None = None) -> Out:
    heard = one.heard
    act = Send(
        place=one.conversation,
        text=text,
        persona=one.persona,
        reply_to="" if heard.message.is_direct else heard.message.id,
        mention=None if heard.message.is_direct else mention,
    )
    return out_of(heard, slot, act, noted(one, slot, text))
