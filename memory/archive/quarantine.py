"""Where bytes go that cannot be read: kept as they are, once, in a file that no reader takes for a log."""

from __future__ import annotations

import logging
from dataclasses import dataclass
from hashlib import sha256

from memory.archive.files import Files
from memory.vocabulary.errors import StorageFault

_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True, kw_only=True)
class Quarantine:
    """A folder of fragments. `owner` (the anima) begins each file's name where several share the folder."""

    files: Files
    owner: str = ""

    def keep(self, source: str, data: bytes) -> str:
        """The name of the file that holds the bytes; the same bytes of the same source are kept once."""
        label = source.replace("/", ".")[:120]
        owner = f"{self.owner}." if self.owner else ""
        name = f"{owner}{label}.{sha256(data).hexdigest()[:16]}.quarantine"
        if self.files.create(name, data):
            _log.warning("unreadable bytes of %s are in quarantine (%d bytes, %s)", source, len(data), name)
        return name

    def try_keep(self, source: str, data: bytes) -> str:
        """As keep, for readers: a full disk must not keep anybody from reading. Empty when it was not possible."""
        try:
            return self.keep(source, data)
        except StorageFault:
            _log.exception("unreadable bytes of %s could not be copied to quarantine; they are still in place", source)
            return ""
