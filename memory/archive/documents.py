"""The shelf: Markdown documents with frontmatter, what an anima learned and how it does things."""

from __future__ import annotations

import logging
import threading
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime
from hashlib import sha256
from itertools import count
from pathlib import Path
from typing import Literal, TypeAlias, get_args

from memory.archive import frontmatter
from memory.archive.disk import DISK, Disk
from memory.archive.files import Files
from memory.archive.paths import UnsafePath, parts, slug
from memory.archive.quarantine import Quarantine
from memory.archive.redaction import Redact, nothing, redacted
from memory.vocabulary.event import Json
from memory.vocabulary.ports import Clock

_log = logging.getLogger(__name__)

Kind: TypeAlias = Literal["knowledge", "procedures", "episodes", "skills"]
KINDS: tuple[Kind, ...] = get_args(Kind)

_COMMON: Mapping[str, Json] = {"audience": "", "trust": "", "sources": []}
_KNOWLEDGE: Mapping[str, Json] = {
    "created_at": "",
    "updated_at": "",
    "source_episodes": [],
    "confidence": 0.5,
    "auto_consolidated": False,
    "version": 1,
    "superseded_by": "",
    "supersedes": [],
    **_COMMON,
}
_PROCEDURES: Mapping[str, Json] = {
    "description": "",
    "confidence": 0.5,
    "success_count": 0,
    "failure_count": 0,
    "version": 1,
    "created_at": "",
    "updated_at": "",
    "auto_distilled": False,
    "protected": False,
    **_COMMON,
}
_EPISODES: Mapping[str, Json] = {"created_at": "", "updated_at": "", **_COMMON}
_SKILLS: Mapping[str, Json] = {"name": "", "description": "", "created_at": "", "updated_at": "", **_COMMON}

