"""What steps plan most: notes of the memory log, with keys that the same night makes again, and marks in heads."""

from __future__ import annotations

from collections.abc import Mapping

from memory.consolidation.view import View
from memory.vocabulary.change import Change
from memory.vocabulary.event import Json
from memory.vocabulary.fact import FactChange
from memory.vocabulary.memory import Memory


def noted(view: View, type: str, *ids: str, because: str, how: str = "") -> Change:
    """A note about memories of this audience, as of the view's instant."""
    key = f"{view.night}/{type}/{how}/{'+'.join(ids)}"
    note = FactChange(ts=view.now, key=key, type=type, ids=ids, because=because, how=how, audience=str(view.audience))
    return Change(kind="note", because=because, note=note)


def marked(memory: Memory, fields: Mapping[str, Json], because: str) -> Change:
    """Fields of a document's head, and nothing else of it."""
    return Change(kind="mark", path=memory.path, meta=fields, because=because, expects=memory.version)
