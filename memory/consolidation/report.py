"""The report of a night: what each step did, with its reasons, and what all of it comes to in numbers."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Literal, TypeAlias

State: TypeAlias = Literal["open", "done", "undone", "planned"]
"""`open`: it was cut off, and goes on where it was; `planned`: a dry run, of which nothing was carried out."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Line:
    """One change: what kind it is, of what (a path or ids), why, and whose. `refused`: why it was not carried out."""

    kind: str
    of: tuple[str, ...]
    because: str
    refused: str = ""
    audience: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Stepped:
    """One step. `refused`: nothing of it was carried out, and why."""

    name: str
    lines: tuple[Line, ...] = ()
    refused: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Report:
    """`night` names it, for undoing; `at` is the instant that it was slept as of, ISO 8601."""

    night: str
    stage: str
    at: str
    state: State
    steps: tuple[Stepped, ...] = ()

    @property
    def counts(self) -> Mapping[str, int]:
        """How many changes of each kind were carried out, or planned."""
        return Counter(line.kind for step in self.steps for line in step.lines if not line.refused and not step.refused)

    def known_by(self, may_know: Callable[[str], bool]) -> Report:
        """What of it may be told to whom those audiences are open: nothing, not even a number, tells of the rest."""
        return replace(self, steps=tuple(_known_by(step, may_know) for step in self.steps))

    @property
    def refused(self) -> Sequence[Stepped]:
        return [step for step in self.steps if step.refused]


def _known_by(step: Stepped, may_know: Callable[[str], bool]) -> Stepped:
    if not step.lines:
        return step  # what was refused without a look at any memory
    lines = tuple(line for line in step.lines if may_know(line.audience))
    is_refused = bool(lines) and all(line.refused for line in lines)
    return replace(step, lines=lines, refused=lines[0].refused if is_refused else "")
