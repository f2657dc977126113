"""Settings of all tests.

Generated examples are the same in every run, so that a red run can be repeated; HYPOTHESIS_PROFILE=search looks for
new ones.
"""

from __future__ import annotations

import os

from hypothesis import settings

settings.register_profile("repeatable", derandomize=True, deadline=None)
settings.register_profile("search", deadline=None)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "repeatable"))
