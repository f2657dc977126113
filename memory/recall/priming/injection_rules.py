"""Rules of what is said by itself: which message is worth a search, which recollection its place in a prompt.

The rules are those of the language packs; no model is asked.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from datetime import tzinfo
from typing import Literal

from memory.language.analyser import fold, has_cjk, query_terms
from memory.language.pack_tables import words_of
from memory.language.prose import sentences
from memory.recall.query import asked_instant, asks_when
from memory.theories.ranking_signals import open_question
from memory.vocabulary.cue import Cue, Recollection

GREETING, QUESTION, REQUEST, HEARTBEAT = "greeting", "question", "request", "heartbeat"

_END = 1000
_ADDRESS = re.compile(r"^@?\w+[,:]\s+")
_ASKS = re.compile(r"[?？؟]\s*$")
_GREETINGS = words_of("words", "greetings")
_ACKNOWLEDGEMENTS = words_of("words", "acknowledgements")
_QUESTION_WORDS = words_of("words", "question_words")
_REQUESTS = tuple(words_of("words", "requests"))
_ENDINGS = tuple(words_of("words", "question_endings"))
_TELLING = ("tell me", "do you know", "do you remember", "can you remember", "remind me what", "remind me when")


def message_type(cue: Cue) -> str:
    """greeting, question, request or heartbeat; what is none of the others is treated like a question."""
    if cue.activation == HEARTBEAT:
        return HEARTBEAT
    if cue.activation == "cron":
        return REQUEST
    if says_nothing(cue.text):
        return GREETING
    text = _bare(cue.text)
    if _starts_asking(text) or any(phrase in text for phrase in _TELLING):
        return QUESTION
    if any(_requests(text, phrase) for phrase in _REQUESTS):
        return REQUEST
    return QUESTION


def is_question(text: str) -> bool:
    """Whether something is asked, with or without a question mark."""
    bare = _bare(text)
    return bool(_ASKS.search(text[-_END:])) or _starts_asking(bare) or bare.endswith(_ENDINGS)


def is_worth_a_search(cue: Cue) -> bool:
    """The gate: greetings, confirmations, slash commands and single words of assent call nothing up."""
    if cue.activation != "message":
        return True
    if cue.text.lstrip().startswith("/"):
        return False
    return not says_nothing(cue.text)


def is_about_the_past(cue: Cue, zone: tzinfo) -> bool:
    """Whether it names a day that is over, or asks when something was."""
    now = cue.now.astimezone(zone)
    return asks_when(cue.text[:_END]) or asked_instant(cue.text, now) < now


def says_nothing(text: str) -> bool:
    """A greeting, a word of assent or thanks, a smile: nothing that anybody would want to know later."""
    text = _bare(text)
    return not text or text in _GREETINGS or text in _ACKNOWLEDGEMENTS


def _bare(text: str) -> str:
    """Folded, without the name that it is addressed to and without marks around it."""
    folded = " ".join(fold(_ends(text)).replace("’", "'").split())
    return _trimmed(_ADDRESS.sub("", folded))


def _ends(text: str) -> str:
    """A long message shows at its beginning and at its end what it is: this is asked on the event loop."""
    return text if len(text) <= 2 * _END else f"{text[:_END]} {text[-_END:]}"


def _trimmed(text: str) -> str:
    start, end = 0, len(text)
    while start < end and not text[start].isalnum():
        start += 1
    while start < end and not text[end - 1].isalnum():
        end -= 1
    return text[start:end]


def _starts_asking(text: str) -> bool:
    return text.partition(" ")[0].partition("'")[0] in _QUESTION_WORDS


def _requests(text: str, phrase: str) -> bool:
    if has_cjk(phrase):
        return phrase in text
    if " " in phrase or phrase in ("please", "lutfen"):
        return f" {phrase} " in f" {text} "
    return text.startswith(f"{phrase} ") or text.endswith(f" {phrase}")


# --- gate -----------------------------------------------------------------------------------------------------------
# The gate of injection: how much of a recollection is said by itself, by how sure it is.
#
# What was learned (knowledge, facts, episodes, procedures) is somebody's conclusion, and repeated where it does not
# belong it misleads: from 0.7 it is said in full with path and date, from 0.4 its beginning only, below that not at
# all, and the low-confidence hit is noted. The confidence is the calibrated similarity, or the share of the question's
# rare words that it has, times what its source is worth; never the score, whose parts have other units.
#
# What was said is quoted with its speaker and date, and who reads it can judge it. A turn seldom repeats the words of
# the question that it answers (its neighbours do), so its confidence says little: rank and budget decide, and the gate
# stops only what nothing speaks for. A turn is said whole, for a sentence cut in half is how answers get lost.


FULL_CONFIDENCE, SUMMARY_CONFIDENCE = 0.7, 0.4
"""Confidence from which a document is said in full, and in short."""

LONGEST_SUMMARY = 160
"""Characters of a summary."""

InjectionDegree = Literal["full", "summary", "withheld"]

_SENTENCE = re.compile(r"[.!?…][\"')\]]*(?=\s|$)|[。！？]")


def injection_degree(found: Recollection) -> InjectionDegree:
    """How much of it is said."""
    if found.kind == "turn":
        return "full" if _has_a_reason(found) else "withheld"
    if found.confidence >= FULL_CONFIDENCE:
        return "full"
    return "summary" if found.confidence >= SUMMARY_CONFIDENCE else "withheld"


def summarise(text: str) -> str:
    """The first sentences that fit, in one line; a longer one is cut at a word."""
    plain = " ".join(text.split())
    if len(plain) <= LONGEST_SUMMARY:
        return plain
    ends = [
        match.end() for match in _SENTENCE.finditer(plain, 0, LONGEST_SUMMARY) if not plain[: match.end()].isdecimal()
    ]
    if ends:
        return plain[: ends[-1]]
    return f"{plain[: LONGEST_SUMMARY - 1].rpartition(' ')[0] or plain[: LONGEST_SUMMARY - 1]}…"


def _has_a_reason(found: Recollection) -> bool:
    return found.confidence > 0 or not found.reasons or any(reason.value > 0 for reason in found.reasons)


# --- worth saying ---------------------------------------------------------------------------------------------------
# What is worth its place in a prompt: not what stands there anyway, nor what asks, nods or repeats.
#
# Left out are memories whose words the reader has before them (the talk so far), turns that only ask or only greet and
# assent, and the anima's own words where they say again what was asked or what others said.
#
# Formula  an own turn is an echo if |its terms ∩ terms of the others| ≥ 0.75 · |its terms|
# Source   the project's own: of the memories in a prompt after 100 turns, more than half were its own quotations.


ECHO_SHARE = 0.75
"""Share of an own turn's terms from which it only says again what others said."""

