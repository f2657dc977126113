"""The observer: what nothing is formed of, by seven filters. It keeps text from formation, never from the log.

It judges what people say and what the anima says. A short sentence may hold all that matters ("I'm vegan"), and a "yes"
is worth what was asked: so only what has no words, or is a bare reaction to nothing, is too short.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable

from memory.encoding.classification import is_question
from memory.encoding.prose import without_code
from memory.encoding.said import Said
from memory.languages.analyser import fold, has_cjk, terms
from memory.languages.legible import LONGEST
from memory.languages.tables import any_of, words_of

MOST_EMOJI = 3
MOST_MARKED_LINES = 4
MOST_CODE = 0.5

_ACKNOWLEDGED = words_of("words", "acknowledgements") | words_of("words", "greetings")
_INJECTION = any_of("injections", "commands")
_SQUEEZED = any_of("injections", "squeezed")
"""Commands without their spaces."""
_MARKS = any_of("injections", "marks", re.MULTILINE)
_NOTICES = any_of("injections", "notices", re.MULTILINE)
_SPACED_OUT = re.compile(r"(?:\b\w[\s._*|-]+){7,}\w\b")
"""Letters kept apart, so that no word of them is seen."""
_MARKUP = " \n*_"
_LOOK_ALIKE = str.maketrans("аеорсухіӏԁѕјһ", "aeopcyxildsjh")
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
_MARKED_LINE = re.compile(r"^\s*(?:[-*•・]\s+|\d{1,2}[.)]\s+|\*\*[^\n]+\*\*:?\s*$|#{1,4}\s)", re.MULTILINE)
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


def filtered(said: Said) -> str:
    """Why nothing is formed of it; empty: something may be."""
    return next((reason for reason, applies in FILTERS if applies(said)), "")


def is_of_no_length(said: Said) -> bool:
    if len(said.text) > LONGEST:
        return True
    words = _PUNCTUATION.sub(" ", _EMOJI.sub(" ", said.text)).strip()
    if not any(letter.isalnum() for letter in words):
        return True
    asked = said.before[-1].text if said.before and said.before[-1].own else ""
    return fold(words) in _ACKNOWLEDGED and not (asked and is_question(asked.rstrip(_MARKUP)))


def is_of_the_system(said: Said) -> bool:
    text = said.text
    return _SYSTEM_TAG.search(text) is not None or _NOTICES.search(fold(text)) is not None


def is_an_injection(said: Said) -> bool:
    plain = _seen(said.text)
    if _INJECTION.search(plain) or _MARKS.search(plain):
        return True
    squeezed = (_PUNCTUATION.sub("", match.group()) for match in _SPACED_OUT.finditer(plain))
    return any(_SQUEEZED.search(one) or _INJECTION.search(one) for one in squeezed)


def is_a_block_of_xml(said: Said) -> bool:
    """Elements hold half of the text, or a header of fields stands before it, as in a memory's own file."""
    if _FRONT_MATTER.match(said.text):
        return True
    if "<" not in said.text:
        return False
    text = _QUOTED_LINK.sub("", said.text)
    return sum(len(match.group()) for match in _ELEMENT.finditer(text)) * 2 > len(text)


def is_heavy_with_markdown(said: Said) -> bool:
    return len(_MARKED_LINE.findall(said.text)) > MOST_MARKED_LINES


def is_mostly_code(said: Said) -> bool:
    text = said.text.strip()
    kept = (line for line in without_code(text).split("\n") if not (_CODE_LINE.match(line) or _LOG_LINE.match(line)))
    return sum(len(line.strip()) for line in kept) < len(text.replace("\n", "")) * (1 - MOST_CODE)


def is_mostly_emoji(said: Said) -> bool:
    """More than three, and what is left without them is no sentence."""
    bare = _ATTACHED.sub("", said.text)
    if len(_EMOJI.findall(bare)) <= MOST_EMOJI:
        return False
    left = _EMOJI.sub(" ", bare)
    return len(terms(left)) < (4 if has_cjk(left) else 2)


FILTERS: tuple[tuple[str, Callable[[Said], bool]], ...] = (
    ("length", is_of_no_length),
    ("system", is_of_the_system),
    ("injection", is_an_injection),
    ("xml", is_a_block_of_xml),
    ("markdown", is_heavy_with_markdown),
    ("code", is_mostly_code),
    ("emoji", is_mostly_emoji),
)
"""The reasons and their filters, asked in this order."""


def _seen(text: str) -> str:
    """As a reader sees it: folded, without invisible letters and with look-alikes made plain."""
    if not text.isascii():
        text = fold("".join(letter for letter in text if unicodedata.category(letter) != "Cf")).translate(_LOOK_ALIKE)
    return _BLANKS.sub(" ", text.lower())
