"""What is said on Telegram is heard once, whatever happens in between."""

from __future__ import annotations

import asyncio
from datetime import UTC, datetime, timedelta
from itertools import pairwise

import aiohttp
import pytest

from bots.errors import NotStored
from bots.message import Kind, Message, Send
from bots.ports import Connection
from memory.vocabulary.address import Audience, Person, Place
from tests.adapters.telegram.stage import TOKEN, TelegramStage, place, staged
from tests.contracts.adapter import RecordingSink, content_of, running
from tests.platforms.plan import Fault


async def acked(stage: TelegramStage) -> None:
    """Returns once the platform need not tell anything any more."""
    async with asyncio.timeout(5):
        while stage.bot.updates:
            await asyncio.sleep(0.01)


@pytest.mark.ledger("PLT-11", "PLT-04")
async def test_what_was_not_stored_is_not_confirmed_and_heard_again_once(stage: TelegramStage) -> None:
    stage.sink.refuse(3)
    async with running(stage):
        said = [await stage.say(f"number {n}") for n in range(5)]
        heard = await stage.sink.heard(5)
        await acked(stage)

    assert [message.id for message in heard] == said
    assert set(stage.sink.arrivals.values()) == {1}
    assert all(one.acked for one in stage.server.ledger.delivered.values())


class FullAfterTwo(RecordingSink):
    """Takes two messages, refuses one, then takes all."""

    async def deliver(self, message: Message) -> bool:
        if len(self.messages) == 2 and not self.arrivals.get("refused"):
            self.arrivals["refused"] = 1
            raise NotStored("full")
        return await super().deliver(message)


@pytest.mark.ledger("PLT-11")
async def test_a_batch_refused_in_the_middle_keeps_its_tail_only(stage: TelegramStage) -> None:
    stage.sink = FullAfterTwo()
    said = [await stage.say(f"number {n}") for n in range(4)]
    async with running(stage):
        heard = await stage.sink.heard(4)

    assert [message.id for message in heard] == said
    assert set(stage.sink.arrivals.values()) == {1}


@pytest.mark.ledger("PLT-11", "PLT-14")
async def test_after_a_kill_the_next_process_hears_what_was_said_meanwhile(stage: TelegramStage) -> None:
    async with running(stage):
        await stage.say("before")
        await stage.sink.heard(1)
    said = await stage.say("while nobody listened")
    stage.adapter = stage.another()
    async with running(stage):
        message = await stage.sink.find(said)

    assert message.text == "while nobody listened"


@pytest.mark.ledger("PLT-11")
async def test_a_confirmation_that_goes_unheard_changes_nothing_for_the_key(stage: TelegramStage) -> None:
    async with running(stage):
        stage.server.plan.add(Fault("duplicate", "getUpdates", times=2))
        await stage.say("once")
        await stage.say("twice")
        await stage.sink.heard(2)
        await acked(stage)

    assert len(stage.sink.messages) == 2


@pytest.mark.ledger("PLT-04")
async def test_another_poller_is_told_once_a_minute_and_costs_no_message() -> None:
    async with staged(scale=0.005) as stage, running(stage):
        stop = asyncio.Event()

        async def other() -> None:
            async with aiohttp.ClientSession() as session:
                while not stop.is_set():
                    url = f"{stage.server.api_base}/bot{TOKEN}/getUpdates?timeout=20"
                    async with session.get(url) as answer:  # confirms nothing
                        await answer.read()
                    await asyncio.sleep(0.001)

        began = stage.server.nominal()
        rival = asyncio.create_task(other())
        said = [await stage.say(f"number {n}") for n in range(20)]
        await asyncio.sleep(0.5)  # 100 nominal seconds
        stop.set()
        await rival
        heard = await stage.sink.heard(20)
        await acked(stage)

        conflicts = [detail for _, state, detail in stage.sink.connections if "another poller" in detail]
        assert [message.id for message in heard] == said
        minutes = (stage.server.nominal() - began) / 60
        assert 1 <= len(conflicts) <= minutes + 1
        assert len(stage.sink.connections) <= 2 * len(conflicts) + 2


