"""Fitting a calibration to an embedder, and how well it parts the labels."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from memory.calibration.pairs import LABELS, Pair, pairs
from memory.index.calibrations import Scales
from memory.theories.calibration import SAME, Calibration, area, fit, share_from
from memory.vocabulary.ports import Embedder

OVERLAPS = 0.75
DIFFERS = 0.70


@dataclass(frozen=True, slots=True, kw_only=True)
class Separation:
    """Of one language: the area under the curve of same against unrelated, and shares on the right side of a bound."""

    language: str
    area: float
    unrelated_below_070: float
    others_from_075: float
    same_from_092: float
    overlapping_below_092: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Fitted:
    """The calibrations of an embedder, and what each does with the pairs of its language."""

    embedder: str
    scales: Scales
    separations: tuple[Separation, ...]


def fitted(embedder: Embedder) -> Fitted:
    """Embeds all pairs, so it takes some seconds. Blocking. Raises EmbedderFault."""
    labelled = pairs()
    cosines = cosines_of(embedder, labelled)
    scales = {language: scale_of(language, labelled, cosines) for language in ("", *_languages(labelled))}
    found = [separation(language, labelled, cosines, scale) for language, scale in scales.items()]
    return Fitted(embedder=embedder.name, scales=scales, separations=tuple(found))


def cosines_of(embedder: Embedder, labelled: Sequence[Pair]) -> list[float]:
    """Of two memories, not of a question and a memory."""
    rows = embedder.embed([text for pair in labelled for text in (pair.first, pair.second)])
    return [float(value) for value in (rows[::2] * rows[1::2]).sum(axis=1)]


def scale_of(language: str, labelled: Sequence[Pair], cosines: Sequence[float]) -> Calibration:
    """Fitted on the pairs of one language, or on all where it is empty."""
    some, values = _in(language, labelled, cosines)
    return fit(*(_of(some, values, label) for label in reversed(LABELS)))


def separation(language: str, labelled: Sequence[Pair], cosines: Sequence[float], scale: Calibration) -> Separation:
    """Of one language, or of all where it is empty."""
    some, values = _in(language, labelled, [scale(cosine) for cosine in cosines])
    by_label: Mapping[str, list[float]] = {label: _of(some, values, label) for label in LABELS}
    same, overlapping, unrelated = (by_label[label] for label in LABELS)
    return Separation(
        language=language or "all",
        area=area(unrelated, same),
        unrelated_below_070=1.0 - share_from(unrelated, DIFFERS),
        others_from_075=share_from([*same, *overlapping], OVERLAPS),
        same_from_092=share_from(same, SAME),
        overlapping_below_092=1.0 - share_from(overlapping, SAME),
    )


def _in(language: str, labelled: Sequence[Pair], values: Sequence[float]) -> tuple[list[Pair], list[float]]:
    chosen = [at for at, pair in enumerate(labelled) if language in ("", pair.language)]
    return [labelled[at] for at in chosen], [values[at] for at in chosen]


def _of(labelled: Sequence[Pair], values: Sequence[float], label: str) -> list[float]:
    return [value for pair, value in zip(labelled, values, strict=True) if pair.label == label]


def _languages(labelled: Sequence[Pair]) -> list[str]:
    return sorted({pair.language for pair in labelled})
