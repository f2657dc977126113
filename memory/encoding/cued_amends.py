"""A correction that gives nothing but the new value: it is about what was told last with a value of its type."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from datetime import timedelta
from difflib import SequenceMatcher

from memory.encoding.blanking import without
from memory.encoding.called import called
from memory.encoding.classification import BASE_CONFIDENCE, CORRECTION, compiled, forming_of
from memory.encoding.corrections import told_of
from memory.encoding.cued import level
from memory.encoding.cued_changes import changes
from memory.encoding.rewriting import shortened
from memory.encoding.said import Said, Statement, Understood
from memory.encoding.typed import typed
from memory.encoding.unparted_amends import amended
from memory.languages.catalogue import AMENDING
from memory.languages.cues import CUES, DAY, FOOD, FULL_NAME, NAME, NOUN, TITLED, Cues
from memory.languages.said_dates import said_dates

LONGEST = 80
WITHIN = timedelta(minutes=30)
UNMARKED_WITHIN = timedelta(minutes=5)
"""A value alone, which does not even say that it corrects anything."""

ALIKE = 0.6
"""A name alone is a slip of the pen if it is so near to the one before."""

_MOST_WORDS = 4
_LEADING = 3
_LEAD = re.compile(r"\W*([^\d,:!.]{2,40}?)[,:!….]+\s+(?=\S)")
_FEW_WORDS = 6
_MOST_LETTERS = 40
_ENDING = re.compile(r"'\w{1,4}$")
_TITLE = re.compile(r"(?:dr|prof|uzm)\b")
_GAP = re.compile(r"\s{2,}")
_PARTS = re.compile(r"(?<!\bdr)(?<!\bprof)[.,:;!?…]+(?:\s|$)|[、。！？\n]|\s?[-–—]+>?\s|→")
_MARKED = re.compile(r"^\s*[*^](?!.*\*\s*$)|^[^*]*\*\s*$|^\s*(?:->|→)")
_NAMES = re.compile(r"(?<![\w'])[^\W\d_a-zçğıöşü][\w.&-]*(?: [^\W\d_a-zçğıöşü][\w.&-]*)*")
_EDGES = re.compile(r"^[\W_]+|[\W_]+$")

Stated = Callable[[Said], Sequence[Statement]]
"""What an earlier message states."""


def amends(said: Said, text: str, code: str, stated: Stated) -> Understood | None:
    """None where the message says more than that, or nothing that was told before is of the type."""
    if not said.before:
        return None
    return _taken_back(said, text, code, stated) or changes(said, text, code, stated)


def _taken_back(said: Said, text: str, code: str, stated: Stated) -> Understood | None:
    if len(text) > LONGEST:
        return None
    found = _amended(said, text, code, stated)
    return found or (_amended(said, text, other, stated) if (other := _other(said, text, code)) else None)


def _names_another(said: Said, earlier: Statement, language: Cues, stated: Stated) -> bool:
    """By itself it tells another attribute: then it is about none that was told before."""
    named = (cue.attribute.replace("{what}", "") for cue in language.cues if cue.sort in (NAME, NOUN))
    if not any(map(earlier.slot.endswith, named)):
        return False
    return any(one.slot not in ("", earlier.slot) for one in stated(replace(said, before=())))


def _other(said: Said, text: str, code: str) -> str:
    """A few words may be of any language: that of what the speaker said before; empty where it is the same."""
    last = next((one.text for one in reversed(said.before) if one.person == said.person), "")
    if code != "en" or not last or len(text.split()) > _FEW_WORDS:
        return ""
    other = forming_of(last).code
    return "" if other == code else other


def _amended(said: Said, text: str, code: str, stated: Stated) -> Understood | None:
    language, folded = CUES[code], level(text)
    if code in AMENDING:  # it does not part its words
        found = amended(said, folded, code, stated)
        return (
            _understood(text, said, *found) if found and not _names_another(said, found[0], language, stated) else None
        )
    if compiled(language.amends).search(folded) or _MARKED.search(folded):
        for earlier in _earlier(said, stated):
            if value := _value(text, folded, said, earlier, language):
                return _understood(text, said, earlier, value)
        return _led(text, folded, said, language, stated)
    return _led(text, folded, said, language, stated) or _unmarked(text, folded, said, language, stated)


def _led(text: str, folded: str, said: Said, language: Cues, stated: Stated) -> Understood | None:
    """A few words that name nothing, then the value alone, right after another one."""
    if not language.greets or "?" in text or (lead := _LEAD.match(folded)) is None:
        return None
    if len(lead[1].split()) > _LEADING or compiled(language.greets).search(lead[1]):
        return None
    last = next((one for one in reversed(said.before) if one.person == said.person), None)
    if last is None or said.at - last.at > UNMARKED_WITHIN:
        return None
    for earlier in (told for told in reversed(stated(last)) if told.slot and told.value):
        value = _value(text, without(folded, [lead.span()]), said, earlier, language)
        if value and value != earlier.value:
            return _understood(text, said, earlier, value)
    return None


def _unmarked(text: str, folded: str, said: Said, language: Cues, stated: Stated) -> Understood | None:
    """Nothing but a value, right after another one; or "this, not that"."""
    last = next((one for one in reversed(said.before) if one.person == said.person), None)
    if last is None or "?" in text or said.at - last.at > UNMARKED_WITHIN or len(text.split()) > 2 * _MOST_WORDS:
        return None
    between = (one.text for one in said.before if one.at >= last.at and one is not last)
    is_answer = any(mark in text for text in between for mark in "?？")
    for earlier in (told for told in reversed(stated(last)) if told.slot and told.value):
        is_alone = not is_answer and _is_alone(folded, said, earlier, language)
        if not is_alone and not _is_denied(folded, said, earlier, language):
            continue
        if value := _value(text, folded, said, earlier, language):
            return _understood(text, said, earlier, value)
    return None


def _is_denied(folded: str, said: Said, earlier: Statement, language: Cues) -> bool:
    """ "This, not that", where that is what was told."""
    spans = [one.span() for one in re.finditer(rf"(?<!\w){re.escape(earlier.value)}(?:'?\w{{1,4}})?(?!\w)", folded)]
    spans += [
        (one.start, one.end)
        for one in typed(folded, said_dates(folded, said.at), said.at, language)
        if one.value == earlier.value
    ]
    return any(
        re.search(rf"(?:{language.not_so}) $", folded[:start])
        or re.match(rf"(?:'?\w{{1,4}})? (?:{language.not_so_behind})", folded[end:])
        for start, end in spans
    )


def _is_alone(folded: str, said: Said, earlier: Statement, language: Cues) -> bool:
    """Known by its letters, or nearly the name that stood there."""
    alone = _EDGES.sub("", folded)
    found = typed(alone, said_dates(alone, said.at), said.at, language)
    if len(found) == 1 and found[0].end - found[0].start == len(alone):
        return True
    return alone != earlier.value and SequenceMatcher(None, alone, earlier.value).ratio() >= ALIKE


def _earlier(said: Said, stated: Stated) -> Iterator[Statement]:
    """The speaker's own words, the last ones first."""
    for one in reversed(said.before):
        if one.person == said.person and said.at - one.at <= WITHIN:
            yield from (told for told in reversed(stated(one)) if told.slot and told.value)


