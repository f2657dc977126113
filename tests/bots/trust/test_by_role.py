"""Where nobody in the talk can say yes, an owner or an admin is asked, wherever they are, and not in their sleep."""

from __future__ import annotations

from pathlib import Path

import pytest

from bots.delivery.items import Addressee
from bots.people.calling import CallSettings
from memory.archive.anima_directory import AnimaDirectory
from memory.archive.audit_log import AuditLog
from memory.vocabulary.address import Account, Audience, Person
from tests.bots.acting import Acting, Deed
from tests.bots.house import House
from tests.bots.platform import WORKSPACE, Posted

TELL: Deed = ("send_message", {"to": "ada", "text": "The shop is closed on Friday."})
HEARTBEAT = (
    "# Heartbeat: alice\n\n## Execution Interval\nEvery 30 minutes\n\n## Checklist\n- Does ada know of Friday?\n"
)
TABLE = {
    "is what came of it": ["Told: {}"],
    "Does ada know": [TELL, "I wait for a yes."],
}
OWNER = Person("telegram", WORKSPACE, "olga")


def house_of(folder: Path, *approvers: Person) -> House:
    calls = CallSettings(
        channels=("slack", "telegram"), approvers=tuple(map(str, approvers)), quiet_hours="20:00-07:00"
    )
    house = House(home=folder, models={"alice": Acting(TABLE)}, platforms=("slack", "telegram"), calls=calls)
    path = AnimaDirectory(folder / "animas" / "alice").path
    (path / "state").mkdir(parents=True)
    (path / "heartbeat.md").write_text(HEARTBEAT)
    (path / "state" / "current_task.md").write_text("---\naudience: org\n---\n# Now\n- Friday\n")
    (path / "permissions.md").write_text("## Needs approval\nsend_message\n")

    async def person(anima: str, name: str, failed: object) -> Addressee:
        ada = Person("slack", WORKSPACE, name)
        place = house.world.direct(name)
        return Addressee(name=name, account=Account("slack", "main"), place=place, audience=Audience.person(ada))

    house.person = person
    return house


async def pass_time(house: House, **how_long: float) -> None:
    assert house.fleet is not None
    house.clock.pass_(**how_long)
    await house.fleet.rhythm.look()
    await house.settled()
    for _ in range(2):
        await house.fleet.calling.look()
        await house.settled()


def asked(house: House) -> list[Posted]:
    world = house.worlds["telegram"]
    return world.seen(world.direct("olga"))


def told(house: House) -> list[str]:
    return [post.text for post in house.world.seen(house.world.direct("ada"))]


async def press(house: House, label: str, times: int = 1) -> None:
    world = house.worlds["telegram"]
    post = next(one for one in asked(house) if one.choices)
    value = next(one.value for one in post.choices if one.label == label)
    for _ in range(times):
        await world.press("olga", post.place, post.id, value)
        await house.settled()
        await house.settled()


def acts(house: House) -> list[str]:
    return [entry.act for entry in AuditLog(house.home / "logs", house.clock).newest()][::-1]


@pytest.mark.ledger("FLT-09", "FLT-08", "AUD-05", "ANI-17")
async def test_what_an_anima_wants_at_night_waits_for_an_owners_yes_in_the_morning_on_another_platform(
    tmp_path: Path,
) -> None:
    house = house_of(tmp_path, OWNER)
    async with house.open() as fleet:
        await fleet.rhythm.look()
        await pass_time(house, hours=14)  # eleven at night
        at_night = asked(house)
    async with house.open():
        await pass_time(house, hours=9)
        in_the_morning = asked(house)
        before = told(house)
        await press(house, "yes", times=2)

    assert at_night == []
    assert "The shop is closed on Friday." in in_the_morning[0].text
    assert "20:00-07:00" in in_the_morning[0].texts[0]
    assert before == []
    assert told(house) == ["The shop is closed on Friday."]
    assert acts(house)[0] == "approval asked"
    assert acts(house).count("approved") == 1


@pytest.mark.ledger("FLT-09", "AUD-05")
async def test_a_no_and_other_words_do_nothing_and_whoever_is_an_owner_no_more_allows_nothing(tmp_path: Path) -> None:
    for label, approvers in (("no", (OWNER,)), ("yes", ())):
        house = house_of(tmp_path / label, OWNER)
        async with house.open() as fleet:
            await fleet.rhythm.look()
            await pass_time(house, hours=1)
            house.calls = fleet.calling.settings = CallSettings(
                channels=("slack", "telegram"), approvers=tuple(map(str, approvers))
            )
            await press(house, label)

        assert told(house) == []
        assert acts(house)[-1] == ("declined" if label == "no" else "press refused")


@pytest.mark.ledger("FLT-09")
async def test_where_nobody_is_an_owner_nobody_is_asked(tmp_path: Path) -> None:
    house = house_of(tmp_path)
    async with house.open() as fleet:
        await fleet.rhythm.look()
        await pass_time(house, hours=1)

    assert asked(house) == []
    assert told(house) == []
    assert acts(house) == ["approval impossible"]
