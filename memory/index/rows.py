"""Entries as rows of the text index, and back."""

from __future__ import annotations

import sqlite3
from collections.abc import Collection, Iterable
from datetime import UTC, datetime
from functools import lru_cache

from memory.index.entry import FACTS, Entry
from memory.index.within import Within
from memory.languages.analyser import is_cjk
from memory.languages.answers import Offered

COLUMNS = ", ".join(f"m.{column}" for column in Entry._fields)


def entries_of(rows: Iterable[sqlite3.Row], within: Within) -> list[Entry]:
    return [entry_of(row) for row in rows if row["id"] not in within.without]


def entry_of(row: sqlite3.Row) -> Entry:
    """`row` has the columns, which are the fields in their order, and nothing else."""
    *before, at, speaker, person, place, message, own, trust, source = row[:16]
    since, until, ended, confidence, session, number, offers = row[16:]
    moment = datetime.fromisoformat(at) if at else None
    said = (moment, speaker, person, place, message, bool(own), trust, source)
    true = (_moment(since), _moment(until), _moment(ended))
    return Entry._make((*before, *said, *true, confidence, session, number, _unpacked(offers)))


def _moment(stamp: float | None) -> datetime | None:
    return None if stamp is None else datetime.fromtimestamp(stamp, UTC)


def words_of(kinds: Collection[str]) -> str:
    """The table of words that a search of these kinds goes through."""
    return "fact_words" if kinds and set(kinds) <= set(FACTS) else "words"


def stamp_of(entry: Entry) -> float:
    return entry.at.timestamp() if entry.at else 0.0


def packed(found: Offered) -> str:
    return f"{found.time:g} {found.number:g} {found.names:g} {found.myself:g}"


@lru_cache(maxsize=256)  # there are hardly more kinds than that
def _unpacked(packed: str) -> Offered:
    time, number, names, myself = map(float, packed.split())
    return Offered(time=time, number=number, names=names, myself=myself)


def quoted(term: str) -> str:
    """A term as FTS5 takes it; one that ends in a star is a beginning, and so is a single character of CJK."""
    is_beginning = term.endswith("*") or (len(term) == 1 and is_cjk(term))
    quoted = '"' + term.removesuffix("*").replace('"', '""') + '"'
    return f"{quoted}*" if is_beginning else quoted
