"""The audience gate: readers(answer) ⊆ readers(source)."""

from __future__ import annotations

import tempfile
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from memory.vocabulary.address import Audience, audience_covers
from tests.each import each
from tests.memory.stage import Stage

ADA = "person:slack:T01/U01"
BOB = "person:slack:T01/U02"
GUEST = "person:slack:T01/U09"
CLOSED, OTHER = "group:slack:T01/C01", "group:slack:T01/C02"
OPEN, ABROAD = "open:slack:T01/C03", "open:slack:T02/C03"

WITH_GUEST, CONNECT = "open:slack:T01/C05", "open:slack:T01/C06"

MEMBERS = {"slack:T01/C01": {"slack:T01/U01"}, "slack:T01/C03": {"slack:T01/U01", "slack:T01/U02"}}


class Rooms:
    """Knows who is in which room: C05 has a guest, C06 people of another workspace."""

    def reads(self, person, room):
        return str(person) in MEMBERS.get(str(room), set())

    def addresses(self, person):
        return [person]

    def is_open_to(self, room, others):
        return room.channel not in ("C01", "C06") and others.channel not in ("C05", "C06")


@pytest.mark.ledger("AUD-01", "AUD-02")
@each(
    ("source", "present", "expected"),
    [
        (ADA, ADA, True),
        (ADA, BOB, False),
        (ADA, CLOSED, False),
        (ADA, "org", False),
        (CLOSED, CLOSED, True),
        (CLOSED, OTHER, False),
        (CLOSED, OPEN, False),
        (CLOSED, ADA, True),
        (CLOSED, BOB, False),
        (OPEN, OPEN, True),
        (OPEN, CLOSED, True),
        (OPEN, "open:slack:T01/C04", True),
        (OPEN, ABROAD, False),
        (OPEN, WITH_GUEST, False),
        (WITH_GUEST, OPEN, True),
        (OPEN, CONNECT, False),
        (CONNECT, OPEN, False),
        (CONNECT, CONNECT, True),
        (CONNECT, CONNECT.replace("open", "group"), True),
        (CLOSED, CLOSED.replace("group", "open"), True),
        ("group:telegram:5", "person:telegram:5", False),
        (OPEN, ADA, True),
        (OPEN, GUEST, False),
        (OPEN, "org", False),
        ("open:telegram:-1", "open:telegram:-1", True),
        ("open:telegram:-1", "open:telegram:-2", False),
        ("open:telegram:-1", "group:telegram:-2", False),
        (f"any:{CLOSED}+{OTHER}", CLOSED, True),
        (f"any:{CLOSED}+{OTHER}", ADA, True),
        (f"any:{CLOSED}+{OTHER}", BOB, False),
        (f"any:{CLOSED}+{OTHER}", f"any:{OTHER}+{CLOSED}", True),
        (f"any:{CLOSED}+{OTHER}", f"any:{CLOSED}+group:discord:1/2", False),
        (f"any:{CLOSED}+{OPEN}", f"any:{CLOSED}+open:slack:T01/C04", True),
        (CLOSED, f"any:{CLOSED}+{OTHER}", False),
        (OPEN, f"any:{CLOSED}+{OPEN}", True),
        (ADA, f"any:{CLOSED}+{OTHER}", False),
        (f"any:{CLOSED}+{OTHER}", "org", False),
        ("org", f"any:{CLOSED}+{OTHER}", True),
        (f"any:{CLOSED}+{ADA}", CLOSED, False),
        (f"any:{CLOSED}+", CLOSED, False),
        ("org", CLOSED, True),
        ("org", GUEST, True),
        ("", ADA, False),
        ("everyone", ADA, False),
        ("group:", ADA, False),
        ("open:discord:1/2", "person:telegram:5", False),
    ],
)
def test_what_covers_whom(source, present, expected):
    assert audience_covers(source, Audience.parse(present), Rooms()) is expected


