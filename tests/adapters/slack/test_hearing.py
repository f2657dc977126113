"""What Slack says reaches the sink once, whole, and is acknowledged only when it is stored."""

from __future__ import annotations

import asyncio
import logging
from datetime import UTC, datetime, timedelta

import pytest
from slack_sdk.web.async_client import AsyncWebClient

from bots.message import Edit, Kind, Message, Persona, React, Send
from memory.vocabulary.address import Audience, Person, Place
from tests.adapters.slack.scene import ROOM, stage_with
from tests.contracts.adapter import running
from tests.platforms.plan import Fault, FaultPlan

ADA = Person("slack", "T01", "U01")


@pytest.mark.ledger("PLT-11", "PLT-02")
async def test_what_the_sink_could_not_store_is_not_acknowledged_and_comes_again():
    async with stage_with() as stage, running(stage):
        stage.sink.refuse(2)
        ts = await stage.server.say("C01", "U01", "please keep this")
        await stage.sink.find(ts)
        await stage.server.settled()

        delivered = stage.server.ledger.delivered[ts]
        assert delivered.acked
        assert delivered.times == 3
        assert list(stage.server.courier.attempts.values()) == [[0, 1, 2]]
        assert len(stage.heard()) == 1


@pytest.mark.ledger("PLT-11")
async def test_an_event_is_tried_four_times_and_then_given_up_by_slack():
    async with stage_with() as stage, running(stage):
        stage.sink.refuse(99)
        ts = await stage.server.say("C01", "U01", "never stored")
        await stage.server.settled()

        assert list(stage.server.courier.attempts.values()) == [[0, 1, 2, 3]]
        assert stage.server.courier.given_up == [ts]
        assert not stage.server.ledger.delivered[ts].acked


@pytest.mark.ledger("PLT-11")
async def test_nothing_is_acknowledged_before_the_sink_has_it():
    async with stage_with() as stage, running(stage):
        stored = asyncio.Event()
        acknowledged: list[bool] = []
        deliver = stage.sink.deliver

        async def slowly(message: Message) -> bool:
            await asyncio.sleep(0.05)
            acknowledged.append(stage.server.ledger.delivered[message.id].acked)
            stored.set()
            return await deliver(message)

        stage.sink.deliver = slowly  # type: ignore[method-assign]
        ts = await stage.server.say("C01", "U01", "wait for it")
        await stored.wait()
        await stage.server.settled()

        assert acknowledged == [False]
        assert stage.server.ledger.delivered[ts].acked


@pytest.mark.ledger("PLT-02", "PLT-11")
@pytest.mark.parametrize("first", ["message", "app_mention"])
async def test_a_mention_is_two_events_and_one_message(first: str):
    async with stage_with() as stage, running(stage):
        await stage.server.say("C01", "U01", "<@UBOT> what do you think, <@U02>?", order=first)
        await stage.server.settled()

        (message,) = stage.heard()
        assert len(stage.server.courier.attempts) == 2
        assert stage.sink.arrivals[message.key] == 2
        assert message.text == "what do you think, @Bob?"
        assert message.mentions_app
        assert message.audience == Audience.open(ROOM)


@pytest.mark.ledger("PLT-02")
async def test_the_pair_of_a_mention_is_the_same_message_word_for_word():
    async with stage_with() as stage, running(stage):
        both: list[Message] = []
        deliver = stage.sink.deliver

        async def noting(message: Message) -> bool:
            both.append(message)
            return await deliver(message)

        stage.sink.deliver = noting  # type: ignore[method-assign]
        root = await stage.server.say("C01", "U02", "a root")
        both.clear()
        await stage.server.say("C01", "U01", "<@UBOT> hello", thread=root, order="app_mention")
        await stage.server.settled()

        mention, plain = both[-2:]
        assert mention == plain


