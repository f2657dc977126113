"""The people whom all animas know: their profiles, their addresses, and which of these are one person."""

from __future__ import annotations

import threading
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime
from pathlib import Path

from memory.archive import documents
from memory.archive.files import UnsafePath
from memory.archive.json_lines import PLAIN_STORAGE, Storage
from memory.archive.state_records import Codec, LineMoment, StateLines
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

    def __init__(self, shared: Path, storage: Storage = PLAIN_STORAGE) -> None:
        self.root = shared / "users"
        self._files, self._quarantine = storage.open(self.root)
        self._redact = storage.redact
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
        content = documents.render_frontmatter(head, self._redact(profile.text)).encode(errors="replace")
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
            head, body = documents.split_frontmatter(text)
            meta = documents.parse_frontmatter(head) if head is not None else {}
        except documents.FrontmatterError as error:
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
    platform, _, within = folder.partition(".")
    workspace, _, last = within.rpartition(".")
    return f"{platform}:{workspace}/{last}" if workspace else f"{platform}:{last}"


# --- contacts -------------------------------------------------------------------------------------------------------
# The people whom the house knows: when an address was first heard from, which addresses are one person, what that
# person has settled. `people.jsonl` of the home's shared folder, append-only; name and accounts stand in the person's
# profile, too.
#
# Nothing here follows from a name. What a person has settled under one of their addresses holds under all of them.


_CONTACTS_FILE = "people.jsonl"
_CONTACT_SEEN, _CONTACT_LINKED, _CONTACT_UNLINKED, _CONTACT_SETTLED, _CONTACT_REFUSED = (
    "seen",
    "linked",
    "unlinked",
    "settled",
    "refused",
)
_MEMORY_SHARED, _MEMORY_UNSHARED = "shared", "unshared"
SETTING_NAME, SETTING_QUIET, SETTING_ZONE, SETTING_CARD = "name", "quiet", "zone", "card"
SETTING_OFF = "off"
"""A card that is switched off."""
_WANTED_NAME_PREFIX = "Wants to be called "


@dataclass(frozen=True, slots=True, kw_only=True)
class SharedMemory:
    """A memory that its person has made known to more readers: `copy` is the fact that they read."""

    at: LineMoment
    person: str
    anima: str
    fact: str
    copy: str
    audience: str


_SHARED_MEMORIES = Codec(SharedMemory)


@dataclass(slots=True)
class _ContactState:
    """One address. `party` holds all addresses of the same person, this one too, in the order of linking."""

    name: str = ""
    settled: dict[str, tuple[int, str]] = field(default_factory=dict)  # what -> (when in the file, value)
    refused: int = 0
    party: tuple[str, ...] = ()


