"""The guard: what no plan may do, whoever made it: reach other people than it was made of, or take too much away."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from memory.archive import shelves
from memory.consolidation.view import View
from memory.vocabulary.change import Change
from memory.vocabulary.fact import BRINGING, DEMOTED, DORMANT, INVALIDATED, MERGED, RETRACTED, FactChange
from memory.vocabulary.strength import ASLEEP

LOSS = 0.25
"""Such a share of what an anima knew for one audience may vanish in one night: be put away, invalidated or laid to rest
with nothing in its place. One memory always may."""

ENDED = "ended"
"""How a fact is invalidated whose own time is over: it would not come to mind any more anyway."""

RESOLVED = "resolved"
"""How a plan is invalidated that somebody has settled."""

_TAKING = (DORMANT, INVALIDATED, RETRACTED, MERGED)

ELSEWHERE = "it is not for the audience that it was planned for"


def most(kept: int) -> int:
    """How many of so many memories may vanish in a night."""
    return max(1, int(LOSS * kept))


def is_within(view: View, change: Change) -> bool:
    """Whether a change concerns this audience alone."""
    if change.kind == "note":
        return not isinstance(change.note, FactChange) or _is_of(view, change.note)
    folder = shelves.shelf_of(change.path)
    if folder:
        return shelves.audience_of(folder) == view.audience
    own = change.meta.get("audience", str(view.audience))
    return view.document(change.path) is not None and own == str(view.audience)


def _is_of(view: View, note: FactChange) -> bool:
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
        return max(0, most(self.kept) - len(self.gone - self.came))

    def take(self, changes: Sequence[Change]) -> str:
        """Count them in; why they may not be carried out, all of them, else nothing."""
        gone, came = self.gone | _gone(changes), self.came | _came(changes)
        lost = len(gone - came) - len(came - gone)
        if lost > most(self.kept):
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