@pytest.mark.ledger("PLT-11")
async def test_a_retry_storm_is_one_message():
    plan = FaultPlan([Fault("duplicate", "deliver:message", times=3)])
    async with stage_with(plan) as stage, running(stage):
        for n in range(3):
            await stage.server.say("C01", "U01", f"number {n}")
        await stage.server.settled()

        assert [message.text for message in stage.heard()] == ["number 0", "number 1", "number 2"]
        assert set(stage.sink.arrivals.values()) == {2}


@pytest.mark.ledger("PLT-13", "PLT-02")
async def test_edits_deletions_and_reactions_name_the_message_they_concern():
    async with stage_with() as stage, running(stage):
        ts = await stage.server.say("C01", "U01", "tomorow")
        await stage.server.edit("C01", ts, "tomorrow")
        await stage.server.react("C01", "U02", ts, "thumbsup")
        await stage.server.delete("C01", ts)
        await stage.server.settled()

        heard = {message.kind: message for message in stage.heard()}
        assert set(heard) == {Kind.MESSAGE, Kind.EDIT, Kind.REACTION, Kind.DELETE}
        assert {message.target for kind, message in heard.items() if kind is not Kind.MESSAGE} == {ts}
        assert heard[Kind.EDIT].text == "tomorrow"
        assert heard[Kind.REACTION].text == "thumbsup"
        assert heard[Kind.REACTION].author == Person("slack", "T01", "U02")
        assert heard[Kind.DELETE].author == ADA
        assert heard[Kind.MESSAGE].order < heard[Kind.EDIT].order < heard[Kind.DELETE].order


@pytest.mark.ledger("PLT-02", "LOG-03")
async def test_a_reply_in_a_thread_stands_in_the_thread_and_names_its_root():
    async with stage_with() as stage, running(stage):
        root = await stage.server.say("C01", "U01", "root")
        reply = await stage.server.say("C01", "U02", "reply", thread=root)

        message = await stage.sink.find(reply)
        assert message.place == Place("slack", "T01", "C01", root)
        assert message.reply_to == root
        assert message.at == datetime.fromtimestamp(float(reply), UTC)
        assert (await stage.sink.find(root)).place == ROOM


@pytest.mark.ledger("PLT-02", "LOG-03")
async def test_a_private_channel_is_a_closed_circle_and_a_public_one_is_open():
    async with stage_with() as stage, running(stage):
        stage.server.add_channel("C77", "secret", private=True)
        stage.server.add_channel("C78", "", mpim=True)
        said = {room: await stage.server.say(room, "U01", "hello") for room in ("C01", "C77", "C78")}

        kinds = {room: (await stage.sink.find(ts)).audience.kind for room, ts in said.items()}
        assert kinds == {"C01": "open", "C77": "group", "C78": "group"}


@pytest.mark.ledger("PLT-02")
async def test_a_mention_in_a_private_channel_is_never_taken_for_a_public_one():
    plan = FaultPlan([Fault("drop", "deliver:message"), Fault("5xx", "conversations.info", times=99)])
    async with stage_with(plan) as stage, running(stage):
        stage.server.add_channel("C77", "secret", private=True)
        await stage.server.say("C77", "U01", "<@UBOT> hello")
        await stage.server.settled()

        assert all(message.audience.kind == "group" for message in stage.heard())


@pytest.mark.ledger("PLT-02")
async def test_guests_and_people_of_other_workspaces_are_no_members():
    async with stage_with() as stage, running(stage):
        stage.server.add_user("U08", "Guest", guest=True)
        stage.server.add_user("U09", "Stranger", team="T99")
        said = {user: await stage.server.say("C01", user, "hello") for user in ("U01", "U08", "U09")}

        heard = {user: await stage.sink.find(ts) for user, ts in said.items()}
        assert {user: message.member for user, message in heard.items()} == {"U01": True, "U08": False, "U09": False}
        assert heard["U09"].author == Person("slack", "T99", "U09")


