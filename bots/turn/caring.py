"""How a person is, and what it asks for: to somebody in distress the program itself says at once where help is.

No model has a part in it, and nothing stands before it: no refusal of guests, no cap, no question that waits. In a room
a short line stands where it was said, and the rest goes to the person alone; where they cannot be written to, all of it
stands in the room. Nothing of what they wrote is said again, here or later: message and answer go into the log, marked,
and nowhere else. A model that talks with them later is told that something of the kind was said, without the words.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import replace
from datetime import timedelta

from bots.delivery.answer_parts import answer_id, answer_outs, response_event
from bots.delivery.contract import Out
from bots.delivery.items import OutboxItem, pack_outbox
from bots.errors import SendFault
from bots.message import Kind, Send
from bots.people.help_lines import HelpCountry, directory_address
from bots.turn.think import was_answered
from bots.turn.turn_context import Attempt
from memory.archive.contacts import SETTING_ZONE
from memory.language.folders import FALLBACK, language_toml, languages_with
from memory.language.language_id import language_spoken
from memory.vocabulary.event import CONFIDED_META, Event

_WORDS = "care.toml"
AGAIN_WITHIN = timedelta(hours=1)
"""So soon after the last time the whole is not said anew."""


async def answer_distress(attempt: Attempt) -> Sequence[Out]:
    """Nothing where another anima answers it."""
    if not attempt.heard.answers or attempt.message.kind is not Kind.MESSAGE:
        return []
    text = await asyncio.to_thread(_words_of_care, attempt, again=await was_answered(attempt, AGAIN_WITHIN))
    if attempt.message.is_direct or not await _sent_in_private(attempt, text):
        return await _said_here(attempt, text)
    return await _said_here(attempt, await asyncio.to_thread(_public_line, attempt))


async def _said_here(attempt: Attempt, text: str) -> Sequence[Out]:
    """It does no harm twice, so it is said again where nobody can tell whether it arrived."""
    event = _confided(attempt, response_event(attempt.heard, text, attempt.now, attempt.capabilities))
    outs = answer_outs(
        attempt.heard,
        text,
        await attempt.split(text),
        capabilities=attempt.capabilities,
        persona=attempt.persona,
        event=event,
    )
    return [replace(out, repeatable=True) for out in outs]


async def _sent_in_private(attempt: Attempt, text: str) -> bool:
    """Whether the person was reached alone."""
    message, anima = attempt.message, attempt.heard.anima
    audience = f"person:{message.author}"
    try:
        place = await attempt.adapter.direct(message.writer)
        event = _confided(attempt, response_event(attempt.heard, text, attempt.now, attempt.capabilities, "care"))
        event = replace(event, channel=str(place), meta={**event.meta, "audience": audience})
        act = Send(place=place, text=text, persona=attempt.persona)
        item = OutboxItem(anima=anima, account=message.account, act=act, audience=audience, event=event)
        await attempt.turn.send(
            Out(slot="care", body=pack_outbox(item), event=answer_id(attempt.heard, "care"), repeatable=True)
        )
    except SendFault:
        return False
    return True


def _confided(attempt: Attempt, event: Event) -> Event:
    return replace(event, meta={**event.meta, CONFIDED_META: attempt.heard.confided})


def _words_of_care(attempt: Attempt, *, again: bool) -> str:
    words, language = _words(attempt)
    country = _country(attempt)
    countries = [country] if country else attempt.context.people.help_lines.for_language(language)
    lines = [str(line) for line in country.lines] if country else [str(each) for each in countries]
    lines.append(words["every_country"].format(directory=directory_address()))
    key = "again" if again else attempt.heard.confided
    text = words[key].format(emergency=_emergency(words, country), lines="\n".join(f"- {line}" for line in lines))
    return str(text).strip()


def _public_line(attempt: Attempt) -> str:
    words, _ = _words(attempt)
    emergency = _emergency(words, _country(attempt))
    name = " ".join(attempt.message.author_name.split())
    return str(words["public"].format(name=name, emergency=emergency, directory=directory_address()))


def _emergency(words: dict[str, str], country: HelpCountry | None) -> str:
    return f"**{country.emergency}**" if country else words["any_emergency"]


def _country(attempt: Attempt) -> HelpCountry | None:
    zone = attempt.context.people.calling.contacts.settled(str(attempt.message.author), SETTING_ZONE)
    return attempt.context.people.help_lines.country(zone)


def word_for_person(attempt: Attempt, key: str) -> str:
    """In their language."""
    return _words(attempt)[0][key]


def _words(attempt: Attempt) -> tuple[dict[str, str], str]:
    """In the language in which it was said, else in that of the person's app, else in the anima's."""
    known = languages_with(_WORDS)
    asked = (language_spoken(attempt.message.text, ()), attempt.message.language, attempt.anima.traits.language)
    language = next((code for code in asked if code in known), FALLBACK)
    return dict(language_toml(language, _WORDS)), language
