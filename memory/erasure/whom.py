"""Whom: what of a home is one person's (or one message's), and what a value looks like without it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Final, TypeAlias

from memory.erasure.wording import LEFT_OUT
from memory.vocabulary.event import Json


class Gone:
    """What nothing is left of."""


GONE: Final = Gone()
Left: TypeAlias = "Json | Gone"
_EMPTY_IS_GONE = frozenset({"sources", "source_episodes", "ids", "turns"})
_ADDRESS = ({"platform", "workspace", "id"}, {"platform", "workspace", "channel"})


@dataclass(frozen=True, slots=True, kw_only=True)
class Whom:
    """`marks` are what names them or what is theirs: addresses, audiences, direct places, ids of events and facts,
    pointers, shelves. `messages` are rooms with a message's id, `texts` what they said and what was understood of it,
    `kept` the texts of facts by the events that they come from. `derived` is what animas said to others that comes
    from theirs, by the id of its event: whether all of it does. `scrub` leaves their words out of a text,
    `scrub_derived` out of one that comes from theirs."""

    addresses: tuple[str, ...]
    marks: frozenset[str]
    messages: frozenset[str] = frozenset()
    texts: frozenset[str] = frozenset()
    kept: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    derived: Mapping[str, bool] = field(default_factory=dict)
    scrub: Callable[[str], str] = str
    scrub_derived: Callable[[str], str] = str

    def owns(self, text: str) -> bool:
        """Whether a value that is an address, an id, a key or a path is theirs, or begins or goes on with what is."""
        if text in self.marks:
            return True
        if len(text) > 600 or ("/" not in text and "#" not in text):
            return False
        pieces = text.replace("#", "/").split("/")
        if any(_bare(piece) in self.marks for piece in pieces):
            return True
        return any(text[:at] in self.marks for at, char in enumerate(text) if char in "/#")

    def says(self, line: str) -> bool:
        """Whether a line, without its bullet, is a text of theirs."""
        return line.strip().lstrip("-*# ").strip() in self.texts

    def retold(self, event: Json, text: str) -> str:
        """What an anima said in this event, wherever it stands, without what comes from theirs."""
        is_theirs = self.derived.get(event) if isinstance(event, str) else None
        if is_theirs is None:
            return self.scrub(text)
        return LEFT_OUT if is_theirs else self.scrub_derived(text)

    def left(self, value: Json) -> Left:
        """The value without what is theirs: a record that is theirs is gone, others lose what they hold of it."""
        if isinstance(value, str):
            return GONE if self.owns(value) else self.scrub(value)
        if isinstance(value, list):
            return [one for one in map(self.left, value) if not isinstance(one, Gone)]
        if isinstance(value, Mapping):
            return self._left_of(value)
        return value

    def _left_of(self, record: Mapping[str, Json]) -> Left:
        if self._is_address(record):
            return GONE
        kept: dict[str, Json] = {}
        for name, value in record.items():
            if self.owns(name):
                continue
            is_said = name == "text" and isinstance(value, str) and record.get("id") in self.derived
            left = self.retold(record["id"], str(value)) if is_said else self.left(value)
            if isinstance(left, Gone) or (name in _EMPTY_IS_GONE and value and not left):
                return GONE
            kept[self.scrub(name)] = left
        return kept

    def _is_address(self, record: Mapping[str, Json]) -> bool:
        for names in _ADDRESS:
            if names <= record.keys():
                platform, workspace, last = (str(record[name]) for name in sorted(names, key=_ORDER.index))
                whole = f"{platform}:{workspace}/{last}" if workspace else f"{platform}:{last}"
                return whole in self.marks
        return False


_ORDER = ("platform", "workspace", "id", "channel")


def _bare(piece: str) -> str:
    for suffix in (".jsonl", ".json", ".md"):
        piece = piece.removesuffix(suffix)
    return piece
