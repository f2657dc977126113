"""Every kind of file below a home, and how it looks without what is somebody's. The first pattern that fits counts.

A `*` goes over folders too. Who writes a new kind of file adds it here; a test looks at every file of a living home.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fnmatch import fnmatchcase
from pathlib import Path

from memory.archive.audit_log import without as audited
from memory.erasure import stores
from memory.erasure.stores import Rewrite


@dataclass(frozen=True, slots=True, kw_only=True)
class Store:
    """One kind of file: what it is called in a receipt, where it lies below the home, and what becomes of it."""

    name: str
    paths: tuple[str, ...]
    rewrite: Rewrite
    read: Callable[[Path], bytes] = Path.read_bytes


STORES: tuple[Store, ...] = (
    Store(name="drafts", paths=("*.draft-*", "*.part", "moving/*"), rewrite=stores.gone),
    Store(name="indexes", paths=("index/*",), rewrite=stores.gone),
    Store(name="activity logs", paths=("animas/*/activity_log/*.jsonl",), rewrite=stores.events),
    Store(name="logs of boards", paths=("shared/channels/*.jsonl",), rewrite=stores.events),
    Store(name="memory log", paths=("animas/*/memory_log/*.jsonl",), rewrite=stores.memories),
    # The texts of a batch that was cut off may be gone; each file of it is whole.
    Store(name="cut-off changes", paths=("animas/*/archive/batches/pending.json",), rewrite=stores.gone),
    Store(name="versions", paths=("animas/*/archive/versions/*",), rewrite=stores.versions),
    Store(name="files", paths=("animas/*/attachments/*",), rewrite=stores.files),
    Store(
        name="notes",
        paths=(
            *("animas/*/knowledge/*", "animas/*/procedures/*", "animas/*/episodes/*", "animas/*/skills/*"),
            *("animas/*/state/*.md", "shared/common_*", "animas/*/archive/*.md"),
        ),
        rewrite=stores.notes,
    ),
    Store(name="profiles", paths=("shared/users/*",), rewrite=stores.notes),
    Store(name="people", paths=("shared/people.jsonl",), rewrite=stores.records),
    Store(name="resolutions", paths=("shared/resolutions.jsonl",), rewrite=stores.records),
    Store(name="erasures", paths=("shared/erased.jsonl",), rewrite=stores.kept),
    Store(name="known backups", paths=("shared/backups.jsonl",), rewrite=stores.kept),
    Store(name="conversations", paths=("animas/*/state/conversations/*",), rewrite=stores.state),
    Store(
        name="sessions",
        paths=("animas/*/shortterm/*", "animas/*/journal/*"),
        rewrite=stores.sessions,
    ),
    Store(
        name="state",
        paths=("animas/*/state/*.jsonl", "animas/*/archive/*.jsonl"),
        rewrite=stores.records,
    ),
    Store(
        name="state",
        paths=("animas/*/state/*.json", "animas/*/archive/*.json"),
        rewrite=stores.state,
    ),
    Store(name="spending", paths=("animas/*/usage/*.jsonl",), rewrite=stores.records),
    Store(name="operations", paths=("animas/*/operations/*",), rewrite=stores.operations),
    Store(name="quarantine", paths=("*.quarantine", "*.conflict*", "quarantine/*"), rewrite=stores.fragments),
    Store(name="audit log", paths=("logs/audit.jsonl",), rewrite=audited),
    Store(name="audit seal", paths=("logs/audit.seal", "logs/audit.lock", "audit.head"), rewrite=stores.kept),
    Store(name="logs of the program", paths=("logs/*",), rewrite=stores.texts),
    Store(name="typed lines", paths=("terminal_history",), rewrite=stores.texts),
    Store(name="moved chats", paths=("telegram_moves.json",), rewrite=stores.state),
    Store(
        name="the operator's files",
        paths=("config*", "format", "fleet.lock", "animas/*/*.md", "animas/*/status.json", "models/*", "backups/*"),
        rewrite=stores.kept,
    ),
)

REST = Store(name="other files", paths=("*",), rewrite=stores.fragments)
"""What no pattern knows: it goes where it has something of theirs."""


def store_of(path: str, known: tuple[Store, ...] = STORES) -> Store:
    """The one that the file belongs to."""
    return next((one for one in known if any(fnmatchcase(path, pattern) for pattern in one.paths)), REST)
