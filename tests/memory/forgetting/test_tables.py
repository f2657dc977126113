"""What fades and what does not: each bound at, below and above it, told by one night over one anima."""

from __future__ import annotations

from datetime import timedelta

import pytest

from memory.vocabulary.fact import FORMED, PROMOTED, REFUTED, USED, Fact, FactChange, Use
from tests.memory.stage import TEAM, Stage, here

LONG_AGO = 400


async def slept(folder, documents, stage="daily", **more):
    """An anima with these documents (path: head, text) among others that nothing is to happen to; after one night."""
    made = await Stage.open(folder, forms=False, **more)
    others = {f"knowledge/other-{number}.md": ({}, f"Other {number}.") for number in range(3 * len(documents))}
    for path, (head, text) in {**documents, **others}.items():
        file = folder / "animas" / "alice" / here(path)
        file.parent.mkdir(parents=True, exist_ok=True)
        old = path in documents
        known = made.now - timedelta(days=LONG_AGO if old else 0)
        told = {
            "recorded_at": known.isoformat(),
            "access_count": 9,
            **({} if old else {"last_access": made.now}),
            **head,
        }
        lines = "\n".join(f"{name}: {_written(value, made.now)}" for name, value in told.items())
        file.write_text(f"---\n{lines}\n---\n{text}\n")
    report = await made.engine.sleep(stage, made.now)
    return made, report


def _written(value, now):
    if isinstance(value, int) and not isinstance(value, bool):
        return value
    if isinstance(value, timedelta):
        return f"'{(now - value).isoformat()}'"
    return f"'{value.isoformat()}'" if hasattr(value, "isoformat") else value


def changed(report, step, kind):
    found = next(one for one in report.steps if one.name == step)
    assert not found.refused
    return {id.rpartition("/")[2] for line in found.lines if line.kind in (kind, "write") for id in line.of}


def idle(days, **head):
    return {"last_access": timedelta(days=days), **head}


DOWNSCALED = {
    "knowledge/at.md": (idle(90, access_count=2), "Text.", True),
    "knowledge/below.md": (idle(89.9, access_count=2), "Text.", False),
    "knowledge/above.md": (idle(91, access_count=2), "Text.", True),
    "knowledge/used.md": (idle(90, access_count=3), "Text.", False),
    "knowledge/important.md": (idle(90, access_count=2), "[IMPORTANT] Text.", False),
    "knowledge/pinned.md": (idle(90, access_count=2, pinned="true"), "Text.", False),
    "knowledge/protected.md": (idle(90, access_count=2, protected="true"), "Text.", False),
    "procedures/at.md": (idle(180, access_count=2, version=2), "Text.", True),
    "procedures/below.md": (idle(179.9, access_count=2), "Text.", False),
    "procedures/used.md": (idle(180, access_count=3), "Text.", False),
    "procedures/mended.md": (idle(180, access_count=2, version=3), "Text.", False),
    "procedures/failing.md": (idle(1, utility=0.29, failure_count=3), "Text.", True),
    "procedures/doubtful.md": (idle(1, utility=0.3, failure_count=3), "Text.", False),
    "procedures/unlucky.md": (idle(1, utility=0.29, failure_count=2), "Text.", False),
}
for _path, (_head, _text, _is) in list(DOWNSCALED.items()):  # names tell kinds apart in what is asserted
    DOWNSCALED[_path.replace("/", f"/{_path[:1]}-")] = DOWNSCALED.pop(_path)


@pytest.mark.process
@pytest.mark.ledger("SLP-10", "SLP-12")
async def test_what_is_hardly_used_is_marked_and_no_newer_for_it(tmp_path):
    made, report = await slept(tmp_path, {path: case[:2] for path, case in DOWNSCALED.items()})
    directory = tmp_path / "animas" / "alice"
    marked = {path for path in DOWNSCALED if "low_activity_since" in (directory / here(path)).read_text()}
    texts = {path: (directory / here(path)).read_text() for path in DOWNSCALED}
    await made.engine.undo_night()

    assert marked == {path for path, case in DOWNSCALED.items() if case[2]}
    assert changed(report, "downscaling", "mark") == {path.rpartition("/")[2] for path in marked}
    assert "version: 2" in texts["procedures/p-at.md"]
    assert not any("low_activity_since" in (directory / here(path)).read_text() for path in DOWNSCALED)
    await made.engine.close()


