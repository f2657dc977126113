"""What we post is there once, under the right name, whatever the connection does."""

from __future__ import annotations

import asyncio
import itertools
from datetime import UTC, datetime

import pytest

from bots.errors import InDoubt, Refused, Unreachable
from bots.message import Delete, Edit, File, Persona, React, Receipt, Send
from tests.adapters.discord.conftest import DiscordStage
from tests.contracts.adapter import long_markdown, perform, running
from tests.platforms.discord import DiscordServer, Limits
from tests.platforms.discord.world import MANAGE_WEBHOOKS, VIEW
from tests.platforms.plan import Fault

ALICE = Persona(name="Alice", avatar="https://example.org/alice.png")
BOT_SEND = r"POST /channels/\{channel\}/messages$"
HOOK_SEND = r"POST /webhooks/\{hook\}/\{token\}$"


async def post(stage: DiscordStage, text: str, nonce: str, persona: Persona | None = None) -> Receipt:
    return await perform(stage, Send(place=stage.place, text=text, persona=persona), nonce)


# ---------------------------------------------------------------------------------------------------- once


@pytest.mark.ledger("PLT-12")
@pytest.mark.parametrize(("persona", "where"), [(None, BOT_SEND), (ALICE, HOOK_SEND)])
async def test_an_answer_cut_off_after_the_post_does_not_double_it(
    stage: DiscordStage, persona: Persona | None, where: str
) -> None:
    stage.server.plan.add(Fault("accept_then_cut", where, times=20))
    receipts = [await post(stage, f"number {n}", f"nonce-{n}", persona) for n in range(20)]

    assert await stage.posts(stage.place) == [(one.message_id, f"number {n}") for n, one in enumerate(receipts)]


@pytest.mark.ledger("PLT-12")
@pytest.mark.parametrize(("persona", "where"), [(None, BOT_SEND), (ALICE, HOOK_SEND)])
@pytest.mark.parametrize("kind", ["5xx", "drop"])
async def test_a_failed_post_is_not_repeated_blindly_and_comes_when_asked_in_doubt(
    stage: DiscordStage, persona: Persona | None, where: str, kind: str
) -> None:
    stage.server.plan.add(Fault(kind, where))
    act = Send(place=stage.place, text="said once", persona=persona)
    with pytest.raises(InDoubt):
        await stage.adapter.perform(act, "nonce")
    assert await stage.posts(stage.place) == []
    await stage.adapter.perform(act, "nonce", in_doubt=True)

    assert [text for _, text in await stage.posts(stage.place)] == ["said once"]


@pytest.mark.ledger("PLT-12")
@pytest.mark.parametrize(("persona", "where"), [(None, BOT_SEND), (ALICE, HOOK_SEND)])
async def test_a_second_lost_answer_is_looked_up_again(
    stage: DiscordStage, persona: Persona | None, where: str
) -> None:
    stage.server.plan.add(Fault("5xx", where), Fault("accept_then_cut", where))
    act = Send(place=stage.place, text="said once", persona=persona)
    with pytest.raises(InDoubt):
        await stage.adapter.perform(act, "nonce")
    with pytest.raises(Unreachable):
        await stage.adapter.perform(act, "nonce", in_doubt=True)
    receipt = await stage.adapter.perform(act, "nonce", in_doubt=True)

    assert await stage.posts(stage.place) == [(receipt.message_id, "said once")]


@pytest.mark.ledger("PLT-12")
async def test_an_old_doubt_is_settled_by_reading_back_after_the_question(server: DiscordServer) -> None:
    server.limits.nonce_window_s = 0
    stage = DiscordStage(server)
    question = await stage.say("how are you?")
    act = Send(place=stage.place, text="well", reply_to=question)
    first = await stage.adapter.perform(act, "nonce")
    for n in range(250):
        await stage.say(f"chatter {n}")
    again = await stage.another_adapter().perform(act, "nonce", in_doubt=True)

    assert again.message_id == first.message_id
    assert len(await stage.posts(stage.place)) == 1


