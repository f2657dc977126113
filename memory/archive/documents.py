"""Markdown documents with frontmatter: what an anima learned and how it does things, on a shelf for each audience,
every earlier version kept.
"""

from __future__ import annotations

import re
import threading
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import UTC, date, datetime
from functools import lru_cache
from hashlib import sha256
from itertools import accumulate
from pathlib import Path
from typing import Literal, TypeAlias, get_args

import yaml

from memory.archive import json_lines
from memory.archive.files import UnsafePath, path_components, slug
from memory.archive.json_lines import PLAIN_STORAGE, Storage, record_of_line
from memory.vocabulary.address import ORG, Audience
from memory.vocabulary.change import NotKept, Version
from memory.vocabulary.errors import AddressError
from memory.vocabulary.event import Json
from memory.vocabulary.ports import Clock

try:
    from yaml import CSafeLoader as _Safe  # many times as fast
except ImportError:  # not every build of PyYAML has it
    from yaml import SafeLoader as _Safe  # type: ignore[assignment]

MAX_HEAD_BYTES = 16 * 1024
MAX_HEAD_DEPTH = 20

_MAX_BRACKETS = 100  # text in quotes may hold some

_HEAD = re.compile(r"\A---[ \t]*\r?\n(?P<head>.*?)(?:^|\n)---[ \t]*(?:\r?\n|\Z)", re.DOTALL | re.MULTILINE)

_BREAKS = re.compile("[\r\x85\u2028\u2029]")


class FrontmatterError(ValueError):
    """The head of the Markdown file is no readable YAML mapping; the message says why."""


def split_frontmatter(text: str) -> tuple[str | None, str]:
    """The head (None: the file has none) and the body. Raises FrontmatterError when the head never ends."""
    text = text.removeprefix("\ufeff")
    match = _HEAD.match(text)
    if match:
        return match["head"], text[match.end() :].lstrip("\r\n")
    if re.match(r"---[ \t]*\r?\n[ \t]*[\w\"'-]+[ \t]*:", text):
        raise FrontmatterError("the line --- that ends the frontmatter is missing")
    return None, text


def parse_frontmatter(head: str) -> dict[str, Json]:
    """The fields. Raises FrontmatterError."""
    return {**_parsed(head)}


@lru_cache(maxsize=512)  # a night looks at the same heads again and again, and YAML takes a millisecond for each
def _parsed(head: str) -> Mapping[str, Json]:
    if len(head.encode(errors="replace")) > MAX_HEAD_BYTES:
        raise FrontmatterError(f"longer than {MAX_HEAD_BYTES} bytes")
    try:
        _check_shape(head)
        fields = yaml.load(head, _FrontmatterLoader)
    except FrontmatterError:
        raise
    except (yaml.YAMLError, ValueError, LookupError, TypeError, AttributeError, RecursionError) as error:
        # PyYAML's own converters fail with all of these on values like `!!int ""`.
        raise FrontmatterError(f"{type(error).__name__} in the YAML") from error
    if fields is None:
        return {}
    if not isinstance(fields, dict):
        raise FrontmatterError("the YAML is no list of `name: value`")
    return {_key(name): _plain(value) for name, value in fields.items()}


def render_frontmatter(fields: Mapping[str, Json], body: str) -> str:
    """The whole file. Raises FrontmatterError when the head would be too long to be read again."""
    head = yaml.dump(dict(fields), Dumper=_FrontmatterDumper, allow_unicode=True, sort_keys=False, width=100_000)
    if len(head.encode(errors="replace")) > MAX_HEAD_BYTES:
        raise FrontmatterError(
            f"the fields need more than {MAX_HEAD_BYTES} bytes: shorten sources or move them to the body"
        )
    return f"---\n{head}---\n\n{body.lstrip(chr(10))}"


class _FrontmatterLoader(_Safe):
    """SafeLoader that refuses to choose between two values of one name."""

    def construct_mapping(self, node: yaml.MappingNode, deep: bool = False) -> dict[object, object]:
        names = [key.value for key, _ in node.value if isinstance(key, yaml.ScalarNode)]
        if len(names) != len(set(names)):
            raise FrontmatterError("a name stands there twice")
        return super().construct_mapping(node, deep)


class _FrontmatterDumper(yaml.SafeDumper):
    """SafeDumper that writes a shared list twice rather than an alias, which would not be read again."""

    def ignore_aliases(self, data: object) -> bool:
        return True


