"""A question to one person: asked once, taken from that person only, shown as settled, alive after a crash."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

import pytest

from adapters.models.scripted import ScriptedModel
from bots.anima.anima import AnimaTraits
from memory.archive.files import Files
from memory.archive.json_lines import Quarantine, Storage
from memory.archive.memory_log import MemoryLog
from memory.fact_keeping import FactDoubt
from memory.vocabulary.address import Audience, Person, Place
from memory.vocabulary.errors import StorageFault
from memory.vocabulary.fact import ASKED, FORMED, SETTLED, Fact, FactChange
from tests.bots.house import House, until
from tests.bots.platform import PLATFORM, WORKSPACE, Posted

pytestmark = pytest.mark.ledger("FOR-26")

ADA, BEN = (str(Person(PLATFORM, WORKSPACE, name)) for name in ("ada", "ben"))


def house_in(folder: Path, language: str = "en", *, buttons: bool = True) -> House:
    model = ScriptedModel(["Good morning."] * 20)
    house = House(home=folder, models={"alice": model}, traits=AnimaTraits(language=language))
    house.adapter.buttons = buttons
    return house


def memory_log(house: House) -> MemoryLog:
    folder = house.home / "animas" / "alice" / "memory_log"
    return MemoryLog(folder, Storage(quarantine=Quarantine(files=Files(house.home / "quarantine"))))


def contradict(house: House, audience: Audience, number: int = 1) -> str:
    """Ada said that she lives in Porto, Ben that she lives in Rome, and memory wants to know; the question's key."""

    def fact(id: str, text: str, person: str, speaker: str, at: datetime) -> Fact:
        return Fact(
            id=f"fact:{id}{number}",
            text=text,
            category="fact",
            recorded_at=at,
            valid_from=at,
            person=person,
            speaker=speaker,
            audience=str(audience),
        )

    known = fact("a", "Ada lives in Porto.", ADA, "Ada", datetime(2026, 4, 1, 12, tzinfo=UTC))
    other = fact("b", "Ada lives in Rome.", BEN, "Ben", datetime(2026, 5, 3, 12, tzinfo=UTC))
    key = f"asked/{known.id}/{other.id}"
    formed = [
        FactChange(ts=one.recorded_at, key=f"formed/{one.id}", type=FORMED, fact=one, ids=(one.id,))
        for one in (known, other)
    ]
    asked = FactChange(ts=other.recorded_at, key=key, type=ASKED, ids=(known.id, other.id), person=ADA)
    memory_log(house).append([*formed, asked])
    return key


def settled(house: House) -> list[tuple[str, str]]:
    """(choice, person) of each answer in the memory log."""
    log = memory_log(house)
    notes = [note for month in log.months() for note in log.read(month)]
    return [(note.how, note.person) for note in notes if isinstance(note, FactChange) and note.type == SETTLED]


def question_in(posts: list[Posted]) -> Posted:
    (found,) = [post for post in posts if post.choices]
    return found


def value(post: Posted, word: str) -> str:
    return next(one.value for one in post.choices if one.label == word)


async def asked(house: House, room: Place, text: str = "@alice good morning") -> list[Posted]:
    return [post for post in await house.ask("ada", room, text) if post.choices]


async def test_what_two_people_say_differently_is_asked_after_an_answer_with_both_sources(tmp_path: Path) -> None:
    house = house_in(tmp_path)
    room = house.world.add_room("talk", "ada", "ben")
    contradict(house, Audience.group(room))
    async with house.open():
        answer, question = await house.ask("ada", room, "@alice good morning")

    assert answer.text == "Good morning."
    assert question.text == (
        "I was told two things about you that contradict each other.\n\n"
        "1. you said on 1 April: “Ada lives in Porto.”\n"
        "2. Ben said on 3 May: “Ada lives in Rome.”\n\n"
        "Which is right? *keep* the first, *replace* it with the second, or are *both* true?"
    )
    assert [one.label for one in question.choices] == ["keep", "replace", "both"]
    assert all(len(one.value.encode()) <= 64 for one in question.choices)


@pytest.mark.parametrize(
    ("said", "day", "words"),
    [
        ("@alice おはようございます、今日もよろしく", "5月3日、Ben", ["そのまま", "置き換え", "両方"]),
        ("@alice günaydın, bugün nasılsın?", "Ben, 3 Mayıs", ["kalsın", "değiştir", "ikisi de"]),
    ],
)
async def test_the_question_is_asked_in_the_language_of_who_is_answered(
    tmp_path: Path, said: str, day: str, words: list[str]
) -> None:
    house = house_in(tmp_path)
    room = house.world.add_room("talk", "ada", "ben")
    contradict(house, Audience.group(room))
    async with house.open():
        (question,) = await asked(house, room, said)

    assert day in question.text
    assert [one.label for one in question.choices] == words


