"""What every way of thinking does, against a provider on loopback (a suite for subclasses, which name `way`)."""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import aclosing, asynccontextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime

import pytest

from adapters.models.provider_model import Deadlines
from bots.errors import ModelFault
from bots.message import File
from bots.ports import ChatMessage, ChatModel, Prompt, Thinker, Thought, ToolCall, ToolResult, ToolSpec
from bots.turn.thinking.tool_loop import InterruptedThinking, SessionChaining, ThinkingState
from tests.platforms.models.script import Call, Reply, Trouble
from tests.platforms.models.server import ModelServer

EASY = Deadlines(first_token_s=30, gap_s=30, total_s=60)
LONG = "The tea is in the blue box, on the shelf."
PROMPT = Prompt(
    system="You are Alice.",
    history=(ChatMessage(role="user", content="Hello"), ChatMessage(role="assistant", content="Hello Ada.")),
    moment="It is Monday.",
    message="Where is the tea?",
)


def now() -> datetime:
    return datetime.now(UTC)


@dataclass
class Shelf:
    """Tools that look up one word; `gives` answers a query."""

    gives: Callable[[str], ToolResult] = lambda query: ToolResult(text=f"{query}: blue box")
    asked: list[str] = field(default_factory=list)

    def specs(self) -> Sequence[ToolSpec]:
        schema = {"type": "object", "properties": {"query": {"type": "string"}}, "required": ["query"]}
        return [ToolSpec(name="search_memory", description="Search your memory.", parameters=schema)]

    def files(self) -> Sequence[File]:
        return ()

    async def call(self, call: ToolCall) -> ToolResult:
        query = str(json.loads(call.arguments)["query"])
        self.asked.append(query)
        return self.gives(query)


@dataclass
class Kept:
    """Short-term memory: what was saved, and what a crash has left."""

    states: list[ThinkingState] = field(default_factory=list)
    left: InterruptedThinking | None = None
    ends: int = 0

    async def save(self, state: ThinkingState) -> None:
        self.states.append(state)
        self.left = InterruptedThinking(work=state.to_markdown(), chain=state.chain)

    async def resume(self) -> InterruptedThinking | None:
        return self.left

    async def end(self) -> None:
        self.ends, self.left = self.ends + 1, None

    @property
    def chaining(self) -> SessionChaining:
        return SessionChaining(save=self.save, resume=self.resume, end=self.end, context_threshold=0.5)


@dataclass(kw_only=True)
class Way:
    """How a thinker is made at a server; `calling` says a reply that uses the search so. `window`: the model's."""

    made: Callable[[ModelServer, Deadlines, SessionChaining | None, int], tuple[Thinker, ChatModel]]
    calling: Callable[..., Reply]
    chains: bool = True

    @asynccontextmanager
    async def at(
        self, *replies: Reply | str, limits: Deadlines = EASY, kept: Kept | None = None, window: int = 100_000
    ) -> AsyncIterator[tuple[ModelServer, Thinker, ChatModel]]:
        async with ModelServer(list(replies)) as server:
            thinker, model = self.made(server, limits, kept.chaining if kept else None, window)
            yield server, thinker, model
            if hasattr(model, "close"):
                await model.close()


def native(name: str = "search_memory") -> Callable[..., Reply]:
    def calling(*queries: str, text: str = "", **how: object) -> Reply:
        calls = tuple(Call(name=name, arguments=json.dumps({"query": query})) for query in queries)
        return Reply(text=text, calls=calls, **how)  # type: ignore[arg-type]

    return calling


def spoken(*queries: str, text: str = "", **how: object) -> Reply:
    uses = [json.dumps({"name": "search_memory", "arguments": {"query": query}}) for query in queries]
    return Reply(text="\n".join([text, *(f"<tool>{use}</tool>" for use in uses)]).strip(), **how)  # type: ignore[arg-type]


async def thoughts_of(thinker: Thinker, model: ChatModel, tools: Shelf) -> list[Thought]:
    async with aclosing(thinker.think(PROMPT, tools, model)) as stream:
        return [thought async for thought in stream]


def text_of(thoughts: Sequence[Thought]) -> str:
    return "".join(thought.text for thought in thoughts)


