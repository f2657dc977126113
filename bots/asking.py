"""Questions to one person with one-tap answers: taken from that person only, shown as settled.

What was asked lies in the anima's `questions.jsonl`: a tap carries no more than the question's id and the word that was
chosen. Where a platform has no buttons the words are written out, and a message that is one of them counts as a tap.
"""

from __future__ import annotations

import asyncio
import re
from collections.abc import Mapping
from dataclasses import replace

from bots.addressing import fold
from bots.answering import out_of, received
from bots.attempt import Attempt
from bots.delivery.seam import Out
from bots.message import Choice, Edit, Kind, Send
from bots.questioning import put_to
from memory.archive.questions import Question
from memory.vocabulary.address import Place
from memory.vocabulary.event import Event, Json

#: As the platforms name it, in any colour of skin.
_THUMB = re.compile(r":?(?:👍|\+1|thumbsup)")


async def put(one: Attempt, kind: str, about: str, text: str, choices: Mapping[str, str]) -> Question:
    """Bind a question to who is answered, once a turn. Raises StorageFault."""
    return await put_to(one.mind, one.heard, one.conversation, one.stage.clock(), kind, about, text, choices)


def posted(one: Attempt, question: Question) -> Out:
    """The question as a post of the turn, and what is recorded of it."""
    heard, buttons = one.heard, one.capabilities.buttons
    act = Send(
        place=one.conversation,
        text=question.text if buttons else f"{question.text}\n\n{_words_of(one, question)}",
        persona=one.persona,
        reply_to="" if heard.message.is_direct else heard.message.id,
        choices=_buttons(question) if buttons else (),
    )
    slot = f"question/{question.kind}"
    return out_of(heard, slot, act, noted(one, slot, question.text, question=question.id))


async def tapped(one: Attempt) -> tuple[Question, str] | None:
    """The question that a BUTTON answers, and the choice; None where it is none of this anima's."""
    id, _, choice = one.heard.message.text.partition(":")
    question = await asyncio.to_thread(one.mind.questions.find, id)
    return (question, choice) if question is not None and choice in question.choices else None


async def typed(one: Attempt) -> tuple[Question, str] | None:
    """The open question that a message answers by being one of its words, where there are no buttons."""
    message = one.heard.message
    if message.kind is not Kind.MESSAGE or one.capabilities.buttons:
        return None
    word, room = fold(message.text), str(message.place.room)
    answered = await asyncio.to_thread(one.mind.questions.answered_by, turn_of(one))
    open_ = await asyncio.to_thread(one.mind.questions.open_to, str(message.author), room, one.stage.clock())
    for question in [answered] if answered else open_:
        for value, label in question.choices.items():
            if word in (fold(label), fold(value)):
                return question, value
    return None


async def thumbed(one: Attempt) -> tuple[Question, str] | None:
    """The person's 👍 on a question that has a first choice to agree to: that one."""
    message, now = one.heard.message, one.stage.clock()
    if not _THUMB.match(message.text):
        return None
    room = message.place.room
    open_ = await asyncio.to_thread(one.mind.questions.open_to, str(message.author), str(room), now)
    answered = await asyncio.to_thread(one.mind.questions.answered_by, turn_of(one))
    by_id = {question.id: question for question in ([answered] if answered else open_)}
    if not by_id:
        return None
    posts = await one.mind.engine.recent(
        room,
        1,
        since=min(question.asked_at for question in by_id.values()),
        wanted=lambda event: (
            event.meta.get("message_id") == message.target and str(event.meta.get("question", "")) in by_id
        ),
    )
    question = by_id[str(posts[0].meta["question"])] if posts else None
    return (question, next(iter(question.choices))) if question else None


async def taken(one: Attempt, question: Question, choice: str) -> tuple[Question, bool]:
    """Put the choice on record if it is the person's to make and in time; the first one counts.

    True: it holds, now or since before. Raises StorageFault.
    """
    now = one.stage.clock()
    if not is_asked(one, question) or (now >= question.expires_at and not question.chosen):
        return question, False
    return await asyncio.to_thread(one.mind.questions.answer, question.id, choice, turn_of(one), now), True


def is_asked(one: Attempt, question: Question) -> bool:
    """Whether it was put to who answers, under whichever of their addresses."""
    return str(one.heard.message.author) in one.stage.calling.contacts.addresses(question.person)


async def shown(one: Attempt, question: Question, note: str = "") -> list[Out]:
    """What stands in the post's place after the tap; what was chosen is recorded as the person's reaction."""
    message, label = one.heard.message, question.choices.get(question.chosen, "")
    is_the_first = question.answered_in == turn_of(one)
    name = message.author_name or one.word("you")
    result = one.word("chosen", name=name, choice=label) if label else one.word("too_late")
    text = "\n\n".join(filter(None, (f"*{result}*", note)))
    if message.kind is Kind.MESSAGE:
        return [out_of(one.heard, "chosen", Send(place=one.conversation, text=text, persona=one.persona))]
    if is_the_first:
        await one.mind.engine.record(replace(received(one.heard), content=label))
    place = Place.parse(question.place)
    edit = Edit(place=place, message_id=message.target, text=f"{question.text}\n\n{text}", persona=one.persona)
    return [out_of(one.heard, "chosen", edit)]


async def turned_away(one: Attempt, question: Question) -> list[Out]:
    """Somebody else's tap: told once, and it changes nothing."""
    message, turn = one.heard.message, turn_of(one)
    person, now = str(message.author), one.stage.clock()
    after = await asyncio.to_thread(one.mind.questions.turn_away, question.id, person, turn, now)
    if after.turned_away.get(person) != turn:
        return []
    act = Send(
        place=message.place,
        text=one.word("not_yours"),
        persona=one.persona,
        private_to=message.writer,
        handle=message.handle,
    )
    return [out_of(one.heard, "not_yours", act)]


def noted(one: Attempt, slot: str, text: str, **more: Json) -> Event:
    """What is recorded of a post that answers no message: no talk, for recall would quote the anima to itself."""
    message, place = one.heard.message, one.conversation
    return Event(
        ts=one.stage.clock(),
        type="human_notify",
        content=text,
        sender=one.mind.name,
        recipient=str(one.heard.answered.person),
        channel=str(place),
        meta={
            "platform": place.platform,
            "account": str(message.account),
            "audience": str(message.audience),
            **({"thread_id": place.thread} if place.thread else {}),
            "id": f"{turn_of(one)}/{one.mind.name}/{slot}",
            "person": str(one.heard.answered.person),
            "name": one.mind.name,
            **more,
        },
    )


def turn_of(one: Attempt) -> str:
    return f"{one.heard.message.place}/{one.heard.message.key}"


# ------------------------------------------------------------------------------------------------ the post


def _buttons(question: Question) -> tuple[Choice, ...]:
    return tuple(Choice(label=label, value=f"{question.id}:{value}") for value, label in question.choices.items())


def _words_of(one: Attempt, question: Question) -> str:
    *most, last = question.choices.values()
    words = f"{', '.join(most)} {one.word('or')} {last}" if most else last
    return one.word("answer_with", words=words)