@pytest.mark.ledger("PLT-04")
async def test_trouble_at_the_platform_is_told_once_and_survived(stage: TelegramStage) -> None:
    async with running(stage):
        stage.server.plan.add(Fault("5xx", "getUpdates", times=2), Fault("drop", "getUpdates"), Fault("429", seconds=2))
        stage.server.garbled["getUpdates"] = b'{"ok": true, "resul'
        said = await stage.say("still there?")
        await stage.sink.find(said)
        async with asyncio.timeout(5):
            while stage.sink.connections[-1][1] is not Connection.CONNECTED:
                await asyncio.sleep(0.01)

    states = [state for _, state, _ in stage.sink.connections]
    assert all(one is not other for one, other in pairwise(states))


@pytest.mark.parametrize("garbage", [b"", b"[]", b'{"ok": true}', b'{"ok": true, "result": 7}', b"<html>502</html>"])
@pytest.mark.ledger("PLT-04")
async def test_broken_answers_are_survived(stage: TelegramStage, garbage: bytes) -> None:
    stage.server.garbled |= {"getMe": garbage, "getUpdates": garbage, "setMyCommands": garbage}
    async with running(stage):
        said = await stage.say("hello")

        assert (await stage.sink.find(said)).text == "hello"


@pytest.mark.ledger("PLT-04")
async def test_an_update_of_an_unknown_shape_stops_nothing(stage: TelegramStage) -> None:
    strange = {"message": {"message_id": "seven", "chat": [], "date": {}, "entities": 5, "from": None}}
    stage.bot.updates.append(({"update_id": 999, **strange}, datetime.now(UTC)))
    async with running(stage):
        said = await stage.say("hello")

        assert (await stage.sink.find(said)).text == "hello"


@pytest.mark.ledger("PLT-16")
@pytest.mark.parametrize("token", ["7000002:AAwrong-but-well-formed", "nonsense"])
async def test_a_bad_token_fails_for_good_and_says_what_to_do(token: str) -> None:
    async with staged(bot_token=token) as stage:
        await asyncio.wait_for(stage.adapter.run(stage.sink), 2)

    ((_, state, detail),) = stage.sink.connections
    assert state is Connection.FAILED
    assert "@BotFather" in detail
    assert token not in detail


@pytest.mark.ledger("PLT-11")
async def test_a_cancelled_run_ends_soon_and_confirms_nothing_unread(stage: TelegramStage) -> None:
    async with running(stage) as task:
        stage.sink.refuse(1000)
        await stage.say("not stored yet")
        await asyncio.sleep(0.02)
        task.cancel()
        done, _ = await asyncio.wait({task}, timeout=2)

    assert task in done
    assert [one.acked for one in stage.server.ledger.delivered.values()] == [False]
    assert len(stage.bot.updates) == 1


@pytest.mark.ledger("PLT-04")
async def test_a_long_poll_is_left_at_once() -> None:
    async with staged(scale=1.0) as stage, running(stage) as task:
        while stage.bot.polls < 2:  # the second is the long one
            await asyncio.sleep(0.01)
        task.cancel()
        done, _ = await asyncio.wait({task}, timeout=0.5)

        assert task in done


@pytest.mark.ledger("LOG-03", "PLT-04")
async def test_a_topic_is_a_place_of_its_own_and_general_is_the_room(stage: TelegramStage) -> None:
    forum = stage.server.add_group("forum", forum=True)
    topic = stage.server.add_topic(forum)
    async with running(stage):
        general = await stage.server.say(forum, stage.ada, "to all")
        await stage.sink.heard(1)
        inside = await stage.server.say(forum, stage.ada, "to a few", thread=topic)
        await stage.sink.heard(2)
        first, second = await stage.sink.find(str(general)), await stage.sink.find(str(inside))

    assert first.place == Place("telegram", "", str(forum.id))
    assert second.place == Place("telegram", "", str(forum.id), str(topic))
    assert second.audience == Audience.group(first.place)


@pytest.mark.ledger("PLT-13")
async def test_edits_reactions_and_buttons_name_the_message_they_concern(stage: TelegramStage) -> None:
    stage.group.admins.add(stage.bot.id)
    async with running(stage):
        said = int(await stage.say("first"))
        posted = stage.server.post(stage.group, stage.bot, "choose")
        await stage.server.edit(stage.group, stage.ada, said, "second")
        await stage.server.react(stage.group, stage.ada, said, "👍")
        await stage.server.react(stage.group, stage.ada, said, "")
        query = await stage.server.press(stage.group, stage.ada, posted.id, "yes:1")
        _, edited, reacted, pressed = await stage.sink.heard(4)
        async with asyncio.timeout(2):
            while query in stage.server.callbacks:
                await asyncio.sleep(0.01)

    assert (edited.kind, edited.target, edited.text) == (Kind.EDIT, str(said), "second")
    assert (reacted.kind, reacted.target, reacted.text) == (Kind.REACTION, str(said), "👍")
    assert pressed.id == query
    assert (pressed.kind, pressed.target, pressed.text, pressed.handle) == (
        Kind.BUTTON, str(posted.id), "yes:1", str(posted.id),
    )  # fmt: skip
    assert edited.author == reacted.author == pressed.author == Person("telegram", "", str(stage.ada))


