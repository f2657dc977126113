"""Fit a tagger to sentences whose words are labelled. Seeded; numpy alone."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any

import numpy as np

from memory.judges.tagger import Tagger, allowed, inside, scores, starts, viterbi
from memory.judges.tokens import BITS, Token, features

if TYPE_CHECKING:
    from memory.judges.tagger import Floats

SEED = 20261122
MARGIN = 1.0
"""By so much the right tags have to be better than each wrong one."""

Row = tuple[tuple[Any, Any, Any], Any]
"""The features of a sentence, and the places of its tags among the labels."""


def fit(examples: Sequence[tuple[Sequence[Token], Sequence[str]]], labels: tuple[str, ...], epochs: int) -> Tagger:
    """Of each example the tokens, and the tag of the whole before those of the tokens."""
    rows = [(features(told), np.array([labels.index(tag) for tag in tags])) for told, tags in examples]
    weights = np.zeros((1 << BITS, len(labels)), dtype=np.float32)
    summed = np.zeros_like(weights)
    moves, moved = np.zeros((len(labels),) * 2, dtype=np.float32), np.zeros((len(labels),) * 2, dtype=np.float32)
    bounds, seen, order = allowed(labels), 1.0, list(range(len(rows)))
    for epoch in range(epochs):
        Random(SEED + epoch).shuffle(order)
        for number in order:
            ids, right = rows[number]
            found = _decoded(ids, right, weights, moves + bounds, labels)
            if not np.array_equal(found, right):
                _learn(ids, right, found, weights, moves, 1.0)
                _learn(ids, right, found, summed, moved, seen)
            seen += 1.0
    weights -= summed / seen
    scale = float(np.abs(weights).max()) / 127
    return Tagger(
        labels=labels,
        weights=np.round(weights / scale).astype(np.int8),
        transitions=moves - moved / seen + bounds,
        scale=scale,
    )


def write(tagger: Tagger, path: Path, data: str) -> None:
    """`data` is the hash of what it was fitted to."""
    np.savez_compressed(
        path,
        labels=np.array(tagger.labels),
        weights=tagger.weights,
        transitions=(tagger.transitions - allowed(tagger.labels)).astype(np.float32),
        scale=np.array(tagger.scale),
        data=np.array(data),
    )


def _decoded(ids: tuple[Any, Any, Any], right: Any, weights: Floats, moves: Floats, labels: tuple[str, ...]) -> Any:
    sums = scores(ids, weights) + MARGIN
    sums[np.arange(len(right)), right] -= MARGIN
    sums[0] += starts(labels)
    sums[1:] += inside(labels)
    return np.array(viterbi(sums, moves)[0])


def _learn(ids: tuple[Any, Any, Any], right: Any, found: Any, weights: Floats, moves: Floats, step: float) -> None:
    own, ahead, behind = ids
    for place in np.flatnonzero(right != found):
        lent = np.concatenate([own[place], ahead[:place].ravel(), behind[place + 1 :].ravel()])
        np.add.at(weights[:, right[place]], lent, step)
        np.add.at(weights[:, found[place]], lent, -step)
    np.add.at(moves, (right[:-1], right[1:]), step)
    np.add.at(moves, (found[:-1], found[1:]), -step)
