"""From an answer's text to the parcels that carry it: pure.

An answer is as many messages as needed up to twenty; beyond that it is one line and the whole as one Markdown file.
What is recorded of it goes with the last parcel, so that it is recorded when it is all there.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime

from bots.delivery.contract import Out
from bots.delivery.items import InboxItem, OutboxItem, pack_outbox
from bots.message import Edit, File, Message, Persona, React, Send
from bots.ports import Capabilities
from memory.vocabulary.address import Account, Place
from memory.vocabulary.event import CONFIDED_META, NOTICE, TOOL_RESULT, Event, Json

MOST_MESSAGES = 20
STREAM_SLOT = "stream"
_EXCERPT = 60
#: What an anima says on a board wakes others by itself, or to say that it ends.
_ON_A_BOARD = frozenset({"", "loop"})
_MARKUP = frozenset("\\`*_~|[]<>#&")


def answer_place(heard: InboxItem, capabilities: Capabilities) -> Place:
    """Where the answer goes: where it was asked, in a thread where the platform answers so."""
    message = heard.message
    if capabilities.answers_in_threads and not message.is_direct and not message.place.thread:
        return replace(message.place, thread=message.id)
    return message.place


def answer_outs(
    heard: InboxItem,
    text: str,
    chunks: list[str],
    *,
    capabilities: Capabilities,
    persona: Persona | None,
    event: Event,
    visible: str = "",
    too_long: str = "",
    names_question: bool = False,
) -> list[Out]:
    """The answer as outbox rows; `chunks` are the text as the platform's limits cut it, `visible` is the id of the
    streamed post which becomes the first of them.

    `too_long` is the line that goes with the file; `names_question` makes it a reply in a direct talk, too.
    """
    place = answer_place(heard, capabilities)
    reply_to = heard.message.id if names_question or not heard.message.is_direct else ""
    files: tuple[File, ...] = ()
    if len(chunks) > MOST_MESSAGES:
        content = text.encode()
        files = (File(name="answer.md", media_type="text/markdown", size=len(content), content=content),)
        chunks = [too_long, ""] if visible else [too_long]  # a post that is there already cannot take a file
    acts = [
        Edit(place=place, message_id=visible, text=chunk, persona=persona)
        if visible and not number
        else Send(place=place, text=chunk, persona=persona, reply_to="" if number else reply_to, files=files)
        for number, chunk in enumerate(chunks)
    ]
    last = len(acts) - 1
    return [
        out_of(heard, str(number), act, event if number == last else None, part_of=id_of_event(event))
        for number, act in enumerate(acts)
    ]


def files_outs(
    heard: InboxItem, files: Sequence[File], now: datetime, *, capabilities: Capabilities, persona: Persona | None
) -> list[Out]:
    """Files that go with an answer: each a post and an event of its own, so that none is lost or sent twice."""
    place, outs = answer_place(heard, capabilities), []
    for number, file in enumerate(files, 1):
        slot = f"file/{number}"
        event = response_event(heard, f"(file: {file.name})", now, capabilities, slot)
        event = replace(event, meta={**event.meta, "files": [file.name]})
        reply_to = "" if heard.message.is_direct else heard.message.id
        outs.append(
            out_of(heard, slot, Send(place=place, text="", persona=persona, reply_to=reply_to, files=(file,)), event)
        )
    return outs


def stream_out(heard: InboxItem, text: str, *, capabilities: Capabilities, persona: Persona | None) -> Out:
    """The post in which a streamed answer begins to be seen; it is a part of the event of the whole."""
    act = Send(
        place=answer_place(heard, capabilities),
        text=text,
        persona=persona,
        reply_to="" if heard.message.is_direct else heard.message.id,
    )
    return out_of(heard, STREAM_SLOT, act, part_of=answer_id(heard))


def out_of(
    heard: InboxItem, slot: str, act: Send | Edit | React, event: Event | None = None, *, part_of: str = ""
) -> Out:
    """One act of the turn as an outbox row; the event is recorded when it is done.

    `part_of` is the id of the event that records the whole of which this is a part.
    """
    message = heard.message
    parcel = OutboxItem(
        anima=heard.anima,
        account=message.account,
        act=act,
        reply_to=message.id,
        audience=str(message.audience),
        event=event,
    )
    part_of = part_of or (id_of_event(event) if event is not None else "")
    return Out(slot=slot, body=pack_outbox(parcel), event=part_of, repeatable=not isinstance(act, Send))


def excerpt(message: Message) -> str:
    """By which words a message is told from others, as Markdown that means nothing but itself."""
    text = " ".join(message.text.split()) or ", ".join(file.name for file in message.files) or "…"
    short = text if len(text) <= _EXCERPT else f"{text[: _EXCERPT - 1]}…"
    return "".join(f"\\{char}" if char in _MARKUP else char for char in short)


def id_of_event(event: Event) -> str:
    return str(event.meta.get("id", ""))


def answer_id(heard: InboxItem, slot: str = "answer") -> str:
    """The id of the event that records what was said in this turn."""
    return f"{heard.message.place}/{heard.message.key}/{heard.anima}/{slot}"


def received_event(heard: InboxItem) -> Event:
    """What is recorded when a message is heard."""
    message = heard.message
    types = {
        "edit": "message_edited",
        "delete": "message_deleted",
        "reaction": "reaction_added",
        "button": "reaction_added",
    }
    author = heard.author
    is_letter = author.kind == "colleague" and heard.woken_by not in _ON_A_BOARD
    kind = types.get(message.kind.value, "dm_received" if is_letter else "message_received")
    if author.is_mute:
        kind = TOOL_RESULT if author.kind == "tool" else NOTICE
    meta: dict[str, Json] = {
        **_event_meta(message.account, message.place, str(message.audience)),
        "id": f"{message.place}/{message.key}",
        "message_id": message.target or message.id,
        "name": message.author_name,
        "trust": heard.trust,
    }
    if not author.is_mute:
        meta["person"] = str(message.author)
    if author.is_mute or heard.woken_by == "answer":
        meta["author"] = str(author)
    if message.written_by:
        meta["written_by"] = str(message.written_by)
    if message.reply_to:
        meta["reply_to"] = message.reply_to
    if heard.names:
        meta["addressed"] = list(heard.names)
    if message.author_is_bot:
        meta["bot"] = True
    if message.files:
        meta["files"] = [file.name for file in message.files]
    if heard.confided:
        meta[CONFIDED_META] = heard.confided
    if heard.woken_by == "letter" and heard.occasion and heard.occasion.letter:
        meta |= heard.occasion.letter.facts
    return Event(
        ts=message.at,
        type=kind,
        content=message.text,
        sender=heard.anima if author.is_mute else str(message.author),
        recipient=heard.anima if heard.answers else "",
        channel=str(message.place),
        tool=author.of if author.kind == "tool" else "",
        meta=meta,
    )


def response_event(
    heard: InboxItem, text: str, now: datetime, capabilities: Capabilities, slot: str = "answer"
) -> Event:
    """What is recorded when the answer is out."""
    message = heard.message
    place = answer_place(heard, capabilities)
    return Event(
        ts=now,
        type="response_sent",
        content=text,
        sender=heard.anima,
        recipient=str(heard.answered.person),
        channel=str(place),
        meta={
            **_event_meta(message.account, place, str(message.audience)),
            "id": answer_id(heard, slot),
            "person": str(heard.answered.person),
            "name": heard.anima,
            "reply_to": message.id,
        },
    )


def trouble_event(heard: InboxItem, slot: str, now: datetime, summary: str, content: str = "", **more: Json) -> Event:
    """An `error` event about this message."""
    message = heard.message
    return Event(
        ts=now,
        type="error",
        summary=summary,
        content=content,
        channel=str(message.place),
        meta={
            **_event_meta(message.account, message.place, str(message.audience)),
            "id": answer_id(heard, slot),
            "person": str(heard.answered.person),
            "reply_to": message.id,
            **more,
        },
    )


def _event_meta(account: Account, place: Place, audience: str) -> dict[str, Json]:
    meta: dict[str, Json] = {"platform": place.platform, "account": str(account), "audience": audience}
    if place.thread:
        meta["thread_id"] = place.thread
    return meta
