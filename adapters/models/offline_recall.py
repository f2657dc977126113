"""Which of what came to mind answers a question: what people stated, as far as it is sure; never what only asks."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from datetime import datetime
from math import exp

from bots.ports import StructuredPrompt
from memory.formation.classification import PERSONAL, message_worth
from memory.formation.message_intent import MessageIntent, asks_former, judge_intent
from memory.formation.self_corrections import is_brief
from memory.language.analyser import query_terms
from memory.language.answer_kinds import offered_answer, wanted_answer
from memory.language.feedback import text_to_remember
from memory.language.prose import sentences
from memory.theories.ranking_signals import open_question
from memory.vocabulary.cue import Recollection
from memory.vocabulary.fact import Fact

ANSWERS, SURELY, BELONGS = 0.4, 0.6, 0.34
"""How likely it must be that a memory answers: a question to memory, one that may be of general knowledge, a list."""

BY_MEANING = {
    **{"bias": -2.56, "confidence": 1.96, "score": 0.23, "ahead": 0.278, "detail": 2.5, "newest": 1.63},
    **{"no_number": -1.21, "few": -0.231, "similarity": 3.12, "tells_when": -0.273, "tells_number": 19.6},
}
BY_WORDS = {"bias": -1.75, "confidence": 1.11, "score": 0.166, "ahead": 0.539, "newest": 1.35, "no_number": -1.59}
MOST_AHEAD = 2.0
"""Logistic regressions on the open half of the talk set: whether what came to mind holds the answer, where a model
embeds and where none does. `ahead` is by how much its score is above that of the next one, `newest` its place by age
(0 … 1), `no_number` that a question for a time or a number is not told any, `few` that so few came to mind that the
ranking's signals, which are told from their mean, say little; the others are these signals."""

AMONG_FEW = 4

NEARLY = 0.85
"""Of the best one's likelihood: of what is as likely and has the same words of the question, the newest answers."""

MOST_OF_PROFILE = 6
MORE_THAN_A_NAME = 4
"""Words that say something, beside the name, of a message that tells more than that."""

LONGEST = 160

UNTOLD: frozenset[MessageIntent] = frozenset(
    (
        "remind",
        "reminders",
        "forget",
        "stop",
        "do",
        "recall",
        "list",
        "decision",
        "greeting",
        "thanks",
        "goodbye",
        "reaction",
    )
)
"""What is wanted so is never quoted as something told."""


def answering(known: StructuredPrompt, least: float = ANSWERS) -> Recollection | None:
    """The one that answers."""
    likely = [(chance, item) for chance, item in _likely(known) if chance >= least]
    if not likely:
        return None
    most, best = max(likely, key=lambda each: each[0])
    asked = set(query_terms(known.text))
    shared = asked & set(query_terms(best.text))
    alike = [
        item
        for chance, item in likely
        if chance >= NEARLY * most and item.at and best.at and shared and shared <= set(query_terms(item.text))
    ]
    return max(alike, key=lambda item: item.at or known.now, default=best)


def decided(known: StructuredPrompt) -> Recollection | None:
    """The same, of what was decided; where nothing like it was, only what surely answers."""
    events = {event for fact in known.facts if fact.category == "decision" for event in fact.sources}
    of_decisions = replace(known, found=tuple(item for item in known.found if not events.isdisjoint(item.ids)))
    return answering(of_decisions) or answering(known, SURELY)


def about(known: StructuredPrompt) -> list[Recollection]:
    """All that belong to what is asked for, the likeliest first."""
    likely = sorted(_likely(known), key=lambda each: -each[0])
    return [item for chance, item in likely if chance >= BELONGS]


def profile(known: StructuredPrompt, name: str) -> list[tuple[str, datetime]]:
    """What the person of that name told of themselves, in their own words, the latest first; a name alone stands
    elsewhere."""
    told: dict[str, datetime] = {}
    for fact in known.facts:
        words = known.words.get(fact.sources[0], "") if fact.sources else ""
        if words and _is_of_person(fact, words, known.person) and not _is_name_alone(fact, words, name):
            told.setdefault(_short(words), fact.said_at)
    return list(told.items())[:MOST_OF_PROFILE]