def _text(dumper: yaml.SafeDumper, text: str) -> yaml.ScalarNode:
    # PyYAML writes the line breaks of Unicode as they are and then reads a space: quoted they are escaped.
    return dumper.represent_scalar("tag:yaml.org,2002:str", text, style='"' if _BREAKS.search(text) else None)


_FrontmatterDumper.add_representer(str, _text)


def _check_shape(head: str) -> None:
    if _bracket_depth(head) > _MAX_BRACKETS:
        raise FrontmatterError(f"nested deeper than {MAX_HEAD_DEPTH} levels")
    depth = 0
    for event in yaml.parse(head, _Safe):
        if isinstance(event, yaml.AliasEvent):
            raise FrontmatterError("aliases are not read")
        if isinstance(event, yaml.CollectionStartEvent):
            depth += 1
        if isinstance(event, yaml.CollectionEndEvent):
            depth -= 1
        if depth > MAX_HEAD_DEPTH:
            raise FrontmatterError(f"nested deeper than {MAX_HEAD_DEPTH} levels")


def _bracket_depth(head: str) -> int:
    """An upper bound: brackets in quotes count too. PyYAML looks ahead over open brackets in quadratic time."""
    steps = ({"[": 1, "{": 1, "]": -1, "}": -1}.get(char, 0) for char in head)
    return max(accumulate(steps), default=0)


def _key(name: object) -> str:
    if isinstance(name, bool | int | float | str):
        return str(name)
    raise FrontmatterError("a name is no text")


def _plain(value: object) -> Json:
    if value is None or isinstance(value, str | bool | int | float):
        return value
    if isinstance(value, datetime | date):
        return value.isoformat()
    if isinstance(value, list):
        return [_plain(item) for item in value]
    if isinstance(value, dict):
        return {_key(name): _plain(item) for name, item in value.items()}
    raise FrontmatterError(f"a value of the kind {type(value).__name__} is not read")


# --- shelves --------------------------------------------------------------------------------------------------------
# Shelves: the notes of one audience lie in one folder, whose name code alone makes.
#
#     knowledge/@group=slack=T01+C01~9f2c41d7/invoices.md
#
# What lies on a shelf is for its audience, whatever the text says; labels in a text are no labels there. A turn writes
# on the shelf of those who are present and on no other, so that names of others' notes are told by nothing.


SHELVED_FOLDERS = ("knowledge", "procedures", "episodes", "state")
"""The folders that have shelves."""

SHELF_MARK = "@"

_SIGNS = {":": "=", "/": "+"}
_PLAIN = re.compile(r"[A-Za-z0-9_-]")
_ESCAPED = re.compile(r",([0-9a-f]{2})")


def shelf_name(audience: Audience) -> str:
    """The folder's name: the audience readably, and a hash, for some file systems do not tell cases apart."""
    text = str(audience)
    named = "".join(_SIGNS.get(char) or (char if _PLAIN.match(char) else _escaped(char)) for char in text)
    return f"{SHELF_MARK}{named}~{sha256(text.encode()).hexdigest()[:8]}"


def shelf_of(path: str) -> str:
    """The shelf's folder that the path names; empty for what lies on none."""
    folder, _, rest = path.partition("/")
    name, slash, _ = rest.partition("/")
    return name if slash and folder in SHELVED_FOLDERS and name.startswith(SHELF_MARK) else ""


def path_without_shelf(path: str) -> str:
    """The path without its shelf, as a turn names it."""
    folder = shelf_of(path)
    return path.replace(f"/{folder}/", "/", 1) if folder else path


def on_shelf(path: str, audience: Audience) -> str:
    """The plain path (`knowledge/invoices.md`) on this audience's shelf."""
    folder, _, rest = path.partition("/")
    return f"{folder}/{shelf_name(audience)}/{rest}"


@lru_cache(maxsize=1024)  # asked for every document that is read
def audience_of(folder: str) -> Audience | None:
    """For whom the shelf of this name is; None where code never gave such a name."""
    named = folder.removeprefix(SHELF_MARK).rpartition("~")[0]
    for char, sign in _SIGNS.items():
        named = named.replace(sign, char)
    try:
        octets = _ESCAPED.sub(lambda match: chr(int(match[1], 16)), named).encode("latin-1")
        audience = Audience.parse(octets.decode())
    except (AddressError, UnicodeError):
        return None
    return audience if shelf_name(audience) == folder else None


