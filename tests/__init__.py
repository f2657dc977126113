"""Tests of the whole.

What is compiled is kept, whatever the environment says: they start processes of the product by the hundred, and pytest
itself compiles Hypothesis at each of its starts where it may keep nothing.
"""

import os
import sys

sys.dont_write_bytecode = False
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
