"""A procedure's record, as it stands in the head of its file."""

from __future__ import annotations

from collections.abc import Mapping

from memory.theories.procedure_confidence import Record, confidence
from memory.vocabulary.event import Json


def record_of(meta: Mapping[str, Json]) -> Record:
    """Of a file's head; what is no count there counts as nought."""
    worked, failed = _count(meta, "success_count"), _count(meta, "failure_count")
    return Record(
        successes=worked,
        failures=failed,
        lifetime_successes=max(worked, _count(meta, "lifetime_successes")),
        lifetime_failures=max(failed, _count(meta, "lifetime_failures")),
        version=max(1, _count(meta, "version")),
        is_distilled=meta.get("auto_distilled") is True,
    )


def fields_of(record: Record) -> Mapping[str, Json]:
    """For the head; the version is the archive's."""
    return {
        "confidence": round(confidence(record), 4),
        "success_count": record.successes,
        "failure_count": record.failures,
        "lifetime_successes": record.lifetime_successes,
        "lifetime_failures": record.lifetime_failures,
    }


def _count(meta: Mapping[str, Json], name: str) -> int:
    found = meta.get(name)
    return found if isinstance(found, int) and not isinstance(found, bool) and found >= 0 else 0
