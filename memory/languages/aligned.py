"""Folded text whose letters know where they stood: patterns read the one, what they find is shown in the other."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from memory.languages.analyser import fold

_SHORT = 300
_APOSTROPHES = dict.fromkeys(map(ord, "’‘ʼ＇"), "'")


@dataclass(frozen=True, slots=True)
class Aligned:
    """`text` is folded letter by letter, with one kind of apostrophe; `places` has its letters' places, and the end."""

    text: str
    places: Sequence[int]

    @classmethod
    def of(cls, original: str) -> Aligned:
        """The same message is asked for by many rules, one after the other."""
        return _short(original) if len(original) <= _SHORT else cls._of(original)

    @classmethod
    def _of(cls, original: str) -> Aligned:
        if original.isascii():
            return cls(original.lower(), range(len(original) + 1))
        folded = [_folded(letter) for letter in original]
        if all(len(letters) == 1 for letters in folded):
            return cls("".join(folded), range(len(original) + 1))
        places = [at for at, letters in enumerate(folded) for _ in letters]
        return cls("".join(folded), (*places, len(original)))

    def span(self, start: int, end: int) -> tuple[int, int]:
        """Where the letters from `start` to `end` of the folded text stand in the original."""
        return (self.places[start], self.places[end - 1] + 1) if end > start else (self.places[start],) * 2


@lru_cache(maxsize=256)
def _short(original: str) -> Aligned:
    return Aligned._of(original)


@lru_cache(maxsize=4096)
def _folded(letter: str) -> str:
    return fold(letter.translate(_APOSTROPHES))