def narrowed(outer: str, label: str) -> str:
    """Who may read what carries this label inside of what is for `outer`: a label never widens. Empty: nobody."""
    try:
        wide, inner = Audience.parse(outer), Audience.parse(label) if label else None
    except AddressError:
        return ""
    if inner in (None, ORG, wide):
        return str(wide)
    return str(inner) if wide == ORG else ""


def _escaped(char: str) -> str:
    return "".join(f",{octet:02x}" for octet in char.encode(errors="replace"))


# --- versions -------------------------------------------------------------------------------------------------------
# Versions: every text that was replaced, put away or refused, and what came in its place; a file of lines a day.
#
#     archive/versions/2026-11-20.jsonl      {"path":"knowledge/tea.md","id":"5d0c2f7e…","at":"…","text":"# Tea\n…"}
#
# The id is the hash of the bytes. What is no UTF-8 is told as Latin-1, which has a letter for every byte.


VERSIONS_FOLDER = "archive/versions"


class Versions:
    """Of the files below one root. Not thread-safe: the writer holds the lock. Raises StorageFault, UnsafePath."""

    def __init__(self, root: Path, clock: Clock, storage: Storage = PLAIN_STORAGE) -> None:
        self._lines = storage.lines(root)
        self._clock = clock

    def keep(self, path: str, content: bytes) -> str:
        """The version of the bytes, durable now; once, where it is the newest of the path already."""
        version = version_of(content)
        if next((record["id"] for record in self._newest_first(path)), None) != version:
            self.put(path, content, self._clock())
        return version

    def put(self, path: str, content: bytes, at: datetime) -> None:
        """Keep them as of an instant."""
        record: dict[str, Json] = {"path": path, "id": version_of(content), "at": at.isoformat()}
        try:
            record["text"] = content.decode()
        except UnicodeDecodeError:
            record |= {"text": content.decode("latin-1"), "encoding": "latin-1"}
        self._lines.append(f"{VERSIONS_FOLDER}/{at.astimezone(UTC):%Y-%m-%d}.jsonl", [json_lines.dump_json(record)])

    def of(self, path: str) -> list[Version]:
        """All that is kept, each by when it was kept last, the oldest first."""
        found: dict[str, Version] = {}
        for record in self._newest_first(path):
            id = str(record["id"])
            found.setdefault(id, Version(id=id, at=_moment(record)))
        return [*reversed(found.values())]

    def content(self, path: str, version: str) -> bytes:
        """The bytes. Raises NotKept."""
        for record in self._newest_first(path):
            if record["id"] == version:
                return version_bytes(record)
        raise NotKept(f"{path!r} has no version {version[:16]!r}")

    def tidy(self, may_go: Callable[[str], bool], newest: int, before: datetime) -> int:
        """Let go what is not among the newest of a path that may go, and was kept before this instant; how many."""
        seen, gone = defaultdict[str, set[str]](set), 0
        for name in self._days():
            lines, left = self._read(name), list[bytes]()
            for line in reversed(lines):
                record = record_of_line(line) or {}
                path, id = str(record.get("path")), str(record.get("id"))
                is_spare = id in seen[path] or len(seen[path]) >= newest
                seen[path].add(id)
                if not (is_spare and may_go(path) and _moment(record) < before):
                    left.append(line + b"\n")
            if len(left) < len(lines):
                self._lines.files.replace(name, b"".join(reversed(left)))
                gone += len(lines) - len(left)
        return gone

    def _newest_first(self, path: str) -> Iterator[dict[str, Json]]:
        head = json_lines.dump_json({"path": path})[:-1]
        for name in self._days():
            lines = (line for line in reversed(self._read(name)) if line.startswith(head))
            yield from filter(None, map(record_of_line, lines))

    def _days(self) -> list[str]:
        """The files, the newest first."""
        return [f"{VERSIONS_FOLDER}/{name}" for name in reversed(self._lines.files.names(VERSIONS_FOLDER, ".jsonl"))]

    def _read(self, name: str) -> list[bytes]:
        """Whole lines."""
        return self._lines.files.read(name).split(b"\n")[:-1]


def version_bytes(record: Mapping[str, Json]) -> bytes:
    """What was kept, bit for bit."""
    return str(record.get("text")).encode(str(record.get("encoding") or "utf-8"))


def version_of(content: bytes | None) -> str:
    """The hash of the bytes; empty where there is no file."""
    return "" if content is None else sha256(content).hexdigest()


def _moment(record: Mapping[str, Json]) -> datetime:
    """Of a line that tells none, the latest: it is let go last."""
    return json_lines.parse_moment(record.get("at")) or datetime.max.replace(tzinfo=UTC)


