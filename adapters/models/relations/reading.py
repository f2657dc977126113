"""Pairs as word pieces of the bundled model, whose vocabulary is English.

Characters that it does not know become one of its unused pieces, by hash, so that two unknown names still differ.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Self
from zlib import crc32

from memory.formation.pairs import Pair

if TYPE_CHECKING:
    from tokenizers import Tokenizer

CLS, SEP, UNKNOWN = 101, 102, 100
LONGEST_SIDE = 46
_UNUSED_FROM, _UNUSED = 104, 895


@dataclass(frozen=True, slots=True, kw_only=True)
class Reader:
    """Any thread may ask it."""

    tokenizer: Tokenizer
    vocabulary: dict[str, int]
    reads_gap: bool = False

    @classmethod
    def load(cls, path: Path, *, reads_gap: bool = False) -> Self:
        """Of a `tokenizer.json`. `reads_gap`: the time between the messages is read too."""
        from tokenizers import Tokenizer

        tokenizer = Tokenizer.from_file(str(path))
        tokenizer.no_padding()
        tokenizer.no_truncation()
        return cls(tokenizer=tokenizer, vocabulary=tokenizer.get_vocab(), reads_gap=reads_gap)

    def read(self, pair: Pair) -> tuple[list[int], list[int]]:
        """Pieces, and for each of them 0 (earlier side) or 1 (later side)."""
        first, second = (self._side(side) for side in pair.sides(with_gap=self.reads_gap))
        return [CLS, *first, SEP, *second, SEP], [0] * (len(first) + 2) + [1] * (len(second) + 1)

    def _side(self, text: str) -> list[int]:
        found: list[int] = []
        read = self.tokenizer.encode(text, add_special_tokens=False)
        for piece, (start, end) in zip(read.ids, read.offsets, strict=True):
            found.extend([piece] if piece != UNKNOWN else map(self._letter, text[start:end].casefold()))
        return found[:LONGEST_SIDE]

    def _letter(self, letter: str) -> int:
        known = self.vocabulary.get(letter)
        return known if known is not None else _UNUSED_FROM + crc32(letter.encode()) % _UNUSED
