"""What a prompt is worth and what it costs: evidence, repeated lines, tools that are not there, what stays the same."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from itertools import takewhile

from bots.ports import Prompt, ToolSpec
from memory.theories import tokens
from memory.vocabulary.text_form import unquoted

#: Shorter lines may well stand twice (`(no longer so)`, a blank line).
SHORTEST_LINE = 20
_LABEL = re.compile(r"^\s*-?\s*(?:\[[^\]]{0,80}\]\s*)?(?:MSG[<>]?\s+)?")
_CALLABLE = re.compile(r"\b[a-z]+(?:_[a-z]+)+\b(?![/.])")


def plain(text: str) -> str:
    return " ".join(text.split())


def quoted_in(prompt: Prompt, texts: Collection[str]) -> list[str]:
    """Those of the texts that stand whole in the prompt."""
    shown = plain(unquoted("\n".join(message.content for message in prompt.dialogue())))
    return [text for text in texts if plain(text) in shown]


def repeated_lines(prompt: Prompt) -> list[str]:
    """Lines that stand more than once, whatever stands before them (a time, a bullet)."""
    lines = (line for message in prompt.dialogue() for line in message.content.splitlines())
    said = Counter(text for line in lines if len(text := _LABEL.sub("", line).strip()) >= SHORTEST_LINE)
    return [line for line, times in said.items() if times > 1]


def absent_tools(prompt: Prompt, tools: Sequence[ToolSpec]) -> list[str]:
    """What our own part of the prompt calls by a tool's kind of name without being one of the turn."""
    there = {spec.name for spec in tools} | {name for spec in tools for name in _names(spec.parameters)}
    return sorted(set(_CALLABLE.findall(prompt.system)) - there)


def sizes(prompt: Prompt, tools: Sequence[ToolSpec]) -> dict[str, int]:
    """Estimated tokens of its parts."""
    return {
        "standing": tokens.count_tokens(prompt.system),
        "history": sum(tokens.count_tokens(message.content) for message in prompt.history),
        "moment": tokens.count_tokens(prompt.moment),
        "message": tokens.count_tokens(prompt.message),
        "schemas": sum(tokens.count_tokens(spec.description + json.dumps(spec.parameters)) for spec in tools),
    }


def shared_before_history(one: Prompt, other: Prompt) -> float:
    """The share of what stands before the history that two prompts begin with alike."""
    pairs = zip(one.system, other.system, strict=False)
    alike = sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], pairs))
    return alike / len(other.system)


def _names(schema: object) -> Iterator[str]:
    if isinstance(schema, dict):
        for name, inner in schema.items():
            yield str(name)
            yield from _names(inner)