@pytest.mark.parametrize("choice", ["keep", "replace", "both"])
async def test_a_tap_settles_it_and_the_post_shows_what_was_chosen(tmp_path: Path, choice: str) -> None:
    house = house_in(tmp_path)
    room = house.world.add_room("talk", "ada", "ben")
    contradict(house, Audience.group(room))
    async with house.open():
        (question,) = await asked(house, room)
        await house.world.press("ada", room, question.id, value(question, choice))
        await house.settled()

    assert settled(house) == [(choice, ADA)]
    assert question.text.endswith(f"*Ada chose: {choice}*")
    assert question.choices == ()
    (reaction,) = house.log("alice", "reaction_added")
    assert (reaction.content, reaction.sender, reaction.meta["message_id"]) == (choice, ADA, question.id)


async def test_somebody_elses_tap_changes_nothing_and_is_told_once(tmp_path: Path) -> None:
    house = house_in(tmp_path)
    room = house.world.add_room("talk", "ada", "ben")
    contradict(house, Audience.group(room))
    async with house.open():
        (question,) = await asked(house, room)
        for _ in range(3):
            await house.world.press("ben", room, question.id, value(question, "replace"))
        await house.settled()

    told = [post for post in house.world.posts if post.private_to is not None]
    assert [(str(post.private_to), post.text) for post in told] == [
        (BEN, "That question is for somebody else, so your answer has changed nothing.")
    ]
    assert settled(house) == []
    assert question.choices


async def test_the_first_tap_counts(tmp_path: Path) -> None:
    house = house_in(tmp_path)
    room = house.world.add_room("talk", "ada", "ben")
    contradict(house, Audience.group(room))
    async with house.open():
        (question,) = await asked(house, room)
        keep, replace = value(question, "keep"), value(question, "replace")
        await house.world.press("ada", room, question.id, keep)
        await house.world.press("ada", room, question.id, replace)
        await house.settled()

    assert settled(house) == [("keep", ADA)]
    assert question.text.endswith("*Ada chose: keep*")


async def test_after_a_week_a_tap_changes_nothing_and_says_so(tmp_path: Path) -> None:
    house = house_in(tmp_path)
    room = house.world.add_room("talk", "ada", "ben")
    contradict(house, Audience.group(room))
    async with house.open():
        (question,) = await asked(house, room)
        house.clock.pass_(days=7)
        await house.world.press("ada", room, question.id, value(question, "keep"))
        await house.settled()

    assert settled(house) == []
    assert question.text.endswith("*This question has been open for too long; nothing was changed.*")


async def test_it_is_asked_once_a_day_in_a_place(tmp_path: Path) -> None:
    house = house_in(tmp_path)
    room, other = (house.world.add_room(name, "ada", "ben") for name in ("talk", "kitchen"))
    contradict(house, Audience(kind="org"))
    async with house.open():
        first, again = await asked(house, room), await asked(house, room)
        elsewhere = await asked(house, other)
        house.clock.pass_(hours=25)
        next_day = await asked(house, room)

    assert [len(one) for one in (first, again, elsewhere, next_day)] == [1, 0, 1, 1]


async def test_what_was_settled_is_not_asked_again(tmp_path: Path) -> None:
    house = house_in(tmp_path)
    room = house.world.add_room("talk", "ada", "ben")
    contradict(house, Audience.group(room))
    async with house.open():
        (question,) = await asked(house, room)
        await house.world.press("ada", room, question.id, value(question, "both"))
        await house.settled()
        house.clock.pass_(days=2)
        later = await asked(house, room)

    assert later == []


@pytest.mark.ledger("AUD-02")
async def test_a_word_of_a_direct_talk_is_not_asked_about_in_a_room(tmp_path: Path) -> None:
    house = house_in(tmp_path)
    room, alone = house.world.add_room("talk", "ada", "ben"), house.world.direct("ada")
    contradict(house, Audience.person(Person.parse(ADA)))
    async with house.open():
        in_the_room = await asked(house, room)
        between_us = await asked(house, alone, "good morning")

    assert (len(in_the_room), len(between_us)) == (0, 1)