@pytest.mark.ledger("PLT-11")
async def test_a_message_whose_author_cannot_be_looked_up_comes_again_rather_than_as_a_stranger():
    plan = FaultPlan([Fault("drop", "users.info")])
    async with stage_with(plan) as stage, running(stage):
        stage.server.add_user("U08", "Guest", guest=True)
        ts = await stage.server.say("C01", "U08", "let me in")

        message = await stage.sink.find(ts)
        assert not message.member
        assert stage.server.ledger.delivered[ts].times == 2


@pytest.mark.ledger("PLT-02", "PLT-06")
async def test_own_posts_edits_and_reactions_are_no_news():
    async with stage_with() as stage, running(stage):
        alice = Persona(name="Alice", avatar=":robot_face:")
        for persona in (None, alice):
            receipt = await stage.adapter.perform(Send(place=ROOM, text="mine", persona=persona), f"n-{persona}")
            await stage.adapter.perform(Edit(place=ROOM, message_id=receipt.message_id, text="mine, edited"), "n")
            await stage.adapter.perform(React(place=ROOM, message_id=receipt.message_id, reaction="eyes"), "n")
        await stage.server.settled()

        assert stage.heard() == []
        assert stage.server.courier.given_up == []


@pytest.mark.ledger("PLT-06")
async def test_another_app_is_a_bot():
    async with stage_with() as stage, running(stage):
        other = stage.server.add_app("other")
        client = AsyncWebClient(token=other.bot_token, base_url=stage.server.api_base)
        answer = await client.chat_postMessage(channel="C01", text="I am another bot")

        message = await stage.sink.find(str(answer["ts"]))
        assert message.author_is_bot
        assert not message.author_is_self


@pytest.mark.ledger("PLT-02")
async def test_a_slash_command_is_its_words_and_is_answered_to_the_asker_only():
    async with stage_with() as stage, running(stage):
        await stage.server.slash("U01", "C01", "memory search alice tea")
        await stage.server.slash("U01", "C01", "", command="/stop")
        asked, stop = stage.heard(Kind.COMMAND)
        await stage.adapter.perform(
            Send(place=asked.place, text="**two** memories", private_to=asked.author, handle=asked.handle), "n1"
        )

        assert asked.text == "memory search alice tea"
        assert asked.author == ADA
        assert asked.audience == Audience.open(ROOM)
        assert stop.text == "stop"
        assert asked.key != stop.key
        assert stage.server.courier.given_up == []
        (shown,) = stage.server.ephemerals
        assert (shown.user, shown.text) == ("U01", "**two** memories")
        assert stage.server.posts("C01") == []


@pytest.mark.ledger("PLT-02")
async def test_a_used_up_response_address_is_replaced_by_an_ephemeral_post():
    async with stage_with() as stage, running(stage):
        await stage.server.slash("U01", "C01", "status")
        (asked,) = stage.heard(Kind.COMMAND)
        answer = Send(place=asked.place, text="fine", private_to=asked.author, handle=asked.handle)
        for n in range(7):
            await stage.adapter.perform(answer, f"n{n}")

        assert len(stage.server.ephemerals) == 7
        assert stage.server.posts("C01") == []


@pytest.mark.ledger("PLT-02")
async def test_a_button_is_its_value_and_the_post_it_stands_on():
    async with stage_with() as stage, running(stage):
        receipt = await stage.adapter.perform(Send(place=ROOM, text="Stop?"), "n1")
        await stage.server.press("U02", "C01", receipt.message_id, "stop", "alice")

        (pressed,) = stage.heard(Kind.BUTTON)
        assert (pressed.text, pressed.target) == ("alice", receipt.message_id)
        assert pressed.author == Person("slack", "T01", "U02")
        assert pressed.handle


