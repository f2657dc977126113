"""What is known of a person is theirs: to see where it may be read, to correct, to share, to take with them."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from adapters.models.scripted import ScriptedModel
from bots.message import Kind
from memory.archive.contacts import SETTING_QUIET, SETTING_ZONE, Contacts
from memory.vocabulary.address import Audience, Person, Place
from tests.bots.house import House
from tests.bots.platform import PLATFORM, WORKSPACE

ADA, BEN = (str(Person(PLATFORM, WORKSPACE, name)) for name in ("ada", "ben"))
SECRET = "My salary is 48213 crowns."


def house_in(folder: Path) -> House:
    return House(home=folder, models={"alice": ScriptedModel(["I see."] * 30)})


async def told(house: House, place: Place, text: str, person: str = "ada") -> str:
    """Ada says it; the fact that was understood."""
    await house.ask(person, place, text)
    engine = house.animas["alice"].engine
    await engine.formed()
    found = await engine.facts.believed(Audience.parse(f"person:{PLATFORM}:{WORKSPACE}/{person}"))
    return found[0].id


async def read_by(house: House, audience: str) -> str:
    found = await house.animas["alice"].engine.search("What does Ada earn?", Audience.parse(audience))
    return "\n".join(one.text for one in found)


@pytest.mark.ledger("FLT-07", "AUD-02")
async def test_a_room_sees_of_a_person_only_what_the_room_may_read(tmp_path: Path) -> None:
    house = house_in(tmp_path)
    room, direct = house.world.add_room("talk", "ada", "ben"), house.world.direct("ada")
    async with house.open():
        await told(house, direct, SECRET)
        await told(house, room, "@alice I live in Porto.")
        in_room = (await house.command("ada", room, "me")).text
        alone = (await house.command("ada", direct, "me")).text
        ben = (await house.command("ben", house.world.direct("ben"), "me")).text

    assert "48213" in alone
    assert "Porto" in alone
    assert "Porto" in in_room
    assert "48213" not in in_room
    assert "Accounts" not in in_room
    assert "48213" not in ben
    assert "Porto" not in ben


@pytest.mark.ledger("AUD-03")
async def test_a_private_memory_is_shared_by_its_persons_own_act_recorded_and_taken_back(tmp_path: Path) -> None:
    house = house_in(tmp_path)
    room, direct = house.world.add_room("talk", "ada", "ben"), house.world.direct("ada")
    group = f"group:{room}"
    async with house.open():
        fact = await told(house, direct, SECRET)
        before = await read_by(house, group)
        others = await house.command("ben", house.world.direct("ben"), f"me share {fact} with everyone")
        shared = await house.command("ada", direct, f"me share {fact} with {room}")
        within = await read_by(house, group)
        stranger = await read_by(house, f"person:{BEN}")
        await house.command("ada", direct, f"me unshare {fact}")
        after = await read_by(house, group)
        assert house.fleet is not None
        acts = [(one.who, one.act, one.what) for one in house.fleet.audit.newest()]

    assert "48213" in within
    assert not any("48213" in text for text in (before, stranger, after))
    assert "I know no such thing of you" in others.text
    assert "may read now" in shared.text
    assert (ADA, "command me share", f"{fact} with {room}") in acts
    assert Contacts(tmp_path / "shared").shared_by(ADA) == []


@pytest.mark.ledger("AUD-03", "FLT-07")
async def test_what_is_forgotten_or_corrected_is_so_where_it_was_shared_too(tmp_path: Path) -> None:
    house = house_in(tmp_path)
    room, direct = house.world.add_room("talk", "ada", "ben"), house.world.direct("ada")
    async with house.open():
        fact = await told(house, direct, SECRET)
        await house.command("ada", direct, f"me share {fact} with {room}")
        said = await house.command("ada", direct, f"me correct {fact} Ada earns 50000 crowns a month.")
        shown = (await house.command("ada", direct, "me")).text
        shared = await read_by(house, f"group:{room}")

    assert "50000" in said.text
    assert "50000" in shown
    assert "48213" not in shown
    assert "48213" not in shared


@pytest.mark.ledger("AUD-03")
async def test_what_was_shared_goes_with_the_message_that_it_was_understood_from(tmp_path: Path) -> None:
    house = house_in(tmp_path)
    room, direct = house.world.add_room("talk", "ada", "ben"), house.world.direct("ada")
    async with house.open():
        fact = await told(house, direct, SECRET)
        message = house.world.said[-1].id
        await house.command("ada", direct, f"me share {fact} with {room}")
        await house.world.say("ada", direct, "", kind=Kind.DELETE, target=message)
        await house.settled()
        await house.animas["alice"].engine.formed()
        shared = await read_by(house, f"group:{room}")

    assert "48213" not in shared


@pytest.mark.ledger("FLT-07")
async def test_a_person_takes_along_what_is_known_of_them_as_a_file_in_a_direct_talk_only(tmp_path: Path) -> None:
    house = house_in(tmp_path)
    room, direct = house.world.add_room("talk", "ada", "ben"), house.world.direct("ada")
    async with house.open():
        fact = await told(house, direct, SECRET)
        refused = await house.command("ada", room, "me export")
        await house.command("ada", direct, "me export")
        sent = [file for post in house.world.seen(direct) for file in post.files]
        await house.command("ada", direct, f"me forget {fact}")
        after = (await house.command("ada", direct, "me")).text

    whole = json.loads(sent[0].content)
    assert "Ask me in a direct talk" in refused.text
    assert [file.name for file in sent] == ["me.json", "me.md"]
    assert [one["id"] for one in whole["facts"]] == [fact]
    assert "48213" in sent[1].content.decode()
    assert "48213" not in after


@pytest.mark.ledger("PRI-02", "FLT-07")
async def test_what_a_person_wants_to_be_called_stands_in_their_profile_and_before_the_model(tmp_path: Path) -> None:
    house = house_in(tmp_path)
    direct = house.world.direct("ada")
    async with house.open():
        await house.command("ada", direct, "me name Captain # Ada")
        await house.ask("ada", direct, "Good morning")
        model = house.models["alice"]
        assert isinstance(model, ScriptedModel)
        prompt = "\n".join(message.content for message in model.asked[-1].messages)

    assert "Wants to be called Captain" in prompt
    assert (tmp_path / "shared" / "users" / "chat.W.ada" / "index.md").exists()


@pytest.mark.ledger("FLT-08")
async def test_quiet_hours_are_the_persons_own_and_kept(tmp_path: Path) -> None:
    house = house_in(tmp_path)
    direct = house.world.direct("ada")
    async with house.open():
        wrong = await house.command("ada", direct, "me quiet 25:00-08:00")
        nowhere = await house.command("ada", direct, "me quiet 22:00-08:00 Mars/Base")
        set_ = await house.command("ada", direct, "me quiet 22:00-08:00 Europe/Berlin")

    kept = Contacts(tmp_path / "shared")
    assert "neither off nor hours" in wrong.text
    assert "no zone" in nowhere.text
    assert "22:00-08:00 (Europe/Berlin)" in set_.text
    assert (kept.settled(ADA, SETTING_QUIET), kept.settled(ADA, SETTING_ZONE)) == ("22:00-08:00", "Europe/Berlin")
