"""One-shot thinking and the calls that stand in its text."""

from __future__ import annotations

import json
from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from adapters.models.scripted import ScriptedModel
from bots.errors import ModelFault
from bots.ports import Chunk, Thought
from bots.text.phrases import fleet_word
from bots.turn.thinking.one_shot import OneShot, parse_text_calls
from tests.bots.thinking.test_tool_loop import PROMPT, Drawer, said
from tests.each import each

KNOWN = ("search_memory", "write_memory_file")
CALL = '<tool>{"name": "search_memory", "arguments": {"query": "tea"}}</tool>'


async def think(model: ScriptedModel, drawer: Drawer | None = None) -> list[Thought]:
    shot = OneShot(clock=lambda: datetime.now(UTC))
    return [one async for one in shot.think(PROMPT, drawer or Drawer(), model)]


@pytest.mark.ledger("ANI-08")
@each(
    "written",
    [
        CALL,
        '<tool_call>{"name": "search_memory", "arguments": {"query": "tea"}}</tool_call>',
        '<tool>{"tool": "search_memory", "args": {"query": "tea"},}</tool>',
        '<tool>{"name": "search_memory", "query": "tea"}',
        '<tool>{"name": "search_memory", "arguments": "{\\"query\\": \\"tea\\"}"}</tool>',
        '```json\n{"function": "search_memory", "parameters": {"query": "tea"}}\n```',
        '```\n[{"name": "search_memory", "input": {"query": "tea"}}]\n```',
    ],
)
def test_a_call_is_read_however_it_is_written(written: str) -> None:
    spoken = parse_text_calls(f"Let me look.\n\n{written}", KNOWN)

    assert [(call.name, json.loads(call.arguments)) for call in spoken.calls] == [("search_memory", {"query": "tea"})]
    assert spoken.text == "Let me look."


@pytest.mark.ledger("ANI-08")
@pytest.mark.parametrize("text", ['```json\n{"name": "Bob"}\n```', "```python\nprint(1)\n```", "a <b> c", "plain"])
def test_what_calls_no_known_tool_stays_text(text: str) -> None:
    assert parse_text_calls(text, KNOWN).text == text
    assert parse_text_calls(text, KNOWN).calls == ()


def test_a_tag_that_cannot_be_read_is_not_shown() -> None:
    assert parse_text_calls("Well. <tool>{oops</tool>", KNOWN).text == "Well."


@given(st.text(max_size=200))
def test_any_answer_can_be_taken_apart(text: str) -> None:
    assert parse_text_calls(text + CALL, KNOWN) is not None


@pytest.mark.ledger("ANI-08")
async def test_tools_are_called_and_not_seen() -> None:
    drawer = Drawer()
    model = ScriptedModel([f"I keep that. {CALL}"])

    thoughts = await think(model, drawer)

    assert said(thoughts) == "I keep that."
    assert len(drawer.made) == len(model.asked) == 1
    assert model.asked[0].tools == ()
    assert "search_memory" in model.asked[0].messages[0].content
    assert thoughts[-1].finished


@pytest.mark.ledger("ANI-08")
async def test_an_answer_that_only_asks_gets_what_it_asked_for_once() -> None:
    model = ScriptedModel([CALL, "In the blue box."])

    thoughts = await think(model)

    assert said(thoughts) == "In the blue box."
    assert "in the blue box" in model.asked[1].messages[-1].content


async def test_one_that_only_ever_asks_is_stopped_honestly() -> None:
    model = ScriptedModel([CALL])

    thoughts = await think(model)

    assert said(thoughts) == fleet_word("en", "limit_of_steps")
    assert len(model.asked) == 2


async def test_a_broken_answer_shows_nothing() -> None:
    with pytest.raises(ModelFault, match="cut"):
        await think(ScriptedModel([[Chunk(text="In the")]]))


async def test_an_answer_at_its_longest_says_so() -> None:
    thoughts = await think(ScriptedModel([[Chunk(text="In the"), Chunk(end="length")]]))

    assert said(thoughts) == f"In the\n\n{fleet_word('en', 'limit_of_length')}"
