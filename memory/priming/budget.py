"""How many tokens each channel may say, by the kind of message."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from memory.priming.channel import Channel

STATIC = "static"
"""Shared as a kind of its own: every channel has its usual size."""

KNOWLEDGE, ACTIVITY = "related_knowledge", "recent_activity"

QUESTION_SHARE = 0.6
"""Of a question's budget, for knowledge, before the others shrink."""

HEARTBEAT_ACTIVITY = 400
"""A heartbeat sees at least so much of what happened, whatever its budget is."""

LEFTOVERS = (KNOWLEDGE, ACTIVITY)
"""Who gets what the others leave, in this order."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Budgets:
    """Tokens by the type of the message. Not `dynamic`: every message has all that the channels usually take."""

    dynamic: bool = True
    greeting: int = 500
    question: int = 1500
    request: int = 3000
    heartbeat: int = 200

    def total(self, kind: str, channels: Sequence[Channel]) -> int:
        if not self.dynamic:
            return sum(channel.tokens for channel in channels)
        return self._by_kind[kind]

    def shared_as(self, kind: str) -> str:
        """The kind whose rule shares the total out; a heartbeat sees its activity either way."""
        return kind if self.dynamic or kind == "heartbeat" else STATIC

    @property
    def largest(self) -> int:
        return max(self._by_kind.values())

    @property
    def _by_kind(self) -> Mapping[str, int]:
        return {
            "greeting": self.greeting,
            "question": self.question,
            "request": self.request,
            "heartbeat": self.heartbeat,
        }


USUAL = Budgets()


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
