"""An anima's directory: what lies where, how it comes to be on disk, and its logs and notes opened together."""

from __future__ import annotations

import re
import threading
from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime, tzinfo
from pathlib import Path

from memory.archive import checkpoints, documents, note_writer, state_records
from memory.archive.activity_log import ActivityLog
from memory.archive.checkpoints import UndigestedDays
from memory.archive.contacts import ProfileShelf
from memory.archive.documents import Documents
from memory.archive.files import Files, UnsafePath, path_components
from memory.archive.json_lines import PLAIN_STORAGE, Quarantine, Redact, Storage
from memory.archive.memory_log import MemoryLog
from memory.archive.operations_log import OPERATIONS_FOLDER as OPERATIONS
from memory.archive.operations_log import OperationsLog
from memory.archive.shared_logs import Resolutions
from memory.archive.state_records import DailyRecords
from memory.vocabulary.event import Event, Json
from memory.vocabulary.ports import Clock

ANIMA_FILES = (
    *("identity.md", "injection.md", "permissions.md", "heartbeat.md", "cron.md"),
    *("bootstrap.md", "specialty_prompt.md", "status.json"),
)
ANIMA_FOLDERS = (
    *("assets", "transcripts", "skills", "activity_log", "state", "episodes"),
    *("knowledge", "procedures", "shortterm", "archive"),
)

_STATUS = "status.json"
_BOOTSTRAP = "bootstrap.md"


class AnimaDirectory:
    """`animas/<name>`. Reading is free; every write raises StorageFault when the disk refuses."""

    def __init__(self, path: Path, storage: Storage = PLAIN_STORAGE) -> None:
        self.path = path
        self._files, self._quarantine = storage.open(path)
        self._lock = threading.RLock()

    @classmethod
    def create(
        cls,
        path: Path,
        files: Mapping[str, str],
        status: Mapping[str, Json] | None = None,
        storage: Storage = PLAIN_STORAGE,
    ) -> AnimaDirectory:
        """Make the directory with these texts. What is there already stays, so an interrupted creation is completed.

        Raises UnsafePath when the name or a file's name is none, FileExistsError when the anima is there already.
        """
        for name in (path.name, *files):
            path_components(name)
        directory = cls(path, storage)
        if directory.exists():
            raise FileExistsError(f"{path.name} is there already")
        for folder in ANIMA_FOLDERS:
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
        for folder in ANIMA_FOLDERS:
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
        return state_records.read_state(self._files, _STATUS, self._quarantine) or {}

    def update_status(self, changes: Mapping[str, Json]) -> None:
        with self._lock:
            state_records.write_state(self._files, _STATUS, {**self.status(), **changes})

    @property
    def is_enabled(self) -> bool:
        return self.status().get("enabled") is not False

    def enable(self, enabled: bool) -> None:
        self.update_status({"enabled": enabled})


# --- gathering ------------------------------------------------------------------------------------------------------
# Gathering: versions, batches and nights that had a file each are put into the files of their days.
#
# Whatever is gathered is there before its own file goes. So it may end anywhere; what is there twice says the same.


_VERSION = re.compile(r"\d{6}-(\d{8}T\d{6}Z)-[0-9a-f]{64}\.md")


def gather_into_days(root: Path, clock: Clock, storage: Storage = PLAIN_STORAGE) -> None:
    """Of the anima's directory, before anything writes there. Blocking; raises StorageFault."""
    files, quarantine = storage.open(root)
    kept, batches = documents.Versions(root, clock, storage), note_writer.CHANGE_BATCHES
    over = DailyRecords(root, storage, note_writer.BATCHES_FOLDER, batches)
    for path, name, at in _versions(files, documents.VERSIONS_FOLDER):
        kept.put(path, files.read(name), at)
        files.remove(name)
    for name, record in _records(files, quarantine, note_writer.BATCHES_FOLDER):
        if (batch := batches.load(record)) is not None:
            over.put(batch)
            files.remove(name)
    slept = checkpoints.NightRecords(root, storage)
    for name, record in _records(files, quarantine, checkpoints.NIGHTS_FOLDER):
        if (night := checkpoints.NIGHT_RECORDS.load(record)) is not None:
            slept.keep(night)
            files.remove(name)


