"""Verifying: the indexes against the files that they were made from, and against each other.

What the files hold is found out the way a rebuild does, in an index of its own beside the others.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import timedelta
from typing import TYPE_CHECKING

from memory.index.entry import KEY, Entry
from memory.index.text import TextIndex
from memory.index.within import Within
from memory.languages.analyser import terms

if TYPE_CHECKING:  # an idle fleet does without numpy
    from memory.index.vectors import VectorIndex

SAMPLE = 50
"""Entries that must find themselves."""

_SAME = 0.999
"""Cosine of two texts that are the same but for rounding."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Verified:
    """What was counted. `problems` are sentences for the operator; none: all is well.

    `vectors` and `filed` (those of them that Chroma has) are None where nothing is embedded.
    """

    entries: int
    indexed: int
    vectors: int | None = None
    filed: int | None = None
    asked: int = 0
    problems: tuple[str, ...] = ()


def verified(truth: TextIndex, index: TextIndex, vectors: VectorIndex | None, unembedded: int) -> Verified:
    """Compare. `unembedded` entries have no vector of their text. Raises IndexDamaged, IndexUnreachable."""
    expected, held = truth.checksums(), index.checksums()
    sample = _sample(index, len(held))
    problems = [*_text_problems(expected, held, index), *_words_problems(index, sample)]
    if vectors is None:
        return Verified(entries=len(expected), indexed=len(held), asked=len(sample), problems=tuple(problems))
    problems += [*_vector_problems(vectors, len(held), unembedded), *_self_problems(vectors, sample)]
    return Verified(
        entries=len(expected),
        indexed=len(held),
        vectors=vectors.count(),
        filed=vectors.filed(),
        asked=len(sample),
        problems=tuple(problems),
    )


def _text_problems(expected: dict[str, int], held: dict[str, int], index: TextIndex) -> Iterator[str]:
    if not index.is_sound():
        yield "the text index is damaged"
    if missing := expected.keys() - held.keys():
        yield f"{len(missing)} entries of the files are not in the text index"
    if extra := held.keys() - expected.keys():
        yield f"{len(extra)} entries of the text index are not in the files"
    if differing := [id for id in expected.keys() & held.keys() if expected[id] != held[id]]:
        yield f"{len(differing)} entries of the text index are not what the files say"


def _words_problems(index: TextIndex, sample: Sequence[Entry]) -> Iterator[str]:
    lost = sum(1 for entry in sample if not _finds_itself(index, entry))
    if lost:
        yield f"{lost} of {len(sample)} entries are not found by their own words"


def _vector_problems(vectors: VectorIndex, entries: int, unembedded: int) -> Iterator[str]:
    if not vectors.is_sound():
        yield "the vectors are damaged"
        return
    if unembedded:
        yield f"{unembedded} entries have no vector of their text"
    if vectors.count() > entries:
        yield f"{vectors.count() - entries} vectors are of no entry"
    filed, held = vectors.filed(), vectors.chroma.count() if vectors.chroma else None
    if filed and held is not None and held < filed:
        yield f"Chroma has {held} of {filed} vectors"


def _self_problems(vectors: VectorIndex, sample: Sequence[Entry]) -> Iterator[str]:
    lost = 0
    own = vectors.of([entry.id for entry in sample])
    for entry in sample:
        if entry.id in own:
            hits = vectors.nearest(own[entry.id], Within(audiences=[entry.audience]), 10)
            lost += entry.id not in dict(hits) and not (hits and hits[-1][1] > _SAME)
    if lost:
        yield f"{lost} of {len(sample)} entries are not found by their own vector"


def _finds_itself(index: TextIndex, entry: Entry) -> bool:
    words = list(dict.fromkeys(terms(entry.text)))[:20]
    moment = entry.at or None
    within = Within(
        audiences=[entry.audience],
        kinds=[entry.kind],
        since=moment and moment - timedelta(seconds=1),
        until=moment and moment + timedelta(seconds=1),
    )
    return not words or entry.id in {hit.id for hit in index.match(words, within, 1000)}


def _sample(index: TextIndex, size: int) -> list[Entry]:
    """Entries from all over the index, the same ones each time."""
    ids = sorted(index.checksums())
    sample = index.entries(ids[:: max(1, size // SAMPLE)][:SAMPLE]).values()
    return [entry for entry in sample if entry.kind != KEY and entry.invalidated_at is None]  # nobody looks for those
