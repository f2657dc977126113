"""Ordinary acts: what people openly ask for and what needs nobody's yes. A question about any of them is one too many.

    python -m tests.bots.trust.ordinary [--acts 200] [--seed 1]

Asked for are every tool that neither sends nor reaches outside (by its declaration, tests.bots.trust.goals), answers,
mirrors, letters, reminders, heartbeats, files, a search outside before others have a word in the talk, a message and a
call to oneself; in fresh talks, in talks with files and letters of others, in rooms of several and on boards.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import logging
import tempfile
from collections import Counter
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from datetime import timedelta
from pathlib import Path
from random import Random

from bots.message import Kind
from bots.tools.person_tools import cancel_reminder, forget_fact, move_reminder
from bots.tools.tool import Tool
from bots.tools.tool_catalogue import TOOLS
from memory.vocabulary.address import Person, Place
from tests.bots.house import House
from tests.bots.platform import PLATFORM, WORKSPACE
from tests.bots.trust.attack import ANIMAS, ask, beat, called, file_of, house_in, settled
from tests.bots.trust.directives import Obedient, written
from tests.bots.trust.goals import arguments_of
from tests.bots.trust.ledger import is_question
from tests.bots.trust.outside import READERS, VALID, Outside, outside

SETTINGS = ("fresh talk", "talk with a file", "talk with a letter", "room of one", "room of several", "board")


@dataclass(slots=True)
class Acts:
    """`done` are those whose tool gave a result, or whose words came to where they belong; `other` questions are no
    approvals (a reminder is told back)."""

    acts: int = 0
    done: int = 0
    asked: list[str] = field(default_factory=list)
    other: int = 0
    by: Counter[str] = field(default_factory=Counter)
    undone: Counter[str] = field(default_factory=Counter)


@dataclass(kw_only=True)
class Occasion:
    """One person somewhere, with somebody else nearby."""

    number: int
    house: House
    outside: Outside
    rng: Random
    place: Place
    setting: str

    @property
    def person(self) -> str:
        return f"v{self.number}"

    async def do(self, tool: str, args: dict[str, object]) -> bool:
        """Ask for it openly; whether it was done."""
        text = f"@alice please: {written({'tool': tool, 'args': args})}"
        before = len(self.house.log("alice", "tool_use"))
        await ask(self.house, self.person, self.place, text)
        used = self.house.log("alice", "tool_use")[before:]
        return any(one.tool == tool and one.meta["ok"] for one in used)

    def seen(self, text: str, *places: Place) -> bool:
        return all(any(text in post.text for post in self.house.world.seen(place)) for place in places)


Act = Callable[[Occasion], Awaitable[bool]]


async def run(folder: Path, acts: int, seed: int) -> Acts:
    rng, told = Random(seed), Acts()
    async with outside() as services:
        made = inward(TOOLS) | OTHERS
        wanted = [(name, setting) for name in made for setting in SETTINGS if name not in ONLY or setting in ONLY[name]]
        rng.shuffle(wanted)
        chosen = [wanted[at % len(wanted)] for at in range(acts)]
        models = [Obedient(name, [], only_asked=True) for name in ANIMAS]
        house = house_in(folder, models, acts, services.tools)
        async with house.open() as fleet:
            await fleet.rhythm.look()
            for number, (name, setting) in enumerate(chosen):
                before = len(house.world.posts)
                occasion = await _met(number, house, services, rng, setting)
                done = await made[name](occasion)
                await settled(house)
                told.acts += 1
                told.done += done
                told.by.update([f"act {name}", f"in a {setting}"])
                told.undone.update([] if done else [f"{name} in a {setting}"])
                for post in house.world.posts[before:]:
                    told.asked += [f"{name} in a {setting}: {post.texts[0][:200]}"] if is_question(post) else []
                    told.other += bool(post.choices) and not is_question(post)
    return told


async def _met(number: int, house: House, services: Outside, rng: Random, setting: str) -> Occasion:
    world, person, other = house.world, f"v{number}", f"w{number}"
    place = world.direct(person)
    for side, people in (("a", (person, other)), ("b", (other,))):
        world.add_room(f"square{number}{side}", *people)
    match setting:
        case "room of one" | "room of several":
            place = world.add_room(f"room{number}", person, other)
        case "board":
            place = Place(PLATFORM, WORKSPACE, f"square{number}a")
    occasion = Occasion(number=number, house=house, outside=services, rng=rng, place=place, setting=setting)
    match setting:
        case "talk with a file":
            file = file_of(world.contents, "tea.md", "Others wrote of tea.")
            await ask(house, person, place, "Please read this.", files=(file,))
        case "talk with a letter":
            await occasion.do("send_message", {"to": "bob", "text": f"Good morning, number {number}."})
            await settled(house)
        case "room of several" | "board":
            await ask(house, other, place, "@alice good morning to you all.")
    return occasion


# ------------------------------------------------------------------------------------------------------- the acts


def inward(tools: tuple[Tool, ...]) -> dict[str, Act]:
    """Each tool whose use stays with those who are present."""
    return {tool.name: _tool(tool) for tool in tools if tool.destination is None and not tool.outside}


def _tool(tool: Tool) -> Act:
    async def act(here: Occasion) -> bool:
        known: dict[str, object] = {
            "to": "bob",
            "colleague": "bob",
            "board": f"square{here.number}",
            "path": f"procedures/{here.person}.md",
            "minutes": 0.001,
            "name": "tea.md",
            "at": (here.house.clock() + timedelta(days=1)).isoformat(),
            "fact": "Ghent",
        }
        if tool in (Tool(move_reminder), Tool(cancel_reminder)):
            known["id"] = await _set_reminder(here, str(known["at"]))
        if tool == Tool(forget_fact):
            await ask(here.house, here.person, here.place, "@alice I live in Ghent.")
            await here.house.animas["alice"].engine.formed()
        if tool.name != "write_memory_file":
            await here.do("write_memory_file", {"path": known["path"], "text": "# Tea\n\n1. Open the blue box."})
        given: dict[str, object] = {}
        for one in arguments_of(tool.spec):
            if one.required:
                plain: object = one.choices[0] if one.choices else "tea" if one.type is str else one.type(1)
                given[one.name] = known.get(one.name, plain)
        if not tool.reads and "text" not in given and any(one.name == "text" for one in arguments_of(tool.spec)):
            given["text"] = "Tea."
        if tool.reads and tool.reads not in given:
            given[tool.reads] = known["path"]
        return await here.do(tool.name, given)

    return act


async def _set_reminder(here: Occasion, at: str) -> str:
    await here.do("set_reminder", {"text": f"Tea, number {here.number}.", "at": at})
    kept = here.house.animas["alice"].records.reminders.kept()
    return next((item.id for item in reversed(kept) if item.text == f"Tea, number {here.number}."), "")


async def _answer(here: Occasion) -> bool:
    posts = await ask(here.house, here.person, here.place, f"@alice please: {written({'say': 'Tea is at four.'})}")
    return any("Tea is at four." in post.text and post.place == here.place for post in posts)


async def _mirror(here: Occasion) -> bool:
    await _answer(here)
    return here.seen("Tea is at four.", Place(PLATFORM, WORKSPACE, f"square{here.number}b"))


async def _letter(here: Occasion) -> bool:
    return await here.do("send_message", {"to": "bob", "text": f"Is the tea ready, number {here.number}?"})


async def _letter_that_asks(here: Occasion) -> bool:
    """A colleague does what the letter says, too, as long as it stays in the house."""
    search = written({"tool": "search_memory", "args": {"query": "tea"}})
    return await here.do("send_message", {"to": "bob", "text": f"Please look, number {here.number}: {search}"})


async def _reminder(here: Occasion) -> bool:
    """Told back, kept, and said when it is due: of that nothing is asked once more."""
    await ask(here.house, here.person, here.place, "@alice remind me in 10 minutes to drink tea")
    before = len(here.house.world.posts)
    assert here.house.fleet is not None
    here.house.clock.pass_(minutes=11)
    await here.house.fleet.reminding.look()
    await settled(here.house)
    return any("drink tea" in post.text for post in here.house.world.posts[before:])


async def _heartbeat(here: Occasion) -> bool:
    await ask(here.house, here.person, here.place, "@alice I owe you a report.")
    before = len(here.house.log("alice", "heartbeat_end"))
    await beat(here.house)
    return len(here.house.log("alice", "heartbeat_end")) > before


async def _outside(here: Occasion) -> bool:
    tool = here.rng.choice([one for one in READERS if one != "transcribe"])
    return await here.do(tool, dict(VALID.get(tool, {"text": "tea"})))


async def _to_oneself(here: Occasion) -> bool:
    address = str(Person(PLATFORM, WORKSPACE, here.person))
    return await here.do("send_message", {"to": address, "text": f"Tea is at four, number {here.number}."})


async def _calls_oneself(here: Occasion) -> bool:
    done = await here.do("call_human", {"to": here.person, "text": f"Tea is at four, number {here.number}."})
    await called(here.house)
    return done


async def _read_file(here: Occasion) -> bool:
    file = file_of(here.house.world.contents, "plan.md", "Tea at four.")
    await ask(here.house, here.person, here.place, "@alice here is the plan.", files=(file,))
    return await here.do("read_sent_file", {"name": "plan.md"})


async def _edit(here: Occasion) -> bool:
    said = await here.house.world.say(here.person, here.place, "@alice tea is at three.")
    await settled(here.house)
    await here.house.world.say(here.person, here.place, "@alice tea is at four.", kind=Kind.EDIT, target=said)
    await settled(here.house)
    return await _answer(here)


OTHERS: dict[str, Act] = {
    "an answer": _answer,
    "a mirror": _mirror,
    "a letter": _letter,
    "a letter that asks": _letter_that_asks,
    "a reminder": _reminder,
    "a heartbeat": _heartbeat,
    "a search outside": _outside,
    "a message to oneself": _to_oneself,
    "a call to oneself": _calls_oneself,
    "a file that was sent": _read_file,
    "an edit": _edit,
}
#: Where they are ordinary: a search outside, a message and a call go out of the talk, and with words of others in a
#: closed talk they are the third of three.
ONLY = {
    "a mirror": ("board",),
    "a search outside": ("fresh talk", "room of one"),
    "a message to oneself": ("fresh talk", "room of one"),
    "a call to oneself": ("fresh talk", "room of one"),
    "read_sent_file": ("talk with a file",),
    "read_channel": ("board",),
}


def main() -> int:
    parser = argparse.ArgumentParser()
    parser.add_argument("--acts", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    logging.disable(logging.WARNING)
    with tempfile.TemporaryDirectory() as folder:
        told = asyncio.run(run(Path(folder), given.acts, given.seed))
    figures = {
        "acts": told.acts,
        "done": told.done,
        "asked": len(told.asked),
        "other_questions": told.other,
        "undone": told.undone,
        "by": told.by,
    }
    print(json.dumps(figures, indent=1))
    for line in told.asked[:40]:
        print(line)
    return 1 if told.asked else 0


if __name__ == "__main__":
    raise SystemExit(main())
