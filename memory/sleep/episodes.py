"""Episodes: each talk that is over becomes one entry of its day, once; a month later it is shortened."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime, timedelta
from itertools import pairwise

from memory.archive import documents
from memory.index.entry import OWN_TYPES, SPOKEN_TYPES, low_trust, speaker_name
from memory.language.analyser import query_terms
from memory.sleep.forgetting_rules import IMPORTANT
from memory.sleep.night_judge import AnswerForm, ModelAsker
from memory.sleep.night_view import NightView
from memory.sleep.step import RESOLVED, note_change
from memory.sleep.tasks import open_plans
from memory.sleep.validation import SourceText, source_bears
from memory.theories.tiers import HeldItem, WorkingMemory
from memory.vocabulary.change import Change
from memory.vocabulary.event import AMENDING, Event, Json
from memory.vocabulary.fact import INVALIDATED, Fact
from memory.vocabulary.ports import Judge

GAP = timedelta(minutes=10)
"""A silence that ends a session."""

LONGEST_TITLE, LONGEST_LINE = 60, 200
NONE = "None"


@dataclass(frozen=True, slots=True, kw_only=True)
class Episode:
    """What one session comes to; each is one line."""

    title: str
    trigger: str
    decision: str = NONE
    result: str = NONE
    lesson: str = NONE


def ended_sessions(said: Sequence[Event], now: datetime, idle: timedelta, gap: timedelta = GAP) -> list[list[Event]]:
    """The talks that are over: nothing was said for `idle` after their last word; the oldest first."""
    turns = sorted(
        (item for item in said if item.type in SPOKEN_TYPES and item.content.strip()),
        key=lambda item: (item.ts, item.id),
    )
    starts = [0, *(number for number, (item, after) in enumerate(pairwise(turns), 1) if after.ts - item.ts >= gap)]
    parts = [turns[first:last] for first, last in pairwise([*starts, len(turns)]) if turns[first:last]]
    return [part for part in parts if now - part[-1].ts >= idle]


def extract_episode(view: NightView, turns: Sequence[Event]) -> Episode:
    """The entry as rules make it."""
    heard = [turn for turn in turns if turn.type not in OWN_TYPES]
    names = list(dict.fromkeys(name for each_item in heard if (name := speaker_name(each_item))))
    with WorkingMemory() as mind:
        facts = {fact.id: fact for turn in turns for fact in _taken(view, mind, turn)}
        known = [facts[item.id].text for item in mind.promoted()]
    answers = [turn for turn in turns if turn.type in OWN_TYPES]
    return Episode(
        title=entry_line(known[0] if known else _telling(heard or turns), LONGEST_TITLE),
        trigger=entry_line(f"Message received from {', '.join(names)}" if names else "Own work"),
        decision=entry_line(_telling(answers)) if answers else NONE,
        result=entry_line("; ".join(known)) if known else entry_line(_telling(heard)) if heard else NONE,
    )


def episode_entry(episode: Episode, at: datetime) -> str:
    """The entry as it is written."""
    return (
        f"## {at:%H:%M} {episode.title}\n- Trigger: {episode.trigger}\n- Decision: {episode.decision}\n"
        f"- Result: {episode.result}\n- Lesson: {episode.lesson}\n"
    )


def entry_line(text: str, longest: int = LONGEST_LINE) -> str:
    """Words of people or of a model as one line that begins no heading and no comment."""
    told = " ".join(text.replace("<!--", "").replace("-->", "").split()).lstrip("#- ")
    return told if len(told) <= longest else f"{told[: longest - 1].rstrip()}…"


def _taken(view: NightView, mind: WorkingMemory, turn: Event) -> Iterator[Fact]:
    """What was understood of a turn comes to mind; what it says of what is in mind already, is thought of again."""
    for fact in view.facts_of(turn.id):
        mind.take(HeldItem(id=fact.id, text=fact.text, importance=fact.importance, last_access=turn.ts), turn.ts)
        yield fact
    there = set(query_terms(turn.content))
    for item in mind:
        words = set(query_terms(item.text))
        if item.last_access < turn.ts and 2 * len(there & words) > len(words):
            mind.access(item.id, turn.ts)


def _telling(turns: Sequence[Event]) -> str:
    """The words of that turn which has most in common with the others."""
    counted = Counter(term for turn in turns for term in set(query_terms(turn.content)))
    if not turns:
        return ""
    return max(turns, key=lambda turn: sum(counted[term] for term in set(query_terms(turn.content)))).content


# --- episodes -------------------------------------------------------------------------------------------------------
# Episodes: each talk that is over becomes one entry of its day, once; what was edited or deleted since, is told anew.
#
# How far the talks of an audience have become episodes stands in the head of its latest day (`finalized_until`), so the
# same change that tells a talk says that it is told.


FIRST_LOOK = timedelta(days=2)
"""What was said longer ago when an audience's first talk is told stays in the log alone."""

