"""Thinking in one shot, for models without tool calls: memory was recalled before, tools are called in text.

    <tool>{"name": "search_memory", "arguments": {"query": "tea"}}</tool>

Calls are read leniently: other tag names, a fenced JSON block, "tool" or "function" for the name, "args",
"parameters" or "input" for the arguments, arguments beside the name, a trailing comma, a list of calls. The answer is
shown when it is whole, for such calls must not be seen. An answer that only asks (searches, reads) gets what it asked
for, once.
"""

from __future__ import annotations

import json
import re
from collections.abc import AsyncIterator, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import timedelta

from bots.errors import ModelFault
from bots.ports import ChatMessage, ChatModel, Prompt, Thought, ToolCall, Tools, ToolSpec, Usage
from bots.text.phrases import fleet_word
from bots.turn.thinking.model_calls import whole_answer
from bots.turn.thinking.thinking_limits import (
    ToolAllowance,
    ToolLimits,
    added_usage,
    call_within,
    seconds_left,
)
from memory.language.folders import FALLBACK
from memory.vocabulary.event import Json
from memory.vocabulary.ports import Clock

_MARKED = re.compile(
    r"<(?P<tag>tool|tool_call|function_call|tool_use)>(?P<tagged>.*?)(?:</(?P=tag)>|\Z)"
    r"|```(?:json|tool|tool_call)?[ \t]*\n\s*+(?P<fenced>[\[{].*?)(?:```|\Z)",
    re.DOTALL,
)
_TRAILING_COMMA = re.compile(r",\s*([}\]])")
_NAMES = ("name", "tool", "function", "tool_name")
_ARGUMENTS = ("arguments", "args", "parameters", "input")


@dataclass(frozen=True, slots=True, kw_only=True)
class TextCalls:
    """An answer taken apart: what is for the person, and what is to be done."""

    text: str
    calls: tuple[ToolCall, ...]


def parse_text_calls(answer: str, known: Collection[str]) -> TextCalls:
    """Blocks that call a known tool are taken out of the text; every other block is left in it."""
    calls: list[ToolCall] = []

    def take(block: re.Match[str]) -> str:
        found = list(_calls_in(block["tagged"] or block["fenced"] or "", known, len(calls)))
        calls.extend(found)
        # A tag of ours that cannot be read is no talk for people either.
        return "" if found or block["tag"] else block[0]

    text = _MARKED.sub(take, answer)
    return TextCalls(text=re.sub(r"\n{3,}", "\n\n", text).strip(), calls=tuple(calls))


def _calls_in(text: str, known: Collection[str], first: int) -> Iterator[ToolCall]:
    body = _lenient_json(text.strip())
    for number, item in enumerate(body if isinstance(body, list) else [body], first):
        if isinstance(item, dict) and (name := _call_name(item)) in known:
            arguments = json.dumps(_call_arguments(item), ensure_ascii=False)
            yield ToolCall(id=f"pseudo_{number}", name=name, arguments=arguments)


def _lenient_json(text: str) -> object:
    for attempt in (text, _TRAILING_COMMA.sub(r"\1", text)):
        try:
            return json.JSONDecoder(strict=False).decode(attempt)
        except (ValueError, RecursionError):
            continue
    return None


def _call_name(call: dict[str, object]) -> str:
    found = next((call[key] for key in _NAMES if isinstance(call.get(key), str)), "")
    return str(found)


def _call_arguments(call: dict[str, object]) -> object:
    found = next((call[key] for key in _ARGUMENTS if key in call), None)
    if found is None:
        return {key: value for key, value in call.items() if key not in _NAMES}
    return _lenient_json(found) if isinstance(found, str) else found


# --- one shot -------------------------------------------------------------------------------------------------------
# Thinking in one shot, for models without tool calls: memory was recalled before, tools are called in text.
#
# The framework has primed the prompt already and encodes afterwards. The answer is shown when it is whole, for pseudo
# calls must not be seen. An answer that only asks (searches, reads) gets what it asked for, once.


