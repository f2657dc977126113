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

WIDE_WINDOW = 32_000
"""Tokens of a model's window from which a question has more room."""

WIDE_QUESTION, WIDE_SHARE = 3500, 2600 / 3500
"""Such a question's budget, and the share of knowledge in it: measured, see PRI-06."""

HEARTBEAT_ACTIVITY = 400
"""A heartbeat sees at least so much of what happened, whatever its budget is."""

LEFTOVERS = (KNOWLEDGE, ACTIVITY)
"""Who gets what the others leave, in this order."""


USUAL_QUESTION = 1500


@dataclass(frozen=True, slots=True, kw_only=True)
class Budgets:
    """Tokens by the type of the message. Not `dynamic`: every message has all that the channels usually take.

    `question` None: as the model's window allows.
    """

    dynamic: bool = True
    greeting: int = 500
    question: int | None = None
    request: int = 3000
    heartbeat: int = 200

    def total(self, kind: str, channels: Sequence[Channel], window: int = 0) -> int:
        if not self.dynamic:
            return sum(channel.tokens for channel in channels)
        if kind == "question" and self.question is None and window >= WIDE_WINDOW:
            return WIDE_QUESTION
        return self._by_kind[kind]

    def shared_as(self, kind: str) -> str:
        """The kind whose rule shares the total out; a heartbeat sees its activity either way."""
        return kind if self.dynamic or kind == "heartbeat" else STATIC

    @property
    def largest(self) -> int:
        return max(WIDE_QUESTION, *self._by_kind.values())

    @property
    def _by_kind(self) -> Mapping[str, int]:
        return {
            "greeting": self.greeting,
            "question": USUAL_QUESTION if self.question is None else self.question,
            "request": self.request,
            "heartbeat": self.heartbeat,
        }


USUAL = Budgets()


def shares(channels: Sequence[Channel], kind: str, total: int, *, of_the_past: bool = False) -> dict[str, int]:
    """Tokens for each channel: as usual where the total allows it, else in proportion.

    Of the past recent activity says next to nothing: a question about it has that room for knowledge.
    """
    usual = {channel.name: channel.tokens for channel in channels}
    given: dict[str, int] = {}
    if kind == "question" and KNOWLEDGE in usual:
        given[KNOWLEDGE] = int(total * (WIDE_SHARE if total >= WIDE_QUESTION else QUESTION_SHARE))
        del usual[KNOWLEDGE]
    rest = max(0, total - sum(given.values()))
    wanted = sum(usual.values())
    factor = min(1.0, rest / wanted) if wanted else 0.0
    given |= {name: int(tokens * factor) for name, tokens in usual.items()}
    if of_the_past and kind == "question" and {KNOWLEDGE, ACTIVITY} <= given.keys():
        given |= {KNOWLEDGE: given[KNOWLEDGE] + given[ACTIVITY], ACTIVITY: 0}
    if kind == "heartbeat" and ACTIVITY in given:
        given[ACTIVITY] = max(given[ACTIVITY], HEARTBEAT_ACTIVITY)
    return given
