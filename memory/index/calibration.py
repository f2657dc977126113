"""The calibration of an embedder: shipped, or fitted in this home to labelled pairs and kept as JSON."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from importlib.resources import files
from itertools import pairwise
from pathlib import Path
from typing import TypeAlias

from memory.theories.similarity import (
    IDENTITY_CALIBRATION,
    SAME_SIMILARITY,
    Calibration,
    area_under_curve,
    fit_knots,
    share_from,
)
from memory.vocabulary.errors import StorageFault
from memory.vocabulary.ports import Embedder

LanguageScales: TypeAlias = Mapping[str, Calibration]
"""By language; the empty one is for texts of any."""

CALIBRATIONS_FILE = "calibrations.json"


def keep_calibration(folder: Path, name: str, scales: LanguageScales) -> Path:
    """Where it was written, whole or not at all. Raises StorageFault."""
    path = folder / CALIBRATIONS_FILE
    fitted = {**_all_kept(path), name: scales}
    draft = path.with_suffix(".new")
    try:
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        draft.write_text(calibrations_as_json(fitted), encoding="utf-8")
        draft.replace(path)
    except OSError as error:
        raise StorageFault(f"{path} cannot be written: {error.strerror}") from error
    return path


def kept_calibration(folder: Path, name: str) -> LanguageScales:
    """Nothing where there is none that can be read."""
    return _all_kept(folder / CALIBRATIONS_FILE).get(name, {})


def calibrations_as_json(fitted: Mapping[str, LanguageScales]) -> str:
    tables = {name: {language: item.knots for language, item in of.items()} for name, of in fitted.items()}
    return json.dumps(tables, ensure_ascii=False, indent=1) + "\n"


def calibrations_of_json(text: str) -> dict[str, LanguageScales]:
    """Raises ValueError for what is no table of calibrations."""
    return {name: {language: _scale(knots) for language, knots in of.items()} for name, of in json.loads(text).items()}


def _all_kept(path: Path) -> Mapping[str, LanguageScales]:
    try:
        return _read(path, os.stat(path).st_mtime_ns)
    except OSError:
        return {}


@lru_cache(maxsize=8)
def _read(path: Path, changed: int) -> Mapping[str, LanguageScales]:
    try:
        return calibrations_of_json(path.read_text(encoding="utf-8"))
    except (ValueError, TypeError, AttributeError):
        return {}


def _scale(knots: object) -> Calibration:
    if not isinstance(knots, list):
        raise ValueError("knots are a list of pairs")
    found = tuple((float(x), float(y)) for x, y in knots)
    if not found or any(x >= right or y > above for (x, y), (right, above) in pairwise(found)):
        raise ValueError("knots rise")
    return Calibration(found)


# --- pairs ----------------------------------------------------------------------------------------------------------
# The labelled pairs: what people say in chats, in English, Japanese and Turkish.
#
# `same` says the same in other words; `overlapping` is about the same thing and says something else of it; `unrelated`
# is about something else, often with words in common.


PAIR_LABELS = ("same", "overlapping", "unrelated")


@dataclass(frozen=True, slots=True, kw_only=True)
class LabelledPair:
    """Two sentences, and how near they are in meaning."""

    language: str
    label: str
    first: str
    second: str


@cache
def labelled_pairs() -> tuple[LabelledPair, ...]:
    lines = (files(__package__) / "calibration_pairs.jsonl").read_text(encoding="utf-8").splitlines()
    return tuple(LabelledPair(**json.loads(line)) for line in lines)


# --- fitting --------------------------------------------------------------------------------------------------------
# Fitting a calibration to an embedder, and how well it parts the labels.


OVERLAPS_FROM = 0.75
DIFFERS_BELOW = 0.70


@dataclass(frozen=True, slots=True, kw_only=True)
class LabelSeparation:
    """Of one language: the area under the curve of same against unrelated, and shares on the right side of a bound."""

    language: str
    area: float
    unrelated_below_070: float
    others_from_075: float
    same_from_092: float
    overlapping_below_092: float


@dataclass(frozen=True, slots=True, kw_only=True)
class FittedCalibration:
    """The calibrations of an embedder, and what each does with the pairs of its language."""

    embedder: str
    scales: LanguageScales
    separations: tuple[LabelSeparation, ...]


def fit_calibration(embedder: Embedder) -> FittedCalibration:
    """Embeds all pairs, so it takes some seconds. Blocking. Raises EmbedderFault."""
    labelled = labelled_pairs()
    cosines = pair_cosines(embedder, labelled)
    scales = {language: fitted_scale(language, labelled, cosines) for language in ("", *_languages(labelled))}
    found = [label_separation(language, labelled, cosines, scale) for language, scale in scales.items()]
    return FittedCalibration(embedder=embedder.name, scales=scales, separations=tuple(found))


def pair_cosines(embedder: Embedder, labelled: Sequence[LabelledPair]) -> list[float]:
    """Of two memories, not of a question and a memory."""
    rows = embedder.embed([text for pair in labelled for text in (pair.first, pair.second)])
    return [float(value) for value in (rows[::2] * rows[1::2]).sum(axis=1)]


def fitted_scale(language: str, labelled: Sequence[LabelledPair], cosines: Sequence[float]) -> Calibration:
    """Fitted on the pairs of one language, or on all where it is empty."""
    some, values = _in(language, labelled, cosines)
    return fit_knots(*(_of(some, values, label) for label in reversed(PAIR_LABELS)))


def label_separation(
    language: str, labelled: Sequence[LabelledPair], cosines: Sequence[float], scale: Calibration
) -> LabelSeparation:
    """Of one language, or of all where it is empty."""
    some, values = _in(language, labelled, [scale(cosine) for cosine in cosines])
    by_label: Mapping[str, list[float]] = {label: _of(some, values, label) for label in PAIR_LABELS}
    same, overlapping, unrelated = (by_label[label] for label in PAIR_LABELS)
    return LabelSeparation(
        language=language or "all",
        area=area_under_curve(unrelated, same),
        unrelated_below_070=1.0 - share_from(unrelated, DIFFERS_BELOW),
        others_from_075=share_from([*same, *overlapping], OVERLAPS_FROM),
        same_from_092=share_from(same, SAME_SIMILARITY),
        overlapping_below_092=1.0 - share_from(overlapping, SAME_SIMILARITY),
    )


def _in(
    language: str, labelled: Sequence[LabelledPair], values: Sequence[float]
) -> tuple[list[LabelledPair], list[float]]:
    chosen = [at for at, pair in enumerate(labelled) if language in ("", pair.language)]
    return [labelled[at] for at in chosen], [values[at] for at in chosen]


def _of(labelled: Sequence[LabelledPair], values: Sequence[float], label: str) -> list[float]:
    return [value for pair, value in zip(labelled, values, strict=True) if pair.label == label]


def _languages(labelled: Sequence[LabelledPair]) -> list[str]:
    return sorted({pair.language for pair in labelled})


# --- tables ---------------------------------------------------------------------------------------------------------
# The calibration of an embedder by its name: fitted in this home, else shipped, else none.


def calibration_of(name: str, folder: Path | None = None, language: str = "") -> Calibration:
    """The scale for texts of one language (`en`, `ja`, `tr`), else that for all languages together.

    `folder` holds what `memory calibrate` has fitted. A model that nobody has fitted keeps its cosines.
    """
    fitted = kept_calibration(folder, name) if folder is not None else {}
    scales = fitted or shipped_calibrations().get(name, {})
    return scales.get(language) or scales.get("", IDENTITY_CALIBRATION)


@cache
def shipped_calibrations() -> Mapping[str, LanguageScales]:
    return calibrations_of_json((files(__package__) / "calibration_fitted.json").read_text(encoding="utf-8"))
