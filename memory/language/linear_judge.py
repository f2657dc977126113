"""Linear judges of text: hashed features of letters and words, and the weights that a fitting has learned.

A judge is read from an .npz file of a package, and answers with sums or shares of its labels. `training` fits the
judges and writes the files. numpy is brought in by one thread: of two that import it at once each may find half of it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from importlib import import_module
from importlib.resources import files
from itertools import pairwise
from threading import Lock
from typing import IO, TYPE_CHECKING, Any
from zlib import crc32

from memory.language.analyser import fold

_LOCK = Lock()


def bring_numpy() -> None:
    """Before anything is imported, outside of the main thread, that needs it."""
    with _LOCK:
        import_module("numpy")


# --- features -------------------------------------------------------------------------------------------------------
# A short text as n-grams of letters and of words, for a linear judge. No list of any language.
#
# A feature is known by 24 bits of a hash; a judge keeps those that its examples had.


if TYPE_CHECKING:
    from numpy.typing import NDArray

    Keys = NDArray[Any]
    """Hashes of features, uint32, as often as they occur."""

BITS = 24
LONGEST_JUDGED = 400
"""Characters that are looked at, of a longer text its beginning and its end."""

_MOST_LETTERS = 6
_FEW = 8
"""Words of the message before that are looked at."""

_DIGIT = re.compile(r"\d")
_SPACES = re.compile(r"\s+")
_WORD = re.compile(r"[^\W_]+(?:'[^\W_]+)?|[^\w\s]")
_ALIKE = str.maketrans({**dict.fromkeys("“”„«»「」『』‹›", '"'), **dict.fromkeys("’‘ʼ", "'"), "？": "?", "！": "!"})
_LENGTHS = (4, 8, 16, 24, 32, 48, 64, 96, 128, 200)
_ODD, _MIX = 0x9E3779B1, 0x85EBCA6B


def text_features(text: str, before: str = "", *, is_before_own: bool = False) -> tuple[Keys, Keys]:
    """n-grams of letters, and of words; among these those of the message `before`, which may be the listener's own."""
    plain = normalised(text)
    return letter_features(plain), hash_features((*_words(plain), *_context(normalised(before), is_own=is_before_own)))


def normalised(text: str) -> str:
    """Folded, with one digit for all, one kind of each mark and single spaces."""
    short = text if len(text) <= LONGEST_JUDGED else f"{text[: LONGEST_JUDGED // 2]} {text[-LONGEST_JUDGED // 2 :]}"
    return _SPACES.sub(" ", _DIGIT.sub("0", fold(short.translate(_ALIKE)))).strip()


@lru_cache(maxsize=64)  # a text is judged alone, too, and after the message before it
def letter_features(plain: str) -> Keys:
    """One to six letters in a row, of a normal text with its two ends."""
    bring_numpy()
    import numpy as np

    codes = np.frombuffer(f"^{plain}$".encode("utf-32-le", "replace"), dtype=np.uint32)
    hashes, found = np.zeros_like(codes), []
    for length in range(1, min(_MOST_LETTERS, len(codes)) + 1):
        ahead = codes[length - 1 :]
        hashes = hashes[: len(ahead)] * np.uint32(_ODD) + ahead * np.uint32(_MIX) + np.uint32(length)
        mixed = (hashes ^ (hashes >> np.uint32(15))) * np.uint32(_ODD)
        found.append(mixed >> np.uint32(32 - BITS))
    return np.concatenate(found)


def hash_features(features: Iterable[str]) -> Keys:
    bring_numpy()
    import numpy as np

    return np.array([crc32(feature.encode(errors="replace")) >> (32 - BITS) for feature in features], dtype=np.uint32)


def _words(plain: str) -> Iterator[str]:
    words = ["^", *_WORD.findall(plain), "$"]
    yield from (f"w {word}" for word in words)
    yield from (f"w {first} {second}" for first, second in pairwise(words))
    yield from (f"w {' '.join(three)}" for three in zip(words, words[1:], words[2:], strict=False))
    yield from (f"s {first} _ {third}" for first, third in zip(words, words[2:], strict=False))
    yield f"longer than {sum(len(plain) > length for length in _LENGTHS)}"