def _versions(files: Files, folder: str) -> Iterator[tuple[str, str, datetime]]:
    """The path of the note, the name of the file, when it was kept; the oldest of a note first."""
    for inner in files.folders(folder):
        yield from _versions(files, f"{folder}/{inner}")
        with suppress(OSError):  # something else is there
            (files.root / folder / inner).rmdir()
    path = f"{folder.removeprefix(documents.VERSIONS_FOLDER).lstrip('/')}.md"
    for name in files.names(folder):
        if match := _VERSION.fullmatch(name):
            at = datetime.strptime(match[1], "%Y%m%dT%H%M%SZ").replace(tzinfo=UTC)
            yield path, f"{folder}/{name}", at


def _records(files: Files, quarantine: Quarantine, folder: str) -> Iterator[tuple[str, dict[str, Json]]]:
    for name in (f"{folder}/{file}" for file in files.names(folder, ".json")):
        record = state_records.read_state(files, name, quarantine) if name != note_writer.PENDING_BATCH else None
        if record is not None and isinstance(record.get("id"), str):
            yield name, record


# --- location -------------------------------------------------------------------------------------------------------
# Where an anima's files, the shared ones and the index lie.


@dataclass(frozen=True, slots=True)
class AnimaLocation:
    """The anima's directory, what it shares with the others, and its index (which may be deleted at any time)."""

    directory: Path
    shared: Path
    text_index: Path

    @classmethod
    def of(cls, directory: Path) -> AnimaLocation:
        """Inside a home (`<home>/animas/<name>`) the index lies in `<home>/index/<name>`, else below the directory."""
        if directory.parent.name == "animas":
            home = directory.parent.parent
            return cls(directory, home / "shared", home / "index" / directory.name / "text.sqlite3")
        return cls(directory, directory / "shared", directory / ".index" / "text.sqlite3")

    @property
    def index(self) -> Path:
        """The folder of all that is derived."""
        return self.text_index.parent

    @property
    def vectors(self) -> Path:
        return self.index / "vectors.sqlite3"

    @property
    def chroma(self) -> Path:
        return self.index / "chroma"

    @property
    def calibrations(self) -> Path:
        """Where calibrations fitted here are kept: in a home for all its animas together."""
        return self.shared.parent / "models" if self.directory.parent.name == "animas" else self.index


# --- stores ---------------------------------------------------------------------------------------------------------
# Where one anima's memory is kept: its logs and notes. A log is opened when it is first needed.


class AnimaStores:
    """What is read and written of an anima's directory, and of what it shares with the others."""

    def __init__(self, directory: Path, clock: Clock, zone: tzinfo, redact: Redact) -> None:
        self.location = AnimaLocation.of(directory)
        self.name = directory.name
        self.clock = clock
        home = self.location.shared.parent  # the directory itself where it stands in no home
        self.quarantine = Quarantine(files=Files(home / "quarantine"), owner=self.name)
        self.storage = Storage(redact=redact, quarantine=self.quarantine, zone=zone)
        self.documents = Documents(directory, clock, self.storage)
        self.operations = OperationsLog(directory / OPERATIONS, self.storage)
        self.profiles = ProfileShelf(self.location.shared, self.storage)
        self.resolutions = Resolutions(self.location.shared, self.storage)
        self.undigested = UndigestedDays(directory, self.storage)
        self._opening = threading.Lock()
        self._log: ActivityLog | None = None
        self._memory_log: MemoryLog | None = None

    @property
    def directory(self) -> Path:
        return self.location.directory

    @property
    def zone(self) -> tzinfo:
        return self.storage.zone

    def log(self) -> ActivityLog:
        """What happened."""
        with self._opening:
            if self._log is None:
                self._log = ActivityLog(self.directory / "activity_log", self.storage, self.undigested.add)
            return self._log

    def memory_log(self) -> MemoryLog:
        """What was learned and used."""
        with self._opening:
            if self._memory_log is None:
                self._memory_log = MemoryLog(self.directory / "memory_log", self.storage)
            return self._memory_log

    def events_of(self, path: str) -> list[str]:
        """The ids of the events that a pointer into the activity log names; none for other paths."""
        try:
            return [event.id for event in self.log().pointed_at(path)]
        except UnsafePath:
            return []

    def event(self, id: str) -> Event | None:
        """The event of this id, as it was written."""
        return self.log().find(id)
