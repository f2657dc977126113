"""One anima as `list` and `status` show it."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class AnimaState:
    """One anima as `list` and `status` show it."""

    name: str
    role: str
    model: str
    enabled: bool
    speciality: str = ""
    supervisor: str = ""
    running: int = 0  # turns being thought about now
    waiting: int = 0  # turns accepted and not done
