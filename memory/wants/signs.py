"""What memory's own rules see in a message, as features for a linear judge: worth, feedback, questions, wishes."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from datetime import UTC, datetime

from memory.encoding.said import Said
from memory.encoding.understanding import evidence
from memory.encoding.worth import shares
from memory.languages import feedback
from memory.languages.analyser import fold
from memory.languages.catalogue import LANGUAGES
from memory.languages.detection import language_of
from memory.languages.legible import legible
from memory.recall.intent import intent
from memory.theories.open_question import open_question

_ANY_DAY = datetime(2026, 1, 1, tzinfo=UTC)
LONGEST = 1000
"""Characters that are looked at."""

_MARKS = "?!.,;:。？！、…~〜"


def signs(text: str) -> Mapping[str, float]:
    """Each about 0 … 2. Of a long message its beginning and its end are looked at."""
    return dict(_signs(legible(text if len(text) <= LONGEST else f"{text[: LONGEST // 2]} {text[-LONGEST // 2 :]}")))


def _signs(text: str) -> Iterator[tuple[str, float]]:
    seen = evidence(Said(id="", text=text, at=_ANY_DAY, person="any:one", speaker="one"))
    if seen is None:
        yield "amends", 1.0
    else:
        yield from ((name, value) for name, value in seen.items() if ":" not in name)  # words are features already
        yield from ((f"worth {name}", share) for name, share in shares(seen).items())
    yield f"verdict {feedback.verdict(text)}", 1.0
    yield "forget that", float(feedback.asks_to_forget(text))
    yield "forget what", float(bool(feedback.asked_to_forget(text)))
    yield "remember", float(bool(feedback.asked_to_remember(text)))
    yield f"after {intent(text).name}", 1.0
    yield f"language {language_of(text).code}", 1.0
    yield "asks", open_question(text)
    yield from _of_packs(" ".join(fold(text).split()))


def _of_packs(folded: str) -> Iterator[tuple[str, float]]:
    words = {word.strip(_MARKS) for word in folded.split()}
    bare = folded.strip(_MARKS)
    yield "question word", float(any(words & pack.question_words for pack in LANGUAGES))
    yield "greets", float(any(folded.startswith(one) for pack in LANGUAGES for one in pack.greetings))
    yield "acknowledges", float(any(bare in pack.acknowledgements for pack in LANGUAGES))
    yield "requests", float(any(one in folded for pack in LANGUAGES for one in pack.requests))
    endings = tuple(one for pack in LANGUAGES for one in pack.question_endings)
    yield "ends asking", float(folded.rstrip(_MARKS).endswith(endings))
