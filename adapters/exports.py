"""The files of an export: one file, or all of a folder or of a zip, in the order of their names."""

from __future__ import annotations

import json
import zipfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from bots.importing import Unreadable


def contents(path: Path, wanted: Callable[[str], bool] = lambda _: True) -> Iterator[tuple[str, Any]]:
    """The name of each file below the path that is wanted, and what it holds; None where that is no JSON.

    Raises Unreadable.
    """
    for name, data in files(path, ".json", wanted):
        try:
            yield name, json.loads(data)
        except ValueError:  # of a text that is no UTF-8, too
            yield name, None


def files(path: Path, suffix: str, wanted: Callable[[str], bool] = lambda _: True) -> Iterator[tuple[str, bytes]]:
    """The name and the bytes of each file that ends so and is wanted. Raises Unreadable."""
    try:
        if path.is_dir():
            for name in sorted(one.relative_to(path).as_posix() for one in path.rglob(f"*{suffix}")):
                if wanted(name):
                    yield name, (path / name).read_bytes()
        elif zipfile.is_zipfile(path):
            with zipfile.ZipFile(path) as kept:
                for name in sorted(one for one in kept.namelist() if one.endswith(suffix) and wanted(one)):
                    yield name, kept.read(name)
        else:
            yield path.name, path.read_bytes()
    except (OSError, zipfile.BadZipFile, NotImplementedError, RuntimeError) as error:  # encrypted, or of a later format
        raise Unreadable(f"{path} cannot be read: {getattr(error, 'strerror', None) or error}") from error
