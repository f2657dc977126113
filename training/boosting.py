"""Gradient boosted trees in numpy: complete binary trees of one depth, over quantiles of each column, seeded.

Source   Friedman (2001), Annals of Statistics 29; second-order leaves, Chen & Guestrin (2016), KDD; the loss over a
         list, Cao et al. (2007), ICML.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[Any]
Integers = NDArray[Any]

Slope = Callable[[Floats], tuple[Floats, Floats]]
"""The sums so far of each row -> first and second derivative of the loss."""

LEAST_CURVE, LEAST_GAIN = 1e-3, 1e-6


@dataclass(frozen=True, slots=True, kw_only=True)
class TreeShape:
    """`rate` shrinks each tree; a leaf has `leaf` rows at least; `l2` draws leaves to nothing. Each tree sees a `rows`
    share of the groups, and a `columns` share of the columns."""

    trees: int
    depth: int
    rate: float = 0.06
    leaf: int = 30
    l2: float = 8.0
    bins: int = 48
    rows: float = 0.8
    columns: float = 0.7


class FittedTrees(NamedTuple):
    """As `memory.recall.belief.BoostedTrees` has them: a row a tree."""

    column: Integers
    bound: Floats
    value: Floats


def boosted(signals: Floats, groups: Integers, slope: Slope, shape: TreeShape, seeds: range) -> FittedTrees:
    """Trees of all seeds, each with its share of the sum. Rows of one group (from 0 on) are drawn together."""
    each = [_of_seed(signals, groups, slope, shape, seed) for seed in seeds]
    column, bound, value = (np.concatenate(parts) for parts in zip(*each, strict=True))
    return FittedTrees(
        column.astype(np.int8), bound.astype(np.float32), (value * shape.rate / len(seeds)).astype(np.float32)
    )


def list_slope(is_right: Floats, groups: Integers, weight: Floats, offset: Floats) -> Slope:
    """Of -log of the share that the right ones of a group have together, by the softmax of `offset` and sums."""

    def slope(sums: Floats) -> tuple[Floats, Floats]:
        shares = _shares(sums + offset, groups)
        right = np.bincount(groups, shares * is_right)[groups]
        wanted = np.where(right > 0, shares * is_right / np.maximum(right, 1e-12), shares)
        return weight * (shares - wanted), weight * np.maximum(shares * (1 - shares), LEAST_CURVE)

    return slope


def logistic_slope(is_so: Floats, weight: Floats, base: float) -> Slope:
    """Of the loss of a claim that is so or not, above a base."""

    def slope(sums: Floats) -> tuple[Floats, Floats]:
        share = 1 / (1 + np.exp(-sums - base))
        return weight * (share - is_so), weight * np.maximum(share * (1 - share), LEAST_CURVE)

    return slope


def _shares(sums: Floats, groups: Integers) -> Floats:
    most = np.full(groups.max() + 1, -np.inf)
    np.maximum.at(most, groups, sums)
    each = np.exp(sums - most[groups])
    shares: Floats = each / np.bincount(groups, each)[groups]
    return shares


def _of_seed(
    signals: Floats, groups: Integers, slope: Slope, shape: TreeShape, seed: int
) -> tuple[Integers, Floats, Floats]:
    chance = np.random.RandomState(seed)
    parts = np.linspace(0, 1, shape.bins + 1)[1:-1]
    edges = [np.unique(np.quantile(column, parts)).astype(np.float32) for column in signals.T]
    binned = np.stack([np.searchsorted(edge, column) for edge, column in zip(edges, signals.T, strict=True)], axis=1)
    sums, trees = np.zeros(len(signals)), []
    for _ in range(shape.trees):
        drawn = (chance.rand(groups.max() + 1) < shape.rows)[groups]
        columns = np.flatnonzero(chance.rand(signals.shape[1]) < shape.columns)
        first, second = slope(sums)
        column, place, value = _grown(binned, first * drawn, second * drawn, drawn, columns, shape)
        sums += shape.rate * value[_leaves(binned, column, place, shape.depth)]
        trees.append((column, _bounds(column, place, edges), value))
    column, bound, value = (np.stack(part) for part in zip(*trees, strict=True))
    return column, bound, value


def _grown(
    binned: Integers, first: Floats, second: Floats, drawn: NDArray[Any], columns: Integers, shape: TreeShape
) -> tuple[Integers, Integers, Floats]:
    """Column and place among its edges of each inner node, value of each leaf. A node that is not parted sends all
    left."""
    inner, wide = 2**shape.depth - 1, shape.bins + 1
    column, place = np.zeros(inner, np.int64), np.full(inner, wide)
    at = np.zeros(len(binned), np.int64)
    for level in range(shape.depth):
        begin, nodes = 2**level - 1, 2**level
        here = at[drawn] - begin
        best = np.full(nodes, LEAST_GAIN)
        for tried in columns:
            key = here * wide + binned[drawn, tried]
            slopes, curves = (
                np.bincount(key, part[drawn], nodes * wide).reshape(nodes, wide).cumsum(axis=1)
                for part in (first, second)
            )
            counts = np.bincount(key, minlength=nodes * wide).reshape(nodes, wide).cumsum(axis=1)
            gains = _gains(slopes, curves, counts, shape)
            where = gains.argmax(axis=1)
            gain = gains[np.arange(nodes), where]
            is_better = gain > best
            best[is_better] = gain[is_better]
            column[begin : begin + nodes][is_better] = tried
            place[begin : begin + nodes][is_better] = where[is_better]
        at = 2 * at + 1 + (binned[np.arange(len(binned)), column[at]] > place[at])
    leaf = at[drawn] - inner
    slopes, curves = (np.bincount(leaf, part[drawn], inner + 1) for part in (first, second))
    return column, place, -slopes / (curves + shape.l2)


def _gains(slopes: Floats, curves: Floats, counts: Integers, shape: TreeShape) -> Floats:
    """Of parting each node after each bin."""
    left, left_curve, left_count = slopes[:, :-1], curves[:, :-1], counts[:, :-1]
    right, right_curve = slopes[:, -1:] - left, curves[:, -1:] - left_curve
    whole = slopes[:, -1:] ** 2 / (curves[:, -1:] + shape.l2)
    gains: Floats = left**2 / (left_curve + shape.l2) + right**2 / (right_curve + shape.l2) - whole
    gains[(left_count < shape.leaf) | (counts[:, -1:] - left_count < shape.leaf)] = -1.0
    return gains


def _leaves(binned: Integers, column: Integers, place: Integers, depth: int) -> Integers:
    at = np.zeros(len(binned), np.int64)
    for _ in range(depth):
        at = 2 * at + 1 + (binned[np.arange(len(binned)), column[at]] > place[at])
    leaves: Integers = at - (2**depth - 1)
    return leaves


def _bounds(column: Integers, place: Integers, edges: list[Floats]) -> Floats:
    """What lies in a bin up to the place is at most the edge there."""
    return np.array(
        [edges[of][at] if at < len(edges[of]) else np.inf for of, at in zip(column, place, strict=True)], np.float32
    )
