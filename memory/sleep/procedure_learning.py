"""How procedures are learned: what people told step by step, each night; what was done again and again, each week."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from hashlib import sha256

from pydantic import Field

from memory.archive import documents
from memory.archive.files import slug
from memory.index.entry import speaker_name
from memory.language.analyser import is_cjk, query_terms
from memory.sleep.knowledge_extraction import LOOK_BACK, is_heard
from memory.sleep.night_judge import AnswerForm, ModelAsker
from memory.sleep.night_view import NightView
from memory.sleep.procedures import record_fields
from memory.sleep.validation import SourceText, Validation, tokens
from memory.theories.utility import ProcedureRecord
from memory.vocabulary.change import Change
from memory.vocabulary.event import Event, Json
from memory.vocabulary.ports import Judge

FEWEST, MOST_STEPS = 3, 30
WORDS, SIGNS = 2.0, 4.0
"""Of a part, on average: words, or characters of a script without spaces."""

LONGEST_TOLD = 8000
"""Characters that are looked at."""

_NUMBERED = re.compile(r"^[ \t]*(?P<number>\d{1,2})[.)、．:][ \t]*(?P<text>\S[^\n]*)$", re.MULTILINE)
_ARROW = re.compile(r"->|=>|→|⇒")


@dataclass(frozen=True, slots=True)
class ToldProcedure:
    """What stands before the steps, and the steps in their order."""

    lead: str
    steps: tuple[str, ...]

    @property
    def text(self) -> str:
        return "\n".join(f"{number}. {step}" for number, step in enumerate(self.steps, start=1))


def find_procedure(text: str) -> ToldProcedure | None:
    """The way of doing something that the message tells; None where it tells none."""
    if len(text) > LONGEST_TOLD:
        return None
    return _numbered(text) or _chained(text)


def _numbered(text: str) -> ToldProcedure | None:
    found = list(_NUMBERED.finditer(text))
    run = [match for place, match in enumerate(found, start=1) if int(match["number"]) == place]
    if len(run) < len(found):
        return None
    return _told_procedure(text[: run[0].start()] if run else "", [match["text"] for match in run])


def _chained(text: str) -> ToldProcedure | None:
    for line in text.splitlines():
        parts = [part.strip() for part in _ARROW.split(line)]
        if len(parts) >= FEWEST and all(parts):
            lead, colon, first = parts[0].rpartition(":")
            told = _told_procedure(lead if colon else "", [first.strip() or parts[0], *parts[1:]])
            if told:
                return told
    return None


def _told_procedure(lead: str, steps: list[str]) -> ToldProcedure | None:
    if not FEWEST <= len(steps) <= MOST_STEPS or sum(map(_size, steps)) < len(steps):
        return None
    last = next((line for line in reversed(lead.splitlines()) if line.strip()), "")
    return ToldProcedure(last.strip(" :：\t#*-"), tuple(" ".join(step.split()) for step in steps))


def _size(step: str) -> float:
    """1 for what is as long as a clause."""
    found = tokens(step)
    single = sum(is_cjk(token[0]) for token in found)
    return single / SIGNS + (len(found) - single) / WORDS


# --- patterns -------------------------------------------------------------------------------------------------------
# Patterns: sequences of actions that come again, mined from the uses of tools without a model (PRO-03).
#
# An action is a tool with its arguments where the same ones came in enough turns, else the tool alone. A sequence
# counts once a turn; it is recurring in `TURNS` turns on `DAYS` days. Of sequences that stand in longer ones just as
# often, only the longest are told; a sequence is at least two different actions, one of them with its arguments.


LEAST_TURNS, LEAST_DAYS = 3, 2
SHORTEST, LONGEST_SEQUENCE = 2, 6
MOST_ACTIONS = 40
"""Of one turn."""

LONGEST_VALUE = 80
USE = "tool_use"
_OF_TURN = "/tool/"


@dataclass(frozen=True, slots=True, order=True)
class ToolAction:
    """A tool, and its arguments as they came again; empty: each time others."""

    tool: str
    arguments: str = ""

    def __str__(self) -> str:
        return f"{self.tool}({self.arguments})" if self.arguments else self.tool


@dataclass(frozen=True, slots=True)
class ActionPattern:
    """Actions in their order, and the turns in which they came, the oldest first."""

    actions: tuple[ToolAction, ...]
    turns: tuple[str, ...]


def recurring_patterns(events: Sequence[Event]) -> list[ActionPattern]:
    """Those of the uses that went well, the most frequent first."""
    uses: dict[str, list[Event]] = {}
    for event in events:
        if event.type == USE and event.tool and event.meta.get("ok") is not False:
            uses.setdefault(turn_of_use(event), []).append(event)
    known = _known_arguments(uses)
    days = {turn: use[0].ts.date() for turn, use in uses.items()}
    done = {turn: [_action(event, known) for event in use[:MOST_ACTIONS]] for turn, use in uses.items()}
    return _closed(_counted(done), days)


def turn_of_use(event: Event) -> str:
    """The turn in which a tool was used: the id of the event that was answered, with the anima's name behind it."""
    return event.id.partition(_OF_TURN)[0]


