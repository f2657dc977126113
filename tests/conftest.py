"""Settings of all tests.

Generated examples are the same in every run, so that a red run can be repeated, and few; HYPOTHESIS_PROFILE=search
looks for new ones. Embedding models that fleets make ready are shared by all fleets of a session.

Every test is in one lane, by its place or by its own marker: `unit`, `platform` (a client library talks to a server),
or `process` (processes, kills, thousands of cases: seconds each). `make check` runs the first and does not even import
the places of the others.

Homes are made in memory where there is room: no test takes the power away, so none needs to wait for a disk.
"""

from __future__ import annotations

import atexit
import gc
import os
import shutil
import tempfile
from pathlib import Path

import pytest
from hypothesis import settings

settings.register_profile("repeatable", derandomize=True, deadline=None, max_examples=40)
settings.register_profile("search", deadline=None)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "repeatable"))

if "ANIMA_MODELS" not in os.environ:
    os.environ["ANIMA_MODELS"] = tempfile.mkdtemp(prefix="anima-models-")
    atexit.register(shutil.rmtree, os.environ["ANIMA_MODELS"], ignore_errors=True)

MEMORY = Path("/dev/shm")
if "TMPDIR" not in os.environ and MEMORY.is_dir() and shutil.disk_usage(MEMORY).free > 4 << 30:
    os.environ["TMPDIR"] = tempfile.tempdir = str(MEMORY)

LANES = ("unit", "platform", "process")
UNIT_ONLY = "unit and not slow"
PLACES = {
    "adapters/discord": "platform",
    "adapters/slack": "platform",
    "adapters/telegram": "platform",
    "adapters/models": "platform",
    "platforms": "platform",
    "adapters/page/test_in_browser.py": "process",
    "adapters/rendering/test_splitting.py": "process",
    "architecture": "process",
    "bench": "process",
    "bots/boards/test_random.py": "process",
    "bots/commands/test_on_platforms.py": "process",
    "bots/delivery/test_postgres.py": "process",
    "bots/test_crashes.py": "process",
    "bots/test_random_deaths.py": "process",
    "bots/test_rooms_of_bots.py": "process",
    "bots/trust/test_attack.py": "process",
    "config": "process",
    "faults": "process",
    "linear": "process",
    "memory/archive/test_activity_log_survives.py": "process",
    "memory/archive/test_writer.py": "process",
    "memory/consolidation/test_kills.py": "process",
    "memory/encoding/test_poison.py": "process",
    "memory/languages/test_folders.py": "process",
    "memory/languages/test_tables.py": "process",
    "memory/test_audience_proof.py": "process",
    "memory/theories/test_calibration.py": "process",
    "proof": "process",
    "rights": "process",
    "stories": "process",
}


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    return True if config.option.markexpr == UNIT_ONLY and lane_of(collection_path) != "unit" else None


def pytest_collection_finish() -> None:
    gc.collect()
    gc.freeze()  # modules and tests stay to the end, and need not be looked through again and again


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if not any(item.get_closest_marker(lane) for lane in LANES):
            item.add_marker(lane_of(item.path))


def lane_of(file: Path) -> str:
    place = f"{file.relative_to(Path(__file__).parent).as_posix()}/"
    return next((lane for path, lane in PLACES.items() if place.startswith(f"{path}/")), "unit")