def _is_of_person(fact: Fact, words: str, person: str) -> bool:
    """Also where it names nobody, as it is usual in many a language, and what they said is of their own life."""
    return fact.subject == person or (
        not fact.subject and fact.person == person and message_worth(words).is_marked(PERSONAL)
    )


def _is_name_alone(fact: Fact, words: str, name: str) -> bool:
    """It tells how they are called, and little else."""
    names, told = set(query_terms(name)), set(query_terms(words))
    if fact.slot in (f"{fact.subject} name", f"{fact.subject} nickname"):
        names |= set(query_terms(fact.value))
    elif fact.subject or names.isdisjoint(told):
        return False
    return len(told - names) < MORE_THAN_A_NAME


def is_wish(text: str) -> bool:
    """What asks, greets or wants something done tells nothing."""
    intent = judge_intent(text)
    is_bare = intent == "correct" and is_brief(text)
    return bool(open_question(text)) or is_bare or (intent in UNTOLD and not text_to_remember(text))


def quotable(text: str, asked: str) -> str:
    """Of a long text the sentence that shares most with what is asked."""
    plain = " ".join(text.split())
    if len(plain) <= LONGEST:
        return plain
    wanted = set(query_terms(asked))
    parts = [sentence.text for sentence in sentences(text)] or [plain]
    return _short(max(parts, key=lambda part: len(wanted & set(query_terms(part)))))


def _short(text: str) -> str:
    plain = " ".join(text.split())
    return plain if len(plain) <= LONGEST else f"{plain[: LONGEST - 1].rstrip()}…"


def _likely(known: StructuredPrompt) -> Iterator[tuple[float, Recollection]]:
    """How likely each holds the answer."""
    stated = [_as_near(item, known) for item in _stated(known)]
    oldest_first = sorted(stated, key=lambda item: item.at or known.now)
    wants = wanted_answer(known.text)
    are_few = len(known.found) < AMONG_FEW
    is_embedded = any(reason.signal == "similarity" for item in known.found for reason in item.reasons)
    weights = BY_MEANING if is_embedded else BY_WORDS
    for item in stated:
        following = max((other.score for other in stated if other.id != item.id), default=0.0)
        offers = offered_answer(item.text)
        signals = {
            **{reason.signal: reason.value for reason in item.reasons},
            "bias": 1.0,
            "few": float(are_few),
            "confidence": item.confidence,
            "score": item.score,
            "ahead": max(-MOST_AHEAD, min(MOST_AHEAD, item.score - following)),
            "newest": oldest_first.index(item) / (len(stated) - 1) if len(stated) > 1 else 0.5,
            "no_number": float((wants.time or wants.number) and not offers.number and not offers.time),
        }
        sums = sum(weight * signals.get(name, 0.0) for name, weight in weights.items())
        yield 1 / (1 + exp(-sums)), item


def _as_near(recollection: Recollection, known: StructuredPrompt) -> Recollection:
    """What holds instead of something is as near to a question as that was, and the other way round."""
    alike = [
        recollection,
        *(other for other in known.found if recollection.text in other.outdated or other.text in recollection.outdated),
    ]
    score, confidence = max(other.score for other in alike), max(other.confidence for other in alike)
    return replace(recollection, score=score, confidence=confidence)


def _stated(known: StructuredPrompt) -> Iterator[Recollection]:
    """What people said, and what was noted beside it; nothing that only asks. What holds no more where that is asked
    for, else what holds."""
    is_of_past = asks_former(known.text) and any(item.outdated for item in known.found)
    animas = {name.casefold() for name in (known.anima, *known.colleagues)}
    found = [item for item in known.found if item.speaker.casefold() not in animas]
    said = [item for item in found if item.kind == "turn"]
    for item in found:
        is_noted_too = item.kind != "turn" and any(other.text in item.text for other in said)
        if not is_noted_too and not is_wish(item.text) and bool(item.outdated) == is_of_past:
            yield item
