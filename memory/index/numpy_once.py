"""numpy, brought in by one thread: of two that import it at once each may find half of it, and the other half fails."""

from __future__ import annotations

from importlib import import_module
from threading import Lock

_LOCK = Lock()


def bring_numpy() -> None:
    """Before anything is imported, outside of the main thread, that needs it."""
    with _LOCK:
        import_module("numpy")