def _context(before: str, *, is_own: bool) -> Iterator[str]:
    if not before:
        yield "after nothing"
        return
    yield f"after {'own' if is_own else 'another'}"
    yield f"after {'a question' if '?' in before else 'a statement'}"
    yield from (f"before {word}" for word in before.split()[-_FEW:])


# --- linear ---------------------------------------------------------------------------------------------------------
# A linear judge: which labels a text has, and how sure that is.
#
# Formula  v(f) = (1 + ln count) · rarity, of a length of one in each block of features
#          s_c = bias_c + Σ v(f) weight(f, c)
#          share of c = e^(s_c / T) / Σ e^(s / T) where labels exclude each other, else 1 / (1 + e^(-s_c / T))
# Source   tf-idf, Salton & Buckley (1988); linear support vectors, Fan et al. (2008), JMLR 9; temperature, Guo et al.
#          (2017), arXiv 1706.04599.


if TYPE_CHECKING:
    from numpy.typing import NDArray

    Floats = NDArray[Any]


@dataclass(frozen=True, slots=True, kw_only=True)
class LinearJudge:
    """`keys` are the known features, ascending; `rarity` weighs each. `weights` are int8, a row a feature, a column a
    label; `scales` of each column make them what was fitted."""

    labels: tuple[str, ...]
    is_exclusive: bool
    keys: Keys
    rarity: Floats
    weights: NDArray[Any]
    scales: Floats
    bias: Floats
    temperature: float

    def shares(self, blocks: Sequence[Keys]) -> Mapping[str, float]:
        """How likely each label is, 0 … 1."""
        import numpy as np

        sums = np.clip(self.sums(blocks) / self.temperature, -50, 50)
        each = np.exp(sums - sums.max()) if self.is_exclusive else 1 / (1 + np.exp(-sums))
        shares = each / each.sum() if self.is_exclusive else each
        return dict(zip(self.labels, shares.tolist(), strict=True))

    def sums(self, blocks: Sequence[Keys]) -> Floats:
        """What speaks for each label; about 1 and more for, -1 and less against."""
        import numpy as np

        total: Floats = self.bias.astype(np.float64)
        for block in blocks:
            at, values = known_features(block, self.keys, self.rarity)
            total = total + values @ self.weights[at] * self.scales
        return total


def feature_places(features: Keys, keys: Keys) -> tuple[NDArray[Any], NDArray[Any]]:
    """Where each feature stands among the keys, which are ascending, and whether it does."""
    import numpy as np

    at = np.minimum(np.searchsorted(keys, features), len(keys) - 1)
    return at, keys[at] == features


def known_features(block: Keys, keys: Keys, rarity: Floats) -> tuple[NDArray[Any], Floats]:
    """Places among the keys, and values, of a length of one together; empty where nothing is known."""
    import numpy as np

    each, counts = _counted(block.tobytes())
    at = np.minimum(np.searchsorted(keys, each), len(keys) - 1)
    is_known = keys[at] == each
    at, values = at[is_known], (1 + np.log(counts[is_known])) * rarity[at[is_known]]
    return at, values / max(1e-9, float(np.sqrt(values @ values)))


@lru_cache(maxsize=8)
def _counted(block: bytes) -> tuple[Keys, NDArray[Any]]:
    """The features of a block, ascending, and how often each occurs: several judges read one text."""
    import numpy as np

    ordered = np.sort(np.frombuffer(block, dtype=np.uint32))
    first = np.flatnonzero(np.concatenate(([True], ordered[1:] != ordered[:-1])))[: len(ordered)]
    return ordered[first], np.diff(first, append=len(ordered))


@cache
def fitted_judge(package: str, name: str) -> LinearJudge:
    """What a fitting wrote as `name`.npz into the package. Raises OSError where it is missing."""
    with files(package).joinpath(f"{name}.npz").open("rb") as file:
        return read_judge(file)


def read_judge(file: IO[bytes]) -> LinearJudge:
    bring_numpy()
    import numpy as np

    with np.load(file) as kept:
        return LinearJudge(
            labels=tuple(map(str, kept["labels"])),
            is_exclusive=bool(kept["is_exclusive"]),
            keys=np.cumsum(kept["steps"], dtype=np.uint32),
            rarity=kept["rarity"].astype(np.float32),
            weights=kept["weights"],
            scales=kept["scales"],
            bias=kept["bias"],
            temperature=float(kept["temperature"]),
        )
