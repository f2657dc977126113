"""Remember to: a wish is kept at once, told back with a way to undo it, and comes once, at its time."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

import pytest

from adapters.models.scripted import ScriptedModel
from bots.anima.anima import AnimaTraits
from bots.errors import ModelFault
from bots.message import Kind
from bots.text.phrases import FLEET_WORDS, fleet_word
from memory.archive.requests import Reminder
from memory.vocabulary.address import Audience, Place
from tests.bots.house import House, until
from tests.bots.platform import Posted

pytestmark = pytest.mark.ledger("FOR-27")
WISH = "@alice remind me on Friday to call Mum"


def house_in(folder: Path, language: str = "en", **how: object) -> House:
    model = ScriptedModel(["I see."] * 20)
    return House(home=folder, models={"alice": model}, traits=AnimaTraits(language=language), **how)  # type: ignore[arg-type]


async def look(house: House) -> datetime | None:
    """The loop wakes up."""
    assert house.fleet is not None
    next_one = await house.fleet.reminding.look()
    await house.settled()
    return next_one


async def echo_of(house: House, room: Place, text: str = WISH) -> Posted:
    answer, echo = await house.ask("ada", room, text)
    assert answer.text == "I see."
    return echo


async def press(house: House, room: Place, post: Posted, word: str, person: str = "ada") -> None:
    value = next(one.value for one in post.choices if one.label == word)
    await house.world.press(person, room, post.id, value)
    await house.settled()


def kept(house: House) -> list[Reminder]:
    return house.animas["alice"].records.reminders.kept()


def reminders(house: House) -> list[str]:
    words = {fleet_word(language, "reminder", text="") for language in FLEET_WORDS}
    return [post.text for post in house.world.posts if any(word in post.text for word in words)]


async def test_a_wish_is_kept_at_once_and_told_back_with_weekday_date_time_and_zone(tmp_path: Path) -> None:
    house = house_in(tmp_path)
    room = house.world.add_room("talk", "ada")
    async with house.open():
        echo = await echo_of(house, room)

        after = kept(house)
    assert echo.text == (
        "I will remind you on **Friday 20 November 2026, 09:00 (UTC)** – call Mum\n\nIf that is not meant, say *drop*."
    )
    assert [(one.text, one.at) for one in after] == [("call Mum", datetime(2026, 11, 20, 9, tzinfo=UTC))]


@pytest.mark.parametrize(
    ("wish", "when"),
    [
        ("@alice 金曜に歯医者をリマインドして", "2026年11月20日(金) 09:00 (UTC)"),
        ("@alice cuma günü annemi aramayı hatırlat", "20 Kasım 2026 Cuma, 09:00 (UTC)"),
        ("@alice erinnere mich am Freitag daran, Mama anzurufen", "Freitag, 20. November 2026, 09:00 (UTC)"),
    ],
)
async def test_it_is_told_back_in_the_language_of_the_wish(tmp_path: Path, wish: str, when: str) -> None:
    house = house_in(tmp_path)
    room = house.world.add_room("talk", "ada")
    async with house.open():
        echo = await echo_of(house, room, wish)

    assert f"**{when}**" in echo.text


async def test_it_comes_once_at_its_time_in_the_same_place_to_the_person(tmp_path: Path) -> None:
    house = house_in(tmp_path)
    room = house.world.add_room("talk", "ada")
    async with house.open():
        await echo_of(house, room)
        house.clock.now = datetime(2026, 11, 20, 8, 59, 59, tzinfo=UTC)
        coming = await look(house)
        too_early = reminders(house)
        house.clock.pass_(seconds=1)
        assert await look(house) is None
        await look(house)

    (post,) = [post for post in house.world.posts if "Reminder:" in post.text]
    assert coming == datetime(2026, 11, 20, 9, tzinfo=UTC)
    assert too_early == []
    assert (post.text, post.place, post.reply_to) == ("@Ada Reminder: call Mum", room, house.world.said[0].id)
    assert [event.content for event in house.log("alice", "human_notify")][-1] == "Reminder: call Mum"


async def test_the_watch_wakes_up_by_itself_when_one_is_kept_that_is_due_soon(tmp_path: Path) -> None:
    house = house_in(tmp_path)
    room = house.world.add_room("talk", "ada")
    async with house.open():
        await echo_of(house, room, "@alice remind me in 1 minute to drink")
        house.clock.pass_(seconds=61)
        await house.ask("ada", room, "@alice remind me in 1 hour to eat")
        await until(lambda: bool(reminders(house)))

    assert reminders(house) == ["@Ada Reminder: drink"]


async def test_what_became_due_while_nobody_ran_comes_at_the_start_and_says_that_it_is_late(tmp_path: Path) -> None:
    house = house_in(tmp_path)
    room = house.world.add_room("talk", "ada")
    async with house.open():
        await echo_of(house, room)
    house.clock.pass_(days=7)
    async with house.open():
        await until(lambda: bool(reminders(house)))
        await look(house)

    assert reminders(house) == [
        "@Ada Reminder: call Mum (late: it was due Friday 20 November 2026, 09:00 (UTC), while I was offline)"
    ]


async def test_a_crash_between_handing_it_over_and_noting_that_does_not_remind_twice(tmp_path: Path) -> None:
    house = house_in(tmp_path)
    room = house.world.add_room("talk", "ada")
    async with house.open():
        await echo_of(house, room)
        file = house.home / "animas/alice/state/reminders.jsonl"
        before = file.read_bytes()
        house.clock.pass_(days=4, hours=1)
        await look(house)
    file.write_bytes(before)
    async with house.open():
        await look(house)

    assert len(reminders(house)) == 1


async def test_what_was_dropped_does_not_come_and_nobody_else_drops_it(tmp_path: Path) -> None:
    house = house_in(tmp_path)
    room = house.world.add_room("talk", "ada", "ben")
    async with house.open():
        dropped, other = await echo_of(house, room), await echo_of(house, room, f"{WISH} again")
        await press(house, room, dropped, "drop")
        await press(house, room, other, "drop", person="ben")
        house.clock.pass_(days=5)
        await look(house)

    assert dropped.text.endswith("*Ada chose: drop*")
    assert len(reminders(house)) == 1


MANAGED = {
    "en": (
        "remind me tomorrow at 9 about the bins",
        "what reminders do I have?",
        "move the bins reminder to 10",
        "cancel the reminder about the bins",
    ),
    "de": (
        "erinner mich morgen um 9 an den Müll",
        "welche Erinnerungen habe ich?",
        "verschieb die Müll-Erinnerung auf 10 Uhr",
        "lösch die Erinnerung an den Müll",
    ),
    "tr": (
        "yarın saat 9'da çöpü hatırlat",
        "hangi hatırlatmalarım var?",
        "çöp hatırlatmasını 10'a al",
        "çöp hatırlatmasını iptal et",
    ),
    "ja": (
        "明日の9時にゴミ出しをリマインドして",
        "リマインダー見せて",
        "ゴミ出しのリマインダーを10時に変更して",
        "ゴミ出しのリマインダーは取り消して",
    ),
}


@pytest.mark.parametrize("language", MANAGED)
async def test_reminders_are_listed_moved_and_taken_back_in_words(tmp_path: Path, language: str) -> None:
    house = house_in(tmp_path)
    talk = house.world.direct("ada")
    wish, listing, moving, cancelling = MANAGED[language]
    async with house.open():
        await house.ask("ada", talk, wish)
        (first,) = kept(house)
        listed = (await house.ask("ada", talk, listing))[-1].text
        await house.ask("ada", talk, moving)
        (moved,) = kept(house)
        await house.ask("ada", talk, cancelling)

        left = kept(house)
        facts = await house.animas["alice"].engine.facts.believed(Audience.parse("person:chat:W/ada"))
    assert first.at == datetime(2026, 11, 17, 9, tzinfo=UTC)
    assert first.text in listed
    assert moved.at == datetime(2026, 11, 17, 10, tzinfo=UTC)
    assert left == []
    assert list(facts) == []


@pytest.mark.parametrize(
    ("wish", "question"),
    [
        ("@alice remind me to call Mum", "I have not set a reminder. No day and no time were said."),
        ("@alice remind me when she joins", "I have not set a reminder: who is “she”?"),
        ("@alice remind me when the build is green to deploy", "I cannot detect “the build is green” here."),
    ],
)
async def test_what_is_unclear_or_cannot_be_noticed_is_asked_about_and_not_promised(
    tmp_path: Path, wish: str, question: str
) -> None:
    house = house_in(tmp_path)
    room = house.world.add_room("talk", "ada")
    async with house.open():
        _, asked = await house.ask("ada", room, wish)

    assert question in asked.text
    assert asked.choices == ()
    assert kept(house) == []


@pytest.mark.parametrize(
    ("wish", "comes", "told"),
    [
        ("@alice remind me when Ben joins to show him the plan", "ben", "when Ben joins here"),
        ("@alice @ben is new. Remind me when he joins to say hello", "ben", "when ben joins here"),
        ("@alice remind me when somebody joins to say hello", "cleo", "when somebody joins here"),
        ("@alice Ben katılınca bana hatırlat: merhaba de", "ben", "Ben buraya katıldığında"),
        ("@alice Benさんが参加したらリマインドして", "ben", "Benさんがここに参加したとき"),
    ],
)
async def test_when_somebody_joins_is_noticed_in_that_room(tmp_path: Path, wish: str, comes: str, told: str) -> None:
    house = house_in(tmp_path)
    room, other = house.world.add_room("talk", "ada"), house.world.add_room("kitchen", "ada")
    async with house.open():
        echo = await echo_of(house, room, wish)
        await house.world.say(comes, other, "", kind=Kind.JOIN)
        await house.world.say("dora", other, "", kind=Kind.JOIN)
        await house.settled()
        before = reminders(house)
        for _ in range(2):
            await house.world.say(comes, room, "", kind=Kind.JOIN)
        await house.settled()

    assert f"**{told}**" in echo.text
    assert before == []
    assert len(reminders(house)) == 1


async def test_where_nobody_tells_who_joins_it_is_not_promised(tmp_path: Path) -> None:
    house = house_in(tmp_path)
    alone = house.world.direct("ada")
    async with house.open():
        _, asked = await house.ask("ada", alone, "remind me when Ben joins")

    assert "I cannot detect “Ben joins” here." in asked.text


async def test_the_wish_is_told_back_also_when_the_model_fails(tmp_path: Path) -> None:
    model = ScriptedModel([[ModelFault("unreachable")]])
    house = House(home=tmp_path, models={"alice": model})
    room = house.world.add_room("talk", "ada")
    async with house.open():
        posts = await house.ask("ada", room, WISH)

    assert [len(post.choices) for post in posts] == [0, 1]


async def test_one_can_list_and_drop_ones_own(tmp_path: Path) -> None:
    house = house_in(tmp_path)
    room, alone = house.world.add_room("talk", "ada", "ben"), house.world.direct("ada")
    async with house.open():
        await echo_of(house, room)
        await echo_of(house, alone, "remind me tomorrow at 15:00 to buy a ring")
        (one,) = [one for one in kept(house) if one.text == "call Mum"]
        here = await house.command("ada", room, "reminders")
        bens = await house.command("ben", room, "reminders alice")
        bens_try = await house.command("ben", room, f"reminders --drop {one.id}")
        dropped = await house.command("ada", room, f"reminders --drop {one.id}")

        left = kept(house)
    assert f"- `{one.id}` alice: Fri 20 Nov 2026, 09:00 (UTC) – call Mum" in here.text
    assert "ring" not in here.text
    assert bens.text == "There is nothing here to remind you of."
    assert bens_try.text == f"There is no reminder {one.id} of yours here."
    assert dropped.text == "Dropped: Fri 20 Nov 2026, 09:00 (UTC) – call Mum"
    assert [one.text for one in left] == ["buy a ring"]