@pytest.mark.ledger("PLT-04")
async def test_with_privacy_mode_a_group_is_heard_only_when_it_speaks_to_the_bot(stage: TelegramStage) -> None:
    stage.bot.can_read_all_group_messages = False
    post = stage.server.post(stage.group, stage.bot, "hello")
    async with running(stage):
        await stage.say("among ourselves")
        await stage.say("@fleet_bot are you there?")
        await stage.server.say(stage.group, stage.ada, "I answer", reply_to=post.id)
        await stage.say("/anima list")
        mention, reply, command = await stage.sink.heard(3)

    assert (mention.text, mention.mentions_app) == ("are you there?", True)
    assert reply.reply_to == str(post.id)
    assert (command.kind, command.text) == (Kind.COMMAND, "list")


@pytest.mark.ledger("PLT-11")
async def test_two_bots_of_one_group_hear_a_message_under_one_key(stage: TelegramStage) -> None:
    other = "7000002:AA-the-other-one"
    bot = stage.server.add_bot(other, "alice_bot", can_read_all_group_messages=True)
    stage.group.bots.add(bot.id)
    alice, sink = stage.another(bot_token=other, own_anima="alice"), RecordingSink()
    async with running(stage):
        task = asyncio.create_task(alice.run(sink))
        await sink.connected()
        said = await stage.say("to whom it may concern")
        one, two = await stage.sink.find(said), await sink.find(said)
        task.cancel()
        await asyncio.wait({task})

    assert (one.place, one.key) == (two.place, two.key)


@pytest.mark.ledger("PLT-04")
async def test_a_message_of_the_past_keeps_its_time(stage: TelegramStage) -> None:
    then = datetime.now(UTC).replace(microsecond=0) - timedelta(hours=3)
    async with running(stage):
        said = await stage.server.say(stage.chat, stage.ada, "earlier", at=then)

        assert (await stage.sink.find(str(said))).at == then


@pytest.mark.ledger("PLT-04")
async def test_a_group_that_becomes_a_supergroup_is_still_reached(stage: TelegramStage) -> None:
    async with running(stage):
        new = await stage.server.migrate(stage.group)
        await stage.adapter.perform(Send(place=stage.place, text="found you"), "n1")

    assert [post.text for post in stage.server.posts(new)] == ["found you"]


@pytest.mark.ledger("PLT-04")
async def test_files_are_heard_and_fetched_without_a_token_in_their_address(stage: TelegramStage) -> None:
    async with running(stage):
        said = await stage.server.send_file(stage.chat, stage.ada, "notes.txt", b"milk", "text/plain", "my list")
        message = await stage.sink.find(str(said))
        (file,) = message.files
        content = await content_of(stage.adapter, file)

    assert (message.text, file.name, file.media_type, file.size) == ("my list", "notes.txt", "text/plain", 4)
    assert content == b"milk"
    assert TOKEN not in file.url


@pytest.mark.ledger("PLT-01")
async def test_people_and_groups_are_found_by_id_only(stage: TelegramStage) -> None:
    async with running(stage):
        assert await stage.adapter.find(str(stage.group.id)) == [place(stage.group)]
        assert await stage.adapter.find(str(stage.ada)) == [Person("telegram", "", str(stage.ada))]
        assert await stage.adapter.find("Ada") == []
        assert await stage.adapter.find("-100999") == []
        assert await stage.adapter.history(stage.place, "") == []
        assert await stage.adapter.readable(stage.place, [stage.place]) == frozenset()


@pytest.mark.ledger("PLT-16")
async def test_the_facts_for_doctor_name_privacy_mode(stage: TelegramStage) -> None:
    facts = await stage.adapter.facts()

    assert facts["username"] == "fleet_bot"
    assert facts["hears_all_in_groups"] is True
    assert facts["webhook"] is False