class ThinkerContract:
    @pytest.mark.ledger("ANI-05", "ANI-06", "ANI-07", "ANI-08", "ANI-11", "OPS-08")
    async def test_parallel_tools_are_used_their_errors_told_and_all_of_it_counted(self, way: Way) -> None:
        shelf = Shelf(
            lambda query: (
                ToolResult(text=f"{query}: gone", ok=False) if query == "box" else ToolResult(text="on the shelf")
            )
        )
        async with way.at(way.calling("tea", "box"), LONG) as (server, thinker, model):
            thoughts = await thoughts_of(thinker, model, shelf)

        assert text_of(thoughts) == LONG
        assert sorted(shelf.asked) == ["box", "tea"]
        assert [(thought.tool, thought.result is None) for thought in thoughts if thought.tool] == [
            ("search_memory", True), ("search_memory", False),
        ] * 2  # fmt: skip
        told = "\n".join(said.text for said in server.requests[-1].said)
        assert "on the shelf" in told
        assert "box: gone" in told
        for part in ("You are Alice.", "Hello Ada.", "It is Monday.", "Where is the tea?"):
            assert part in told
        assert [one.finished for one in thoughts] == [None] * (len(thoughts) - 1) + [True]
        usage = thoughts[-1].usage
        assert usage is not None
        assert (usage.input_tokens, usage.output_tokens, usage.estimated) == (22, 14, False)

    @pytest.mark.ledger("OPS-10", "ANI-05", "ANI-06")
    @pytest.mark.parametrize(
        ("trouble", "reasons"),
        [("eof", {"cut"}), ("401", {"key_refused"}), ("stall", {"stalled"}), ("silence", {"no_first_token"})],
    )
    async def test_no_trouble_passes_for_a_whole_answer(self, way: Way, trouble: Trouble, reasons: set[str]) -> None:
        limits = Deadlines(first_token_s=6.0 if trouble == "401" else 3.0, gap_s=1.5, total_s=20)
        async with way.at(Reply(text=LONG, trouble=trouble), limits=limits) as (_, thinker, model):
            thoughts: list[Thought] = []
            try:
                async with aclosing(thinker.think(PROMPT, Shelf(), model)) as stream:
                    async for thought in stream:
                        thoughts.append(thought)
                found = thoughts[-1].reason
                assert thoughts[-1].finished is False
            except ModelFault as fault:
                found = fault.reason
                assert not text_of(thoughts)

        assert found in reasons, found

    @pytest.mark.ledger("OPS-10", "ANI-05")
    async def test_stopping_ends_it_within_a_second_and_hangs_up(self, way: Way) -> None:
        async with way.at(Reply(text=LONG, trouble="stall")) as (server, thinker, model):
            task = asyncio.create_task(thoughts_of(thinker, model, Shelf()))
            while not server.requests:
                await asyncio.sleep(0.01)
            began = time.monotonic()
            task.cancel()
            with pytest.raises(asyncio.CancelledError):
                await task
            took = time.monotonic() - began
            async with asyncio.timeout(5):
                while not server.requests[0].left:
                    await asyncio.sleep(0.01)

        assert took < 3.0

    @pytest.mark.ledger("LOG-10")
    async def test_a_long_session_goes_on_in_a_fresh_one_and_after_a_crash_from_where_it_was(self, way: Way) -> None:
        if not way.chains:
            pytest.skip("one shot has no session")
        kept, shelf = Kept(), Shelf(lambda query: ToolResult(text=f"{query}: " + "blue box " * 300))
        more = way.calling("cup", usage=(9000, 7))
        async with way.at(way.calling("tea"), more, LONG, kept=kept, window=1500) as (server, thinker, model):
            thoughts = await thoughts_of(thinker, model, shelf)
            last = server.requests[-1]

        assert text_of(thoughts).endswith(LONG)
        assert kept.states
        assert kept.ends == 1
        assert "continuation" in "\n".join(said.text for said in last.said)
        assert "Hello Ada." not in "\n".join(said.text for said in last.said)

        kept.left = InterruptedThinking(work="# Your work so far (continuation 2)\nThe tea: in the green tin.", chain=2)
        async with way.at(LONG, kept=kept, window=100_000) as (server, thinker, model):
            await thoughts_of(thinker, model, shelf)

        assert "green tin" in "\n".join(said.text for said in server.requests[0].said)
        assert kept.left is None

    @pytest.mark.ledger("ANI-09")
    async def test_going_in_circles_ends_with_an_honest_word(self, way: Way) -> None:
        if not way.chains:
            pytest.skip("one shot asks twice at most")
        shelf = Shelf()
        async with way.at(way.calling("tea")) as (_, thinker, model):
            thoughts = await thoughts_of(thinker, model, shelf)

        assert "limit of steps" in text_of(thoughts)
        assert (thoughts[-1].finished, thoughts[-1].reason) == (True, "steps")
        assert len(shelf.asked) == 3
