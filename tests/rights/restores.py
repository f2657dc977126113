"""Whether what is restored is the home of its instant: `python -m tests.rights.restores [TIMES]`; and whether older
backups answer anything twice: `python -m tests.rights.restores traffic [TIMES]`.

A fleet is talked to all the time; now and again a backup is made of it, restored elsewhere and compared: every file is
what it was, a log at least all of what it was before and at most what it was after, and questions get the same answers.
One byte of each backup is then turned, and it must be refused. Printed: how often, and what differed.

With `traffic` one of the latest backups becomes the home again and again, with the home of before there or lost, while
people talk before, during and after it. Printed: what was answered more than once, what is not on record (0 of both is
wanted), and what was answered by nobody.
"""

from __future__ import annotations

import asyncio
import json
import random
import shutil
import sys
import tempfile
import time
from collections import Counter
from contextlib import suppress
from pathlib import Path

from adapters.models.scripted import ScriptedModel
from bots.commands.access import carry_out_command
from bots.commands.catalogue import COMMANDS
from config import home_erasure
from config.home import Home
from memory.archive import home_backup
from memory.archive.home_backup import TornBackup
from memory.engine import MemoryEngine
from memory.vocabulary.address import Audience
from tests.backing_up import make_backup
from tests.bots.commands.admin_double import OWNER
from tests.rights.seeded import house_at

WHAT = ("key", "ladder", "kettle", "map", "lamp", "piano", "tent", "drill")
WHERE = ("attic", "garage", "cellar", "shed", "office", "hall", "garden", "boat")
ADA = Audience.parse("person:chat:W/ada")


def _files(home: Path) -> dict[str, bytes]:
    found = (one for one in sorted((home / "animas").rglob("*")) if one.is_file())
    return {one.relative_to(home).as_posix(): one.read_bytes() for one in found if not one.name.startswith(".")}


def _differences(before: dict[str, bytes], restored: dict[str, bytes], after: dict[str, bytes]) -> list[str]:
    """Of files that did not change meanwhile every byte; of those that grew, what is between; of those that were
    replaced, one whole text."""
    wrong = [name for name in before if name not in restored and name in after and not name.endswith(".part")]
    for name, content in restored.items():
        old, new = before.get(name, b""), after.get(name)
        is_between = new is None or (new.startswith(content) and content.startswith(old)) or content == new
        if new != old and name.endswith(".json"):
            is_between = bool(json.loads(content))
        wrong += [] if is_between or name not in before else [name]
    return wrong


async def _answers(engine: MemoryEngine, things: list[str]) -> list[str]:
    await engine.settled()
    found = [await engine.search(f"where is the {thing}", ADA, limit=1) for thing in things]
    return [one[0].text if one else "" for one in found]


async def run(folder: Path, times: int) -> dict[str, object]:
    house, backups, chance = house_at(folder / "home"), folder / "backups", random.Random(3)
    wrong, answers, refused, told = list[str](), 0, 0, list[str]()
    async with house.open() as fleet:
        direct = house.world.direct("ada")

        async def talk() -> None:
            for _ in range(20):
                await house.world.say("ada", direct, f"Tea number {chance.randrange(10**6)} is ready.")
                await asyncio.sleep(0.05)

        for number in range(times):
            thing = f"{WHAT[number % 8]} number {number}"
            await house.world.say("ada", direct, f"The {thing} is in the {chance.choice(WHERE)}.")
            told.append(thing)
            await house.settled(120)
            engine = await fleet.memory("alice")
            asked = told[-4:]
            here, talking = await _answers(engine, asked), asyncio.create_task(talk())
            await asyncio.sleep(0.2)
            before = _files(house.home)
            await asyncio.to_thread(make_backup, house.home, backups, house.clock)
            after = _files(house.home)
            talking.cancel()
            with suppress(asyncio.CancelledError):
                await talking
            house.clock.pass_(seconds=1)
            back = folder / f"back{number}"
            code = home_erasure.restore(Home(back), backups, lambda *_: None, who="console:op", over=False)
            wrong += [f"{number}: {one}" for one in _differences(before, _files(back), after)] + ["code"] * code
            again = await MemoryEngine.open(back / "animas" / "alice", clock=house.clock)
            there = await _answers(again, asked)
            await again.close()
            answers += len(asked)
            wrong += [f"{number}: {a!r} != {b!r}" for a, b in zip(here, there, strict=True) if a != b]
            refused += _is_refused(home_backup.increments_in(backups)[-1], folder / f"torn{number}", chance)
        await carry_out_command(COMMANDS, fleet, OWNER, ["status"])
    return {"restores": times, "answers_compared": answers, "torn_refused": refused, "wrong": wrong}


