"""What nothing is formed of: text that filters keep out, that says too little, or that hangs on what came before it.

It is kept from formation, never from the log.
"""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from functools import lru_cache

from memory.formation.classification import is_question
from memory.formation.utterances import Statement, Understood, Utterance
from memory.language.analyser import fold, has_cjk, is_silent, terms
from memory.language.linear_judge import fitted_judge, text_features
from memory.language.pack_tables import pattern_of_any_language, words_of
from memory.language.prose import LONGEST_LEGIBLE, without_code
from memory.vocabulary.scripts import LATIN_LOOK_ALIKES, MIDDLE_DOT

MOST_EMOJI = 3
MOST_MARKED_LINES = 4
MOST_CODE = 0.5

_ACKNOWLEDGED = words_of("words", "acknowledgements") | words_of("words", "greetings")
_INJECTION = pattern_of_any_language("injections", "commands")
_SQUEEZED = pattern_of_any_language("injections", "squeezed")
"""Commands without their spaces."""
_MARKS = pattern_of_any_language("injections", "marks", re.MULTILINE)
_NOTICES = pattern_of_any_language("injections", "notices", re.MULTILINE)
_SPACED_OUT = re.compile(r"(?:\b\w[\s._*|-]+){7,}\w\b")
"""Letters kept apart, so that no word of them is seen."""
_MARKUP = " \n*_"
_BLANKS = re.compile(r"[^\S\n]+")
_PUNCTUATION = re.compile(r"[\W_]+")
_ELEMENT = re.compile(
    r"<([A-Za-z][\w.-]*)(?:\s[^<>\n]*)?>.*?</\1\s*>|<!--.*?-->|</?[A-Za-z][\w.-]*(?:\s[^<>\n]*=[^<>\n]*)?/?>", re.DOTALL
)
_QUOTED_LINK = re.compile(r"<(?:[@#!]|https?:|mailto:)[^<>\n]*>")
_SYSTEM_TAG = re.compile(
    r"</?(?:system|memory|memories|tool|function|assistant|instructions?|context)(?:[_-]\w+)*(?:\s[^<>\n]*)?>",
    re.IGNORECASE,
)
_FRONT_MATTER = re.compile(r"\A(?:---\n)?(?:\w+: ?\S+\n){2,}(?:---\n|#)")
_MARKED_LINE = re.compile(
    rf"^\s*(?:[-*•{MIDDLE_DOT}]\s+|\d{{1,2}}[.)]\s+|\*\*[^\n]+\*\*:?\s*$|#{{1,4}}\s)", re.MULTILINE
)
_CODE_LINE = re.compile(
    r"^\s*(?:(?=.*[=(){}\[\]]).*[;{}]"
    r"|(?:const|let|var)\s+\w+\s*[=:;].*|(?:public|private|static|async)\s+\w+.*[=({]"
    r"|(?:def|class|function|func|fn)\s+\w+\s*[(:{].*|(?:if|for|while|elif|with|switch|catch)\b(?=.*[=()<>\[\]]).*[:{]"
    r"|(?:else|try|finally|except[^:]{0,40}):?"
    r"|import [\w.]+(?: as \w+)?;?|from [\w.]+ import .*|return\b[^.]{0,40};?|#include.*|@[\w.]+(?:\(.*\))?"
    r"|[\w.]+\(.*\)|[\w.\[\]]+\s[-+*/|]?=\s\S.*|[}\])]+[,;]?)\s*$"
)
_LOG_LINE = re.compile(
    r"^\s*(?:(?:SELECT|INSERT|UPDATE|DELETE|CREATE|ALTER|FROM|WHERE|JOIN)\b"
    r"|(?:\$|>>>|#!)\s?\S|File \"|at [\w.$<>]+\(|\[?\d{4}-\d\d-\d\d[T ]\d\d:\d\d|\[?\d\d:\d\d:\d\d\b"
    r"|(?:ERROR|WARN(?:ING)?|INFO|DEBUG|FATAL)\b)"
)
"""Of a log, a trace, a shell or a database."""

_EMOJI = re.compile("[\U0001f000-\U0001faff\u2600-\u27bf\u2b50\u2b55\u231a-\u23ff\u3030\u303d]|:[a-z0-9_+-]{2,40}:")
_ATTACHED = re.compile("[\u200d\ufe0f\U0001f3fb-\U0001f3ff]")


def why_filtered(said: Utterance) -> str:
    """Why nothing is formed of it; empty: something may be."""
    return next((reason for reason, applies in FILTERS if applies(said)), "")


def has_wrong_length(said: Utterance) -> bool:
    if len(said.text) > LONGEST_LEGIBLE:
        return True
    words = _PUNCTUATION.sub(" ", _EMOJI.sub(" ", said.text)).strip()
    if not any(letter.isalnum() for letter in words):
        return True
    asked = said.before[-1].text if said.before and said.before[-1].own else ""
    return fold(words) in _ACKNOWLEDGED and not (asked and is_question(asked.rstrip(_MARKUP)))


def is_system_text(said: Utterance) -> bool:
    text = said.text
    return _SYSTEM_TAG.search(text) is not None or _NOTICES.search(fold(text)) is not None


def is_injection(said: Utterance) -> bool:
    plain = _seen(said.text)
    if _INJECTION.search(plain) or _MARKS.search(plain):
        return True
    squeezed = (_PUNCTUATION.sub("", match.group()) for match in _SPACED_OUT.finditer(plain))
    return any(_SQUEEZED.search(item) or _INJECTION.search(item) for item in squeezed)


