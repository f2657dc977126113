"""A step of sleep: it looks at what one audience may read, and plans what is to become of it, within bounds.

A step changes nothing itself and reads no file: all that it sees comes through the NightView, all that it wants is a
list of Changes, each with its `because`, which one writer applies when the step is done. It is called once for each
audience, and what it plans may concern that audience alone; the night throws away what does not. The same view and
the same `now` plan the same, so that a night that was cut off ends as it would have.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Literal, TypeAlias, get_args

from memory.archive import documents
from memory.sleep.night_view import NightView
from memory.vocabulary.change import Change, Memory
from memory.vocabulary.event import Json
from memory.vocabulary.fact import ASLEEP, BRINGING, DEMOTED, DORMANT, INVALIDATED, MERGED, RETRACTED, FactChange
from memory.vocabulary.ports import Judge

Cadence: TypeAlias = Literal["session", "past", "daily", "weekly", "monthly"]
CADENCES: tuple[Cadence, ...] = get_args(Cadence)

StepPlan: TypeAlias = Callable[[NightView, Judge | None, datetime], Awaitable[list[Change]]]
"""Called in a thread of the night's own: a view may be asked at once, and a judge is awaited. Without a model the
judge is None, and rules decide. Two steps must not change one file in the same plan."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SleepStep:
    """`name` is shown to people and is part of the names of batches: lower case, words joined by dashes.

    What `forgets` is left out of a night whose clock cannot be trusted.
    """

    name: str
    cadence: Cadence
    plan: StepPlan
    forgets: bool = False


# --- noting ---------------------------------------------------------------------------------------------------------
# What steps plan most: notes of the memory log, with keys that the same night makes again, and marks in heads.


def note_change(view: NightView, type: str, *ids: str, because: str, how: str = "") -> Change:
    """A note about memories of this audience, as of the view's instant."""
    key = f"{view.night}/{type}/{how}/{'+'.join(ids)}"
    note = FactChange(ts=view.now, key=key, type=type, ids=ids, because=because, how=how, audience=str(view.audience))
    return Change(kind="note", because=because, note=note)


def mark_change(memory: Memory, fields: Mapping[str, Json], because: str) -> Change:
    """Fields of a document's head, and nothing else of it."""
    return Change(kind="mark", path=memory.path, meta=fields, because=because, expects=memory.version)


# --- guard ----------------------------------------------------------------------------------------------------------
# The guard: what no plan may do, whoever made it: reach other people than it was made of, or take too much away.


LOSS = 0.25
"""Such a share of what an anima knew for one audience may vanish in one night: be put away, invalidated or laid to rest
with nothing in its place. One memory always may."""

ENDED = "ended"
"""How a fact is invalidated whose own time is over: it would not come to mind any more anyway."""

RESOLVED = "resolved"
"""How a plan is invalidated that somebody has settled."""

_TAKING = (DORMANT, INVALIDATED, RETRACTED, MERGED)

ELSEWHERE = "it is not for the audience that it was planned for"


def most_losses(kept: int) -> int:
    """How many of so many memories may vanish in a night."""
    return max(1, int(LOSS * kept))


def is_within(view: NightView, change: Change) -> bool:
    """Whether a change concerns this audience alone."""
    if change.kind == "note":
        return not isinstance(change.note, FactChange) or _is_of(view, change.note)
    folder = documents.shelf_of(change.path)
    if folder:
        return documents.audience_of(folder) == view.audience
    own = change.meta.get("audience", str(view.audience))
    return view.document(change.path) is not None and own == str(view.audience)


def _is_of(view: NightView, note: FactChange) -> bool:
    if note.fact is not None and note.fact.audience != str(view.audience):
        return False
    return all(view.knows(id) for id in note.ids if not (note.fact and id == note.fact.id))


@dataclass(slots=True)
class Losses:
    """What vanished in the night so far of one audience, and what came: what others have decides nothing of it."""

    kept: int
    gone: set[str] = field(default_factory=set)
    came: set[str] = field(default_factory=set)

    @property
    def left(self) -> int:
        """How many more may vanish."""
        return max(0, most_losses(self.kept) - len(self.gone - self.came))

    def take(self, changes: Sequence[Change]) -> str:
        """Count them in; why they may not be carried out, all of them, else nothing."""
        gone, came = self.gone | _gone(changes), self.came | _came(changes)
        lost = len(gone - came) - len(came - gone)
        if lost > most_losses(self.kept):
            return f"{lost} of {self.kept} memories would vanish in one night, more than {LOSS:.0%}"
        self.gone, self.came = gone, came
        return ""


class LossesByAudience(dict[str, Losses]):
    """Of an audience that had nothing, a single memory may vanish."""

    def __missing__(self, audience: str) -> Losses:
        return self.setdefault(audience, Losses(0))


def losses_of(kept: Mapping[str, int]) -> LossesByAudience:
    """None yet, of so many memories each."""
    return LossesByAudience({audience: Losses(count) for audience, count in kept.items()})


def _gone(changes: Sequence[Change]) -> set[str]:
    notes = [change.note for change in changes if isinstance(change.note, FactChange)]
    taking = [
        note
        for note in notes
        if note.type in (DORMANT, INVALIDATED, RETRACTED, MERGED) and note.how not in (ENDED, RESOLVED)
    ]
    asleep = [note for note in notes if note.type == DEMOTED and note.how in ("", ASLEEP)]
    return {change.path for change in changes if change.kind == "archive"} | {
        id for note in (*taking, *asleep) for id in note.ids
    }


def _came(changes: Sequence[Change]) -> set[str]:
    brought = {
        change.note.fact.id
        for change in changes
        if isinstance(change.note, FactChange) and change.note.type in BRINGING and change.note.fact
    }
    written = (change for change in changes if change.kind in ("write", "restore"))
    return brought | {change.path for change in written if change.expects == ""}
