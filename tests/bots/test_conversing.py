"""Conversation memory: what was said stands in the next prompt; what is old gives way to a summary."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from adapters.models.scripted import ScriptedModel
from bots.anima.anima import AnimaTraits
from bots.ports import Chunk
from tests.bots.house import House, until
from tests.bots.platform import MAIN


def house(tmp_path: Path, *script: object, **more: object) -> tuple[House, ScriptedModel]:
    model = ScriptedModel(list(script))  # type: ignore[arg-type]
    return House(home=tmp_path, models={"alice": model}, **more), model  # type: ignore[arg-type]


def said_to(model: ScriptedModel, turn: int) -> list[tuple[str, str]]:
    """The talk, less the day and time in front of what people said, which is the clock's."""
    said = [one for one in model.asked[turn].messages if one.role != "system"]
    return [(one.role, re.sub(r"^\[\w{3} \d+ \w{3} \d{4} \d\d:\d\d\] ", "", one.content)) for one in said]


@pytest.mark.ledger("LOG-09")
async def test_the_conversation_so_far_stands_in_the_prompt_also_after_a_restart(tmp_path: Path) -> None:
    place, model = house(tmp_path, "Hello Ada.", "Fine.", "Sure.")
    talk = place.world.direct("ada")
    async with place.open():
        await place.ask("ada", talk, "hello")
    async with place.open():
        await place.ask("ada", talk, "how are you?")

    assert said_to(model, 1) == [("user", "Ada: hello"), ("assistant", "Hello Ada."), ("user", "how are you?")]


@pytest.mark.ledger("LOG-09")
async def test_in_a_room_each_ones_words_bear_their_name(tmp_path: Path) -> None:
    place, model = house(tmp_path, "Hello.")
    room = place.world.add_room("talk", "ada", "bea")
    async with place.open():
        await place.ask("ada", room, "alice, I like tea", mentions=MAIN)
        await place.ask("bea", room, "alice, I like coffee", mentions=MAIN)
        await place.ask("ada", room, "alice, who likes what?", mentions=MAIN)

    assert [text for role, text in said_to(model, 2)[:-1] if role == "user"] == [
        "Ada: alice, I like tea",
        "Bea: alice, I like coffee",
    ]


@pytest.mark.ledger("LOG-09", "AUD-02")
async def test_a_direct_talk_and_a_room_are_two_conversations(tmp_path: Path) -> None:
    place, model = house(tmp_path, "Hello.")
    room = place.world.add_room("talk", "ada")
    async with place.open():
        await place.ask("ada", place.world.direct("ada"), "my secret is blue")
        await place.ask("ada", room, "alice, hello", mentions=MAIN)

    assert said_to(model, 1) == [("user", "Ada: alice, hello")]


@pytest.mark.ledger("LOG-09")
async def test_a_long_conversation_is_compressed_by_the_model_and_the_latest_stays_word_for_word(
    tmp_path: Path,
) -> None:
    long = "a rather long sentence about the harbour " * 10
    model = _Summarising()
    place = House(home=tmp_path, models={"alice": model}, traits=AnimaTraits(history_share=400 / 32_000))
    talk = place.world.direct("ada")
    async with place.open():
        for number in range(4):
            await place.ask("ada", talk, f"{number}: {long}")
            await until(lambda: not _compressing(place))
        await until(lambda: model.summaries > 0)
        await until(lambda: not _compressing(place))
        await place.ask("ada", talk, "what was said?")

    shown = "\n".join(message.content for message in model.asked[-1].messages[1:])
    assert "THE SUMMARY" in shown
    assert f"3: {long}".strip() in shown
    assert f"0: {long}".strip() not in shown


@pytest.mark.ledger("LOG-09", "ANI-10")
async def test_without_a_model_the_summary_is_the_beginning_of_each_thing_said(tmp_path: Path) -> None:
    from adapters.models.offline import OfflineModel

    long = "a rather long sentence about the harbour " * 10
    place = House(home=tmp_path, models={"alice": OfflineModel()}, traits=AnimaTraits(history_share=300 / 32_000))
    talk = place.world.direct("ada")
    async with place.open():
        for number in range(4):
            await place.ask("ada", talk, f"fact {number}: {long}")
        await until(lambda: bool(place.animas["alice"].records.conversations.read(talk).compressed_summary))

    summary = place.animas["alice"].records.conversations.read(talk).compressed_summary
    assert summary.startswith("Ada: fact 0: a rather long sentence")


@pytest.mark.ledger("LOG-09")
async def test_a_model_that_cannot_summarise_harms_no_turn(tmp_path: Path) -> None:
    long = "a rather long sentence about the harbour " * 10
    place = House(
        home=tmp_path, models={"alice": _Summarising(fails=True)}, traits=AnimaTraits(history_share=300 / 32_000)
    )
    talk = place.world.direct("ada")
    async with place.open():
        for number in range(5):
            await place.ask("ada", talk, f"fact {number}: {long}")
        await until(lambda: not _compressing(place))

    assert [post.text for post in place.world.posts] == ["Yes."] * 5


@pytest.mark.ledger("ANI-02")
async def test_the_bootstrap_is_in_the_first_prompt_and_gone_after_the_first_turn(tmp_path: Path) -> None:
    place, model = house(tmp_path, "Hello.")
    talk = place.world.direct("ada")
    async with place.open():
        place.animas["alice"].directory.write_text("bootstrap.md", "Introduce yourself with a poem.")
        await place.ask("ada", talk, "hello")
        await place.ask("ada", talk, "again")

    assert "Introduce yourself with a poem." in model.asked[0].messages[-2].content
    assert "Introduce yourself with a poem." not in model.asked[1].messages[-2].content


@pytest.mark.ledger("ANI-02")
async def test_a_first_turn_that_failed_does_not_use_the_bootstrap_up(tmp_path: Path) -> None:
    place, model = house(tmp_path, [Chunk(text="Hel")], "Hello.")
    talk = place.world.direct("ada")
    async with place.open():
        place.animas["alice"].directory.write_text("bootstrap.md", "Introduce yourself with a poem.")
        await place.ask("ada", talk, "hello")
        await place.ask("ada", talk, "again")

    assert "Introduce yourself with a poem." in model.asked[1].messages[-2].content


class _Summarising(ScriptedModel):
    """Answers yes, and summarises, unless it fails at that."""

    def __init__(self, *, fails: bool = False) -> None:
        super().__init__(["Yes."])
        self.summaries = 0
        self._fails = fails

    async def stream(self, messages, tools, deadline):  # type: ignore[no-untyped-def, override]
        if messages[0].content.startswith("Summarise"):
            self.summaries += 1
            if self._fails:
                raise RuntimeError("no summary")
            yield Chunk(text="THE SUMMARY")
            yield Chunk(end="stop")
            return
        async for chunk in super().stream(messages, tools, deadline):
            yield chunk


def _compressing(place: House) -> bool:
    return bool(place.conversing._compressing)
