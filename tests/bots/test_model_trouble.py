"""A model that fails: one short honest sentence, an event, and the next message works."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator, Sequence
from datetime import datetime
from pathlib import Path

import pytest

from adapters.models.scripted import ScriptedModel
from bots.anima.anima import AnimaTraits
from bots.errors import ModelFault
from bots.ports import ChatMessage, Chunk, ToolSpec
from memory.theories import tokens
from tests.bots.house import House

BEGINNING = Chunk(text="The answer begins ")
TROUBLES = {
    "before": [ModelFault("unreachable", "ConnectionError: [Errno 111] {'a': 1}")],
    "in the middle": [BEGINNING, 0.06, ModelFault("stalled", "no chunk")],
    "cut": [BEGINNING, 0.06],
    "silent": [Chunk(end="stop")],
    "blank": [Chunk(text=" \n "), Chunk(end="stop")],
}


class Broken:
    """A model with a bug; it says something first, if it is told to."""

    name = "broken"
    context_tokens = 32_000

    def __init__(self, *, speaks_at: int = 0) -> None:
        self.asked = 0
        self._speaks_at = speaks_at

    async def stream(
        self, messages: Sequence[ChatMessage], tools: Sequence[ToolSpec], deadline: datetime
    ) -> AsyncIterator[Chunk]:
        import asyncio

        self.asked += 1
        if self.asked == self._speaks_at:
            yield BEGINNING
            await asyncio.sleep(0.06)
        if self.asked > 3:
            yield Chunk(text="Now it works.")
            yield Chunk(end="stop")
            return
        raise KeyError("'choices'")


def is_honest(text: str) -> bool:
    technical = r"[{}\[\]]|\w+(Error|Exception|Fault)\b|Traceback|Errno"
    return len(text) <= 600 and "\n" not in text and not re.search(technical, text)


@pytest.mark.ledger("OPS-10", "ANI-07")
@pytest.mark.parametrize("trouble", TROUBLES)
@pytest.mark.parametrize("streaming", ["edits", "draft", "none"])
async def test_a_model_that_fails_is_told_in_one_sentence_and_the_next_message_works(
    tmp_path: Path, trouble: str, streaming: str
) -> None:
    place = House(home=tmp_path, models={"alice": ScriptedModel([TROUBLES[trouble], "It works."])})
    place.adapter.streaming = streaming
    talk = place.world.direct("ada")
    async with place.open():
        (post,) = await place.ask("ada", talk, "is it so?")
        (after,) = await place.ask("ada", talk, "and now?")

    assert is_honest(post.text)
    assert post.text.startswith("Sorry")
    assert after.text == "It works."
    (event,) = place.log("alice", "error")
    assert event.meta["reply_to"] == place.world.said[0].id
    assert [one.content for one in place.log("alice", "response_sent")] == [post.text, "It works."]
    assert place.journals("alice") == []


@pytest.mark.ledger("OPS-10", "PLT-09")
async def test_what_was_visible_of_a_cut_answer_becomes_the_honest_sentence(tmp_path: Path) -> None:
    place = House(home=tmp_path, models={"alice": ScriptedModel([TROUBLES["cut"]])})
    async with place.open():
        (post,) = await place.ask("ada", place.world.direct("ada"), "is it so?")

    assert post.texts[0].startswith("The answer begins")
    assert "The answer begins" not in post.text
    assert is_honest(post.text)
    assert place.log("alice", "error")[0].content == "The answer begins "


@pytest.mark.ledger("ANI-03", "OPS-10")
@pytest.mark.parametrize("speaks_at", [0, 1, 3])
async def test_a_bug_in_a_turn_is_tried_again_then_told_and_the_next_message_works(
    tmp_path: Path, speaks_at: int
) -> None:
    model = Broken(speaks_at=speaks_at)
    place = House(home=tmp_path, models={"alice": model})
    talk = place.world.direct("ada")
    async with place.open():
        (post,) = await place.ask("ada", talk, "is it so?")
        (after,) = await place.ask("ada", talk, "and now?")

    assert model.asked == 4
    assert is_honest(post.text)
    assert "went wrong" in post.text
    assert after.text == "Now it works."
    assert "the turn broke: KeyError" in [event.summary for event in place.log("alice", "error")]
    assert place.journals("alice") == []


@pytest.mark.ledger("OPS-10")
@pytest.mark.parametrize(
    ("language", "asked", "begin"),
    [
        ("en", "今日の会議は何時からですか？", "すみません"),
        ("en", "Bugünkü toplantı saat kaçta başlıyor?", "Üzgünüm"),
        ("xx", "is it so?", "Sorry"),
    ],
)
async def test_the_honest_sentence_is_in_the_language_of_who_is_answered_else_in_the_animas(
    tmp_path: Path, language: str, asked: str, begin: str
) -> None:
    place = House(
        home=tmp_path,
        models={"alice": ScriptedModel([TROUBLES["before"]])},
        traits=AnimaTraits(language=language),
    )
    async with place.open():
        (post,) = await place.ask("ada", place.world.direct("ada"), asked)

    assert is_honest(post.text)
    assert post.text.startswith(begin)


@pytest.mark.ledger("OPS-10")
def test_every_word_is_there_in_every_language_with_the_same_blanks() -> None:
    from bots.text.phrases import FLEET_WORDS

    blanks = {
        language: {key: sorted(re.findall(r"{\w+}", text)) for key, text in words.items()}
        for language, words in FLEET_WORDS.items()
    }

    assert blanks["ja"] == blanks["tr"] == blanks["en"]


@pytest.mark.ledger("ANI-07")
async def test_half_a_character_of_a_model_spoils_no_answer(tmp_path: Path) -> None:
    halved = [Chunk(text="Good \ud83d morning. "), 0.06, Chunk(text="Bye."), Chunk(end="stop")]
    place = House(home=tmp_path, models={"alice": ScriptedModel([halved])})
    async with place.open():
        (post,) = await place.ask("ada", place.world.direct("ada"), "hello")

    assert post.text == "Good \ufffd morning. Bye."
    assert place.log("alice", "error") == []


@pytest.mark.ledger("OPS-10", "ANI-04")
async def test_after_twenty_failed_turns_the_prompt_has_no_echo_of_them(tmp_path: Path) -> None:
    script = ["Hello.", *[[ModelFault("unreachable")]] * 20, "I am back."]
    house = House(home=tmp_path, models={"alice": ScriptedModel(script)})
    talk = house.world.direct("ada")
    async with house.open():
        for number in range(22):
            await house.ask("ada", talk, f"question {number}")

    first, last = (
        sum(tokens.count_tokens(message.content) for message in house.models["alice"].asked[at].messages)  # type: ignore[attr-defined]
        for at in (0, -1)
    )
    whole = "\n".join(message.content for message in house.models["alice"].asked[-1].messages)  # type: ignore[attr-defined]
    assert "ERR" not in whole
    assert "could not finish" not in whole
    assert last - first <= 300


@pytest.mark.ledger("OPS-10")
@pytest.mark.parametrize(("reason", "is_advised"), [("unreachable", True), ("key_refused", False), ("refused", False)])
async def test_saying_it_again_is_advised_where_it_may_help(tmp_path: Path, reason: str, is_advised: bool) -> None:
    house = House(home=tmp_path, models={"alice": ScriptedModel([[ModelFault(reason)]])})
    async with house.open():
        (post,) = await house.ask("ada", house.world.direct("ada"), "are you there?")

    assert ("say it again" in post.text) is is_advised
    assert is_honest(post.text)
