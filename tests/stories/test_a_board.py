"""A day of one board on three platforms: a question in the morning, a plan, a slip of the tongue, a restart at noon."""

from __future__ import annotations

from pathlib import Path

import pytest

from bots.message import File, Kind
from memory.vocabulary.address import Place
from tests.bots.acting import Acting
from tests.bots.boards.square import ROOM, SIDES, Square
from tests.bots.platform import WORKSPACE


def seen(square: Square, side: str) -> list[str]:
    """What people see there besides what they have written there themselves."""
    return [f"{post.face}: {post.text}" for post in square.house.worlds[side].posts]


@pytest.mark.ledger("FLT-02", "FLT-03", "PLT-06", "PLT-15")
async def test_a_board_on_three_platforms_lives_a_day(tmp_path: Path) -> None:
    square = Square(tmp_path, 1, animas=("alice",))
    house, clock = square.house, square.house.clock
    house.models["alice"] = Acting({"when do we": ["At three, in the yard."]})
    slack, discord, telegram = (house.worlds[side] for side in SIDES)
    place = square.places
    async with house.open():
        asked = await telegram.say("cem", place["telegram"], "@alice when do we meet?")
        await house.settled()
        await house.settled()
        slack.contents["slack/plan"] = b"bring chairs"
        plan = File(name="plan.txt", media_type="text/plain", size=12, url="slack/plan")
        await slack.say("ada", place["slack"], "the plan", files=(plan,))
        slip = await discord.say("bob", place["discord"], "my number is 555 0100")
        await house.settled()
        thread = Place("slack", WORKSPACE, ROOM, slack.posts[0].id)
        await slack.say("ada", thread, "I will be late", reply_to=slack.posts[0].id)
        await house.settled()
    clock.pass_(hours=3)
    async with house.open():
        await discord.say("bob", place["discord"], "my number is with alice", kind=Kind.EDIT, target=slip)
        spam = await telegram.say("cem", place["telegram"], "buy my car")
        await house.settled()
        copy = next(post for post in slack.posts if post.text == "buy my car")
        await slack.remove("ada", place["slack"], copy.id)
        await house.settled()
        await house.settled()

    assert seen(square, "slack") == [
        "Cem (Telegram): @alice when do we meet?",
        "alice: At three, in the yard.",
        "Bob (Discord): my number is with alice",
    ]
    assert seen(square, "discord") == [
        "Cem (Telegram): @alice when do we meet?",
        "alice: At three, in the yard.",
        "Ada (Slack): the plan",
        "Ada (Slack): plan.txt",
        "Ada (Slack): I will be late",
    ]
    assert seen(square, "telegram") == [
        "alice: At three, in the yard.",
        "Ada (Slack): the plan",
        "Ada (Slack): plan.txt",
        "Bob (Discord): my number is with alice",
        "Ada (Slack): I will be late",
    ]
    assert telegram.posts[-1].reply_to == asked
    assert telegram.removed == {spam}
    assert len(house.log("alice", "response_sent")) == 1
