"""Puts the pieces of a streamed answer together: text at once, tool calls when they are whole."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any

from bots.ports import ToolCall


@dataclass(slots=True)
class _Call:
    id: str = ""
    name: str = ""
    arguments: str = ""


class Fragments:
    """Takes the library's pieces, in order. Arguments come in parts by index, id and name only once."""

    def __init__(self) -> None:
        self.input_tokens = 0
        self.output_tokens = 0
        self._text = ""
        self._calls: list[_Call] = []
        self._latest: dict[int, _Call] = {}  # index -> the call whose parts come under it now

    def take(self, piece: Any) -> bool:
        """True when the piece brought the answer on (keep-alives and empty pieces do not)."""
        if usage := getattr(piece, "usage", None):
            self.input_tokens = usage.prompt_tokens or 0
            self.output_tokens = usage.completion_tokens or 0
        if not piece.choices:
            return False
        choice = piece.choices[0]
        text = choice.delta.content or ""
        calls = choice.delta.tool_calls or ()
        self._text += text
        for call in calls:
            self._add(call)
        thinking = getattr(choice.delta, "reasoning_content", None)
        return bool(text or calls or thinking or choice.finish_reason)

    @property
    def has_begun(self) -> bool:
        """Whether there is something of an answer that was not taken yet."""
        return bool(self._text or self._calls)

    def text(self) -> str:
        """What was not taken yet."""
        text, self._text = self._text, ""
        return text

    def calls(self) -> tuple[ToolCall, ...]:
        each = [(call, arguments) for call in self._calls for arguments in _apart(call.arguments)]
        seen: set[str] = set()
        calls = []
        for index, (call, arguments) in enumerate(each):
            id = call.id if call.id and call.id not in seen else f"call_{index}"
            seen.add(id)
            calls.append(ToolCall(id=id, name=call.name, arguments=arguments))
        return tuple(calls)

    def _add(self, part: Any) -> None:
        index = part.index or 0
        call = self._latest.get(index)
        if call is None or _begins_another(part, call):
            call = self._latest[index] = _Call()
            self._calls.append(call)
        call.id = call.id or part.id or ""
        if part.function is not None:
            call.name = call.name or part.function.name or ""
            call.arguments += part.function.arguments or ""


def _apart(arguments: str) -> list[str]:
    """Some servers write the arguments of parallel calls one behind the other: `{"a": 1}{"a": 2}` is two."""
    found: list[str] = []
    rest = arguments.strip()
    while rest.startswith("{"):
        try:
            _, end = json.JSONDecoder().raw_decode(rest)
        except (ValueError, RecursionError):
            break
        found.append(rest[:end])
        rest = rest[end:].lstrip(" \t\r\n,")
    return found if len(found) > 1 and not rest else [arguments]


def _begins_another(part: Any, call: _Call) -> bool:
    """Some servers give all parallel calls the index 0: a new id, or a new name behind arguments, is a new call."""
    if part.id:
        return bool(call.id) and part.id != call.id
    return bool(part.function is not None and part.function.name and call.arguments)
