"""No leak: every memory of a home, in front of everybody, through every door that memory has.

The oracle knows who can read what, person by person, and nothing of `memory.vocabulary.address`; guests who are let
into rooms one by one are there, and rooms that people of another workspace share. A triple is (memory, room,
asker); a leak is a memory whose mark is told where somebody present could not have read it.
"""

from __future__ import annotations

import random
from collections.abc import AsyncIterator
from dataclasses import dataclass, replace
from datetime import timedelta
from pathlib import Path

import pytest

from memory.archive import documents
from memory.archive.contacts import Profile, ProfileShelf
from memory.archive.files import Files
from memory.archive.json_lines import Quarantine, Storage
from memory.archive.shared_logs import Resolution, Resolutions
from memory.recall.query import SCOPES
from memory.vocabulary.address import Audience, Person, Place
from memory.vocabulary.errors import NotAllowed
from tests.memory.stage import MONDAY, PRIVATE, TEAM, Stage

#: Room -> who is in it. Telegram cannot tell the members of its groups.
CLOSED = {
    "slack:T01/C01": {"slack:T01/U01", "slack:T01/U02"},
    "slack:T01/C02": {"slack:T01/U02", "slack:T01/U03"},
    "slack:T01/C04": {"slack:T01/U01", "slack:T01/U07"},
    "slack:T02/C03": {"slack:T02/U11"},
    "discord:100/201": {"discord:1", "discord:2"},
    "discord:100/202": {"discord:3"},
    "telegram:-1001": {"telegram:5", "telegram:6"},
    "telegram:-1002": {"telegram:6"},
}
#: People who are let into single rooms of a workspace: its open rooms are not open to them.
GUESTS = {"slack:T01/U07", "slack:T01/U08"}
#: Room -> who is in it. People of two workspaces share it; who joins may be of either.
CONNECT = {"slack:T01/C10": {"slack:T01/U01", "slack:T02/U11"}, "slack:T01/C11": {"slack:T01/U02", "slack:T01/U03"}}
#: Room -> everyone who can open it: all of the workspace or guild, and the guests who are in it.
OPEN = {
    "slack:T01/C08": {"slack:T01/U01", "slack:T01/U02", "slack:T01/U03"},
    "slack:T01/C09": {"slack:T01/U01", "slack:T01/U02", "slack:T01/U03"},
    "slack:T01/C12": {"slack:T01/U01", "slack:T01/U02", "slack:T01/U03", "slack:T01/U08"},
    "slack:T02/C08": {"slack:T02/U11"},
    "discord:100/208": {"discord:1", "discord:2", "discord:3"},
    "telegram:-1008": {"telegram:5"},
}
ROOMS = {**CLOSED, **CONNECT, **OPEN}
PEOPLE = sorted(set().union(*ROOMS.values()))
UNREADABLE = ("", "everyone", "group:", "person:slack")

AUDIENCES = [
    *(f"person:{one}" for one in PEOPLE),
    *(f"group:{one}" for one in CLOSED),
    *(f"group:{one}" for one in CONNECT),
    *(f"open:{one}" for one in OPEN),
    # What was said before others were invited, and before a guest came.
    "open:slack:T01/C10",
    "org",
]


class World:
    """The membership port: answers as the platforms do, never for a Telegram group."""

    def reads(self, person: Person, room: Place) -> bool:
        return room.platform != "telegram" and str(person) in ROOMS.get(str(room), set())

    def addresses(self, person: Person) -> list[Person]:
        return [person]

    def is_open_to(self, room: Place, others: Place) -> bool:
        if room.platform == "telegram" or str(others) in CONNECT:
            return False
        return str(room) in OPEN and ROOMS.get(str(others), GUESTS).isdisjoint(GUESTS)


def readers(audience: str) -> set[str]:
    """Who can read what is said for this audience."""
    kind, _, of = audience.partition(":")
    match kind:
        case "org":
            return {*PEOPLE, "whoever joins"}
        case "person" if of in PEOPLE:
            return {of}
        case "group" | "open" if of in CONNECT:
            return {*CONNECT[of], f"whoever of anywhere joins {of}"}
        case "group" if of in CLOSED:
            return {*CLOSED[of], f"whoever joins {of}"}
        case "open" if of in OPEN:
            # Who joins a workspace can open all its open rooms; of a Telegram room nobody knows who joins.
            joins = f"whoever joins {of.partition('/')[0]}" if "/" in of else f"whoever joins {of}"
            return {*OPEN[of], joins}
    return set()


