"""The audience gate: the one place that decides whether something known may be used in front of these people.

The law: readers(answer) ⊆ readers(source). Where that cannot be shown, the answer is no.
"""

from __future__ import annotations

from collections.abc import Iterable

from memory.vocabulary.address import Audience, Membership


def covers(source: str, present: Audience, membership: Membership | None = None) -> bool:
    """Whether everyone who is present could already read the source.

    `source` is an audience as it stands on disk; what is empty or cannot be parsed covers nobody. Who reads a room the
    platform says (`membership`), of its own people and rooms only: nothing follows from an address. Without it a room
    covers nobody but itself, and an address nobody but who has it; with it, all linked addresses are one person. Of
    several rooms (`any:`), one of the source's must cover each of those that are present.
    """
    known = Audience.find(source)
    return known is not None and known.covers(present, membership)


def readable(sources: Iterable[str], present: Audience, membership: Membership | None = None) -> frozenset[str]:
    """Those of the sources that may be used in front of these people."""
    return frozenset(source for source in sources if covers(source, present, membership))
