"""What came with a message is kept as long as the message stands; what cannot be fetched does not lose the message."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from adapters.models.scripted import ScriptedModel
from bots.delivery.message_files import FileLimits, FileTaker, UnreadableFile, text_of_file, text_of_pdf
from bots.message import File, Kind
from bots.ports import Chunk, ToolCall
from memory.vocabulary.address import Audience
from tests.bots.house import House
from tests.bots.platform import MAIN

pytestmark = [pytest.mark.timeout(60), pytest.mark.ledger("PLT-15")]
LIST = File(name="list.txt", media_type="text/plain", size=4, url="list")
NOTE = File(name="note.txt", media_type="text/plain", size=4, url="note")


def house(path: Path) -> House:
    made = House(home=path, models={"alice": ScriptedModel(["I see."])})
    made.world.contents = {"list": b"milk", "note": b"eggs"}
    return made


def kept(one: House) -> list[str]:
    folder = one.home / "animas" / "alice" / "attachments"
    return sorted(path.read_text() for path in folder.glob("*.txt"))


@pytest.mark.ledger("PLT-13")
async def test_what_came_with_a_message_goes_with_it_or_with_the_edit_that_takes_it_away(tmp_path: Path) -> None:
    one = house(tmp_path)
    room = one.world.add_room("lab", "ada")
    async with one.open():
        await one.ask("ada", room, "alice: look", mentions=MAIN, files=(LIST, NOTE))
        assert kept(one) == ["eggs", "milk"]
        said = one.world.said[-1].id
        await one.ask("ada", room, "alice: look", kind=Kind.EDIT, target=said, files=(NOTE,))
        assert kept(one) == ["eggs"]
        await one.ask("ada", room, "", kind=Kind.DELETE, target=said)

    assert list((one.home / "animas" / "alice" / "attachments").iterdir()) == []


async def test_a_file_that_cannot_be_fetched_or_grows_is_told_and_the_message_is_answered(tmp_path: Path) -> None:
    one = house(tmp_path)
    room = one.world.add_room("lab", "ada")
    one.world.contents = {"note": b"x" * 100}
    one.files = FileTaker(FileLimits(most_bytes=50))
    async with one.open():
        posts = await one.ask("ada", room, "alice: look", mentions=MAIN, files=(LIST, NOTE))

    (answer,) = posts
    assert answer.text.splitlines()[0] == "I see."
    assert "could not fetch" in answer.text
    assert "too large" in answer.text
    assert kept(one) == []


async def test_a_file_of_a_message_that_was_deleted_meanwhile_is_not_kept(tmp_path: Path) -> None:
    one = house(tmp_path)
    room = one.world.add_room("lab", "ada")

    class Slow(FileTaker):
        async def take(self, *args: object) -> tuple[()]:  # type: ignore[override]
            await one.world.say("ada", room, "", kind=Kind.DELETE, target=one.world.said[-1].id)
            return await super().take(*args)  # type: ignore[arg-type, return-value]

    one.files = Slow()
    async with one.open():
        await one.ask("ada", room, "alice: look", mentions=MAIN, files=(LIST,))

    assert kept(one) == []


def making(tool: str = "send_file", **arguments: str) -> list[Chunk]:
    call = ToolCall(id="1", name=tool, arguments=json.dumps(arguments))
    return [Chunk(tool_calls=(call,), end="tool_calls")]


async def test_a_file_goes_out_with_the_answer_as_a_post_and_an_event_of_its_own_and_never_twice(
    tmp_path: Path,
) -> None:
    script = [making(name="../plan.md", text="# Plan"), making(name="plan.md", text="again"), "Here it is.", "Yes."]
    one = House(home=tmp_path, models={"alice": ScriptedModel(script)})
    room = one.world.add_room("lab", "ada")
    one.adapter.lost_answers = 2
    async with one.open():
        answer, file = await one.ask("ada", room, "alice: make a plan", mentions=MAIN)
        await one.ask("ada", room, "alice: thanks", mentions=MAIN)

    assert (answer.text, answer.files) == ("Here it is.", ())
    assert [(it.name, it.media_type, it.content) for it in file.files] == [("plan.md", "text/markdown", b"# Plan")]
    sent = one.log("alice", "response_sent")
    assert [(event.content, event.meta.get("files")) for event in sent[:2]] == [
        ("Here it is.", None),
        ("(file: plan.md)", ["plan.md"]),
    ]
    assert len({event.id for event in sent}) == 3
    asked = one.models["alice"].asked  # type: ignore[attr-defined]
    assert "goes with this answer already" in asked[2].messages[-1].content
    assert any(message.content == "Here it is.\n(file: plan.md)" for message in asked[3].messages)


async def test_a_file_of_memory_goes_to_those_who_may_read_it(tmp_path: Path) -> None:
    script = [making(name="tea.md", path="knowledge/tea.md"), "Done."]
    one = House(home=tmp_path, models={"alice": ScriptedModel([*script, *script])})
    ada, bob = one.world.direct("ada"), one.world.direct("bob")
    async with one.open():
        to = Audience.parse("person:chat:W/ada")
        await one.animas["alice"].engine.write("knowledge/tea.md", "Ada likes green tea.", to, "told")
        hers = await one.ask("ada", ada, "send me the note")
        his = await one.ask("bob", bob, "send me the note")

    assert "green tea" in hers[-1].files[0].content.decode()
    assert [post.files for post in his] == [()]


@pytest.mark.ledger("AUD-01", "PLT-13")
async def test_a_file_is_read_again_where_it_was_sent_as_long_as_its_message_stands(tmp_path: Path) -> None:
    again = making("read_sent_file", name="list.txt")
    one = House(home=tmp_path, models={"alice": ScriptedModel(["I see.", *[again, "Milk."] * 3])})
    one.world.contents = {"list": b"milk"}
    lab, hall = one.world.add_room("lab", "ada"), one.world.add_room("hall", "ada", "bob")
    async with one.open():
        await one.ask("ada", lab, "alice: look", mentions=MAIN, files=(LIST,))
        said = one.world.said[-1].id
        await one.ask("ada", lab, "alice: what was on it?", mentions=MAIN)
        await one.ask("ada", hall, "alice: what was on the list?", mentions=MAIN)
        await one.ask("ada", lab, "", kind=Kind.DELETE, target=said)
        await one.ask("ada", lab, "alice: and now?", mentions=MAIN)

    results = [asked.messages[-1].content for asked in one.models["alice"].asked if asked.messages[-1].role == "tool"]  # type: ignore[attr-defined]
    assert results[0].endswith("\nmilk")
    assert ["no such file" in result for result in results] == [False, True, True]


@pytest.mark.parametrize(
    ("content", "text"),
    [
        ("grüße 日本".encode(), "grüße 日本"),
        ("grüße".encode("utf-8-sig"), "grüße"),
        ("日本".encode("utf-16"), "日本"),
        ("grüße".encode("cp1252"), "grüße"),
    ],
)
def test_a_text_is_read_in_the_encodings_that_people_send(content: bytes, text: str) -> None:
    assert text_of_file(content, FileLimits()) == text


def test_a_text_is_read_as_far_as_the_limit_and_bytes_are_none() -> None:
    assert text_of_file(b"x" * 100, FileLimits(characters=10)) == "x" * 10
    with pytest.raises(UnreadableFile):
        text_of_file(b"PK\0\0", FileLimits())


async def test_a_pdf_that_takes_too_long_is_given_up(tmp_path: Path) -> None:
    (tmp_path / "slow.pdf").write_bytes(b"%PDF-1.4")
    with pytest.raises(UnreadableFile, match="too long"):
        await text_of_pdf(tmp_path / "slow.pdf", FileLimits(read_s=0.001))
