"""What kind of message wakes the anima, and whether it is worth a search: rules of the language packs, no model."""

from __future__ import annotations

import re
from datetime import tzinfo

from memory.languages.analyser import fold, has_cjk
from memory.languages.tables import words_of
from memory.recall.past import asked_about, asks_when
from memory.vocabulary.recall import Cue

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
    return asks_when(cue.text[:_END]) or asked_about(cue.text, now) < now


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