def _counted(done: Mapping[str, Sequence[ToolAction]]) -> dict[tuple[ToolAction, ...], list[str]]:
    found: dict[tuple[ToolAction, ...], list[str]] = {}
    for turn, actions in done.items():
        for run in dict.fromkeys(_runs(actions)):
            if len(set(run)) >= SHORTEST and any(action.arguments for action in run):
                found.setdefault(run, []).append(turn)
    return found


def _runs(actions: Sequence[ToolAction]) -> Iterable[tuple[ToolAction, ...]]:
    for length in range(SHORTEST, LONGEST_SEQUENCE + 1):
        yield from (tuple(actions[at : at + length]) for at in range(len(actions) - length + 1))


def _closed(counted: Mapping[tuple[ToolAction, ...], Sequence[str]], days: Mapping[str, date]) -> list[ActionPattern]:
    often = {
        run: tuple(turns)
        for run, turns in counted.items()
        if len(turns) >= LEAST_TURNS and len({days[turn] for turn in turns}) >= LEAST_DAYS
    }
    whole = [
        ActionPattern(run, turns)
        for run, turns in often.items()
        if not any(len(other) > len(run) and turns == others and _within(run, other) for other, others in often.items())
    ]
    return sorted(whole, key=lambda item: (-len(item.turns), -len(item.actions), item.actions))


def _within(run: tuple[ToolAction, ...], other: tuple[ToolAction, ...]) -> bool:
    return any(other[at : at + len(run)] == run for at in range(len(other) - len(run) + 1))


def _known_arguments(uses: Mapping[str, Sequence[Event]]) -> frozenset[ToolAction]:
    """The actions that came, with these very arguments, in enough turns."""
    each = (frozenset(ToolAction(event.tool, _arguments(event)) for event in use) for use in uses.values())
    counted = Counter(action for turn in each for action in turn)
    return frozenset(action for action, number in counted.items() if number >= LEAST_TURNS and action.arguments)


def _action(event: Event, known: frozenset[ToolAction]) -> ToolAction:
    whole = ToolAction(event.tool, _arguments(event))
    return whole if whole in known else ToolAction(event.tool)


def _arguments(event: Event) -> str:
    """In one order and one line; empty where they are none, or too long to be a habit."""
    try:
        told = json.loads(event.content or "{}")
    except (ValueError, RecursionError):
        return ""
    if not isinstance(told, dict):
        return ""
    each = [f"{name}={' '.join(str(value).split())}" for name, value in sorted(told.items())]
    return ", ".join(each) if all(len(item) <= LONGEST_VALUE for item in each) else ""


# --- distillation ---------------------------------------------------------------------------------------------------
# Distillation: from what was told, or done again and again, to a procedure's file (PRO-02).


SAME_FROM = 0.85
"""Calibrated similarity from which a procedure is known already."""

MOST_DISTILLED = 10
"""Procedures of one night and audience."""

NAMING_INSTRUCTIONS = """\
"procedure" is how something is done, as it was told. Say in one short line what it is for, so that it is found when it
is needed again, and give it a short title. Form: {"title": "...", "description": "..."}
"""


class WrittenName(AnswerForm):
    title: str = Field(min_length=2, max_length=80)
    description: str = Field(min_length=2, max_length=200)


async def distil_procedures(
    view: NightView, events: Sequence[Event], ask: ModelAsker, validation: Validation
) -> list[Change]:
    """The files of the procedures that people told in these events and that are not known yet."""
    found: dict[str, Change] = {}
    for event in events:
        told = find_procedure(event.content) if is_heard(event) else None
        if told is not None and len(found) < MOST_DISTILLED and not _is_told_procedure_known(view, told):
            change = await _procedure(view, event, told, ask, validation)
            found.setdefault(change.path, change)
    return [change for change in found.values() if view.document(change.path) is None]


def procedure_file(
    view: NightView, title: str, description: str, text: str, because: str, sources: Sequence[str]
) -> Change:
    """A procedure that nobody has tried yet."""
    ids: list[Json] = [*sources]
    leaf = f"{slug(title, 'procedure')}-{sha256(text.encode()).hexdigest()[:8]}"
    return Change(
        kind="write",
        path=documents.on_shelf(f"procedures/{leaf}.md", view.audience),
        text=f"# {title}\n\n{text}\n",
        meta={**record_fields(ProcedureRecord()), "description": description, "auto_distilled": True, "sources": ids},
        because=because,
        expects="",
    )


