"""Every kind of file below a home, and how it looks without what is somebody's: bytes → bytes, None where nothing is
left.

The first pattern of the catalogue that fits counts; a `*` goes over folders too. Who writes a new kind of file adds
it here; a test looks at every file of a living home.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from fnmatch import fnmatchcase
from pathlib import Path
from typing import TypeAlias

from memory.archive import documents, json_lines
from memory.archive.audit_log import without as audited
from memory.archive.data_subject import DataSubject, Gone, Left
from memory.archive.documents import version_bytes
from memory.archive.json_lines import record_of_line
from memory.erasure.findings import event_id_of, is_event_of_anima, is_event_of_subject, message_id_of
from memory.sleep.subject_notes import WRITTEN_HASH, body_hash
from memory.vocabulary.event import Json

Rewrite: TypeAlias = Callable[[str, bytes, DataSubject], bytes | None]
"""(path below the home, content, whose data go) → what is to stand there."""

_WHOSE = {"person", "place", "anima", "audience"}
_AUTOMATIC = ("auto_consolidated", "auto_distilled")


def keep_file(path: str, content: bytes, whom: DataSubject) -> bytes | None:
    """The operator's: stays as it is."""
    return content


def drop_file(path: str, content: bytes, whom: DataSubject) -> bytes | None:
    """Derived, or a draft: made anew from what is left, or not at all."""
    return None


def rewrite_events(path: str, content: bytes, whom: DataSubject) -> bytes | None:
    """Logs of events: theirs go; what others said stays, without addresses of theirs."""
    return _by_line(content, lambda line: _event(line, whom))


def rewrite_records(path: str, content: bytes, whom: DataSubject) -> bytes | None:
    """Lines of records, with what later lines say of a record that is gone."""
    lines = [line for line in content.split(b"\n") if line]
    left = {line: _line(line, whom) for line in lines}
    ids = {str((record_of_line(line) or {}).get("id") or "") for line in lines if left[line] is None} - {""}
    still = (item for line in lines if (item := left[line]) is not None and _id(line) not in ids)
    return _joined(content, still)


def rewrite_memory_log(path: str, content: bytes, whom: DataSubject) -> bytes | None:
    """The memory log: facts of theirs and what became of them go; what others have said too is theirs alone now."""
    return _by_line(content, lambda line: _fact(line, whom))


def rewrite_state(path: str, content: bytes, whom: DataSubject) -> bytes | None:
    """One JSON object, such as a conversation or the record of a night."""
    record = record_of_line(content)
    if whom.owns(path):
        return None
    if record is None:
        return rewrite_texts(path, content, whom)
    left = whom.left(record)
    if isinstance(left, Gone):
        return None
    if isinstance(left, dict) and "compressed_ids" in record:
        left = _conversation(record, left, whom)
    return content if left == record else _dumped(left, content)


def rewrite_notes(path: str, content: bytes, whom: DataSubject) -> bytes | None:
    """A Markdown note: gone where it is theirs or made of theirs alone, formed anew where others' words hold it."""
    text = content.decode(errors="replace")
    try:
        head, body = documents.split_frontmatter(text)
        meta = documents.parse_frontmatter(head) if head is not None else {}
    except documents.FrontmatterError:
        return None if whom.owns(path) else rewrite_texts(path, content, whom)
    left = whom.left(meta)
    if whom.owns(path) or isinstance(left, Gone) or not isinstance(left, dict):
        return None
    sources = meta.get("sources")
    is_mixed = isinstance(sources, list) and left.get("sources") != sources
    if is_mixed and any(meta.get(name) is True for name in _AUTOMATIC):
        new_body = _formed_again(body, left, whom)
    else:
        new_body = "\n".join(_lines(body, whom))
    if not new_body.strip() and body.strip():
        return None
    if left == meta and new_body == body.rstrip("\n"):
        return content
    if WRITTEN_HASH in left and new_body != body.rstrip("\n"):
        left[WRITTEN_HASH] = body_hash(new_body)
    return (documents.render_frontmatter(left, f"{new_body}\n") if meta else f"{new_body}\n").encode()


