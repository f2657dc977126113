"""Settings of all tests.

Generated examples are the same in every run, so that a red run can be repeated; HYPOTHESIS_PROFILE=search looks for
new ones. Embedding models that fleets make ready are shared by all fleets of a session.
"""

from __future__ import annotations

import atexit
import os
import shutil
import tempfile

from hypothesis import settings

settings.register_profile("repeatable", derandomize=True, deadline=None)
settings.register_profile("search", deadline=None)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "repeatable"))

if "ANIMA_MODELS" not in os.environ:
    os.environ["ANIMA_MODELS"] = tempfile.mkdtemp(prefix="anima-models-")
    atexit.register(shutil.rmtree, os.environ["ANIMA_MODELS"], ignore_errors=True)
