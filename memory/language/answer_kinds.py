"""What kind of answer a question wants, and which kinds a text could give: a time, a number, a name, oneself.

Word lists as data, a few for each language. A list that sees too little is harmless: it only adds to other signals.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Set
from dataclasses import dataclass

from memory.language.analyser import fold
from memory.language.pack_tables import pattern_of_any_language, words_of

MOST = 3
"""Names, and words for oneself, that count; more says no more."""


@dataclass(frozen=True, slots=True, kw_only=True)
class WantedAnswer:
    """The kinds that a question asks for; "did she" wants none of them."""

    time: bool = False
    number: bool = False
    name: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class OfferedAnswer:
    """Shares 0..1. `time` is 1 for words that tell when (yesterday, ago), 0.7 for those that might (Monday, years)."""

    time: float = 0.0
    number: float = 0.0
    names: float = 0.0
    myself: float = 0.0


_ASKS_TIME, _ASKS_NUMBER, _ASKS_NAME = (
    pattern_of_any_language("answers", f"asks_{kind}") for kind in ("time", "number", "name")
)
_TELLS_WHEN, _MAY_TELL_WHEN = words_of("answers", "tells_when"), words_of("answers", "may_tell_when")
_NUMBERS, _MYSELF = words_of("answers", "numbers"), words_of("answers", "myself")
_MY_ENDINGS = tuple(words_of("answers", "my_endings"))
_CJK_WHEN, _CJK_MAY_TELL_WHEN = (
    pattern_of_any_language("answers", "when"),
    pattern_of_any_language("answers", "may_be_when"),
)
_CJK_NUMBER, _CJK_NAME, _CJK_MYSELF = (
    pattern_of_any_language("answers", kind) for kind in ("counted", "name", "oneself")
)
"""A language without spaces has patterns where the others have words."""

_TOKEN = re.compile(r"[^\W_]+")
_TITLE = re.compile(r"[\"“«「『][^\"”»」』\n]{2,60}[\"”»」』]")
_CLOSE = frozenset('.!?…\n[("“—-')
_BEFORE_A_NAME = frozenset(" '’")


def wanted_answer(question: str) -> WantedAnswer:
    """By the question's words alone."""
    folded = fold(question)
    time = bool(_ASKS_TIME.search(folded))
    number = not time and bool(_ASKS_NUMBER.search(folded))
    return WantedAnswer(time=time, number=number, name=not time and not number and bool(_ASKS_NAME.search(folded)))


def offered_answer(text: str) -> OfferedAnswer:
    """What stands in the text."""
    said = _TOKEN.findall(text if text.isascii() else fold(text))
    lower = [word.lower() for word in said]
    number = any(word in _NUMBERS or word[0].isdigit() for word in lower) or _CJK_NUMBER.search(text)
    return OfferedAnswer(
        time=_time(text, {*lower}),
        number=float(bool(number)),
        names=_share(_names(text) + len(_CJK_NAME.findall(text))),
        myself=_share(_myself(lower, is_ascii=text.isascii()) + len(_CJK_MYSELF.findall(text))),
    )


def _time(text: str, words: Set[str]) -> float:
    if words & _TELLS_WHEN or _CJK_WHEN.search(text):
        return 1.0
    is_year = any(len(word) == 4 and word.isdigit() and word[:2] in ("19", "20") for word in words)
    return 0.7 if is_year or words & _MAY_TELL_WHEN or _CJK_MAY_TELL_WHEN.search(text) else 0.0


def _names(text: str) -> int:
    """Titles in quotation marks, and runs of capitalised words inside a sentence."""
    found = len(_TITLE.findall(text)) if '"' in text or not text.isascii() else 0
    end = -2  # where the run of a name before this ends
    for match in _TOKEN.finditer(text):
        at = match.start()
        if not text[at].isupper() or at == 0 or (match.end() - at == 1):
            continue
        if at - end > 1 and text[at - 1] in _BEFORE_A_NAME and text[at - 2] not in _CLOSE:
            found += 1
        end = match.end()
    return found


def _myself(lower: Iterable[str], *, is_ascii: bool) -> int:
    return sum(word in _MYSELF or (not is_ascii and len(word) > 4 and word.endswith(_MY_ENDINGS)) for word in lower)


def _share(count: int) -> float:
    return min(MOST, count) / MOST
