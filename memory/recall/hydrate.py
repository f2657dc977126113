"""Hydration: a hit is believed only if the truth still says it, and still says it to these people."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import tzinfo

from memory.audience import covers
from memory.index import log_tail
from memory.index.amends import Amends
from memory.index.entry import FACTS, Entry
from memory.index.location import Location
from memory.index.pieces import pieces
from memory.index.shelf import content
from memory.index.turns import message_key
from memory.vocabulary.address import Audience, Membership


class Hydration:
    """One recall's look at the files; every document is read once."""

    def __init__(
        self,
        location: Location,
        zone: tzinfo,
        present: Audience,
        membership: Membership | None,
        amends: Amends | None = None,
    ) -> None:
        """`amends` tell where the note stands that left only some words of a turn."""
        self._amends = amends
        self._location = location
        self._zone = zone
        self._present = present
        self._membership = membership
        self._documents: dict[str, list[Entry]] = {}
        self._covered: dict[str, bool] = {}

    def holds(self, entry: Entry) -> bool:
        """Whether the file has this text, readable for those who are present."""
        return any(text == entry.text and self._is_readable(audience) for text, audience in self._written(entry))

    def _is_readable(self, audience: str) -> bool:
        if audience not in self._covered:
            self._covered[audience] = covers(audience, self._present, self._membership)
        return self._covered[audience]

    def _written(self, entry: Entry) -> Iterator[tuple[str, str]]:
        if entry.kind in FACTS:
            if fact := log_tail.fact_at(self._location.directory, entry.path, entry.offset):
                yield fact.text, fact.audience
            return
        if entry.kind != "turn":
            yield from ((piece.text, piece.audience) for piece in self._pieces(entry) if piece.id == entry.id)
            return
        for event in log_tail.event_at(self._location.directory, entry.path, entry.offset, self._zone):
            same = event.id == entry.id or not event.id or (entry.message and message_key(event) == entry.message)
            if same:
                yield event.content, event.audience
                yield from ((words, event.audience) for words in self._left(entry))

    def _left(self, entry: Entry) -> Iterator[str]:
        amends = self._amends.latest([entry.id]) if self._amends else {}
        for amend in amends.values():
            yield from filter(None, [log_tail.left_at(self._location.directory, amend.path, amend.offset, entry.id)])

    def _pieces(self, entry: Entry) -> list[Entry]:
        if entry.path not in self._documents:
            root = self._location.shared.parent if entry.path.startswith("shared/") else self._location.directory
            text = content(root / entry.path)
            self._documents[entry.path] = pieces(entry.path, entry.kind, text, self._zone)
        return self._documents[entry.path]