def _value(text: str, folded: str, said: Said, earlier: Statement, language: Cues) -> str:
    sort = next((cue.sort for cue in language.cues if _is_of(earlier, cue.attribute)), "")
    found = [one for one in typed(folded, said_dates(text, said.at), said.at, language) if one.sort == sort]
    if found:
        new = {_alone(folded[one.start : one.end], said, language) or one.value for one in found}
        for one in found:
            ending = re.compile(r"'\w{1,4}\b").match(folded, one.end)
            folded = without(folded, [(one.start, ending.end() if ending else one.end)])
        new -= {earlier.value} if len(new) > 1 else set()
        return new.pop() if len(new) == 1 and not any(_parts(folded, language, found[0].start)) else ""
    if old := re.search(rf"(?<!\w){re.escape(earlier.value)}(?:'\w{{1,4}})?(?!\w)", folded):
        folded = without(folded, [old.span()])
    if known := _known_noun(folded, sort, language):
        return known
    if sort in (NOUN, FOOD) and not compiled(language.surely).search(folded):
        return ""
    parts = _parts(folded, language) or _slips(text, folded, language)
    if len(parts) != 1:
        return ""
    (start, value), *_ = parts
    start, value = _whole(start, value, text, folded, language)
    if _GAP.search(value) or len(value) > _MOST_LETTERS or len(value.split()) > _MOST_WORDS:
        return ""
    return _ENDING.sub("", value) if _suits(value, text[start], sort, said, language) else ""