async def test_nobody_else_is_asked(tmp_path: Path) -> None:
    house = house_in(tmp_path)
    room = house.world.add_room("talk", "ada", "ben")
    contradict(house, Audience.group(room))
    async with house.open():
        posts = await house.ask("ben", room, "@alice good morning")

    assert [post.text for post in posts] == ["Good morning."]


async def test_a_question_is_answered_after_a_restart(tmp_path: Path) -> None:
    house = house_in(tmp_path)
    room = house.world.add_room("talk", "ada", "ben")
    contradict(house, Audience.group(room))
    async with house.open():
        (question,) = await asked(house, room)
    async with house.open():
        await house.world.press("ada", room, question.id, value(question, "replace"))
        await house.settled()

    assert settled(house) == [("replace", ADA)]
    assert question.choices == ()


async def test_without_buttons_the_words_are_written_out_and_one_of_them_is_an_answer(tmp_path: Path) -> None:
    house = house_in(tmp_path, buttons=False)
    alone = house.world.direct("ada")
    contradict(house, Audience.person(Person.parse(ADA)))
    async with house.open():
        _, question = await house.ask("ada", alone, "good morning")
        (reply,) = await house.ask("ada", alone, " Replace ")
        after = await house.ask("ada", alone, "both")

    assert question.text.endswith("\n\nAnswer with: keep, replace or both.")
    assert reply.text == "*Ada chose: replace*"
    assert settled(house) == [("replace", ADA)]
    assert [post.text for post in after] == ["Good morning."]


async def test_with_buttons_a_message_of_one_word_is_talk(tmp_path: Path) -> None:
    house = house_in(tmp_path)
    alone = house.world.direct("ada")
    contradict(house, Audience.person(Person.parse(ADA)))
    async with house.open():
        await house.ask("ada", alone, "good morning")
        (reply,) = await house.ask("ada", alone, "both")

    assert (reply.text, settled(house)) == ("Good morning.", [])


async def test_a_button_that_nobody_knows_is_nothing(tmp_path: Path) -> None:
    house = house_in(tmp_path)
    room = house.world.add_room("talk", "ada")
    async with house.open():
        for unknown in ("", "x", "0123456789ab:keep", "::", "0123456789ab:"):
            await house.world.press("ada", room, "000001", unknown)
        await house.settled()

    assert house.world.posts == []
    assert house.log("alice") == []


async def test_the_question_is_logged_as_a_notice_and_is_nothing_to_recall(tmp_path: Path) -> None:
    house = house_in(tmp_path)
    room = house.world.add_room("talk", "ada", "ben")
    contradict(house, Audience.group(room))
    async with house.open():
        (question,) = await asked(house, room)
        await until(lambda: bool(house.log("alice", "human_notify")))

    (notice,) = house.log("alice", "human_notify")
    assert (notice.content, notice.meta["message_id"], notice.recipient) == (question.text, question.id, ADA)
    assert [event.content for event in house.log("alice", "response_sent")] == ["Good morning."]


async def test_a_reply_to_the_question_speaks_to_the_one_who_asked_also_after_a_restart(tmp_path: Path) -> None:
    house = house_in(tmp_path)
    house.models["bob"] = ScriptedModel(["Bob here."] * 5)
    room = house.world.add_room("talk", "ada", "ben")
    contradict(house, Audience.group(room))
    async with house.open():
        (question,) = await asked(house, room)
        await until(lambda: bool(house.log("alice", "human_notify")))
    async with house.open():
        (reply,) = await house.ask("ada", room, "why do you ask?", reply_to=question.id)

    assert reply.face == "alice"


async def test_a_tap_that_a_full_disk_refuses_is_taken_when_there_is_room(tmp_path: Path) -> None:
    house = house_in(tmp_path)
    room = house.world.add_room("talk", "ada", "ben")
    contradict(house, Audience.group(room))
    async with house.open():
        (question,) = await asked(house, room)
        facts = house.animas["alice"].engine.facts
        settle, refusals = facts.settle, [StorageFault("the disk is full")]

        async def refusing(key: str, choice: str, person: str) -> FactDoubt | None:
            if refusals:
                raise refusals.pop()
            return await settle(key, choice, person)

        facts.settle = refusing  # type: ignore[method-assign]
        await house.world.press("ada", room, question.id, value(question, "both"))
        await house.settled()

    assert settled(house) == [("both", ADA)]
    assert question.text.endswith("*Ada chose: both*")
    assert len(house.log("alice", "reaction_added")) == 1