def may_know(source: str, present: str) -> bool:
    """Everyone who reads the answer, now or later, could read the source. Who joins a room joins its workspace."""
    now = readers(present)
    widened = set(now)
    for room in CLOSED:
        if f"whoever joins {room}" in now and "/" in room:
            widened = (widened - {f"whoever joins {room}"}) | {
                f"whoever joins {room.partition('/')[0]}" if source.startswith("open:") else f"whoever joins {room}"
            }
    known = readers(source)
    return source == "org" or (bool(known) and widened <= known)


def is_entitled(source: str, present: str) -> bool:
    """What memory can know to be allowed: where a platform cannot tell who is in a group, the answer is no."""
    kind, _, of = source.partition(":")
    is_unknowable = of.startswith("telegram:") and kind in ("group", "open") and source != present
    return may_know(source, present) and not is_unknowable


BY_OPERATOR = ("common", "skill")


@dataclass(frozen=True)
class Memory:
    """Something that is kept, with a mark that nothing else has."""

    mark: str
    audience: str
    kind: str


def marks(rng: random.Random, kinds: list[str], each: int) -> list[Memory]:
    memories = []
    for kind in kinds:
        for _ in range(each):
            # Every audience in turn, so that none is left to chance; one in ten has none that can be read.
            audience = AUDIENCES[len(memories) % len(AUDIENCES)] if rng.random() < 0.9 else rng.choice(UNREADABLE)
            if kind in BY_OPERATOR and not audience:
                audience = "org"  # what the operator shares is for everyone where it does not say otherwise
            memories.append(Memory(f"mark{len(memories):04}x", audience, kind))
    return memories


def text_of(memory: Memory) -> str:
    return f"The harbour plan {memory.mark} is settled."


def document(memory: Memory, *more: str) -> str:
    head = [f'audience: "{memory.audience}"', "created_at: 2026-11-10T09:00:00+00:00", *more]
    return "---\n" + "\n".join(head) + f"\n---\n\n{text_of(memory)}\n"


SINGLE = {
    "knowledge": ("animas/alice/knowledge/{}.md", ()),
    "hot": ("animas/alice/knowledge/hot/{}.md", ("pinned: true",)),
    "procedure": ("animas/alice/procedures/{}.md", ()),
    "skill": ("animas/alice/skills/{}.md", ("name: harbour", "description: the harbour {}")),
    "common": ("shared/common_knowledge/{}.md", ()),
    "state": ("animas/alice/state/{}.md", ()),
}


async def furnish(stage: Stage, home: Path, memories: list[Memory]) -> list[str]:
    """Everything that can be kept; the paths under which it may be asked for."""
    paths = []
    for memory in memories:
        if memory.kind == "turn":
            kind, _, of = memory.audience.partition(":")
            room = Place.parse(of) if of and kind in ("group", "open") else None
            asked = f"Where is {memory.mark}?" if memory.mark.endswith("0x") else text_of(memory)
            await stage.say(asked, audience=memory.audience, place=room or Place("slack", "T01", "D01"))
        elif memory.kind == "event":
            await stage.say(text_of(memory), audience=memory.audience, type="tool_use")
        elif memory.kind in SINGLE:
            path, more = SINGLE[memory.kind]
            file = home / path.format(memory.mark)
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(document(memory, *(line.format(memory.mark) for line in more)))
            paths.append(path.format(memory.mark).removeprefix("animas/alice/"))
    paths += entries(home, [memory for memory in memories if memory.kind == "episode"])
    paths += profiles(home, [memory for memory in memories if memory.kind == "profile"])
    for memory in memories:
        if memory.kind == "resolution":
            Resolutions(home / "shared").append(
                Resolution(ts=stage.now, anima="bob", issue=text_of(memory), audience=memory.audience, id=memory.mark)
            )
    logs = sorted((home / "animas" / "alice" / "activity_log").glob("*.jsonl"))
    paths += [f"activity_log/{log.name}" for log in logs]
    paths += (
        [f"activity_log/{logs[0].name}#L09{line:02}00-L09{line + 2:02}59" for line in range(1, 30, 3)] if logs else []
    )
    return paths