FINALIZED = "finalized_until"

_TICK = timedelta(microseconds=1)

EPISODE_INSTRUCTIONS = """\
"said" is a talk that is over; "anima" is whose memory it is for; "open" are plans by their ids. Tell in one short
sentence each: what it was about (title), what the anima decided or answered (decision), what came of it (result), what
is to be learned from it (lesson; empty where nothing is); and the ids of the plans that were done or given up in this
talk (resolved). Form: {"title": "", "decision": "", "result": "", "lesson": "", "resolved": []}.
"""


class EpisodeTold(AnswerForm):
    title: str = ""
    decision: str = ""
    result: str = ""
    lesson: str = ""
    resolved: tuple[str, ...] = ()


async def plan_episodes(view: NightView, judge: Judge | None, now: datetime) -> list[Change]:
    until = finalized_until(view)
    said = view.said(until + _TICK if until else now - FIRST_LOOK, now + _TICK)
    over = ended_sessions(said, now, view.idle)
    amended = _amended_days(view, said, until)
    if not over and not amended:
        return []
    last = max((turns[-1].ts for turns in over), default=until or now)
    days = sorted({*amended, *(_day(view, turns) for turns in over)})
    ask = ModelAsker(judge)
    settled: dict[str, Change] = {}
    told = [
        await _told(view, day, [item for item in over if _day(view, item) == day], amended, last, ask, settled)
        for day in days
    ]
    return [*filter(None, told), *settled.values()]


async def plan_past_episodes(view: NightView, judge: Judge | None, now: datetime) -> list[Change]:
    """A day to which something was added after it was told, or before anything was: all its talks, as it now stands.
    What was said since the cursor is told by the other nights."""
    until = finalized_until(view) or now - FIRST_LOOK
    talks = _talks(view, view.day, until)
    if not talks:
        return []
    ask, settled = ModelAsker(judge), dict[str, Change]()
    entries = [
        episode_entry(await _episode(view, talk, ask, settled), talk[0].ts.astimezone(view.zone)) for talk in talks
    ]
    path = documents.on_shelf(f"episodes/{view.day:%Y-%m-%d}.md", view.audience)
    known, text = view.document(path), "\n\n".join([_head(view.day), *(item.rstrip("\n") for item in entries)]) + "\n"
    if known is not None and known.body == text:
        return [*settled.values()]
    because = f"{len(talks)} talks of a day that something was added to"
    change = Change(
        kind="write",
        path=path,
        text=text,
        meta=_meta(until, talks),
        because=because,
        expects=known.version if known else "",
    )
    return [change, *settled.values()]


def finalized_until(view: NightView) -> datetime | None:
    """Up to when what this audience heard has become episodes; None: nothing has."""
    own = [path for path in view.paths("episode") if documents.shelf_of(path)]
    document = view.document(own[-1]) if own else None
    try:
        return datetime.fromisoformat(str(document.meta.get(FINALIZED) or "")) if document else None
    except ValueError:
        return None


async def _told(
    view: NightView,
    day: date,
    over: Sequence[Sequence[Event]],
    amended: set[date],
    last: datetime,
    ask: ModelAsker,
    settled: dict[str, Change],
) -> Change | None:
    until = finalized_until(view)
    path = documents.on_shelf(f"episodes/{day:%Y-%m-%d}.md", view.audience)
    known = view.document(path)
    before = _anew(view, day, until) if day in amended and until else known.body.rstrip("\n") if known else _head(day)
    entries = [
        episode_entry(await _episode(view, turns, ask, settled), turns[0].ts.astimezone(view.zone)) for turns in over
    ]
    text = "\n\n".join([before, *(item.rstrip("\n") for item in entries)]) + "\n"
    if known is None and not entries:
        return None
    because = f"{len(entries)} talks are over" if entries else "what was said was edited or deleted"
    return Change(
        kind="write",
        path=path,
        text=text,
        meta=_meta(last, over),
        because=because,
        expects=known.version if known else "",
    )


def _meta(until: datetime, talks: Sequence[Sequence[Event]]) -> dict[str, Json]:
    """How far it is told, and how little the least trusted who spoke in it is."""
    labels = {label for turns in talks for turn in turns if (label := low_trust(turn.meta.get("trust")))}
    return {FINALIZED: until.isoformat(), **({"trust": min(labels)} if labels else {})}


