"""The application command: what Discord is told, what it hands back, who sees the answer."""

from __future__ import annotations

import asyncio

import pytest

from adapters.discord import commands
from bots.commands.catalogue import COMMANDS
from bots.commands.command import CommandOption, CommandShape, command_shapes
from bots.message import Kind, Message, Receipt, Send
from bots.people.trust_policy import Role
from memory.vocabulary.address import Person
from tests.adapters.discord.conftest import DiscordStage, until
from tests.contracts.adapter import RecordingSink, perform, running
from tests.platforms.discord import DiscordServer
from tests.platforms.discord.rest import Interaction, command_problem
from tests.platforms.plan import Fault


def option(name: str, form: str, required: bool = False) -> CommandOption:
    return CommandOption(name=name, description=f"the {name}", form=form, required=required)


def shape(words: str, *options: CommandOption) -> CommandShape:
    return CommandShape(words=tuple(words.split()), description=f"does {words}", options=options, role=Role.MEMBER)


SHAPES = (
    shape("status"),
    shape("dream", option("name", "word", True), option("dry-run", "flag")),
    shape("dream undo", option("name", "word", True)),
    shape("memory search", option("name", "word", True), option("query", "rest", True), option("k", "number")),
)


@pytest.fixture
def stage(server: DiscordServer) -> DiscordStage:
    return DiscordStage(server, shapes=SHAPES)


async def asked(stage: DiscordStage, words: str, **options: object) -> tuple[Interaction, Message]:
    interaction = await stage.server.command(stage.user, stage.channel, words, options)
    return interaction, await stage.sink.find(interaction.id)


def answer(message: Message, text: str, user: str) -> Send:
    reader = Person("discord", "", user)
    return Send(place=message.place, text=text, private_to=reader, handle=message.handle, reply_to=message.id)


# ---------------------------------------------------------------------------------------------------- the payload


@pytest.mark.ledger("PLT-03", "FLT-10")
def test_every_command_of_the_catalogue_fits_into_discords_form() -> None:
    payload = commands.payload("anima", command_shapes(COMMANDS))

    assert command_problem(payload) == ""


def test_a_word_that_is_a_command_and_begins_others_is_offered_as_run() -> None:
    payload = commands.payload("anima", SHAPES)

    names = {entry["name"]: [one["name"] for one in entry["options"]] for entry in payload["options"]}
    assert names["dream"] == ["run", "undo"]
    assert command_problem(payload) == ""


def test_too_many_commands_are_refused_before_discord_does() -> None:
    with pytest.raises(ValueError, match="Discord takes 25"):
        commands.payload("anima", [shape(f"c{n}") for n in range(26)])


@pytest.mark.ledger("PLT-03")
async def test_the_command_is_registered_once_and_again_only_when_it_changed(stage: DiscordStage) -> None:
    registered = ("POST", "/applications/{app}/commands")

    def times() -> int:
        return sum(method == " ".join(registered) for _, method, _ in stage.server.ledger.calls)

    for _ in range(2):
        stage.sink.connections.clear()
        async with running(stage):
            await until(lambda: bool(stage.server.bot.commands))
            await asyncio.sleep(0.02)
        stage.adapter = stage.another_adapter()
    assert times() == 1
    other = DiscordStage(stage.server, shapes=SHAPES[:1])
    async with running(other):
        await until(lambda: times() == 2)

    assert [one["name"] for one in stage.server.bot.commands] == ["anima"]


# ---------------------------------------------------------------------------------------------------- asking


@pytest.mark.ledger("PLT-03")
@pytest.mark.parametrize(
    ("words", "options", "text"),
    [
        ("status", {}, "status"),
        ("dream run", {"name": "alice", "dry-run": True}, "dream alice --dry-run"),
        ("dream run", {"name": "alice", "dry-run": False}, "dream alice"),
        ("dream undo", {"name": "alice"}, "dream undo alice"),
        ("memory search", {"query": "green tea", "k": 3, "name": "alice"}, "memory search alice --k 3 green tea"),
        ("memory search", {"name": "big bob", "query": "-5 degrees"}, 'memory search "big bob" -- -5 degrees'),
    ],
)
async def test_a_command_arrives_as_it_would_have_been_typed(
    stage: DiscordStage, words: str, options: dict[str, object], text: str
) -> None:
    async with running(stage):
        _, message = await asked(stage, words, **options)

    assert (message.kind, message.text) == (Kind.COMMAND, text)
    assert message.author == Person("discord", "", stage.user)


