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
    covers nobody but itself, and an address nobody but who has it; with it, all linked addresses are one person. Of
    several rooms (`any:`), one of the source's must cover each of those that are present.
    """
    try:
        known = Audience.parse(source)
    except AddressError:
        return False
    if known.kind == "org" or known == present:
        return True
    return all(any(_one_covers(one, reader, membership) for one in known.parts) for reader in present.parts)


def readable(sources: Iterable[str], present: Audience, membership: Membership | None = None) -> frozenset[str]:
    """Those of the sources that may be used in front of these people."""
    return frozenset(source for source in sources if covers(source, present, membership))


def _one_covers(known: Audience, present: Audience, membership: Membership | None) -> bool:
    if known == present:
        return True
    if present.kind == "org" or membership is None:
        return present.kind != "org" and _is_same_room(known, present)
    if known.kind == "person":
        return present.kind == "person" and Person.parse(known.of) in membership.addresses(Person.parse(present.of))
    return _room_covers(known, present, membership)


def _is_same_room(known: Audience, present: Audience) -> bool:
    """It was open and is closed now, or the other way: its readers are its readers."""
    return "person" not in (known.kind, present.kind) and known.of == present.of


def _room_covers(known: Audience, present: Audience, membership: Membership) -> bool:
    room = Place.parse(known.of)
    if present.kind == "person":
        own = [one for one in membership.addresses(Person.parse(present.of)) if one.platform == room.platform]
        return any(membership.reads(one, room) is True for one in own)
    others = Place.parse(present.of)
    if _is_same_room(known, present):
        return True
    if known.kind != "open":
        return False
    # Without a workspace nobody can tell who reads a room.
    is_near = bool(room.workspace) and (others.platform, others.workspace) == (room.platform, room.workspace)
    return is_near and membership.is_open_to(room, others) is True
