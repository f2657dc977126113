"""Tables of the languages: patterns, words and names as rows of data; README.md tells how they are written.

A table of one language is read into a dataclass; a field that is read whichever the language is, of all at once.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, fields, is_dataclass
from functools import cache
from types import MappingProxyType
from typing import Any, TypeVar, get_args, get_origin, get_type_hints

from memory.language.folders import ANY, has_file, language_file, languages_with

CODES = languages_with("words.tsv")
"""The languages that are understood by their words, in the order in which they are asked."""

NEVER = r"(?!)"
"""A pattern that matches nothing."""

T = TypeVar("T")
_HERE, _YES = "{}", "yes"
_PIECE = re.compile(r"\{([A-Z][A-Z_\d]*)\}")


@dataclass(frozen=True, slots=True)
class PackEntry:
    """A field, as it stands in a table; `text` has no pieces of others any more."""

    name: str
    text: str
    rows: Sequence[str]

    @property
    def whole(self) -> str:
        return self.text.replace(_HERE, "|".join(self.rows)) if self.rows else self.text


@dataclass(slots=True)
class PackRecord:
    """What stands behind one `=name`; all that stands ahead of the first has none."""

    name: str
    entries: list[PackEntry] = field(default_factory=list)


def read_table(kind: type[T], code: str, table: str) -> T:
    """Of a dataclass; one of its fields may be a tuple of the records. Raises KeyError for a piece that is unknown."""
    first, *records = read_records(code, table)
    return _made(kind, first, records, code=code)


def read_shared_table(kind: type[T], table: str) -> T:
    """Of what languages share, and what each has of its own, as one."""
    return _made(kind, PackRecord("", shared_entries(table)), ())


def shared_entries(table: str) -> list[PackEntry]:
    """Those of `any` first."""
    codes = (ANY, *languages_with(f"{table}.tsv"))
    return [entry for code in codes for entry in read_records(code, table)[0].entries]


def tables_of_each_language(kind: type[T], table: str) -> Mapping[str, T]:
    """By the codes of the languages."""
    return {code: read_table(kind, code, table) for code in CODES}


def pattern_of_any_language(table: str, name: str, flags: int = 0) -> re.Pattern[str]:
    """One expression of every language that has the field. Raises KeyError where none has."""
    return re.compile("|".join(each.pattern for each in patterns_of_each_language(table, name)), flags)


def patterns_of_each_language(table: str, name: str, flags: int = 0) -> tuple[re.Pattern[str], ...]:
    """One of each language that has the field. Raises KeyError where none has."""
    return tuple(re.compile(_value(str, entries), flags) for entries in _entries_of(table, name))


def words_of(table: str, name: str) -> frozenset[str]:
    """The rows of every language. Raises KeyError where none has the field."""
    return frozenset(row for entries in _entries_of(table, name) for entry in entries for row in entry.rows)


def _entries_of(table: str, name: str) -> Sequence[Sequence[PackEntry]]:
    codes = (*languages_with(f"{table}.tsv"), *([ANY] if has_file(ANY, f"{table}.tsv") else []))
    found = [[entry for entry in read_records(code, table)[0].entries if entry.name == name] for code in codes]
    if not any(found):
        raise KeyError(f"{table}: {name}")
    return [entries for entries in found if entries]


@cache
def read_records(code: str, table: str) -> Sequence[PackRecord]:
    """Those of the fallback where the language has no such table."""
    text = language_file(code, f"{table}.tsv").read_text(encoding="utf-8")
    pieces: dict[str, str] = {}
    found = [PackRecord("")]
    for name, said, rows in _lines(text):
        if name.startswith("="):
            found.append(PackRecord(name[1:]))
            continue
        entry = PackEntry(name, _filled(said, pieces), [_filled(row, pieces) for row in rows])
        if name.startswith("@"):
            pieces[name[1:]] = f"{pieces[name[1:]]}|{entry.whole}" if name[1:] in pieces else entry.whole
        else:
            found[-1].entries.append(entry)
    return found


def _lines(text: str) -> Sequence[tuple[str, str, list[str]]]:
    """Names and texts of fields, each with the rows below it."""
    found: list[tuple[str, str, list[str]]] = []
    for line in text.split("\n"):
        if line.startswith("\t"):
            found[-1][2].extend(line[1:].split("\t"))
        elif line and not line.startswith("#"):
            name, _, said = line.partition("\t")
            found.append((name, said, []))
    return found


def _filled(text: str, pieces: Mapping[str, str]) -> str:
    return _PIECE.sub(lambda match: pieces[match[1]], text) if "{" in text else text


def _made(kind: type[T], record: PackRecord, records: Sequence[PackRecord], code: str = "") -> T:
    given: dict[str, Any] = {}
    hints = get_type_hints(kind)
    for number, attribute in enumerate(fields(kind)):  # type: ignore[arg-type]
        name, hint = attribute.name, hints[attribute.name]
        member = next((each for each in get_args(hint) if is_dataclass(each)), None)
        if member is not None:
            given[name] = tuple(_made(member, each, ()) for each in records)  # type: ignore[arg-type]
        elif entries := [each for each in record.entries if each.name.partition(".")[0] == name]:
            given[name] = _value(hint, entries)
        elif name == "code":
            given[name] = code
        elif number == 0 and record.name:
            given[name] = record.name
    return kind(**given)


def _value(hint: Any, entries: Sequence[PackEntry]) -> Any:
    origin = get_origin(hint) or hint
    if origin is bool:
        return entries[0].text == _YES
    if origin is int:
        return int(entries[0].text)
    if origin is re.Pattern:
        return re.compile("|".join(entry.whole for entry in entries))
    if origin is tuple:
        return tuple(item for each in entries for item in (each.rows if each.rows and not each.text else (each.whole,)))
    if origin is frozenset:
        return frozenset(row for entry in entries for row in entry.rows)
    if origin is Mapping:
        return MappingProxyType(dict(_pairs(get_args(hint)[1], entries)))
    return "|".join(entry.whole for entry in entries)


def _pairs(hint: Any, entries: Sequence[PackEntry]) -> Iterator[tuple[str, Any]]:
    keys = dict.fromkeys(entry.name.partition(".")[2] for entry in entries)
    for key in filter(None, keys):
        yield key, _value(hint, [entry for entry in entries if entry.name.partition(".")[2] == key])
    for row in (row for entry in entries if "." not in entry.name for row in entry.rows):
        key, _, said = row.rpartition("=")
        yield key, int(said) if hint is int else said
