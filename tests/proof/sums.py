"""What was found in many worlds, as a table."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field

from tests.proof.proof import Outcome

LEAST = 20
"""So often each door must have been gone through for the proof to say something about it."""


@dataclass(slots=True)
class Sums:
    """Of all worlds so far."""

    worlds: int = 0
    compared: int = 0
    said: int = 0
    told: int = 0
    controls: int = 0
    sensitive: int = 0
    leaking: list[int] = field(default_factory=list)
    doors: Counter[str] = field(default_factory=Counter)
    themes: Counter[str] = field(default_factory=Counter)
    by: Counter[tuple[str, ...]] = field(default_factory=Counter)

    def add(self, outcome: Outcome) -> None:
        self.worlds += 1
        self.compared += outcome.compared
        self.said += outcome.said
        self.told += outcome.told
        self.doors += outcome.doors
        self.themes.update(outcome.themes)
        if outcome.is_sensitive is not None:
            self.controls += 1
            self.sensitive += outcome.is_sensitive
        if outcome.differences:
            self.leaking.append(outcome.seed)
            self.by.update((theme,) for theme in outcome.themes)

    def table(self, seconds: float) -> str:
        lines = [
            f"worlds                         {self.worlds} in {seconds:.0f} s",
            f"bytes compared                 {self.compared}",
            f"worlds with a difference       {len(self.leaking)} {self.leaking[:20] or ''}",
            f"said in front of the observers {self.said}, of it told to them again {self.told}",
            f"positive control               {self.sensitive} of {self.controls} worlds differ",
            "theme                          worlds",
            *(f"  {theme:28} {times}" for theme, times in self.themes.most_common()),
            "door                           times",
            *(f"  {door:28} {times}" for door, times in self.doors.most_common()),
        ]
        return "\n".join(lines)
