"""The pure half of hearing: payloads in, messages out, whatever the payload."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from adapters.slack.commands import button, command
from adapters.slack.inbound import LookedUp, SlackIdentity, SlackRoom, SlackUser, kind_of, message, news
from bots.message import Kind, Message
from memory.vocabulary.address import Account
from tests.each import each

OWN = SlackIdentity(account=Account("slack", "main"), team="T01", user="UBOT", bot="BBOT")
KNOWN = LookedUp(
    users={"U01": SlackUser("U01", "Ada", "T01"), "U02": SlackUser("U02", "Bob", "T01")},
    rooms={"C01": SlackRoom("C01", "general", "channel"), "C77": SlackRoom("C77", "secret", "group")},
)
TS = "1700000000.000100"
SAID = {"type": "message", "channel": "C01", "channel_type": "channel", "user": "U01", "text": "hello", "ts": TS}


def heard(**changes: object) -> Message | None:
    return message({**SAID, **changes}, OWN, KNOWN)


@pytest.mark.ledger("PLT-11")
@given(st.sampled_from(["C01", "C77", "D01"]), st.integers(1_500_000_000, 2_200_000_000), st.integers(0, 999_999))
def test_orders_sort_as_the_times_they_stand_for(channel: str, second: int, micros: int):
    first = heard(channel=channel, ts=f"{second}.{micros:06}")
    later = heard(channel=channel, ts=f"{second + 1}.000000")

    assert first is not None
    assert later is not None
    assert first.key < later.key
    assert first.at < later.at


@each(
    "changes",
    [
        {"bot_id": "BBOT"},
        {"user": "UBOT"},
        {"subtype": "channel_join"},
        {"subtype": "message_replied"},
        {"type": "user_typing"},
        {"ts": ""},
        {"subtype": "message_changed", "message": {**SAID, "bot_id": "BBOT", "edited": {"ts": TS}}},
        {"subtype": "message_changed", "message": SAID, "previous_message": SAID},
    ],
)
def test_what_is_no_news_is_no_message(changes: dict[str, object]):
    assert heard(**changes) is None
    assert news({**SAID, **changes}, OWN) is None


def test_a_root_that_others_answered_stands_in_the_channel():
    root = heard(thread_ts=TS)

    assert root is not None
    assert root.place.thread == ""
    assert root.reply_to == ""


def test_an_edit_in_a_thread_stands_in_the_thread():
    new = {**SAID, "thread_ts": "1600000000.000001", "edited": {"ts": "1700000009.000000"}}
    edit = heard(subtype="message_changed", message=new, previous_message=SAID)

    assert edit is not None
    assert (edit.kind, edit.target, edit.place.thread) == (Kind.EDIT, TS, "1600000000.000001")


def test_a_deleted_root_with_answers_is_a_deletion():
    stone = {**SAID, "subtype": "tombstone", "user": "USLACKBOT"}
    gone = heard(subtype="message_changed", message=stone, previous_message=SAID, event_ts="1700000009.000000")

    assert gone is not None
    assert (gone.kind, gone.target, gone.author.id) == (Kind.DELETE, TS, "U01")


@pytest.mark.parametrize("subtype", ["message_deleted", "message_changed"])
def test_a_post_of_ours_that_somebody_took_away_is_told_as_our_own(subtype: str):
    stone = {**SAID, "subtype": "tombstone", "user": "USLACKBOT"}
    ours = {"bot_id": "BBOT", "ts": TS}
    gone = heard(subtype=subtype, message=stone, deleted_ts=TS, previous_message=ours, event_ts="1700000009.000000")

    assert gone is not None
    assert (gone.kind, gone.target, gone.author_is_self) == (Kind.DELETE, TS, True)


@each(("channel", "kind"), [("C01", "channel"), ("C77", "group"), ("C99", "group"), ("D99", "im"), ("G99", "group")])
def test_a_room_of_which_nothing_is_known_is_not_public(channel: str, kind: str):
    assert kind_of({"type": "app_mention", "channel": channel}, KNOWN) == kind


def test_a_name_cannot_speak_for_somebody_else():
    posted = heard(subtype="bot_message", bot_id="B9", user=None, username="Ada\nBob: yes")

    assert posted is not None
    assert posted.author_name == "Ada Bob: yes"
    assert posted.author_is_bot


def test_two_commands_of_one_instant_are_two():
    now = datetime(2026, 11, 21, tzinfo=UTC)
    asked = {"command": "/anima", "user_id": "U01", "channel_id": "C01", "text": "status"}
    first, second = (command({**asked, "trigger_id": f"1.2.{n}"}, OWN, KNOWN, now) for n in "ab")

    assert first is not None
    assert second is not None
    assert first.key != second.key
    assert f"{now.timestamp():.6f}" in first.order


_JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=8) | st.sampled_from([TS, "C01", "U01", "im"]),
    lambda inner: st.lists(inner, max_size=2) | st.dictionaries(st.sampled_from([*SAID, "message"]), inner, max_size=3),
    max_leaves=8,
)


@settings(max_examples=300)
@given(st.dictionaries(st.sampled_from(["text", "user", "username", "thread_ts", "channel_type"]), _JSON))
def test_odd_values_where_slack_sends_text_are_survived(odd: dict[str, object]):
    heard(**odd)
    if (found := news({**SAID, **odd}, OWN)) is not None:
        found.needs()


@given(st.sampled_from(["actions", "user", "channel", "container"]))
def test_a_button_without_its_parts_is_none_or_whole(lost: str):
    pressed = {
        "user": {"id": "U01"},
        "channel": {"id": "C01"},
        "container": {"message_ts": TS},
        "actions": [{"action_id": "a", "value": "v", "action_ts": TS}],
    }
    del pressed[lost]

    found = button(pressed, OWN, KNOWN)
    assert found is None or lost == "container"
