"""A correction that gives nothing but the new value: it is about what was told last with a value of its type."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from datetime import timedelta

from memory.encoding.classification import BASE_CONFIDENCE, CORRECTION, compiled
from memory.encoding.corrections import told_of
from memory.encoding.cued import CUES, level
from memory.encoding.rewriting import shortened
from memory.encoding.said import Said, Statement, Understood
from memory.encoding.typed import typed
from memory.languages.cues import FOOD, FULL_NAME, NAME, NOUN, TITLED, Cues
from memory.languages.said_dates import said_dates

LONGEST = 80
WITHIN = timedelta(minutes=30)
_MOST_WORDS = 4
_MOST_LETTERS = 40
_ENDING = re.compile(r"'\w{1,4}$|(?:先生|さん)$")
_TITLE = re.compile(r"(?:dr|prof|uzm)\b|.*先生$")
_GAP = re.compile(r"\s{2,}")

Stated = Callable[[Said], Sequence[Statement]]
"""What an earlier message states."""


def amends(said: Said, text: str, code: str, stated: Stated) -> Understood | None:
    """None where the message says more than that, or nothing that was told before is of the type."""
    if not said.before or len(text) > LONGEST:
        return None
    language, folded = CUES[code], level(text)
    if not compiled(language.amends).search(folded) or "?" in text or "？" in text:
        return None
    for earlier in _earlier(said, stated):
        if value := _value(text, folded, said, earlier, language):
            return _understood(text, said, earlier, value)
    return None


def _earlier(said: Said, stated: Stated) -> Iterator[Statement]:
    """The speaker's own words, the last ones first."""
    for one in reversed(said.before):
        if one.person == said.person and said.at - one.at <= WITHIN:
            yield from (told for told in reversed(stated(one)) if told.slot and told.value)


def _value(text: str, folded: str, said: Said, earlier: Statement, language: Cues) -> str:
    sort = next((cue.sort for cue in language.cues if _is_of(earlier, cue.attribute)), "")
    found = [one for one in typed(folded, said_dates(text, said.at), said.at, language) if one.sort == sort]
    if found:
        without = folded[: found[0].start] + folded[found[0].end :]
        return found[0].value if len(found) == 1 and not _rest(without, language).split() else ""
    rest = _rest(folded, language)
    value, start = rest.strip(), len(rest) - len(rest.lstrip())
    if not value or _GAP.search(value) or len(value) > _MOST_LETTERS or len(value.split()) > _MOST_WORDS:
        return ""
    return _ENDING.sub("", value) if _suits(value, text[start], sort, language) else ""


def _rest(folded: str, language: Cues) -> str:
    """With blanks for what only says that it is a correction."""
    return compiled(language.empty).sub(lambda match: " " * len(match.group()), folded)


def _is_of(earlier: Statement, attribute: str) -> bool:
    return earlier.slot.endswith(attribute.replace("{what}", "").rstrip())


def _suits(value: str, first: str, sort: str, language: Cues) -> bool:
    if not sort or compiled(language.plain).search(value):
        return False
    is_name = bool(language.names) or first.isupper()
    if sort == TITLED:
        return _TITLE.match(value) is not None
    return sort in (NOUN, FOOD) or (sort in (NAME, FULL_NAME) and is_name)


def _understood(text: str, said: Said, earlier: Statement, value: str) -> Understood:
    confidence = BASE_CONFIDENCE[CORRECTION] + 0.1
    alone = Statement(text=text.strip(), category=CORRECTION, confidence=confidence, end=len(text))
    told = Statement(
        text=shortened(told_of(alone, earlier, said)),
        category=CORRECTION,
        subject=earlier.subject,
        slot=earlier.slot,
        value=value,
        valid_from=earlier.valid_from,
        valid_until=earlier.valid_until,
        reported=earlier.reported,
        corrects=True,
        confidence=confidence,
        end=len(text),
    )
    return Understood(category=CORRECTION, confidence=confidence, statements=(told,))
