"""What is posted of calls, and what people answer to it: by a button, a thumb, a reply, or one of its words."""

from __future__ import annotations

import asyncio
import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace

from bots.delivery.answer_parts import out_of, received_event
from bots.delivery.contract import Out
from bots.delivery.items import OutboxItem, pack_outbox
from bots.errors import InDoubt, Refused
from bots.message import Choice, Edit, Kind, Send
from bots.people.addressing import fold_name
from bots.people.calling import CALL_SEEN, URGENT, calls_of_post
from bots.turn.question_posts import AGREEING_THUMB, posted_event
from bots.turn.turn_context import Attempt
from memory.archive.requests import CALL_FAILED, CALL_IN_DOUBT, CALL_SENT, CallAttempt, PersonCall
from memory.vocabulary.address import Account, Place

_MOST_BUTTONS = 5
_NUMBERED = re.compile(r"\s*(?P<number>\d{1,2})\s*[.:)]?\s+(?P<text>\S.*)", re.DOTALL)


async def post_calls(attempt: Attempt) -> list[Out]:
    """The post of this turn's calls; what became of it is on record, and who is next is seen to."""
    calling, now = attempt.context.people.calling, attempt.now
    assert attempt.heard.occasion is not None
    calls = list(calling.of_occasion(attempt.heard.occasion.id))
    if not calls:
        return []
    text, choices = _call_text(attempt, [call for _, call, _ in calls])
    urgent = any(call.priority == URGENT for _, call, _ in calls)
    act = Send(
        place=attempt.conversation, text=text, persona=attempt.persona, choices=choices, priority=_highest(calls)
    )
    tried = CallAttempt(
        at=now, outcome=CALL_SENT, account=str(attempt.message.account), place=str(attempt.conversation)
    )
    event = posted_event(attempt, "call", text, calls=[call.id for _, call, _ in calls], urgent=urgent)
    try:
        tried = replace(tried, post=await attempt.turn.send(out_of(attempt.heard, "call", act, event)))
    except Refused:
        tried = replace(tried, outcome=CALL_FAILED)
    except InDoubt:
        tried = replace(tried, outcome=CALL_IN_DOUBT)
    for anima, call, rung in calls:
        await asyncio.to_thread(anima.records.calls.tried, call.id, rung, tried)
    calling.changed.set()
    return []


async def answer_call(attempt: Attempt) -> list[Out] | None:
    """What is to be said of an answer to a call of this anima's; None where it is none. Raises StorageFault."""
    found = await _answered_call(attempt)
    if found is None:
        return None
    call, answer = found
    message, now, calls = attempt.message, attempt.now, attempt.anima.records.calls
    person = str(message.author)
    if message.kind is not Kind.MESSAGE:
        await attempt.anima.engine.record(
            replace(received_event(attempt.heard), content=answer or attempt.word(CALL_SEEN))
        )
    if not answer:
        await asyncio.to_thread(calls.seen, call.id, person, now)
        return await _settle_call_posts(attempt, call, attempt.word("call_seen", name=_answerer_name(attempt)))
    if not await asyncio.to_thread(calls.answer, call.id, answer, person, now):
        return [_say_of_call(attempt, attempt.word("call_answered_before"))]
    await attempt.context.schedule.waits.answered(call.anima, call.id, answer, message.author, attempt.heard.trust)
    mark = attempt.word("call_answered", name=_answerer_name(attempt), answer=answer)
    thanks = [_say_of_call(attempt, attempt.word("call_thanks"))] if message.kind is Kind.MESSAGE else []
    return [*await _settle_call_posts(attempt, call, mark), *thanks]


# ------------------------------------------------------------------------------------------------ the post


def _call_text(attempt: Attempt, calls: Sequence[PersonCall]) -> tuple[str, tuple[Choice, ...]]:
    if len(calls) == 1:
        return _one_call_text(attempt, calls[0]), _call_choices(attempt, calls[0])[:_MOST_BUTTONS]
    held = any(call.held_since for call in calls)
    hours = attempt.context.people.calling.quiet_of(str(attempt.heard.answered.person))
    lines = [attempt.word("call_digest" if held and hours else "call_several", hours=str(hours), count=str(len(calls)))]
    lines += [f"{number}. **{call.anima}**: {call.text}" for number, call in enumerate(calls, 1)]
    lines.append(attempt.word("call_number"))
    seen = [
        Choice(label=f"{number} {attempt.word(CALL_SEEN)}", value=f"{call.id}:{CALL_SEEN}")
        for number, call in enumerate(calls, 1)
    ]
    return "\n\n".join(lines), tuple(seen[:_MOST_BUTTONS])


