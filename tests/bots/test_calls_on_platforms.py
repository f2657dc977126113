"""A call by the real clients of Slack, Discord and Telegram: in order, with buttons, answered, and settled on all."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from contextlib import AsyncExitStack
from datetime import UTC, datetime
from pathlib import Path

import pytest

from adapters.models.scripted import ScriptedModel
from adapters.pagers import ChatworkAdapter, LineAdapter, NtfyAdapter
from bots.people.calling import CallSettings
from memory.archive.requests import PersonCall
from memory.vocabulary.address import Place
from tests.adapters.discord.conftest import DiscordStage
from tests.adapters.pagers.test_pagers import web_server
from tests.adapters.slack.scene import stage_with
from tests.adapters.telegram.stage import staged
from tests.bots.acting import Acting, Deed
from tests.bots.house import House
from tests.contracts.adapter import Stage
from tests.platforms.discord import DiscordServer
from tests.platforms.pagers import TOKEN, ChatworkServer, LineServer, NtfyServer, PagerServer

PLATFORMS = ("slack", "discord", "telegram")
PAGERS = ("line", "chatwork", "ntfy")
CALL: Deed = ("call_human", {"text": "May I restart the server?", "options": "yes|no", "to": "", "priority": "high"})
TABLE = {"you asked": ["They have answered."], "ask a human": [CALL, "I have called."]}


async def asked(house: House, room: Place) -> None:
    """Ada asks in a room that the one who is called does not read, and agrees."""
    await house.ask("ada", room, "@alice ask a human, please")
    (post,) = [one for one in house.world.seen(room) if one.choices]
    await house.world.press("ada", room, post.id, next(one.value for one in post.choices if one.label == "yes"))
    await house.settled()


async def until_posted(stage: Stage, most_s: float = 10.0) -> tuple[str, str]:
    """The last post in the direct talk, once there is one."""
    async with asyncio.timeout(most_s):
        while not (found := await stage.posts(stage.direct)):
            await asyncio.sleep(0.01)
    return found[-1]


async def looked(house: House, minutes: int = 0) -> None:
    assert house.fleet is not None
    house.clock.pass_(minutes=minutes)
    for _ in range(2):
        await house.fleet.calling.look()
        await house.settled()


@pytest.mark.ledger("FLT-08", "AUD-08")
async def test_one_person_is_called_on_three_platforms_in_order_and_answers_on_the_last(tmp_path: Path) -> None:
    async with AsyncExitStack() as around:
        slack = await around.enter_async_context(stage_with())
        discord = DiscordStage(await around.enter_async_context(DiscordServer(scale=0.01)))
        around.push_async_callback(discord.adapter.close)
        telegram = await around.enter_async_context(staged())
        stages: Sequence[Stage] = (slack, discord, telegram)
        people = ("slack:T01/U01", f"discord:{discord.user}", f"telegram:{telegram.ada}")
        house = House(
            home=tmp_path,
            models={"alice": ScriptedModel(["I see."])},
            pagers=[stage.adapter for stage in stages],
            calls=CallSettings(enabled=True, channels=PLATFORMS, people=people[:1]),
        )
        house.clock.now = datetime.now(UTC)
        async with house.open() as fleet:
            for other in people[1:]:
                house.contacts.link(people[0], other, house.clock())
            rungs = fleet.calling.rungs()
            call = PersonCall(
                id=fleet.calling.new_id(),
                anima="alice",
                text="May I restart the server?",
                priority="normal",
                turn="",
                audience="org",
                asked_at=house.clock(),
                rungs=rungs,
                options=("yes", "no"),
            )
            await fleet.calling.add(call)
            reached, posts = [], []
            for stage in stages:
                await looked(house)
                posts.append(await until_posted(stage))
                reached.append([len(await one.posts(one.direct)) for one in stages])
                await looked(house, minutes=16)
            buttons = dict(await telegram.buttons(telegram.direct, posts[2][0]))
            await telegram.press(telegram.direct, posts[2][0], buttons["yes"])
            async with asyncio.timeout(10):
                while "answered: yes" not in (await slack.posts(slack.direct))[-1][1]:
                    await asyncio.sleep(0.01)
            await house.settled()
            settled = [(await stage.posts(stage.direct))[-1][1] for stage in stages]
            known = house.animas["alice"].records.calls.find(call.id)

    assert [rung.channel for rung in rungs] == list(PLATFORMS)
    assert reached == [[1, 0, 0], [1, 1, 0], [1, 1, 1]]
    assert all("May I restart the server?" in text for _, text in posts)
    assert list(buttons) == ["yes", "no", "seen"]
    assert known is not None
    assert (known.answer, known.by) == ("yes", people[0])
    assert all("answered: yes" in text for text in settled)


@pytest.mark.ledger("FLT-08")
async def test_what_nobody_answers_goes_over_six_channels_in_order_and_an_answer_on_line_comes_after_two_days(
    tmp_path: Path,
) -> None:
    async with AsyncExitStack() as around:
        slack = await around.enter_async_context(stage_with())
        discord = DiscordStage(await around.enter_async_context(DiscordServer(scale=0.01)))
        telegram = await around.enter_async_context(staged())
        stages: Sequence[Stage] = (slack, discord, telegram)
        servers: Sequence[PagerServer] = (LineServer(), ChatworkServer(), NtfyServer())
        bases = [await around.enter_async_context(server.serving()) for server in servers]
        people = ("slack:T01/U01", f"discord:{discord.user}", f"telegram:{telegram.ada}")
        house = House(home=tmp_path, models={"alice": Acting(TABLE)})
        house.clock.now = datetime.now(UTC)
        pagers = (
            line := LineAdapter(TOKEN, LineServer.user, bases[0], house.clock, LineServer.secret),
            ChatworkAdapter(TOKEN, ChatworkServer.room, f"{bases[1]}/v2", house.clock, 0.01),
            NtfyAdapter("fleet", "", bases[2], house.clock, 0.01),
        )
        house.pagers = [*(stage.adapter for stage in stages), *pagers]
        for one in (discord.adapter, *pagers):
            around.push_async_callback(one.close)
        targets = tuple((one.platform, str(one.person)) for one in pagers)
        channels = (*PLATFORMS, *PAGERS)
        house.calls = CallSettings(enabled=True, channels=channels, people=people[:1], pagers=targets)
        async with house.open():
            for other in people[1:]:
                house.contacts.link(people[0], other, house.clock())
            await asked(house, room := house.world.add_room("talk", "ada"))
            reached = []
            for _ in channels:
                await looked(house)
                shown = [len(await one.posts(one.direct)) for one in stages]
                reached.append("".join(map(str, [*shown, *(len(one.posts) for one in servers)])))
                await looked(house, minutes=16)
        house.clock.pass_(days=2)
        house.pagers = [line]
        async with house.open(), web_server({line.account: line}) as ours:
            server = servers[0]
            assert isinstance(server, LineServer)
            server.webhook = f"{ours}/line/main"
            async with asyncio.timeout(10):
                while await server.press("yes") != 200:  # it is posted again while nobody listens yet
                    await asyncio.sleep(0.01)
            await house.settled()
            (call,) = house.animas["alice"].records.calls.all()
            said = [post.text for post in house.world.seen(room)]

    assert reached == ["100000", "110000", "111000", "111100", "111110", "111111"]
    assert (call.answer, call.by) == ("yes", f"line:{LineServer.user}")
    assert said[-1] == "They have answered."
