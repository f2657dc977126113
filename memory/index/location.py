"""Where an anima's files, the shared ones and the index lie."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True, slots=True)
class Location:
    """The anima's directory, what it shares with the others, and its index (which may be deleted at any time)."""

    directory: Path
    shared: Path
    text_index: Path

    @classmethod
    def of(cls, directory: Path) -> Location:
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
