"""The people whom the house knows: when an address was first heard from, which addresses are one person, what that
person has settled. `people.jsonl` of the home's shared folder, append-only; name and accounts stand in the person's
profile, too.

Nothing here follows from a name. What a person has settled under one of their addresses holds under all of them.
"""

from __future__ import annotations

import threading
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime
from pathlib import Path

from memory.archive import event_line
from memory.archive.disk import DISK, Disk
from memory.archive.files import Files
from memory.archive.people import Profile, ProfileShelf
from memory.archive.quarantine import Quarantine
from memory.archive.redaction import Redact, nothing
from memory.archive.state_lines import StateLines
from memory.vocabulary.event import Json

_FILE = "people.jsonl"
_SEEN, _LINKED, _UNLINKED, _SETTLED, _REFUSED = "seen", "linked", "unlinked", "settled", "refused"
_SHARED, _UNSHARED = "shared", "unshared"
NAME, QUIET, ZONE, CARD = "name", "quiet", "zone", "card"
OFF = "off"
"""A card that is switched off."""
_FOLDER = "quarantine"
_WANTED = "Wants to be called "


@dataclass(frozen=True, slots=True, kw_only=True)
class Shared:
    """A memory that its person has made known to more readers: `copy` is the fact that they read."""

    anima: str
    fact: str
    copy: str
    audience: str
    person: str
    at: datetime


@dataclass(slots=True)
class _Known:
    """One address. `party` holds all addresses of the same person, this one too."""

    order: int
    name: str = ""
    settled: dict[str, tuple[int, str]] = field(default_factory=dict)  # what -> (when in the file, value)
    refused: int = 0
    party: set[str] = field(default_factory=set)


