"""The tables of the languages: each row is of use."""

from __future__ import annotations

import re
import re._constants as opcodes  # type: ignore[import-not-found]
import re._parser as parser  # type: ignore[import-not-found]
from collections.abc import Iterator, Sequence

import pytest

from memory.language.pack_tables import CODES, PackRecord, read_records
from tests.memory.languages.corpus import sentences

TABLES = ("cues", "telling")
VOCABULARY = re.compile(r"foods|trades?|town|kinds|weekdays|sort|is_\w+|\w+_names|joins_dishes|i|link|first_day")
"""Fields that hold what there is: dishes, trades, towns. A word of them is no phrase."""


@pytest.mark.parametrize("code", CODES)
def test_every_row_of_a_table_occurs_in_something_that_people_write(code):
    text = "\n".join(sorted(sentences()[code]))
    lines = text.split("\n")
    rows = ((table, *row) for table in TABLES for row in _rows(code, table))
    dead = [one for one in rows if not _occurs(one[-1], text, lines)]

    assert dead == []


def _rows(code: str, table: str) -> Iterator[tuple[str, str]]:
    for record in read_records(code, table):
        yield from _of_record(record)


def _of_record(record: PackRecord) -> Iterator[tuple[str, str]]:
    for entry in record.entries:
        if not VOCABULARY.fullmatch(entry.name):
            rows = entry.rows or (entry.text,)
            yield from ((f"{record.name} {entry.name}", row) for row in rows if "{}" not in row)


def _occurs(row: str, text: str, lines: Sequence[str]) -> bool:
    """Anywhere: what it is anchored to may be any place of a sentence."""
    bare = row.lstrip("^")
    bare = bare[:-1] if bare.endswith("$") and not bare.endswith("\\$") else bare
    must = _literal(parser.parse(bare))
    if must not in text or must == bare:
        return must in text
    return any(map(re.compile(bare).search, (one for one in lines if must in one)))


def _literal(tree: object) -> str:
    """The longest run of letters that whatever matches has."""
    runs, run = [""], ""
    for operation, value in tree:  # type: ignore[attr-defined]
        if operation is opcodes.LITERAL:
            run += chr(value)
            continue
        runs, run = [*runs, run], ""
        if operation is opcodes.SUBPATTERN:
            runs.append(_literal(value[3]))
    return max([*runs, run], key=len)
