"""What people wish is done, in each language, by the running product: forgotten is what is meant and nothing else, a
correction says what it changed, what is called wrong is not said again."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import pytest

from adapters.models.offline import OfflineModel
from adapters.models.scripted import ScriptedModel
from memory.vocabulary.address import Audience
from tests.bots.house import House

pytestmark = pytest.mark.ledger("ANI-10", "STR-03")
AUDIENCE = Audience.parse("person:chat:W/ada")


@dataclass(frozen=True, slots=True, kw_only=True)
class Talk:
    """Two things told in one sentence with the wish to forget one, and a slip with its correction; a wrong answer."""

    told: str
    wish: str
    gone: str
    stays: str
    slip: str
    correction: str
    changed: str
    known: str
    question: str
    complaint: str


TALKS = {
    "en": Talk(
        told="I owe Pit 20 euros and my dentist is Doctor Kuhn.",
        wish="forget that I owe Pit 20 euros",
        gone="Pit",
        stays="Kuhn",
        slip="My train leaves at 7:40.",
        correction="sorry, 8:40",
        changed="7:40 → 8:40",
        known="The spare key is at Mrs Wolf's house.",
        question="Where is the spare key?",
        complaint="that's wrong",
    ),
    "de": Talk(
        told="Ich schulde Pit 20 Euro und mein Zahnarzt heißt Doktor Kühn.",
        wish="vergiss, dass ich Pit 20 Euro schulde",
        gone="Pit",
        stays="Kühn",
        slip="Mein Zug geht um 7:40.",
        correction="sorry, 8:40",
        changed="7:40 → 8:40",
        known="Der Ersatzschlüssel liegt bei Frau Wolf.",
        question="Wo liegt der Ersatzschlüssel?",
        complaint="das stimmt nicht",
    ),
    "tr": Talk(
        told="Pit'e 20 avro borcum var ve dişçimin adı Kemal.",
        wish="Pit'e 20 avro borcum olduğunu unut",
        gone="Pit",
        stays="Kemal",
        slip="Trenim 7:40'ta kalkıyor.",
        correction="pardon, 8:40",
        changed="7:40 → 8:40",
        known="Yedek anahtar Ayşe teyzede.",
        question="Yedek anahtar nerede?",
        complaint="bu yanlış",
    ),
    "ja": Talk(
        told="ピットに20ユーロ借りてる。歯医者は久保先生。",
        wish="ピットに20ユーロ借りてることは忘れて",
        gone="ピット",
        stays="久保",
        slip="電車は7時40分発。",
        correction="ごめん、8時40分だ",
        changed="7時40分 → 8時40分",
        known="合鍵は木村さんの家。",
        question="合鍵はどこ?",
        complaint="それ違うよ",
    ),
}


def house_in(folder: Path) -> House:
    return House(home=folder, models={"alice": OfflineModel()})


@pytest.mark.parametrize("language", TALKS)
async def test_what_is_meant_is_forgotten_and_nothing_else(tmp_path: Path, language: str) -> None:
    talk, house = TALKS[language], house_in(tmp_path)
    place = house.world.direct("ada")
    async with house.open():
        await house.ask("ada", place, talk.told)
        (answer,) = await house.ask("ada", place, talk.wish)
        engine = house.animas["alice"].engine
        found = [one.text for one in await engine.search(f"{talk.gone} {talk.stays}", AUDIENCE, limit=20)]
        facts = [one.text for one in await engine.facts.believed(AUDIENCE)]

    assert talk.gone not in answer.text
    assert not any(talk.gone in text for text in (*found, *facts))
    assert any(talk.stays in text for text in found)


@pytest.mark.parametrize("language", TALKS)
async def test_a_correction_says_what_it_changed_and_the_slip_is_told_no_more(tmp_path: Path, language: str) -> None:
    talk, house = TALKS[language], house_in(tmp_path)
    place = house.world.direct("ada")
    old, new = talk.changed.split(" → ")
    async with house.open():
        await house.ask("ada", place, talk.slip)
        (answer,) = await house.ask("ada", place, talk.correction)
        found = [one.text for one in await house.animas["alice"].engine.search(talk.slip, AUDIENCE, limit=20)]

    assert talk.changed in answer.text
    assert any(new in text for text in found)
    assert not any(old in text for text in found)


async def test_a_correction_of_nothing_is_asked_about_and_changes_nothing(tmp_path: Path) -> None:
    house = house_in(tmp_path)
    place = house.world.direct("ada")
    async with house.open():
        await house.ask("ada", place, "My cat is called Miso.")
        (answer,) = await house.ask("ada", place, "sorry, 8:40")
        found = [one.text for one in await house.animas["alice"].engine.search("my cat", AUDIENCE, limit=5)]

    assert "changed nothing" in answer.text
    assert any("Miso" in text for text in found)


@pytest.mark.parametrize("language", TALKS)
async def test_what_is_called_wrong_is_not_said_again_and_is_weaker_for_it(tmp_path: Path, language: str) -> None:
    talk, house = TALKS[language], house_in(tmp_path)
    place = house.world.direct("ada")
    async with house.open():
        await house.ask("ada", place, talk.known)
        (first,) = await house.ask("ada", place, talk.question)
        await house.ask("ada", place, talk.complaint)
        (second,) = await house.ask("ada", place, talk.question)

    assert talk.known in first.text
    assert talk.known not in second.text


async def test_where_several_things_may_be_meant_it_is_asked_which_and_the_answer_is_carried_out(
    tmp_path: Path,
) -> None:
    house = house_in(tmp_path)
    place = house.world.direct("ada")
    async with house.open():
        await house.ask("ada", place, "My sister's flat in Leeds is damp.")
        await house.ask("ada", place, "My brother's flat in York is sunny.")
        (which,) = await house.ask("ada", place, "forget what I said about the flat in Paris")
        await house.ask("ada", place, "the one in York")
        found = [one.text for one in await house.animas["alice"].engine.search("the flat", AUDIENCE, limit=9)]

    assert "Leeds" in which.text
    assert "York" in which.text
    assert any("Leeds" in text for text in found)
    assert not any("sunny" in text for text in found)


async def test_a_model_is_told_what_memory_did_and_gets_no_forgotten_word(tmp_path: Path) -> None:
    model = ScriptedModel(["I see.", "Gone."])
    house = House(home=tmp_path, models={"alice": model})
    place = house.world.direct("ada")
    talk = TALKS["de"]
    async with house.open():
        await house.ask("ada", place, talk.told)
        await house.ask("ada", place, talk.wish)
        prompt = "\n".join(message.content for message in model.asked[-1].messages)

    assert "let go of what they asked you to forget" in prompt
    assert talk.told not in prompt