FEWEST_TERMS = 3
"""What has fewer words that say something is no statement beside a question."""

_LONGEST = 2000
"""Characters of a turn that are looked at: what is longer is never idle."""


def keep_worth_saying(found: Sequence[Recollection], cue: Cue) -> list[Recollection]:
    """Those that are worth it, in their order."""
    shown = " ".join(" ".join(text.split()) for text in cue.shown.values())
    known = _known(found, cue) if any(item.own for item in found) else frozenset()
    worth = [
        item for item in found if not (_is_shown(item, cue, shown) or _is_idle_turn(item) or _is_echo(item, known))
    ]
    best: dict[tuple[str, str], Recollection] = {}
    for item in worth:  # who says the same words again says nothing new
        best.setdefault((item.speaker, " ".join(item.text.split())), item)
    return list(best.values())


def _known(found: Sequence[Recollection], cue: Cue) -> frozenset[str]:
    """The terms of all that others said, with who said it when: an answer quotes with both."""
    said = [f"{item.speaker} {_day(item)} {item.text}" for item in found if not item.own]
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
    return sum(term in known for term in said) >= ECHO_SHARE * len(said)


def _only_asks(text: str) -> bool:
    """Whether it ends by asking and states nothing beside."""
    if not open_question(text):
        return False
    return all(
        open_question(sentence.text) or len(query_terms(sentence.text)) < FEWEST_TERMS for sentence in sentences(text)
    )