async def traffic(folder: Path, times: int) -> dict[str, object]:
    house, backups, chance = house_at(folder / "home"), folder / "backups", random.Random(7)
    house.models = {"alice": ScriptedModel(["Noted."] * 100_000)}
    room, asked = house.world.add_room("talk", "ada", "bob"), list[str]()

    async def talk(most: int, pause_s: float = 0.0) -> None:
        for _ in range(chance.randrange(1, most)):
            asked.append(await house.world.say(chance.choice(["ada", "bob"]), room, f"@alice word-{len(asked):05}."))
            await asyncio.sleep(pause_s)

    async def live() -> None:
        """What was missed is caught up beside what is said."""
        async with house.open():
            await talk(6, chance.random() / 50)
            await asyncio.sleep(0.02)
            await house.settled(120)
            house.clock.pass_(seconds=1)
            await asyncio.to_thread(make_backup, house.home, backups, house.clock)
            await talk(4)
            if chance.random() < 0.7:
                await house.settled(120)

    await live()
    for number in range(times):
        await talk(3)
        older, is_lost = chance.choice(home_backup.increments_in(backups)[-5:]), chance.random() < 0.5
        if is_lost:
            shutil.move(house.home, folder / f"lost{number}")
        home, say = Home(house.home), lambda *_: None
        assert home_erasure.restore(home, older, say, who="console:op", over=not is_lost, clock=house.clock) == 0
        await talk(3)
        await live()
    async with house.open():
        await asyncio.sleep(0.2)
        await house.settled(120)
    answers = Counter(post.reply_to for post in house.world.posts)
    log = Counter(str(event.meta.get("message_id")) for event in house.log("alice", "message_received"))
    return {
        "restores": times,
        "asked": len(asked),
        "answered_twice": sum(answers[one] > 1 for one in asked),
        "not_recorded": sum(not log[one] for one in asked),
        "recorded_twice": sum(log[one] > 1 for one in asked),
        "unanswered": sum(not answers[one] for one in asked),
    }


def _is_refused(manifest: Path, target: Path, chance: random.Random) -> bool:
    """With one byte of one of its files turned, or cut; then it is as it was."""
    objects = [one for one in (manifest.parent / "objects").rglob("*") if one.is_file()]
    named = json.loads(json.loads(manifest.read_bytes())["manifest"])["files"].values()
    file = chance.choice([one for one in objects if one.name in named] + [manifest])
    content = file.read_bytes()
    at = chance.randrange(len(content))
    file.write_bytes(
        content[:at] if chance.random() < 0.5 else content[:at] + bytes([content[at] ^ 1]) + content[at + 1 :]
    )
    try:
        home_backup.check_increment(manifest)
    except TornBackup:
        code = home_erasure.restore(Home(target), manifest, lambda *_: None, who="console:op", over=False)
        return code != 0 and not target.exists()
    finally:
        file.write_bytes(content)
    return False


if __name__ == "__main__":
    began = time.process_time()
    is_traffic = sys.argv[1:2] == ["traffic"]
    words = sys.argv[2:] if is_traffic else sys.argv[1:]
    with tempfile.TemporaryDirectory(prefix="anima-restores-") as place:
        if is_traffic:
            done = asyncio.run(traffic(Path(place), int(words[0]) if words else 100))
        else:
            done = asyncio.run(run(Path(place), int(words[0]) if words else 20))
    print(json.dumps({**done, "cpu_s": round(time.process_time() - began)}, indent=1, ensure_ascii=False))
    if is_traffic:
        raise SystemExit(1 if done["answered_twice"] or done["not_recorded"] else 0)
    raise SystemExit(1 if done["wrong"] or done["torn_refused"] != done["restores"] else 0)
