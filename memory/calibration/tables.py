"""The calibration of an embedder by its name: fitted in this home, else shipped, else none."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from pathlib import Path

from memory.index import calibrations
from memory.index.calibrations import Scales
from memory.theories.calibration import IDENTITY, Calibration


def calibration_of(name: str, folder: Path | None = None, language: str = "") -> Calibration:
    """The scale for texts of one language (`en`, `ja`, `tr`), else that for all languages together.

    `folder` holds what `memory calibrate` has fitted. A model that nobody has fitted keeps its cosines.
    """
    fitted = calibrations.kept(folder, name) if folder is not None else {}
    scales = fitted or shipped().get(name, {})
    return scales.get(language) or scales.get("", IDENTITY)


@cache
def shipped() -> Mapping[str, Scales]:
    return calibrations.parsed((files(__package__) / "calibration_fitted.json").read_text(encoding="utf-8"))
