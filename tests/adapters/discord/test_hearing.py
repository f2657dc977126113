"""What people do on Discord arrives as messages of one shape."""

from __future__ import annotations

import pytest

from bots.message import Kind, Message, Persona, Send
from bots.ports import Connection
from memory.vocabulary.address import Audience, Person
from tests.adapters.discord.conftest import DiscordStage, until
from tests.contracts.adapter import perform, running
from tests.platforms.discord import DiscordServer
from tests.platforms.discord.world import HISTORY, VIEW


async def of_kind(stage: DiscordStage, kind: Kind, n: int = 1) -> list[Message]:
    def found() -> list[Message]:
        return [message for message in stage.sink.messages.values() if message.kind is kind]

    await until(lambda: len(found()) >= n)
    return found()


@pytest.mark.ledger("PLT-13", "LOG-03")
async def test_an_edit_a_deletion_and_a_reaction_name_what_they_concern(stage: DiscordStage) -> None:
    async with running(stage):
        said = await stage.say("I like tea")
        await stage.server.edit(stage.channel, said, "I like coffee")
        await stage.server.react(stage.channel, said, stage.user, "☕")
        await stage.server.delete(stage.channel, said)
        (edit,) = await of_kind(stage, Kind.EDIT)
        (reaction,) = await of_kind(stage, Kind.REACTION)
        (deletion,) = await of_kind(stage, Kind.DELETE)
        original = await stage.sink.find(said)

    assert {edit.target, reaction.target, deletion.target} == {said}
    assert (edit.text, reaction.text) == ("I like coffee", "☕")
    assert edit.author == reaction.author == Person("discord", "", stage.user)
    assert original.key < edit.key


@pytest.mark.ledger("PLT-13")
async def test_what_was_said_before_a_restart_can_still_be_edited_and_deleted(stage: DiscordStage) -> None:
    said = await stage.say("before")
    async with running(stage):
        await stage.server.edit(stage.channel, said, "after")
        await stage.server.edit(stage.channel, said, "after all")
        await stage.server.delete(stage.channel, said)
        edits = await of_kind(stage, Kind.EDIT, 1)
        await of_kind(stage, Kind.DELETE)

    assert edits[0].target == said


@pytest.mark.ledger("PLT-13")
async def test_a_link_preview_is_no_edit(stage: DiscordStage) -> None:
    async with running(stage):
        said = await stage.say("see https://example.org")
        await stage.server.unfurl(stage.channel, said)
        await stage.sink.find(await stage.say("next"))

    assert {message.kind for message in stage.sink.messages.values()} == {Kind.MESSAGE}


@pytest.mark.ledger("PLT-03", "PLT-06")
async def test_our_own_posts_wake_nobody_by_webhook_or_not(stage: DiscordStage) -> None:
    async with running(stage):
        for persona in (None, Persona(name="Alice")):
            await perform(stage, Send(place=stage.place, text="mine", persona=persona), f"n{persona}")
        past = await stage.adapter.history(stage.place, "1")
        await stage.sink.find(await stage.say("yours"))

    assert past == []
    assert [message.text for message in stage.sink.messages.values()] == ["yours"]


@pytest.mark.ledger("PLT-03")
async def test_other_bots_and_other_webhooks_are_known_as_bots(stage: DiscordStage) -> None:
    other = stage.server.add_user("otherbot", bot=True)
    async with running(stage):
        await stage.server.say(stage.channel, other, "beep")
        await stage.server.say_by_webhook(stage.channel, "Build", "passed")
        beep, build = await stage.sink.heard(2)

    assert beep.author_is_bot
    assert build.author_is_bot
    assert build.author_name == "Build"


@pytest.mark.ledger("LOG-03")
async def test_mentions_are_names_and_ours_is_taken_out(stage: DiscordStage) -> None:
    server = stage.server
    grace = server.add_user("grace", display="Grace H.")
    us, role = server.bot.user.id, server.world.guilds[stage.guild].roles[server.bot.user.id]
    async with running(stage):
        await stage.say(f"<@{us}> ask <@{grace}> in <#{stage.channel}> about <:tea:123>")
        await stage.say(f"<@&{role}> hello")
        await stage.say("nobody here")
        first, second, third = await stage.sink.heard(3)

    assert (first.text, first.mentions_app) == ("ask @Grace H. in #general about :tea:", True)
    assert (second.text, second.mentions_app) == ("hello", True)
    assert not third.mentions_app