FORGOTTEN = {
    "at.md": ({"low_activity_since": timedelta(days=60)}, "Text.", True),
    "below.md": ({"low_activity_since": timedelta(days=59.9)}, "Text.", False),
    "above.md": ({"low_activity_since": timedelta(days=61)}, "Text.", True),
    "unmarked.md": (idle(300), "Text.", False),
    "used.md": (idle(10, low_activity_since=timedelta(days=60)), "Text.", False),
    "important.md": ({"low_activity_since": timedelta(days=60)}, "[IMPORTANT]", False),
    "pinned.md": ({"low_activity_since": timedelta(days=60), "pinned": "true"}, "Text.", False),
}


@pytest.mark.ledger("SLP-06", "SLP-11", "SLP-12")
async def test_what_was_hardly_used_for_long_is_put_away_out_of_the_indexes_and_can_be_had_back(tmp_path):
    documents = {f"knowledge/{name}": (head, f"{name[:-3]} {text}") for name, (head, text, _) in FORGOTTEN.items()}
    made, _ = await slept(tmp_path, documents, "monthly")
    directory = tmp_path / "animas" / "alice"
    gone = {path for path in documents if not (directory / here(path)).exists()}
    found = await made.found("above")
    await made.engine.undo_night()

    assert gone == {f"knowledge/{name}" for name, case in FORGOTTEN.items() if case[2]}
    assert not any("above" in one for one in found)
    assert any("above" in one for one in await made.found("above"))
    await made.engine.close()


SLEEPING = {
    "useless.md": (idle(30, utility=0.149), True),
    "useful.md": (idle(30, utility=0.15), False),
    "lately.md": (idle(29.9, utility=0.1), False),
    "pinned.md": (idle(30, utility=0.1, pinned="true"), False),
    "immutable.md": (idle(30, utility=0.1, immutable="true"), True),
    "over.md": ({"valid_until": timedelta(0)}, True),
    "coming.md": ({"valid_until": timedelta(days=-0.1)}, False),
}


@pytest.mark.ledger("SLP-13", "SLP-12", "STR-03")
async def test_what_is_replaced_over_or_useless_sleeps(tmp_path):
    documents = {f"knowledge/{name}": (head, f"Text of {name}") for name, (head, _) in SLEEPING.items()}
    made, report = await slept(tmp_path, documents)

    assert changed(report, "strategic-forgetting", "dormant") == {name for name, (_, is_) in SLEEPING.items() if is_}
    await made.engine.close()


# ------------------------------------------------------------------------------------------------ facts


def fact(made, name, days, category="fact", **more):
    at = made.now - timedelta(days=days)
    return Fact(
        id=f"fact:{name}", text=f"About {name}.", category=category, recorded_at=at, valid_from=at, observed_at=at,
        audience=str(TEAM), **more,
    )  # fmt: skip


async def remembering(folder, facts, notes=(), **more):
    made = await Stage.open(folder, forms=False, **more)
    born = [fact(made, *one[:-1], **one[-1]) for one in facts]
    made.engine.parts.retracting.note(
        [FactChange(ts=one.recorded_at, key=f"f/{one.id}", type=FORMED, fact=one) for one in born]
    )
    made.engine.parts.retracting.note([make(made) for make in notes])
    return made


def used(name, days=0.0, type=USED, number=0):
    return lambda made: Use(
        ts=made.now - timedelta(days=days), key=f"u/{name}/{type}/{number}", type=type, ids=(f"fact:{name}",),
        how="search", audience=str(TEAM),
    )  # fmt: skip


AGES = {
    "fact-at": (14, "fact", False),
    "fact-above": (14.1, "fact", True),
    "decision-at": (45, "decision", False),
    "decision-above": (45.1, "decision", True),
    "plan-at": (7, "plan", False),
    "plan-above": (7.1, "plan", True),
    "preference": (300, "preference", False),
    "correction": (300, "correction", False),
    "entity": (300, "entity", False),
}


@pytest.mark.ledger("STR-04", "STR-05", "STR-09")
async def test_what_was_used_less_than_others_and_is_hardly_near_sleeps_by_its_category(tmp_path):
    facts = [(name, days, category, {}) for name, (days, category, _) in AGES.items()]
    facts += [("used", 300, "fact", {}), *((f"held-{one}", 300, "fact", {"pinned": True}) for one in range(3))]
    made = await remembering(tmp_path, facts, [used("used", number=number) for number in range(3)])

    report = await made.engine.sleep("daily", made.now)

    await made.engine.close()
    fallen = {id.removeprefix("fact:") for id in changed(report, "fading", "dormant")}
    assert fallen == {name for name, (_, _, is_) in AGES.items() if is_}