def rewrite_versions(path: str, content: bytes, whom: DataSubject) -> bytes | None:
    """Earlier texts of notes are known by their hashes: one that would change goes."""
    if path.endswith(".md"):  # of a home that was not opened since versions had a file each
        return content if rewrite_notes(path, content, whom) == content else None
    anima = path.partition("/archive/")[0]
    return _by_line(content, lambda line: _version(anima, line, whom))


def _version(anima: str, line: bytes, whom: DataSubject) -> bytes | None:
    record = record_of_line(line)
    if record is None:
        return None if _is_told(line, whom) else line
    text = version_bytes(record)
    return line if rewrite_notes(f"{anima}/{record.get('path')}", text, whom) == text else None


def rewrite_texts(path: str, content: bytes, whom: DataSubject) -> bytes | None:
    """Plain lines: those that name them or have their words go."""
    lines = content.split(b"\n")
    left = [line for line in lines if not _is_told(line, whom)]
    return content if len(left) == len(lines) else (b"\n".join(left) if any(left) else None)


def rewrite_sessions(path: str, content: bytes, whom: DataSubject) -> bytes | None:
    """What a turn in the making has put down: one file is one talk, and goes whole."""
    is_touched = rewrite_records(path, content, whom) != content or _is_told(content, whom)
    return None if is_touched or whom.owns(path) else content


def rewrite_fragments(path: str, content: bytes, whom: DataSubject) -> bytes | None:
    """Bytes that nobody could read: all go where some are theirs."""
    return None if _is_told(content, whom) or whom.owns(path) else content


def rewrite_attachments(path: str, content: bytes, whom: DataSubject) -> bytes | None:
    """A file that came with a message, and its label, go with the message; what others sent is theirs."""
    return None if path.rpartition("/")[2].partition(".")[0].partition("-")[0] in whom.marks else content


def _event(line: bytes, whom: DataSubject) -> bytes | None:
    record = record_of_line(line)
    if record is None:
        return None if _is_told(line, whom) else line
    if is_event_of_subject(record, whom) or message_id_of(record) in whom.messages:
        return None
    left: dict[str, Json] = {}
    is_a_persons = not is_event_of_anima(record)
    for name, value in record.items():
        if name == "content":
            item: Left = value if is_a_persons else whom.retold(event_id_of(record), str(value))
        else:
            item = whom.left(value)
        if isinstance(item, Gone):
            if name == "meta" and isinstance(value, Mapping):
                item = {key: inner for key, old in value.items() if not isinstance(inner := whom.left(old), Gone)}
            else:
                continue
        left[name] = item
    return line if left == record else json_lines.dump_json(left)


def rewrite_operations(path: str, content: bytes, whom: DataSubject) -> bytes | None:
    """What models were asked and answered: gone by its origin, or where it has words of theirs, cut ones too."""
    return _by_line(content, lambda line: None if _is_of_theirs(line, whom) else _line(line, whom))


def _is_of_theirs(line: bytes, whom: DataSubject) -> bool:
    record = record_of_line(line) or {}
    sources = record.get("sources")
    if isinstance(sources, list) and any(isinstance(source, str) and whom.owns(source) for source in sources):
        return True
    texts = [str(record.get(name) or "") for name in ("input", "output")]
    return any(whom.scrub(text) != text for text in texts)


def _fact(line: bytes, whom: DataSubject) -> bytes | None:
    record = record_of_line(line)
    fact = (record or {}).get("fact")
    if record is None or not isinstance(fact, dict) or not whom.owns(_first(fact.get("sources"))):
        return _line(line, whom)
    return _line(_of_others(record, fact, whom), whom)


