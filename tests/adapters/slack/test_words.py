"""What a Slack message says: its text, or what stands in blocks and attachments; whom it mentions."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from adapters.slack import inbound
from adapters.slack.inbound import LookedUp, SlackIdentity, SlackRoom, SlackUser, text_of_blocks
from bots.message import Message
from memory.vocabulary.address import Account
from tests.each import each

OWN = SlackIdentity(account=Account("slack", "main"), team="T01", user="UBOT", bot="BBOT")
KNOWN = LookedUp(
    users={
        "U01": SlackUser("U01", "Ada", "T01"),
        "U02": SlackUser("U02", "bob", "T01"),
        "U03": SlackUser("U03", "bob", "T01", is_bot=True),
    },
    rooms={"C01": SlackRoom("C01", "general", "channel")},
)


def heard(**body: Any) -> Message:
    event = {"type": "message", "channel": "C01", "channel_type": "channel", "user": "U01", "ts": "1700000000.000100"}
    message = inbound.message({**event, **body}, OWN, KNOWN)
    assert message is not None
    return message


def rich(*elements: dict[str, Any]) -> list[dict[str, Any]]:
    return [{"type": "rich_text", "elements": [{"type": "rich_text_section", "elements": list(elements)}]}]


WORDS = [
    ({"text": "said", "blocks": rich({"type": "text", "text": "said"})}, "said"),
    ({"text": "", "blocks": rich({"type": "text", "text": "a <b> & "}, {"type": "user", "user_id": "U01"})},
     "a <b> & @Ada"),
    ({"blocks": [{"type": "header", "text": {"type": "plain_text", "text": "Build"}},
                 {"type": "section", "text": {"type": "mrkdwn", "text": "failed: <https://e.org|log>"},
                  "fields": [{"type": "mrkdwn", "text": "branch main"}]},
                 {"type": "context", "elements": [{"type": "mrkdwn", "text": "by"}, {"type": "image"},
                                                  {"type": "mrkdwn", "text": "<@U01>"}]},
                 {"type": "divider"}]}, "Build\nfailed: [log](https://e.org)\nbranch main\nby @Ada"),
    ({"blocks": [{"type": "markdown", "text": "## Done"}]}, "## Done"),
    ({"blocks": [{"type": "table", "rows": [[{"type": "raw_text", "text": "a"}, {"type": "raw_text", "text": "b"}]]}]},
     "a | b"),
    ({"attachments": [{"pretext": "Alarm", "title": "Disk full", "text": "on db1",
                       "fields": [{"title": "Since", "value": "09:00"}]}]}, "Alarm\nDisk full\non db1\nSince 09:00"),
    ({"attachments": [{"fallback": "a picture"}]}, "a picture"),
    ({"attachments": [{"blocks": rich({"type": "text", "text": "inside"})}]}, "inside"),
    ({"text": "look", "attachments": [{"is_msg_unfurl": True, "text": "first\nsecond", "from_url": "https://x"}]},
     "look\n> first\n> second"),
    ({"text": "look https://e.org", "attachments": [{"from_url": "https://e.org", "title": "a page"}]},
     "look https://e.org"),
    ({"text": "alarm on db1", "attachments": [{"text": "on db1"}]}, "alarm on db1"),
]  # fmt: skip


@pytest.mark.ledger("PLT-02")
@each(("body", "shown"), WORDS)
def test_words_are_heard_wherever_they_stand(body: dict[str, Any], shown: str) -> None:
    """F12: what stood in attachments or blocks alone was heard as nothing."""
    assert heard(**body).text == shown


@pytest.mark.ledger("PLT-07")
def test_a_mention_that_stands_in_a_block_alone_is_a_mention() -> None:
    """F12."""
    message = heard(blocks=rich({"type": "user", "user_id": "UBOT"}, {"type": "text", "text": " status?"}))

    assert message.mentions_app
    assert message.text == "status?"
    said = {"type": "message", "channel": "C01", "user": "U02", "ts": "1.2"}
    mentioning = inbound.news({**said, "blocks": rich({"type": "user", "user_id": "U01"})}, OWN)
    assert mentioning is not None
    assert "U01" in mentioning.needs().users


@pytest.mark.ledger("PLT-07")
def test_a_mentioned_person_is_a_span_and_a_bot_is_none() -> None:
    """F8."""
    message = heard(text="<@UBOT> &amp; <@U02>, <@U03>: hello <!here>")

    assert [message.text[start:end] for start, end in message.people] == ["@bob", "@here"]


json = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=5),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(
            st.sampled_from(["type", "text", "elements", "blocks", "attachments", "fields", "rows"]), inner
        )
    ),
    max_leaves=20,
)


@given(blocks=json, attachments=json)
def test_blocks_of_any_shape_raise_nothing(blocks: object, attachments: object) -> None:
    assert isinstance(text_of_blocks({"blocks": blocks, "attachments": attachments}), str)