def _one_call_text(attempt: Attempt, call: PersonCall) -> str:
    hours = attempt.context.people.calling.quiet_of(str(attempt.heard.answered.person))
    held = attempt.word("call_held", hours=str(hours)) if call.held_since and hours else ""
    head = attempt.word("call_urgent" if call.priority == URGENT else "call", name=call.anima)
    how = attempt.word("call_answer") if attempt.capabilities.replies or not attempt.capabilities.buttons else ""
    words = ", ".join(choice.label for choice in _call_choices(attempt, call))
    typed = attempt.word("answer_with", words=words) if not attempt.capabilities.buttons else ""
    return "\n\n".join(filter(None, [f"{head} {call.text}", held, typed or how]))


def _call_choices(attempt: Attempt, call: PersonCall) -> tuple[Choice, ...]:
    own = [Choice(label=label, value=f"{call.id}:{number}") for number, label in enumerate(call.options)]
    return (*own, Choice(label=attempt.word(CALL_SEEN), value=f"{call.id}:{CALL_SEEN}"))


def _highest(calls: Sequence[tuple[object, PersonCall, int]]) -> str:
    order = ("urgent", "high", "normal", "low")
    return min((call.priority for _, call, _ in calls), key=lambda item: order.index(item) if item in order else 2)


# ------------------------------------------------------------------------------------------------ the answer


async def _answered_call(attempt: Attempt) -> tuple[PersonCall, str] | None:
    """The call of this anima's and the words; empty words: it was seen."""
    message = attempt.message
    posted = [
        (call, tried)
        for call, tried in await attempt.context.people.calling.posted_in(message.place.room)
        if call.anima == attempt.anima.name
    ]
    if not posted:
        return None
    by_id = {call.id: call for call, _ in posted}
    match message.kind:
        case Kind.BUTTON:
            id, _, choice = message.text.partition(":")
            if (call := by_id.get(id)) is not None:
                return _chosen_option(call, choice)
            replied = calls_of_post(posted, message.target)
            return (replied[0], message.text) if replied and message.text else None
        case Kind.REACTION:
            found = calls_of_post(posted, message.target) if AGREEING_THUMB.match(message.text) else []
            return (found[0], "") if len(found) == 1 else None
        case Kind.MESSAGE:
            return _written_answer(attempt, posted)
        case _:
            return None


def _chosen_option(call: PersonCall, choice: str) -> tuple[PersonCall, str] | None:
    if choice == CALL_SEEN:
        return call, ""
    number = int(choice) if choice.isdigit() else len(call.options)
    return (call, call.options[number]) if number < len(call.options) else None


def _written_answer(
    attempt: Attempt, posted: Sequence[tuple[PersonCall, CallAttempt]]
) -> tuple[PersonCall, str] | None:
    """A reply to the post, or, where there are no buttons, one of its words."""
    message = attempt.message
    calls = calls_of_post(posted, message.reply_to) or calls_of_post(posted, message.place.thread)
    if len(calls) > 1:
        found = _NUMBERED.match(message.text)
        at = int(found["number"]) - 1 if found else len(calls)
        return (calls[at], found["text"].strip()) if found and 0 <= at < len(calls) else None
    if not calls and not attempt.capabilities.buttons:
        words = {
            fold_name(attempt.word(CALL_SEEN)),
            *(fold_name(label) for call, _ in posted for label in call.options),
        }
        calls = [posted[0][0]] if fold_name(message.text) in words else []
    if not calls or not message.text.strip():
        return None
    by_word: Mapping[str, str] = {fold_name(label): label for label in calls[0].options} | {
        fold_name(attempt.word(CALL_SEEN)): ""
    }
    return calls[0], by_word.get(fold_name(message.text), message.text.strip())


async def _settle_call_posts(attempt: Attempt, call: PersonCall, mark: str) -> list[Out]:
    """Every post of the call says how it ended; of those that it shares with other calls, nothing."""
    outs, posts = (
        [],
        Counter(tried.post for _, known in await attempt.context.people.calling.all() for tried in known.tried),
    )
    for number, tried in enumerate(call.tried):
        if tried.outcome != CALL_SENT or not tried.post or posts[tried.post] > 1:
            continue
        account = Account.parse(tried.account)
        text = f"{attempt.word('call', name=call.anima)} {call.text}\n\n*{mark}*"
        persona = attempt.context.rooms.roster.persona(account, call.anima)
        act = Edit(place=Place.parse(tried.place), message_id=tried.post, text=text, persona=persona)
        parcel = OutboxItem(anima=call.anima, account=account, act=act, audience=str(attempt.message.audience))
        outs.append(Out(slot=f"call/{number}", body=pack_outbox(parcel), repeatable=True))
    return outs


def _say_of_call(attempt: Attempt, text: str) -> Out:
    act = Send(place=attempt.conversation, text=text, persona=attempt.persona)
    return out_of(attempt.heard, "call", act, posted_event(attempt, "call", text))


def _answerer_name(attempt: Attempt) -> str:
    return attempt.message.author_name or str(attempt.message.author)
