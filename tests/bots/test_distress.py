"""Somebody in distress is answered first, with care and with where help is; and nothing of it goes anywhere else."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from adapters.models.offline import OfflineModel
from adapters.models.scripted import ScriptedModel
from bots.errors import Refused
from bots.people.help_lines import HelpCountry, HelpLine, HelpLines
from memory.archive.contacts import SETTING_ZONE
from memory.vocabulary.address import Audience, Person, Place
from memory.vocabulary.cue import Cue
from tests.bots.house import House

SAID = {
    "en": "I want to kill myself",
    "de": "Ich will nicht mehr leben, ich bring mich um",
    "tr": "Artık yaşamak istemiyorum, kendimi öldüreceğim",
    "ja": "もう死にたい。生きていたくない",
}
WORDS = {"en": "kill myself", "de": "bring mich um", "tr": "kendimi öldüreceğim", "ja": "生きていたくない"}
HEARD = {
    "en": "You do not have to carry it alone",
    "de": "du musst damit nicht allein bleiben",
    "tr": "yalnız kalmak zorunda değilsin",
    "ja": "ひとりで抱えなくて大丈夫",
}
OF_LANGUAGE = {"en": "988", "de": "0800 111 0 111", "tr": "112", "ja": "0120-279-338"}
EACH = tuple(SAID)
DIRECTORY = "findahelpline.com"


def house(tmp_path: Path, **more: object) -> House:
    return House(home=tmp_path, models={"alice": ScriptedModel(["Yes."])}, **more)  # type: ignore[arg-type]


def is_care(text: str, language: str) -> bool:
    return HEARD[language].casefold() in text.casefold() and DIRECTORY in text and OF_LANGUAGE[language] in text


async def told(place: House, person: str, where: Place, text: str) -> str:
    """All that is said to it, which is cut into posts."""
    return "".join(post.text for post in await place.ask(person, where, text))


def kept(home: Path) -> Iterator[Path]:
    """The files of a home that keep more than the truth: all but the logs, and what is on its way."""
    for file in home.rglob("*"):
        if file.is_file() and "activity_log" not in file.parts and not file.name.startswith("delivery"):
            yield file


@pytest.mark.ledger("ANI-10")
@pytest.mark.parametrize("language", EACH)
async def test_in_a_direct_talk_care_and_where_help_is_come_from_the_program_itself(
    tmp_path: Path, language: str
) -> None:
    place = house(tmp_path)
    async with place.open():
        text = await told(place, "ada", place.world.direct("ada"), SAID[language])

    assert is_care(text, language)
    assert SAID[language] not in text
    assert place.models["alice"].asked == []  # type: ignore[attr-defined]


@pytest.mark.ledger("ANI-10")
@pytest.mark.parametrize("language", EACH)
async def test_the_offline_model_has_no_part_in_it_either(tmp_path: Path, language: str) -> None:
    place = House(home=tmp_path, models={"alice": OfflineModel()})
    async with place.open():
        text = await told(place, "ada", place.world.direct("ada"), SAID[language])

    assert is_care(text, language)


@pytest.mark.ledger("ANI-10")
@pytest.mark.parametrize("language", EACH)
async def test_in_a_room_it_is_heard_by_whomever_and_the_rest_is_said_in_private(tmp_path: Path, language: str) -> None:
    place = house(tmp_path)
    room = place.world.add_room("talk", "ada", "bob")
    async with place.open():
        posts = await place.ask("ada", room, SAID[language])

    private = "".join(post.text for post in posts if post.place == place.world.direct("ada"))
    (public,) = [post.text for post in posts if post.place.room == room]
    assert is_care(private, language)
    assert "\n" not in public
    assert DIRECTORY in public
    assert WORDS[language] not in public


@pytest.mark.ledger("ANI-10")
async def test_where_nobody_can_be_written_to_in_private_all_of_it_stands_in_the_room(tmp_path: Path) -> None:
    place = house(tmp_path)
    room = place.world.add_room("talk", "ada", "bob")
    place.adapter.direct = closed  # type: ignore[method-assign]
    async with place.open():
        posts = await place.ask("ada", room, SAID["en"])

    assert {post.place.room for post in posts} == {room}
    assert is_care("".join(post.text for post in posts), "en")


async def closed(person: Person) -> Place:
    raise Refused("direct messages are closed")


@pytest.mark.ledger("FLT-10", "ANI-10")
@pytest.mark.parametrize("language", EACH)
async def test_a_guest_is_answered_before_guests_are_refused(tmp_path: Path, language: str) -> None:
    place = house(tmp_path, guests="refuse")
    place.world.guests.add("eve")
    async with place.open():
        text = await told(place, "eve", place.world.direct("eve"), SAID[language])

    assert is_care(text, language)
    assert "admins" not in text


@pytest.mark.ledger("ANI-10")
@pytest.mark.parametrize("language", EACH)
async def test_in_quiet_hours_and_after_stop_it_is_answered_as_ever(tmp_path: Path, language: str) -> None:
    place = house(tmp_path)
    talk = place.world.direct("ada")
    async with place.open() as fleet:
        await place.command("ada", talk, "me quiet 00:00-23:59")
        await place.command("ada", talk, "stop")
        await fleet.stop_turns()
        text = await told(place, "ada", talk, SAID[language])

    assert is_care(text, language)


@pytest.mark.ledger("ANI-10")
@pytest.mark.parametrize("language", EACH)
async def test_what_was_said_so_is_in_no_store_but_the_log_and_comes_to_nobodys_mind(
    tmp_path: Path, language: str
) -> None:
    place = house(tmp_path)
    talk = place.world.direct("ada")
    async with place.open():
        await place.ask("ada", talk, SAID[language])
        await place.animas["alice"].engine.formed()
        await place.ask("ada", talk, "What did I tell you before?")
        ada = place.world.said[0].author
        cue = Cue(text=SAID[language], audience=Audience.person(ada), now=place.clock(), sender=ada)
        found = await place.animas["alice"].engine.recalled(cue)

    (event,) = place.log("alice", "message_received")[:1]
    model = place.models["alice"]
    assert event.content == SAID[language]
    assert event.is_confided
    assert [item for item in found if WORDS[language] in item.text] == []
    assert [file for file in kept(tmp_path) if WORDS[language].encode() in file.read_bytes()] == []
    assert [message for asked in model.asked for message in asked.messages if WORDS[language] in message.content] == []  # type: ignore[attr-defined]


@pytest.mark.ledger("ANI-10")
async def test_who_is_worried_about_another_is_told_what_to_do_and_who_helps(tmp_path: Path) -> None:
    place = house(tmp_path)
    async with place.open():
        text = await told(place, "ada", place.world.direct("ada"), "my brother says he wants to kill himself")

    assert "do not leave them alone" in text
    assert DIRECTORY in text
    assert "988" in text


@pytest.mark.ledger("ANI-10")
async def test_who_only_uses_such_words_is_answered_as_ever(tmp_path: Path) -> None:
    place = house(tmp_path)
    async with place.open():
        text = await told(place, "ada", place.world.direct("ada"), "this bug is killing me, I'm dying of laughter")

    assert text == "Yes."


@pytest.mark.ledger("ANI-10")
async def test_who_goes_on_is_answered_anew_and_more_briefly(tmp_path: Path) -> None:
    place = house(tmp_path)
    talk = place.world.direct("ada")
    async with place.open():
        first = await told(place, "ada", talk, SAID["en"])
        second = await told(place, "ada", talk, "i don't want to live anymore")

    assert "still here" in second
    assert DIRECTORY in second
    assert len(second) < len(first)


@pytest.mark.ledger("ANI-10")
async def test_a_told_time_zone_says_which_countrys_lines_are_meant(tmp_path: Path) -> None:
    place = house(tmp_path)
    talk = place.world.direct("ada")
    async with place.open():
        place.contacts.hear("chat:W/ada", "Ada", place.clock())
        place.contacts.settle("chat:W/ada", SETTING_ZONE, "Europe/Vienna", place.clock())
        text = await told(place, "ada", talk, SAID["de"])

    assert "**142**" in text
    assert "**112**" in text
    assert "0800 111 0 111" not in text


@pytest.mark.ledger("OPS-01")
def test_an_owners_countries_go_before_those_of_the_table() -> None:
    own = HelpCountry(code="NL", name="Nederland", emergency="112", lines=(HelpLine(service="113", number="113"),))

    assert HelpLines({"NL": own}, home="NL").country("") == own
    assert HelpLines({"NL": own}, home="NL").country("Europe/Berlin") != own
    assert HelpLines().country("") is None


@pytest.mark.ledger("OPS-01")
def test_every_line_names_its_public_source_and_the_day_on_which_it_said_so() -> None:
    lines = [line for country in HelpLines().countries.values() for line in country.lines]

    assert [line for line in lines if not line.source.startswith("https://") or len(line.date) != 10] == []
    assert {country.code for country in HelpLines().countries.values()} >= {
        "US",
        "CA",
        "GB",
        "IE",
        "DE",
        "AT",
        "CH",
        "JP",
        "TR",
    }


@pytest.mark.ledger("ANI-10")
async def test_a_model_is_told_later_that_there_was_something_in_that_talk_and_in_no_other(tmp_path: Path) -> None:
    place = house(tmp_path)
    talk, room = place.world.direct("ada"), place.world.add_room("talk", "ada", "bob")
    async with place.open():
        await place.ask("ada", talk, SAID["en"])
        await place.ask("ada", talk, "thanks, i called them")
        await place.ask("bob", room, "alice, what time is it?")

    asked = ["\n".join(message.content for message in each.messages) for each in place.models["alice"].asked]  # type: ignore[attr-defined]
    assert ["where help is" in each for each in asked] == [True, False]


@pytest.mark.ledger("ANI-10")
async def test_what_was_heard_of_a_feeling_stands_in_the_prompt(tmp_path: Path) -> None:
    place = house(tmp_path)
    async with place.open():
        await place.ask("ada", place.world.direct("ada"), "my cat died yesterday")

    (asked,) = place.models["alice"].asked  # type: ignore[attr-defined]
    assert "tells of a loss" in "\n".join(message.content for message in asked.messages)
