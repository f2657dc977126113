"""Settings of all tests.

Generated examples are the same in every run, so that a red run can be repeated; HYPOTHESIS_PROFILE=search looks for
new ones. Embedding models that fleets make ready are shared by all fleets of a session.

Every test is in one lane, by its place or by its own marker: `unit`, `platform` (a client library talks to a server),
or `process` (processes, kills, thousands of cases: seconds each). `make check` runs the first.
"""

from __future__ import annotations

import atexit
import os
import shutil
import tempfile
from pathlib import Path

import pytest
from hypothesis import settings

settings.register_profile("repeatable", derandomize=True, deadline=None)
settings.register_profile("search", deadline=None)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "repeatable"))

if "ANIMA_MODELS" not in os.environ:
    os.environ["ANIMA_MODELS"] = tempfile.mkdtemp(prefix="anima-models-")
    atexit.register(shutil.rmtree, os.environ["ANIMA_MODELS"], ignore_errors=True)

LANES = ("unit", "platform", "process")
PLACES = {
    "adapters/discord": "platform",
    "adapters/slack": "platform",
    "adapters/telegram": "platform",
    "adapters/models": "platform",
    "platforms": "platform",
    "adapters/rendering/test_splitting.py": "process",
    "architecture/test_imports.py": "process",
    "bench": "process",
    "bots/test_crashes.py": "process",
    "bots/test_random_deaths.py": "process",
    "config": "process",
    "faults": "process",
    "linear": "process",
    "memory/archive/test_activity_log_survives.py": "process",
    "memory/archive/test_writer.py": "process",
    "memory/test_audience_proof.py": "process",
    "proof": "process",
    "stories": "process",
}


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if not any(item.get_closest_marker(lane) for lane in LANES):
            item.add_marker(lane_of(item.path))


def lane_of(file: Path) -> str:
    place = f"{file.relative_to(Path(__file__).parent).as_posix()}/"
    return next((lane for path, lane in PLACES.items() if place.startswith(f"{path}/")), "unit")
