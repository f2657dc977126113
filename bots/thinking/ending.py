"""How a piece of thinking ends: whole, with an honest note where it ran into a limit; silence is a fault."""

from __future__ import annotations

from collections.abc import Iterator

from bots.errors import ModelFault
from bots.ports import Thought, Usage
from bots.thinking.notes import Notes


def ending(said: str, reason: str, notes: Notes, usage: Usage | None) -> Iterator[Thought]:
    """`reason` is empty, "length" or "steps". Raises ModelFault("empty") where nothing was said."""
    note = {"length": notes.length, "steps": notes.steps}.get(reason, "")
    if not said.strip() and not note:
        raise ModelFault("empty", "the model said nothing")
    if note:
        yield Thought(text=f"\n\n{note}" if said else note)
    yield Thought(finished=True, reason=reason, usage=usage)


def added(one: Usage, other: Usage | None) -> Usage:
    """Both together; estimated where either is."""
    if other is None:
        return Usage(input_tokens=one.input_tokens, output_tokens=one.output_tokens, estimated=True)
    return Usage(
        input_tokens=one.input_tokens + other.input_tokens,
        output_tokens=one.output_tokens + other.output_tokens,
        estimated=one.estimated or other.estimated,
    )
