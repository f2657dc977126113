"""Flood control: the documented paces, and who came back before the time that was asked for."""

from __future__ import annotations

import math
from collections import defaultdict, deque
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True, kw_only=True)
class Paces:
    """Messages a chat and second, a group and minute, overall and second. `slack` forgives that share of a window."""

    chat_per_s: int = 1
    group_per_min: int = 20
    overall_per_s: int = 30
    slack: float = 0.02


@dataclass(slots=True)
class Flood:
    """Times are nominal seconds: the server divides real ones by its scale."""

    paces: Paces
    #: (chat, seconds it came too early): calls inside of a wait that had been asked for
    early: list[tuple[str, float]] = field(default_factory=list)
    _until: dict[str, float] = field(default_factory=dict)
    _past: defaultdict[str, deque[float]] = field(default_factory=lambda: defaultdict(deque))

    def punish(self, chat: str, seconds: float, now: float) -> None:
        self._until[chat] = max(self._until.get(chat, 0.0), now + seconds)

    def retry_after(self, chat: str, *, is_group: bool, now: float) -> int:
        """0: go ahead, and it is counted; otherwise the seconds to wait, and the chat is closed until then."""
        if now < (until := self._until.get(chat, 0.0)):
            self.early.append((chat, until - now))
            return math.ceil(until - now)
        windows = [(chat, self.paces.chat_per_s, 1.0), ("*", self.paces.overall_per_s, 1.0)]
        if is_group:
            windows.append((f"{chat} by the minute", self.paces.group_per_min, 60.0))
        if wait := max(self._wait(*window, now) for window in windows):
            self.punish(chat, math.ceil(wait), now)
            return math.ceil(wait)
        for name, _, _ in windows:
            self._past[name].append(now)
        return 0

    def _wait(self, name: str, count: int, window: float, now: float) -> float:
        past = self._past[name]
        while past and past[0] <= now - window * (1 - self.paces.slack):
            past.popleft()
        return past[-count] + window - now if len(past) >= count else 0.0