class Contacts:
    """Addresses are texts. Thread-safe; read once, for nobody else writes the file. Writes raise StorageFault."""

    def __init__(self, shared: Path, storage: Storage = PLAIN_STORAGE) -> None:
        self._lines = StateLines(shared, _CONTACTS_FILE, storage)
        self._profiles = ProfileShelf(shared, storage)
        self._lock = threading.RLock()
        self._known: dict[str, _ContactState] | None = None
        self._shared: dict[tuple[str, str], SharedMemory] = {}  # (anima, copy) ->
        self._count = 0

    def is_known(self, person: str) -> bool:
        return person in self._all()

    def hear(self, person: str, name: str, now: datetime) -> None:
        """Somebody speaks; the first time is put on record, and so is a name that is new."""
        contact = self._all().get(person)
        if contact is None or (name and contact.name != name):
            self._note({"type": _CONTACT_SEEN, "ts": now.isoformat(), "person": person, "name": name})

    def addresses(self, person: str) -> tuple[str, ...]:
        """All addresses of the person, in the order in which they were linked."""
        found = self._all().get(person)
        return found.party if found is not None else (person,)

    def known_as(self, person: str) -> str:
        """The address under which the person is remembered: the one to which others were linked.

        Which of them was heard from first is for those to know who were there.
        """
        return self.addresses(person)[0]

    def parties(self) -> list[tuple[str, ...]]:
        """Everybody, each with all their addresses, in the order of acquaintance."""
        return list(dict.fromkeys(self.addresses(person) for person in self._all()))

    def shown_name(self, person: str) -> str:
        """What the person wants to be called, else what a platform calls them; empty where none does."""
        names = [self._all()[address].name for address in self.addresses(person) if address in self._all()]
        return self.settled(person, SETTING_NAME) or next(filter(None, names), "")

    def link(self, person: str, other: str, now: datetime) -> None:
        """These two are one person, with all that either is linked to; known as the first one is."""
        self._note({"type": _CONTACT_LINKED, "ts": now.isoformat(), "person": person, "other": other})
        self._write_profile(person)

    def unlink(self, person: str, now: datetime) -> bool:
        """The address stands alone again; False: it did."""
        if len(self.addresses(person)) < 2:
            return False
        others = [address for address in self.addresses(person) if address != person]
        self._note({"type": _CONTACT_UNLINKED, "ts": now.isoformat(), "person": person})
        self._write_profile(others[0])
        return True

    def settle(self, person: str, what: str, value: str, now: datetime) -> None:
        """What the person wants: NAME, QUIET (hours) and ZONE; an empty value takes it back."""
        self._note({"type": _CONTACT_SETTLED, "ts": now.isoformat(), "person": person, "what": what, "value": value})
        if what == SETTING_NAME:
            self._write_profile(person)

    def settled(self, person: str, what: str) -> str:
        """The latest word of the person; empty where there is none."""
        contacts = self._all()
        own = [contacts[address] for address in self.addresses(person) if address in contacts]
        return max((contact.settled.get(what, (0, "")) for contact in own), default=(0, ""))[1]

    def refuse(self, person: str, why: str, now: datetime) -> None:
        """A try to be linked that failed."""
        self._note({"type": _CONTACT_REFUSED, "ts": now.isoformat(), "person": person, "why": why})

    def refused(self, person: str) -> int:
        contacts = self._all()
        return sum(contacts[address].refused for address in self.addresses(person) if address in contacts)

    def share(self, shared: SharedMemory) -> None:
        self._note({"type": _MEMORY_SHARED, **_SHARED_MEMORIES.dump(shared)})

    def unshare(self, shared: SharedMemory, now: datetime) -> None:
        record: dict[str, Json] = {"type": _MEMORY_UNSHARED, "ts": now.isoformat(), "person": shared.person}
        self._note({**record, "anima": shared.anima, "copy": shared.copy})

    def shared_by(self, person: str) -> list[SharedMemory]:
        """What the person shares now, oldest first."""
        self._all()
        return [shared for shared in list(self._shared.values()) if shared.person in self.addresses(person)]

    def _write_profile(self, person: str) -> None:
        """Name and accounts in the person's own profile; what else stands in it stays."""
        first, *others = self.addresses(person)
        name, profile = self.settled(first, SETTING_NAME), self._profiles.find(first)
        if profile is None or profile.person != first:
            profile = Profile(person=first, text="", meta={"audience": "org"})
        text = "\n".join(line for line in profile.text.splitlines() if not line.startswith(_WANTED_NAME_PREFIX))
        wanted = f"{_WANTED_NAME_PREFIX}{' '.join(name.split())}.\n" if name else ""
        self._profiles.write(replace(profile, name=name, aliases=tuple(others), text=f"{wanted}{text}"))

    # ------------------------------------------------------------------------------------ the file

    def _note(self, record: dict[str, Json]) -> None:
        with self._lock:
            self._all()
            self._lines.append(record)
            self._take(record)

    def _all(self) -> dict[str, _ContactState]:
        if self._known is None:
            with self._lock:
                if self._known is None:
                    taking: dict[str, _ContactState] = {}
                    for record in self._lines.read():
                        self._take(record, taking)
                    self._known = taking
        return self._known

    def _take(self, record: Mapping[str, Json], into: dict[str, _ContactState] | None = None) -> None:
        contacts = self._known if into is None else into
        assert contacts is not None
        self._count += 1
        person = str(record.get("person", ""))
        contact = self._at(contacts, person)
        match str(record.get("type", "")):
            case "seen":
                contact.name = str(record.get("name", ""))
            case "linked":
                _join_people(contacts, contact, self._at(contacts, str(record.get("other", ""))))
            case "unlinked":
                _part_people(contacts, person)
            case "settled":
                contact.settled[str(record.get("what", ""))] = (self._count, str(record.get("value", "")))
            case "refused":
                contact.refused += 1
            case "shared" | "unshared":
                self._take_shared(record)

    def _at(self, contacts: dict[str, _ContactState], person: str) -> _ContactState:
        return contacts.setdefault(person, _ContactState(party=(person,)))

    def _take_shared(self, record: Mapping[str, Json]) -> None:
        if record.get("type") == _MEMORY_UNSHARED:
            self._shared.pop((str(record.get("anima", "")), str(record.get("copy", ""))), None)
        elif shared := _SHARED_MEMORIES.load(record):
            self._shared[shared.anima, shared.copy] = shared


def _join_people(contacts: Mapping[str, _ContactState], first: _ContactState, other: _ContactState) -> None:
    """Readers on other threads see the party before or after, never half of it."""
    party = tuple(dict.fromkeys(first.party + other.party))
    for address in party:
        contacts[address].party = party


def _part_people(contacts: Mapping[str, _ContactState], person: str) -> None:
    others = tuple(address for address in contacts[person].party if address != person)
    contacts[person].party = (person,)
    for address in others:
        contacts[address].party = others
