"""`python -m training`: what the product learned from examples, and the one command that fits each of it again.

    python -m training                              the list
    python -m training NAME [--models FOLDER]       fit it into the product's own file of weights

Everything is seeded. Whether a file came out byte for byte as it was is said at the end.
"""

from __future__ import annotations

import argparse
import runpy
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path

ROOT = Path(__file__).parents[1]


@dataclass(frozen=True, slots=True, kw_only=True)
class Fit:
    """What is fitted: by which module with which words, into which file, in about how long on one core."""

    name: str
    module: str
    weights: tuple[str, ...]
    words: tuple[str, ...] = ()
    takes: str
    needs_models: bool = False


FITS: tuple[Fit, ...] = (
    *(
        Fit(name=name, module="wants", words=(name,), weights=(f"memory/{folder}/{name}.npz",), takes="30 s")
        for name, folder in (
            ("wish", "formation"),
            ("own_name", "formation"),
            ("tongue", "language"),
            ("former", "formation"),
            ("span", "formation"),
            ("reminders", "formation"),
            ("feedback", "language"),
        )
    ),
    *(
        Fit(name=name, module="messages", words=(name,), weights=(f"memory/{folder}/{name}.npz",), takes="15 s")
        for name, folder in (("category", "formation"), ("mark", "formation"), ("tense", "language/dating"))
    ),
    Fit(name="care", module="care", weights=("memory/language/care.npz",), takes="20 s"),
    Fit(name="standing", module="standing", weights=("memory/formation/standing.npz",), takes="11 s"),
    Fit(name="changing", module="changing", weights=("memory/recall/changing.npz",), takes="30 s"),
    Fit(
        name="belief",
        module="belief",
        weights=("memory/recall/belief.npz",),
        takes="15 min",
        needs_models=True,
    ),
    Fit(
        name="student",
        module="student",
        weights=("adapters/models/embedders/student.npz",),
        takes="8 min",
        needs_models=True,
    ),
)


def main(arguments: Sequence[str] | None = None) -> int:
    """The exit code."""
    asked = _parser().parse_args(arguments)
    if not asked.name:
        print("\n".join(f"{fit.name:10} {fit.takes:>7}  {' and '.join(fit.weights)}" for fit in FITS))
        return 0
    fit = next(fit for fit in FITS if fit.name == asked.name)
    if fit.needs_models and asked.models is None:
        print(f"{fit.name} needs --models: the folder of exported models below a home (models/)", file=sys.stderr)
        return 2
    before = [_hash(ROOT / file) for file in fit.weights]
    sys.argv = [fit.module, *fit.words, *(["--models", str(asked.models)] if fit.needs_models else ())]
    runpy.run_module(f"training.{fit.module}", run_name="__main__")
    for file, old in zip(fit.weights, before, strict=True):
        print(f"{file}: {'byte for byte as it was' if _hash(ROOT / file) == old else 'other bytes than before'}")
    return 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m training", description="Fit again what the product learned from examples."
    )
    parser.add_argument("name", nargs="?", choices=[fit.name for fit in FITS], help="what to fit; without it, the list")
    parser.add_argument("--models", type=Path, help="folder of exported models")
    return parser


def _hash(file: Path) -> str:
    return sha256(file.read_bytes()).hexdigest() if file.exists() else ""


if __name__ == "__main__":
    sys.exit(main())
