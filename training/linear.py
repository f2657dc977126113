"""Fit a linear judge to labelled examples. Seeded; it needs scikit-learn, which the fleet does not."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from hashlib import blake2b
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from memory.language.linear_judge import LinearJudge, known_features

if TYPE_CHECKING:
    from memory.language.linear_judge import Floats, Keys

SEED = 20261122
STRENGTH = 0.7
"""Of support vectors: the price of an example on the wrong side."""

SEEN_AT_LEAST = 2
"""A feature of fewer examples tells more of the example than of the feature."""

TENTH = 26
"""Of the 256 values of a byte."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Example:
    """`labels` are those that it has, `known` those that it is an example for or against; None: all."""

    text: str
    blocks: tuple[Keys, ...]
    labels: frozenset[str]
    known: frozenset[str] | None = None
    weight: float = 1.0
    language: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Shape:
    """What judge is wanted: its labels, how many features it keeps."""

    labels: tuple[str, ...]
    is_exclusive: bool
    size: int


def is_blind(text: str) -> bool:
    """A tenth by hash: measured, and nothing is fitted to it."""
    return blake2b(text.encode(), digest_size=8).digest()[0] < TENTH


def fit(examples: Sequence[Example], shape: Shape) -> LinearJudge:
    """With a temperature from a tenth that a first judge has not seen."""
    seen, unseen = parted(examples)
    judge = fitted(examples, shape)
    return replace(judge, temperature=_temperature(fitted(seen, shape), unseen))


def parted(examples: Sequence[Example]) -> tuple[list[Example], list[Example]]:
    """Nine tenths and one, by another hash than that of the blind."""
    is_out = [blake2b(one.text.encode(), digest_size=1).digest()[0] < TENTH for one in examples]
    seen = [one for one, out in zip(examples, is_out, strict=True) if not out]
    return seen, [one for one, out in zip(examples, is_out, strict=True) if out]


def write(judge: LinearJudge, path: Path, data: str) -> None:
    """`data` is the hash of what it was fitted to."""
    np.savez_compressed(
        path,
        labels=np.array(judge.labels),
        is_exclusive=np.array(judge.is_exclusive),
        steps=np.diff(judge.keys, prepend=np.uint32(0)).astype(np.uint32),
        rarity=judge.rarity.astype(np.float16),
        weights=judge.weights,
        scales=judge.scales,
        bias=judge.bias,
        temperature=np.array(judge.temperature),
        data=np.array(data),
    )


def digest(texts: Iterable[str]) -> str:
    return blake2b("\n".join(texts).encode(), digest_size=16).hexdigest()


def fitted(examples: Sequence[Example], shape: Shape) -> LinearJudge:
    """Fitted twice: the features that weigh most in the first are kept."""
    keys, rarity = _vocabulary(examples)
    heaviest = np.abs(_weights(examples, shape, keys, rarity)[0]).max(axis=1)
    kept = np.sort(np.argsort(-heaviest, kind="stable")[: shape.size])
    keys, rarity = keys[kept], rarity[kept]
    weights, bias = _weights(examples, shape, keys, rarity)
    scales = np.maximum(np.abs(weights).max(axis=0), 1e-9) / 127
    return LinearJudge(
        labels=shape.labels,
        is_exclusive=shape.is_exclusive,
        keys=keys,
        rarity=rarity,
        weights=np.round(weights / scales).astype(np.int8),
        scales=scales.astype(np.float32),
        bias=bias.astype(np.float32),
        temperature=1.0,
    )


def _vocabulary(examples: Sequence[Example]) -> tuple[Keys, Floats]:
    each = np.concatenate([np.unique(np.concatenate(one.blocks)) for one in examples])
    keys, counts = np.unique(each, return_counts=True)
    is_kept = counts >= SEEN_AT_LEAST
    rarity = np.log((1 + len(examples)) / (1 + counts[is_kept])) + 1
    return keys[is_kept], rarity.astype(np.float16).astype(np.float32)


def _weights(examples: Sequence[Example], shape: Shape, keys: Keys, rarity: Floats) -> tuple[Floats, Floats]:
    """One against the rest, for each label."""
    from sklearn.svm import LinearSVC

    matrix = _matrix(examples, keys, rarity)
    costs = np.array([one.weight for one in examples])
    weights, bias = np.zeros((len(keys), len(shape.labels))), np.zeros(len(shape.labels))
    for column, label in enumerate(shape.labels):
        rows = [row for row, one in enumerate(examples) if one.known is None or label in one.known]
        has = np.array([label in examples[row].labels for row in rows])
        model = LinearSVC(C=STRENGTH, random_state=SEED).fit(matrix[rows], has, sample_weight=costs[rows])
        weights[:, column], bias[column] = model.coef_[0], model.intercept_[0]
    return weights, bias


def _matrix(examples: Sequence[Example], keys: Keys, rarity: Floats) -> Any:
    from scipy.sparse import csr_matrix

    places: list[NDArray[Any]] = []
    values: list[Floats] = []
    ends = [0]
    for one in examples:
        for block in one.blocks:
            at, weighed = known_features(block, keys, rarity)
            places.append(at)
            values.append(weighed)
        ends.append(ends[-1] + sum(map(len, places[-len(one.blocks) :])))
    return csr_matrix((np.concatenate(values), np.concatenate(places), ends), shape=(len(examples), len(keys)))


def _temperature(judge: LinearJudge, examples: Sequence[Example]) -> float:
    sums = np.array([judge.sums(one.blocks) for one in examples])
    has = np.array([[label in one.labels for label in judge.labels] for one in examples])
    counts = np.array([[one.known is None or label in one.known for label in judge.labels] for one in examples])

    def loss(temperature: float) -> float:
        heat = sums / temperature
        if judge.is_exclusive:
            highest = heat.max(axis=1, keepdims=True)
            logs = heat - highest - np.log(np.exp(heat - highest).sum(axis=1, keepdims=True))
            return -float(logs[has].mean())
        return float(np.logaddexp(0, np.where(has, -heat, heat))[counts].mean())

    return min(map(float, np.geomspace(0.05, 3.0, 60)), key=loss)
