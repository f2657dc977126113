"""Tool calls written as text, by models that have no tool calls of their own. Read leniently.

    <tool>{"name": "search_memory", "arguments": {"query": "tea"}}</tool>

Also understood: other tag names, a fenced JSON block, "tool" or "function" for the name, "args", "parameters" or
"input" for the arguments, arguments beside the name, a trailing comma, a list of calls.
"""

from __future__ import annotations

import json
import re
from collections.abc import Collection, Iterator
from dataclasses import dataclass

from bots.ports import ToolCall

_MARKED = re.compile(
    r"<(?P<tag>tool|tool_call|function_call|tool_use)>(?P<tagged>.*?)(?:</(?P=tag)>|\Z)"
    r"|```(?:json|tool|tool_call)?[ \t]*\n\s*+(?P<fenced>[\[{].*?)(?:```|\Z)",
    re.DOTALL,
)
_TRAILING_COMMA = re.compile(r",\s*([}\]])")
_NAMES = ("name", "tool", "function", "tool_name")
_ARGUMENTS = ("arguments", "args", "parameters", "input")


@dataclass(frozen=True, slots=True, kw_only=True)
class Spoken:
    """An answer taken apart: what is for the person, and what is to be done."""

    text: str
    calls: tuple[ToolCall, ...]


def parse(answer: str, known: Collection[str]) -> Spoken:
    """Blocks that call a known tool are taken out of the text; every other block is left in it."""
    calls: list[ToolCall] = []

    def take(block: re.Match[str]) -> str:
        found = list(_calls(block["tagged"] or block["fenced"] or "", known, len(calls)))
        calls.extend(found)
        # A tag of ours that cannot be read is no talk for people either.
        return "" if found or block["tag"] else block[0]

    text = _MARKED.sub(take, answer)
    return Spoken(text=re.sub(r"\n{3,}", "\n\n", text).strip(), calls=tuple(calls))


def _calls(text: str, known: Collection[str], first: int) -> Iterator[ToolCall]:
    body = _json(text.strip())
    for number, one in enumerate(body if isinstance(body, list) else [body], first):
        if isinstance(one, dict) and (name := _name(one)) in known:
            arguments = json.dumps(_arguments(one), ensure_ascii=False)
            yield ToolCall(id=f"pseudo_{number}", name=name, arguments=arguments)


def _json(text: str) -> object:
    for attempt in (text, _TRAILING_COMMA.sub(r"\1", text)):
        try:
            return json.JSONDecoder(strict=False).decode(attempt)
        except (ValueError, RecursionError):
            continue
    return None


def _name(call: dict[str, object]) -> str:
    found = next((call[key] for key in _NAMES if isinstance(call.get(key), str)), "")
    return str(found)


def _arguments(call: dict[str, object]) -> object:
    found = next((call[key] for key in _ARGUMENTS if key in call), None)
    if found is None:
        return {key: value for key, value in call.items() if key not in _NAMES}
    return _json(found) if isinstance(found, str) else found
