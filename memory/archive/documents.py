"""The shelf: Markdown documents with frontmatter, what an anima learned and how it does things."""

from __future__ import annotations

import threading
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal, TypeAlias, get_args

from memory.archive import frontmatter, shelves
from memory.archive.disk import DISK, Disk
from memory.archive.files import Files
from memory.archive.paths import UnsafePath, parts, slug
from memory.archive.quarantine import Quarantine
from memory.archive.redaction import Redact, nothing, redacted
from memory.archive.versions import version_of
from memory.vocabulary.event import Json
from memory.vocabulary.ports import Clock

Kind: TypeAlias = Literal["knowledge", "procedures", "episodes", "skills"]
KINDS: tuple[Kind, ...] = get_args(Kind)
STATE = "state"
"""What is in hand; of its folder only what lies on a shelf is a document."""

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
DEFAULTS: Mapping[str, Mapping[str, Json]] = {
    "knowledge": _KNOWLEDGE,
    "procedures": _PROCEDURES,
    "episodes": _EPISODES,
    "skills": _SKILLS,
    STATE: _EPISODES,
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


class Documents:
    """The documents below an anima's directory, to be read; the writer changes them.

    Paths are `knowledge/….md` and so on. Raises UnsafePath for every other name.
    """

    def __init__(
        self, root: Path, quarantine: Quarantine, clock: Clock, disk: Disk = DISK, redact: Redact = nothing
    ) -> None:
        self._files = Files(root, disk)
        self._quarantine = quarantine
        self._clock = clock
        self._redact = redact
        self._lock = threading.RLock()

    @property
    def owner(self) -> str:
        """The anima's name."""
        return self._files.root.name

    def paths(self, kind: Kind) -> list[str]:
        """The paths of a kind's documents, folders below it included, sorted."""
        return sorted(self._below(kind))

    def read(self, path: str) -> Document | None:
        """The document; None: there is none. A broken head is told in `problem`; the body is there all the same."""
        checked(path)
        content = self._files.read_or_none(path)
        return None if content is None else self._document(path, content)

    def path_for(self, kind: Kind, title: str) -> str:
        """A free path with a name generated from the title."""
        with self._lock:
            taken = {path.casefold() for path in self.paths(kind)}
            name = slug(title)
            candidates = (f"{kind}/{name}{suffix}.md" for suffix in ("", *(f"-{n}" for n in range(2, len(taken) + 3))))
            return next(path for path in candidates if path.casefold() not in taken)

    def rendered(self, path: str, meta: Mapping[str, Json], body: str) -> bytes:
        """The bytes of the document with this text, and these fields over those that it has.

        `updated_at` becomes now, `created_at` too where it is empty; a document that is there gets its next version
        where its text is another one: counts and labels in its head make no new version. Raises FrontmatterError.
        """
        self._refuse_twin(path)
        old = self.read(path)
        fields = {**(old.meta if old else DEFAULTS[_kind(path)]), **meta}
        if folder := shelves.shelf_of(path):
            fields["audience"] = str(shelves.audience_of(folder))
        text = self._redact(body)
        if old and "version" in fields and text.lstrip("\r\n") != old.body:
            fields["version"] = _next(fields["version"])
        return frontmatter.render(self._stamped(fields), text).encode(errors="replace")

    def marked(self, path: str, meta: Mapping[str, Json]) -> bytes | None:
        """The bytes of the document that is there with these fields in its head; None: there is none.

        Raises FrontmatterError.
        """
        if (old := self.read(path)) is None:
            return None
        fields = {name: redacted(value, self._redact) for name, value in {**old.meta, **meta}.items()}
        return frontmatter.render(fields, old.body).encode(errors="replace")

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
        return Document(path=path, body=body, meta={**defaults, **meta}, version=version_of(content), problem=problem)

    def _stamped(self, meta: Mapping[str, Json]) -> dict[str, Json]:
        now = self._clock().isoformat()
        fields = {name: redacted(value, self._redact) for name, value in meta.items()} | {"updated_at": now}
        return fields | {"created_at": fields.get("created_at") or now}

    def _refuse_twin(self, path: str) -> None:
        """Two names that differ in case only are one file on other systems."""
        folder, _, leaf = path.rpartition("/")
        twins = [name for name in self._files.names(folder, ".md") if name.casefold() == leaf.casefold()]
        if twins and leaf not in twins:
            raise UnsafePath(f"{path!r} differs from {twins[0]!r} in case only")


def checked(path: str) -> str:
    """The path of a document. Raises UnsafePath for every other."""
    parts(path)
    problem = _problem(path)
    if problem:
        raise UnsafePath(f"{path[:120]!r}: {problem}")
    return path


def _problem(path: str) -> str:
    kind, slash, _ = path.partition("/")
    folder = shelves.shelf_of(path)
    if not slash or not (kind in KINDS or (kind == STATE and folder)):
        return f"documents are in {', '.join(KINDS)}"
    if folder and shelves.audience_of(folder) is None:
        return "there is no such shelf"
    return "" if path.endswith(".md") else "a document's name ends in .md"


def _kind(path: str) -> str:
    return path.partition("/")[0]


def _next(version: Json) -> int:
    return version + 1 if isinstance(version, int) else 1


def _decoded(content: bytes) -> tuple[str, str]:
    try:
        return content.decode(), ""
    except UnicodeDecodeError:
        return content.decode(errors="replace"), "the file is no UTF-8"
