"""Questions to one person with one-tap answers: taken from that person only, shown as settled.

A question is on record before it is posted, in the anima's `questions.jsonl`: a tap carries no more than its id and
the word that was chosen. Where a platform has no buttons the words are written out, and a message that is one of them
counts as a tap.
"""

from __future__ import annotations

import asyncio
import re
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, replace
from datetime import timedelta
from hashlib import sha256

from bots.delivery.answer_parts import out_of, received_event
from bots.delivery.contract import Out
from bots.message import Choice, Edit, Kind, Send
from bots.people.addressing import fold_name
from bots.turn.turn_context import Attempt
from memory.archive.requests import PersonQuestion
from memory.vocabulary.address import Place
from memory.vocabulary.event import Event, Json

QUESTION_EXPIRES_AFTER = timedelta(days=7)
_QUESTION_ID_CHARS = 12
#: As the platforms name it, in any colour of skin.
AGREEING_THUMB = re.compile(r":?(?:👍|\+1|thumbsup)")


@dataclass(frozen=True, slots=True, kw_only=True)
class QuestionKind:
    """What all questions of one kind share; the catalogue of them is in `bots.turn.questions.question_answers`.

    `choices` are keys of the fleet's words. `settle` carries out what was chosen, once however often it is called, and
    returns a note for the person, or nothing; it raises StorageFault. `refused` puts on record that somebody pressed
    who was not asked, or too late. `is_agreed_by_thumb`: a 👍 takes the first choice.
    """

    name: str
    choices: Sequence[str]
    settle: Callable[[Attempt, PersonQuestion], Awaitable[str]]
    refused: Callable[[Attempt, PersonQuestion], Awaitable[None]] | None = None
    is_agreed_by_thumb: bool = False

    def words(self, one: Attempt) -> dict[str, str]:
        """The choices in the anima's language."""
        return {choice: one.word(choice) for choice in self.choices}


async def ask_in_turn(one: Attempt, kind: QuestionKind, about: str, text: str) -> PersonQuestion:
    """Put to who is answered, to be posted in the turn's place; once a turn and kind. Raises StorageFault."""
    mind, turn, now = one.mind, turn_key(one), one.stage.clock()
    known = await asyncio.to_thread(mind.records.questions.asked_in, turn, kind.name)
    if known is not None:
        return known
    question = PersonQuestion(
        id=sha256(f"{mind.name} {kind.name} {about} {turn}".encode()).hexdigest()[:_QUESTION_ID_CHARS],
        kind=kind.name,
        about=about,
        person=str(one.heard.answered.person),
        place=str(one.conversation),
        turn=turn,
        text=text,
        choices=kind.words(one),
        asked_at=now,
        expires_at=now + QUESTION_EXPIRES_AFTER,
    )
    await asyncio.to_thread(mind.records.questions.ask, question)
    return question


def question_post(one: Attempt, question: PersonQuestion) -> Out:
    """The question as a post of the turn, and what is recorded of it."""
    heard, buttons = one.heard, one.capabilities.buttons
    act = Send(
        place=one.conversation,
        text=question.text if buttons else f"{question.text}\n\n{_choices_in_words(one, question)}",
        persona=one.persona,
        reply_to="" if heard.message.is_direct else heard.message.id,
        choices=_choice_buttons(question) if buttons else (),
    )
    slot = f"question/{question.kind}"
    return out_of(heard, slot, act, posted_event(one, slot, question.text, question=question.id))


async def tapped_question(one: Attempt) -> tuple[PersonQuestion, str] | None:
    """The question that a BUTTON answers, and the choice; None where it is none of this anima's."""
    id, _, choice = one.heard.message.text.partition(":")
    question = await asyncio.to_thread(one.mind.records.questions.find, id)
    return (question, choice) if question is not None and choice in question.choices else None


