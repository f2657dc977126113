"""Snapshots of the fold, one at the end of each month: derived files, so that a start need not fold years.

A snapshot names the files that it was made of with their sizes; where one of them has changed it is not believed.
"""

from __future__ import annotations

import json
import os
from collections import Counter
from collections.abc import Mapping
from dataclasses import fields
from datetime import UTC, datetime
from pathlib import Path

from memory.archive import memory_line
from memory.archive.event_line import dump
from memory.index.fold import Folded, find
from memory.theories.testimony import Settled
from memory.vocabulary.event import Json
from memory.vocabulary.fact import FactChange
from memory.vocabulary.relation import Relation
from memory.vocabulary.strength import Strength

VERSION = 1
"""Raise it with every change of the fold: a snapshot of another version is passed over."""

_MOMENTS = ("last_access", "born", "reviewed")
_PLAIN = tuple(field.name for field in fields(Strength) if field.name not in _MOMENTS)


def write(folder: Path, month: str, sizes: Mapping[str, int], state: Folded) -> None:
    """Whole or not at all; a full disk costs time at the next start, nothing else."""
    path = folder / f"{month}.json"
    draft = path.with_suffix(".new")
    try:
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        draft.write_bytes(dump({"version": VERSION, "files": dict(sizes), "state": written(state)}))
        os.replace(draft, path)
    except OSError:
        draft.unlink(missing_ok=True)


def latest(folder: Path, sizes: Mapping[str, int]) -> tuple[Folded, dict[str, int]] | None:
    """The newest that is of these files, and which of them it was made of."""
    for path in sorted(folder.glob("*.json"), reverse=True):
        try:
            kept = json.loads(path.read_bytes())
            made_of = {str(name): int(size) for name, size in kept["files"].items()}
            older = {name: size for name, size in sizes.items() if name <= f"{path.stem}.jsonl"}
            if kept["version"] == VERSION and made_of == older:
                return read(kept["state"]), made_of
        except (OSError, ValueError, KeyError, TypeError, AttributeError):
            continue
    return None


def written(state: Folded) -> dict[str, Json]:
    """The state as JSON; two states are the same where this is the same text."""
    return {
        "facts": [memory_line.encoded(fact, UTC) for fact in state.facts.values()],
        "strengths": {id: _strength(one) for id, one in sorted(state.strengths.items())},
        "retracted": {id: _line(note) for id, note in sorted(state.retracted.items())},
        "merged": dict(sorted(state.merged.items())),
        "quarantined": {id: _line(note) for id, note in sorted(state.quarantined.items())},
        "relations": [[one.source, one.target, one.kind, one.confidence] for one in state.relations],
        "asked": {key: _line(note) for key, note in sorted(state.asked.items())},
        "settled": [[one.at.astimezone(UTC).isoformat(), one.holds, one.against, one.both] for one in state.settled],
        "said_again": {id: list(sources) for id, sources in sorted(state.said_again.items())},
        "of_source": {source: list(ids) for source, ids in sorted(state.of_source.items())},
        "pairs": [[*pair, times] for pair, times in sorted(state.pairs.items())],
        "tags": {place: [[id, at.astimezone(UTC).isoformat()] for id, at in open] for place, open in _open(state)},
        "replies": {question: list(ids) for question, ids in state.replies.items()},
        "last": [state.last[0].astimezone(UTC).isoformat(), state.last[1]] if state.last else None,
    }


def read(kept: dict[str, Json]) -> Folded:
    """The state of such JSON. Raises ValueError, KeyError, TypeError or AttributeError for what is none."""
    record: dict = kept  # type: ignore[type-arg]  # our own file; whatever is wrong with it raises
    facts = [memory_line.decoded(fact) for fact in record["facts"]]
    state = Folded(
        facts={fact.id: fact for fact in facts if fact},
        strengths={id: _strength_of(one) for id, one in record["strengths"].items()},
        retracted={id: _change(line) for id, line in record["retracted"].items()},
        merged=dict(record["merged"]),
        quarantined={id: _change(line) for id, line in record["quarantined"].items()},
        relations=tuple(
            Relation(source=source, target=target, kind=kind, confidence=confidence)
            for source, target, kind, confidence in record["relations"]
        ),
        asked={key: _change(line) for key, line in record["asked"].items()},
        settled=tuple(
            Settled(at=datetime.fromisoformat(at), holds=holds, against=against, both=both)
            for at, holds, against, both in record["settled"]
        ),
        said_again={id: tuple(sources) for id, sources in record["said_again"].items()},
        of_source={source: tuple(ids) for source, ids in record["of_source"].items()},
        pairs=Counter({(one, other): times for one, other, times in record["pairs"]}),
        tags={
            place: tuple((id, datetime.fromisoformat(at)) for id, at in tagged)
            for place, tagged in record["tags"].items()
        },
        replies={question: tuple(ids) for question, ids in record["replies"].items()},
        last=(datetime.fromisoformat(record["last"][0]), record["last"][1]) if record["last"] else None,
    )
    for fact in state.facts.values():
        find(state, fact)
    return state


def _open(state: Folded) -> list[tuple[str, tuple[tuple[str, datetime], ...]]]:
    return sorted((place, tags) for place, tags in state.tags.items() if tags)


def _line(note: FactChange) -> str:
    return memory_line.encode(note, UTC).decode()


def _change(line: str) -> FactChange:
    note = memory_line.decode(line.encode())
    if not isinstance(note, FactChange):
        raise ValueError("no change of a memory")
    return note


def _strength(strength: Strength) -> list[Json]:
    moments = [getattr(strength, name) for name in _MOMENTS]
    plain: list[Json] = [getattr(strength, name) for name in _PLAIN]
    return [*plain, *(at.astimezone(UTC).isoformat() if at else None for at in moments)]


def _strength_of(values: list[Json]) -> Strength:
    plain = dict(zip(_PLAIN, values[: len(_PLAIN)], strict=True))
    moments = dict(zip(_MOMENTS, values[len(_PLAIN) :], strict=True))
    read: dict[str, datetime | None] = {
        name: datetime.fromisoformat(str(at)) if at else None for name, at in moments.items()
    }
    return Strength(**plain, **read)  # type: ignore[arg-type]
