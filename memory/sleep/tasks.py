"""Tasks: what somebody plans stands in `state/current_task.md` of those who heard it, until it is settled or over."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime

from memory.archive import documents
from memory.archive.shared_logs import Resolution, Resolutions
from memory.index.strengths import Strengths
from memory.sleep.night_view import NightView
from memory.sleep.step import RESOLVED
from memory.vocabulary.change import Change
from memory.vocabulary.event import Event, Json
from memory.vocabulary.fact import Fact, FactChange
from memory.vocabulary.ports import Judge

TASKS_TITLE = "# Current tasks"
MOST_TASKS = 60
"""So many plans stand there, the latest ones."""


async def plan_tasks(view: NightView, judge: Judge | None, now: datetime) -> list[Change]:
    path = documents.on_shelf("state/current_task.md", view.audience)
    known, planned = view.document(path), {fact.id: fact for fact in open_plans(view)}
    listed = known.meta.get("tasks") if known else []
    before = [str(id) for id in listed] if isinstance(listed, list) else []
    if not planned and not before:
        return []
    text = known.body.rstrip("\n") if known else TASKS_TITLE
    for id in before:
        if id not in planned:
            text = _without(text, view, id)
    fresh = [fact for fact in planned.values() if fact.id not in before and _task_line(fact) not in text]
    text = "\n".join([text, *map(_task_line, fresh)]) + "\n"
    tasks: list[Json] = list(planned)
    if known is not None and (known.body, before) == (text, tasks):
        return []
    because, version = f"{len(planned)} plans are open", known.version if known else ""
    return [Change(kind="write", path=path, text=text, meta={"tasks": tasks}, because=because, expects=version)]


def open_plans(view: NightView) -> list[Fact]:
    """What this audience knows to be planned and not over, the latest last."""
    planned = [memory for page in view.pages("fact") for memory in page if memory.category == "plan"]
    replaced = view.replaced(planned)
    facts = [memory.fact for memory in planned if memory.id not in replaced]
    coming = [fact for fact in facts if fact and (fact.valid_until is None or fact.valid_until > view.now)]
    return coming[-MOST_TASKS:]


def _without(text: str, view: NightView, id: str) -> str:
    """Without the line of a plan that is open no more; what was settled is ticked off."""
    told = view.told(id)
    if told is None:
        return text
    fact, ended = told
    is_settled = ended is not None and ended.how == RESOLVED
    done = f"- [x] {_one_line(fact)} ({view.now.astimezone(view.zone):%Y-%m-%d})"
    lines = [done if is_settled and line == _task_line(fact) else line for line in text.splitlines()]
    return "\n".join(line for line in lines if line != _task_line(fact))


def _task_line(fact: Fact) -> str:
    return f"- [ ] {_one_line(fact)}"


def _one_line(fact: Fact) -> str:
    return " ".join(fact.text.split())


# --- settling -------------------------------------------------------------------------------------------------------
# Settling: a plan that somebody has settled in a talk is settled for all who may know of it (SLP-02).


class PlanSettling:
    """It goes into the anima's log and into the registry of the house, once however often it is told."""

    def __init__(
        self, strengths: Strengths, record: Callable[[Event], object], resolutions: Resolutions, anima: str
    ) -> None:
        self._strengths = strengths
        self._record = record
        self._resolutions = resolutions
        self._anima = anima

    def __call__(self, note: FactChange) -> None:
        """`note` invalidates the plan. Blocking; raises StorageFault."""
        fact = self._strengths.asked(lambda state: state.facts.get(note.ids[0]))
        if fact is None:
            return
        meta: dict[str, Json] = {"id": f"resolved/{note.key}", "audience": fact.audience}
        self._record(Event(ts=note.ts, type="issue_resolved", content=fact.text, summary=note.because, meta=meta))
        self._resolutions.append(
            Resolution(ts=note.ts, anima=self._anima, issue=fact.text, audience=fact.audience, id=note.key)
        )
