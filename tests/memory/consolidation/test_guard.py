"""What no plan may do, whoever made it: reach other people than it was made of, or take too much away."""

from __future__ import annotations

import random
from datetime import timedelta

import pytest

from memory.sleep.step import SleepStep, note_change
from memory.vocabulary.change import Change
from memory.vocabulary.fact import DORMANT
from tests.memory.consolidation.test_night import fact, form
from tests.memory.stage import PRIVATE, ROOM, TEAM, Audience, Person, Stage, here

BOB = Audience.person(Person("slack", "T01", "U02"))
OPEN = Audience.open(ROOM)


@pytest.fixture
async def stage(tmp_path):
    stage = await Stage.open(tmp_path, forms=False)
    yield stage
    await stage.engine.close()


def only(stage, plan):
    stage.engine.parts.sleep._steps_of = lambda cadence: (SleepStep(name="evil", cadence="daily", plan=plan),)


@pytest.mark.ledger("SLP-16", "AUD-01")
async def test_what_is_planned_for_other_people_is_thrown_away(stage, tmp_path):
    form(stage, fact(stage, 1, "porto", audience=PRIVATE), fact(stage, 2, "ghent"))

    async def plan(view, judge, now):
        secret = next((one.text for page in view.pages("fact") for one in page), "")
        if view.audience != PRIVATE:
            return []
        return [
            Change(kind="write", path=here("knowledge/leak.md", TEAM), text=secret, because="leak", expects=""),
            Change(kind="write", path="knowledge/leak.md", text=secret, meta={"audience": "org"}, because="leak"),
            Change(kind="write", path=here("knowledge/own.md", PRIVATE), text=secret, because="own", expects=""),
            note_change(view, DORMANT, "fact:0000000000000002", because="leak"),
        ]

    only(stage, plan)
    report = await stage.engine.sleep("daily", stage.now)

    assert [line.because for line in report.steps[0].lines if not line.refused] == ["own"]
    shelves = (tmp_path / "animas" / "alice" / "knowledge").rglob("*.md")
    assert [file.name for file in shelves] == ["own.md"]


@pytest.mark.ledger("SLP-16")
@pytest.mark.parametrize(("gone", "is_refused"), [(2, False), (3, True)])
@pytest.mark.parametrize("kind", ["archive", "note"])
async def test_a_step_after_which_more_than_a_quarter_would_be_gone_is_not_carried_out(stage, gone, is_refused, kind):
    folder = stage.engine.parts.stores.location.directory / here("knowledge/x.md")
    folder.parent.mkdir(parents=True, exist_ok=True)
    for number in range(8):
        (folder.parent / f"{number}.md").write_text(f"Thing {number}.\n")

    async def plan(view, judge, now):
        found = [one for page in view.pages("knowledge") for one in page][:gone]
        if kind == "note":
            return [note_change(view, DORMANT, one.id, because="gone") for one in found]
        return [Change(kind="archive", path=one.path, because="gone") for one in found]

    only(stage, plan)
    report = await stage.engine.sleep("daily", stage.now)

    assert bool(report.refused) is is_refused
    left = sum(stage.engine.strength_of(here(f"knowledge/{number}.md")).asleep_since is None for number in range(8))
    assert min(left, len([*folder.parent.glob("*.md")])) == (8 if is_refused else 8 - gone)


@pytest.mark.ledger("SLP-16", "AUD-02")
@pytest.mark.parametrize("others", [0, 40])
async def test_how_much_may_vanish_of_one_audience_is_decided_by_nothing_that_others_have(stage, others):
    form(stage, *[fact(stage, number, f"a{number}", audience=BOB) for number in range(4)])
    form(stage, *[fact(stage, 100 + number, f"b{number}", audience=OPEN) for number in range(others)])

    async def plan(view, judge, now):
        found = [one.id for page in view.pages("fact") for one in page] if view.audience == BOB else []
        return [note_change(view, DORMANT, id, because="gone") for id in found[:2]]

    only(stage, plan)
    (step,) = (await stage.engine.sleep("daily", stage.now)).steps

    assert [bool(line.refused) for line in step.lines] == [True, True]
    assert step.refused


@pytest.mark.process
@pytest.mark.ledger("SLP-16", "AUD-01")
async def test_nothing_that_nights_derive_reaches_more_people_than_what_it_is_made_of(tmp_path):
    """Generated small lives; each audience has words that no other has."""
    for seed in range(6):
        rng = random.Random(seed)
        stage = await Stage.open(tmp_path / str(seed), forms=False)
        marks = {TEAM: "amber", PRIVATE: "basalt", BOB: "copper", OPEN: "dahlia"}
        for number in range(rng.randint(6, 14)):
            audience = rng.choice(list(marks))
            text = f"The {marks[audience]} {rng.choice(['tea', 'cake', 'invoice'])} is at {rng.randint(1, 12)}."
            event = await stage.say(text, audience=audience)
            again = rng.choice([audience, audience, rng.choice(list(marks))])
            known = fact(stage, number, str(number), days=rng.choice([0, 20, 90]), audience=audience)
            known = type(known)(
                **{name: getattr(known, name) for name in known.__slots__}
                | {"text": text, "sources": (event.id,), "slot": rng.choice(["", "tea", "cake"]), "entities": ("tea",)}
            )
            form(stage, known)
            stage.now += timedelta(minutes=rng.choice([1, 20]))
            await stage.engine.search("tea cake invoice", again, key=f"{number}")
        for cadence in ("session", "daily", "weekly", "monthly"):
            stage.now += timedelta(hours=1)
            await stage.engine.sleep(cadence, stage.now)

        for audience in marks:
            folder = here("knowledge/x.md", audience).split("/")[1]
            texts = [file.read_text() for file in tmp_path.rglob(f"{seed}/animas/alice/**/{folder}/**/*.md")]
            assert not any(other in text for other in set(marks.values()) - {marks[audience]} for text in texts)
            found = await stage.engine.search("tea cake invoice", audience, limit=50)
            same_room = {str(TEAM), str(OPEN)}
            assert all({one.audience, str(audience)} <= same_room or one.audience == str(audience) for one in found)
        await stage.engine.close()