@pytest.mark.ledger("STR-06", "STR-07")
async def test_what_proved_itself_is_semantic_and_what_is_idle_and_useless_falls_asleep(tmp_path):
    def promoted(name):
        return lambda made: FactChange(
            ts=made.now - timedelta(days=50), key=f"p/{name}", type=PROMOTED, ids=(f"fact:{name}",), how="semantic"
        )

    # What was called wrong last is nobody's memory any more: each was of use once after that.
    useless = [*(used("idle", 61, REFUTED, number) for number in range(20)), used("idle", 60)]
    spared = [*(used("lately", 41, REFUTED, number) for number in range(20)), used("lately", 40)]
    facts = [("often", 1, "fact", {}), ("twice", 1, "fact", {}), ("idle", 100, "preference", {})]
    facts += [("lately", 59.9, "preference", {}), ("pinned", 1, "fact", {"pinned": True})]
    facts += [(f"shared-{number}", 1, "fact", {"entities": ("ruby",)}) for number in range(3)]
    facts += [(f"pair-{number}", 1, "fact", {"entities": ("opal",)}) for number in range(2)]
    notes = [used("often", 0.5, number=number) for number in range(3)]
    notes += [used("twice", 0.5, number=number) for number in range(2)]
    notes += [used("pinned", 0.5, number=number) for number in range(5)]
    notes += [promoted("idle"), promoted("lately"), *useless, *spared]
    made = await remembering(tmp_path, facts, notes)

    report = await made.engine.sleep("daily", made.now)
    await made.engine.close()

    assert changed(report, "promotion", "promoted") == {"fact:often", "fact:shared-0", "fact:shared-1", "fact:shared-2"}
    assert changed(report, "promotion", "demoted") == {"fact:idle"}


@pytest.mark.ledger("SLP-13")
@pytest.mark.parametrize(("number", "sleeping"), [(19, 0), (20, 0), (21, 3)])
async def test_above_a_number_of_active_memories_the_least_useful_sleep(tmp_path, number, sleeping):
    facts = [(f"{one:02}", 1, "fact", {"importance": one / 100}) for one in range(number)]
    made = await remembering(tmp_path, facts, most_active=20)

    report = await made.engine.sleep("daily", made.now)
    await made.engine.close()

    fallen = sorted(changed(report, "strategic-forgetting", "dormant"))
    assert fallen == [f"fact:{one:02}" for one in range(sleeping)]


@pytest.mark.ledger("SLP-14")
async def test_what_matters_and_is_found_by_its_own_question_is_firmer_and_nothing_else(tmp_path):
    asked = {"slot": "ada home", "value": "ghent", "speaker": "Ada", "importance": 0.6}
    facts = [("ada home of stone", 60, "preference", asked), ("nobody asks", 60, "preference", {"importance": 0.9})]
    facts += [("small ada", 60, "preference", {**asked, "importance": 0.59, "slot": "ada size"})]
    made = await remembering(tmp_path, facts)
    before = made.engine.strength_of("fact:ada home of stone").stability_days

    report = await made.engine.sleep("daily", made.now)
    after = made.engine.strength_of("fact:ada home of stone").stability_days
    await made.engine.close()

    assert changed(report, "rehearsal", "rehearsed") == {"fact:ada home of stone"}
    assert after == pytest.approx(1.5 * before)


@pytest.mark.ledger("SLP-04")
async def test_of_two_that_say_the_same_the_less_useful_one_sleeps_and_no_value_of_a_slot_is_taken_for_another(
    tmp_path,
):
    home = {"slot": "ada home"}
    facts = [("tea is at four o'clock", 1, "preference", {}), ("a", 2, "preference", {**home, "value": "ghent"})]
    facts += [(f"filler {number}", 1, "preference", {}) for number in range(8)]
    made = await remembering(tmp_path, facts)
    twins = [fact(made, f"twin-{number}", number, "preference") for number in range(2)]
    twins = [
        Fact(**{**{name: getattr(one, name) for name in one.__slots__}, "text": "Ada drinks green tea at four."})
        for one in twins
    ]
    made.engine.parts.retracting.note(
        [FactChange(ts=one.recorded_at, key=f"f/{one.id}", type=FORMED, fact=one) for one in twins]
    )
    made.engine.parts.retracting.note([used("twin-1")(made)])

    report = await made.engine.sleep("daily", made.now)
    await made.engine.close()

    assert changed(report, "redundancy", "dormant") == {"fact:twin-0"}
