"""Episodes: each talk that is over becomes one entry of its day, once; what was edited or deleted since, is told anew.

How far the talks of an audience have become episodes stands in the head of its latest day (`finalized_until`), so the
same change that tells a talk says that it is told.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import date, datetime, timedelta

from memory.archive import shelves
from memory.consolidation.guard import RESOLVED
from memory.consolidation.noting import noted
from memory.consolidation.sessions import Episode, entry, extracted, line, sessions
from memory.consolidation.steps.tasks import open_plans
from memory.consolidation.view import View
from memory.index.turns import low_trust, name_of
from memory.knowledge.asking import Asking, Form
from memory.knowledge.grounding import Utterance
from memory.knowledge.validation import bears
from memory.vocabulary.change import Change
from memory.vocabulary.event import AMENDING, Event, Json
from memory.vocabulary.fact import INVALIDATED
from memory.vocabulary.ports import Judge

FIRST_LOOK = timedelta(days=2)
"""What was said longer ago when an audience's first talk is told stays in the log alone."""

FINALIZED = "finalized_until"

_TICK = timedelta(microseconds=1)

INSTRUCTIONS = """\
"said" is a talk that is over; "anima" is whose memory it is for; "open" are plans by their ids. Tell in one short
sentence each: what it was about (title), what the anima decided or answered (decision), what came of it (result), what
is to be learned from it (lesson; empty where nothing is); and the ids of the plans that were done or given up in this
talk (resolved). Form: {"title": "", "decision": "", "result": "", "lesson": "", "resolved": []}.
"""


class Told(Form):
    title: str = ""
    decision: str = ""
    result: str = ""
    lesson: str = ""
    resolved: tuple[str, ...] = ()


async def plan(view: View, judge: Judge | None, now: datetime) -> list[Change]:
    until = finalized_until(view)
    said = view.said(until + _TICK if until else now - FIRST_LOOK, now + _TICK)
    over = sessions(said, now, view.idle)
    amended = _amended_days(view, said, until)
    if not over and not amended:
        return []
    last = max((turns[-1].ts for turns in over), default=until or now)
    days = sorted({*amended, *(_day(view, turns) for turns in over)})
    ask = Asking(judge)
    settled: dict[str, Change] = {}
    told = [
        await _told(view, day, [one for one in over if _day(view, one) == day], amended, last, ask, settled)
        for day in days
    ]
    return [*filter(None, told), *settled.values()]


async def plan_day(view: View, judge: Judge | None, now: datetime) -> list[Change]:
    """A day to which something was added after it was told, or before anything was: all its talks, as it now stands.
    What was said since the cursor is told by the other nights."""
    until = finalized_until(view) or now - FIRST_LOOK
    talks = _talks(view, view.day, until)
    if not talks:
        return []
    ask, settled = Asking(judge), dict[str, Change]()
    entries = [entry(await _episode(view, one, ask, settled), one[0].ts.astimezone(view.zone)) for one in talks]
    path = shelves.on_shelf(f"episodes/{view.day:%Y-%m-%d}.md", view.audience)
    known, text = view.document(path), "\n\n".join([_head(view.day), *(one.rstrip("\n") for one in entries)]) + "\n"
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


def finalized_until(view: View) -> datetime | None:
    """Up to when what this audience heard has become episodes; None: nothing has."""
    own = [path for path in view.paths("episode") if shelves.shelf_of(path)]
    document = view.document(own[-1]) if own else None
    try:
        return datetime.fromisoformat(str(document.meta.get(FINALIZED) or "")) if document else None
    except ValueError:
        return None


async def _told(
    view: View,
    day: date,
    over: Sequence[Sequence[Event]],
    amended: set[date],
    last: datetime,
    ask: Asking,
    settled: dict[str, Change],
) -> Change | None:
    until = finalized_until(view)
    path = shelves.on_shelf(f"episodes/{day:%Y-%m-%d}.md", view.audience)
    known = view.document(path)
    before = _anew(view, day, until) if day in amended and until else known.body.rstrip("\n") if known else _head(day)
    entries = [entry(await _episode(view, turns, ask, settled), turns[0].ts.astimezone(view.zone)) for turns in over]
    text = "\n\n".join([before, *(one.rstrip("\n") for one in entries)]) + "\n"
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
    labels = {label for turns in talks for one in turns if (label := low_trust(one.meta.get("trust")))}
    return {FINALIZED: until.isoformat(), **({"trust": min(labels)} if labels else {})}


def _anew(view: View, day: date, until: datetime) -> str:
    """What was told of the day, as it now stands."""
    told = _talks(view, day, until)
    entries = [entry(extracted(view, turns), turns[0].ts.astimezone(view.zone)).rstrip("\n") for turns in told]
    return "\n\n".join([_head(day), *entries])


def _talks(view: View, day: date, until: datetime) -> list[list[Event]]:
    """Those of the day, up to where talks are told."""
    return sessions([one for one in view.said_on(day) if one.ts <= until], view.now, timedelta())


async def _episode(view: View, turns: Sequence[Event], ask: Asking, settled: dict[str, Change]) -> Episode:
    """By the model as far as its words are borne by what was said, else by rules. What it says to be `settled` is so
    where it is one of the plans that it was given."""
    by_rule = extracted(view, turns)
    if not ask.is_possible:
        return by_rule
    said = [Utterance(name_of(one), one.content) for one in turns]
    quoted: list[Json] = [{"name": one.speaker, "text": one.text} for one in said]
    plans = {fact.id: fact for fact in open_plans(view)}
    coming: Json = {id: fact.text for id, fact in plans.items()}
    told = await ask(INSTRUCTIONS, {"said": quoted, "anima": view.name, "open": coming}, Told)
    if told is None:
        return by_rule
    for id in (one for one in told.resolved if one in plans):
        settled[id] = noted(view, INVALIDATED, id, because="settled in a talk", how=RESOLVED)
    texts = {name: text for name, text in told.model_dump(exclude={"resolved"}).items() if text}
    fields = {name: line(text) for name, text in texts.items() if bears(text, said)}
    return replace(by_rule, **fields)


def _amended_days(view: View, said: Sequence[Event], until: datetime | None) -> set[date]:
    """The days, told already, of what was edited or deleted since then."""
    if until is None:
        return set()
    return {day for one in said if one.type in AMENDING for day in view.days_of(one) if day <= _local(view, until)}


def _day(view: View, turns: Sequence[Event]) -> date:
    return _local(view, turns[0].ts)


def _local(view: View, at: datetime) -> date:
    return at.astimezone(view.zone).date()


def _head(day: date) -> str:
    return f"# {day:%Y-%m-%d} Action Log"
