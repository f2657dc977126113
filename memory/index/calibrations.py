"""Calibrations as JSON, and those fitted in this home: a small file, which may be deleted for the shipped ones."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from functools import lru_cache
from itertools import pairwise
from pathlib import Path
from typing import TypeAlias

from memory.theories.calibration import Calibration
from memory.vocabulary.errors import StorageFault

Scales: TypeAlias = Mapping[str, Calibration]
"""By language; the empty one is for texts of any."""

FILE = "calibrations.json"


def keep(folder: Path, name: str, scales: Scales) -> Path:
    """Where it was written, whole or not at all. Raises StorageFault."""
    path = folder / FILE
    fitted = {**_all_kept(path), name: scales}
    draft = path.with_suffix(".new")
    try:
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        draft.write_text(written(fitted), encoding="utf-8")
        draft.replace(path)
    except OSError as error:
        raise StorageFault(f"{path} cannot be written: {error.strerror}") from error
    return path


def kept(folder: Path, name: str) -> Scales:
    """Nothing where there is none that can be read."""
    return _all_kept(folder / FILE).get(name, {})


def written(fitted: Mapping[str, Scales]) -> str:
    tables = {name: {language: one.knots for language, one in of.items()} for name, of in fitted.items()}
    return json.dumps(tables, ensure_ascii=False, indent=1) + "\n"


def parsed(text: str) -> dict[str, Scales]:
    """Raises ValueError for what is no table of calibrations."""
    return {name: {language: _scale(knots) for language, knots in of.items()} for name, of in json.loads(text).items()}


def _all_kept(path: Path) -> Mapping[str, Scales]:
    try:
        return _read(path, os.stat(path).st_mtime_ns)
    except OSError:
        return {}


@lru_cache(maxsize=8)
def _read(path: Path, changed: int) -> Mapping[str, Scales]:
    try:
        return parsed(path.read_text(encoding="utf-8"))
    except (ValueError, TypeError, AttributeError):
        return {}


def _scale(knots: object) -> Calibration:
    if not isinstance(knots, list):
        raise ValueError("knots are a list of pairs")
    found = tuple((float(x), float(y)) for x, y in knots)
    if not found or any(x >= right or y > above for (x, y), (right, above) in pairwise(found)):
        raise ValueError("knots rise")
    return Calibration(found)
