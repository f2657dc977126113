"""How a document stands, as its head says it: since when it is believed, whether it still is, what it is worth."""

from __future__ import annotations

import os
import re
import threading
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime, tzinfo

from memory.archive import frontmatter
from memory.index.location import Location
from memory.index.turns import low_trust
from memory.theories.validity import Validity
from memory.vocabulary.event import Json

_HEAD_BYTES = frontmatter.MAX_BYTES + 512


BEGINNING = datetime.min.replace(tzinfo=UTC)
"""Since when what has no date is known, and so."""

ALWAYS = Validity(valid_from=BEGINNING, recorded_at=BEGINNING)


@dataclass(frozen=True, slots=True, kw_only=True)
class Standing:
    """`confidence` is that of the source, 0 … 1; `trust` a label where its source is not much to be trusted."""

    status: str = "active"
    asleep_since: datetime | None = None
    pinned: bool = False
    utility: float = 0.5
    importance: float = 0.5
    access_count: int = 0
    last_access: datetime | None = None
    confidence: float = 0.5
    trust: str = ""
    validity: Validity = ALWAYS

    def is_awake(self, last_access: datetime | None) -> bool:
        """Active, or used again since it was laid to rest: that wakes it up."""
        if self.status != "dormant":
            return True
        return last_access is not None and self.asleep_since is not None and last_access > self.asleep_since


def standing(meta: Mapping[str, Json], zone: tzinfo) -> Standing:
    """What the fields of a head say; what cannot be read stands at its default."""
    trust = low_trust(meta.get("trust"))
    return Standing(
        status=str(meta.get("status") or "active"),
        asleep_since=_moment(meta, zone, "dormant_since", "updated_at"),
        pinned=meta.get("pinned") is True and not trust,  # shouting of strangers pins nothing
        utility=share(meta.get("utility")),
        importance=share(meta.get("importance")),
        access_count=_count(meta.get("access_count")),
        last_access=_moment(meta, zone, "last_access"),
        confidence=share(meta.get("confidence")),
        trust=trust,
        validity=_validity(meta, zone),
    )


def recorded_at(meta: Mapping[str, Json], zone: tzinfo) -> datetime | None:
    """When this text became known: an update is new knowledge, being replaced is not."""
    written = ("created_at", "updated_at") if meta.get("superseded_by") else ("updated_at", "created_at")
    return _moment(meta, zone, "recorded_at", *written)


class Standings:
    """The standing of documents by their paths; a head is read again when its file has changed. Thread-safe."""

    def __init__(self, location: Location, zone: tzinfo) -> None:
        self._location = location
        self._zone = zone
        self._known: dict[str, tuple[tuple[int, int], Standing]] = {}
        self._lock = threading.Lock()

    def of(self, path: str) -> Standing:
        """Blocking. The defaults for what is no document or is gone."""
        if not path.endswith(".md"):
            return _UNKNOWN
        root = self._location.shared.parent if path.startswith("shared/") else self._location.directory
        file = f"{root}/{path}"
        try:
            status = os.stat(file)
            seen = (status.st_mtime_ns, status.st_size)
            with self._lock:
                known = self._known.get(path)
            if known is None or known[0] != seen:
                with open(file, "rb") as stream:
                    known = (seen, self._read(stream.read(_HEAD_BYTES).decode(errors="replace")))
                with self._lock:
                    self._known[path] = known
            return known[1]
        except OSError:
            return _UNKNOWN

    def forget(self) -> None:
        """Read every head again when it is asked for."""
        with self._lock:
            self._known.clear()

    def _read(self, content: str) -> Standing:
        try:
            head, _ = frontmatter.split(content)
            return standing(frontmatter.parse(head), self._zone) if head and _TELLS.search(head) else _UNKNOWN
        except frontmatter.FrontmatterError:
            return _UNKNOWN


_UNKNOWN = Standing()
_TELLS = re.compile(
    r"^(status|pinned|utility|importance|access_count|last_access|confidence|trust|superseded_by|recorded_at|"
    r"created_at|updated_at|dormant_since|invalidated_at|valid_from|valid_until)\s*:",
    re.MULTILINE,
)


def _validity(meta: Mapping[str, Json], zone: tzinfo) -> Validity:
    """Without a date of its own, what is replaced was taken back when its file was last written."""
    taken_back = ("invalidated_at", "updated_at") if meta.get("superseded_by") else ("invalidated_at",)
    return Validity(
        valid_from=_moment(meta, zone, "valid_from") or BEGINNING,
        recorded_at=recorded_at(meta, zone) or BEGINNING,
        valid_until=_moment(meta, zone, "valid_until"),
        invalidated_at=_moment(meta, zone, *taken_back) or (BEGINNING if meta.get("superseded_by") else None),
    )


def _moment(meta: Mapping[str, Json], zone: tzinfo, *names: str) -> datetime | None:
    for name in names:
        try:
            value = meta.get(name)
            found = datetime.fromisoformat(str(value)) if value else None
        except ValueError:
            continue
        if found:
            return found if found.tzinfo else found.replace(tzinfo=zone)
    return None


def share(value: Json) -> float:
    """Of a field of a head, 0 … 1; one half where it says none."""
    is_number = isinstance(value, int | float) and not isinstance(value, bool)
    return min(1.0, max(0.0, float(value))) if is_number and value == value else 0.5  # type: ignore[arg-type]


def _count(value: Json) -> int:
    return max(0, value) if isinstance(value, int) and not isinstance(value, bool) else 0