async def typed_question(one: Attempt) -> tuple[PersonQuestion, str] | None:
    """The open question that a message answers by being one of its words, where there are no buttons."""
    message = one.heard.message
    if message.kind is not Kind.MESSAGE or one.capabilities.buttons:
        return None
    word, room = fold_name(message.text), str(message.place.room)
    answered = await asyncio.to_thread(one.mind.records.questions.answered_by, turn_key(one))
    open_ = await asyncio.to_thread(one.mind.records.questions.open_to, str(message.author), room, one.stage.clock())
    for question in [answered] if answered else open_:
        for value, label in question.choices.items():
            if word in (fold_name(label), fold_name(value)):
                return question, value
    return None


async def thumbed_question(one: Attempt) -> tuple[PersonQuestion, str] | None:
    """The person's 👍 on a question that has a first choice to agree to: that one."""
    message, now = one.heard.message, one.stage.clock()
    if not AGREEING_THUMB.match(message.text):
        return None
    room = message.place.room
    open_ = await asyncio.to_thread(one.mind.records.questions.open_to, str(message.author), str(room), now)
    answered = await asyncio.to_thread(one.mind.records.questions.answered_by, turn_key(one))
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


async def take_choice(one: Attempt, question: PersonQuestion, choice: str) -> tuple[PersonQuestion, bool]:
    """Put the choice on record if it is the person's to make and in time; the first one counts.

    True: it holds, now or since before. Raises StorageFault.
    """
    now = one.stage.clock()
    if not is_asked(one, question) or (now >= question.expires_at and not question.chosen):
        return question, False
    return await asyncio.to_thread(one.mind.records.questions.answer, question.id, choice, turn_key(one), now), True


def is_asked(one: Attempt, question: PersonQuestion) -> bool:
    """Whether it was put to who answers, under whichever of their addresses."""
    return str(one.heard.message.author) in one.stage.people.calling.contacts.addresses(question.person)


async def show_settled(one: Attempt, question: PersonQuestion, note: str = "") -> list[Out]:
    """What stands in the post's place after the tap; what was chosen is recorded as the person's reaction."""
    message, label = one.heard.message, question.choices.get(question.chosen, "")
    is_the_first = question.answered_in == turn_key(one)
    name = message.author_name or one.word("you")
    result = one.word("chosen", name=name, choice=label) if label else one.word("too_late")
    text = "\n\n".join(filter(None, (f"*{result}*", note)))
    if message.kind is Kind.MESSAGE:
        return [out_of(one.heard, "chosen", Send(place=one.conversation, text=text, persona=one.persona))]
    if is_the_first:
        await one.mind.engine.record(replace(received_event(one.heard), content=label))
    place = Place.parse(question.place)
    edit = Edit(place=place, message_id=message.target, text=f"{question.text}\n\n{text}", persona=one.persona)
    return [out_of(one.heard, "chosen", edit)]


async def turn_away(one: Attempt, question: PersonQuestion) -> list[Out]:
    """Somebody else's tap: told once, and it changes nothing."""
    message, turn = one.heard.message, turn_key(one)
    person, now = str(message.author), one.stage.clock()
    after = await asyncio.to_thread(one.mind.records.questions.turn_away, question.id, person, turn, now)
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


def posted_event(one: Attempt, slot: str, text: str, **more: Json) -> Event:
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
            "id": f"{turn_key(one)}/{one.mind.name}/{slot}",
            "person": str(one.heard.answered.person),
            "name": one.mind.name,
            **more,
        },
    )


def turn_key(one: Attempt) -> str:
    return f"{one.heard.message.place}/{one.heard.message.key}"


# ------------------------------------------------------------------------------------------------ the post


def _choice_buttons(question: PersonQuestion) -> tuple[Choice, ...]:
    return tuple(Choice(label=label, value=f"{question.id}:{value}") for value, label in question.choices.items())


def _choices_in_words(one: Attempt, question: PersonQuestion) -> str:
    *most, last = question.choices.values()
    words = f"{', '.join(most)} {one.word('or')} {last}" if most else last
    return one.word("answer_with", words=words)
