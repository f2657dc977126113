"""Moving: an anima that another home has exported comes into this one, whole or not at all."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

from memory.archive import backup
from memory.archive.backup import TornBackup
from memory.archive.files import make_private

FOLDER = "moving"


def bring(home: Path, file: Path, tidied: Callable[[Path], None]) -> str:
    """The anima's name. `tidied` takes out of the draft, a home of its own, what may not come in.

    Raises TornBackup, StorageFault, FileExistsError.
    """
    draft = home / FOLDER
    with suppress(FileNotFoundError):
        shutil.rmtree(draft)
    try:
        manifest = backup.unpack(file, draft)
        names = {"/".join(name.split("/")[:2]) for name in manifest.files}
        if len(names) != 1 or not (folder := names.pop()).startswith("animas/"):
            raise TornBackup(f"{file} is no export of one anima")
        if not (draft / folder / "status.json").is_file():
            raise TornBackup(f"{file} holds no whole anima: its status.json is missing")
        if (home / folder).exists():
            raise FileExistsError(folder)
        tidied(draft)
        make_private(home / "animas")
        os.replace(draft / folder, home / folder)
        return folder.partition("/")[2]
    finally:
        with suppress(FileNotFoundError):
            shutil.rmtree(draft)
