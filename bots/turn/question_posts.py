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
    """What all questions of one kind share; the catalogue of them is in `bots.turn.route`.

    `choices` are keys of the fleet's words. `settle` carries out what was chosen, once however often it is called, and
    returns a note for the person, or nothing; it raises StorageFault. `refused` puts on record that somebody pressed
    who was not asked, or too late. `is_agreed_by_thumb`: a 👍 takes the first choice.
    """

    name: str
    choices: Sequence[str]
    settle: Callable[[Attempt, PersonQuestion], Awaitable[str]]
    refused: Callable[[Attempt, PersonQuestion], Awaitable[None]] | None = None
    is_agreed_by_thumb: bool = False

    def words(self, attempt: Attempt) -> dict[str, str]:
        """The choices in the anima's language."""
        return {choice: attempt.word(choice) for choice in self.choices}


async def ask_in_turn(attempt: Attempt, kind: QuestionKind, about: str, text: str) -> PersonQuestion:
    """Put to who is answered, to be posted in the turn's place; once a turn and kind. Raises StorageFault."""
    anima, turn, now = attempt.anima, turn_key(attempt), attempt.now
    known = await asyncio.to_thread(anima.records.questions.asked_in, turn, kind.name)
    if known is not None:
        return known
    question = PersonQuestion(
        id=sha256(f"{anima.name} {kind.name} {about} {turn}".encode()).hexdigest()[:_QUESTION_ID_CHARS],
        kind=kind.name,
        about=about,
        person=str(attempt.heard.answered.person),
        place=str(attempt.conversation),
        turn=turn,
        text=text,
        choices=kind.words(attempt),
        asked_at=now,
        expires_at=now + QUESTION_EXPIRES_AFTER,
    )
    await asyncio.to_thread(anima.records.questions.ask, question)
    return question


def question_post(attempt: Attempt, question: PersonQuestion) -> Out:
    """The question as a post of the turn, and what is recorded of it."""
    heard, buttons = attempt.heard, attempt.capabilities.buttons
    act = Send(
        place=attempt.conversation,
        text=question.text if buttons else f"{question.text}\n\n{_choices_in_words(attempt, question)}",
        persona=attempt.persona,
        reply_to="" if heard.message.is_direct else heard.message.id,
        choices=_choice_buttons(question) if buttons else (),
    )
    slot = f"question/{question.kind}"
    return out_of(heard, slot, act, posted_event(attempt, slot, question.text, question=question.id))


async def tapped_question(attempt: Attempt) -> tuple[PersonQuestion, str] | None:
    """The question that a BUTTON answers, and the choice; None where it is none of this anima's."""
    id, _, choice = attempt.message.text.partition(":")
    question = await asyncio.to_thread(attempt.anima.records.questions.find, id)
    return (question, choice) if question is not None and choice in question.choices else None


async def typed_question(attempt: Attempt) -> tuple[PersonQuestion, str] | None:
    """The open question that a message answers by being one of its words, where there are no buttons."""
    message = attempt.message
    if message.kind is not Kind.MESSAGE or attempt.capabilities.buttons:
        return None
    word, room = fold_name(message.text), str(message.place.room)
    answered = await asyncio.to_thread(attempt.anima.records.questions.answered_by, turn_key(attempt))
    open_ = await asyncio.to_thread(attempt.anima.records.questions.open_to, str(message.author), room, attempt.now)
    for question in [answered] if answered else open_:
        for value, label in question.choices.items():
            if word in (fold_name(label), fold_name(value)):
                return question, value
    return None


async def thumbed_question(attempt: Attempt) -> tuple[PersonQuestion, str] | None:
    """The person's 👍 on a question that has a first choice to agree to: that one."""
    message, now = attempt.message, attempt.now
    if not AGREEING_THUMB.match(message.text):
        return None
    room = message.place.room
    open_ = await asyncio.to_thread(attempt.anima.records.questions.open_to, str(message.author), str(room), now)
    answered = await asyncio.to_thread(attempt.anima.records.questions.answered_by, turn_key(attempt))
    by_id = {question.id: question for question in ([answered] if answered else open_)}
    if not by_id:
        return None
    posts = await attempt.anima.engine.recent(
        room,
        1,
        since=min(question.asked_at for question in by_id.values()),
        wanted=lambda event: (
            event.meta.get("message_id") == message.target and str(event.meta.get("question", "")) in by_id
        ),
    )
    question = by_id[str(posts[0].meta["question"])] if posts else None
    return (question, next(iter(question.choices))) if question else None


