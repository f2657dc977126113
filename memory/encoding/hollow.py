"""What stands where the value of an attribute would stand, and is none: "my boss is leaving", "my name is hard"."""

from __future__ import annotations

import re
from dataclasses import replace

from memory.encoding.classification import compiled
from memory.encoding.slots import Slot
from memory.languages.cues import Cues

_COUNTED = re.compile(
    r"\d|\b(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|twenty|thirty|forty|fifty|hundred|thousand"
    r"|today|tomorrow|tonight|noon|midnight|spring|summer|autumn|winter|christmas|easter|free|unlimited"
    r"|week\w*|month\w*|year\w*|quarter\w*|end|eve|\w+day|january|february|march|april|may|june|july|august|september"
    r"|october|november|december)\b"
    r"|[一二三四五六七八九十百千万]|[月火水木金土日]曜|明日|明後日|今日|[来今翌再][々来]?[週月年春夏秋冬]|[月年]度?末|[上中下]旬|正午|深夜|[春夏秋冬朝昼夕夜]|無料"
)
_CALLED = re.compile(r"\b(?:called|named|name(?:'s| is)) (?:now )?$")
_ENDS = re.compile(r"\W*(?:$|[,.;!]|(?:and|but|now|too|btw|lol|haha) )")
_GOES_ON = re.compile(r"[.@/_]\w|n?'t\b")
"""Behind a part of a word."""

_LEAST_DIGITS = 5
_DIGITS = re.compile(r"\D+")
_BEFORE = re.compile(r"\b(?:the|an?|my|our|his|her|their|your|this|that|some|any|no) $")
_SOME = re.compile(r"\b(?:an?|some) $")
_INTO = re.compile(r"(?:\b(?:is|are|was|were|be)|'s) (?:on|at|in|about) (?:the |an? )?$")
_TO_DO = re.compile(r"(?:\b(?:is|are|was|were|be)|'s) to (?:the )?$")
_IN_NAME = re.compile(r"(?:of|the|and|&|d[aeiou]|del|der|den|dos|van|von|la|le|y|e|am|on|upon|sur)$")


def is_hollow(value: str, written: str, attribute: str, language: Cues) -> bool:
    """`written` is the value with its capitals: a word of every day that has one is a name."""
    if written[:1].isupper():
        return False
    if compiled(language.hollow).search(value):
        return True
    return compiled(language.vague).search(value) is not None and not compiled(language.taste).search(attribute)


def solid(found: Slot, folded: str, text: str, language: Cues) -> Slot | None:
    """The slot, if its value may be one; of a name without what stands behind it. `text` is what is folded."""
    written, before = text[found.start : found.end], folded[: found.start]
    if is_hollow(found.value, written, found.attribute, language):
        return None
    if not language.names and (_TO_DO.search(before) or _GOES_ON.match(folded, found.end)):
        return None
    if compiled(language.counted).search(found.attribute):
        return found if _is_counted(found) else None
    is_placed = compiled(language.placed).search(found.attribute)
    if (_SOME.search(before) and is_placed) or (_INTO.search(before) and not is_placed):
        return None
    if compiled(language.named).search(found.name):
        is_small = written.partition(" ")[0].islower()
        is_alone = _CALLED.search(before) and _ENDS.match(folded, found.end) and " " not in written
        is_word = text != text.lower() or _BEFORE.search(before) or _is_kind(before, found, language)
        return None if is_small and is_word and not is_alone else _whole_name(found, written)
    return found


def _is_kind(before: str, found: Slot, language: Cues) -> bool:
    """What stands right behind an animal may be what it does."""
    what = before.strip().rpartition(" ")[2]
    return found.attribute == f"{language.kinds.get(what, what)} name"


def _is_counted(found: Slot) -> bool:
    if found.attribute.endswith("phone"):
        return len(_DIGITS.sub("", found.value)) >= _LEAST_DIGITS
    return _COUNTED.search(found.value) is not None


def _whole_name(found: Slot, written: str) -> Slot:
    """Up to the first word that is no part of a name."""
    if not written[:1].isupper():
        return found
    words, kept = written.split(" "), 0
    for number, word in enumerate(words, 1):
        if word[:1].islower() and not _IN_NAME.match(word):
            break
        kept = kept if word[:1].islower() else number
    value = " ".join(found.value.split(" ")[:kept])
    return found if kept == len(words) else replace(found, value=value, end=found.start + len(value))
