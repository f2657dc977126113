"""A correction that gives nothing but the new value, where a language parts no words: one part is the value."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from datetime import timedelta

from memory.encoding.classification import compiled
from memory.encoding.said import Said, Statement
from memory.encoding.stated_value import clock
from memory.encoding.typed import typed
from memory.languages.catalogue import AMENDING, Amending
from memory.languages.cues import CUES, DAY, FOOD, FULL_NAME, NOUN, TITLED, TYPED, Cues
from memory.languages.said_dates import said_dates

SURE_WITHIN, WITHIN = timedelta(minutes=30), timedelta(minutes=5)
"""Of what is said to be a correction, and of what may be one."""

_MOST_LETTERS = 16
_MOST_ALONE = 24
_HOLD = "〓"
_HELD = re.compile(rf"{_HOLD} +")
_COLON = re.compile(r"(?<!\d):|：|[()（）]")
_EDGES = " 　\"'「」『』“”()（）*＊"

Stated = Callable[[Said], Sequence[Statement]]


def amended(said: Said, folded: str, code: str, stated: Stated) -> tuple[Statement, str] | None:
    """What was told before, and its new value."""
    words = AMENDING[code]
    folded = compiled(words.asked).sub(lambda match: match.group()[:-1] + "、", folded)
    if "?" in folded or "？" in folded:
        return None
    is_soft = compiled(words.soft).search(folded) is not None
    folded = compiled(words.emoji).sub(lambda match: " " * len(match.group()), folded)
    folded = _COLON.sub("、", folded)
    is_sure = compiled(words.mark).search(folded) is not None
    is_likely = is_sure or is_soft
    if not is_likely and (len(folded) > _MOST_ALONE or not any(map(str.isdigit, folded))):
        return None
    correction = _Correction(said=said, folded=folded, language=CUES[code], words=words, is_sure=is_sure)
    within = SURE_WITHIN if is_sure else WITHIN
    for earlier in _earlier(said, within, stated, only_last=not is_likely):
        value = correction.of(earlier, is_likely=is_likely)
        if value and value != earlier.value:
            return earlier, value
    return None


def _earlier(said: Said, within: timedelta, stated: Stated, *, only_last: bool) -> Iterator[Statement]:
    """The speaker's own words, the last ones first; until a question, which the value may answer."""
    for one in reversed(said.before):
        if only_last and one.person != said.person and ("?" in one.text or "？" in one.text):
            return
        if one.person == said.person and said.at - one.at <= within:
            yield from (told for told in reversed(stated(one)) if told.slot and told.value)
            if only_last:
                return


@dataclass(frozen=True, slots=True, kw_only=True)
class _Correction:
    said: Said
    folded: str
    language: Cues
    words: Amending
    is_sure: bool

    def of(self, earlier: Statement, *, is_likely: bool) -> str:
        """The new value of what was told; empty where it gives none."""
        sort = self._sort(earlier)
        if sort in TYPED and (value := self._typed(earlier, sort)) is not None:
            return value
        return self._named(earlier, sort) if is_likely and sort not in TYPED else ""

    def _sort(self, earlier: Statement) -> str:
        ending = earlier.slot.removeprefix(earlier.subject)
        if ending.endswith(" date"):
            return DAY
        cues = self.language.cues
        found = (cue.sort for cue in cues if ending.endswith(cue.attribute.replace("{what}", "").rstrip()))
        return next(found, "")

    def _typed(self, earlier: Statement, sort: str) -> str | None:
        """None where no value of the type stands there, empty where the message says more than it."""
        folded = self.folded
        dates = said_dates(folded, self.said.at)
        found = [one for one in typed(folded, dates, self.said.at, self.language, is_ahead=True) if one.sort == sort]
        denies = compiled(self.words.denies)
        new = [one for one in found if one.value != earlier.value and not denies.match(folded[one.end :])]
        if len({one.value for one in new}) != 1:
            return "" if found else None
        for one in found:
            folded = folded[: one.start] + _HOLD + " " * (one.end - one.start - 1) + folded[one.end :]
        parts = [part for part in self._parts(_HELD.sub(_HOLD, folded)) if part != _HOLD]
        return new[0].value if all(map(self._is_aside, parts)) else ""

    def _named(self, earlier: Statement, sort: str) -> str:
        old = (earlier.value, *(earlier.value + behind for behind in self.words.addressed))
        parts = [self._bare(part, sort) for part in self._parts(self.folded) if part not in old]
        if len(set(parts)) > 1:
            parts = [part for part in parts if not self._is_aside(part)]
        if len(set(parts)) != 1:
            return ""
        value = parts[0]
        if sort == TITLED:
            return compiled(self.words.title).sub("", value) if compiled(self.words.title).search(value) else ""
        return value if self._suits(value, earlier, sort) else ""

    def _bare(self, part: str, sort: str) -> str:
        return compiled(self.words.who).sub("", part) if sort == FULL_NAME else part

    def _suits(self, value: str, earlier: Statement, sort: str) -> bool:
        is_sure = self.is_sure
        if not sort or not 0 < len(value) <= _MOST_LETTERS or value in self.said.people or clock(value) != value:
            return False
        is_dish = compiled(rf"(?:{self.language.foods})$").search(value) is not None
        if sort == FOOD:
            may_be = is_sure and compiled(self.words.dish).fullmatch(value) is not None
            return is_dish or self._is_name(value, is_sure=is_sure) or may_be
        is_trade = compiled(rf"(?:{self.language.trade})$").match(value) is not None
        if sort == NOUN and earlier.slot.endswith("job"):
            return is_trade or (is_sure and self._is_name(value, is_sure=True))
        if compiled(self.words.who).search(value) or compiled(self.words.title).search(value):
            return False
        if not is_sure and (is_trade or (is_dish and sort != NOUN)):
            return False
        return self._is_name(value, is_sure=is_sure or sort == NOUN)

    def _is_name(self, value: str, *, is_sure: bool) -> bool:
        if compiled(self.language.town).fullmatch(value):
            return True
        if compiled(self.language.plain).search(value) or compiled(self.words.busy).match(value):
            return False
        is_soft = is_sure and compiled(self.words.soft_name).fullmatch(value) is not None
        return compiled(self.words.name).fullmatch(value) is not None or is_soft

    def _parts(self, folded: str) -> list[str]:
        """What the parts between commas say beside that it is a correction."""
        found = []
        slip, denied = compiled(self.words.slip), compiled(self.words.denied)
        for part in compiled(self.words.part).split(folded):
            rest = self._without(part.strip(_EDGES))
            if rest and not slip.search(rest) and not denied.search(rest):
                found.append(rest)
        return found

    def _is_aside(self, part: str) -> bool:
        """It can be no value."""
        return compiled(self.words.aside).search(part) is not None and _HOLD not in part

    def _without(self, part: str) -> str:
        """Without what opens and closes it."""
        before = None
        while part != before:
            before = part
            part = compiled(self.words.closing).sub("", part)
            part = compiled(self.words.opening).sub("", part).strip(' 「」『』"')
        return part
