"""Thinking in one shot, for models without tool calls: memory was recalled before, tools are called in text.

The framework has primed the prompt already and encodes afterwards. The answer is shown when it is whole, for pseudo
calls must not be seen. An answer that only asks (searches, reads) gets what it asked for, once.
"""

from __future__ import annotations

import json
from collections.abc import AsyncIterator, Mapping, Sequence
from dataclasses import replace
from datetime import timedelta

from bots.errors import ModelFault
from bots.ports import ChatMessage, ChatModel, Prompt, Thought, Tools, ToolSpec, Usage
from bots.thinking.calling import call_within, seconds_left
from bots.thinking.ending import added
from bots.thinking.limits import Allowance, Limits
from bots.thinking.listening import whole_answer
from bots.thinking.notes import NOTES, Notes
from bots.thinking.pseudo_calls import Spoken, parse
from memory.vocabulary.event import Json
from memory.vocabulary.ports import Clock

MOST_SHOTS = 2


class OneShot:
    """A Thinker. It shows nothing before the answer is whole, so every fault is raised as ModelFault."""

    def __init__(
        self,
        *,
        clock: Clock,
        limits: Limits | None = None,
        total_s: float = 180.0,
        notes: Notes = NOTES["en"],
    ) -> None:
        self._clock = clock
        self._limits = limits or Limits()
        self._total = timedelta(seconds=total_s)
        self._notes = notes

    async def think(self, prompt: Prompt, tools: Tools, model: ChatModel) -> AsyncIterator[Thought]:
        deadline = self._clock() + self._total
        allowance = Allowance(self._limits)
        known = [spec.name for spec in tools.specs()]
        messages = _messages(prompt, tools.specs())
        usage = Usage(estimated=False)
        for shot in range(MOST_SHOTS):
            answer, end, took = await whole_answer(model, messages, deadline)
            usage = added(usage, took)
            spoken = parse(answer, known)
            results: list[str] = []
            for call in allowance.answered(spoken.calls):
                yield Thought(tool=call.name, arguments=call.arguments)
                left_s = seconds_left(deadline, self._clock())
                result = allowance.refusal(call) or await call_within(tools, call, left_s)
                results.append(f"{call.name}: {result.text}")
                yield Thought(tool=call.name, arguments=call.arguments, result=result)
            if spoken.text or shot == MOST_SHOTS - 1 or not results:
                break
            messages += _again(answer, results)
        async for thought in self._ending(spoken, end, usage):
            yield thought

    async def _ending(self, spoken: Spoken, end: str, usage: Usage) -> AsyncIterator[Thought]:
        text = spoken.text
        if end == "length":
            text = f"{text}\n\n{self._notes.length}".strip()
        elif not text and spoken.calls:
            text = self._notes.steps
        if not text:
            raise ModelFault("empty", "the model said nothing")
        yield Thought(text=text)
        yield Thought(finished=True, reason="length" if end == "length" else "", usage=usage)


def _messages(prompt: Prompt, specs: Sequence[ToolSpec]) -> list[ChatMessage]:
    system = f"{prompt.system}\n\n---\n\n{_manual(specs)}" if specs else prompt.system
    return replace(prompt, system=system).dialogue()


def _manual(specs: Sequence[ToolSpec]) -> str:
    call = {"name": specs[0].name, "arguments": dict.fromkeys(_required(specs[0]), "…")}
    example = f"<tool>{json.dumps(call, ensure_ascii=False)}</tool>"
    lines = [f"- {spec.name}: {spec.description} Arguments: {_schema(spec)}" for spec in specs]
    return "\n".join(
        [
            "# How to use tools",
            "To use a tool, write a line of this form; it is carried out and the person does not see it:",
            example,
            *lines,
        ]
    )


def _schema(spec: ToolSpec) -> str:
    return json.dumps(_properties(spec), ensure_ascii=False)


def _required(spec: ToolSpec) -> list[str]:
    required = spec.parameters.get("required") if isinstance(spec.parameters, dict) else None
    return [str(name) for name in required] if isinstance(required, list) else []


def _properties(spec: ToolSpec) -> Mapping[str, Json]:
    """The arguments, as JSON Schema has them."""
    properties = spec.parameters.get("properties") if isinstance(spec.parameters, dict) else None
    return properties if isinstance(properties, dict) else {}


def _again(answer: str, results: Sequence[str]) -> list[ChatMessage]:
    given = "\n\n".join(results)
    return [
        ChatMessage(role="assistant", content=answer),
        ChatMessage(role="user", content=f"What your tools gave (quoted):\n\n{given}\n\nAnswer the person now."),
    ]
