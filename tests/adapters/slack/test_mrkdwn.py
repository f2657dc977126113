"""Slack's escaped text as people read it."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from adapters.slack.inbound import mentioned_users, mentions, readable
from tests.each import each

NAMES = {"U01": "Ada", "U02": "Bob"}
ROOMS = {"C01": "general"}


def read(text: str) -> str:
    return readable(text, lambda user: NAMES.get(user, ""), lambda room: ROOMS.get(room, ""), without="UBOT").text


def escaped(text: str) -> str:
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")


@pytest.mark.ledger("PLT-02")
@each(
    ("sent", "shown"),
    [
        ("a &lt;b&gt; &amp; c", "a <b> & c"),
        ("&amp;lt; stays", "&lt; stays"),
        ("see <https://e.org/a_(b)|the page>", "see [the page](https://e.org/a_(b))"),
        ("see <https://e.org/x?a=1&amp;b=2>", "see https://e.org/x?a=1&b=2"),
        ("<http://e.org|e.org>", "http://e.org"),
        ("<mailto:a@e.org|a@e.org>", "a@e.org"),
        ("<@U01> and <@U02|bob>", "@Ada and @Bob"),
        ("<@U99>", "@U99"),
        ("<#C01> <#C02|random> <#C03>", "#general #random #C03"),
        ("<!here> <!channel> <!subteam^S1|@team>", "@here @channel @team"),
        ("<!date^1392734382^{date}|yesterday>", "yesterday"),
        ("<@UBOT> hello", "hello"),
        ("<@UBOT>, bob: hello", "bob: hello"),
        ("hello <@UBOT>", "hello"),
        ("hello <@UBOT>!", "hello!"),
        ("ask <@UBOT|anima> about it", "ask about it"),
        ("<@UBOT>\n- one\n- two", "- one\n- two"),
        ("<@UBOT>", ""),
        ("*bold* and `x &lt; y`", "*bold* and `x < y`"),
        ("2 &lt; 3 and <not a token", "2 < 3 and <not a token"),
        ("<>", "<>"),
    ],
)
def test_what_slack_sends_is_what_people_see(sent: str, shown: str):
    assert read(sent) == shown


@given(st.text())
def test_typed_text_survives_as_it_was_typed(text: str):
    assert read(escaped(text)) == text


@given(st.text(alphabet="<>@#!|&U0BOT \n", max_size=60))
def test_no_text_is_too_odd_to_be_read(text: str):
    assert isinstance(read(text), str)


def test_a_mention_is_found_with_and_without_its_name():
    assert mentioned_users("<@U01> <@U02|bob> <@W03>") == {"U01", "U02", "W03"}
    assert mentions("hey <@U01>", "U01")
    assert not mentions("hey <@U012>", "U01")
    assert not mentions("hey", "")


@pytest.mark.ledger("PLT-07")
@given(st.lists(st.sampled_from(["<@U01>", "<@U02|bob>", "<!here>", "&amp;", "<https://e.org|x>", "a ", "<#C01>"])))
def test_the_spans_of_a_text_are_those_of_its_mentions(parts: list[str]) -> None:
    told = readable("".join(parts), lambda user: NAMES.get(user, ""), lambda room: ROOMS.get(room, ""))
    shown = {"<@U01>": ("@Ada", "U01"), "<@U02|bob>": ("@Bob", "U02"), "<!here>": ("@here", "")}

    assert [(told.text[start:end], whom) for start, end, whom in told.mentions] == [
        shown[part] for part in parts if part in shown
    ]
