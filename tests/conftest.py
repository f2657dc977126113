"""Settings of all tests.

Generated examples are the same in every run, so that a red run can be repeated; HYPOTHESIS_PROFILE=search looks for
new ones. Embedding models that fleets make ready are shared by all fleets of a session.
"""

from __future__ import annotations

import atexit
import logging
import os
import shutil
import tempfile
from collections.abc import Iterator

import pytest
from hypothesis import settings

settings.register_profile("repeatable", derandomize=True, deadline=None)
settings.register_profile("search", deadline=None)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "repeatable"))

if "ANIMA_MODELS" not in os.environ:
    os.environ["ANIMA_MODELS"] = tempfile.mkdtemp(prefix="anima-models-")
    atexit.register(shutil.rmtree, os.environ["ANIMA_MODELS"], ignore_errors=True)


@pytest.fixture(autouse=True)
def log_is_heard_again() -> Iterator[None]:
    """The proof and the fuzz switch the log off; whoever comes next in the same process looks at it."""
    yield
    logging.disable(logging.NOTSET)