@pytest.mark.ledger("LOG-03")
async def test_a_reply_can_be_traced_to_what_it_answers(stage: DiscordStage) -> None:
    async with running(stage):
        receipt = await perform(stage, Send(place=stage.place, text="tea?"), "nonce")
        said = await stage.server.say(stage.channel, stage.user, "yes", reply_to=receipt.message_id)
        message = await stage.sink.find(said)

    assert message.reply_to == receipt.message_id
    assert message.author_name == "Ada"
    assert str(message.place) == f"discord:{stage.guild}/{stage.channel}"


@pytest.mark.ledger("LOG-03")
async def test_the_audience_is_who_can_read_the_room(stage: DiscordStage) -> None:
    server = stage.server
    closed = server.add_channel(stage.guild, "board", private=True, members=(stage.user,))
    thread = server.add_thread(stage.channel, "aside")
    secret = server.add_thread(stage.channel, "secret", private=True)
    async with running(stage):
        heard = [
            await stage.sink.find(await server.say(channel, stage.user, "here"))
            for channel in (stage.channel, closed, thread, secret, stage.direct.channel)
        ]

    assert [str(message.audience) for message in heard] == [
        f"open:discord:{stage.guild}/{stage.channel}",
        f"group:discord:{stage.guild}/{closed}",
        f"open:discord:{stage.guild}/{stage.channel}",
        f"group:discord:{stage.guild}/{secret}",
        f"person:discord:{stage.user}",
    ]
    assert [message.is_direct for message in heard] == [False, False, False, False, True]


@pytest.mark.ledger("PLT-01")
async def test_people_and_rooms_are_found_by_name(stage: DiscordStage) -> None:
    stage.server.join(stage.guild, stage.user)
    async with running(stage):
        rooms = await stage.adapter.find("#General")
        people = await stage.adapter.find("@ad")
        nobody = await stage.adapter.find("zzz")

    assert rooms == [stage.place]
    assert people == [Person("discord", "", stage.user)]
    assert nobody == []


@pytest.mark.ledger("PLT-01")
async def test_who_comes_and_goes_is_told_where_the_portal_allows_it(stage: DiscordStage) -> None:
    stage.server.bot.server_members = True
    stage.server.world.guilds[stage.guild].greets_in = stage.channel
    grace = stage.server.add_user("grace")
    async with running(stage):
        stage.server.join(stage.guild, grace)
        stage.server.leave(stage.guild, grace)
        (joined,) = await of_kind(stage, Kind.JOIN)
        (left,) = await of_kind(stage, Kind.LEAVE)

    assert joined.author == left.author == Person("discord", "", grace)
    assert joined.place == stage.place


@pytest.mark.ledger("PLT-14")
async def test_history_of_a_room_that_may_not_be_read_is_empty(stage: DiscordStage) -> None:
    async with running(stage):
        first = await stage.sink.find(await stage.say("one"))
        await stage.say("two")
        stage.server.deny(stage.channel, HISTORY)
        hidden = await stage.adapter.history(stage.place, first.order)
        stage.server.deny(stage.channel, VIEW)
        gone = await stage.adapter.history(stage.place, first.order)

    assert hidden == []
    assert gone == []


@pytest.mark.ledger("LOG-03")
async def test_without_the_intent_only_dms_and_mentions_would_be_legible() -> None:
    """The server's law, that a missing switch cannot hide behind a fake that shows everything."""
    async with DiscordServer() as server:
        server.bot.message_content = False
        stage = DiscordStage(server)
        said = await stage.say("secret")
        asked = await stage.say(f"<@{server.bot.user.id}> hello")
        messages = server.world.channels[stage.channel].messages
        shown = [server.world.message_event(messages[one], server.bot)["content"] for one in (said, asked)]

    assert shown == ["", f"<@{server.bot.user.id}> hello"]


@pytest.mark.ledger("PLT-03")
async def test_a_room_made_while_we_listen_is_heard(stage: DiscordStage) -> None:
    async with running(stage):
        made = stage.server.add_channel(stage.guild, "new room")
        message = await stage.sink.find(await stage.server.say(made, stage.user, "first!"))

    assert message.place.channel == made
    assert stage.sink.connections[-1][1] is Connection.CONNECTED
    assert message.audience == Audience.open(message.place)
