"""A week of a small firm: a board on two platforms, a task handed on, a reminder, a yes that waits for the morning, two
who say different things, and an anima that moves to another channel. The fleet is started anew every day."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import datetime, timedelta
from pathlib import Path

import pytest

from bots.fleet.fleet import Fleet
from bots.message import Kind
from memory.vocabulary.address import Place
from tests.bots.acting import Acting, Deed
from tests.bots.house import until
from tests.bots.platform import Posted
from tests.config.test_live import SLACK, TELEGRAM, Town

ADA, BEN, OLGA = "ADA", "BEN", "77"
COUNT: Deed = ("delegate_task", {"to": "bob", "task": "count the chairs"})
TELL: Deed = ("send_message", {"to": "ada", "text": "The shop is closed on Friday."})
ALICE = {
    "when is the inventory": ["On Thursday at ten."],
    "how many chairs": [COUNT, "Bob says: {}"],
    "is what came of it": ["Told: {}"],
    "Does ada know of Friday": [TELL, "I wait for a yes."],
    "are you here": ["Here I am."],
    "remind me": ["I see."],
    "live": ["Noted."],
    "good morning": ["Good morning."],
}
HEARTBEAT = (
    "# Heartbeat: alice\n\n## Execution Interval\nEvery 30 minutes\n\n## Checklist\n- Does ada know of Friday?\n"
)
TASKS = "---\naudience: org\n---\n# Now\n- Friday\n"
CONFIG = {
    "external_messaging": {
        "slack": SLACK,
        "telegram": TELEGRAM,
        "user_aliases": {"ada": ["slack:W/ADA"]},
    },
    "admins": {"owner": ["telegram:77"]},
    "human_notification": {"quiet_hours": "20:00-07:00"},
    "animas": {"alice": {"model": "offline"}, "bob": {"model": "offline", "supervisor": "alice"}},
    "rag": {"embedding_model": "none"},
    "boards": {"square": {"animas": ["alice", "bob"], "channels": ["slack:main/C01", "telegram:main/-100"]}},
}


class Firm(Town):
    """Ada and Ben on Slack; Olga, who owns the house, on Telegram."""

    def __init__(self, folder: Path) -> None:
        super().__init__(folder, {"alice": Acting(ALICE), "bob": Acting({"count the chairs": ["40 chairs."]})})
        self.slack, self.telegram = self.worlds["slack"], self.worlds["telegram"]
        self.telegram.workspace = ""
        self.yard = self.slack.add_room("C02", ADA, BEN)
        self.rooms = {"slack": self.slack.add_room("C01", ADA, BEN), "telegram": self.telegram.add_room("-100", OLGA)}
        self.square = self.rooms["slack"]
        self.write(CONFIG)

    @asynccontextmanager
    async def day(self, day: str, hour: int = 9) -> AsyncIterator[Fleet]:
        """The fleet from this hour of the next such day on."""
        at: datetime = self.clock.now.replace(hour=hour, minute=0, second=0)
        while f"{at:%a}" != day or at < self.clock.now:
            at += timedelta(days=1)
        self.clock.now = at
        async with self.open() as fleet:
            await self.quiet(fleet)
            yield fleet

    async def quiet(self, fleet: Fleet) -> None:
        """Until nothing that is due is left."""
        for look in (fleet.rhythm.look, fleet.reminding.look, fleet.calling.look, fleet.calling.look):
            await look()
            while await fleet.delivery.waiting():
                await self.a_moment()

    async def a_moment(self) -> None:
        await asyncio.sleep(0.005)

    async def says(self, fleet: Fleet, person: str, place: Place, text: str, kind: Kind = Kind.MESSAGE) -> list[Posted]:
        """What is posted for it on all platforms."""
        before = [*self.slack.posts, *self.telegram.posts]
        await self.worlds[place.platform].say(person, place, text, kind=kind)
        await self.quiet(fleet)
        while not fleet.sink.is_idle:
            await self.a_moment()
        return [post for post in [*self.slack.posts, *self.telegram.posts] if post not in before]

    async def presses(self, fleet: Fleet, person: str, post: Posted, label: str) -> None:
        value = next(one.value for one in post.choices if one.label == label)
        await self.worlds[post.place.platform].press(person, post.place, post.id, value)
        await self.quiet(fleet)


@pytest.mark.timeout(120)
@pytest.mark.ledger("FLT-01", "FLT-02", "FLT-06", "FLT-08", "FLT-09", "FLT-11", "ANI-03", "ANI-13", "ANI-17", "FOR-26")
async def test_a_small_firm_lives_a_week(tmp_path: Path) -> None:
    firm = Firm(tmp_path)
    square, olga = firm.square, firm.telegram.direct(OLGA)
    ada = firm.slack.direct(ADA)

    async with firm.day("Mon") as fleet:
        talk = await firm.says(fleet, ADA, square, "@alice when is the inventory?")
        work = await firm.says(fleet, OLGA, firm.rooms["telegram"], "@alice how many chairs are there?")

    assert {(post.place.platform, post.face, post.text) for post in talk} == {
        ("slack", "alice", "On Thursday at ten."),
        ("telegram", "alice", "On Thursday at ten."),
        ("telegram", "Ada (Slack)", "@alice when is the inventory?"),
    }
    assert {(post.place.platform, post.text) for post in work if post.face == "alice"} == {
        ("slack", "Bob says: 40 chairs."),
        ("telegram", "Bob says: 40 chairs."),
    }

    async with firm.day("Tue") as fleet:
        await firm.says(fleet, ADA, ada, "remind me on Wednesday at 12:00 to call Mum")
    async with firm.day("Wed", 12) as fleet:
        await until(lambda: any("Reminder:" in post.text for post in firm.slack.seen(ada)))
        reminded = [post.text for post in firm.slack.seen(ada) if "Reminder:" in post.text]
        (firm.home.anima("alice") / "state" / "current_task.md").write_text(TASKS)
        (firm.home.anima("alice") / "permissions.md").write_text("## Needs approval\nsend_message\n")
        (firm.home.anima("alice") / "heartbeat.md").write_text(HEARTBEAT)
        await firm.quiet(fleet)

    assert ["call Mum" in text for text in reminded] == [True]

    async with firm.day("Wed", 23):
        at_night = firm.telegram.seen(olga)
    async with firm.day("Thu", 8) as fleet:
        (firm.home.anima("alice") / "heartbeat.md").write_text("")
        await until(lambda: bool(firm.telegram.seen(olga)))
        (question,) = firm.telegram.seen(olga)
        untold = [post for post in firm.slack.seen(ada) if "closed" in post.text]
        await firm.presses(fleet, OLGA, question, "yes")
        await until(lambda: any("closed" in post.text for post in firm.slack.seen(ada)))
        told = [post.text for post in firm.slack.seen(ada) if "closed" in post.text]

    assert (at_night, untold) == ([], [])
    assert told == ["The shop is closed on Friday."]

    async with firm.day("Thu", 10) as fleet:
        await firm.says(fleet, ADA, square, "@alice I live in Porto.")
        await firm.says(fleet, BEN, square, "@alice Ada lives in Rome.")
        memory = await fleet.memory("alice")
        await memory.formed()
        asked = [post for post in await firm.says(fleet, ADA, square, "@alice good morning") if post.choices]
        await firm.presses(fleet, ADA, asked[0], asked[0].choices[0].label)

    assert "Porto" in asked[0].texts[0]
    assert "Rome" in asked[0].texts[0]

    async with firm.day("Fri") as fleet:
        refused = await firm.says(fleet, ADA, ada, "board map yard slack:main/C02 --animas alice", Kind.COMMAND)
        await firm.says(fleet, OLGA, olga, "board map yard slack:main/C02 --animas alice", Kind.COMMAND)
        config = json.loads(firm.home.config.read_text())
        config["boards"]["square"]["animas"] = ["bob"]
        firm.write(config)
        await firm.says(fleet, OLGA, olga, "reload", Kind.COMMAND)
        there = await firm.says(fleet, BEN, firm.yard, "@alice are you here?")
        gone = await firm.says(fleet, BEN, square, "@alice are you here?")

    assert [post.private_to is not None for post in refused] == [True]
    assert [(post.place.channel, post.text) for post in there] == [("C02", "Here I am.")]
    assert [post.face for post in gone if post.face == "alice"] == []