class Contacts:
    """Addresses are texts. Thread-safe; read once, for nobody else writes the file. Writes raise StorageFault."""

    def __init__(
        self, shared: Path, quarantine: Quarantine | None = None, disk: Disk = DISK, redact: Redact = nothing
    ) -> None:
        self._lines = StateLines(shared, _FILE, quarantine, disk, redact)
        keep = quarantine or Quarantine(files=Files(shared / _FOLDER, disk))
        self._profiles = ProfileShelf(shared, keep, disk, redact)
        self._lock = threading.RLock()
        self._known: dict[str, _Known] | None = None
        self._shared: dict[tuple[str, str], Shared] = {}  # (anima, copy) ->
        self._count = 0

    def is_known(self, person: str) -> bool:
        return person in self._all()

    def hear(self, person: str, name: str, now: datetime) -> None:
        """Somebody speaks; the first time is put on record, and so is a name that is new."""
        known = self._all().get(person)
        if known is None or (name and known.name != name):
            self._note({"type": _SEEN, "ts": now.isoformat(), "person": person, "name": name})

    def addresses(self, person: str) -> tuple[str, ...]:
        """All addresses of the person, in the order in which they were first heard from."""
        known = self._all()
        found = known.get(person)
        if found is None or len(found.party) < 2:
            return (person,)
        return tuple(sorted(found.party, key=lambda one: known[one].order))

    def known_as(self, person: str) -> str:
        """The address under which the person is remembered: the first one seen."""
        return self.addresses(person)[0]

    def parties(self) -> list[tuple[str, ...]]:
        """Everybody, each with all their addresses, in the order of acquaintance."""
        return list(dict.fromkeys(self.addresses(one) for one in self._all()))

    def shown_name(self, person: str) -> str:
        """What the person wants to be called, else what a platform calls them; empty where none does."""
        names = [self._all()[one].name for one in self.addresses(person) if one in self._all()]
        return self.settled(person, NAME) or next(filter(None, names), "")

    def link(self, one: str, other: str, now: datetime) -> None:
        """These two are one person, with all that either is linked to."""
        self._note({"type": _LINKED, "ts": now.isoformat(), "person": one, "other": other})
        self._write_profile(one)

    def unlink(self, person: str, now: datetime) -> bool:
        """The address stands alone again; False: it did."""
        if len(self.addresses(person)) < 2:
            return False
        rest = [one for one in self.addresses(person) if one != person]
        self._note({"type": _UNLINKED, "ts": now.isoformat(), "person": person})
        self._write_profile(rest[0])
        return True

    def settle(self, person: str, what: str, value: str, now: datetime) -> None:
        """What the person wants: NAME, QUIET (hours) and ZONE; an empty value takes it back."""
        self._note({"type": _SETTLED, "ts": now.isoformat(), "person": person, "what": what, "value": value})
        if what == NAME:
            self._write_profile(person)

    def settled(self, person: str, what: str) -> str:
        """The latest word of the person; empty where there is none."""
        known = self._all()
        said = [known[one].settled.get(what, (0, "")) for one in self.addresses(person) if one in known]
        return max(said, default=(0, ""))[1]

    def refuse(self, person: str, why: str, now: datetime) -> None:
        """A try to be linked that failed."""
        self._note({"type": _REFUSED, "ts": now.isoformat(), "person": person, "why": why})

    def refused(self, person: str) -> int:
        known = self._all()
        return sum(known[one].refused for one in self.addresses(person) if one in known)

    def share(self, shared: Shared) -> None:
        self._note(
            {
                "type": _SHARED,
                "ts": shared.at.isoformat(),
                "person": shared.person,
                "anima": shared.anima,
                "fact": shared.fact,
                "copy": shared.copy,
                "audience": shared.audience,
            }
        )

    def unshare(self, shared: Shared, now: datetime) -> None:
        record: dict[str, Json] = {"type": _UNSHARED, "ts": now.isoformat(), "person": shared.person}
        self._note({**record, "anima": shared.anima, "copy": shared.copy})

    def shared_by(self, person: str) -> list[Shared]:
        """What the person shares now, oldest first."""
        self._all()
        return [one for one in list(self._shared.values()) if one.person in self.addresses(person)]

    def _write_profile(self, person: str) -> None:
        """Name and accounts in the person's own profile; what else stands in it stays."""
        first, *others = self.addresses(person)
        name, known = self.settled(first, NAME), self._profiles.find(first)
        if known is None or known.person != first:
            known = Profile(person=first, text="", meta={"audience": "org"})
        text = "\n".join(line for line in known.text.splitlines() if not line.startswith(_WANTED))
        wanted = f"{_WANTED}{' '.join(name.split())}.\n" if name else ""
        self._profiles.write(replace(known, name=name, aliases=tuple(others), text=f"{wanted}{text}"))

    # ------------------------------------------------------------------------------------ the file

    def _note(self, record: dict[str, Json]) -> None:
        with self._lock:
            self._all()
            self._lines.append(record)
            self._take(record)

    def _all(self) -> dict[str, _Known]:
        if self._known is None:
            with self._lock:
                if self._known is None:
                    taking: dict[str, _Known] = {}
                    for record in self._lines.read():
                        self._take(record, taking)
                    self._known = taking
        return self._known

    def _take(self, record: Mapping[str, Json], into: dict[str, _Known] | None = None) -> None:
        known = self._known if into is None else into
        assert known is not None
        self._count += 1
        person = str(record.get("person", ""))
        one = self._at(known, person)
        match str(record.get("type", "")):
            case "seen":
                one.name = str(record.get("name", ""))
            case "linked":
                _join(known, one, self._at(known, str(record.get("other", ""))))
            case "unlinked":
                _part(known, person)
            case "settled":
                one.settled[str(record.get("what", ""))] = (self._count, str(record.get("value", "")))
            case "refused":
                one.refused += 1
            case "shared" | "unshared":
                self._take_shared(record)

    def _at(self, known: dict[str, _Known], person: str) -> _Known:
        return known.setdefault(person, _Known(order=len(known), party={person}))

    def _take_shared(self, record: Mapping[str, Json]) -> None:
        texts = {name: str(record.get(name, "")) for name in ("anima", "fact", "copy", "audience", "person")}
        key, at = (texts["anima"], texts["copy"]), event_line.moment(record.get("ts"))
        if record.get("type") == _UNSHARED:
            self._shared.pop(key, None)
        elif at is not None:
            self._shared[key] = Shared(at=at, **texts)


def _join(known: Mapping[str, _Known], one: _Known, other: _Known) -> None:
    """Readers on other threads see the party before or after, never half of it."""
    party = one.party | other.party
    for address in party:
        known[address].party = party


def _part(known: Mapping[str, _Known], person: str) -> None:
    rest = known[person].party - {person}
    known[person].party = {person}
    for address in rest:
        known[address].party = rest
