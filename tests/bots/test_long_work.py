"""Tools that take long: the talk goes on, what they give arrives in it, also after a restart, and stop ends them."""

from __future__ import annotations

import asyncio
from datetime import timedelta

import pytest

from bots.tools.tool import Tool
from memory.archive.requests import ANSWER_EXPIRED
from tests.bots.acting import Acting
from tests.bots.house import House, until

USE = "Look it up."
TABLE = {
    USE: [("look_up", {"word": "tea"}), "I am looking; ask me something else meanwhile."],
    "Good morning": ["Good morning!"],
    "blue box": ["It is in the blue box."],
    "unknown": ["I do not know whether it was done."],
    "No answer has come": ["It never came."],
}


class Slow:
    """A tool that gives its result when it is told to."""

    def __init__(self) -> None:
        self.begun = 0
        self.may_end = asyncio.Event()

    @property
    def tool(self) -> Tool:
        async def look_up(scene: object, word: str) -> str:
            """Look something up.

            word: what
            """
            self.begun += 1
            await self.may_end.wait()
            return f"{word}: in the blue box"

        return Tool(look_up, brings=True, outside=True)


def house_with(folder, tool, **how):
    rules = folder / "animas" / "alice" / "permissions.md"
    rules.parent.mkdir(parents=True, exist_ok=True)
    rules.write_text("## Available Tools\nlook_up")
    return House(home=folder, models={"alice": Acting(TABLE)}, more_tools=(tool,), patience={"look_up": 0.05}, **how)


def said(house):
    return [post.text for post in house.world.posts]


@pytest.mark.ledger("ANI-15")
async def test_the_talk_goes_on_and_the_result_arrives_in_it(tmp_path):
    slow = Slow()
    house = house_with(tmp_path, slow.tool)
    async with house.open():
        direct = house.world.direct("ada")
        await house.ask("ada", direct, USE)
        await house.ask("ada", direct, "Good morning")
        slow.may_end.set()
        await until(lambda: len(house.world.posts) == 3)

    assert said(house) == [TABLE[USE][1], "Good morning!", "It is in the blue box."]
    assert house.world.posts[-1].place == direct
    heard = house.models["alice"].asked[-1]
    assert any("you asked look_up" in message.content and "tea" in message.content for message in heard)
    assert slow.begun == 1


@pytest.mark.ledger("ANI-15")
async def test_a_restart_begins_again_what_only_reads_and_tells_of_what_may_have_acted(tmp_path):
    for acts in (False, True):
        slow, home = Slow(), tmp_path / str(acts)
        house = house_with(home, slow.tool)
        async with house.open():
            await house.ask("ada", house.world.direct("ada"), USE)
        if acts:
            tool = Tool(slow.tool.run, brings=True, outside=True, acts=True)
            house.more_tools = (tool,)
        slow.may_end.set()
        async with house.open():
            await until(lambda house=house: len(house.world.posts) == 2)

        assert said(house)[-1] == TABLE["unknown" if acts else "blue box"][0]
        assert slow.begun == (1 if acts else 2)


@pytest.mark.ledger("ANI-15")
async def test_stop_ends_it_and_nobody_is_told(tmp_path):
    slow = Slow()
    house = house_with(tmp_path, slow.tool)
    async with house.open() as fleet:
        direct = house.world.direct("ada")
        await house.ask("ada", direct, USE)
        assert await fleet.stop_turns("alice", str(house.world.direct("bob"))) == 0
        answer = await house.command("ada", direct, "stop")
        slow.may_end.set()
        await house.ask("ada", direct, "Good morning")
        (awaited,) = house.animas["alice"].records.awaited.all()

    assert "Stopped 1 turn" in answer.text
    assert awaited.state == ANSWER_EXPIRED
    assert [text for text in said(house) if "blue box" in text] == []


@pytest.mark.ledger("ANI-15")
async def test_after_a_day_it_is_said_that_nothing_came(tmp_path):
    slow = Slow()
    house = house_with(tmp_path, slow.tool)
    async with house.open() as fleet:
        await house.ask("ada", house.world.direct("ada"), USE)
        house.clock.now += timedelta(hours=24, minutes=1)
        await fleet.waits.look()
        await house.settled()

    assert said(house)[-1] == "It never came."
