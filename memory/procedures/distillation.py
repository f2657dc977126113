"""Distillation: from what was told, or done again and again, to a procedure's file (PRO-02)."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from hashlib import sha256

from pydantic import Field

from memory.archive import shelves
from memory.archive.paths import slug
from memory.consolidation.view import View
from memory.index.turns import name_of
from memory.knowledge.asking import Asking, Form
from memory.knowledge.extraction import is_heard
from memory.knowledge.grounding import Utterance
from memory.knowledge.validation import Validation
from memory.procedures.classification import Told, told_how
from memory.procedures.record import fields_of
from memory.theories.procedure_confidence import Record
from memory.vocabulary.change import Change
from memory.vocabulary.event import Event, Json

SAME_FROM = 0.85
"""Calibrated similarity from which a procedure is known already."""

MOST = 10
"""Procedures of one night and audience."""

INSTRUCTIONS = """\
"procedure" is how something is done, as it was told. Say in one short line what it is for, so that it is found when it
is needed again, and give it a short title. Form: {"title": "...", "description": "..."}
"""


class Written(Form):
    title: str = Field(min_length=2, max_length=80)
    description: str = Field(min_length=2, max_length=200)


async def distilled(view: View, events: Sequence[Event], ask: Asking, validation: Validation) -> list[Change]:
    """The files of the procedures that people told in these events and that are not known yet."""
    found: dict[str, Change] = {}
    for event in events:
        told = told_how(event.content) if is_heard(event) else None
        if told is not None and len(found) < MOST and not _is_known(view, told):
            change = await _procedure(view, event, told, ask, validation)
            found.setdefault(change.path, change)
    return [change for change in found.values() if view.document(change.path) is None]


def file_of(view: View, title: str, description: str, text: str, because: str, sources: Sequence[str]) -> Change:
    """A procedure that nobody has tried yet."""
    ids: list[Json] = [*sources]
    leaf = f"{slug(title, 'procedure')}-{sha256(text.encode()).hexdigest()[:8]}"
    return Change(
        kind="write",
        path=shelves.on_shelf(f"procedures/{leaf}.md", view.audience),
        text=f"# {title}\n\n{text}\n",
        meta={**fields_of(Record()), "description": description, "auto_distilled": True, "sources": ids},
        because=because,
        expects="",
    )


def is_double(view: View, text: str, named: Collection[str] = ()) -> bool:
    """Whether there is a procedure, asleep or not, that is as good as the same, and has all that is `named`."""
    alike = (one.memory for one in view.similar(text, "procedure", "skill") if one.similarity >= SAME_FROM)
    return any(all(name in memory.text for name in named) for memory in alike)


def _is_known(view: View, told: Told) -> bool:
    return is_double(view, f"{told.lead}\n{told.text}")


async def _procedure(view: View, event: Event, told: Told, ask: Asking, validation: Validation) -> Change:
    """Its steps are the person's own words, always; a model may name it, in words that its source bears."""
    lead = told.lead or told.steps[0]
    title, description = lead[:80], lead[:200]
    material: dict[str, Json] = {"procedure": event.content}
    written = await ask(INSTRUCTIONS, material, Written)
    if written is not None:
        said = [Utterance(name_of(event), event.content)]
        claimed = " ".join(f"{written.title}: {written.description}".split())
        if (await validation(claimed, said)).is_believed:
            title, description = " ".join(written.title.split()), " ".join(written.description.split())
    because = f"told by {name_of(event)} in {len(told.steps)} steps"
    return file_of(view, title, description, told.text, because, [event.id])
