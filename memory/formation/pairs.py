"""Labelled pairs of messages: how the later relates to the earlier, and the form in which a judge reads them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import timedelta
from hashlib import blake2b
from pathlib import Path
from typing import Protocol

RELATIONS = ("replaces", "corrects", "denies", "adds", "same", "unrelated")
"""The order of a judge's outputs."""

EXAMPLES = Path(__file__).parent / "examples" / "pairs"
_BLIND_BELOW = 26
_BLOCK = 10
_VALIDATED = 3
_UNITS = (("y", 365 * 86400), ("mo", 30 * 86400), ("w", 7 * 86400), ("d", 86400), ("h", 3600), ("min", 60), ("s", 1))


@dataclass(frozen=True, slots=True, kw_only=True)
class Pair:
    """Two messages of one place in their order; `gap` as written in the examples: `40 s`, `5 min`, `3 w`."""

    speaker: str
    earlier: str
    gap: str
    by: str
    later: str

    def sides(self, *, with_gap: bool) -> tuple[str, str]:
        """What a judge reads. Whether both have one speaker is said in so many words: names are only compared.

        Judges are fitted without the time between: in the examples seconds mean a correction, in a chat nothing.
        """
        who = "same" if self.speaker == self.by else "other"
        when = f", {self.gap}" if with_gap else ""
        return f"{self.speaker}: {self.earlier}", f"{who}{when}, {self.by}: {self.later}"


class RelationJudge(Protocol):
    """Judges how a later message relates to an earlier one. From `sure` on the earlier one gives its place to the
    later, from `unsure` on it is said that it may be so."""

    @property
    def sure(self) -> float: ...

    @property
    def unsure(self) -> float: ...

    def __call__(self, pairs: Sequence[Pair]) -> Sequence[Mapping[str, float]]:
        """The probability of each of RELATIONS, pair for pair. Blocking. Raises JudgeFault while it cannot be asked."""
        ...


@dataclass(frozen=True, slots=True, kw_only=True)
class Labelled:
    """A pair of the examples. `part`: fit, validation or blind."""

    pair: Pair
    relation: str
    kind: str
    language: str
    part: str


def gap_of(between: timedelta) -> str:
    """Time between two messages in the units of the examples, rounded down."""
    seconds = max(1, int(between.total_seconds()))
    unit, size = next((unit, size) for unit, size in _UNITS if seconds >= size)
    return f"{seconds // size} {unit}"


def labelled(parts: Sequence[str], folder: Path = EXAMPLES) -> list[Labelled]:
    """Pairs of these parts, in the order of the files.

    Validation are blocks of groups at the same positions of every language: scenes recur across languages.
    """
    return [one for file in sorted(folder.glob("*.tsv")) for one in _of_file(file) if one.part in parts]


def _of_file(file: Path) -> Iterator[Labelled]:
    for position, group in enumerate(re.split(r"\n\n+", file.read_text(encoding="utf-8").strip())):
        for line in group.splitlines():
            relation, kind, speaker, earlier, gap, by, later = line.split("\t")
            pair = Pair(speaker=speaker, earlier=earlier, gap=gap, by=by, later=later)
            part = _part(earlier, position)
            yield Labelled(pair=pair, relation=relation, kind=kind, language=file.stem, part=part)


def is_blind(text: str) -> bool:
    """Whether nobody reads it and nothing is fitted to it: a tenth of the examples, by hash."""
    return blake2b(text.encode(), digest_size=8).digest()[0] < _BLIND_BELOW


def _part(earlier: str, position: int) -> str:
    if is_blind(earlier):
        return "blind"
    return "validation" if position // _BLOCK % _BLOCK == _VALIDATED else "fit"