def _whole(start: int, value: str, text: str, folded: str, language: Cues) -> tuple[int, str]:
    """With what is part of the name, though it is a word that says that something was wrong."""
    if language.in_names and len(value.split()) < _LEADING:
        for one in called(text, folded, (), language):
            if one.start <= start < one.end and len(one.name) > len(value) and value in one.name:
                return one.start, one.name
    return start, value


def _alone(value: str, said: Said, language: Cues) -> str:
    """A day is the next one, whatever the tense of what stands around it."""
    found = typed(value, said_dates(value, said.at), said.at, language)
    return found[0].value if len(found) == 1 and found[0].sort == DAY else ""


def _known_noun(folded: str, sort: str, language: Cues) -> str:
    """The one trade or dish that is named, with little beside it."""
    pattern = {NOUN: language.trades, FOOD: language.foods}.get(sort, "")
    found = [match for match in compiled(pattern).finditer(folded) if match["value"]] if pattern else []
    if len({match["value"] for match in found}) != 1:
        return ""
    for match in found:
        folded = without(folded, [match.span()])
    return "" if any(_parts(folded, language)) else found[0]["value"]


def _slips(text: str, folded: str, language: Cues) -> list[tuple[int, str]]:
    """Where no comma parts the slip from the value: the one name in it."""
    rest = _rest(folded, language)
    if language.names or not compiled(language.slip).search(folded):
        return []
    words = [match for match in _NAMES.finditer(text) if rest[match.start() : match.end()].strip()]
    return [(words[0].start(), rest[words[0].start() : words[0].end()].strip())] if len(words) == 1 else []


def _parts(folded: str, language: Cues, value: int = -1) -> list[tuple[int, str]]:
    """What the parts between commas say beside that it is a correction, and where; `value` begins in one of them."""
    found, start, rest = [], 0, _rest(folded, language)
    for match in (*_PARTS.finditer(folded), None):
        end = match.start() if match else len(folded)
        said, is_slip = rest[start:end], compiled(language.slip).search(folded, start, end)
        if said.strip() and (not is_slip or start <= value < end):
            found.append((start + len(said) - len(said.lstrip()), said.strip()))
        start = match.end() if match else end
    return found


def _rest(folded: str, language: Cues) -> str:
    """With blanks for what only says that it is a correction."""
    return compiled(language.empty).sub(lambda match: " " * len(match.group()), folded)


def _is_of(earlier: Statement, attribute: str) -> bool:
    return earlier.slot.endswith(attribute.replace("{what}", "").rstrip())


def _suits(value: str, first: str, sort: str, said: Said, language: Cues) -> bool:
    if not sort or compiled(language.plain).search(value) or value in said.people:
        return False
    if sort in (NOUN, FOOD) and compiled(language.no_noun).search(value):
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