async def take_choice(attempt: Attempt, question: PersonQuestion, choice: str) -> tuple[PersonQuestion, bool]:
    """Put the choice on record if it is the person's to make and in time; the first one counts.

    True: it holds, now or since before. Raises StorageFault.
    """
    now = attempt.now
    if not is_asked(attempt, question) or (now >= question.expires_at and not question.chosen):
        return question, False
    return await asyncio.to_thread(
        attempt.anima.records.questions.answer, question.id, choice, turn_key(attempt), now
    ), True


def is_asked(attempt: Attempt, question: PersonQuestion) -> bool:
    """Whether it was put to who answers, under whichever of their addresses."""
    return str(attempt.message.author) in attempt.context.people.calling.contacts.addresses(question.person)


async def show_settled(attempt: Attempt, question: PersonQuestion, note: str = "") -> list[Out]:
    """What stands in the post's place after the tap; what was chosen is recorded as the person's reaction."""
    message, label = attempt.message, question.choices.get(question.chosen, "")
    is_the_first = question.answered_in == turn_key(attempt)
    name = message.author_name or attempt.word("you")
    result = attempt.word("chosen", name=name, choice=label) if label else attempt.word("too_late")
    text = "\n\n".join(filter(None, (f"*{result}*", note)))
    if message.kind is Kind.MESSAGE:
        return [out_of(attempt.heard, "chosen", Send(place=attempt.conversation, text=text, persona=attempt.persona))]
    if is_the_first:
        await attempt.anima.engine.record(replace(received_event(attempt.heard), content=label))
    place = Place.parse(question.place)
    edit = Edit(place=place, message_id=message.target, text=f"{question.text}\n\n{text}", persona=attempt.persona)
    return [out_of(attempt.heard, "chosen", edit)]


async def turn_away(attempt: Attempt, question: PersonQuestion) -> list[Out]:
    """Somebody else's tap: told once, and it changes nothing."""
    message, turn = attempt.message, turn_key(attempt)
    person, now = str(message.author), attempt.now
    after = await asyncio.to_thread(attempt.anima.records.questions.turn_away, question.id, person, turn, now)
    if after.turned_away.get(person) != turn:
        return []
    act = Send(
        place=message.place,
        text=attempt.word("not_yours"),
        persona=attempt.persona,
        private_to=message.writer,
        handle=message.handle,
    )
    return [out_of(attempt.heard, "not_yours", act)]


def posted_event(attempt: Attempt, slot: str, text: str, **more: Json) -> Event:
    """What is recorded of a post that answers no message: no talk, for recall would quote the anima to itself."""
    message, place = attempt.message, attempt.conversation
    return Event(
        ts=attempt.now,
        type="human_notify",
        content=text,
        sender=attempt.anima.name,
        recipient=str(attempt.heard.answered.person),
        channel=str(place),
        meta={
            "platform": place.platform,
            "account": str(message.account),
            "audience": str(message.audience),
            **({"thread_id": place.thread} if place.thread else {}),
            "id": f"{turn_key(attempt)}/{attempt.anima.name}/{slot}",
            "person": str(attempt.heard.answered.person),
            "name": attempt.anima.name,
            **more,
        },
    )


def turn_key(attempt: Attempt) -> str:
    return f"{attempt.message.place}/{attempt.message.key}"


# ------------------------------------------------------------------------------------------------ the post


def _choice_buttons(question: PersonQuestion) -> tuple[Choice, ...]:
    return tuple(Choice(label=label, value=f"{question.id}:{value}") for value, label in question.choices.items())


def _choices_in_words(attempt: Attempt, question: PersonQuestion) -> str:
    *most, last = question.choices.values()
    words = f"{', '.join(most)} {attempt.word('or')} {last}" if most else last
    return attempt.word("answer_with", words=words)
