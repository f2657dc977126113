"""Who reads what in a guild, as the adapter tells the audience gate: roles, overwrites, guests, changes."""

from __future__ import annotations

import pytest

from memory.vocabulary.address import Person, Place
from tests.adapters.discord.conftest import DiscordStage, until
from tests.contracts.adapter import running
from tests.platforms.discord.world import VIEW
from tests.platforms.plan import Fault


@pytest.fixture
def hall(stage: DiscordStage) -> DiscordStage:
    """The guild with Ada and Grace in it, and the portal's members switch on."""
    stage.server.bot.server_members = True
    stage.adapter = stage.another_adapter()
    stage.server.join(stage.guild, stage.user)
    return stage


def room(stage: DiscordStage, channel: str) -> Place:
    return Place("discord", stage.guild, channel)


def of(user: str) -> Person:
    return Person("discord", "", user)


@pytest.mark.ledger("AUD-02", "PLT-03")
async def test_each_reads_what_their_roles_let_them_read(hall: DiscordStage) -> None:
    grace, outsider = hall.server.add_user("grace"), hall.server.add_user("outsider")
    hall.server.join(hall.guild, grace)
    closed = hall.server.add_channel(hall.guild, "board", private=True, members=(grace,))
    rooms = [hall.place, room(hall, closed), Place("discord", "404", "1"), hall.direct]
    async with running(hall):
        assert await hall.adapter.readable(of(hall.user), rooms) == {hall.place}
        assert await hall.adapter.readable(of(grace), rooms) == {hall.place, room(hall, closed)}
        assert await hall.adapter.readable(of(outsider), rooms) == set()


@pytest.mark.ledger("AUD-02")
async def test_a_room_that_keeps_a_role_out_is_open_to_no_other_room(hall: DiscordStage) -> None:
    """Open is what every member reads: also a role that is kept out has members."""
    muted = hall.server.add_channel(hall.guild, "not-for-the-muted")
    adult = hall.server.add_channel(hall.guild, "adults")
    voice = hall.server.add_channel(hall.guild, "lounge")
    hall.server.world.channels[adult].nsfw = True
    hall.server.world.channels[voice].kind = 2
    hall.server.overwrite(muted, "4711", deny=VIEW)
    rooms = [hall.place, *(room(hall, one) for one in (muted, adult, voice))]
    async with running(hall):
        assert await hall.adapter.readable(hall.place, rooms) == {hall.place, room(hall, voice)}
        assert await hall.adapter.readable(room(hall, muted), rooms) == {hall.place, room(hall, voice)}
        assert await hall.adapter.readable(room(hall, voice), rooms) == set()  # a guest may have been invited to it
        assert await hall.adapter.readable(Place("discord", "404", "1"), rooms) == set()


@pytest.mark.ledger("AUD-02")
async def test_a_changed_role_or_overwrite_counts_at_once(hall: DiscordStage) -> None:
    async with running(hall):
        assert await hall.adapter.readable(of(hall.user), [hall.place]) == {hall.place}

        hall.server.overwrite(hall.channel, "4711", deny=VIEW)
        await until(lambda: hall.place in hall.sink.changed)
        assert await hall.adapter.readable(hall.place, [hall.place]) == set()
        assert await hall.adapter.readable(of(hall.user), [hall.place]) == {hall.place}

        hall.server.give_roles(hall.guild, hall.user, "4711")
        await until(lambda: of(hall.user) in hall.sink.changed)
        assert await hall.adapter.readable(of(hall.user), [hall.place]) == set()

        hall.server.give_roles(hall.guild, hall.user)
        await until(lambda: hall.sink.changed.count(of(hall.user)) == 2)
        assert await hall.adapter.readable(of(hall.user), [hall.place]) == {hall.place}

        hall.server.leave(hall.guild, hall.user)
        await until(lambda: hall.sink.changed.count(of(hall.user)) == 3)
        assert await hall.adapter.readable(of(hall.user), [hall.place]) == set()


@pytest.mark.ledger("AUD-02")
async def test_a_guest_of_a_voice_room_reads_no_room(hall: DiscordStage) -> None:
    hall.server.give_roles(hall.guild, hall.user, flags=1 << 4)
    async with running(hall):
        assert await hall.adapter.readable(of(hall.user), [hall.place]) == set()


@pytest.mark.ledger("AUD-02")
async def test_without_the_members_switch_nobody_would_tell_who_left(stage: DiscordStage) -> None:
    stage.server.join(stage.guild, stage.user)
    async with running(stage):
        assert await stage.adapter.readable(of(stage.user), [stage.place]) == set()
        assert await stage.adapter.readable(stage.place, [stage.place]) == {stage.place}


@pytest.mark.ledger("AUD-02")
async def test_an_account_that_is_away_knows_nothing(hall: DiscordStage) -> None:
    async with running(hall):
        pass

    assert await hall.adapter.readable(hall.place, [hall.place]) == set()


@pytest.mark.ledger("AUD-02", "PLT-10")
async def test_one_question_tells_what_a_person_reads_in_a_guild_of_any_size(hall: DiscordStage) -> None:
    """F11: the list of members is never read, and a limit is obeyed."""
    rooms = [room(hall, hall.server.add_channel(hall.guild, f"room{n}")) for n in range(20)]
    for number in range(300):
        hall.server.world.guilds[hall.guild].members.add(hall.server.add_user(f"p{number}"))
    async with running(hall):
        before = len(hall.server.ledger.calls)
        with hall.server.plan.during(Fault("429", "members", seconds=0.02)):
            assert await hall.adapter.readable(of(hall.user), rooms) == set(rooms)
            assert await hall.adapter.readable(of(hall.user), rooms) == set(rooms)
        asked = [route for _, route, _ in hall.server.ledger.calls[before:] if "members" in route]

    assert len(asked) == 2  # one was told to wait
