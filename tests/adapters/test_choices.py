"""One-tap answers, as each platform is told of them."""

from __future__ import annotations

import pytest

from adapters.discord import outbound as discord
from adapters.slack import outbound as slack
from bots.message import Choice, Edit, Persona, Send
from memory.vocabulary.address import Place
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

    assert discord.bot_post("Which?", own="n", reply_to="", choices=CHOICES)["components"] == [row]
    assert discord.webhook_post("Which?", Persona(name="Alice"), CHOICES)["components"] == [row]
    assert discord.private_answer("Which?", CHOICES)["components"] == [row]


def test_discord_is_told_of_no_buttons_where_there_are_none_and_to_take_them_away_at_an_edit() -> None:
    assert "components" not in discord.bot_post("Hello.", own="n", reply_to="")
    assert discord.edit("Ada: keep")["components"] == []


@pytest.mark.ledger("PLT-04")
async def test_telegram_is_told_one_row_of_an_inline_keyboard() -> None:
    async with staged() as stage, running(stage):
        await perform(stage, Send(place=stage.place, text="Which?", choices=CHOICES), "n")

        (post,) = stage.server.posts(stage.group)
    assert post.extra["reply_markup"] == {
        "inline_keyboard": [[{"text": "keep", "callback_data": "q:keep"}, {"text": "両方", "callback_data": "q:both"}]]
    }