def _of_others(record: Mapping[str, Json], fact: Mapping[str, Json], whom: DataSubject) -> bytes:
    """A fact that others have said too is formed again from the first of them, where it holds no word of theirs."""
    sources = fact.get("sources")
    left = (
        [source for source in sources if isinstance(source, str) and not whom.owns(source)]
        if isinstance(sources, list)
        else []
    )
    if not left or whom.scrub(str(fact.get("text") or "")) != fact.get("text"):
        return json_lines.dump_json(record)
    again: dict[str, Json] = {
        name: value for name, value in fact.items() if name not in ("message", "person", "speaker", "question")
    }
    kept: list[Json] = [*left]
    return json_lines.dump_json({**record, "fact": {**again, "sources": kept}})


def _first(value: Json) -> str:
    return str(value[0]) if isinstance(value, list) and value else ""


def _line(line: bytes, whom: DataSubject) -> bytes | None:
    record = record_of_line(line)
    if record is None:
        return None if _is_told(line, whom) else line
    left = whom.left(record)
    if isinstance(left, Gone):
        return None
    return line if left == record else json_lines.dump_json(left) if isinstance(left, dict) else None


def _id(line: bytes) -> str:
    """Of a line that says what became of an earlier one; a line that says whose it is stands for itself."""
    record = record_of_line(line) or {}
    return "" if record.keys() & _WHOSE else str(record.get("id") or "")


def _conversation(before: Mapping[str, Json], left: dict[str, Json], whom: DataSubject) -> dict[str, Json]:
    """A summary of talk that was theirs in part cannot be parted: it goes, what stands word for word stays."""
    old, new = before.get("compressed_ids"), left.get("compressed_ids")
    if old != new or (isinstance(old, list) and any(item in whom.derived for item in old)):
        left["compressed_summary"] = ""
    turns, index = before.get("turns"), before.get("last_finalized_turn_index")
    if isinstance(turns, list) and isinstance(index, int) and index >= 0:
        now = left.get("turns")
        held = [turn for turn in turns[: index + 1] if isinstance(now, list) and turn in now]
        left["last_finalized_turn_index"] = len(held) - 1
    return left


def _formed_again(body: str, left: Mapping[str, Json], whom: DataSubject) -> str:
    sources = left.get("sources")
    listed = sources if isinstance(sources, list) else []
    held = dict.fromkeys(text for source in listed for text in whom.kept.get(str(source), ()))
    if not held:
        return ""
    heading = next((line for line in body.splitlines() if line.startswith("#")), "")
    return "\n".join([*filter(None, [whom.scrub(heading)]), *(f"- {whom.scrub(text)}" for text in held)])


def _lines(body: str, whom: DataSubject) -> Iterator[str]:
    """Without the sections that are labelled for them, and the lines that say what they said."""
    is_theirs_now = False
    lines = body.rstrip("\n").split("\n")
    for number, line in enumerate(lines):
        if line.startswith("#"):
            label = next((item for item in lines[number : number + 2] if "audience:" in item), "")
            is_theirs_now = any(whom.owns(word) for word in (*line.split(), *label.split()))
        if not is_theirs_now and not whom.says(line):
            yield whom.scrub(line)


def _is_told(line: bytes, whom: DataSubject) -> bool:
    text = line.decode(errors="replace")
    return bool(text) and (whom.scrub(text) != text or whom.says(text))


def _by_line(content: bytes, item: Callable[[bytes], bytes | None]) -> bytes | None:
    lines = (item(line) for line in content.split(b"\n") if line)
    return _joined(content, (line for line in lines if line is not None))


def _joined(content: bytes, lines: Iterator[bytes]) -> bytes | None:
    """An empty log stays: readers know its place in it."""
    left = b"".join(line + b"\n" for line in lines)
    return content if left == content else left


def _dumped(left: Json, content: bytes) -> bytes:
    return json.dumps(left, ensure_ascii=False, separators=(",", ":")).encode(errors="replace") + (
        b"\n" if content.endswith(b"\n") else b""
    )


# --- catalogue ------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class FileKind:
    """One kind of file: what it is called in a receipt, where it lies below the home, and what becomes of it."""

    name: str
    paths: tuple[str, ...]
    rewrite: Rewrite
    read: Callable[[Path], bytes] = Path.read_bytes