@pytest.mark.ledger("PLT-01")
async def test_people_who_come_and_go_are_told():
    async with stage_with() as stage, running(stage):
        stage.server.add_user("U08", "Eve")
        await stage.server.join("C01", "U08")
        await stage.server.leave("C01", "U08")
        await stage.server.settled()

        assert [(message.kind, message.author.id) for message in sorted(stage.heard(), key=lambda m: m.order)] == [
            (Kind.JOIN, "U08"),
            (Kind.LEAVE, "U08"),
        ]


@pytest.mark.ledger("PLT-02")
async def test_a_shared_file_comes_along():
    async with stage_with() as stage, running(stage):
        ts = await stage.server.share("C01", "U01", "plan.txt", b"1234", "the plan")

        message = await stage.sink.find(ts)
        assert [(file.name, file.size) for file in message.files] == [("plan.txt", 4)]
        assert message.files[0].url.startswith("http")


@pytest.mark.ledger("PLT-16", "PLT-02")
async def test_opening_the_agent_view_offers_what_may_be_asked():
    async with stage_with() as stage, running(stage):
        await stage.server.open_home("U01")
        await stage.server.settled()
        async with asyncio.timeout(5):
            while not stage.server.methods.prompts:
                await asyncio.sleep(0.01)

        (offered,) = stage.server.methods.prompts
        assert 1 <= len(offered["prompts"]) <= 4
        (hello,) = stage.heard()
        assert (hello.kind, hello.place, hello.author.id) == (Kind.HELLO, stage.direct, "U01")


async def test_what_is_not_json_is_skipped_and_told_once(caplog: pytest.LogCaptureFixture):
    async with stage_with() as stage, running(stage):
        with caplog.at_level(logging.WARNING):
            for broken in ('{"type": "events_api", "envelope_', "[]", '{"type": 7}', "{nonsense}", '{"payload": null}'):
                await stage.server.sockets.say_raw(broken)
            ts = await stage.server.say("C01", "U01", "still there?")
            await stage.sink.find(ts)

        assert len([record for record in caplog.records if "not JSON" in record.getMessage()]) == 1


async def test_an_event_without_the_usual_fields_is_survived():
    odd = [
        {"type": "message"},
        {"type": "message", "ts": "x", "channel": "C01"},
        {"type": "message", "subtype": "message_changed", "channel": "C01"},
        {"type": "message", "subtype": "message_deleted", "channel": None},
        {"type": "reaction_added"},
        {"type": "member_joined_channel"},
        {"type": "something_new", "channel": {"id": "C01"}},
    ]
    async with stage_with() as stage, running(stage):
        for event in odd:
            stage.server._send(stage.server.app, {"event_ts": "1700000000.000100", **event}, "")
        ts = await stage.server.say("C01", "U01", "still there?")
        await stage.sink.find(ts)
        await stage.server.settled()

        assert len(stage.heard()) == 1
        assert stage.server.courier.given_up == []


async def test_a_message_of_a_megabyte_is_heard():
    text = "a <b> & c " * 100_000
    async with stage_with() as stage, running(stage):
        ts = await stage.server.say("C01", "U01", text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;"))

        assert (await stage.sink.find(ts)).text == text


@pytest.mark.ledger("LOG-03")
async def test_the_instant_of_a_message_is_when_it_was_said():
    async with stage_with() as stage, running(stage):
        said_at = datetime.now(UTC).replace(microsecond=0) - timedelta(hours=3)
        ts = await stage.server.say("C01", "U01", "some time ago", at=said_at)

        message = await stage.sink.find(ts)
        assert message.at == said_at


@pytest.mark.ledger("PLT-02")
async def test_a_command_of_somebody_who_cannot_be_looked_up_is_a_guest_s():
    plan = FaultPlan([Fault("5xx", "users.info", times=99)])
    async with stage_with(plan) as stage, running(stage):
        await stage.server.slash("U01", "C01", "status")

        (asked,) = stage.heard(Kind.COMMAND)
        assert not asked.member
        assert stage.server.courier.given_up == []
