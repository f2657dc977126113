"""Tasks: what somebody plans stands in `state/current_task.md` of those who heard it, until it is settled or over.

The head names the plans (`tasks`) whose lines sleep has written. All other lines are somebody's own, and stay.
"""

from __future__ import annotations

from datetime import datetime

from memory.archive import shelves
from memory.consolidation.guard import RESOLVED
from memory.consolidation.view import View
from memory.vocabulary.change import Change
from memory.vocabulary.event import Json
from memory.vocabulary.fact import Fact
from memory.vocabulary.ports import Judge

TITLE = "# Current tasks"
MOST = 60
"""So many plans stand there, the latest ones."""


async def plan(view: View, judge: Judge | None, now: datetime) -> list[Change]:
    path = shelves.on_shelf("state/current_task.md", view.audience)
    known, planned = view.document(path), {fact.id: fact for fact in open_plans(view)}
    listed = known.meta.get("tasks") if known else []
    before = [str(id) for id in listed] if isinstance(listed, list) else []
    if not planned and not before:
        return []
    text = known.body.rstrip("\n") if known else TITLE
    for id in before:
        if id not in planned:
            text = _without(text, view, id)
    fresh = [fact for fact in planned.values() if fact.id not in before and _line(fact) not in text]
    text = "\n".join([text, *map(_line, fresh)]) + "\n"
    tasks: list[Json] = list(planned)
    if known is not None and (known.body, before) == (text, tasks):
        return []
    because, version = f"{len(planned)} plans are open", known.version if known else ""
    return [Change(kind="write", path=path, text=text, meta={"tasks": tasks}, because=because, expects=version)]


def open_plans(view: View) -> list[Fact]:
    """What this audience knows to be planned and not over, the latest last."""
    facts = [memory.fact for page in view.pages("fact") for memory in page if memory.category == "plan"]
    coming = [fact for fact in facts if fact and (fact.valid_until is None or fact.valid_until > view.now)]
    return coming[-MOST:]


def _without(text: str, view: View, id: str) -> str:
    """Without the line of a plan that is open no more; what was settled is ticked off."""
    told = view.told(id)
    if told is None:
        return text
    fact, ended = told
    is_settled = ended is not None and ended.how == RESOLVED
    done = f"- [x] {_one_line(fact)} ({view.now.astimezone(view.zone):%Y-%m-%d})"
    lines = [done if is_settled and line == _line(fact) else line for line in text.splitlines()]
    return "\n".join(line for line in lines if line != _line(fact))


def _line(fact: Fact) -> str:
    return f"- [ ] {_one_line(fact)}"


def _one_line(fact: Fact) -> str:
    return " ".join(fact.text.split())