@pytest.mark.ledger("PLT-12")
async def test_a_copy_of_our_mark_by_somebody_else_is_not_our_post(stage: DiscordStage) -> None:
    act = Send(place=stage.place, text="mine")
    await stage.adapter.perform(act, "nonce")
    mine = stage.server.posts(stage.channel)[0]
    await stage.server.delete(stage.channel, mine.id)
    stage.server.rest.nonces.clear()
    await stage.say(mine.raw)
    again = await stage.adapter.perform(act, "nonce", in_doubt=True)

    assert [one for one, _ in await stage.posts(stage.place)] == [again.message_id]


@pytest.mark.ledger("PLT-12")
async def test_without_a_server_a_post_surely_did_not_happen(server: DiscordServer) -> None:
    stage = DiscordStage(server)
    await server.__aexit__()
    with pytest.raises(Unreachable):
        await stage.adapter.perform(Send(place=stage.place, text="hello?"), "nonce")


# ---------------------------------------------------------------------------------------------------- limits


async def _storm(server: DiscordServer, posts: int) -> None:
    stage = DiscordStage(server)
    server.plan.add(Fault("429", BOT_SEND, times=posts // 10, seconds=0.005))
    sends = [
        asyncio.create_task(stage.adapter.perform(Send(place=stage.place, text=f"number {n}"), f"nonce-{n}"))
        for n in range(posts)
    ]
    await asyncio.gather(*sends)

    assert [text for _, text in await stage.posts(stage.place)] == [f"number {n}" for n in range(posts)]
    refused = [at for at, method, status in server.ledger.calls if status == 429 and method.startswith("POST")]
    assert len(refused) == posts // 10  # only those of the storm: the bucket's own limit was never passed


@pytest.mark.ledger("PLT-10")
async def test_a_storm_of_limits_drops_nothing_and_keeps_the_order() -> None:
    async with DiscordServer(scale=0.001) as server:
        await _storm(server, 300)


@pytest.mark.slow
@pytest.mark.ledger("PLT-10")
async def test_a_great_storm_of_limits_drops_nothing_and_keeps_the_order() -> None:
    async with DiscordServer(scale=0.001) as server:
        await _storm(server, 2000)


@pytest.mark.ledger("PLT-10")
async def test_no_post_comes_before_the_pause_is_over(stage: DiscordStage) -> None:
    stage.server.plan.add(Fault("429", HOOK_SEND, times=3, seconds=0.03))
    await post(stage, "patient", "nonce", ALICE)

    times = [at for at, method, _ in stage.server.ledger.calls if method == "POST /webhooks/{hook}/{token}"]
    assert len(times) == 4
    assert all(later - earlier >= 0.03 for earlier, later in itertools.pairwise(times))
    assert len(await stage.posts(stage.place)) == 1


@pytest.mark.ledger("PLT-10")
async def test_webhook_posts_keep_within_their_limit_by_themselves() -> None:
    async with DiscordServer(scale=0.01, limits=Limits(webhook_sends=(2, 2.0))) as server:
        stage = DiscordStage(server)
        for n in range(9):
            await post(stage, f"number {n}", f"nonce-{n}", ALICE)

        assert len(await stage.posts(stage.place)) == 9
        assert not [status for _, _, status in server.ledger.calls if status == 429]


# ---------------------------------------------------------------------------------------------------- personas


@pytest.mark.ledger("PLT-06", "PLT-03")
async def test_personas_share_one_webhook_and_wear_their_own_names(stage: DiscordStage) -> None:
    await post(stage, "I am Alice", "1", ALICE)
    await post(stage, "I am Bob", "2", Persona(name="Bob", avatar=":robot_face:"))
    stage.adapter = stage.another_adapter()
    await post(stage, "Alice again", "3", ALICE)

    posts = stage.server.posts(stage.channel)
    assert [(one.name, one.text) for one in posts] == [
        ("Alice", "I am Alice"),
        ("Bob", "I am Bob"),
        ("Alice", "Alice again"),
    ]
    assert len({one.webhook for one in posts}) == len(stage.server.world.webhooks) == 1


@pytest.mark.ledger("PLT-06", "PLT-03")
async def test_a_persona_in_a_thread_posts_there_by_the_webhook_of_the_channel(stage: DiscordStage) -> None:
    thread = stage.server.add_thread(stage.channel, "aside")
    async with running(stage):
        heard = await stage.sink.find(await stage.server.say(thread, stage.user, "here?"))
        receipt = await perform(stage, Send(place=heard.place, text="here", persona=ALICE), "nonce")
        await perform(stage, Edit(place=heard.place, message_id=receipt.message_id, text="still here"), "edit")
        posts = stage.server.posts(thread)
        await perform(stage, Delete(place=heard.place, message_id=receipt.message_id), "delete")

    assert str(heard.place) == f"discord:{stage.guild}/{stage.channel}#{thread}"
    assert [(one.name, one.text) for one in posts] == [("Alice", "still here")]
    assert stage.server.posts(thread) == []


@pytest.mark.ledger("PLT-06")
async def test_without_the_permission_the_name_stands_in_the_text(stage: DiscordStage) -> None:
    stage.server.deny(stage.channel, MANAGE_WEBHOOKS)
    receipt = await post(stage, "hello", "nonce", ALICE)
    await perform(stage, Edit(place=stage.place, message_id=receipt.message_id, text="hello again"), "edit")

    assert [(one.name, one.text) for one in stage.server.posts(stage.channel)] == [("anima", "**Alice:** hello again")]


@pytest.mark.ledger("PLT-06")
@pytest.mark.parametrize("name", ["Clyde", "The Discordian"])
async def test_a_name_that_discord_forbids_stands_in_the_text(stage: DiscordStage, name: str) -> None:
    await post(stage, "hello", "nonce", Persona(name=name))

    assert [one.text for one in stage.server.posts(stage.channel)] == [f"**{name}:** hello"]


@pytest.mark.ledger("PLT-06")
async def test_in_a_dm_the_name_stands_in_the_text(stage: DiscordStage) -> None:
    await perform(stage, Send(place=stage.direct, text="hello", persona=ALICE), "nonce")

    assert [text for _, text in await stage.posts(stage.direct)] == ["**Alice:** hello"]


@pytest.mark.ledger("PLT-03")
async def test_a_webhook_that_somebody_deleted_is_made_again(stage: DiscordStage) -> None:
    await post(stage, "one", "1", ALICE)
    stage.server.world.webhooks.clear()
    await post(stage, "two", "2", ALICE)

    assert [one.text for one in stage.server.posts(stage.channel)] == ["one", "two"]


@pytest.mark.ledger("PLT-03", "FLT-02")
async def test_a_post_of_a_webhook_that_was_made_twice_is_edited_and_deleted_after_a_restart(
    stage: DiscordStage,
) -> None:
    stage.server.plan.add(Fault("accept_then_cut", r"POST /channels/\{channel\}/webhooks$"))
    kept, gone = [(await post(stage, text, text, ALICE)).message_id for text in ("kept", "gone")]
    later = stage.another_adapter()
    await later.perform(Edit(place=stage.place, message_id=kept, text="changed", persona=ALICE), "edit")
    await later.perform(Delete(place=stage.place, message_id=gone), "delete")

    assert len(stage.server.world.webhooks) == 2
    assert await stage.posts(stage.place) == [(kept, "changed")]


@pytest.mark.ledger("PLT-03")
async def test_a_persona_shows_what_it_replies_to_as_a_quote_also_after_an_edit(stage: DiscordStage) -> None:
    question = await stage.say("What is\nthe *time*?")
    receipt = await perform(stage, Send(place=stage.place, text="no idea", persona=ALICE, reply_to=question), "nonce")
    stage.adapter = stage.another_adapter()
    await perform(stage, Edit(place=stage.place, message_id=receipt.message_id, text="noon"), "edit")

    assert [one.text for one in stage.server.posts(stage.channel)] == ["> **Ada:** What is the time?\nnoon"]


@pytest.mark.ledger("PLT-03")
async def test_the_bot_itself_replies_by_reference_also_when_the_question_is_gone(stage: DiscordStage) -> None:
    question = await stage.say("time?")
    await perform(stage, Send(place=stage.place, text="noon", reply_to=question), "1")
    await stage.server.delete(stage.channel, question)
    await perform(stage, Send(place=stage.place, text="one", reply_to=question), "2")

    assert [(one.text, one.reference) for one in stage.server.posts(stage.channel)] == [("noon", question), ("one", "")]


# ---------------------------------------------------------------------------------------------------- the rest


@pytest.mark.ledger("PLT-08")
@pytest.mark.parametrize("persona", [None, ALICE])
async def test_every_chunk_of_a_long_answer_fits(stage: DiscordStage, persona: Persona | None) -> None:
    question = await stage.say("tell me everything " * 20)
    for n, chunk in enumerate(stage.adapter.capabilities(stage.place).split(long_markdown(30_000))):
        act = Send(place=stage.place, text=chunk, persona=persona, reply_to=question)
        await perform(stage, act, f"nonce-{n}")

    posts = stage.server.posts(stage.channel)
    assert len(posts) == n + 1
    assert all(one.raw.count("```") % 2 == 0 for one in posts)


@pytest.mark.ledger("PLT-01")
async def test_files_go_along(stage: DiscordStage) -> None:
    file = File(name="whole.md", media_type="text/markdown", content=b"# all of it")
    for persona in (None, ALICE):
        await perform(stage, Send(place=stage.place, text="see", persona=persona, files=(file,)), f"n{persona}")

    assert [one.files for one in stage.server.posts(stage.channel)] == [("whole.md",), ("whole.md",)]
    assert list(stage.server.files.values()) == [b"# all of it", b"# all of it"]


@pytest.mark.ledger("PLT-01")
async def test_deleting_and_reacting_twice_is_once(stage: DiscordStage) -> None:
    said = await stage.say("look")
    receipt = await post(stage, "gone soon", "1", ALICE)
    for n in range(2):
        await perform(stage, React(place=stage.place, message_id=said, reaction="👀"), f"r{n}")
        await perform(stage, Delete(place=stage.place, message_id=receipt.message_id), f"d{n}")

    assert await stage.posts(stage.place) == []
    message = stage.server.world.channels[stage.channel].messages[said]
    assert message.reactions == {"👀": [stage.server.bot.user.id]}


@pytest.mark.ledger("PLT-12")
async def test_what_discord_never_takes_is_refused_with_its_words(stage: DiscordStage) -> None:
    stage.server.world.users[stage.user].closed_dms = True
    with pytest.raises(Refused, match="Cannot send messages to this user"):
        await stage.adapter.perform(Send(place=stage.direct, text="psst"), "1")
    stage.server.deny(stage.channel, VIEW)
    with pytest.raises(Refused, match="Missing Access"):
        await stage.adapter.perform(Send(place=stage.place, text="hello"), "2")


@pytest.mark.ledger("PLT-01")
async def test_a_receipt_says_when(stage: DiscordStage) -> None:
    receipt = await post(stage, "now", "1")

    assert receipt.at is not None
    assert abs((receipt.at - datetime.now(UTC)).total_seconds()) < 5


@pytest.mark.ledger("PLT-03")
async def test_a_quoted_question_shows_names_and_no_torn_mentions(stage: DiscordStage) -> None:
    """P4: `<@1000… alice` stood there, where the question had not been heard by this process."""
    server = stage.server
    question = await server.say(stage.channel, stage.user, f"<@{server.bot.user.id}> <@{stage.user}>: alice, when?")
    async with running(stage):
        act = Send(place=stage.place, text="soon", reply_to=question, persona=Persona(name="alice"))
        await stage.another_adapter().perform(act, "1")

    (post,) = server.posts(stage.channel)
    assert post.text == "> **Ada:** @Ada: alice, when?\nsoon"
