"""remember and reply: the answer is kept as conversation, then goes out; what else is said goes with it."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import replace

from bots.answering import excerpt, files_out, outs_of, responded
from bots.asking import posted, turn_of
from bots.attempt import Attempt
from bots.becoming_a_skill import skill_question
from bots.contradictions import question_for
from bots.delivery.seam import Out
from bots.errands import letter_back
from bots.feeling import reactions
from bots.house import is_house
from bots.message import File, Send
from bots.prompt.attached import named
from bots.prospective import told_back
from memory.archive.awaited import APPROVAL
from memory.languages import feedback
from memory.vocabulary.event import Event, Json

_FORGOTTEN_WITHIN_S = 5.0


async def remember(one: Attempt, text: str, files: Sequence[File] = ()) -> None:
    """Question and answer become part of the conversation. Raises StorageFault."""
    said = "\n".join([text, *named(files)])
    await one.stage.remember(one.mind, one.heard, one.conversation, said, one.exposure.derived_from)


async def with_the_truth(one: Attempt, text: str) -> str:
    """Who asks to have something forgotten is told what remains where, when it is so."""
    if not feedback.wants_forgotten(one.heard.message.text):
        return text
    try:
        async with asyncio.timeout(_FORGOTTEN_WITHIN_S):
            await one.mind.engine.formed()
    except TimeoutError:
        return text
    return f"{text}\n\n{one.word('forgotten')}"


async def answer(one: Attempt, text: str, files: Sequence[File]) -> Sequence[Out]:
    """The answer, its files, and what is said besides."""
    if is_house(one.heard.message.place):
        return await reply(one, text)
    sent = files_out(one.heard, files, one.stage.clock(), capabilities=one.capabilities, persona=one.persona)
    return [*await reply(one, text), *sent, *reactions(one), *await _asides(one)]


async def reply(one: Attempt, text: str, *, slot: str = "answer", is_note: bool = False) -> Sequence[Out]:
    """`is_note`: a word about the message, which it names, instead of an answer to it."""
    heard, capabilities, text = one.heard, one.capabilities, one.gate(text)
    if is_house(heard.message.place):
        return await letter_back(one, text)
    shown = text if is_note else one.label + text
    return outs_of(
        heard,
        shown,
        await one.split(shown),
        capabilities=capabilities,
        persona=one.persona,
        event=_with_origins(one, responded(heard, text, one.stage.clock(), capabilities, slot)),
        visible=one.visible,
        too_long=one.word("as_file"),
        names_question=is_note,
    )


def _with_origins(one: Attempt, event: Event) -> Event:
    """What is said to others than one person names what it comes from; a direct talk is that person's as a whole."""
    of: list[Json] = [id for id in one.origins if not id.endswith(f"/{one.heard.message.key}")]
    return replace(event, meta={**event.meta, "sources": of}) if of and not one.heard.message.is_direct else event


async def note(one: Attempt, key: str, **values: str) -> Sequence[Out]:
    """A word about one question, which it names: in a direct talk there may be many."""
    text = one.word(key, question=excerpt(one.heard.message), **values)
    slot = key if one.heard.woken_by == "doubt" else "answer"
    return await reply(one, text, slot=slot, is_note=True)


async def _asides(one: Attempt) -> Sequence[Out]:
    """What is said besides the answer to a person."""
    if one.heard.woken_by not in ("", "answer"):
        return []
    if (approval := await asyncio.to_thread(one.mind.questions.asked_in, turn_of(one), APPROVAL)) is not None:
        return [posted(one, approval), *await _of_money(one)]
    if one.heard.woken_by:
        return []
    asked = await question_for(one) or await skill_question(one) if not one.has_failed else []
    return [*await told_back(one), *asked, *await _of_money(one)]


async def _of_money(one: Attempt) -> Sequence[Out]:
    if one.stage.money is None:
        return []
    empty = Send(place=one.conversation, text="", persona=one.persona)
    return await one.stage.money.outs(one.heard, empty, one.mind.traits.language)
