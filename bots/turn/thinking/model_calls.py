"""Which model is asked, and how: its execution mode, a second one for when it fails, the offline one without money.

Memory's questions to a model are one shot: no tools, no history, one deadline for all of it.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncGenerator, AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager
from datetime import datetime, timedelta
from fnmatch import fnmatchcase
from typing import Literal

from bots.errors import ModelFault
from bots.ports import ChatMessage, ChatModel, Chunk, ToolSpec, Usage
from bots.turn.thinking.budget import TALK_PURPOSE, Budget, asked_for, call_purpose
from memory.sleep.night_judge import asked_in_sleep
from memory.vocabulary.errors import JudgeFault
from memory.vocabulary.ports import Clock, JudgeAnswer

ExecutionMode = Literal["A1", "A2", "B"]
"""A1: Claude by its own SDKs · A2: our tool loop · B: one shot, assisted."""

#: In this order; the first pattern that fits holds. Small local models cannot be trusted with tool calls.
MODES_BY_NAME: tuple[tuple[str, ExecutionMode], ...] = (
    ("offline", "A2"),
    ("claude*", "A1"),
    ("anthropic/claude*", "A1"),
    ("ollama*/qwen3*", "A2"),
    ("ollama*/gpt-oss*", "A2"),
    ("ollama*/llama3.[13]*", "A2"),
    ("ollama*/mistral-small*", "A2"),
    ("ollama*/*", "B"),
    ("llamafile/*", "B"),
    ("lm_studio/*", "B"),
    ("*", "A2"),
)


def choose_mode(
    model: str, execution_mode: str | None = None, model_modes: Mapping[str, ExecutionMode] | None = None
) -> ExecutionMode:
    """`execution_mode` ("autonomous", "assisted") comes first, then the config's map, then the table above.

    Patterns fit the whole model string or its bare name. Of several in the map the most exact (longest) holds.
    """
    if execution_mode == "assisted":
        return "B"
    mapped = _mapped_mode(model, model_modes or {})
    by_name = next(mode for pattern, mode in MODES_BY_NAME if fnmatchcase(model, pattern))
    wanted = by_name if mapped is None else mapped
    if execution_mode == "autonomous":
        return "A1" if wanted == "A1" else "A2"
    return wanted


def _mapped_mode(model: str, modes: Mapping[str, ExecutionMode]) -> ExecutionMode | None:
    bare = model.rpartition("/")[2]
    fitting = [pattern for pattern in modes if fnmatchcase(model, pattern) or fnmatchcase(bare, pattern)]
    return modes[max(fitting, key=len)] if fitting else None


# --- listening ------------------------------------------------------------------------------------------------------
# Listens to a model: hangs up at once when nobody listens any more, and hears a whole answer out.


@asynccontextmanager
async def listening_to(stream: AsyncIterator[Chunk]) -> AsyncIterator[AsyncIterator[Chunk]]:
    """Closes the stream on the way out, so that the provider does not go on for nobody."""
    try:
        yield stream
    finally:
        if isinstance(stream, AsyncGenerator):
            await stream.aclose()


async def whole_answer(
    model: ChatModel, messages: Sequence[ChatMessage], deadline: datetime
) -> tuple[str, str, Usage | None]:
    """The text, how it ended and what it cost, of an answer without tools. Raises ModelFault."""
    pieces: list[str] = []
    async with listening_to(model.stream(messages, (), deadline)) as stream:
        async for chunk in stream:
            pieces.append(chunk.text)
            if chunk.end:
                return "".join(pieces), chunk.end, chunk.usage
    raise ModelFault("cut", "the model's stream had no end")


# --- fallback -------------------------------------------------------------------------------------------------------
# A second model for when the first one fails before it has said anything.


logger = logging.getLogger(__name__)


class FallbackModel:
    """A ChatModel over two. What was already said cannot be taken back: a later fault is passed on."""

    def __init__(self, first: ChatModel, second: ChatModel) -> None:
        self.name = first.name
        self._first = first
        self._second = second
        self.context_tokens = self._window()

    @property
    def models(self) -> tuple[ChatModel, ChatModel]:
        """Both, for whoever gets them ready and closes them."""
        return self._first, self._second

    async def stream(
        self, messages: Sequence[ChatMessage], tools: Sequence[ToolSpec], deadline: datetime
    ) -> AsyncIterator[Chunk]:
        self.context_tokens = self._window()
        has_spoken = False
        try:
            async with listening_to(self._first.stream(messages, tools, deadline)) as stream:
                async for chunk in stream:
                    has_spoken = True
                    yield chunk
            return
        except ModelFault as fault:
            if has_spoken or fault.reason == "stopped":
                raise
            logger.warning(
                "fallback model asked",
                extra={"first": self._first.name, "reason": fault.reason, "second": self._second.name},
            )
        async with listening_to(self._second.stream(messages, tools, deadline)) as stream:
            async for chunk in stream:
                yield chunk

    def _window(self) -> int:
        """What surely fits both; a model may learn its window with the first question."""
        return min(self._first.context_tokens, self._second.context_tokens)


# --- guarded --------------------------------------------------------------------------------------------------------
# A model that is asked only while there is money for it; then the offline model answers people, and nobody else.


class GuardedModel:
    """A ChatModel over the anima's model and the offline one. What was not asked by a talk (summaries, the forming of
    facts) gets ModelFault("no_money"): those who ask have rules to go on with."""

    def __init__(self, anima: str, model: ChatModel, offline: ChatModel, purse: Budget) -> None:
        self._anima = anima
        self._model = model
        self._offline = offline
        self._purse = purse

    @property
    def name(self) -> str:
        """Of the one that would answer now."""
        is_over = self._purse.is_over(self._anima, call_purpose.get().person)
        return self._offline.name if is_over else self._model.name

    @property
    def context_tokens(self) -> int:
        return self._model.context_tokens

    @property
    def models(self) -> tuple[ChatModel, ...]:
        """For whoever gets them ready and closes them."""
        return (self._model,)

    async def stream(
        self, messages: Sequence[ChatMessage], tools: Sequence[ToolSpec], deadline: datetime
    ) -> AsyncIterator[Chunk]:
        asked = call_purpose.get()
        if self._purse.may_ask(self._anima, asked.person):
            with self._purse.asking(self._anima, asked.person):
                async with listening_to(self._model.stream(messages, tools, deadline)) as stream:
                    async for chunk in stream:
                        yield chunk
            return
        if asked.name != TALK_PURPOSE:
            raise ModelFault("no_money", f"today's money for {self._model.name} is spent")
        async with listening_to(self._offline.stream(messages, tools, deadline)) as stream:
            async for chunk in stream:
                yield chunk


# --- judging --------------------------------------------------------------------------------------------------------
# Memory's questions to a model: one shot, no tools, no history, one deadline for all of it.


class ModelJudge:
    """A Judge over a ChatModel."""

    def __init__(self, model: ChatModel, clock: Clock) -> None:
        self._model = model
        self._clock = clock

    @property
    def name(self) -> str:
        return self._model.name

    async def __call__(self, instructions: str, text: str, deadline_s: float) -> JudgeAnswer:
        messages = [ChatMessage(role="system", content=instructions), ChatMessage(role="user", content=text)]
        deadline = self._clock() + timedelta(seconds=deadline_s)
        try:
            with asked_for("night" if asked_in_sleep.get() else "formation"):
                async with asyncio.timeout(deadline_s):
                    answer, end, usage = await whole_answer(self._model, messages, deadline)
        except TimeoutError as late:
            raise JudgeFault(f"{self.name} did not answer within {deadline_s:g} s") from late
        except ModelFault as fault:
            raise JudgeFault(f"{self.name}: {fault}") from fault
        if end != "stop" or not answer.strip():
            raise JudgeFault(f"{self.name}: {'the answer is empty' if end == 'stop' else f'it ended with {end}'}")
        spent = usage or Usage()
        return JudgeAnswer(
            text=answer, model=self.name, input_tokens=spent.input_tokens, output_tokens=spent.output_tokens
        )
