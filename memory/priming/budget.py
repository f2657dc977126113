"""How many tokens each channel may say, by the kind of message."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from memory.priming.channel import Channel

TOTAL: Mapping[str, int] = {"greeting": 500, "question": 1500, "request": 3000, "heartbeat": 200}
"""Tokens by message type."""

KNOWLEDGE, ACTIVITY = "related_knowledge", "recent_activity"

QUESTION_SHARE = 0.6
"""Of a question's budget, for knowledge, before the others shrink."""

HEARTBEAT_ACTIVITY = 400
"""A heartbeat sees at least so much of what happened, whatever its budget is."""

LEFTOVERS = (KNOWLEDGE, ACTIVITY)
"""Who gets what the others leave, in this order."""


def shares(channels: Sequence[Channel], kind: str, total: int) -> dict[str, int]:
    """Tokens for each channel: as usual where the total allows it, else in proportion."""
    usual = {channel.name: channel.tokens for channel in channels}
    given: dict[str, int] = {}
    if kind == "question" and KNOWLEDGE in usual:
        given[KNOWLEDGE] = int(total * QUESTION_SHARE)
        del usual[KNOWLEDGE]
    rest = max(0, total - sum(given.values()))
    wanted = sum(usual.values())
    factor = min(1.0, rest / wanted) if wanted else 0.0
    given |= {name: int(tokens * factor) for name, tokens in usual.items()}
    if kind == "heartbeat" and ACTIVITY in given:
        given[ACTIVITY] = max(given[ACTIVITY], HEARTBEAT_ACTIVITY)
    return given