def is_xml_block(said: Utterance) -> bool:
    """Elements hold half of the text, or a header of fields stands before it, as in a memory's own file."""
    if _FRONT_MATTER.match(said.text):
        return True
    if "<" not in said.text:
        return False
    text = _QUOTED_LINK.sub("", said.text)
    return sum(len(match.group()) for match in _ELEMENT.finditer(text)) * 2 > len(text)


def is_markdown_heavy(said: Utterance) -> bool:
    return len(_MARKED_LINE.findall(said.text)) > MOST_MARKED_LINES


def is_mostly_code(said: Utterance) -> bool:
    text = said.text.strip()
    kept = (line for line in without_code(text).split("\n") if not (_CODE_LINE.match(line) or _LOG_LINE.match(line)))
    return sum(len(line.strip()) for line in kept) < len(text.replace("\n", "")) * (1 - MOST_CODE)


def is_mostly_emoji(said: Utterance) -> bool:
    """More than three, and what is left without them is no sentence."""
    bare = _ATTACHED.sub("", said.text)
    if len(_EMOJI.findall(bare)) <= MOST_EMOJI:
        return False
    left = _EMOJI.sub(" ", bare)
    return len(terms(left)) < (4 if has_cjk(left) else 2)


FILTERS: tuple[tuple[str, Callable[[Utterance], bool]], ...] = (
    ("length", has_wrong_length),
    ("system", is_system_text),
    ("injection", is_injection),
    ("xml", is_xml_block),
    ("markdown", is_markdown_heavy),
    ("code", is_mostly_code),
    ("emoji", is_mostly_emoji),
)
"""The reasons and their filters, asked in this order."""


def _seen(text: str) -> str:
    """As a reader sees it: folded, without invisible letters and with look-alikes made plain."""
    if not text.isascii():
        seen = "".join(letter for letter in text if unicodedata.category(letter) != "Cf")
        text = fold(seen).translate(LATIN_LOOK_ALIKES)
    return _BLANKS.sub(" ", text.lower())


# --- density --------------------------------------------------------------------------------------------------------
# Density: how much a message says that can be kept. Below LEAST it is left out.
#
# A count of different things: whom and what it names, what it states, when, and what it takes back. What a statement is
# about counts as named, so that one personal fact ("I'm vegan") is two: somebody, and what is so of them. Where rules
# do not see what it is about ("the roof leaks"), its words name it, if there are enough of them to say something of it,
# too.


LEAST_DENSITY = 2
LEAST_WORDS_OF_DENSITY = 3
"""That say something, of a statement that names what it is about."""


def is_dense(understood: Understood) -> bool:
    return information_density(understood) >= LEAST_DENSITY


def information_density(understood: Understood) -> int:
    statements = understood.statements
    named = {*understood.entities, *(uri for statement in statements for uri in statement.entities)}
    subjects = filter(None, map(_statement_subject, statements))
    about = {subject for subject in subjects if f"entity://person/{subject}" not in named}
    told = {statement.text for statement in statements}
    times = {when.date() for statement in statements for when in (statement.valid_from, statement.valid_until) if when}
    return len(named | about) + len(told) + len(times) + sum(statement.corrects for statement in statements)


def _statement_subject(statement: Statement) -> str:
    if statement.subject or statement.entities:
        return statement.subject
    said = [term for term in terms(statement.text) if not is_silent(term)]
    return said[0] if len(said) >= LEAST_WORDS_OF_DENSITY else ""


# --- standing -------------------------------------------------------------------------------------------------------
# Whether a sentence stands by itself: who knows the speaker and the day knows what is meant, and it tells something.
#
# A learned judge says so, by letters and words. "They said yes." needs what was said before: it stays in the log, where
# it is found beside that, and no fact is made of it.


STANDS, HANGS = "stands", "hangs"
STANDING_JUDGE = "standing"
SURE, WITH_VALUE = 0.7, 0.1
"""How likely a sentence stands by itself at least, and one that gives the value of an attribute."""
HANGING = "it needs what was said before, or tells nothing"


def keep_standing(said: Utterance, understood: Understood, is_known: Callable[[str], bool]) -> Understood:
    """With those statements alone that stand by themselves, or answer what was asked before, or give another value of
    an attribute (slot) that is known, if only by the same message."""
    if not understood.category or said.own:
        return understood
    told = Counter(statement.slot for statement in understood.statements)
    kept = tuple(
        statement
        for statement in understood.statements
        if _stays(statement, said, lambda slot: told[slot] > 1 or is_known(slot))
    )
    if len(kept) == len(understood.statements):
        return understood
    return replace(understood, statements=kept) if kept else Understood(because=HANGING)


@lru_cache(maxsize=512)
def standing_share(sentence: str) -> float:
    """How likely it stands by itself, 0 … 1."""
    return fitted_judge("memory.formation", STANDING_JUDGE).shares(text_features(sentence))[STANDS]


def _stays(statement: Statement, said: Utterance, is_known: Callable[[str], bool]) -> bool:
    if statement.question or (statement.slot and is_known(statement.slot)):
        return True
    least = WITH_VALUE if statement.slot else SURE
    return standing_share(said.text[statement.start : statement.end].strip()) >= least
