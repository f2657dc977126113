"""The audience gate: the one place that decides whether something known may be used in front of these people.

The law: readers(answer) ⊆ readers(source). Where that cannot be shown, the answer is no.
"""

from __future__ import annotations

from collections.abc import Iterable

from memory.vocabulary.address import Audience, Person, Place
from memory.vocabulary.errors import AddressError
from memory.vocabulary.ports import Membership


def covers(source: str, present: Audience, membership: Membership | None = None) -> bool:
    """Whether everyone who is present could already read the source.

    `source` is an audience as it stands on disk; what is empty or cannot be parsed covers nobody. Membership is asked
    for people only, of their own platform only; without it a closed group covers nobody but itself.
    """
    try:
        known = Audience.parse(source)
    except AddressError:
        return False
    if known.kind == "org" or known == present:
        return True
    match known.kind, present.kind:
        case "open", "open" | "group":
            return _same_workspace(Place.parse(known.of), Place.parse(present.of))
        case "open", "person":
            room, person = Place.parse(known.of), Person.parse(present.of)
            return _reads(person, room, membership) if membership else _same_workspace(room, person)
        case "group", "person":
            return _reads(Person.parse(present.of), Place.parse(known.of), membership)
    return False


def readable(sources: Iterable[str], present: Audience, membership: Membership | None = None) -> frozenset[str]:
    """Those of the sources that may be used in front of these people."""
    return frozenset(source for source in sources if covers(source, present, membership))


def _same_workspace(one: Place, other: Place | Person) -> bool:
    """Who is in a workspace can read its open rooms; without a workspace nobody can tell who reads a room."""
    return bool(one.workspace) and (one.platform, one.workspace) == (other.platform, other.workspace)


def _reads(person: Person, room: Place, membership: Membership | None) -> bool:
    return membership is not None and person.platform == room.platform and membership.reads(person, room) is True
