"""From an answer's text to parcels: nothing is missing, nothing is twice, and the record goes with the last."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bots.delivery.answer_parts import MOST_MESSAGES, answer_outs, answer_place, response_event
from bots.delivery.items import InboxItem, unpack_outbox
from bots.message import Edit, Kind, Message, Send
from memory.vocabulary.address import Audience, Person, Place
from tests.bots.platform import CHUNK, MAIN, Clock, MemoryAdapter, World

NOW = datetime(2026, 11, 16, 9, 0, tzinfo=UTC)
ROOM = Place("chat", "W", "talk")
HEARD = InboxItem(
    anima="alice",
    answers=True,
    message=Message(
        kind=Kind.MESSAGE,
        account=MAIN,
        place=ROOM,
        id="7",
        order="7",
        author=Person("chat", "W", "ada"),
        author_name="Ada",
        at=NOW,
        audience=Audience.group(ROOM),
    ),
)
CAPABILITIES = MemoryAdapter(world=World(Clock())).capabilities(ROOM)
THREADED = replace(CAPABILITIES, answers_in_threads=True)


@pytest.mark.ledger("PLT-08", "PLT-12")
@given(words=st.lists(st.text("abc é語", min_size=1, max_size=80), min_size=1, max_size=150), visible=st.booleans())
def test_what_the_parcels_carry_is_the_whole_text_once(words: list[str], visible: bool) -> None:
    text = " ".join(words) + "."
    event = response_event(HEARD, text, NOW, CAPABILITIES)
    outs = answer_outs(
        HEARD,
        text,
        CAPABILITIES.split(text),
        capabilities=CAPABILITIES,
        persona=None,
        event=event,
        visible="42" if visible else "",
        too_long="As a file.",
    )
    parcels = [unpack_outbox(out.body) for out in outs]
    acts = [parcel.act for parcel in parcels]
    files = [file for act in acts if isinstance(act, Send) for file in act.files]

    if files:
        assert [file.content.decode() for file in files] == [text]
        assert len(CAPABILITIES.split(text)) > MOST_MESSAGES
    else:
        assert "".join(act.text for act in acts if isinstance(act, Send | Edit)) == text
        assert all(len(act.text) <= CHUNK for act in acts if isinstance(act, Send | Edit))
        assert len(acts) <= MOST_MESSAGES
    assert isinstance(acts[0], Edit) is visible
    assert not any(isinstance(act, Edit) for act in acts[1:])
    assert [parcel.event for parcel in parcels] == [*[None] * (len(parcels) - 1), event]
    assert [act.reply_to for act in acts if isinstance(act, Send)][:1] in (["7"], [""], [])
    assert len({out.slot for out in outs}) == len(outs)


@pytest.mark.ledger("PLT-02")
def test_in_a_room_with_threads_the_answer_begins_or_joins_the_questions_thread() -> None:
    inside = replace(HEARD, message=replace(HEARD.message, place=replace(ROOM, thread="3")))
    direct = replace(HEARD, message=replace(HEARD.message, is_direct=True))

    assert answer_place(HEARD, THREADED) == replace(ROOM, thread="7")
    assert answer_place(inside, THREADED) == replace(ROOM, thread="3")
    assert answer_place(direct, THREADED) == ROOM
    assert answer_place(HEARD, CAPABILITIES) == ROOM


@pytest.mark.ledger("LOG-03")
def test_the_record_of_an_answer_names_its_thread_and_keeps_the_rooms_audience() -> None:
    event = response_event(HEARD, "Yes.", NOW, THREADED)

    assert (event.channel, event.meta["thread_id"]) == ("chat:W/talk#7", "7")
    assert event.meta["audience"] == "group:chat:W/talk"
