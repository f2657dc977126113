"""A sentence as tokens: words, numbers, addresses, marks; of scripts without spaces single letters.

The features of a token are its own words and letters, those of its neighbours, and all of the sentence before and
behind it. A feature is known by 16 bits of a hash. No list of any language.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Any
from zlib import crc32

from memory.index.numpy_once import bring_numpy
from memory.languages.analyser import is_cjk

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Ids = NDArray[Any]
    """Places of features among the weights."""

BITS = 16
SPAN = 4
"""Neighbours on either side that are looked at one by one."""

_CJK = r"\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff々〆ヶー"
_TOKEN = re.compile(
    r"(?<![\w.+-])[\w.+-]+@[\w-]+(?:\.[\w-]+)+"  # an e-mail address
    r"|\+?\(?\d(?:[\d().:/-]*\d)?(?: \d[\d():/-]*\d(?=[ ,.!?]|$))*"  # a number, a clock, an address, a phone
    rf"|[ァ-ヶー]+|[{_CJK}]|[^\W\d_{_CJK}]+|\S"
)
_DIGITS = re.compile(r"\d+")
_ODD = (0x9E3779B1, 0x85EBCA6B, 0xC2B2AE35, 0x27D4EB2F)
_PAIRS = ((-2, -1), (-1, 0), (0, 1), (1, 2), (-1, 1))
_TRIPLES = ((-3, -2, -1), (-2, -1, 0), (-1, 0, 1), (0, 1, 2), (1, 2, 3))


@dataclass(frozen=True, slots=True)
class Token:
    """`word` is folded, from `start` to `end` of the text; `shape` tells its kind of letters."""

    word: str
    shape: str
    start: int
    end: int


def tokens(text: str, folded: str) -> list[Token]:
    """`folded` has as many letters as the text."""
    return [
        Token(folded[one.start() : one.end()], _shape(one.group()), one.start(), one.end())
        for one in _TOKEN.finditer(text)
    ]


def features(told: Sequence[Token]) -> tuple[Ids, Ids, Ids]:
    """Of each token its own, a row each; and what all tokens lend to those behind them, and before them. The first row
    is the whole sentence's."""
    bring_numpy()
    import numpy as np

    padded = ["<s>"] * SPAN + ["^", *(_plain(one.word) for one in told)] + ["</s>"] * SPAN
    words = _hashes(padded)
    shapes = _hashes(["<s>"] * SPAN + ["^", *(one.shape for one in told)] + ["</s>"] * SPAN)
    ends = _hashes([f"-{one[-3:]}" for one in padded])
    shorts = _hashes([f"-{one[-2:]}" for one in padded])
    heads = _hashes([f"{one[:4]}-" for one in padded])
    count = len(told) + 1

    def at(column: Ids, away: int) -> Ids:
        return column[SPAN + away : SPAN + away + count]

    ones = [(number, at(words, away)) for number, away in enumerate(range(-SPAN, SPAN + 1))]
    ones += [(40 + away, at(shapes, away)) for away in range(-2, 3)]
    ones += [(60 + away, at(ends, away)) for away in range(-2, 3)]
    ones += [(70, at(shorts, 0)), (71, at(heads, 0)), *((80 + away, at(heads, away)) for away in (-1, 1))]
    twos = [(20 + number, *(at(words, one) for one in pair)) for number, pair in enumerate(_PAIRS)]
    twos += [(50 + away, at(shapes, away), at(words, away - 1)) for away in range(2)]
    twos += [(72, at(shapes, 0), at(ends, 1))]
    threes = [(30 + number, *(at(words, one) for one in three)) for number, three in enumerate(_TRIPLES)]
    own = np.concatenate([_mixed(ones), _mixed(twos), _mixed(threes)])
    word, head = at(words, 0), at(heads, 0)
    pair = _mixed([(90, word, at(words, 1))])[0]
    three = _mixed([(91, word, at(words, 1), at(words, 2))])[0]
    lent = _mixed([(side + number, one) for side in (92, 96) for number, one in enumerate((word, head, pair, three))])
    return own.T, lent[:4].T, lent[4:].T


def _plain(word: str) -> str:
    """With one digit for each run of digits."""
    return _DIGITS.sub("0", word)


def _shape(word: str) -> str:
    if word[0].isdigit() or (word[0] in "+(" and len(word) > 1):
        return f"0{'.'.join(str(min(len(run), 4)) for run in _DIGITS.findall(word))}"
    if is_cjk(word[0]):
        return "katakana" if "ァ" <= word[0] <= "ー" else "hiragana" if "ぁ" <= word[0] <= "ん" else "ideograph"
    if not word[0].isalpha():
        return word[0]
    return "X" if len(word) > 1 and word.isupper() else "Xx" if word[0].isupper() else "x"


@lru_cache(maxsize=16384)
def _hash(word: str) -> int:
    return crc32(word.encode(errors="replace"))


def _hashes(words: Sequence[str]) -> Ids:
    import numpy as np

    return np.array([_hash(one) for one in words], dtype=np.uint32)


def _mixed(rows: Sequence[tuple[Any, ...]]) -> Ids:
    """A row of features for each: a number that tells it from others, and the columns that it joins."""
    import numpy as np

    total = np.array([[(row[0] * 0x61C88647) & 0xFFFFFFFF] for row in rows], dtype=np.uint32)
    for odd, columns in zip(_ODD, zip(*(row[1:] for row in rows), strict=True), strict=False):
        total = (total ^ np.stack(columns)) * np.uint32(odd)
        total ^= total >> np.uint32(15)
    return total >> np.uint32(32 - BITS)
