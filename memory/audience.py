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

    `source` is an audience as it stands on disk; what is empty or cannot be parsed covers nobody. Who reads a room the
    platform says (`membership`), of its own people and rooms only: nothing follows from an address. Without it a room
    covers nobody but itself.
    """
    try:
        known = Audience.parse(source)
    except AddressError:
        return False
    if known.kind == "org" or known == present:
        return True
    if known.kind == "person" or present.kind == "org":
        return False
    return _room_covers(known, present, membership)


def readable(sources: Iterable[str], present: Audience, membership: Membership | None = None) -> frozenset[str]:
    """Those of the sources that may be used in front of these people."""
    return frozenset(source for source in sources if covers(source, present, membership))


def _room_covers(known: Audience, present: Audience, membership: Membership | None) -> bool:
    room = Place.parse(known.of)
    if present.kind == "person":
        person = Person.parse(present.of)
        return membership is not None and person.platform == room.platform and membership.reads(person, room) is True
    others = Place.parse(present.of)
    if others == room:
        return True  # it was open and is closed now, or the other way: its readers are its readers
    if membership is None or known.kind != "open":
        return False
    # Without a workspace nobody can tell who reads a room.
    is_near = bool(room.workspace) and (others.platform, others.workspace) == (room.platform, room.workspace)
    return is_near and membership.is_open_to(room, others) is True
