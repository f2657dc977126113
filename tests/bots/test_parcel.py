"""What lies in the inbox and the outbox comes out as it went in."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bots.delivery.items import InboxItem, Occasion, OutboxItem, pack_inbox, pack_outbox, unpack_inbox, unpack_outbox
from bots.message import Edit, File, Kind, Message, Persona, Send, Typing
from memory.vocabulary.address import Audience, Person, Place
from memory.vocabulary.event import Event
from tests.bots.platform import MAIN

pytestmark = pytest.mark.ledger("PLT-11", "PLT-12")
AT = datetime(2026, 11, 16, 9, 0, tzinfo=UTC)
ROOM = Place("chat", "W", "talk", "17.1")
texts = st.text(st.characters(exclude_categories=["Cs"]), max_size=60)
files = st.builds(File, name=texts, media_type=texts, content=st.binary(max_size=40))


@given(text=texts, name=texts, file=files, kind=st.sampled_from(Kind), names=st.lists(texts, max_size=3))
def test_a_message_as_heard(text: str, name: str, file: File, kind: Kind, names: list[str]) -> None:
    message = Message(
        kind=kind,
        account=MAIN,
        place=ROOM,
        id="1",
        order="1",
        author=Person("chat", "W", "ada"),
        author_name=name,
        at=AT,
        audience=Audience.group(ROOM),
        text=text,
        files=(file,),
    )
    occasion = Occasion(kind="doubt", id=name)
    heard = InboxItem(
        anima="alice", message=message, answers=True, names=tuple(names), trust="guest", occasion=occasion
    )

    assert unpack_inbox(pack_inbox(heard)) == heard


@given(text=texts, file=files, face=st.none() | st.builds(Persona, name=texts, avatar=texts))
def test_a_post_with_what_is_recorded_of_it(text: str, file: File, face: Persona | None) -> None:
    event = Event(ts=AT, type="response_sent", content=text, meta={"id": text, "addressed": [text], "in_doubt": True})
    for act in (
        Send(place=ROOM, text=text, persona=face, files=(file,)),
        Edit(place=ROOM, message_id="1", text=text, persona=face),
        Typing(place=ROOM, preview=text),
    ):
        parcel = OutboxItem(anima="alice", account=MAIN, act=act, reply_to="1", event=event)

        assert unpack_outbox(pack_outbox(parcel)) == parcel
