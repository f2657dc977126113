"""Patterns: sequences of actions that come again, mined from the uses of tools without a model (PRO-03).

An action is a tool with its arguments where the same ones came in enough turns, else the tool alone. A sequence counts
once a turn; it is recurring in `TURNS` turns on `DAYS` days. Of sequences that stand in longer ones just as often, only
the longest are told; a sequence is at least two different actions, one of them with its arguments.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date

from memory.vocabulary.event import Event

TURNS, DAYS = 3, 2
SHORTEST, LONGEST = 2, 6
MOST_ACTIONS = 40
"""Of one turn."""

LONGEST_VALUE = 80
USE = "tool_use"
_OF_TURN = "/tool/"


@dataclass(frozen=True, slots=True, order=True)
class Action:
    """A tool, and its arguments as they came again; empty: each time others."""

    tool: str
    arguments: str = ""

    def __str__(self) -> str:
        return f"{self.tool}({self.arguments})" if self.arguments else self.tool


@dataclass(frozen=True, slots=True)
class Pattern:
    """Actions in their order, and the turns in which they came, the oldest first."""

    actions: tuple[Action, ...]
    turns: tuple[str, ...]


def recurring(events: Sequence[Event]) -> list[Pattern]:
    """Those of the uses that went well, the most frequent first."""
    uses: dict[str, list[Event]] = {}
    for event in events:
        if event.type == USE and event.tool and event.meta.get("ok") is not False:
            uses.setdefault(turn_of(event), []).append(event)
    known = _known_arguments(uses)
    days = {turn: one[0].ts.date() for turn, one in uses.items()}
    done = {turn: [_action(event, known) for event in one[:MOST_ACTIONS]] for turn, one in uses.items()}
    return _closed(_counted(done), days)


def turn_of(event: Event) -> str:
    """The turn in which a tool was used: the id of the event that was answered, with the anima's name behind it."""
    return event.id.partition(_OF_TURN)[0]


def _counted(done: Mapping[str, Sequence[Action]]) -> dict[tuple[Action, ...], list[str]]:
    found: dict[tuple[Action, ...], list[str]] = {}
    for turn, actions in done.items():
        for run in dict.fromkeys(_runs(actions)):
            if len(set(run)) >= SHORTEST and any(action.arguments for action in run):
                found.setdefault(run, []).append(turn)
    return found


def _runs(actions: Sequence[Action]) -> Iterable[tuple[Action, ...]]:
    for length in range(SHORTEST, LONGEST + 1):
        yield from (tuple(actions[at : at + length]) for at in range(len(actions) - length + 1))


def _closed(counted: Mapping[tuple[Action, ...], Sequence[str]], days: Mapping[str, date]) -> list[Pattern]:
    often = {
        run: tuple(turns)
        for run, turns in counted.items()
        if len(turns) >= TURNS and len({days[turn] for turn in turns}) >= DAYS
    }
    whole = [
        Pattern(run, turns)
        for run, turns in often.items()
        if not any(len(other) > len(run) and turns == others and _within(run, other) for other, others in often.items())
    ]
    return sorted(whole, key=lambda one: (-len(one.turns), -len(one.actions), one.actions))


def _within(run: tuple[Action, ...], other: tuple[Action, ...]) -> bool:
    return any(other[at : at + len(run)] == run for at in range(len(other) - len(run) + 1))


def _known_arguments(uses: Mapping[str, Sequence[Event]]) -> frozenset[Action]:
    """The actions that came, with these very arguments, in enough turns."""
    each = (frozenset(Action(event.tool, _arguments(event)) for event in one) for one in uses.values())
    counted = Counter(action for turn in each for action in turn)
    return frozenset(action for action, number in counted.items() if number >= TURNS and action.arguments)


def _action(event: Event, known: frozenset[Action]) -> Action:
    whole = Action(event.tool, _arguments(event))
    return whole if whole in known else Action(event.tool)


def _arguments(event: Event) -> str:
    """In one order and one line; empty where they are none, or too long to be a habit."""
    try:
        told = json.loads(event.content or "{}")
    except (ValueError, RecursionError):
        return ""
    if not isinstance(told, dict):
        return ""
    each = [f"{name}={' '.join(str(value).split())}" for name, value in sorted(told.items())]
    return ", ".join(each) if all(len(one) <= LONGEST_VALUE for one in each) else ""