def entries(home: Path, memories: list[Memory]) -> list[str]:
    """Days of episodes, each with entries of many audiences, one of them unmarked."""
    made = []
    for day in range(0, len(memories), 12):
        told = "\n".join(
            f"## {9 + at // 6:02}:{at % 6}5 Talk\n<!-- audience: {memory.audience} -->\n{text_of(memory)}\n"
            for at, memory in enumerate(memories[day : day + 12])
        )
        name = f"episodes/2026-11-{1 + day // 12:02}.md"
        file = home / "animas" / "alice" / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(f"---\naudience: org\n---\n# Day\n\n{told}")
        made.append(name)
    return made


def profiles(home: Path, memories: list[Memory]) -> list[str]:
    """What is known of each person, entry by entry."""
    shelf = ProfileShelf(home / "shared", Storage(quarantine=Quarantine(files=Files(home / "quarantine"))))
    for at, person in enumerate(PEOPLE):
        mine = [memory for number, memory in enumerate(memories) if number % len(PEOPLE) == at]
        text = "\n".join(f"# Note\n<!-- audience: {one.audience} -->\n{text_of(one)}\n" for one in mine)
        shelf.write(Profile(person=person, text=text, meta={"audience": "org"}))
    return [f"shared/users/{folder.name}/index.md" for folder in sorted((home / "shared" / "users").iterdir())]


KINDS = ["turn", "turn", "event", "knowledge", "hot", "procedure", "skill", "common", "state", "episode", "episode",
         "profile", "resolution"]  # fmt: skip


async def told(stage: Stage, present: str, asker: str, paths: list[str]) -> AsyncIterator[tuple[str, str]]:
    """(door, what it says) for every door."""
    audience = Audience.parse(present)
    sender = Person.parse(asker)
    messages = {
        "question": ("Where is the harbour plan that is settled?", "message"),
        "request": ("Please write the [harbour] plan", "message"),
        "greeting": ("Hello!", "message"),
        "heartbeat": ("harbour plan", "heartbeat"),
    }
    for name, (text, activation) in messages.items():
        cue = stage.cue(text, audience=audience, sender=sender, activation=activation)
        primed = await stage.engine.prime(cue, budget=100_000 if name == "question" else None, deadline_s=30)
        assert primed.late == ()
        for block in primed.blocks:
            yield f"{name}/{block.channel}", block.text
        hits = (*primed.recollections, *primed.withheld)
        yield f"{name}/recollections", "\n".join(f"{one.text} {one.reasons}" for one in hits)


async def found(stage: Stage, present: str, paths: list[str]) -> AsyncIterator[tuple[str, str]]:
    """What may be asked for on purpose, where the asker does not matter."""
    audience = Audience.parse(present)
    for scope in SCOPES:
        hits = await stage.engine.search("harbour plan settled", audience, scope=scope, limit=200)
        yield f"search/{scope}", "\n".join(str(hit) for hit in hits)
    since = stage.now - timedelta(days=60)
    for more in ({"since": since}, {"since": since, "as_of": stage.now}, {"as_of": stage.now}):
        hits = await stage.engine.search("harbour" if "since" not in more else "", audience, limit=500, **more)
        yield f"search/{'+'.join(more)}", "\n".join(str(hit) for hit in hits)
    for path in paths:
        try:
            yield f"read/{path}", await stage.engine.read(path, audience)
        except NotAllowed as refusal:
            yield f"refused/{path}", str(refusal).replace(path, "")


async def kept(stage: Stage, present: str, memories: list[Memory]) -> set[str]:
    """Marks that are found when they are asked for by their own words, as many at once as a question may hold."""
    audience, seen = Audience.parse(present), set()
    for start in range(0, len(memories), 20):
        some = memories[start : start + 20]
        hits = await stage.engine.search(" ".join(one.mark for one in some), audience, limit=100)
        texts = " ".join(hit.text for hit in hits)
        seen |= {one.mark for one in some if one.mark in texts}
    return seen


SEARCHABLE = ("turn", "knowledge", "hot", "procedure", "skill", "common", "episode")


@dataclass
class Count:
    """What the proof has looked at."""

    triples: int = 0
    entitled: int = 0
    kept: int = 0
    leaks: tuple[str, ...] = ()