#: The fields of each kind with the values that a file without them has. An empty audience: only the operator reads it.
DEFAULTS: Mapping[Kind, Mapping[str, Json]] = {
    "knowledge": _KNOWLEDGE,
    "procedures": _PROCEDURES,
    "episodes": _EPISODES,
    "skills": _SKILLS,
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Document:
    """One Markdown file. `version` is the hash of its bytes; `problem` tells why its frontmatter could not be read."""

    path: str
    body: str
    meta: Mapping[str, Json] = field(default_factory=dict)
    version: str = ""
    problem: str = ""

    @property
    def kind(self) -> str:
        return self.path.partition("/")[0]

    @property
    def title(self) -> str:
        """The first heading, else the file's name."""
        heading = next((line.lstrip("# ") for line in self.body.splitlines() if line.startswith("#")), "")
        return heading or self.path.rpartition("/")[2].removesuffix(".md")


@dataclass(frozen=True, slots=True, kw_only=True)
class Written:
    """What became of a write. Not `applied`: someone was faster, and the text lies in the file `conflict`."""

    path: str
    version: str
    applied: bool = True
    conflict: str = ""


class Documents:
    """The documents below an anima's directory. Paths are `knowledge/….md` and so on; nothing else can be named.

    Raises UnsafePath for every other name, StorageFault when the disk refuses.
    """

    def __init__(
        self, root: Path, quarantine: Quarantine, clock: Clock, disk: Disk = DISK, redact: Redact = nothing
    ) -> None:
        self._files = Files(root, disk)
        self._quarantine = quarantine
        self._clock = clock
        self._redact = redact
        self._lock = threading.RLock()

    def paths(self, kind: Kind) -> list[str]:
        """The paths of a kind's documents, folders below it included, sorted."""
        return sorted(self._below(kind))

    def read(self, path: str) -> Document | None:
        """The document; None: there is none. A broken head is told in `problem`; the body is there all the same."""
        _check(path)
        content = self._files.read_or_none(path)
        return None if content is None else self._document(path, content)

    def path_for(self, kind: Kind, title: str) -> str:
        """A free path with a name generated from the title."""
        with self._lock:
            taken = {path.casefold() for path in self.paths(kind)}
            name = slug(title)
            candidates = (f"{kind}/{name}{suffix}.md" for suffix in ("", *(f"-{n}" for n in range(2, len(taken) + 3))))
            return next(path for path in candidates if path.casefold() not in taken)

    def write(self, path: str, meta: Mapping[str, Json], body: str, expects: str) -> Written:
        """Write when the file still has the version `expects` (empty: must not exist); else keep it as a conflict.

        `updated_at` becomes now, `created_at` too where it is empty.
        """
        _check(path)
        with self._lock:
            content = frontmatter.render(self._stamped(path, meta), self._redact(body)).encode(errors="replace")
            self._refuse_twin(path)
            current = self._version(path)
            if current != expects:
                return Written(path=path, version=current, applied=False, conflict=self._keep_loser(path, content))
            self._files.replace(path, content)
            return Written(path=path, version=_hash(content))

    def archive(self, path: str, folder: str = "") -> str:
        """Move to `archive/[folder/]<path>`, numbered where that is taken; the new path. Nothing is ever deleted."""
        _check(path)
        with self._lock:
            target = self._free("/".join(part for part in ("archive", folder, path) if part))
            self._files.move(path, target)
            return target

    def restore(self, archived: str, path: str) -> bool:
        """Move back from the archive; False: the place is taken."""
        _check(path)
        if parts(archived)[0] != "archive":
            raise UnsafePath(f"{archived[:120]!r} is not in the archive")
        with self._lock:
            if self._version(path):
                return False
            self._files.move(archived, path)
            return True

    def _below(self, folder: str) -> list[str]:
        here = [f"{folder}/{name}" for name in self._files.names(folder, ".md")]
        deeper = [path for inner in self._files.folders(folder) for path in self._below(f"{folder}/{inner}")]
        return [path for path in here + deeper if not _problem(path)]

    def _document(self, path: str, content: bytes) -> Document:
        text, problem = _decoded(content)
        meta: Mapping[str, Json] = {}
        body = text
        try:
            head, body = frontmatter.split(text)
            meta = frontmatter.parse(head) if head is not None else {}
        except frontmatter.FrontmatterError as error:
            problem = problem or str(error)
        if problem:
            self._quarantine.try_keep(path, content)
        defaults = DEFAULTS[_kind(path)]
        return Document(path=path, body=body, meta={**defaults, **meta}, version=_hash(content), problem=problem)

    def _stamped(self, path: str, meta: Mapping[str, Json]) -> dict[str, Json]:
        now = self._clock().isoformat()
        kept = {name: redacted(value, self._redact) for name, value in meta.items()}
        fields = {**DEFAULTS[_kind(path)], **kept, "updated_at": now}
        return fields | {"created_at": fields["created_at"] or now}

    def _version(self, path: str) -> str:
        content = self._files.read_or_none(path)
        return "" if content is None else _hash(content)

    def _keep_loser(self, path: str, content: bytes) -> str:
        loser = self._free(f"{path}.conflict-{_stamp(self._clock())}")
        self._files.create(loser, content)
        _log.warning("%s was changed by someone else; the other text is kept in %s", path, loser)
        return loser

    def _free(self, path: str) -> str:
        stem, dot, suffix = path.rpartition(".")
        numbered = (path if n == 1 else f"{stem}-{n}{dot}{suffix}" for n in count(1))
        return next(name for name in numbered if self._files.read_or_none(name) is None)

    def _refuse_twin(self, path: str) -> None:
        """Two names that differ in case only are one file on other systems."""
        folder, _, leaf = path.rpartition("/")
        twins = [name for name in self._files.names(folder, ".md") if name.casefold() == leaf.casefold()]
        if twins and leaf not in twins:
            raise UnsafePath(f"{path!r} differs from {twins[0]!r} in case only")


def _check(path: str) -> None:
    parts(path)
    problem = _problem(path)
    if problem:
        raise UnsafePath(f"{path[:120]!r}: {problem}")


def _problem(path: str) -> str:
    kind, slash, _ = path.partition("/")
    if kind not in KINDS or not slash:
        return f"documents are in {', '.join(KINDS)}"
    return "" if path.endswith(".md") else "a document's name ends in .md"


def _kind(path: str) -> Kind:
    return next(kind for kind in KINDS if path.startswith(f"{kind}/"))


def _hash(content: bytes) -> str:
    return sha256(content).hexdigest()


def _decoded(content: bytes) -> tuple[str, str]:
    try:
        return content.decode(), ""
    except UnicodeDecodeError:
        return content.decode(errors="replace"), "the file is no UTF-8"


def _stamp(moment: datetime) -> str:
    return moment.astimezone(UTC).strftime("%Y%m%dT%H%M%SZ")
