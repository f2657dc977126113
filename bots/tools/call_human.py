"""The tool call_human: a call to a person who is not here, by whichever channel they answer."""

from __future__ import annotations

from typing import Literal

from bots.tools.tool import Scene, ToolFault
from bots.trust.clearance import Destination

LONGEST = 2000
_MOST_OPTIONS = 4
_LONGEST_OPTION = 20


async def who_is_called(
    scene: Scene, text: str, priority: str = "normal", to: str = "", options: str = ""
) -> Destination:
    """Whoever is called is not here. Raises ToolFault."""
    if scene.reach is None:
        raise ToolFault("nobody can be called from here")
    if not text.strip() or len(text) > LONGEST:
        raise ToolFault(f"say why you call, in at most {LONGEST} characters")
    labels = _labels(options)
    if len(labels) > _MOST_OPTIONS or any(len(label) > _LONGEST_OPTION for label in labels):
        raise ToolFault(f"give at most {_MOST_OPTIONS} options of {_LONGEST_OPTION} characters")
    return await scene.reach.destination_of_call(text.strip(), priority, to.strip())


async def call_human(
    scene: Scene,
    text: str,
    priority: Literal["low", "normal", "high", "urgent"] = "normal",
    to: str = "",
    options: str = "",
) -> str:
    """Call a person who is not in this talk, when only a human can decide or must know. You are woken with the answer.

    text: what they need to know or decide, in words that stand alone
    priority: urgent passes quiet hours; high goes first to who is awake; low is tried once
    to: a person's name or address; empty for whoever is on call
    options: short answers to choose from, parted by |, for example yes|no
    """
    if scene.reach is None or scene.destination is None:
        raise ToolFault("nobody can be called from here")
    return await scene.reach.call(text.strip(), priority, _labels(options), scene.destination)


def _labels(options: str) -> tuple[str, ...]:
    return tuple(label for option in options.split("|") if (label := " ".join(option.split())))
