"""Reading Slack: the past of a place, names, members."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from bots.errors import Unreachable
from bots.message import Kind, Send
from memory.vocabulary.address import Person, Place
from tests.adapters.slack.scene import ROOM, adapter_for, stage_with
from tests.contracts.adapter import running
from tests.platforms.plan import Fault, FaultPlan
from tests.platforms.slack import Limits


@pytest.mark.ledger("PLT-14")
async def test_a_long_past_is_read_page_by_page_oldest_first():
    async with stage_with(limits=Limits(page=7)) as stage:
        said = [await stage.server.say("C01", "U01", f"number {n}") for n in range(40)]

        past = await stage.adapter.history(ROOM, said[4])
        assert [message.id for message in past] == said[5:]
        assert past[0].author_name == "Ada"


@pytest.mark.ledger("PLT-14")
async def test_history_and_events_give_the_same_messages():
    async with stage_with() as stage, running(stage):
        root = await stage.server.say("C01", "U01", "<@UBOT> see <https://e.org/a|this>, <@U02> &amp; all")
        await stage.server.say("C01", "U02", "a reply", thread=root)
        await stage.server.settled()

        past = await stage.adapter.history(ROOM, "")
        assert past == sorted(stage.heard(), key=lambda message: message.order)


@pytest.mark.ledger("PLT-14", "PLT-13")
async def test_an_edit_that_was_missed_is_the_edit_that_would_have_been_heard():
    async with stage_with() as stage, running(stage):
        ts = await stage.server.say("C01", "U01", "tomorow")
        await stage.server.edit("C01", ts, "tomorrow")
        await stage.server.settled()

        past = await stage.adapter.history(ROOM, ts)
        assert past == stage.heard(Kind.EDIT)


@pytest.mark.ledger("PLT-14")
async def test_own_posts_are_no_part_of_what_was_missed():
    async with stage_with() as stage:
        first = await stage.server.say("C01", "U01", "first")
        await stage.adapter.perform(Send(place=ROOM, text="mine", reply_to=first), "n1")
        await stage.adapter.perform(Send(place=ROOM, text="mine"), "n2")
        last = await stage.server.say("C01", "U01", "last")

        assert [message.id for message in await stage.adapter.history(ROOM, first)] == [last]


@pytest.mark.ledger("PLT-14")
async def test_the_past_of_a_thread_is_the_thread_s():
    async with stage_with() as stage:
        root = await stage.server.say("C01", "U01", "root")
        await stage.server.say("C01", "U01", "elsewhere")
        replies = [await stage.server.say("C01", "U02", f"reply {n}", thread=root) for n in range(3)]

        past = await stage.adapter.history(Place("slack", "T01", "C01", root), replies[0])
        assert [message.id for message in past] == replies[1:]


@pytest.mark.ledger("PLT-14")
async def test_a_direct_message_that_was_missed_is_still_direct():
    async with stage_with() as stage:
        await stage.server.say(stage.direct.channel, "U01", "are you there?")

        (message,) = await stage.adapter.history(stage.direct, "")
        assert message.is_direct
        assert message.audience.kind == "person"


@pytest.mark.ledger("PLT-14")
async def test_after_a_command_a_minute_more_is_read():
    """A command's order is our clock; one that runs ahead of Slack's must not hide what was said meanwhile."""
    async with stage_with() as stage:
        now = datetime.now(UTC)
        ts = await stage.server.say("C01", "U01", "said just before", at=now - timedelta(seconds=20))

        past = await stage.adapter.history(ROOM, f"{now.timestamp():.6f}.123.456.abc")
        assert [message.id for message in past] == [ts]


@pytest.mark.ledger("PLT-14")
async def test_where_the_past_may_not_be_read_there_is_none():
    async with stage_with() as stage:
        stage.server.channels["C01"].members.discard("UBOT")

        assert await stage.adapter.history(ROOM, "") == []


@pytest.mark.ledger("PLT-14")
@pytest.mark.parametrize("method", ["conversations.history", "conversations.info"])
@pytest.mark.parametrize("kind", ["drop", "5xx"])
async def test_a_past_that_could_not_be_asked_for_is_not_an_empty_one(method: str, kind: str):
    async with stage_with(FaultPlan([Fault(kind, method)])) as stage:  # type: ignore[arg-type]
        with pytest.raises(Unreachable):
            await stage.adapter.history(ROOM, "")


@pytest.mark.ledger("PLT-10")
async def test_reading_waits_where_slack_says_wait():
    async with stage_with(FaultPlan([Fault("429", "conversations.history", seconds=0.05)])) as stage:
        ts = await stage.server.say("C01", "U01", "here")

        assert [message.id for message in await stage.adapter.history(ROOM, "")] == [ts]
        assert stage.server.early == []


@pytest.mark.ledger("PLT-01")
async def test_people_and_rooms_are_found_by_name_best_first():
    async with stage_with() as stage:
        stage.server.add_user("U03", "Adam")
        stage.server.add_user("U04", "Vlada")
        stage.server.add_channel("C05", "ada-fans")

        found = await stage.adapter.find("@ada")
        assert found == [
            Person("slack", "T01", "U01"),
            Place("slack", "T01", "C05"),
            Person("slack", "T01", "U03"),
            Person("slack", "T01", "U04"),
        ]
        assert await stage.adapter.find("nobody") == []
        assert await stage.adapter.find(" ") == []


async def test_an_address_with_or_without_its_last_slash_is_the_same():
    async with stage_with() as stage:
        bare = adapter_for(stage.server, api_base=stage.server.api_base.rstrip("/"))

        assert await bare.find("general") == [ROOM]


@pytest.mark.ledger("PLT-14")
async def test_a_past_whose_people_cannot_be_looked_up_is_asked_for_again():
    """Else a guest of the past would be taken for a member."""
    plan = FaultPlan([Fault("drop", "users.info")])
    async with stage_with(plan) as stage:
        stage.server.add_user("U08", "Guest", guest=True)
        await stage.server.say("C01", "U08", "let me in")
        with pytest.raises(Unreachable):
            await stage.adapter.history(ROOM, "")

        (message,) = await stage.adapter.history(ROOM, "")
        assert not message.member
