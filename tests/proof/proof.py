"""The law: two histories that differ only in what those present may not read are told to them in the same bytes."""

from __future__ import annotations

import os
import re
import shutil
import tempfile
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path

from tests.proof import loop
from tests.proof.fleet import Believe
from tests.proof.life import Life
from tests.proof.plan import Plan, Step, watched
from tests.proof.seen import Seen
from tests.proof.texts import TOKEN
from tests.proof.worlds import plan_of

FORGED = "a forged line"
OF_THE_HOUSE = frozenset({"/anima audit", "/anima people"})
"""What owners and admins alone are told, in a talk of their own: what was done in the whole house, and whom it knows by
name and address."""

QUOTING = ("prompt: system", "prompt: history", "search_memory: result", "read_memory_file: result")


@dataclass(frozen=True, slots=True, kw_only=True)
class Difference:
    """A byte that tells the twins apart in front of the observers."""

    seed: int
    step: int
    room: str
    door: str
    one: str
    other: str

    def __str__(self) -> str:
        at = next((at for at, (a, b) in enumerate(zip(self.one, self.other, strict=False)) if a != b), None)
        at = min(len(self.one), len(self.other)) if at is None else at
        start = max(0, at - 60)
        return (
            f"seed {self.seed} step {self.step} in {self.room} by {self.door}\n"
            f"    one   …{self.one[start : at + 100]!r}\n    other …{self.other[start : at + 100]!r}"
        )


@dataclass(slots=True)
class Outcome:
    """Of one world."""

    seed: int
    themes: tuple[str, ...] = ()
    differences: list[Difference] = field(default_factory=list)
    doors: Counter[str] = field(default_factory=Counter)
    compared: int = 0
    told: int = 0
    said: int = 0
    is_sensitive: bool | None = None
    """Whether a change of what observers may read was to be seen; None: not tried."""


def prove(seed: int, *, believe: Believe = lambda rooms: rooms, control: bool = False) -> Outcome:
    """Lead both twins of the world and compare what the observers see."""
    plan = plan_of(seed)
    one, other = lead(plan, believe=believe), lead(plan, is_other=True, believe=believe)
    outcome = compare(plan, one, other)
    outcome.differences += forged(plan, one)
    outcome.said, outcome.told = entitled(plan, one)
    if control and (changed := changed_in_front(plan)) is not None:
        outcome.is_sensitive = bool(compare(plan, one, lead(changed, believe=believe)).differences)
    return outcome


def lead(plan: Plan, *, is_other: bool = False, believe: Believe = lambda rooms: rooms) -> Seen:
    """One twin's life in a home of its own, which has the same path for both."""
    home = Path(tempfile.gettempdir()) / f"anima-proof-{os.getpid()}"
    memory = Path("/dev/shm")
    if memory.is_dir():
        home = memory / home.name
    shutil.rmtree(home, ignore_errors=True)
    try:
        return loop.run(Life(plan, home, is_other, believe).lead())
    finally:
        shutil.rmtree(home, ignore_errors=True)


def compare(plan: Plan, one: Seen, other: Seen) -> Outcome:
    """Step by step, in the rooms that the observers read."""
    outcome = Outcome(seed=plan.seed, themes=plan.themes)
    for step, rooms in enumerate(watched(plan)):
        for room in sorted(rooms):
            place = str(plan.layout.rooms[room].place)
            told, retold = one.by_place(step, place), other.by_place(step, place)
            for voice, door in sorted({*told, *retold}):
                if door in OF_THE_HOUSE and plan.layout.rooms[room].kind == "direct":
                    continue
                texts, others = told.get((voice, door), []), retold.get((voice, door), [])
                outcome.doors[door] += len(texts)
                outcome.compared += sum(len(text.encode(errors="replace")) for text in texts)
                if texts != others:
                    both = "\n~\n".join(texts), "\n~\n".join(others)
                    outcome.differences.append(
                        Difference(seed=plan.seed, step=step, room=room, door=door, one=both[0], other=both[1])
                    )
    return outcome


_LINE = re.compile(r"[\n\r\u0085\u2028]")
_SPOKEN = r"(?:\[[^\]]*\] (?:MSG[<>]? )?|- \[[^\]]*\] )?{name}: " + TOKEN


def forged(plan: Plan, seen: Seen) -> Iterator[Difference]:
    """Lines of a prompt that pass for somebody's words who never said them: a quoted line shows that it is one."""
    forger = next((step.act for step in plan.steps if step.one is not None and TOKEN in step.one.text), None)
    if forger is None:
        return
    author = plan.layout.people[forger.who].name
    names = {" ".join(one.name.split()) for one in plan.layout.people.values()} - {" ".join(author.split())}
    directs = {str(room.place) for room in plan.layout.rooms.values() if room.kind == "direct"}
    spoken = re.compile(_SPOKEN.format(name=f"(?:{'|'.join(map(re.escape, sorted(names)))})"))
    for told in seen.told:
        in_direct = told.door == "prompt: history" and told.place in directs  # there a role is who speaks
        if told.door in QUOTING and not in_direct and not told.text.startswith("assistant"):
            for line in _LINE.split(told.text.removeprefix("user ")):
                if spoken.match(line):
                    room = f"{told.place}"
                    yield Difference(seed=plan.seed, step=told.step, room=room, door=FORGED, one=line, other="")


def entitled(plan: Plan, seen: Seen) -> tuple[int, int]:
    """How much was said in front of the observers before the probes, and how much of it was told to them again."""
    probes = [number for number, step in enumerate(plan.steps) if step.is_probe]
    places = {str(room.place) for key, room in plan.layout.rooms.items() if plan.observers <= _readers(plan, key)}
    later = "\n".join(one.text for one in seen.told if one.step in probes and one.place.partition("#")[0] in places)
    said = list(_said_in_front(plan))
    return len(said), sum(text[:30] in later for _, text in said)


def _said_in_front(plan: Plan) -> Iterator[tuple[int, str]]:
    for number, step in enumerate(plan.steps):
        act = step.one
        if act is None or step.is_secret or step.is_probe or act.what != "say" or len(act.text) > 120:
            continue
        if plan.observers <= _readers(plan, act.room):
            yield number, act.text


def changed_in_front(plan: Plan) -> Plan | None:
    """The plan with other words in front of the observers: a positive control."""
    for number, text in _said_in_front(plan):
        gone = any(step.one is not None and step.one.target == number for step in plan.steps)
        if not gone:
            step = plan.steps[number]
            assert step.one is not None
            act = replace(step.one, text=f"{text} The boat is called Opal.")
            steps = (*plan.steps[:number], Step(one=act, other=act), *plan.steps[number + 1 :])
            return replace(plan, steps=steps)
    return None


def _readers(plan: Plan, key: str) -> frozenset[str]:
    from tests.proof.town import Town

    return Town(plan.layout).readers(key)