@pytest.mark.ledger("PLT-03")
async def test_a_command_is_deferred_at_once_and_answered_to_the_asker_only(stage: DiscordStage) -> None:
    async with running(stage):
        interaction, message = await asked(stage, "status")
        await until(lambda: interaction.answered)
        await perform(stage, answer(message, "all is **well**", stage.user), "1")
        await perform(stage, answer(message, "and more", stage.user), "2")

    assert interaction.answered_after_s is not None
    assert interaction.answered_after_s < 3
    posts = stage.server.posts(stage.channel)
    assert [(post.text, post.seen_by) for post in posts] == [
        ("all is **well**", stage.user),
        ("and more", stage.user),
    ]


@pytest.mark.ledger("PLT-12")
async def test_a_private_answer_cut_off_after_the_post_is_found_again(stage: DiscordStage) -> None:
    async with running(stage):
        interaction, message = await asked(stage, "status")
        await until(lambda: interaction.answered)
        stage.server.plan.add(Fault("accept_then_cut", r"POST /webhooks"))
        await perform(stage, answer(message, "well", stage.user), "1")

    assert [post.text for post in stage.server.posts(stage.channel)] == ["well"]


@pytest.mark.ledger("PLT-03")
async def test_an_answer_after_the_token_died_comes_as_a_dm(stage: DiscordStage) -> None:
    async with running(stage):
        interaction, message = await asked(stage, "status")
        await until(lambda: interaction.answered)
        interaction.born -= 16 * 60
        await perform(stage, answer(message, "late but private", stage.user), "1")

    assert [text for _, text in await stage.posts(stage.direct)] == ["late but private"]
    assert stage.server.posts(stage.channel) == []


@pytest.mark.ledger("PLT-03")
async def test_with_closed_dms_the_room_is_told_without_the_answer(stage: DiscordStage) -> None:
    stage.server.world.users[stage.user].closed_dms = True
    async with running(stage):
        interaction, message = await asked(stage, "status")
        await until(lambda: interaction.answered)
        interaction.born -= 16 * 60
        await perform(stage, answer(message, "a secret", stage.user), "1")

    (post,) = stage.server.posts(stage.channel)
    assert "secret" not in post.text
    assert "Ask me again" in post.text


@pytest.mark.ledger("PLT-01")
async def test_a_pressed_button_arrives_with_its_value_and_its_message(stage: DiscordStage) -> None:
    async with running(stage):
        receipt = await perform(stage, Send(place=stage.place, text="yes or no?"), "1")
        interaction = await stage.server.press(stage.user, stage.channel, receipt.message_id, "approve:7")
        await until(lambda: interaction.answered)
        (message,) = await stage.sink.heard(1)

    assert (message.kind, message.text, message.target) == (Kind.BUTTON, "approve:7", receipt.message_id)


@pytest.mark.ledger("PLT-11")
async def test_a_command_that_cannot_be_stored_yet_is_answered_and_kept_until_it_is(
    stage: DiscordStage,
) -> None:
    stage.sink.refuse(2)
    async with running(stage):
        interaction, message = await asked(stage, "status")
        await until(lambda: interaction.answered)

    assert stage.sink.arrivals[message.key] == 1


class Hasty(RecordingSink):
    """Answers in the moment in which it is handed a command."""

    def __init__(self, stage: DiscordStage) -> None:
        super().__init__()
        self._stage = stage
        self.answering: list[asyncio.Task[Receipt]] = []

    async def deliver(self, message: Message) -> bool:
        act = answer(message, "all is well", self._stage.user)
        self.answering.append(asyncio.create_task(perform(self._stage, act, "1")))
        return await super().deliver(message)


@pytest.mark.ledger("PLT-03")
@pytest.mark.parametrize("latency_s", [0.05, 2.0])
async def test_an_answer_never_overtakes_the_deferral_however_slow_that_is(
    stage: DiscordStage, latency_s: float
) -> None:
    """F2: it went to the person's direct messages, and the deferred answer hung."""
    stage.sink = hasty = Hasty(stage)
    async with running(stage):
        with stage.server.plan.during(Fault("delay", "callback", seconds=latency_s)):
            interaction, _ = await asked(stage, "status")
            await asyncio.gather(*hasty.answering)

    assert interaction.answered
    assert [(post.text, post.seen_by) for post in stage.server.posts(stage.channel)] == [("all is well", stage.user)]
    assert await stage.posts(stage.direct) == []


@pytest.mark.ledger("PLT-03")
async def test_an_interaction_is_deferred_whatever_waits_before_it_in_its_room(stage: DiscordStage) -> None:
    """F2: within three seconds, though the inbox takes nothing and the room has to be asked for."""
    stage.sink.refuse(1000)
    async with running(stage):
        await stage.say("this cannot be stored")
        interaction = await stage.server.command(stage.user, stage.channel, "status")
        await until(lambda: interaction.answered)

    assert stage.sink.messages == {}