MOST_SHOTS = 2


class OneShot:
    """A Thinker. It shows nothing before the answer is whole, so every fault is raised as ModelFault."""

    def __init__(
        self,
        *,
        clock: Clock,
        limits: ToolLimits | None = None,
        total_s: float = 180.0,
        language: str = FALLBACK,
    ) -> None:
        self._clock = clock
        self._limits = limits or ToolLimits()
        self._total = timedelta(seconds=total_s)
        self._language = language

    async def think(self, prompt: Prompt, tools: Tools, model: ChatModel) -> AsyncIterator[Thought]:
        deadline = self._clock() + self._total
        allowance = ToolAllowance(self._limits)
        known = [spec.name for spec in tools.specs()]
        messages = _one_shot_messages(prompt, tools.specs())
        usage = Usage(estimated=False)
        for shot in range(MOST_SHOTS):
            answer, end, took = await whole_answer(model, messages, deadline)
            usage = added_usage(usage, took)
            spoken = parse_text_calls(answer, known)
            results: list[str] = []
            for call in allowance.answered(spoken.calls):
                yield Thought(tool=call.name, arguments=call.arguments)
                left_s = seconds_left(deadline, self._clock())
                result = allowance.refusal(call) or await call_within(tools, call, left_s)
                results.append(f"{call.name}: {result.text}")
                yield Thought(tool=call.name, arguments=call.arguments, result=result)
            if spoken.text or shot == MOST_SHOTS - 1 or not results:
                break
            messages += _answer_again(answer, results)
        async for thought in self._ending(spoken, end, usage):
            yield thought

    async def _ending(self, spoken: TextCalls, end: str, usage: Usage) -> AsyncIterator[Thought]:
        text = spoken.text
        if end == "length":
            text = f"{text}\n\n{fleet_word(self._language, 'limit_of_length')}".strip()
        elif not text and spoken.calls:
            text = fleet_word(self._language, "limit_of_steps")
        if not text:
            raise ModelFault("empty", "the model said nothing")
        yield Thought(text=text)
        yield Thought(finished=True, reason="length" if end == "length" else "", usage=usage)


def _one_shot_messages(prompt: Prompt, specs: Sequence[ToolSpec]) -> list[ChatMessage]:
    system = f"{prompt.system}\n\n---\n\n{_tool_manual(specs)}" if specs else prompt.system
    return replace(prompt, system=system).dialogue()


def _tool_manual(specs: Sequence[ToolSpec]) -> str:
    call = {"name": specs[0].name, "arguments": dict.fromkeys(_required(specs[0]), "…")}
    example = f"<tool>{json.dumps(call, ensure_ascii=False)}</tool>"
    lines = [f"- {spec.name}: {spec.description} Arguments: {_schema_text(spec)}" for spec in specs]
    return "\n".join(
        [
            "# How to use tools",
            "To use a tool, write a line of this form; it is carried out and the person does not see it:",
            example,
            *lines,
        ]
    )


def _schema_text(spec: ToolSpec) -> str:
    return json.dumps(_properties(spec), ensure_ascii=False)


def _required(spec: ToolSpec) -> list[str]:
    required = spec.parameters.get("required") if isinstance(spec.parameters, dict) else None
    return [str(name) for name in required] if isinstance(required, list) else []


def _properties(spec: ToolSpec) -> Mapping[str, Json]:
    """The arguments, as JSON Schema has them."""
    properties = spec.parameters.get("properties") if isinstance(spec.parameters, dict) else None
    return properties if isinstance(properties, dict) else {}


def _answer_again(answer: str, results: Sequence[str]) -> list[ChatMessage]:
    given = "\n\n".join(results)
    return [
        ChatMessage(role="assistant", content=answer),
        ChatMessage(role="user", content=f"What your tools gave (quoted):\n\n{given}\n\nAnswer the person now."),
    ]
