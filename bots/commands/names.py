"""Names that people type: the nearest known one, and the anima that is meant."""

from __future__ import annotations

from collections.abc import Iterable
from difflib import get_close_matches

from bots.commands.desk import Desk
from bots.commands.signature import Usage
from bots.persona.state import AnimaState
from memory.vocabulary.unicode_form import normal


def folded(name: str) -> str:
    """Case and Unicode width do not matter in a name."""
    return normal(name).casefold()


def near(word: str, words: Iterable[str]) -> str:
    """The known word that is nearest; empty when none is near."""
    by_fold = {folded(one): one for one in words}
    found = get_close_matches(folded(word), by_fold, n=1, cutoff=0.6)
    return by_fold[found[0]] if found else ""


def anima_called(desk: Desk, name: str) -> AnimaState:
    """Raises Usage."""
    animas = desk.animas()
    for anima in animas:
        if folded(anima.name) == folded(name):
            return anima
    names = [anima.name for anima in animas]
    hint = near(name, names)
    known = (
        f"did you mean {hint}?" if hint else f"there {'is' if len(names) == 1 else 'are'} {', '.join(names) or 'none'}"
    )
    raise Usage(f"no anima is called {name!r} ({known})")
