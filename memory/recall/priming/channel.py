"""A channel of priming: from a situation to an offer of items, the most wanted first, within its budget of tokens."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import tzinfo

from memory.theories import tokens
from memory.vocabulary.cue import Cue, PrimedBlock, Recollection


@dataclass(frozen=True, slots=True, kw_only=True)
class OfferedItem:
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
        return tokens.count_tokens(self.text) + 1  # the line break

    def without(self, known: frozenset[str]) -> OfferedItem | None:
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
    items: Sequence[OfferedItem] = ()
    withheld: tuple[Recollection, ...] = ()

    def without(self, known: frozenset[str]) -> Offer:
        """The offer without what is said elsewhere, by the ids of recollections and events."""
        items = [left for item in self.items if (left := item.without(known)) is not None]
        return replace(self, items=items)

    def block(self, budget: int) -> tuple[PrimedBlock, int]:
        """The text of the first items that fit, and the tokens it takes. An item that is too long alone is cut."""
        taken: list[OfferedItem] = []
        left = budget
        headings = {""}
        for item in self.items:
            size = item.tokens + (0 if item.heading in headings else tokens.count_tokens(item.heading) + 1)
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
class PrimingSituation:
    """A cue in its anima's surroundings. `budget` is what a channel can be given at most, in tokens."""

    cue: Cue
    zone: tzinfo
    budget: int = field(default=1500)


@dataclass(frozen=True, slots=True, kw_only=True)
class PrimingChannel:
    """A named way of remembering. `tokens` is its usual share; `retrieves` tells that it searches by the text."""

    name: str
    tokens: int
    retrieves: bool
    offer: Callable[[PrimingSituation], Awaitable[Offer]]


def _under_headings(taken: Sequence[OfferedItem]) -> Iterator[str]:
    before = ""
    for item in taken:
        if item.heading and item.heading != before:
            yield item.heading
        before = item.heading
        yield item.text


_LEAST = 12


def _shortened(item: OfferedItem, budget: int) -> OfferedItem:
    return OfferedItem(
        text=tokens.cut_to_tokens(item.text, budget - 1), position=item.position, recollections=item.recollections
    )


# --- budget ---------------------------------------------------------------------------------------------------------
# How many tokens each channel may say, by the kind of message.


STATIC_BUDGETS = "static"
"""Shared as a kind of its own: every channel has its usual size."""

KNOWLEDGE, ACTIVITY = "related_knowledge", "recent_activity"

QUESTION_SHARE = 0.6
"""Of a question's budget, for knowledge, before the others shrink."""

WIDE_WINDOW = 32_000
"""Tokens of a model's window from which a question has more room."""

WIDE_QUESTION, WIDE_SHARE = 3500, 2600 / 3500
"""Such a question's budget, and the share of knowledge in it: measured, see PRI-06."""

HEARTBEAT_ACTIVITY = 400
"""A heartbeat sees at least so much of what happened, whatever its budget is."""

LEFTOVERS = (KNOWLEDGE, ACTIVITY)
"""Who gets what the others leave, in this order."""


USUAL_QUESTION = 1500


@dataclass(frozen=True, slots=True, kw_only=True)
class PrimingBudgets:
    """Tokens by the type of the message. Not `dynamic`: every message has all that the channels usually take.

    `question` None: as the model's window allows.
    """

    dynamic: bool = True
    greeting: int = 500
    question: int | None = None
    request: int = 3000
    heartbeat: int = 200

    def total(self, kind: str, channels: Sequence[PrimingChannel], window: int = 0) -> int:
        if not self.dynamic:
            return sum(channel.tokens for channel in channels)
        if kind == "question" and self.question is None and window >= WIDE_WINDOW:
            return WIDE_QUESTION
        return self._by_kind[kind]

    def shared_as(self, kind: str) -> str:
        """The kind whose rule shares the total out; a heartbeat sees its activity either way."""
        return kind if self.dynamic or kind == "heartbeat" else STATIC_BUDGETS

    @property
    def largest(self) -> int:
        return max(WIDE_QUESTION, *self._by_kind.values())

    @property
    def _by_kind(self) -> Mapping[str, int]:
        return {
            "greeting": self.greeting,
            "question": USUAL_QUESTION if self.question is None else self.question,
            "request": self.request,
            "heartbeat": self.heartbeat,
        }


USUAL_BUDGETS = PrimingBudgets()


def budget_shares(
    channels: Sequence[PrimingChannel], kind: str, total: int, *, of_the_past: bool = False
) -> dict[str, int]:
    """Tokens for each channel: as usual where the total allows it, else in proportion.

    Of the past recent activity says next to nothing: a question about it has that room for knowledge.
    """
    usual = {channel.name: channel.tokens for channel in channels}
    given: dict[str, int] = {}
    if kind == "question" and KNOWLEDGE in usual:
        given[KNOWLEDGE] = int(total * (WIDE_SHARE if total >= WIDE_QUESTION else QUESTION_SHARE))
        del usual[KNOWLEDGE]
    rest = max(0, total - sum(given.values()))
    wanted = sum(usual.values())
    factor = min(1.0, rest / wanted) if wanted else 0.0
    given |= {name: int(tokens * factor) for name, tokens in usual.items()}
    if of_the_past and kind == "question" and {KNOWLEDGE, ACTIVITY} <= given.keys():
        given |= {KNOWLEDGE: given[KNOWLEDGE] + given[ACTIVITY], ACTIVITY: 0}
    if kind == "heartbeat" and ACTIVITY in given:
        given[ACTIVITY] = max(given[ACTIVITY], HEARTBEAT_ACTIVITY)
    return given
