"""An anima's directory: what lies where, and how a persona comes to be on disk."""

from __future__ import annotations

import threading
from collections.abc import Mapping
from pathlib import Path

from memory.archive import state_file
from memory.archive.disk import DISK, Disk
from memory.archive.files import Files
from memory.archive.paths import parts
from memory.archive.quarantine import Quarantine
from memory.vocabulary.event import Json

FILES = (
    *("identity.md", "injection.md", "permissions.md", "heartbeat.md", "cron.md"),
    *("bootstrap.md", "specialty_prompt.md", "status.json"),
)
FOLDERS = (
    *("assets", "transcripts", "skills", "activity_log", "state", "episodes"),
    *("knowledge", "procedures", "shortterm", "archive"),
)

_STATUS = "status.json"
_BOOTSTRAP = "bootstrap.md"


class AnimaDirectory:
    """`animas/<name>`. Reading is free; every write raises StorageFault when the disk refuses."""

    def __init__(self, path: Path, quarantine: Quarantine | None = None, disk: Disk = DISK) -> None:
        self.path = path
        self._files = Files(path, disk)
        self._quarantine = quarantine or Quarantine(files=self._files)
        self._lock = threading.RLock()

    @classmethod
    def create(
        cls, path: Path, files: Mapping[str, str], status: Mapping[str, Json] | None = None, disk: Disk = DISK
    ) -> AnimaDirectory:
        """Make the directory with these texts. What is there already stays, so an interrupted creation is completed.

        Raises UnsafePath when the name or a file's name is none, FileExistsError when the anima is there already.
        """
        for name in (path.name, *files):
            parts(name)
        directory = cls(path, disk=disk)
        if directory.exists():
            raise FileExistsError(f"{path.name} is there already")
        for folder in FOLDERS:
            directory._files.make_folder(folder)
        for name, text in files.items():
            directory._files.create(name, text.encode(errors="replace"))
        # Written last: a directory with a status is a whole one.
        directory.update_status({"enabled": True, **(status or {})})
        return directory

    @property
    def name(self) -> str:
        return self.path.name

    @property
    def activity_log(self) -> Path:
        return self.path / "activity_log"

    @property
    def conversations(self) -> Path:
        return self.path / "state" / "conversations"

    @property
    def state(self) -> Path:
        return self.path / "state"

    @property
    def shortterm(self) -> Path:
        return self.path / "shortterm"

    @property
    def streaming_journal(self) -> Path:
        return self.path / "shortterm" / "streaming_journal"

    def exists(self) -> bool:
        """Whether a whole anima is here."""
        return self._files.read_or_none(_STATUS) is not None

    def complete(self) -> None:
        """Make the folders that are missing, as in a directory that was made by hand."""
        for folder in FOLDERS:
            self._files.make_folder(folder)

    def read_text(self, name: str) -> str:
        """A file's text; empty when it is not there. Raises UnsafePath."""
        return (self._files.read_or_none(name) or b"").decode(errors="replace").removeprefix("\ufeff")

    def write_text(self, name: str, text: str) -> None:
        """Replace a persona file or one below `state/`. Memories are written through Documents."""
        self._files.replace(name, text.encode(errors="replace"))

    def remove_bootstrap(self) -> bool:
        """Put bootstrap.md into the archive, after the first turn; False: it is not there any more."""
        with self._lock:
            if self._files.read_or_none(_BOOTSTRAP) is None:
                return False
            self._files.move(_BOOTSTRAP, f"archive/{_BOOTSTRAP}")
            return True

    def status(self) -> dict[str, Json]:
        """What status.json says; empty where it is missing or broken (then its bytes are kept)."""
        return state_file.read(self._files, _STATUS, self._quarantine) or {}

    def update_status(self, changes: Mapping[str, Json]) -> None:
        with self._lock:
            state_file.write(self._files, _STATUS, {**self.status(), **changes})

    @property
    def is_enabled(self) -> bool:
        return self.status().get("enabled") is not False

    def enable(self, enabled: bool) -> None:
        self.update_status({"enabled": enabled})
