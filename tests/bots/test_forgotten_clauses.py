"""What is forgotten goes by clause: its words stand nowhere any more, the other clause of the sentence stays."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import pytest

from adapters.models.offline import OfflineModel
from adapters.models.scripted import ScriptedModel
from bots.ports import ChatModel
from config import home_erasure
from config.home import Home
from memory.vocabulary.address import Audience, Person, Place
from tests.bots.house import House
from tests.bots.platform import PLATFORM, WORKSPACE

pytestmark = [pytest.mark.audit("U6"), pytest.mark.ledger("FOR-25", "AUD-06")]
ADA = str(Person(PLATFORM, WORKSPACE, "ada"))
AUDIENCE = Audience.parse(f"person:{ADA}")


@dataclass(frozen=True, slots=True, kw_only=True)
class Told:
    """A message of two things, the wish to forget one of them, a word of each, and questions for both."""

    text: str
    wish: str
    gone: str
    stays: str
    questions: Sequence[str]
    value: str
    """Of the fact that goes."""


EACH = {
    "en": Told(
        text="My dog is called Rex and I live in Ghent.",
        wish="forget that I live in Ghent",
        gone="Ghent",
        stays="Rex",
        questions=("What is my dog called?", "Where do I live?"),
        value="ghent",
    ),
    "en, the first clause": Told(
        text="I live in Ghent, and my dog is called Rex. I work at Acme.",
        wish="forget that I live in Ghent",
        gone="Ghent",
        stays="Rex",
        questions=("What is my dog called?", "Where do I live?"),
        value="ghent",
    ),
    "de": Told(
        text="Mein Hund heißt Rex. Ich wohne in Gent.",
        wish="forget about Gent",
        gone="Gent",
        stays="Rex",
        questions=("Wie heißt mein Hund?", "Wo wohne ich?"),
        value="gent",
    ),
    "ja": Told(
        text="私はゲントに住んでいて、犬の名前はレックスです。",
        wish="ゲントに住んでいることを忘れて",
        gone="ゲント",
        stays="レックス",
        questions=("犬の名前は何ですか?", "私はどこに住んでいますか?"),
        value="ゲント",
    ),
    "tr": Told(
        text="Köpeğimin adı Rex ve Gent'te yaşıyorum.",
        wish="Gent hakkında söylediklerimi unut",
        gone="Gent",
        stays="Rex",
        questions=("Köpeğimin adı ne?", "Nerede yaşıyorum?"),
        value="gent",
    ),
}
WAYS = ("wish", "me forget", "memory forget")


def house_of(folder: Path, model: ChatModel) -> House:
    return House(home=folder, models={"alice": model}, owners=frozenset({ADA}))


async def forget(house: House, talk: Place, told: Told, way: str) -> None:
    engine = house.animas["alice"].engine
    await engine.formed()
    if way == "wish":
        await house.ask("ada", talk, told.wish)
        await engine.formed()
        return
    facts = await engine.facts.believed(AUDIENCE)
    fact = next(one.id for one in facts if one.value == told.value)
    command = f"me forget {fact}" if way == "me forget" else f"memory forget alice {fact}"
    answer = await house.command("ada", talk, command)
    assert fact in answer.text or told.gone in answer.text


async def shown(house: House, talk: Place, told: Told) -> tuple[str, str]:
    """All that stands in a prompt, is found and is told, and what is found of the message itself."""
    engine, found, turns = house.animas["alice"].engine, list[str](), list[str]()
    for question in told.questions:
        found += [post.text for post in await house.ask("ada", talk, question)]
    for asked in (*told.questions, told.gone, told.stays):
        hits = await engine.search(asked, AUDIENCE, limit=50)
        turns += [one.text for one in hits if one.kind == "turn"]
        found += [one.text for one in hits]
        found.append((await house.command("ada", talk, f"memory search alice {asked}")).text)
    found.append((await house.command("ada", talk, "me")).text)
    model = house.models["alice"]
    if isinstance(model, ScriptedModel):
        found += [message.content for asked in model.asked[-len(told.questions) :] for message in asked.messages]
    return "\n".join(found), "\n".join(turns)


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("language", EACH)
async def test_the_clause_is_told_nowhere_and_the_other_one_is_found(tmp_path: Path, language: str, way: str) -> None:
    told = EACH[language]
    model = ScriptedModel([f"I see: {told.gone} and {told.stays}.", *["Well."] * 40])
    house = house_of(tmp_path, model)
    talk = house.world.direct("ada")
    async with house.open():
        await house.ask("ada", talk, told.text)
        await forget(house, talk, told, way)
        said, turns = await shown(house, talk, told)
    async with house.open():
        after, turns_after = await shown(house, talk, told)
        log = [event.content for event in house.log("alice", "message_received", "dm_received")]

    assert told.gone not in said
    assert told.gone not in after
    assert told.stays in turns
    assert told.stays in turns_after
    assert told.text in log


async def test_the_program_without_a_model_tells_it_in_no_answer(tmp_path: Path) -> None:
    told = EACH["en"]
    house = house_of(tmp_path, OfflineModel())
    talk = house.world.direct("ada")
    async with house.open():
        await house.ask("ada", talk, told.text)
        await forget(house, talk, told, "wish")
        said, turns = await shown(house, talk, told)
    async with house.open():
        after, turns_after = await shown(house, talk, told)

    assert told.gone not in said + after
    assert told.stays in turns
    assert told.stays in turns_after


async def test_what_was_left_of_it_goes_with_an_erasure(tmp_path: Path) -> None:
    """The words that stay stand in the note of what was forgotten."""
    told = EACH["en"]
    house = house_of(tmp_path, ScriptedModel(["Noted."] * 9))
    talk = house.world.direct("ada")
    async with house.open():
        await house.ask("ada", talk, told.text)
        await forget(house, talk, told, "wish")
        await house.command("ada", talk, "me forget everything yes")
    home_erasure.carry_out_erasure(Home(house.home))

    kept = [path.name for path in house.home.rglob("*") if path.is_file() and told.stays.encode() in path.read_bytes()]
    assert not kept