def is_known_procedure(view: NightView, text: str, named: Collection[str] = ()) -> bool:
    """Whether there is a procedure, asleep or not, that is as good as the same, and has all that is `named`."""
    alike = (item.memory for item in view.similar(text, "procedure", "skill") if item.similarity >= SAME_FROM)
    return any(all(name in memory.text for name in named) for memory in alike)


def _is_told_procedure_known(view: NightView, told: ToldProcedure) -> bool:
    return is_known_procedure(view, f"{told.lead}\n{told.text}")


async def _procedure(
    view: NightView, event: Event, told: ToldProcedure, ask: ModelAsker, validation: Validation
) -> Change:
    """Its steps are the person's own words, always; a model may name it, in words that its source bears."""
    lead = told.lead or told.steps[0]
    title, description = lead[:80], lead[:200]
    material: dict[str, Json] = {"procedure": event.content}
    written = await ask(NAMING_INSTRUCTIONS, material, WrittenName)
    if written is not None:
        said = [SourceText(speaker_name(event), event.content)]
        claimed = " ".join(f"{written.title}: {written.description}".split())
        if (await validation(claimed, said)).is_believed:
            title, description = " ".join(written.title.split()), " ".join(written.description.split())
    because = f"told by {speaker_name(event)} in {len(told.steps)} steps"
    return procedure_file(view, title, description, told.text, because, [event.id])


# --- habits ---------------------------------------------------------------------------------------------------------
# Habits: a recurring sequence of actions becomes a procedure, found again by the words that it was asked with.


MOST_HABITS = 5
"""New ones of one week and audience."""

ASKED_OFTEN = 0.6
"""A word belongs to what was asked where it stood in so many of the messages."""

MOST_WORDS = 8
LONGEST_ASKED = 300
HABIT_INSTRUCTIONS = """\
"actions" were done in this order each time that people wrote what stands in "asked". Say in one short line what they
are for, so that they are found when they are needed again, with words of "asked", and give them a short title. Form:
{"title": "...", "description": "..."}
"""


async def find_habits(view: NightView, events: Sequence[Event], ask: ModelAsker) -> list[Change]:
    """The files of those that are not known yet."""
    words = {event.id: event.content for event in events if event.type != USE}
    found: dict[str, Change] = {}
    for pattern in recurring_patterns(events):
        change = await _habit(view, pattern, _asked(pattern, words), ask)
        if change is not None and len(found) < MOST_HABITS:
            found.setdefault(change.path, change)
    return list(found.values())


async def _habit(view: NightView, pattern: ActionPattern, asked: Sequence[str], ask: ModelAsker) -> Change | None:
    text = "\n".join(f"{number}. {action}" for number, action in enumerate(pattern.actions, start=1))
    shared = _shared(asked)
    description = " ".join(shared) or str(pattern.actions[0])
    named = {action.arguments for action in pattern.actions if action.arguments}
    if not shared or is_known_procedure(view, f"{description}\n{text}", named):
        return None
    title = description
    quoted: list[Json] = [item[:LONGEST_ASKED] for item in asked[-5:]]
    material: dict[str, Json] = {"actions": text, "asked": quoted}
    written = await ask(HABIT_INSTRUCTIONS, material, WrittenName)
    if written is not None and set(query_terms(written.description)) & set(shared):
        title, description = " ".join(written.title.split()), " ".join(written.description.split())
    because = f"done in this order in {len(pattern.turns)} turns"
    change = procedure_file(view, title, description, text, because, pattern.turns[-10:])
    return change if view.document(change.path) is None else None


def _asked(pattern: ActionPattern, words: dict[str, str]) -> list[str]:
    """What people had written; a turn is named by the event that it answers, with the anima's name behind it."""
    return [words[id] for turn in pattern.turns if (id := turn.rpartition("/")[0]) in words]


def _shared(asked: Sequence[str]) -> list[str]:
    """The words that most of them have, in the order of the last one."""
    counted = Counter(term for item in asked for term in set(query_terms(item)))
    last = query_terms(asked[-1]) if asked else []
    return [term for term in last if counted[term] >= max(2, ASKED_OFTEN * len(asked))][:MOST_WORDS]


# --- procedures -----------------------------------------------------------------------------------------------------


WEEK = timedelta(days=7)


async def plan_procedures(view: NightView, judge: Judge | None, now: datetime) -> list[Change]:
    """Of the day."""
    ask = ModelAsker(judge)
    return await distil_procedures(
        view, view.said(view.since(LOOK_BACK), now), ask, Validation(view.aids.entailment, ask)
    )


async def plan_past_procedures(view: NightView, judge: Judge | None, now: datetime) -> list[Change]:
    """Of a day to which something was added."""
    ask = ModelAsker(judge)
    return await distil_procedures(view, view.said_on(view.day), ask, Validation(view.aids.entailment, ask))


async def plan_habits(view: NightView, judge: Judge | None, now: datetime) -> list[Change]:
    """Of the week."""
    return await find_habits(view, view.said(now - WEEK, now), ModelAsker(judge))
