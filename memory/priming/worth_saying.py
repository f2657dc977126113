"""What is worth its place in a prompt: not what stands there anyway, nor what asks, nods or repeats.

Left out are memories whose words the reader has before them (the talk so far), turns that only ask or only greet and
assent, and the anima's own words where they say again what was asked or what others said.

Formula  an own turn is an echo if |its terms ∩ terms of the others| ≥ 0.75 · |its terms|
Source   the project's own: of the memories in a prompt after 100 turns, more than half were its own quotations.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence

from memory.encoding.sentences import sentences
from memory.languages.analyser import query_terms
from memory.priming.message_type import says_nothing
from memory.theories.open_question import open_question
from memory.vocabulary.recall import Cue, Recollection

ECHO = 0.75
"""Share of an own turn's terms from which it only says again what others said."""

FEWEST_TERMS = 3
"""What has fewer words that say something is no statement beside a question."""

_LONGEST = 2000
"""Characters of a turn that are looked at: what is longer is never idle."""


def worth_saying(found: Sequence[Recollection], cue: Cue) -> list[Recollection]:
    """Those that are worth it, in their order."""
    shown = " ".join(" ".join(text.split()) for text in cue.shown.values())
    others = [*cue.shown.values(), cue.text, *(one.text for one in found if not one.own)]
    known = frozenset(term for text in others for term in query_terms(text)) if any(one.own for one in found) else ()
    return [one for one in found if not (_is_shown(one, cue, shown) or _is_idle(one) or _is_echo(one, known))]


def _is_shown(found: Recollection, cue: Cue, shown: str) -> bool:
    return found.id in cue.shown or (bool(shown) and " ".join(found.text.split()) in shown)


def _is_idle(found: Recollection) -> bool:
    if found.kind != "turn" or len(found.text) > _LONGEST:
        return False
    return says_nothing(found.text) or only_asks(found.text)


def _is_echo(found: Recollection, known: Collection[str]) -> bool:
    if not found.own or found.kind != "turn":
        return False
    said = query_terms(found.text)
    return sum(term in known for term in said) >= ECHO * len(said)


def only_asks(text: str) -> bool:
    """Whether it ends by asking and states nothing beside."""
    if not open_question(text):
        return False
    return all(open_question(one.text) or len(query_terms(one.text)) < FEWEST_TERMS for one in sentences(text))
