"""A call by the real clients of Slack, Discord and Telegram: in order, with buttons, answered, and settled on all."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from contextlib import AsyncExitStack
from datetime import UTC, datetime
from pathlib import Path

import pytest

from adapters.models.scripted import ScriptedModel
from bots.calling.settings import CallSettings
from memory.archive.calls import Call
from tests.adapters.discord.conftest import DiscordStage
from tests.adapters.slack.scene import stage_with
from tests.adapters.telegram.stage import staged
from tests.bots.house import House
from tests.contracts.adapter import Stage
from tests.platforms.discord import DiscordServer

PLATFORMS = ("slack", "discord", "telegram")


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
                house.contacts.link(people[0], other, house.clock(), members=people)
            rungs = fleet.calling.rungs()
            call = Call(
                id=fleet.calling.new_id(),
                anima="alice",
                text="May I restart the server?",
                priority="normal",
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
            known = house.minds["alice"].calls.find(call.id)

    assert [rung.channel for rung in rungs] == list(PLATFORMS)
    assert reached == [[1, 0, 0], [1, 1, 0], [1, 1, 1]]
    assert all("May I restart the server?" in text for _, text in posts)
    assert list(buttons) == ["yes", "no", "seen"]
    assert known is not None
    assert (known.answer, known.by) == ("yes", people[0])
    assert all("answered: yes" in text for text in settled)