def _anew(view: NightView, day: date, until: datetime) -> str:
    """What was told of the day, as it now stands."""
    told = _talks(view, day, until)
    entries = [
        episode_entry(extract_episode(view, turns), turns[0].ts.astimezone(view.zone)).rstrip("\n") for turns in told
    ]
    return "\n\n".join([_head(day), *entries])


def _talks(view: NightView, day: date, until: datetime) -> list[list[Event]]:
    """Those of the day, up to where talks are told."""
    return ended_sessions([item for item in view.said_on(day) if item.ts <= until], view.now, timedelta())


async def _episode(view: NightView, turns: Sequence[Event], ask: ModelAsker, settled: dict[str, Change]) -> Episode:
    """By the model as far as its words are borne by what was said, else by rules. What it says to be `settled` is so
    where it is one of the plans that it was given."""
    by_rule = extract_episode(view, turns)
    if not ask.is_possible:
        return by_rule
    said = [SourceText(speaker_name(turn), turn.content) for turn in turns]
    quoted: list[Json] = [{"name": item.speaker, "text": item.text} for item in said]
    plans = {fact.id: fact for fact in open_plans(view)}
    coming: Json = {id: fact.text for id, fact in plans.items()}
    told = await ask(EPISODE_INSTRUCTIONS, {"said": quoted, "anima": view.name, "open": coming}, EpisodeTold)
    if told is None:
        return by_rule
    for id in (item for item in told.resolved if item in plans):
        settled[id] = note_change(view, INVALIDATED, id, because="settled in a talk", how=RESOLVED)
    texts = {name: text for name, text in told.model_dump(exclude={"resolved"}).items() if text}
    fields = {name: entry_line(text) for name, text in texts.items() if source_bears(text, said)}
    return replace(by_rule, **fields)


def _amended_days(view: NightView, said: Sequence[Event], until: datetime | None) -> set[date]:
    """The days, told already, of what was edited or deleted since then."""
    if until is None:
        return set()
    return {day for item in said if item.type in AMENDING for day in view.days_of(item) if day <= _local(view, until)}


def _day(view: NightView, turns: Sequence[Event]) -> date:
    return _local(view, turns[0].ts)


def _local(view: NightView, at: datetime) -> date:
    return at.astimezone(view.zone).date()


def _head(day: date) -> str:
    return f"# {day:%Y-%m-%d} Action Log"


# --- compression ----------------------------------------------------------------------------------------------------
# Compression: of days that lie a month back only the lines are kept that say something; the log has all of it.
#
# An entry loses the lines that say "None" and a result that its title tells already. What is marked as important stays
# whole, and so does what a person has written. Entries stay as many as they were, for each is a memory of its own.


COMPRESSED_AFTER = timedelta(days=30)

_DAY = re.compile(r"/(\d{4}-\d{2}-\d{2})\.md$")
_EMPTY = {f"- {name}: {NONE}" for name in ("Decision", "Result", "Lesson")}
_RESULT = "- Result: "
_HEADING = re.compile(r"## \d{2}:\d{2} ")


async def plan_compression(view: NightView, judge: Judge | None, now: datetime) -> list[Change]:
    last = f"{(now - COMPRESSED_AFTER).astimezone(view.zone):%Y-%m-%d}"
    changes = []
    for path in view.paths("episode"):
        day = _DAY.search(path)
        if not documents.shelf_of(path) or day is None or day[1] > last or (document := view.document(path)) is None:
            continue
        if document.problem or document.meta.get("protected") is True or document.meta.get("pinned") is True:
            continue
        if (text := shorten_day(document.body)) != document.body:
            why = f"{len(document.body) - len(text)} characters that say nothing more"
            changes.append(Change(kind="write", path=path, text=text, because=why, expects=document.version))
    return changes


def shorten_day(body: str) -> str:
    """The day without what says nothing; the same again changes nothing."""
    entries = re.split(r"^(?=## )", body, flags=re.MULTILINE)
    return "".join(item if IMPORTANT in item else _shorten_entry(item) for item in entries)


def _shorten_entry(entry: str) -> str:
    lines = entry.split("\n")
    title = _HEADING.sub("", lines[0]) if _HEADING.match(lines[0]) else ""
    if not title:
        return entry
    said = {*_EMPTY, f"{_RESULT}{title}"}
    return "\n".join(line for line in lines if line not in said)
