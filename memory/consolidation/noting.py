"""Notes of a night: changes of the memory log with keys that the same night makes again."""

from __future__ import annotations

from memory.consolidation.view import View
from memory.vocabulary.change import Change
from memory.vocabulary.fact import FactChange


def noted(view: View, type: str, *ids: str, because: str, how: str = "") -> Change:
    """A note about memories of this audience, as of the view's instant."""
    key = f"sleep/{view.now.isoformat()}/{type}/{how}/{'+'.join(ids)}"
    note = FactChange(ts=view.now, key=key, type=type, ids=ids, because=because, how=how, audience=str(view.audience))
    return Change(kind="note", because=because, note=note)
