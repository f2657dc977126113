"""Acts that touch the whole fleet have a limit for each person, and the greatest of them are for owners."""

from __future__ import annotations

from pathlib import Path

import pytest

from bots.commands.catalogue import COMMANDS
from bots.commands.command import FLEET_WIDE
from bots.people.trust_policy import Role
from tests.bots.house import House
from tests.bots.test_who_answers import Parrot

pytestmark = [pytest.mark.audit("A1"), pytest.mark.ledger("AUD-07", "FLT-10")]
FORGET = "me forget everything yes"


@pytest.mark.parametrize("is_guest", [True, False])
async def test_a_person_may_ask_for_acts_on_the_whole_fleet_so_often_and_others_are_not_held_up(
    tmp_path: Path, is_guest: bool
) -> None:
    house = House(home=tmp_path, models={"alice": Parrot()})
    house.world.guests |= {"eve"} if is_guest else set()
    eve, ada = house.world.direct("eve"), house.world.direct("ada")
    async with house.open():
        answers = [(await house.command("eve", eve, FORGET)).text for _ in range(FLEET_WIDE.times + 2)]
        facts = [(await house.command("eve", eve, "me forget fact:none")).text for _ in range(FLEET_WIDE.times + 2)]
        other = (await house.command("ada", ada, FORGET)).text
    async with house.open():  # a restart forgets nothing of it
        after = (await house.command("eve", eve, FORGET)).text
        house.clock.pass_(hours=1)
        later = (await house.command("eve", eve, FORGET)).text

    refused = [answer for answer in answers if "are enough" in answer]
    assert len(refused) == 2
    assert answers[: FLEET_WIDE.times] == [answer for answer in answers if answer not in refused]
    assert "Try again in" in refused[0]
    assert "are enough" in after
    assert not any("are enough" in answer for answer in [*facts, other, later])


@pytest.mark.unit
def test_imports_backups_rebuilds_and_what_leaves_the_house_are_for_owners() -> None:
    words = {"import", "backup", "rebuild", "export", "undo", "versions", "erase"}
    great = [command for command in COMMANDS if words & set(command.path) and command.path[0] != "me"]

    assert {command.path[-1] for command in great} >= {"import", "backup", "rebuild", "export"}
    assert {command.name: command.role for command in great if command.role is not Role.OWNER} == {}


@pytest.mark.unit
def test_what_has_a_limit_is_recorded_for_there_it_is_counted() -> None:
    limited = [command for command in COMMANDS if command.limit is not None]

    assert {"me forget", "erase", "backup", "import", "dream", "memory rebuild"} <= {one.name for one in limited}
    assert all(command.is_recorded for command in limited)
