"""What happened lately, as far as those who are present may know of it."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from datetime import date, tzinfo

from memory.priming.activity_format import Group, Pointer, groups, lines, told
from memory.priming.channel import Channel, Item, Offer, Situation
from memory.vocabulary.event import Event
from memory.vocabulary.quoting import quoted
from memory.vocabulary.recall import Cue

NAME = "recent_activity"

Happened = Callable[[Cue], Awaitable[tuple[Sequence[Event], Pointer]]]
"""The latest events that this cue's audience may read, oldest first, and where each of them stands."""


Noted = Callable[[Cue], Awaitable[Sequence[str]]]
"""The latest days' notes, as far as this cue's audience may read them, newest first."""


def recent_activity(happened: Happened, noted: Noted) -> Channel:
    async def offer(situation: Situation) -> Offer:
        events, pointer = await happened(situation.cue)
        if events:
            return Offer(channel=NAME, items=_items(groups(events), situation, pointer))
        # A log that is empty (an anima from elsewhere, a log put away): what was written down of the days.
        notes = await noted(situation.cue)
        return Offer(
            channel=NAME, items=[Item(text=f"- {quoted(note)}", position=-age) for age, note in enumerate(notes)]
        )

    return Channel(name=NAME, tokens=1300, retrieves=False, offer=offer)


def _items(made: Sequence[Group], situation: Situation, pointer: Pointer) -> list[Item]:
    """Newest first, for those are wanted most. Groups of another day than today stand under that day."""
    items, spent = [], 0
    today = situation.cue.now.astimezone(situation.zone).date()
    for position in range(len(made) - 1, -1, -1):
        text = told(made[position], situation.zone, pointer)
        day = _day(made[position], situation.zone)
        heading = "" if day == today else f"{day:%a} {day.day} {day:%b %Y}"
        item = Item(text=text, position=position, lines=lines(made[position], pointer), heading=heading)
        items.append(item)
        spent += item.tokens
        if spent > situation.budget:
            break
    return items


def _day(group: Group, zone: tzinfo) -> date:
    return group.events[0].ts.astimezone(zone).date()
