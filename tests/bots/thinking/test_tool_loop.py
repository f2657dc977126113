"""The tool loop over a scripted model."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Sequence
from datetime import UTC, datetime

import pytest

from adapters.models.offline import OfflineModel
from adapters.models.scripted import ScriptedModel
from bots.errors import ModelFault
from bots.ports import ChatMessage, Chunk, Prompt, Thought, ToolCall, ToolResult, ToolSpec, Usage
from bots.text.phrases import fleet_word
from bots.turn.thinking.thinking_limits import ToolLimits
from bots.turn.thinking.tool_loop import (
    SessionChaining,
    ThinkingState,
    ThinkingStep,
    ToolLoop,
    externalise_state,
    used_tokens,
)

PROMPT = Prompt(system="You are Alice.", history=(), message="Where is the tea?")
COST = Usage(input_tokens=10, output_tokens=2, estimated=False)
STOP = Chunk(end="stop", usage=COST)


class Drawer:
    """Tools that say what they were told to; `made` keeps the calls."""

    def __init__(self, text: str = "in the blue box", takes_s: float = 0.0) -> None:
        self.made: list[ToolCall] = []
        self._text = text
        self._takes_s = takes_s

    def specs(self) -> Sequence[ToolSpec]:
        names = ("search_memory", "write_memory_file")
        return [ToolSpec(name=name, description="", parameters={"type": "object"}) for name in names]

    async def call(self, call: ToolCall) -> ToolResult:
        self.made.append(call)
        await asyncio.sleep(self._takes_s)
        return ToolResult(text=self._text)


def calling(*arguments: object, text: str = "") -> list[Chunk]:
    """An answer that calls search_memory once for each of the arguments."""
    calls = tuple(
        ToolCall(id=f"c{at}", name="search_memory", arguments=json.dumps(one)) for at, one in enumerate(arguments)
    )
    said = [Chunk(text=text)] if text else []
    return [*said, Chunk(tool_calls=calls, end="tool_calls", usage=COST)]


def loop(**options: object) -> ToolLoop:
    return ToolLoop(clock=lambda: datetime.now(UTC), **options)


async def think(model: ScriptedModel, drawer: Drawer | None = None, **options: object) -> list[Thought]:
    return [one async for one in loop(**options).think(PROMPT, drawer or Drawer(), model)]


def said(thoughts: Sequence[Thought]) -> str:
    return "".join(thought.text for thought in thoughts)


@pytest.mark.ledger("ANI-07")
async def test_it_uses_a_tool_and_answers_with_what_it_gave() -> None:
    model = ScriptedModel([calling({"query": "tea"}, text="Let me look."), [Chunk(text="In the box."), STOP]])
    drawer = Drawer()

    thoughts = await think(model, drawer)

    assert said(thoughts) == "Let me look.\n\nIn the box."
    assert [call.arguments for call in drawer.made] == ['{"query": "tea"}']
    assert [thought.result.text for thought in thoughts if thought.result] == ["in the blue box"]
    assert [bool(thought.result) for thought in thoughts if thought.tool] == [False, True]
    assert (thoughts[-1].finished, thoughts[-1].usage) == (
        True,
        Usage(input_tokens=20, output_tokens=4, estimated=False),
    )


@pytest.mark.ledger("ANI-07")
async def test_only_the_last_thought_says_whether_it_is_finished() -> None:
    thoughts = await think(ScriptedModel([calling({"query": "tea"}), "In the box."]))

    assert [thought.finished for thought in thoughts] == [None] * (len(thoughts) - 1) + [True]


@pytest.mark.ledger("ANI-07")
async def test_the_dialogue_answers_every_tool_call() -> None:
    many = calling(*({"query": str(number)} for number in range(30)))
    model = ScriptedModel([many, many, "Enough."])

    await think(model)

    for asked in model.asked:
        called = [call.id for message in asked.messages for call in message.tool_calls]
        answered = [message.tool_call_id for message in asked.messages if message.role == "tool"]
        assert called == answered


@pytest.mark.ledger("ANI-07")
async def test_at_most_twelve_calls_are_made_in_a_turn() -> None:
    model = ScriptedModel([calling(*({"query": str(number)} for number in range(1000)))])
    drawer = Drawer()

    thoughts = await think(model, drawer)

    assert len(drawer.made) == 12
    assert said(thoughts) == fleet_word("en", "limit_of_steps")
    assert (thoughts[-1].finished, thoughts[-1].reason) == (True, "steps")


@pytest.mark.ledger("ANI-07")
@pytest.mark.parametrize("second", ['{"query":"tea"}', '{"query": "tea"}'])
async def test_the_same_call_is_made_at_most_three_times(second: str) -> None:
    again = [Chunk(tool_calls=(ToolCall(id="c", name="search_memory", arguments=second),), end="tool_calls")]
    model = ScriptedModel([calling({"query": "tea"}), again])
    drawer = Drawer()

    thoughts = await think(model, drawer)

    assert len(drawer.made) == 3
    assert fleet_word("en", "limit_of_steps") in said(thoughts)


async def test_a_model_that_alternates_is_stopped_too() -> None:
    script = [calling({"query": "ab"[number % 2]}) for number in range(40)]
    drawer = Drawer()

    thoughts = await think(ScriptedModel(script), drawer)

    assert len(drawer.made) == 6
    assert thoughts[-1].reason == "steps"


@pytest.mark.ledger("ANI-09")
async def test_at_most_twenty_questions_are_put_to_the_model() -> None:
    model = ScriptedModel([calling({"query": str(number)}) for number in range(40)])

    await think(model, limits=ToolLimits(calls=100))

    assert len(model.asked) == 20


async def test_after_a_refused_call_the_model_may_still_answer() -> None:
    model = ScriptedModel([calling(*["same"] * 4), "I could not find it."])

    thoughts = await think(model)

    assert said(thoughts) == "I could not find it."
    assert thoughts[-1].reason == ""


@pytest.mark.ledger("OPS-10")
async def test_a_fault_after_text_ends_unfinished() -> None:
    thoughts = await think(ScriptedModel([[Chunk(text="In the "), ModelFault("stalled")]]))

    assert said(thoughts) == "In the "
    assert (thoughts[-1].finished, thoughts[-1].reason) == (False, "stalled")


@pytest.mark.ledger("OPS-10")
async def test_a_fault_before_any_text_is_raised() -> None:
    with pytest.raises(ModelFault, match="unreachable"):
        await think(ScriptedModel([[ModelFault("unreachable")]]))


@pytest.mark.parametrize("script", [[[STOP]], [[Chunk(text="  \n"), STOP]]])
async def test_an_empty_answer_is_a_fault(script: list[list[Chunk]]) -> None:
    with pytest.raises(ModelFault, match="empty"):
        await think(ScriptedModel(script))


@pytest.mark.ledger("OPS-10")
async def test_an_answer_at_its_longest_says_so() -> None:
    thoughts = await think(ScriptedModel([[Chunk(text="In the"), Chunk(end="length")]]), language="tr")

    assert said(thoughts) == f"In the\n\n{fleet_word('tr', 'limit_of_length')}"
    assert (thoughts[-1].finished, thoughts[-1].reason) == (True, "length")


async def test_a_tool_that_does_not_end_is_too_long() -> None:
    model = ScriptedModel([calling({"query": "tea"}, text="Let me look.")])

    thoughts = await think(model, Drawer(takes_s=60), total_s=0.05)

    assert (thoughts[-1].finished, thoughts[-1].reason) == (False, "too_long")


@pytest.mark.ledger("OPS-10")
async def test_stopping_ends_at_once() -> None:
    task = asyncio.create_task(think(ScriptedModel([[Chunk(text="In "), 60.0, STOP]])))
    await asyncio.sleep(0.02)
    task.cancel()

    with pytest.raises(asyncio.CancelledError):
        await asyncio.wait_for(task, 1.0)


async def test_a_listener_that_leaves_takes_the_model_with_it() -> None:
    ended: list[bool] = []

    class Watched(ScriptedModel):
        async def stream(self, *question: object) -> AsyncIterator[Chunk]:
            try:
                async for chunk in super().stream(*question):
                    yield chunk
            finally:
                ended.append(True)

    thinking = loop().think(PROMPT, Drawer(), Watched([[Chunk(text="In "), 60.0, STOP]]))
    await anext(thinking)
    await thinking.aclose()
    await asyncio.sleep(0.01)

    assert ended == [True]


async def test_all_questions_of_a_turn_have_one_deadline() -> None:
    model = ScriptedModel([calling({"query": "tea"}), "In the box."])

    await think(model)

    assert len({asked.deadline for asked in model.asked}) == 1


@pytest.mark.ledger("LOG-10")
async def test_a_full_session_goes_on_in_a_fresh_one_that_knows_what_was_done() -> None:
    kept: list[ThinkingState] = []

    async def save(state: ThinkingState) -> None:
        kept.append(state)

    model = ScriptedModel([calling({"query": "tea"}, text="Let me look."), "In the box."], context_tokens=2000)
    thoughts = await think(model, Drawer("long result " * 400), chaining=SessionChaining(save=save))

    second = model.asked[1].messages
    assert [message.role for message in second] == ["system", "system", "user"]
    assert second[0].content == "You are Alice."
    assert '- search_memory {"query": "tea"}' in second[1].content
    assert "Let me look." in second[1].content
    assert second[2].content == PROMPT.message
    assert used_tokens(second) < 1000
    assert [(state.chain, state.task) for state in kept] == [(1, PROMPT.message)]
    assert thoughts[-1].finished


@pytest.mark.ledger("LOG-10")
async def test_a_session_is_continued_at_most_twice() -> None:
    kept: list[ThinkingState] = []

    async def save(state: ThinkingState) -> None:
        kept.append(state)

    script = [*(calling({"query": str(number)}) for number in range(6)), "In the box."]
    await think(
        ScriptedModel(script, context_tokens=2000), Drawer("long result " * 400), chaining=SessionChaining(save=save)
    )

    assert [state.chain for state in kept] == [1, 2]


async def test_a_session_with_room_is_not_continued() -> None:
    async def save(state: ThinkingState) -> None:
        raise AssertionError

    thoughts = await think(
        ScriptedModel([calling({"query": "tea"}), "In the box."]), chaining=SessionChaining(save=save)
    )

    assert thoughts[-1].finished


def test_a_session_state_fits_its_share() -> None:
    steps = [ThinkingStep(tool="search_memory", arguments="{}", result="word " * 5000) for _ in range(12)]

    state = externalise_state("task", "said " * 5000, steps, 1, 10_000)

    assert state.steps[0].tool == "search_memory"
    assert used_tokens([ChatMessage(role="system", content=state.to_markdown())]) < 10_000 * 0.3


@pytest.mark.ledger("ANI-10")
async def test_the_offline_model_remembers_through_the_loop() -> None:
    drawer = Drawer("Written: knowledge/tea.md")
    prompt = Prompt(system="", message="Remember that tea is in the box")

    thoughts = [one async for one in loop().think(prompt, drawer, OfflineModel())]

    assert json.loads(drawer.made[0].arguments)["text"] == "Someone asked me to remember: tea is in the box\n"
    assert "tea is in the box" in said(thoughts)
    assert thoughts[-1].finished


@pytest.mark.audit("C4")
@pytest.mark.ledger("ANI-11")
@pytest.mark.parametrize(("asked", "answered"), [(13, 13), (500, 64)])
async def test_each_parallel_call_beyond_the_limit_is_refused_with_a_reason_that_the_model_reads(
    asked: int, answered: int
) -> None:
    drawer = Drawer()
    model = ScriptedModel([calling(*({"query": str(at)} for at in range(asked))), [Chunk(text="Done."), STOP]])

    thoughts = await think(model, drawer)

    results = [message for message in model.asked[-1].messages if message.role == "tool"]
    assert len(drawer.made) == 12
    assert len(results) == answered
    assert all("was not made" in one.content for one in results[12:])
    assert (f"{asked - answered} more calls" in results[-1].content) is (asked > answered)
    assert [thought.text for thought in thoughts if thought.text] == ["Done."]
