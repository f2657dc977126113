"""Recounting: what a night did, from its changes into its record, and from that into its report."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, replace
from typing import cast

from memory.archive.batches import Deed
from memory.archive.memory_line import Note, decode
from memory.archive.nights import NightRecord
from memory.consolidation.report import Line, Report, State, Stepped
from memory.vocabulary.change import Change, ChangeKind, Outcome
from memory.vocabulary.event import Json
from memory.vocabulary.fact import FactChange


def line_of(change: Change, audience: str) -> Line:
    """What is told of a change."""
    note = change.note
    return Line(
        kind=note.type if note else change.kind,
        of=(change.path,) if not note else note.ids or tuple(filter(None, [_brought(note)])),
        because=change.because,
        audience=audience,
    )


def with_outcome(line: Line, outcome: Outcome) -> Line:
    """With why it was not carried out, if it was not."""
    return replace(line, refused=outcome.why)


def change_of(deed: Deed) -> Change:
    """What was planned, as far as the record of the batch tells it."""
    because = deed.outcome.because
    if deed.note:
        return Change(kind="note", because=because, note=decode(deed.note.encode()))
    move = deed.moves[0] if deed.moves else None
    return Change(
        kind=cast(ChangeKind, deed.kind), because=because, path=deed.outcome.path, expects=move.before if move else None
    )


def kept_of(step: Stepped) -> Mapping[str, Json]:
    """The step as the record keeps it."""
    lines: list[Json] = [{**asdict(line), "of": list(line.of)} for line in step.lines]
    return {"name": step.name, "refused": step.refused, "lines": lines}


def report_of(record: NightRecord) -> Report:
    """What is told of the night."""
    return Report(
        night=record.id,
        stage=record.stage,
        at=record.at.isoformat(),
        state=cast(State, record.state),
        steps=tuple(map(_stepped, record.steps)),
    )


def _brought(note: Note) -> str:
    return note.fact.id if isinstance(note, FactChange) and note.fact else ""


def _stepped(kept: Mapping[str, Json]) -> Stepped:
    lines = kept.get("lines")
    return Stepped(
        name=str(kept.get("name")),
        lines=tuple(_known(line) for line in lines if isinstance(line, dict)) if isinstance(lines, list) else (),
        refused=str(kept.get("refused") or ""),
    )


def _known(line: Mapping[str, Json]) -> Line:
    of = line.get("of")
    return Line(
        kind=str(line.get("kind")),
        of=tuple(map(str, of)) if isinstance(of, list) else (),
        because=str(line.get("because") or ""),
        refused=str(line.get("refused") or ""),
        audience=str(line.get("audience") or ""),
    )
