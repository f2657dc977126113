"""A fleet lives for some days of a driven clock: three platforms' servers and real clients, people who talk by day,
nights, own hours, faults, kills and restarts, imports, backups, changes of the config."""

from __future__ import annotations

import asyncio
import json
import random
import re
import time
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass, field
from datetime import datetime, timedelta
from datetime import time as hour_of
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

import aiohttp

from config import home_erasure
from config.command_line import control
from config.home import Home
from memory.archive import home_backup
from memory.archive.activity_log import ActivityLog
from memory.archive.checkpoints import NightRecords
from memory.archive.files import Files
from memory.archive.json_lines import Quarantine, Storage
from tests.bench.house import DrivenClock
from tests.bench.venues import Venue
from tests.faults.run import ANIMAS, Plan, Stage
from tests.faults.wired import trouble
from tests.rights.imports import write

ZONE = ZoneInfo("Europe/Berlin")
BEGIN = datetime(2026, 10, 19, tzinfo=ZONE)
"""A Monday; the fortnight after it has a change of the clocks, two Sundays and a first of the month."""
AWAKE = range(8, 22)
FORMATS = ("slack", "discord", "telegram", "whatsapp", "chatgpt")
IMPORTED = 200
CRON = "# Cron\n\n## Plan the day (Daily 10:00)\nPlan it.\n\n## Look around (every 3 hours)\nLook around.\n"
HEARTBEAT = "# Heartbeat\n\n## Execution Interval\nEvery 6 hours\n\n## Checklist\n- Is a task overdue?\n"
SLOT = re.compile(r"/(\d{4}-\d\d-\d\dT\d\d:\d\d)")
SAYINGS = (
    "{who} lives in {city} now, {}",
    "{who} takes the train to {city} on Friday, {}",
    "the invoice of {who} is over {number} euros, {}",
    "I have {number} chairs in the {city} office, {}",
    "good morning all, {}",
    "what does {who} do in {city}, {}",
)
WHO = ("Ada", "Ben", "Cem", "Dora", "Emre", "Fumi", "Gül", "Hana")
CITIES = ("Porto", "Rome", "Ghent", "Izmir", "Kyoto", "Bergen", "Lyon", "Turin")


@dataclass(slots=True, kw_only=True)
class Found:
    """What is wrong; all empty in a clean run."""

    faults: list[str] = field(default_factory=list)
    nights: list[str] = field(default_factory=list)
    slots: list[str] = field(default_factory=list)
    commands: list[str] = field(default_factory=list)