async def prove(folder: Path, seed: int, each: int) -> Count:
    rng = random.Random(seed)
    memories = marks(rng, KINDS, each)
    count = Count()
    stage = await Stage.open(folder, membership=World())
    paths = await furnish(stage, folder, memories)
    stage.now += timedelta(minutes=1)
    for present in AUDIENCES:
        secret = [one for one in memories if not may_know(one.audience, present)]
        open_to = [one for one in memories if is_entitled(one.audience, present) and one.kind in SEARCHABLE]
        here = sorted(one for one in readers(present) if one in PEOPLE)
        for asker in rng.sample(here, min(2, len(here))):
            async for door, said in told(stage, present, asker, paths):
                count.leaks += tuple(f"{one} in {present} by {door}" for one in secret if one.mark in said)
            count.triples += len(memories)
        async for door, said in found(stage, present, paths):
            count.leaks += tuple(f"{one} in {present} by {door}" for one in secret if one.mark in said)
        seen = await kept(stage, present, [one for one in memories if one.kind in SEARCHABLE])
        assert not seen & {one.mark for one in secret}
        count.entitled += len(open_to)
        count.kept += len(seen & {one.mark for one in open_to})
    await stage.engine.close()
    return count


@pytest.mark.timeout(600)  # a busy machine takes several times as long
@pytest.mark.ledger("AUD-01", "AUD-02", "PRI-13", "FLT-07")
@pytest.mark.parametrize("each", [15, pytest.param(len(AUDIENCES), marks=pytest.mark.slow)])
async def test_thousands_of_triples_of_memory_room_and_asker_have_no_leak_and_lose_nothing(
    tmp_path: Path, each: int
) -> None:
    count = await prove(tmp_path, seed=20261121, each=each)

    assert count.leaks == ()
    assert count.triples >= 500 * each
    assert count.entitled > 17 * each
    assert count.kept >= 0.99 * count.entitled


@pytest.mark.ledger("AUD-02")
@pytest.mark.parametrize("present", ["person:slack:T01/U02", "group:slack:T01/C02", "open:discord:100/208"])
async def test_what_others_keep_changes_neither_what_is_found_nor_its_place(tmp_path: Path, present: str) -> None:
    """Filtered before it is ranked and counted: a place would tell how often others speak of something."""
    memories = marks(random.Random(7), ["turn", "knowledge", "skill", "episode"], len(AUDIENCES))
    allowed = [one for one in memories if may_know(one.audience, present)]
    both = []
    for name, kept_ones in (("all", memories), ("allowed", allowed)):
        stage = await Stage.open(tmp_path / name, membership=World())
        turns = [one for one in memories if one.kind == "turn"]
        for at, one in enumerate(turns):  # the same minute for the same word in both
            stage.now = MONDAY + timedelta(minutes=at)
            if one in kept_ones:
                await furnish(stage, tmp_path / name, [one])
        await furnish(stage, tmp_path / name, [one for one in kept_ones if one.kind in ("knowledge", "skill")])
        stage.now = MONDAY + timedelta(days=1)
        hits = await stage.engine.search("Where is the harbour plan?", Audience.parse(present), limit=100)
        both.append([(hit.text, hit.confidence) for hit in hits])
        await stage.engine.close()

    assert both[0] == both[1]
    assert len(both[1]) > 3


@pytest.mark.ledger("AUD-02", "PRI-03")
async def test_the_notes_that_stand_in_for_an_empty_log_leak_nothing(tmp_path: Path) -> None:
    memories = marks(random.Random(3), ["episode"], 36)
    stage = await Stage.open(tmp_path, membership=World())
    entries(tmp_path, memories)

    for present in AUDIENCES:
        cue = stage.cue("What is new?", audience=Audience.parse(present))
        said = (await stage.engine.prime(cue, budget=10_000)).text("recent_activity")
        here = {one.mark for one in memories if one.mark in said}
        assert here == {one.mark for one in memories if is_entitled(one.audience, present)}, present


@pytest.mark.ledger("AUD-01", "AUD-02")
async def test_writing_tells_nobody_of_a_note_that_is_not_theirs_and_changes_none(tmp_path: Path) -> None:
    """B2, B3: whether something is there, readable or hidden, or nothing, the answers are the same."""
    memories = marks(random.Random(5), ["knowledge", "state"], len(AUDIENCES))
    stage = await Stage.open(tmp_path, membership=World())
    paths = await furnish(stage, tmp_path, memories)
    for audience in ("org", "person:slack:T01/U01", "group:slack:T01/C01"):
        for name in ("knowledge/plan.md", "state/current_task.md"):
            await stage.engine.write(name, "The harbour is full.", Audience.parse(audience), "noted")
    theirs = {file: file.read_bytes() for file in tmp_path.rglob("*.md")}

    for number, present in enumerate(AUDIENCES):
        audience = Audience.parse(present)
        others = [documents.shelf_name(Audience.parse(one)) for one in AUDIENCES if one != present]
        own = f"/{documents.shelf_name(audience)}/"
        asked = [*paths[number : number + 5], *paths[len(AUDIENCES) + number % 20 :][:2]]
        asked += [f"{path.partition('/')[0]}/none{at}.md" for at, path in enumerate(asked)]
        asked += [f"knowledge/{one}/{name}.md" for one in others[:3] for name in ("plan", "none")]
        answers = {await answer(stage, path, text, audience) for path in asked for text in ("", "mine", "")}

        assert answers == {
            "there is no such file",
            "written",
            "put away",
            "'knowledge/…' is read only here: write knowledge/….md to keep your own",
        }
        assert all(file.read_bytes() == content for file, content in theirs.items() if own not in str(file))


