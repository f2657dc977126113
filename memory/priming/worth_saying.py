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
    known = _known(found, cue) if any(one.own for one in found) else frozenset()
    worth = [one for one in found if not (_is_shown(one, cue, shown) or _is_idle_turn(one) or _is_echo(one, known))]
    best: dict[tuple[str, str], Recollection] = {}
    for one in worth:  # who says the same words again says nothing new
        best.setdefault((one.speaker, " ".join(one.text.split())), one)
    return list(best.values())


def _known(found: Sequence[Recollection], cue: Cue) -> frozenset[str]:
    """The terms of all that others said, with who said it when: an answer quotes with both."""
    said = [f"{one.speaker} {_day(one)} {one.text}" for one in found if not one.own]
    return frozenset(term for text in (*cue.shown.values(), cue.text, *said) for term in query_terms(text))


def _day(found: Recollection) -> str:
    return f"{found.at.day} {found.at:%B %Y}" if found.at else ""


def _is_shown(found: Recollection, cue: Cue, shown: str) -> bool:
    return found.id in cue.shown or (bool(shown) and " ".join(found.text.split()) in shown)


def is_idle(text: str) -> bool:
    """Whether a turn only greets, assents or asks."""
    return len(text) <= _LONGEST and (says_nothing(text) or _only_asks(text))


def _is_idle_turn(found: Recollection) -> bool:
    return found.kind == "turn" and is_idle(found.text)


def _is_echo(found: Recollection, known: Collection[str]) -> bool:
    if not found.own or found.kind != "turn":
        return False
    said = query_terms(found.text)
    return sum(term in known for term in said) >= ECHO * len(said)


def _only_asks(text: str) -> bool:
    """Whether it ends by asking and states nothing beside."""
    if not open_question(text):
        return False
    return all(open_question(one.text) or len(query_terms(one.text)) < FEWEST_TERMS for one in sentences(text))
