"""Recent events as a person would tell them: talks, heartbeats and jobs as groups, the rest line by line."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta, tzinfo

from memory.index.entry import OWN_TYPES, SPOKEN_TYPES, low_trust, one_line
from memory.vocabulary.address import Audience
from memory.vocabulary.event import Event

GAP = timedelta(minutes=30)
"""Silence that ends a talk."""

LONGEST = 200
"""Characters of one event; more is cut and pointed at."""

TOPIC = 60
"""Characters of a talk's topic."""

EventPointer = Callable[[Event], str]
"""Where an event stands: `activity_log/2026-11-20.jsonl#L090412`."""


@dataclass(slots=True)
class ActivityGroup:
    """Events that belong together, in order."""

    kind: str  # dm, heartbeat, cron, single
    key: str
    events: list[Event] = field(default_factory=list)


def group_events(events: Sequence[Event]) -> list[ActivityGroup]:
    """The events in groups, oldest first."""
    made: list[ActivityGroup] = []
    for event in events:
        kind, key = _kind(event)
        last = next((group for group in reversed(made) if (group.kind, group.key) == (kind, key)), None)
        if last is not None and made and _continues(made, last, event):
            last.events.append(event)
        else:
            made.append(ActivityGroup(kind, key, [event]))
    return made


def group_text(group: ActivityGroup, zone: tzinfo, pointer: EventPointer) -> str:
    """The group as text; several lines for a talk."""
    match group.kind:
        case "dm":
            return _talk(group, zone, pointer)
        case "heartbeat":
            last = group.events[-1]
            return f"{_span(group, zone)} HB: {_short(last.summary or last.content, last, pointer)}"
        case "cron":
            event = group.events[-1]
            code = event.meta.get("exit", event.meta.get("exit_code", ""))
            return f"{_clock(event.ts, zone)} CRON {group.key}: exit={code}"
    event = group.events[0]
    return f"{_clock(event.ts, zone)} {_line(event, pointer)}"


def event_lines(group: ActivityGroup, pointer: EventPointer) -> dict[str, str]:
    """The lines of a told talk that tell an event each, by its id."""
    if group.kind == "dm":
        return {event.id: f"  {_line(event, pointer)}" for event in group.events if event.id}
    return {event.id: "" for event in group.events if event.id and event.type in SPOKEN_TYPES}


def _kind(event: Event) -> tuple[str, str]:
    present = Audience.find(event.audience)
    if event.type in SPOKEN_TYPES and (event.type.startswith("dm_") or (present and present.alone)):
        return "dm", _peer(event)
    if event.type in ("heartbeat_start", "heartbeat_end"):
        return "heartbeat", ""
    if event.type == "cron_executed":
        return "cron", one_line(str(event.meta.get("task") or event.tool or event.summary or event.content))[:TOPIC]
    return "single", event.id or f"{event.ts.timestamp()}"


def _continues(made: Sequence[ActivityGroup], last: ActivityGroup, event: Event) -> bool:
    """A talk goes on within the gap, a heartbeat until its end, and nothing else came between."""
    if last is not made[-1]:
        return False
    if last.kind == "dm":
        return event.ts - last.events[-1].ts <= GAP
    return last.kind == "heartbeat" and event.type == "heartbeat_end" and last.events[-1].type == "heartbeat_start"


def _talk(group: ActivityGroup, zone: tzinfo, pointer: EventPointer) -> str:
    first = group.events[0]
    topic = one_line(first.summary or first.content)
    topic = topic if len(topic) <= TOPIC else topic[: TOPIC - 1].rstrip() + "…"
    named = next((_name(event) for event in group.events if _names(event)), group.key)
    children = "\n".join(f"  {_line(event, pointer)}" for event in group.events)
    head = f"{_span(group, zone)} DM {one_line(named)}: {topic}"
    return f"{head}\n{children}\n  -> {_range(group, pointer)}"


def _names(event: Event) -> bool:
    return event.type not in OWN_TYPES and bool(event.meta.get("name"))


def _peer(event: Event) -> str:
    return event.recipient or event.channel if event.type in OWN_TYPES else event.sender


def _line(event: Event, pointer: EventPointer) -> str:
    said = _short(event.content or event.summary, event, pointer)
    if event.type not in SPOKEN_TYPES or event.type in OWN_TYPES:
        tool = f"{one_line(event.tool)}: " if event.tool else ""
        return f"{event.label} {tool}{said}"
    name = _name(event)
    trust = low_trust(event.meta.get("trust"))
    label = f" ({trust})" if trust else ""
    return f"{event.label} {name}{label}: {said}"


def _name(event: Event) -> str:
    """As it was made to stand in a text; a name as displayed may hold anything."""
    return one_line(str(event.meta.get("name") or event.sender)).replace(": ", " ")


def _short(text: str, event: Event, pointer: EventPointer) -> str:
    text = one_line(text)
    if len(text) <= LONGEST:
        return text
    return f"{text[:LONGEST].rstrip()}… (-> {pointer(event).partition('#')[0]})"


def _range(group: ActivityGroup, pointer: EventPointer) -> str:
    """Lines of the last day that the talk touches."""
    places = [pointer(event).partition("#L") for event in group.events]
    file = places[-1][0]
    marks = sorted({mark for path, _, mark in places if path == file})
    return f"{file}#L{marks[0]}-L{marks[-1]}" if len(marks) > 1 else f"{file}#L{marks[0]}"


def _span(group: ActivityGroup, zone: tzinfo) -> str:
    first, last = group.events[0].ts.astimezone(zone), group.events[-1].ts.astimezone(zone)
    return f"[{first:%H:%M}-{last:%H:%M}]"


def _clock(moment: datetime, zone: tzinfo) -> str:
    return f"[{moment.astimezone(zone):%H:%M}]"
