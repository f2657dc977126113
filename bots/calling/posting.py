"""What is posted of calls, and what people answer to it: by a button, a thumb, a reply, or one of its words."""

from __future__ import annotations

import asyncio
import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace

from bots.addressing import fold
from bots.answering import out_of, received
from bots.asking import noted
from bots.attempt import Attempt
from bots.calling.calling import URGENT
from bots.calling.post import SEEN, of_post
from bots.delivery.seam import Out
from bots.errors import InDoubt, Refused
from bots.message import Choice, Edit, Kind, Send
from bots.parcel import Parcel, pack
from memory.archive.calls import FAILED, IN_DOUBT, SENT, Call, Tried
from memory.vocabulary.address import Account, Place

THUMB = re.compile(r":?(?:👍|\+1|thumbsup)")
_MOST_BUTTONS = 5
_NUMBERED = re.compile(r"\s*(?P<number>\d{1,2})\s*[.:)]?\s+(?P<text>\S.*)", re.DOTALL)


async def called(one: Attempt) -> list[Out]:
    """The post of this turn's calls; what became of it is on record, and who is next is seen to."""
    calling, now = one.stage.calling, one.stage.clock()
    assert one.heard.occasion is not None
    calls = list(calling.of_occasion(one.heard.occasion.id))
    if not calls:
        return []
    text, choices = _told(one, [call for _, call, _ in calls])
    urgent = any(call.priority == URGENT for _, call, _ in calls)
    act = Send(place=one.conversation, text=text, persona=one.persona, choices=choices, priority=_highest(calls))
    tried = Tried(at=now, outcome=SENT, account=str(one.heard.message.account), place=str(one.conversation))
    event = noted(one, "call", text, calls=[call.id for _, call, _ in calls], urgent=urgent)
    try:
        tried = replace(tried, post=await one.turn.send(out_of(one.heard, "call", act, event)))
    except Refused:
        tried = replace(tried, outcome=FAILED)
    except InDoubt:
        tried = replace(tried, outcome=IN_DOUBT)
    for mind, call, rung in calls:
        await asyncio.to_thread(mind.calls.tried, call.id, rung, tried)
    calling.changed.set()
    return []


async def called_back(one: Attempt) -> list[Out] | None:
    """What is to be said of an answer to a call of this anima's; None where it is none. Raises StorageFault."""
    found = await _answered(one)
    if found is None:
        return None
    call, answer = found
    message, now, calls = one.heard.message, one.stage.clock(), one.mind.calls
    person = str(message.author)
    if message.kind is not Kind.MESSAGE:
        await one.mind.engine.record(replace(received(one.heard), content=answer or one.word(SEEN)))
    if not answer:
        await asyncio.to_thread(calls.seen, call.id, person, now)
        return await _settled(one, call, one.word("call_seen", name=_name(one)))
    if not await asyncio.to_thread(calls.answer, call.id, answer, person, now):
        return [_said(one, one.word("call_answered_before"))]
    await one.stage.waits.answered(call.anima, call.id, answer, message.author, one.heard.trust)
    mark = one.word("call_answered", name=_name(one), answer=answer)
    thanks = [_said(one, one.word("call_thanks"))] if message.kind is Kind.MESSAGE else []
    return [*await _settled(one, call, mark), *thanks]


# ------------------------------------------------------------------------------------------------ the post


def _told(one: Attempt, calls: Sequence[Call]) -> tuple[str, tuple[Choice, ...]]:
    if len(calls) == 1:
        return _one(one, calls[0]), _choices(one, calls[0])[:_MOST_BUTTONS]
    held = any(call.held_since for call in calls)
    hours = one.stage.calling.quiet_of(str(one.heard.answered.person))
    lines = [one.word("call_digest" if held and hours else "call_several", hours=str(hours), count=str(len(calls)))]
    lines += [f"{number}. **{call.anima}**: {call.text}" for number, call in enumerate(calls, 1)]
    lines.append(one.word("call_number"))
    seen = [
        Choice(label=f"{number} {one.word(SEEN)}", value=f"{call.id}:{SEEN}") for number, call in enumerate(calls, 1)
    ]
    return "\n\n".join(lines), tuple(seen[:_MOST_BUTTONS])


