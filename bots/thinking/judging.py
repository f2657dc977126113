"""Memory's questions to a model: one shot, no tools, no history, one deadline for all of it."""

from __future__ import annotations

import asyncio
from datetime import timedelta

from bots.errors import ModelFault
from bots.ports import ChatMessage, ChatModel, Usage
from bots.spending.purpose import asked_for
from bots.thinking.listening import whole_answer
from memory.consolidation.asking import in_sleep
from memory.vocabulary.errors import JudgeFault
from memory.vocabulary.ports import Clock, Judged


class ModelJudge:
    """A Judge over a ChatModel."""

    def __init__(self, model: ChatModel, clock: Clock) -> None:
        self._model = model
        self._clock = clock

    @property
    def name(self) -> str:
        return self._model.name

    async def __call__(self, instructions: str, text: str, deadline_s: float) -> Judged:
        messages = [ChatMessage(role="system", content=instructions), ChatMessage(role="user", content=text)]
        deadline = self._clock() + timedelta(seconds=deadline_s)
        try:
            with asked_for("night" if in_sleep.get() else "formation"):
                async with asyncio.timeout(deadline_s):
                    answer, end, usage = await whole_answer(self._model, messages, deadline)
        except TimeoutError as late:
            raise JudgeFault(f"{self.name} did not answer within {deadline_s:g} s") from late
        except ModelFault as fault:
            raise JudgeFault(f"{self.name}: {fault}") from fault
        if end != "stop" or not answer.strip():
            raise JudgeFault(f"{self.name}: {'the answer is empty' if end == 'stop' else f'it ended with {end}'}")
        spent = usage or Usage()
        return Judged(text=answer, model=self.name, input_tokens=spent.input_tokens, output_tokens=spent.output_tokens)
