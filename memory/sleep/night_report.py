"""The report of a night: what each step did, with its reasons, as it stands in the night's record and is told."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from typing import Literal, TypeAlias, cast

from memory.archive.checkpoints import NightRecord
from memory.archive.memory_log import MemoryNote, decode_note
from memory.archive.note_writer import FileDeed
from memory.vocabulary.change import Change, ChangeKind, Outcome
from memory.vocabulary.event import Json
from memory.vocabulary.fact import FactChange

NightState: TypeAlias = Literal["open", "done", "undone", "planned"]
"""`open`: it was cut off, and goes on where it was; `planned`: a dry run, of which nothing was carried out."""


@dataclass(frozen=True, slots=True, kw_only=True)
class NightChange:
    """One change: what kind it is, of what (a path or ids), why, and whose. `refused`: why it was not carried out."""

    kind: str
    of: tuple[str, ...]
    because: str
    refused: str = ""
    audience: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class StepReport:
    """One step. `refused`: nothing of it was carried out, and why."""

    name: str
    lines: tuple[NightChange, ...] = ()
    refused: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class NightReport:
    """`night` names it, for undoing; `at` is the instant that it was slept as of, ISO 8601."""

    night: str
    stage: str
    at: str
    state: NightState
    steps: tuple[StepReport, ...] = ()

    @property
    def counts(self) -> Mapping[str, int]:
        """How many changes of each kind were carried out, or planned."""
        return Counter(line.kind for step in self.steps for line in step.lines if not line.refused and not step.refused)

    def known_by(self, may_know: Callable[[str], bool]) -> NightReport:
        """What of it may be told to whom those audiences are open: nothing, not even a number, tells of the rest."""
        return replace(self, steps=tuple(_known_by(step, may_know) for step in self.steps))

    @property
    def refused(self) -> Sequence[StepReport]:
        return [step for step in self.steps if step.refused]


def _known_by(step: StepReport, may_know: Callable[[str], bool]) -> StepReport:
    if not step.lines:
        return step  # what was refused without a look at any memory
    lines = tuple(line for line in step.lines if may_know(line.audience))
    is_refused = bool(lines) and all(line.refused for line in lines)
    return replace(step, lines=lines, refused=lines[0].refused if is_refused else "")


# --- recounting -----------------------------------------------------------------------------------------------------
# Recounting: what a night did, from its changes into its record, and from that into its report.


def change_line(change: Change, audience: str) -> NightChange:
    """What is told of a change."""
    note = change.note
    return NightChange(
        kind=note.type if note else change.kind,
        of=(change.path,) if not note else note.ids or tuple(filter(None, [_brought(note)])),
        because=change.because,
        audience=audience,
    )


def with_outcome(line: NightChange, outcome: Outcome) -> NightChange:
    """With why it was not carried out, if it was not."""
    return replace(line, refused=outcome.why)


def planned_change(deed: FileDeed) -> Change:
    """What was planned, as far as the record of the batch tells it."""
    because = deed.outcome.because
    if deed.note:
        return Change(kind="note", because=because, note=decode_note(deed.note.encode()))
    move = deed.moves[0] if deed.moves else None
    return Change(
        kind=cast(ChangeKind, deed.kind), because=because, path=deed.outcome.path, expects=move.before if move else None
    )


def step_as_kept(step: StepReport) -> Mapping[str, Json]:
    """The step as the record keeps it."""
    lines: list[Json] = [{**asdict(line), "of": list(line.of)} for line in step.lines]
    return {"name": step.name, "refused": step.refused, "lines": lines}


def night_report(record: NightRecord) -> NightReport:
    """What is told of the night."""
    return NightReport(
        night=record.id,
        stage=record.stage,
        at=record.at.isoformat(),
        state=cast(NightState, record.state),
        steps=tuple(map(_stepped, record.steps)),
    )


def _brought(note: MemoryNote) -> str:
    return note.fact.id if isinstance(note, FactChange) and note.fact else ""


def _stepped(kept: Mapping[str, Json]) -> StepReport:
    lines = kept.get("lines")
    return StepReport(
        name=str(kept.get("name")),
        lines=tuple(_known(line) for line in lines if isinstance(line, dict)) if isinstance(lines, list) else (),
        refused=str(kept.get("refused") or ""),
    )


def _known(line: Mapping[str, Json]) -> NightChange:
    of = line.get("of")
    return NightChange(
        kind=str(line.get("kind")),
        of=tuple(map(str, of)) if isinstance(of, list) else (),
        because=str(line.get("because") or ""),
        refused=str(line.get("refused") or ""),
        audience=str(line.get("audience") or ""),
    )
