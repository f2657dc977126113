"""Tables of a language: its patterns, words and names as rows of data, read into the dataclass that a table is of.

A table is `packs/<language>/<name>.tsv`. A line begins with the name of a field and its text; lines that begin with a
tab are its rows, parted by tabs. The rows of a pattern are alternatives, which stand at `{}` in its text; a field that
is there again has one more alternative. `@NAME` is a piece of patterns, which stand as `{NAME}` in others. `=name`
begins a record of a list. In a mapping a row is `key=value`, or the key stands behind a dot: `field.key`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, fields, is_dataclass
from functools import cache
from importlib.resources import files
from types import MappingProxyType
from typing import Any, TypeVar, get_args, get_origin, get_type_hints

CODES = ("en", "ja", "tr")
"""The languages that have packs of their own, in the order in which they are asked."""

ANY = "any"
"""The folder of what languages share, or people mix."""

T = TypeVar("T")
_HERE, _YES = "{}", "yes"
_PIECE = re.compile(r"\{([A-Z][A-Z_\d]*)\}")


@dataclass(frozen=True, slots=True)
class Entry:
    """A field, as it stands in a table; `text` has no pieces of others any more."""

    name: str
    text: str
    rows: Sequence[str]

    @property
    def whole(self) -> str:
        return self.text.replace(_HERE, "|".join(self.rows)) if self.rows else self.text


@dataclass(slots=True)
class Record:
    """What stands behind one `=name`; all that stands ahead of the first has none."""

    name: str
    entries: list[Entry] = field(default_factory=list)


def read_table(kind: type[T], code: str, table: str) -> T:
    """Of a dataclass; one of its fields may be a tuple of the records. Raises KeyError for a piece that is unknown."""
    first, *records = records_of(code, table)
    return _made(kind, first, records)


def read_tables(kind: type[T], table: str) -> tuple[T, ...]:
    """Of every language, in their order."""
    return tuple(read_table(kind, code, table) for code in CODES)


def read_records(kind: type[T], code: str, table: str) -> tuple[T, ...]:
    """A list alone: each record is one of the dataclass, the first field of which is its name."""
    return tuple(_made(kind, one, ()) for one in records_of(code, table)[1:])


@cache
def records_of(code: str, table: str) -> Sequence[Record]:
    text = (files("memory.languages") / "packs" / code / f"{table}.tsv").read_text(encoding="utf-8")
    pieces: dict[str, str] = {}
    found = [Record("")]
    for name, said, rows in _lines(text):
        if name.startswith("="):
            found.append(Record(name[1:]))
            continue
        entry = Entry(name, _filled(said, pieces), [_filled(row, pieces) for row in rows])
        if name.startswith("@"):
            pieces[name[1:]] = f"{pieces[name[1:]]}|{entry.whole}" if name[1:] in pieces else entry.whole
        else:
            found[-1].entries.append(entry)
    return found


def _lines(text: str) -> Iterator[tuple[str, str, list[str]]]:
    """Each with the rows below it."""
    name, said, rows = "", "", list[str]()
    for line in text.split("\n"):
        if line.startswith("\t"):
            rows += line[1:].split("\t")
        elif line and not line.startswith("#"):
            if name:
                yield name, said, rows
            (name, _, said), rows = line.partition("\t"), []
    if name:
        yield name, said, rows


def _filled(text: str, pieces: Mapping[str, str]) -> str:
    return _PIECE.sub(lambda match: pieces[match[1]], text) if "{" in text else text


def _made(kind: type[T], record: Record, records: Sequence[Record]) -> T:
    given: dict[str, Any] = {}
    hints = get_type_hints(kind)
    for number, one in enumerate(fields(kind)):  # type: ignore[arg-type]
        hint = hints[one.name]
        member = next((each for each in get_args(hint) if is_dataclass(each)), None)
        if member is not None:
            given[one.name] = tuple(_made(member, each, ()) for each in records)  # type: ignore[arg-type]
        elif is_dataclass(hint):
            given[one.name] = _made(hint, Record("", _inside(record, one.name)), ())  # type: ignore[arg-type]
        elif entries := [each for each in record.entries if each.name.partition(".")[0] == one.name]:
            given[one.name] = _value(hint, entries)
        elif number == 0 and record.name:
            given[one.name] = record.name
    return kind(**given)


def _inside(record: Record, name: str) -> list[Entry]:
    found = ((entry, entry.name.partition(".")) for entry in record.entries)
    return [Entry(inner, entry.text, entry.rows) for entry, (outer, _, inner) in found if outer == name]


def _value(hint: Any, entries: Sequence[Entry]) -> Any:
    origin = get_origin(hint) or hint
    if origin is bool:
        return entries[0].text == _YES
    if origin is int:
        return int(entries[0].text)
    if origin is re.Pattern:
        return re.compile("|".join(entry.whole for entry in entries))
    if origin is tuple:
        return tuple(item for entry in entries for item in _items(entry))
    if origin is frozenset:
        return frozenset(row for entry in entries for row in entry.rows)
    if origin is Mapping:
        return MappingProxyType(dict(_pairs(get_args(hint)[1], entries)))
    return "|".join(entry.whole for entry in entries)


def _items(entry: Entry) -> Sequence[str]:
    return entry.rows if entry.rows and not entry.text else (entry.whole,)


def _pairs(hint: Any, entries: Sequence[Entry]) -> Iterator[tuple[str, Any]]:
    keys = dict.fromkeys(entry.name.partition(".")[2] for entry in entries)
    for key in filter(None, keys):
        yield key, _value(hint, [entry for entry in entries if entry.name.partition(".")[2] == key])
    for entry in entries:
        for row in entry.rows if "." not in entry.name else ():
            key, _, said = row.rpartition("=")
            if get_origin(hint) is tuple:
                unit, count = said.rsplit(" ", 1)
                yield key, (unit, int(count))
            else:
                yield key, int(said) if hint is int else said
