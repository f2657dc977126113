"""Files that came with messages: as they were sent, below `attachments/`, those of a message under one label.

The label says who may read them, which is never more than those who read the message. It is there before the first
byte of a file and goes after the last, so nothing lies here that a deletion does not find.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path, PurePath

from memory.archive.disk import DISK, Disk
from memory.archive.files import Files
from memory.vocabulary.address import Place
from memory.vocabulary.event import Json

FOLDER = "attachments"
_LONGEST_SUFFIX = 12


@dataclass(frozen=True, slots=True, kw_only=True)
class Attachment:
    """One file that is kept; `event` is the id of the event that records its message, `audience` who may read it."""

    name: str
    media_type: str
    path: Path
    at: str
    event: str
    audience: str


class Attachments:
    """Those of one anima. Blocking; writes raise StorageFault."""

    def __init__(self, anima: Path, disk: Disk = DISK) -> None:
        self._files = Files(anima, disk)

    def begin(
        self, place: Place, message: str, files: Sequence[tuple[str, str]], about: Mapping[str, Json]
    ) -> list[str]:
        """Label the message's files (name, type), in this order; where each is kept. What was begun begins anew.

        `about` has the message's `at`, `event` and `audience`.
        """
        stem = _stem(place, message)
        paths = [f"{stem}-{number}{_suffix(name)}" for number, (name, _) in enumerate(files, 1)]
        kept = [
            {"name": name, "type": media_type, "file": path.rpartition("/")[2]}
            for (name, media_type), path in zip(files, paths, strict=True)
        ]
        label = {"place": str(place), "message": message, **about, "files": kept}
        self._files.replace(f"{stem}.json", json.dumps(label, ensure_ascii=False).encode(errors="replace"))
        for path in paths:
            self._files.remove(path)
        return paths

    def append(self, path: str, content: bytes) -> None:
        """One more piece of a file."""
        self._files.append(path, content)

    def drop(self, path: str) -> None:
        """A file that is not wanted after all."""
        self._files.remove(path)

    def where(self, path: str) -> Path:
        """The path for a reader of its own."""
        return self._files.root / path

    def read(self, path: str) -> bytes:
        return self._files.read(path)

    def of_room(self, room: Place) -> list[Attachment]:
        """All that came there and lies here, the latest last."""
        found = []
        for name in self._files.names(FOLDER, ".json"):
            label = json.loads(self._files.read(f"{FOLDER}/{name}"))
            if label["place"].partition("#")[0] == str(room):
                found += [self._attachment(label, one) for one in label["files"]]
        return sorted((one for one in found if one.path.exists()), key=lambda one: one.at)

    def _attachment(self, label: Mapping[str, str], file: Mapping[str, str]) -> Attachment:
        return Attachment(
            name=file["name"],
            media_type=file["type"],
            path=self.where(f"{FOLDER}/{file['file']}"),
            at=label["at"],
            event=label["event"],
            audience=label["audience"],
        )

    def forget(self, place: Place, message: str, but: Sequence[str] = ()) -> None:
        """The message is gone, or stands with the files of these names alone: what was kept of the others goes."""
        stem = _stem(place, message)
        raw = self._files.read_or_none(f"{stem}.json")
        if raw is None:
            return
        label = json.loads(raw)
        for one in label["files"]:
            if one["name"] not in but:
                self._files.remove(f"{FOLDER}/{one['file']}")
        if left := [one for one in label["files"] if one["name"] in but]:
            self._files.replace(f"{stem}.json", json.dumps({**label, "files": left}, ensure_ascii=False).encode())
        else:
            self._files.remove(f"{stem}.json")


def _stem(place: Place, message: str) -> str:
    """A message's id is its room's: a deletion may not say in which thread it was."""
    return f"{FOLDER}/{stem_of(f'{place.room} {message}')}"


def stem_of(message: str) -> str:
    """How the names of the files begin that came with a message (its room, a space, its id)."""
    return sha256(message.encode(errors="replace")).hexdigest()[:32]


def _suffix(name: str) -> str:
    """`.pdf`, where that is what the name ends in: a file is not opened by its name, people look at the folder."""
    suffix = PurePath(name.replace("\\", "/")).suffix.lower()
    return suffix if suffix[1:].isascii() and suffix[1:].isalnum() and len(suffix) <= _LONGEST_SUFFIX else ""
