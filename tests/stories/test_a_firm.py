"""A small firm: a supervisor hands work to two subordinates and tells the room what came of it."""

from __future__ import annotations

from pathlib import Path

import pytest

from bots.anima.anima import AnimaTraits
from tests.bots.acting import Acting, Deed
from tests.bots.house import House


@pytest.mark.ledger("FLT-06", "ANI-04")
async def test_two_subordinates_work_for_their_supervisor_and_the_room_hears_the_result(tmp_path: Path) -> None:
    count: Deed = ("delegate_task", {"to": "bob", "task": "count the seats"})
    price: Deed = ("delegate_task", {"to": "carol", "task": "find the price of a seat"})
    alice = Acting({"What do the seats cost": [count, price, "All in all: {}"]})
    bob, carol = Acting({"count the seats": ["40 seats."]}), Acting({"find the price": ["12 euros each."]})
    reports = {name: AnimaTraits(supervisor="alice") for name in ("bob", "carol")}
    models = {"alice": alice, "bob": bob, "carol": carol}
    house = House(home=tmp_path, models=models, traits_of=reports)
    room = house.world.add_room("talk", "ada")
    async with house.open():
        (answer,) = await house.ask("ada", room, "@alice What do the seats cost?")

    assert answer.text == "All in all: 40 seats. | 12 euros each."
    assert "You supervise: bob, carol" in str(alice.asked[0])
    assert "Your supervisor: alice" in str(bob.asked[0])
    assert len(house.world.posts) == 1