def test_without_knowledge_of_its_readers_a_room_covers_itself_alone():
    assert audience_covers(CLOSED, Audience.parse(CLOSED))
    assert not audience_covers(CLOSED, Audience.parse(ADA))
    assert not audience_covers(OPEN, Audience.parse(ADA))
    assert not audience_covers(OPEN, Audience.parse(CLOSED))
    assert not audience_covers("open:discord:1/2", Audience.parse("person:discord:7"))


PEOPLE = ["slack:T01/U01", "slack:T01/U02", "slack:T02/U03", "telegram:5"]
ROOMS = ["slack:T01/C01", "slack:T01/C02", "slack:T02/C01", "telegram:-1"]


class World:
    """Who is in which room; open rooms are read by everyone of their workspace."""

    def __init__(self, members):
        self.members = members

    def reads(self, person, room):
        return str(person) in self.members[str(room)]

    def addresses(self, person):
        return [person]

    def is_open_to(self, room, others):
        return bool(room.workspace)

    def readers(self, audience):
        if audience.kind == "org":
            return set(PEOPLE)
        if audience.kind == "person":
            return {audience.of}
        inside = set(self.members[audience.of])
        workspace = audience.of.partition("/")[0]
        return inside | ({one for one in PEOPLE if one.partition("/")[0] == workspace} if "/" in audience.of else set())


audiences = st.one_of(
    st.sampled_from(PEOPLE).map(lambda one: Audience("person", one)),
    st.sampled_from(ROOMS).map(lambda one: Audience("group", one)),
    st.sampled_from(ROOMS).map(lambda one: Audience("open", one)),
    st.just(Audience("org")),
)
worlds = st.fixed_dictionaries(
    {room: st.sets(st.sampled_from([p for p in PEOPLE if p[:9] == room[:9]])) for room in ROOMS}
)


@pytest.mark.ledger("AUD-02")
@given(members=worlds, source=audiences, present=audiences)
def test_whoever_reads_the_answer_could_read_the_source(members, source, present):
    world = World(members)

    if source.kind != "group" and audience_covers(str(source), present, world):
        assert present == source or world.readers(present) <= world.readers(source)
    if source.kind == "group" and present.of != source.of and audience_covers(str(source), present, world):
        assert present.kind == "person"
        assert present.of in world.members[source.of]


@pytest.mark.process
@pytest.mark.ledger("AUD-02", "PRI-13")
@settings(max_examples=12, deadline=None)
@given(members=worlds, said=st.lists(audiences, min_size=1, max_size=6), present=audiences)
async def test_no_word_of_memory_reaches_whom_it_may_not(members, said, present):
    world = World(members)
    with tempfile.TemporaryDirectory() as folder:
        stage = await Stage.open(Path(folder), membership=world)
        for number, audience in enumerate(said):
            await stage.say(f"secret apple {number}", audience=audience)
            await stage.engine.write(f"knowledge/n{number}.md", f"noted apple {number}", audience, f"apple {number}")

        primed = await stage.engine.prime(stage.cue("Where is the secret apple that was noted?", audience=present))
        found = await stage.found("secret noted apple", audience=present, limit=50)
        told = "\n".join([*(block.text for block in primed.blocks), *found])
        await stage.engine.close()

    for number, audience in enumerate(said):
        if not audience_covers(str(audience), present, world):
            assert f"apple {number}" not in told


@pytest.mark.ledger("AUD-02")
def test_the_readers_of_several_rooms_have_one_name_whoever_joins_them():
    parts = [Audience.parse(OPEN), Audience.parse(CLOSED), Audience.parse(OPEN)]

    joined = Audience.any_of(parts)

    assert str(joined) == f"any:{CLOSED}+{OPEN}"
    assert Audience.parse(f"any:{OPEN}+{CLOSED}") == joined
    assert Audience.any_of([joined, Audience.parse(CLOSED)]) == joined
    assert Audience.any_of([Audience.parse(OPEN)]) == Audience.parse(OPEN)
