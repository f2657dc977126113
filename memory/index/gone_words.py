"""Gone words: what messages said that were edited, deleted or forgotten since, so that nobody quotes it any more.

Kept are no words, but the hashes of runs of them, with the audience of the message. What the anima said is looked at
line by line: a line that has such a run is told without it, unless somebody still says it where those who are told it
can read.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from hashlib import blake2b

from memory.index.database import Database
from memory.languages.analyser import terms

TABLES = """
CREATE TABLE gone_words (run INTEGER, audience TEXT, source TEXT, PRIMARY KEY (run, audience, source)) WITHOUT ROWID;
CREATE INDEX gone_of ON gone_words (source);
"""

LONGEST = 4
"""Words of a run; of a shorter message all of them."""

FEWEST_LETTERS = 8
"""A message of less is said by everybody."""

LEFT_OUT = "[…]"


class GoneWords:
    """The table of one text index. Blocking."""

    def __init__(self, database: Database) -> None:
        self._run, self._all, self._run_each = database.run, database.all, database.run_each

    def put(self, source: str, audience: str, before: Iterable[str], now: str) -> None:
        """What the message `source` said `before` and does not say `now`."""
        gone = {run for text in before for run in _of_message(text)} - _worded(terms(now)).keys()
        self._run("DELETE FROM gone_words WHERE source = ?", (source,))
        self._run_each("INSERT OR IGNORE INTO gone_words VALUES (?, ?, ?)", [(run, audience, source) for run in gone])

    def without(self, texts: Sequence[str], could_hear: Callable[[str], bool]) -> list[str]:
        """The texts without the lines that quote a message which their speaker `could_hear` (by its audience)."""
        if not self._all("SELECT 1 FROM gone_words LIMIT 1"):
            return list(texts)
        runs = {line: _worded(terms(line)) for text in texts for line in text.splitlines()}
        gone = self._among({run for found in runs.values() for run in found}, could_hear)
        words = {run: found[run] for found in runs.values() for run in found.keys() & gone}
        gone -= {run for run, said in words.items() if self._is_said(said, could_hear)}
        quoting = {line for line, found in runs.items() if found.keys() & gone}
        return [_without(text, quoting) for text in texts]

    def _is_said(self, words: Sequence[str], could_hear: Callable[[str], bool]) -> bool:
        """Whether a person's message that stands has these words in a row."""
        rows = self._all(
            "SELECT DISTINCT m.audience FROM words JOIN memories m ON m.row = words.rowid "
            "WHERE words MATCH ? AND m.kind = 'turn' AND NOT m.own",
            ('"' + " ".join(words).replace('"', '""') + '"',),
        )
        return any(could_hear(row["audience"]) for row in rows)

    def _among(self, runs: Collection[int], could_hear: Callable[[str], bool]) -> set[int]:
        rows = self._all(
            "SELECT run, audience FROM gone_words WHERE run IN (SELECT value FROM json_each(?))",
            (json.dumps(sorted(runs)),),
        )
        heard = {audience: could_hear(audience) for audience in {row["audience"] for row in rows}}
        return {row["run"] for row in rows if heard[row["audience"]]}


def _without(text: str, quoting: Collection[str]) -> str:
    if not quoting:
        return text
    return "\n".join(LEFT_OUT if line in quoting else line for line in text.splitlines())


def _of_message(text: str) -> Iterator[int]:
    words = terms(text)
    if sum(map(len, words)) < FEWEST_LETTERS:
        return
    length = min(LONGEST, len(words))
    yield from (_hash(words[at : at + length]) for at in range(len(words) - length + 1))


def _worded(words: Sequence[str]) -> dict[int, Sequence[str]]:
    """The runs of every length that a run of a message may have, with their words."""
    each = (words[at : at + length] for length in range(1, LONGEST + 1) for at in range(len(words) - length + 1))
    return {_hash(run): run for run in each}


def _hash(words: Sequence[str]) -> int:
    digest = blake2b(" ".join(words).encode(errors="replace"), digest_size=8).digest()
    return int.from_bytes(digest, signed=True)
