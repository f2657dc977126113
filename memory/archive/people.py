"""Profiles of people, shared by all animas: `shared/users/<person>/index.md`."""

from __future__ import annotations

import threading
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from memory.archive import frontmatter
from memory.archive.disk import DISK, Disk
from memory.archive.files import Files
from memory.archive.paths import UnsafePath
from memory.archive.quarantine import Quarantine
from memory.archive.redaction import Redact, nothing
from memory.vocabulary.address import Person, file_name
from memory.vocabulary.event import Json

_INDEX = "index.md"


@dataclass(frozen=True, slots=True, kw_only=True)
class Profile:
    """What is known of a person. `aliases` are other addresses and names of the same person.

    The text holds entries of several audiences: the gate works on the entries.
    """

    person: str
    text: str
    name: str = ""
    aliases: tuple[str, ...] = ()
    meta: Mapping[str, Json] = field(default_factory=dict)
    problem: str = ""

    def is_of(self, who: str) -> bool:
        """Exact match on the address or an alias; names without regard to case."""
        return who == self.person or who.casefold() in {alias.casefold() for alias in self.aliases if alias}


class ProfileShelf:
    """The profiles below `shared` (the home's folder of that name)."""

    def __init__(self, shared: Path, quarantine: Quarantine, disk: Disk = DISK, redact: Redact = nothing) -> None:
        self.root = shared / "users"
        self._files = Files(self.root, disk)
        self._quarantine = quarantine
        self._redact = redact
        self._lock = threading.Lock()

    def find(self, who: Person | str) -> Profile | None:
        """The profile of a person's address or alias."""
        if not str(who):
            return None
        own = self._read(file_name(who)) if _is_address(str(who)) else None
        if own and own.person == str(who):
            return own
        return next((profile for profile in self.all() if profile.is_of(str(who))), None)

    def all(self) -> Iterator[Profile]:
        for folder in self._files.folders():
            profile = self._read(folder)
            if profile:
                yield profile

    def write(self, profile: Profile) -> None:
        """Replace the person's profile. Raises StorageFault."""
        head: dict[str, Json] = {
            **profile.meta,
            "person": profile.person,
            "name": profile.name,
            "aliases": list(profile.aliases),
        }
        content = frontmatter.render(head, self._redact(profile.text)).encode(errors="replace")
        with self._lock:
            self._files.replace(f"{file_name(profile.person)}/{_INDEX}", content)

    def _read(self, folder: str) -> Profile | None:
        try:
            content = self._files.read_or_none(f"{folder}/{_INDEX}")
        except UnsafePath:
            return None
        return None if content is None else self._profile(folder, content)

    def _profile(self, folder: str, content: bytes) -> Profile:
        text, meta, problem = content.decode(errors="replace"), {}, ""
        body = text
        try:
            head, body = frontmatter.split(text)
            meta = frontmatter.parse(head) if head is not None else {}
        except frontmatter.FrontmatterError as error:
            problem = str(error)
            self._quarantine.try_keep(f"users/{folder}/{_INDEX}", content)
        aliases = meta.get("aliases")
        return Profile(
            person=str(meta.get("person") or _person_of(folder)),
            text=body,
            name=str(meta.get("name") or ""),
            aliases=tuple(str(alias) for alias in aliases) if isinstance(aliases, list) else (),
            meta=meta,
            problem=problem,
        )


def _is_address(who: str) -> bool:
    return ":" in who


def _person_of(folder: str) -> str:
    """The address that a folder's name stands for, where the profile itself does not say it."""
    platform, _, rest = folder.partition(".")
    workspace, _, last = rest.rpartition(".")
    return f"{platform}:{workspace}/{last}" if workspace else f"{platform}:{last}"