class Soak(Stage):
    """`weighed` are the figures of the longest life, with the day of each."""

    module = "tests.soak.child"

    def __init__(
        self,
        days: int,
        rng: random.Random,
        venues: dict[str, Venue],
        folder: Path,
        clock: DrivenClock,
        a_day: int,
        deaths: int,
    ) -> None:
        super().__init__(Plan(scale=0.02, rooms=2, directs=2), rng, venues, folder / "home")
        self.days = self.planned = days
        self.clock, self.a_day, self.deaths = clock, a_day, deaths
        self.beside = folder
        self.weighed: list[tuple[float, Mapping[str, float]]] = []
        self.found = Found()
        self.down: list[tuple[datetime, datetime]] = []
        self.counted: Counter[str] = Counter()
        self._port = self._sent = 0
        self._heard: asyncio.Queue[Mapping[str, Any]] = asyncio.Queue()
        self._late: set[str] = set()  # in doubt: of that people are told after the next start
        self._imports: dict[str, Path] = {}
        self._have: dict[str, set[str]] = {}  # which animas have each of them

    def more(self, config: Mapping[str, Any]) -> Mapping[str, Any]:
        owner = self.venues["slack"].person_address(self.people["slack"][0])
        return {
            "system": {"timezone": str(ZONE)},
            "server": {"port": 0},
            "rag": {"embedding_model": "hashed"},
            "consolidation": {"report_time": "07:30"},
            "admins": {**config["admins"], "owner": [owner]},
        }

    def words(self) -> Sequence[str]:
        return str(self.folder), str(self.plan.scale), self.clock().isoformat()

    def told(self, line: Mapping[str, Any]) -> None:
        if line.get("event") == "ready":
            self._port = line["port"]
            if bad := [state for state in line["accounts"].values() if state != "connected"]:
                self.counted[f"accounts that were not connected at first: {bad}"] += 1
        elif "n" in line:
            self._heard.put_nowait(line)

    # ------------------------------------------------------------------------------------ a fortnight

    async def live(self, progress: Callable[[str], None], until: float) -> None:
        """All days, or those that begin before this monotonic second; then a quiet end."""
        for anima in ANIMAS:
            (self.folder / "animas" / anima / "cron.md").write_text(CRON)
            (self.folder / "animas" / anima / "heartbeat.md").write_text(HEARTBEAT)
        await self.begin()
        for name in self.venues:  # a direct talk on Discord that was never heard from is found by no look-up
            for number in range(len(self.rooms[name])):
                await self.say(name, number)
        await self.all_answered(60.0)
        for day in range(self.days):
            trouble(self.venues, self.rng)
            deaths = set(self.rng.sample(range(1, 24), self.deaths)) if self._is_restless(day) else set()
            for hour in range(24):
                is_out = day == self.planned - 2 and 2 <= hour < 7 and self._is_restless(day)
                await self._hour(day, hour, dies=hour in deaths, is_out=is_out)
            await self._evening(day)
            told = {
                "day": day,
                "said": len(self.said),
                "kills": self.killed,
                "found": asdict(self.found),
                "w": self.weighed[-1:],
            }
            progress(json.dumps(told, ensure_ascii=False))
            if time.monotonic() > until:
                self.days = day + 1
                break
        self.clock.now = (BEGIN + timedelta(days=self.days)).astimezone(ZONE)
        await self._look_and_settle()
        await self.stop()
        await self.begin()
        await self.all_answered(60.0)
        await self._look_and_settle()
        await self._last_commands()
        await self.stop()

    def _is_restless(self, day: int) -> bool:
        """Whether the fleet is killed on this day; between such days one process lives on."""
        return day == 0 or day >= self.planned * 0.8

    async def _hour(self, day: int, hour: int, *, dies: bool, is_out: bool) -> None:
        local = datetime.combine((BEGIN + timedelta(days=day)).date(), hour_of(hour), ZONE)
        self.clock.now = max(self.clock.now, local)
        if is_out:
            if self.child is not None and self.child.returncode is None:
                await self.stop()
                self.down.append((self.clock(), self.clock() + timedelta(hours=5)))
            return
        if self.child is None or self.child.returncode is not None:
            await self.begin()
        if dies and hour not in AWAKE:  # in the middle of a night, or of what is done at this hour
            await self._send("look")
            await asyncio.sleep(self.rng.uniform(0.0, 0.6))
            await self._dies()
        await self._look_and_settle()
        if hour in AWAKE:
            await self._talk(dies=dies)
            await self._ask("settle")
        if hour == 12:
            await self._noon(day)
        if hour % 4 == 3:
            weighed = {**await self._ask("weigh"), "files": sum(1 for one in self.folder.rglob("*") if one.is_file())}
            if not self._is_restless(day):
                self.weighed.append((day + hour / 24, weighed))

    async def _talk(self, *, dies: bool) -> None:
        share = self.rng.choice((0.5, 1.0, 1.5)) * self.a_day / len(AWAKE)
        for _ in range(int(share) + (self.rng.random() < share % 1)):
            await self._remark()
        if dies:
            await self._dies()
        else:
            self._late |= await self.all_answered(60.0, but=self._late)

    async def _remark(self) -> None:
        self.clock.now += timedelta(seconds=self.rng.randrange(5, 120))
        if self.child is not None and self.child.returncode is None:
            await self._send("tick")
        name = self.rng.choice([*self.venues])
        room = self.rng.randrange(len(self.rooms[name]))
        asks = self.rng.random() < 0.6
        who, city = self.rng.choice(WHO), self.rng.choice(CITIES)
        saying = self.rng.choice(SAYINGS).replace("{who}", who).replace("{city}", city)
        words = "please answer {}" if asks else saying.replace("{number}", str(self.rng.randrange(10, 900)))
        await self.say(name, room, words, asks=asks)
        is_up = self.child is not None and self.child.returncode is None
        with (self.beside / "said.jsonl").open("a") as file:
            one = self.said[-1]
            line = {"at": self.clock().isoformat(), "to": f"{one.platform}/{one.room}", "up": is_up, "token": one.token}
            file.write(json.dumps({**line, "words": words}, ensure_ascii=False) + "\n")

    async def _noon(self, day: int) -> None:
        """What an operator does: history, a backup, a change of the config, a look at the figures."""
        kind = FORMATS[day % len(FORMATS)]
        if kind not in self._imports:
            (self.beside / kind).mkdir()
            self._imports[kind] = write(kind, self.beside / kind, IMPORTED)
        told = await self.command("import", kind, str(self._imports[kind]))
        animas = set(map(str, told.get("animas", ())))
        is_new = bool(animas - self._have.setdefault(kind, set()))  # or for one who has come since
        self._have[kind] |= animas
        if told.get("new") != (IMPORTED if is_new else 0) or told.get("messages") != IMPORTED:
            self.found.commands.append(f"day {day}: import {kind} says {told}")
        every = ("--every", "12h", "--keep", "4") if day == 0 else ()
        await self.command("backup", "--folder", str(self.beside / "backups"), *every)
        await self._reconfigure(day)
        for page in ("healthz", "readyz", "metrics"):
            async with aiohttp.ClientSession() as session, session.get(f"http://127.0.0.1:{self._port}/{page}") as got:
                if got.status != 200:
                    self.found.commands.append(f"day {day}: {page} says {got.status}")

    async def _reconfigure(self, day: int) -> None:
        path = self.folder / "config.json"
        before = path.read_text()
        config = json.loads(before)
        config["human_notification"] = {"quiet_hours": f"{20 + day % 3}:00-07:00"}
        match day % 4:
            case 0:
                config["animas"]["carol"] = {"speciality": f"maps of day {day}"}
            case 2:
                config["animas"]["carol"] = {"enabled": False}
            case 3:
                path.write_text(json.dumps({**config, "animas": {"alice": {"modell": 1}}}))
                await self.command("reload", fails=True)
        path.write_text(json.dumps(config, indent=1))
        await self.command("reload")

    async def _evening(self, day: int) -> None:
        """A clean restart at the end of a day on which it was killed, but for the life that is weighed."""
        await self.command("status")
        if self._is_restless(day) and day % 2:
            await self.stop()
            self.counted["restarts"] += 1
            await self.begin()

    async def _last_commands(self) -> None:
        status = await self.command("status")
        self.counted["dead letters"] = status.get("dead", -1)
        self.counted["in doubt"] = len(status.get("in_doubt", ()))
        await self.command("audit", "verify")
        await self.command("backup", "--folder", str(self.beside / "backups"))

    # ------------------------------------------------------------------------------------ the child

    async def begin(self) -> None:
        await self.start()
        await self.until_ready()
        self.counted["lives"] += 1

    async def _dies(self) -> None:
        await self.kill()
        self.killed += 1
        for _ in range(self.rng.randrange(3)):
            await self._remark()
        await self.begin()

    async def _look_and_settle(self) -> None:
        await self._ask("look")
        if left := (await self._ask("settle"))["open"]:
            self.found.faults.append(f"{self.clock()}: still open {left}")

    async def _send(self, what: str) -> int:
        assert self.child is not None
        assert self.child.stdin is not None
        self._sent += 1
        told = {"do": what, "n": self._sent, "at": self.clock().isoformat()}
        self.child.stdin.write(json.dumps(told).encode() + b"\n")
        with suppress(ConnectionError):
            await self.child.stdin.drain()
        return self._sent

    async def _ask(self, what: str) -> Mapping[str, Any]:
        number = await self._send(what)
        async with asyncio.timeout(900):
            while (told := await self._heard.get())["n"] != number:
                pass
        return told

    async def command(self, *words: str, fails: bool = False) -> Mapping[str, Any]:
        """What an operator types beside the running fleet, its answer as data."""
        said = {"stdout": "", "stderr": ""}

        def hear(stream: control.Stream, text: str) -> None:
            said[stream] += text

        code = await control.ask(self.folder / "control.sock", ["--json", *words], said=hear)
        self.counted[f"command {words[0]}"] += 1
        if (code != 0) != fails:
            self.found.commands.append(f"{self.clock()}: {' '.join(words)} ended with {code}: {said}")
        with suppress(ValueError):
            told = json.loads(said["stdout"])
            return told if isinstance(told, dict) else {}
        return {}

    # ------------------------------------------------------------------------------------ what was done

    def look_back(self) -> None:
        """Every night and every slot once; the last backup is the home as it was; what the log calls an error."""
        for anima in ANIMAS:
            self._nights_of(anima)
            self._slots_of(anima)
        self._restored()
        errors = [json.loads(line) for line in (self.folder / "logs" / "fleet.log").read_text().splitlines()]
        self.counted.update(f"log: {one['message']}" for one in errors if one["level"] in ("ERROR", "CRITICAL"))

    def _restored(self) -> None:
        back = self.beside / "back"
        if home_erasure.restore(Home(back), self.beside / "backups", lambda *_: None, who="console:op", over=False):
            self.found.commands.append("the last backup cannot be restored")
            return
        for one in home_backup.increments_in(self.beside / "backups"):
            home_backup.check_increment(one)
            self.counted["backups whole"] += 1
        for file in sorted(self.folder.glob("animas/*/activity_log/**/*.jsonl")):
            then = back / file.relative_to(self.folder)
            if not then.exists() or then.read_bytes() != file.read_bytes():
                self.found.commands.append(f"{then} is not as it was")

    def _nights_of(self, anima: str) -> None:
        nights = NightRecords(
            self.folder / "animas" / anima, Storage(quarantine=Quarantine(files=Files(self.beside / "quarantine")))
        )
        records = nights.all(talks=True)
        there = Counter(one.id for one in records if one.stage != "session")
        self.counted["nights"] += there.total()
        last = self.clock().astimezone(ZONE)
        days = [(BEGIN + timedelta(days=n)).date() for n in range(1, self.days + 1)]
        wanted = Counter(f"daily-{day}" for day in days if datetime.combine(day, hour_of(3), ZONE) <= last)
        wanted.update(f"weekly-{day}" for day in days if day.weekday() == 6 and day < last.date())
        wanted.update(f"monthly-{day}" for day in days if day.day == 1 and day < last.date())
        self.found.nights += [f"{anima}: {one} is missing" for one in wanted - there]
        first = f"daily-{BEGIN.date()}"  # which some are made too late for
        self.found.nights += [f"{anima}: {one} is too much" for one in there - wanted if one != first or there[one] > 1]
        self.found.nights += [f"{anima}: {one.id} is {one.state}" for one in records if one.state != "done"]

    def _slots_of(self, anima: str) -> None:
        """Each slot of the two tasks; of those that came while nobody ran, the latest is made up for."""
        log = ActivityLog(self.folder / "animas" / anima / "activity_log", Storage(zone=ZONE))
        done: Counter[tuple[str, str]] = Counter()
        for day in log.days():
            for _, event in log.read(day):
                if event.type == "cron_executed":
                    done[str(event.meta["task"]), SLOT.findall(str(event.meta["id"]))[0]] += 1
        self.counted["slots"] += done.total()
        wanted: Counter[tuple[str, str]] = Counter()
        for n in range(self.days):
            day = (BEGIN + timedelta(days=n)).date()
            wanted["Plan the day", f"{day}T10:00"] += 1
            wanted.update(("Look around", f"{day}T{hour:02}:00") for hour in range(0, 24, 3))
        missed = {one for begin, end in self.down for one in _within(begin, end)[:-1]}
        lost = [one for one in wanted - done if one not in missed and one[1] > f"{BEGIN:%Y-%m-%dT%H:%M}"]
        last = ("Look around", f"{self.clock():%Y-%m-%dT%H:%M}")
        self.found.slots += [f"{anima}: {' '.join(one)} is missing" for one in lost]
        self.found.slots += [f"{anima}: {' '.join(one)} is too much" for one in done - wanted if one != last]


def _within(begin: datetime, end: datetime) -> list[tuple[str, str]]:
    """The slots of "Look around" that came then."""
    hours = (begin + timedelta(hours=n) for n in range(1, int((end - begin) / timedelta(hours=1)) + 1))
    return [("Look around", f"{at:%Y-%m-%dT%H:%M}") for at in hours if at.hour % 3 == 0]
