"""The shape of a channel: from a situation to an offer of items, the most wanted first."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import tzinfo

from memory.theories import tokens
from memory.vocabulary.recall import Cue, PrimedBlock, Recollection


@dataclass(frozen=True, slots=True, kw_only=True)
class Item:
    """A piece of text that is taken whole or left; `position` is its place among those that are taken.

    `lines` are those of it that tell an event, by its id: it may be told without them, where that stands elsewhere.
    `heading` stands once before all that have it.
    """

    text: str
    position: float = 0.0
    recollections: tuple[Recollection, ...] = ()
    lines: Mapping[str, str] = field(default_factory=dict)
    heading: str = ""

    @property
    def ids(self) -> frozenset[str]:
        return frozenset(found.id for found in self.recollections)

    @property
    def tokens(self) -> int:
        return tokens.count(self.text) + 1  # the line break

    def without(self, known: frozenset[str]) -> Item | None:
        """The item without what is told elsewhere; None where that is all of it."""
        if self.recollections:
            return self if self.ids - known else None
        gone = [line for id, line in self.lines.items() if id in known]
        if not gone:
            return self
        if len(gone) == len(self.lines):
            return None
        return replace(self, text="\n".join(line for line in self.text.split("\n") if line not in gone))


@dataclass(frozen=True, slots=True, kw_only=True)
class Offer:
    """What a channel could bring, most wanted first; how much of it is said is decided when all budgets are known.

    `withheld` came to mind, but is too unsure to be said.
    """

    channel: str
    items: Sequence[Item] = ()
    withheld: tuple[Recollection, ...] = ()

    def without(self, known: frozenset[str]) -> Offer:
        """The offer without what is said elsewhere, by the ids of recollections and events."""
        items = [left for item in self.items if (left := item.without(known)) is not None]
        return replace(self, items=items)

    def block(self, budget: int) -> tuple[PrimedBlock, int]:
        """The text of the first items that fit, and the tokens it takes. An item that is too long alone is cut."""
        taken: list[Item] = []
        left = budget
        headings = {""}
        for item in self.items:
            size = item.tokens + (0 if item.heading in headings else tokens.count(item.heading) + 1)
            if size <= left:
                taken.append(item)
                headings.add(item.heading)
                left -= size
            elif not taken and left > _LEAST:
                taken.append(_shortened(item, left))
                left = 0
        taken.sort(key=lambda item: item.position)
        found = tuple(recollection for item in taken for recollection in item.recollections)
        text = "\n".join(_under_headings(taken))
        return PrimedBlock(channel=self.channel, text=text, recollections=found), budget - left


@dataclass(frozen=True, slots=True, kw_only=True)
class Situation:
    """A cue in its anima's surroundings. `budget` is what a channel can be given at most, in tokens."""

    cue: Cue
    zone: tzinfo
    budget: int = field(default=1500)


@dataclass(frozen=True, slots=True, kw_only=True)
class Channel:
    """A named way of remembering. `tokens` is its usual share; `retrieves` tells that it searches by the text."""

    name: str
    tokens: int
    retrieves: bool
    offer: Callable[[Situation], Awaitable[Offer]]


def _under_headings(taken: Sequence[Item]) -> Iterator[str]:
    before = ""
    for item in taken:
        if item.heading and item.heading != before:
            yield item.heading
        before = item.heading
        yield item.text


_LEAST = 12


def _shortened(item: Item, budget: int) -> Item:
    return Item(text=tokens.cut(item.text, budget - 1), position=item.position, recollections=item.recollections)
