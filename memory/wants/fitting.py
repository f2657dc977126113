"""Fit the judges of this package to their examples: `python -m memory.wants.fitting [JUDGE …]`. Seeded, numpy alone.
Of each judge's examples a tenth (by the hash of the text) is for the temperature and a tenth is blind: it is measured
and not fitted. The hash of the data stands in the weights, and a test asks that it is still that of the data.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from hashlib import blake2b
from importlib.resources import files
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from memory.wants import features, own_name
from memory.wants.linear import Linear
from memory.wants.tongue import JAPANESE, LANGUAGES

SEED = 20261122
ROUNDS, AT_ONCE, RATE, DECAY = 10, 64, 0.2, 1e-5
TENTH = 26
"""Of the 256 values of a byte."""

SLOT = "◊"
NAMES, LOWER = 5, 0.3
"""Names in each frame, and how many of them are written small."""

_WISHES = ("intents.{}.tsv", "core.{}.tsv")
STEMS = {
    "wish": _WISHES,
    "own_name": ("frames.{}.txt", "not_names.{}.txt", "people.txt"),
    "tongue": _WISHES,
}

Floats = NDArray[Any]


@dataclass(frozen=True, slots=True, kw_only=True)
class Example:
    text: str
    label: str
    language: str
    features: Mapping[int, float]
    is_core: bool = False

    @property
    def part(self) -> str:
        """blind, temperature or fitted; the few that everybody says are fitted all."""
        if self.is_core:
            return "fitted"
        byte = blake2b(self.text.encode(), digest_size=1).digest()[0]
        return "blind" if byte < TENTH else "temperature" if byte < 2 * TENTH else "fitted"


def main() -> None:
    for name in sys.argv[1:] or JUDGES:
        examples = list(JUDGES[name]())
        judge = fit(examples)
        folder = Path(__file__).parent
        np.savez_compressed(
            folder / f"{name}.npz",
            labels=np.array(judge.labels),
            weights=judge.weights,
            scales=judge.scales,
            bias=judge.bias,
            temperature=np.array(judge.temperature),
            data=np.array(digest(name)),
        )
        print(json.dumps({"judge": name, "examples": len(examples), **measured(judge, examples)}, ensure_ascii=False))


def wishes() -> Iterator[Example]:
    for language in LANGUAGES:
        for name in ("intents", "core"):
            for line in _read(f"{name}.{language}.tsv"):
                label, text = line.split("\t", 1)
                seen = features.of_text(text)
                yield Example(text=text, label=label, language=language, features=seen, is_core=name == "core")


def tongues() -> Iterator[Example]:
    """Of those that share their letters."""
    for one in wishes():
        if one.language != JAPANESE:
            yield replace(one, label=one.language, features=features.letters(one.text))


def names() -> Iterator[Example]:
    """Every run of every message: how the speaker wants to be called, or not. The frames get names by chance."""
    rng = np.random.default_rng(SEED)
    people = _read("people.txt")
    for language in LANGUAGES:
        for frame in _read(f"frames.{language}.txt"):
            for person in rng.choice(people, NAMES, replace=False):
                name = str(person).lower() if rng.random() < LOWER else str(person)
                yield from _runs(frame.replace(SLOT, name), name, language)
        for text in _read(f"not_names.{language}.txt"):
            yield from _runs(text, "", language)


def _runs(text: str, name: str, language: str) -> Iterator[Example]:
    for start, end in own_name.candidates(text):
        label = own_name.YES if text[start:end] == name else own_name.NO
        yield Example(text=text, label=label, language=language, features=own_name.features_of(text, start, end))


def digest(judge: str) -> str:
    """The hash of a judge's data."""
    each = dict.fromkeys(stem.format(language) for stem in STEMS[judge] for language in LANGUAGES)
    return blake2b("\n".join(line for name in each for line in _read(name)).encode(), digest_size=16).hexdigest()


def fit(examples: Sequence[Example]) -> Linear:
    """Softmax regression with L2 by AdaGrad, then a temperature."""
    rng = np.random.default_rng(SEED)
    labels = tuple(sorted({one.label for one in examples}))
    chosen = [one for one in examples if one.part == "fitted"]
    weights = np.zeros((features.SIZE, len(labels)), dtype=np.float32)
    bias = np.zeros(len(labels), dtype=np.float32)
    squares = np.zeros_like(weights), np.zeros_like(bias)
    for _ in range(ROUNDS):
        for batch in np.array_split(rng.permutation(len(chosen)), -(-len(chosen) // AT_ONCE)):
            seen, wanted = _matrix([chosen[at] for at in batch], labels)
            off = (_softmax(seen @ weights + bias) - wanted) / len(batch)
            _descend(weights, seen.T @ off + DECAY * weights, squares[0])
            _descend(bias, off.sum(axis=0), squares[1])
    scales = np.maximum(np.abs(weights).max(axis=0), 1e-9) / 127
    kept = np.round(weights / scales).astype(np.int8)
    judge = Linear(labels=labels, weights=kept, scales=scales, bias=bias, temperature=1.0)
    return Linear(labels=labels, weights=kept, scales=scales, bias=bias, temperature=_temperature(judge, examples))


def measured(judge: Linear, examples: Sequence[Example]) -> dict[str, object]:
    """Of the blind tenth: how many are right, by language, and how sure the judge was of them."""
    blind = [one for one in examples if one.part == "blind"]
    told = [(one, judge.shares(one.features)) for one in blind]
    right = [(one, max(shares, key=lambda label: shares[label]) == one.label) for one, shares in told]
    by_language = {
        language: round(float(np.mean([ok for one, ok in right if one.language == language] or [False])), 4)
        for language in LANGUAGES
    }
    sure = float(np.mean([max(shares.values()) for _, shares in told] or [0]))
    return {
        "blind": len(blind),
        "right": by_language,
        "mean share": round(sure, 4),
        "temperature": round(judge.temperature, 3),
    }


def _temperature(judge: Linear, examples: Sequence[Example]) -> float:
    chosen = [one for one in examples if one.part == "temperature"]
    seen, wanted = _matrix(chosen, judge.labels)
    sums = seen @ (judge.weights * judge.scales) + judge.bias

    def loss(temperature: float) -> float:
        return -float(np.log((_softmax(sums / temperature) * wanted).sum(axis=1) + 1e-9).mean())

    return min(map(float, np.geomspace(0.3, 5.0, 60)), key=loss)


def _matrix(examples: Sequence[Example], labels: Sequence[str]) -> tuple[Floats, Floats]:
    seen = np.zeros((len(examples), features.SIZE), dtype=np.float32)
    wanted = np.zeros((len(examples), len(labels)), dtype=np.float32)
    for row, one in enumerate(examples):
        seen[row, list(one.features)] = list(one.features.values())
        wanted[row, labels.index(one.label)] = 1.0
    return seen, wanted


def _softmax(sums: Floats) -> Floats:
    each: Floats = np.exp(sums - sums.max(axis=1, keepdims=True))
    shares: Floats = each / each.sum(axis=1, keepdims=True)
    return shares


def _descend(what: Floats, slope: Floats, square: Floats) -> None:
    """AdaGrad."""
    square += slope * slope
    what -= RATE * slope / (np.sqrt(square) + 1e-8)


def _read(name: str) -> list[str]:
    lines = files("memory.wants").joinpath(name).read_text(encoding="utf-8").splitlines()
    return [line for line in lines if line.strip()]


JUDGES = {"wish": wishes, "own_name": names, "tongue": tongues}


if __name__ == "__main__":
    main()
