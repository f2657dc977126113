"""The checkout around the packages: it has the benchmarks and their recipes beside them, an installed copy has not."""

from __future__ import annotations

import importlib
import sys
from pathlib import Path
from types import ModuleType

ROOT = Path(__file__).parents[1]


def is_there() -> bool:
    return (ROOT / "pyproject.toml").is_file()


def module(name: str) -> ModuleType:
    """A module of the checkout, wherever it is run from. Raises ImportError in an installed copy."""
    if str(ROOT) not in sys.path:
        sys.path.insert(0, str(ROOT))
    return importlib.import_module(name)
