"""Digests: what counts of each month of the memory log, in short, so that a start need not read all that was primed.

Derived files, one a month, only ever appended to. A digest names the code that made it and, with each piece, how far
into which log it reaches; where the code is another one, or the log is not what was read, it is begun anew. Nothing
in it depends on a curve or a zone: what a memory is worth is worked out when it is asked for.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import TypeAlias
from zlib import crc32

from memory.archive import event_line, memory_line
from memory.archive.event_line import dump
from memory.index import moments
from memory.index.moments import Used, counted
from memory.theories import coactivation
from memory.vocabulary import fact, strength
from memory.vocabulary.event import Json
from memory.vocabulary.fact import FactChange
from memory.vocabulary.strength import PRIMED, WITHHELD, Use

_TAIL = 4096
"""Bytes of the log before the end of a piece by which it is known again."""

_TEACH_NOTHING = tuple(f'"type":"{type}"'.encode() for type in (PRIMED, WITHHELD))
_HEAD = 90
"""A line of ours tells its type within so many bytes."""


Counted: TypeAlias = Used | FactChange
"""What counts of a note."""


@dataclass(frozen=True, slots=True)
class Piece:
    """What counts of a log up to so many bytes, from the piece before on."""

    notes: Sequence[Counted]
    upto: int


def read_on(log: Path, start: int) -> Piece:
    """What a log has beyond the start, without what teaches nothing. Raises OSError."""
    with log.open("rb") as stream:
        stream.seek(start)
        data = stream.read()
    whole = data[: data.rfind(b"\n") + 1]
    return Piece(list(_notes(whole)), start + len(whole))


def read(digest: Path, log: Path) -> Piece | None:
    """All that the digest has of the log; None where it cannot be believed."""
    try:
        lines = digest.read_bytes().split(b"\n")
        if json.loads(lines[0]) != {"made_by": made_by()}:
            return None
        notes: list[Counted] = []
        upto, ends = 0, ""
        for line in lines[1:-1]:
            piece = json.loads(line)
            if piece["from"] > upto:
                return None
            upto, ends = int(piece["upto"]), piece["ends"]
            notes += _unpacked(piece)
        return Piece(notes, upto) if ends == _ending(log, upto) else None
    except (OSError, ValueError, LookupError, TypeError, AttributeError):
        return None


def append(digest: Path, log: Path, start: int, piece: Piece) -> None:
    """One piece more; from the start on, the digest is begun anew. A full disk costs time at the next start."""
    try:
        digest.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        data = dump({"from": start, "upto": piece.upto, "ends": _ending(log, piece.upto), **_packed(piece.notes)})
        if start == 0:
            draft = digest.with_suffix(".new")
            draft.write_bytes(dump({"made_by": made_by()}) + b"\n" + data + b"\n")
            os.replace(draft, digest)
            return
        with digest.open("ab") as stream:
            stream.write(data + b"\n")
    except OSError:
        digest.unlink(missing_ok=True)


@cache
def made_by() -> str:
    """Another one with every change of what reads a note, or of what a note is."""
    modules = (memory_line, event_line, moments, fact, strength, coactivation)
    files = (__file__, *(str(module.__file__) for module in modules))
    return sha256(b"".join(Path(file).read_bytes() for file in files)).hexdigest()[:16]


def _notes(data: bytes) -> Iterator[Counted]:
    for line in data.splitlines():
        if any(one in line[:_HEAD] for one in _TEACH_NOTHING):
            continue
        note = memory_line.decode(line)
        if (one := counted(note) if isinstance(note, Use) else note) is not None:
            yield one


def _packed(notes: Iterable[Counted]) -> dict[str, Json]:
    """Ids are long and come again and again: uses have their numbers."""
    ids: dict[str, int] = {}
    uses, changes = list[Json](), list[Json]()
    for note in notes:
        if isinstance(note, Used):
            numbers: list[Json] = [ids.setdefault(id, len(ids)) for id in note.memories]
            uses.append([note.moment, note.together, note.reply, note.audience, numbers])
        else:
            changes.append(memory_line.encode(note, UTC).decode())
    return {"ids": list(ids), "uses": uses, "changes": changes}


def _unpacked(piece: dict[str, Json]) -> Iterator[Counted]:
    """Raises ValueError, KeyError, TypeError or IndexError for what is none."""
    record: dict = piece  # type: ignore[type-arg]  # our own file; whatever is wrong with it raises
    ids = record["ids"]
    for moment, together, reply, audience, numbers in record["uses"]:
        yield Used(moment, tuple([ids[number] for number in numbers]), together, reply, audience)
    for line in record["changes"]:
        note = memory_line.decode(line.encode())
        if not isinstance(note, FactChange):
            raise ValueError("no change of a memory")
        yield note


def _ending(log: Path, upto: int) -> str:
    with log.open("rb") as stream:
        start = max(0, upto - _TAIL)
        stream.seek(start)
        data = stream.read(upto - start)
    return f"{crc32(data):x}" if len(data) == upto - start else "short"