FILE_KINDS: tuple[FileKind, ...] = (
    FileKind(name="drafts", paths=("*.draft-*", "*.part", "moving/*"), rewrite=drop_file),
    FileKind(name="indexes", paths=("index/*",), rewrite=drop_file),
    FileKind(name="activity logs", paths=("animas/*/activity_log/*.jsonl",), rewrite=rewrite_events),
    FileKind(name="logs of boards", paths=("shared/channels/*.jsonl",), rewrite=rewrite_events),
    FileKind(name="memory log", paths=("animas/*/memory_log/*.jsonl",), rewrite=rewrite_memory_log),
    # The texts of a batch that was cut off may be gone; each file of it is whole.
    FileKind(name="cut-off changes", paths=("animas/*/archive/batches/pending.json",), rewrite=drop_file),
    FileKind(name="versions", paths=("animas/*/archive/versions/*",), rewrite=rewrite_versions),
    FileKind(name="files", paths=("animas/*/attachments/*",), rewrite=rewrite_attachments),
    FileKind(
        name="notes",
        paths=(
            *("animas/*/knowledge/*", "animas/*/procedures/*", "animas/*/episodes/*", "animas/*/skills/*"),
            *("animas/*/state/*.md", "shared/common_*", "animas/*/archive/*.md"),
        ),
        rewrite=rewrite_notes,
    ),
    FileKind(name="profiles", paths=("shared/users/*",), rewrite=rewrite_notes),
    FileKind(name="people", paths=("shared/people.jsonl",), rewrite=rewrite_records),
    FileKind(name="resolutions", paths=("shared/resolutions.jsonl",), rewrite=rewrite_records),
    FileKind(name="erasures", paths=("shared/erased.jsonl",), rewrite=keep_file),
    FileKind(name="known backups", paths=("shared/backups.jsonl",), rewrite=keep_file),
    FileKind(name="conversations", paths=("animas/*/state/conversations/*",), rewrite=rewrite_state),
    FileKind(
        name="sessions",
        paths=("animas/*/shortterm/*", "animas/*/journal/*"),
        rewrite=rewrite_sessions,
    ),
    FileKind(
        name="state",
        paths=("animas/*/state/*.jsonl", "animas/*/archive/*.jsonl"),
        rewrite=rewrite_records,
    ),
    FileKind(
        name="state",
        paths=("animas/*/state/*.json", "animas/*/archive/*.json"),
        rewrite=rewrite_state,
    ),
    FileKind(name="spending", paths=("animas/*/usage/*.jsonl",), rewrite=rewrite_records),
    FileKind(name="operations", paths=("animas/*/operations/*",), rewrite=rewrite_operations),
    FileKind(name="quarantine", paths=("*.quarantine", "*.conflict*", "quarantine/*"), rewrite=rewrite_fragments),
    FileKind(name="audit log", paths=("logs/audit.jsonl",), rewrite=audited),
    FileKind(name="audit seal", paths=("logs/audit.seal", "logs/audit.lock", "audit.head"), rewrite=keep_file),
    FileKind(name="logs of the program", paths=("logs/*",), rewrite=rewrite_texts),
    FileKind(name="typed lines", paths=("terminal_history",), rewrite=rewrite_texts),
    FileKind(name="moved chats", paths=("telegram_moves.json",), rewrite=rewrite_state),
    FileKind(
        name="the operator's files",
        paths=("config*", "format", "fleet.lock", "animas/*/*.md", "animas/*/status.json", "models/*", "backups/*"),
        rewrite=keep_file,
    ),
)

OTHER_FILES = FileKind(name="other files", paths=("*",), rewrite=rewrite_fragments)
"""What no pattern knows: it goes where it has something of theirs."""


def file_kind_of(path: str, known: tuple[FileKind, ...] = FILE_KINDS) -> FileKind:
    """The one that the file belongs to."""
    return next((item for item in known if any(fnmatchcase(path, pattern) for pattern in item.paths)), OTHER_FILES)