async def answer(stage: Stage, path: str, text: str, present: Audience) -> str:
    """What who writes is told, without the names that they gave themselves."""
    name = path.rpartition("/")[2]
    try:
        outcome = await stage.engine.write(path, text, present, "mischief")
    except NotAllowed as refusal:
        return str(refusal).replace(path, "knowledge/…").replace(name, "….md")
    assert outcome.path == documents.on_shelf(documents.path_without_shelf(path), present)
    return outcome.why or ("written" if text else "put away")


@pytest.mark.ledger("AUD-02", "RET-22")
async def test_who_leaves_a_room_no_longer_draws_on_it_and_nothing_of_before_is_kept_for_them(tmp_path: Path) -> None:
    rooms = {"slack:T01/C01": {"slack:T01/U01"}}

    class Now:
        def reads(self, person: Person, room: Place) -> bool:
            return str(person) in rooms.get(str(room), set())

        def addresses(self, person: Person) -> list[Person]:
            return [person]

    stage = await Stage.open(tmp_path, membership=Now())
    (hot,) = marks(random.Random(1), ["hot"], 1)
    await furnish(stage, tmp_path, [replace(hot, audience="group:slack:T01/C01")])
    cue = stage.cue("Hello!", audience=Audience.parse("person:slack:T01/U01"))

    before = (await stage.engine.prime(cue)).text("important")
    rooms["slack:T01/C01"].clear()
    after = (await stage.engine.prime(cue)).text("important")

    assert hot.mark in before
    assert after == ""


@pytest.mark.ledger("AUD-02", "RET-19")
async def test_what_is_used_elsewhere_shows_in_no_strength_that_is_told_here(tmp_path: Path) -> None:
    """B10: strengths cross audiences."""

    class Members:
        def reads(self, person: Person, room: Place) -> bool:
            return True

        def addresses(self, person: Person) -> list[Person]:
            return [person]

        def is_open_to(self, room: Place, others: Place) -> bool:
            return False

    stage = await Stage.open(tmp_path, membership=Members())
    said = await stage.say("I live in Porto.")
    await stage.engine.formed()
    (fact,) = await stage.engine.facts.of(said.id, TEAM)
    before = await stage.engine.facts.explain(fact.id, TEAM)
    await stage.engine.search("Where does Ada live?", PRIVATE, key="elsewhere")
    after, alone = await stage.engine.facts.explain(fact.id, TEAM), await stage.engine.facts.explain(fact.id, PRIVATE)
    await stage.engine.close()

    assert before == after
    assert alone is not None
    assert alone.strength.access_count == 1


@pytest.mark.ledger("AUD-02")
async def test_what_is_used_elsewhere_makes_nothing_more_important_that_is_said_here(tmp_path: Path) -> None:
    """B10: the worth of the closest memory went by everybody's uses."""

    class Members:
        def reads(self, person: Person, room: Place) -> bool:
            return True

        def addresses(self, person: Person) -> list[Person]:
            return [person]

        def is_open_to(self, room: Place, others: Place) -> bool:
            return False

    worth = []
    for times in (0, 3):
        stage = await Stage.open(tmp_path / f"{times}", membership=Members())
        await stage.say("I live in Porto.")
        await stage.engine.formed()
        for number in range(times):
            await stage.engine.search("Where does Ada live?", PRIVATE, key=f"elsewhere {number}")
        said = await stage.say("I live in Ghent now.")
        await stage.engine.formed()
        worth.append([fact.importance for fact in await stage.engine.facts.of(said.id, TEAM)])
        await stage.engine.close()

    assert worth[0] == worth[1] != []
