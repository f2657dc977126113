"""One-tap answers, as each platform is told of them."""

from __future__ import annotations

import pytest

from adapters.discord import outbound as discord
from adapters.slack import outbound as slack
from bots.message import Choice, Edit, Mention, Persona, Send
from memory.vocabulary.address import Person, Place
from tests.adapters.telegram.stage import staged
from tests.contracts.adapter import perform, running

ROOM = Place("slack", "T01", "C01")
CHOICES = (Choice(label="keep", value="q:keep"), Choice(label="両方", value="q:both"))

pytestmark = pytest.mark.ledger("PLT-01", "FOR-26")


def test_slack_is_told_a_row_of_buttons_under_the_text() -> None:
    post = slack.post(Send(place=ROOM, text="Which is **right**?", choices=CHOICES), "C01", "n")

    assert post["text"] == "Which is *right*?"
    assert post["blocks"] == [
        {"type": "markdown", "text": "Which is **right**?"},
        {
            "type": "actions",
            "elements": [
                {
                    "type": "button",
                    "action_id": "choice_0",
                    "text": {"type": "plain_text", "text": "keep"},
                    "value": "q:keep",
                },
                {
                    "type": "button",
                    "action_id": "choice_1",
                    "text": {"type": "plain_text", "text": "両方"},
                    "value": "q:both",
                },
            ],
        },
    ]


def test_slack_is_told_the_text_alone_when_an_answer_was_chosen() -> None:
    update = slack.update(Edit(place=ROOM, message_id="1.0", text="Ada: keep"), "C01")

    assert update["blocks"] == [{"type": "markdown", "text": "Ada: keep"}]


def test_discord_is_told_one_row_of_grey_buttons() -> None:
    row = {
        "type": 1,
        "components": [
            {"type": 2, "style": 2, "label": "keep", "custom_id": "q:keep"},
            {"type": 2, "style": 2, "label": "両方", "custom_id": "q:both"},
        ],
    }

    asked = Send(place=ROOM, text="Which?", choices=CHOICES)
    assert discord.bot_post(asked, "Which?", "n")["components"] == [row]
    assert discord.webhook_post(asked, "Which?", Persona(name="Alice"))["components"] == [row]
    assert discord.private_answer("Which?", CHOICES)["components"] == [row]


def test_discord_is_told_of_no_buttons_where_there_are_none_and_to_take_them_away_at_an_edit() -> None:
    assert "components" not in discord.bot_post(Send(place=ROOM, text="Hello."), "Hello.", "n")
    assert discord.edit("Ada: keep")["components"] == []


@pytest.mark.ledger("FOR-27")
def test_who_is_meant_is_told_by_slack_and_by_discord_and_nobody_else_is() -> None:
    meant = Send(place=ROOM, text="Now. @everyone", mention=Mention(person=Person("slack", "T01", "7"), name="Ada"))

    post = slack.post(meant, "C01", "n")
    assert post["blocks"][0] == {"type": "section", "text": {"type": "mrkdwn", "text": "<@7>"}}
    assert post["text"].startswith("<@7> Now.")
    assert discord.text_of(meant) == "<@7> Now. @everyone"
    for body in (discord.bot_post(meant, "x", "n"), discord.webhook_post(meant, "x", Persona(name="A"))):
        assert body["allowed_mentions"] == {"parse": [], "replied_user": False, "users": ["7"]}


@pytest.mark.ledger("PLT-04")
async def test_telegram_is_told_one_row_of_an_inline_keyboard() -> None:
    async with staged() as stage, running(stage):
        await perform(stage, Send(place=stage.place, text="Which?", choices=CHOICES), "n")

        (post,) = stage.server.posts(stage.group)
    assert post.extra["reply_markup"] == {
        "inline_keyboard": [[{"text": "keep", "callback_data": "q:keep"}, {"text": "両方", "callback_data": "q:both"}]]
    }