# --- documents ------------------------------------------------------------------------------------------------------
# The shelf: Markdown documents with frontmatter, what an anima learned and how it does things.


DocumentKind: TypeAlias = Literal["knowledge", "procedures", "episodes", "skills"]
DOCUMENT_KINDS: tuple[DocumentKind, ...] = get_args(DocumentKind)
STATE_FOLDER = "state"
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
DEFAULT_HEADS: Mapping[str, Mapping[str, Json]] = {
    "knowledge": _KNOWLEDGE,
    "procedures": _PROCEDURES,
    "episodes": _EPISODES,
    "skills": _SKILLS,
    STATE_FOLDER: _EPISODES,
}


@dataclass(frozen=True, slots=True, kw_only=True)
class MarkdownDocument:
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

    def __init__(self, root: Path, clock: Clock, storage: Storage = PLAIN_STORAGE) -> None:
        self._files, self._quarantine = storage.open(root)
        self._clock = clock
        self._storage = storage
        self._lock = threading.RLock()

    @property
    def owner(self) -> str:
        """The anima's name."""
        return self._files.root.name

    def paths(self, kind: DocumentKind) -> list[str]:
        """The paths of a kind's documents, folders below it included, sorted."""
        return sorted(self._below(kind))

    def read(self, path: str) -> MarkdownDocument | None:
        """The document; None: there is none. A broken head is told in `problem`; the body is there all the same."""
        checked_document(path)
        content = self._files.read_or_none(path)
        return None if content is None else self._document(path, content)

    def path_for(self, kind: DocumentKind, title: str) -> str:
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
        fields = {**(old.meta if old else DEFAULT_HEADS[_kind(path)]), **meta}
        if folder := shelf_of(path):
            fields["audience"] = str(audience_of(folder))
        text = self._storage.redact(body)
        if old and "version" in fields and text.lstrip("\r\n") != old.body:
            fields["version"] = _next(fields["version"])
        return render_frontmatter(self._stamped(fields), text).encode(errors="replace")

    def marked(self, path: str, meta: Mapping[str, Json]) -> bytes | None:
        """The bytes of the document that is there with these fields in its head; None: there is none.

        Raises FrontmatterError.
        """
        if (old := self.read(path)) is None:
            return None
        fields = self._storage.redacted({**old.meta, **meta})
        return render_frontmatter(fields, old.body).encode(errors="replace")

    def _below(self, folder: str) -> list[str]:
        here = [f"{folder}/{name}" for name in self._files.names(folder, ".md")]
        deeper = [path for inner in self._files.folders(folder) for path in self._below(f"{folder}/{inner}")]
        return [path for path in here + deeper if not _problem(path)]

    def _document(self, path: str, content: bytes) -> MarkdownDocument:
        text, problem = _decoded(content)
        meta: Mapping[str, Json] = {}
        body = text
        try:
            head, body = split_frontmatter(text)
            meta = parse_frontmatter(head) if head is not None else {}
        except FrontmatterError as error:
            problem = problem or str(error)
        if problem:
            self._quarantine.try_keep(path, content)
        defaults = DEFAULT_HEADS[_kind(path)]
        return MarkdownDocument(
            path=path, body=body, meta={**defaults, **meta}, version=version_of(content), problem=problem
        )

    def _stamped(self, meta: Mapping[str, Json]) -> dict[str, Json]:
        now = self._clock().isoformat()
        fields = self._storage.redacted(meta) | {"updated_at": now}
        return fields | {"created_at": fields.get("created_at") or now}

    def _refuse_twin(self, path: str) -> None:
        """Two names that differ in case only are one file on other systems."""
        folder, _, leaf = path.rpartition("/")
        twins = [name for name in self._files.names(folder, ".md") if name.casefold() == leaf.casefold()]
        if twins and leaf not in twins:
            raise UnsafePath(f"{path!r} differs from {twins[0]!r} in case only")


def checked_document(path: str) -> str:
    """The path of a document. Raises UnsafePath for every other."""
    path_components(path)
    problem = _problem(path)
    if problem:
        raise UnsafePath(f"{path[:120]!r}: {problem}")
    return path


def _problem(path: str) -> str:
    kind, slash, _ = path.partition("/")
    folder = shelf_of(path)
    if not slash or not (kind in DOCUMENT_KINDS or (kind == STATE_FOLDER and folder)):
        return f"documents are in {', '.join(DOCUMENT_KINDS)}"
    if folder and audience_of(folder) is None:
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