def _one(one: Attempt, call: Call) -> str:
    hours = one.stage.calling.quiet_of(str(one.heard.answered.person))
    held = one.word("call_held", hours=str(hours)) if call.held_since and hours else ""
    head = one.word("call_urgent" if call.priority == URGENT else "call", name=call.anima)
    how = one.word("call_answer") if one.capabilities.replies or not one.capabilities.buttons else ""
    words = ", ".join(choice.label for choice in _choices(one, call))
    typed = one.word("answer_with", words=words) if not one.capabilities.buttons else ""
    return "\n\n".join(filter(None, [f"{head} {call.text}", held, typed or how]))


def _choices(one: Attempt, call: Call) -> tuple[Choice, ...]:
    own = [Choice(label=label, value=f"{call.id}:{number}") for number, label in enumerate(call.options)]
    return (*own, Choice(label=one.word(SEEN), value=f"{call.id}:{SEEN}"))


def _highest(calls: Sequence[tuple[object, Call, int]]) -> str:
    order = ("urgent", "high", "normal", "low")
    return min((call.priority for _, call, _ in calls), key=lambda one: order.index(one) if one in order else 2)


# ------------------------------------------------------------------------------------------------ the answer


async def _answered(one: Attempt) -> tuple[Call, str] | None:
    """The call of this anima's and the words; empty words: it was seen."""
    message = one.heard.message
    posted = [
        (call, tried)
        for call, tried in await one.stage.calling.posted_in(message.place.room)
        if call.anima == one.mind.name
    ]
    if not posted:
        return None
    by_id = {call.id: call for call, _ in posted}
    match message.kind:
        case Kind.BUTTON:
            id, _, choice = message.text.partition(":")
            if (call := by_id.get(id)) is not None:
                return _chosen(call, choice)
            replied = of_post(posted, message.target)
            return (replied[0], message.text) if replied and message.text else None
        case Kind.REACTION:
            found = of_post(posted, message.target) if THUMB.match(message.text) else []
            return (found[0], "") if len(found) == 1 else None
        case Kind.MESSAGE:
            return _written(one, posted)
        case _:
            return None


def _chosen(call: Call, choice: str) -> tuple[Call, str] | None:
    if choice == SEEN:
        return call, ""
    number = int(choice) if choice.isdigit() else len(call.options)
    return (call, call.options[number]) if number < len(call.options) else None


def _written(one: Attempt, posted: Sequence[tuple[Call, Tried]]) -> tuple[Call, str] | None:
    """A reply to the post, or, where there are no buttons, one of its words."""
    message = one.heard.message
    calls = of_post(posted, message.reply_to) or of_post(posted, message.place.thread)
    if len(calls) > 1:
        found = _NUMBERED.match(message.text)
        at = int(found["number"]) - 1 if found else len(calls)
        return (calls[at], found["text"].strip()) if found and 0 <= at < len(calls) else None
    if not calls and not one.capabilities.buttons:
        words = {fold(one.word(SEEN)), *(fold(label) for call, _ in posted for label in call.options)}
        calls = [posted[0][0]] if fold(message.text) in words else []
    if not calls or not message.text.strip():
        return None
    by_word: Mapping[str, str] = {fold(label): label for label in calls[0].options} | {fold(one.word(SEEN)): ""}
    return calls[0], by_word.get(fold(message.text), message.text.strip())


async def _settled(one: Attempt, call: Call, mark: str) -> list[Out]:
    """Every post of the call says how it ended; of those that it shares with other calls, nothing."""
    outs, posts = [], Counter(tried.post for _, known in await one.stage.calling.all() for tried in known.tried)
    for number, tried in enumerate(call.tried):
        if tried.outcome != SENT or not tried.post or posts[tried.post] > 1:
            continue
        account = Account.parse(tried.account)
        text = f"{one.word('call', name=call.anima)} {call.text}\n\n*{mark}*"
        persona = one.stage.roster.persona(account, call.anima)
        act = Edit(place=Place.parse(tried.place), message_id=tried.post, text=text, persona=persona)
        parcel = Parcel(anima=call.anima, account=account, act=act, audience=str(one.heard.message.audience))
        outs.append(Out(slot=f"call/{number}", body=pack(parcel), repeatable=True))
    return outs


def _said(one: Attempt, text: str) -> Out:
    act = Send(place=one.conversation, text=text, persona=one.persona)
    return out_of(one.heard, "call", act, noted(one, "call", text))


def _name(one: Attempt) -> str:
    return one.heard.message.author_name or str(one.heard.message.author)
