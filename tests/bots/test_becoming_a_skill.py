"""A procedure that has proved itself becomes a skill when an owner says so, and not before."""

from __future__ import annotations

from pathlib import Path

import pytest

from adapters.models.scripted import ScriptedModel
from memory.archive import documents
from memory.vocabulary.address import Audience
from tests.bots.house import House

TEXT = "# Release\n\n1. tag the commit\n2. push the tag\n"


def house_with(folder: Path, audience_of: str, *, owners: frozenset[str], worked: int = 6) -> House:
    house = House(home=folder, models={"alice": ScriptedModel(["Good morning."] * 4)}, owners=owners)
    talk = house.world.direct("ada")
    path = documents.on_shelf("procedures/release.md", Audience.parse(audience_of))
    file = folder / "animas" / "alice" / path
    file.parent.mkdir(parents=True)
    head = {"description": "Releasing", "success_count": worked, "failure_count": 0, "version": 1}
    file.write_text(documents.render_frontmatter(head, TEXT), encoding="utf-8")
    assert talk is not None
    return house


def skills(folder: Path) -> list[str]:
    root = folder / "animas" / "alice" / "skills"
    return [file.read_text(encoding="utf-8") for file in sorted(root.glob("*.md"))]


@pytest.mark.ledger("PRO-08", "PRO-07")
@pytest.mark.parametrize("label", ["make it a skill", "leave"])
async def test_an_owner_is_asked_once_and_decides_by_one_tap(tmp_path: Path, label: str) -> None:
    house = house_with(tmp_path, "person:chat:W/ada", owners=frozenset({"chat:W/ada"}))
    house.adapter.buttons = True
    talk = house.world.direct("ada")
    async with house.open():
        answer, question = await house.ask("ada", talk, "good morning")
        choice = next(one.value for one in question.choices if one.label == label)
        await house.world.press("ada", talk, question.id, choice)
        await house.settled()
        again = await house.ask("ada", talk, "good morning again")

    assert answer.text == "Good morning."
    assert "has worked in 6 of 6 tries" in question.text
    assert [one for one in again if one.choices] == []
    assert len(skills(tmp_path)) == (label == "make it a skill")
    if skills(tmp_path):
        head, body = documents.split_frontmatter(skills(tmp_path)[0])
        fields = documents.parse_frontmatter(head or "")
        assert (fields["description"], fields["audience"], body) == ("Releasing", "person:chat:W/ada", TEXT)


@pytest.mark.ledger("PRO-07")
@pytest.mark.parametrize(("owner", "worked"), [("chat:W/ben", 6), ("chat:W/ada", 3)])
async def test_nobody_else_is_asked_and_nothing_that_has_not_proved_itself(
    tmp_path: Path, owner: str, worked: int
) -> None:
    house = house_with(tmp_path, "person:chat:W/ada", owners=frozenset({owner}), worked=worked)
    house.adapter.buttons = True
    talk = house.world.direct("ada")
    async with house.open():
        posts = await house.ask("ada", talk, "good morning")

    assert [one for one in posts if one.choices] == []
