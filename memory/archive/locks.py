"""One lock a directory for the whole process: two engines on one directory are one writer."""

from __future__ import annotations

import os
import threading
from pathlib import Path
from weakref import WeakValueDictionary

_locks: WeakValueDictionary[str, threading.RLock] = WeakValueDictionary()
_making = threading.Lock()


def lock_of(directory: Path) -> threading.RLock:
    """The directory's lock, by whatever path it is named; who holds it may take it again."""
    with _making:
        return _locks.setdefault(os.path.realpath(directory), threading.RLock())
