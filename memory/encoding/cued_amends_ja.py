"""A correction in Japanese that gives nothing but the new value: parts that say so, and one that is the value."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from datetime import timedelta

from memory.encoding.classification import compiled
from memory.encoding.said import Said, Statement
from memory.encoding.stated_value import clock
from memory.encoding.typed import Typed, typed
from memory.languages.cues import DAY, FOOD, FULL_NAME, NOUN, TITLED, TYPED, Cues
from memory.languages.ja_amends import ASIDE, CLOSING, DENIED, DENIES, MARK, OPENING, PART, SLIP, SOFT
from memory.languages.said_dates import said_dates

SURE_WITHIN, WITHIN = timedelta(minutes=30), timedelta(minutes=5)
"""Of what is said to be a correction, and of what may be one."""

_MOST_LETTERS = 16
_MOST_ALONE = 24
_EMOJI = re.compile(
    r"[\U0001F000-\U0001FAFF\u2600-\u27BF\uFE0F\u200D♪☆★～〜]|\(笑\)|(?<=.)[wｗ笑汗泣]+$|\^\^;?|m\(_ ?_\)m"
)
_NAME = re.compile(r"[一-龯々ァ-ヶーa-z][一-龯々ァ-ヶーa-z0-9・&.-]+|[ぁ-ん]{2,6}[一-龯々ァ-ヶー]+[一-龯々ァ-ヶー]")
_SOFT_NAME = re.compile(r"[ぁ-ん]{2,6}|[一-龯々]|[一-龯々ァ-ヶー]+[ぁ-ん]{1,2}[一-龯々ァ-ヶー]*")
_DISH = re.compile(r"(?=.*[一-龯々ァ-ヶー])[一-龯々ァ-ヶーぁ-ん]{2,12}")
_BUSY = re.compile(
    r".*(?:中|番|時|分|目|回|者|方|後|前|的|用|系)$|(?:トイレ|ランチ|休憩|会議|電車|遅刻|欠席|寝坊|体調|了解|感謝)"
)
_ASKED = re.compile(r"^(?:ん|え|あれ|は|お)[?？]")
_HELD = re.compile(r"〓 +")
_COLON = re.compile(r"(?<!\d):|：|[()（）]")
_WHO = re.compile(r"(?:さん|くん|君|氏|様|ちゃん)$")
_TITLE = re.compile(r"(?:先生|医師)$")

Stated = Callable[[Said], Sequence[Statement]]


def amended_ja(said: Said, text: str, folded: str, language: Cues, stated: Stated) -> tuple[Statement, str] | None:
    """What was told before, and its new value."""
    folded = _ASKED.sub(lambda match: match.group()[:-1] + "、", folded)
    if "?" in folded or "？" in folded:
        return None
    is_soft = compiled(SOFT).search(folded) is not None
    folded = _EMOJI.sub(lambda match: " " * len(match.group()), folded)
    folded = _COLON.sub("、", folded)
    is_sure = compiled(MARK).search(folded) is not None
    is_likely = is_sure or is_soft
    if not is_likely and (len(folded) > _MOST_ALONE or not any(map(str.isdigit, folded))):
        return None
    within = SURE_WITHIN if is_sure else WITHIN
    for earlier in _earlier(said, within, stated, only_last=not is_likely):
        sort = _sort(earlier, language)
        value = _typed(folded, said, earlier, sort, language)
        if value is None and is_likely and sort not in TYPED:
            value = _named(folded, said, earlier, sort, language, is_sure=is_sure)
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


def _sort(earlier: Statement, language: Cues) -> str:
    ending = earlier.slot.removeprefix(earlier.subject)
    if ending.endswith(" date"):
        return DAY
    found = (cue.sort for cue in language.cues if ending.endswith(cue.attribute.replace("{what}", "").rstrip()))
    return next(found, "")


def _typed(folded: str, said: Said, earlier: Statement, sort: str, language: Cues) -> str | None:
    """None where no value of the type stands there, empty where the message says more than it."""
    if sort not in TYPED:
        return None
    dates = said_dates(folded, said.at)
    found = [one for one in typed(folded, dates, said.at, language, is_ahead=True) if one.sort == sort]
    new = [one for one in found if one.value != earlier.value and not _is_denied(one, folded)]
    if len({one.value for one in new}) != 1:
        return "" if found else None
    for one in found:
        folded = folded[: one.start] + "〓" + " " * (one.end - one.start - 1) + folded[one.end :]
    parts = [part for part in _parts(_HELD.sub("〓", folded)) if part != "〓"]
    return new[0].value if all(_is_aside(part) for part in parts) else ""


def _is_denied(one: Typed, folded: str) -> bool:
    return compiled(DENIES).match(folded[one.end :]) is not None


def _named(folded: str, said: Said, earlier: Statement, sort: str, language: Cues, *, is_sure: bool) -> str:
    old = (earlier.value, f"{earlier.value}先生", f"{earlier.value}さん")
    parts = [_bare(part, sort) for part in _parts(folded) if part not in old]
    if len(set(parts)) > 1:
        parts = [part for part in parts if not _is_aside(part)]
    if len(set(parts)) != 1:
        return ""
    value = parts[0]
    if sort == TITLED and (not _TITLE.search(value) or len(value) <= len("先生")):
        return ""
    if sort == TITLED:
        return title_cut(value)
    return value if _suits(value, said, earlier, sort, language, is_sure=is_sure) else ""


def _bare(part: str, sort: str) -> str:
    return _WHO.sub("", part) if sort == FULL_NAME else part


def _suits(value: str, said: Said, earlier: Statement, sort: str, language: Cues, *, is_sure: bool) -> bool:
    if not sort or not 0 < len(value) <= _MOST_LETTERS or value in said.people or clock(value) != value:
        return False
    is_dish = compiled(rf"(?:{language.foods})$").search(value) is not None
    if sort == FOOD:
        return is_dish or _is_name(value, language, is_sure=is_sure) or (is_sure and _DISH.fullmatch(value) is not None)
    is_trade = compiled(rf"(?:{language.trade})$").match(value) is not None
    if sort == NOUN and earlier.slot.endswith("job"):
        return is_trade or (is_sure and _is_name(value, language, is_sure=True))
    if _WHO.search(value) or _TITLE.search(value) or (not is_sure and (is_trade or (is_dish and sort != NOUN))):
        return False
    return _is_name(value, language, is_sure=is_sure or sort == NOUN)


def _is_name(value: str, language: Cues, *, is_sure: bool) -> bool:
    if compiled(language.town).fullmatch(value):
        return True
    if compiled(language.plain).search(value) or _BUSY.match(value):
        return False
    return _NAME.fullmatch(value) is not None or (is_sure and _SOFT_NAME.fullmatch(value) is not None)


def _parts(folded: str) -> list[str]:
    """What the parts between commas say beside that it is a correction."""
    found = []
    for said in compiled(PART).split(folded):
        rest = _without(said.strip(" 　\"'「」『』“”()（）*＊"))
        if rest and not compiled(SLIP).search(rest) and not compiled(DENIED).search(rest):
            found.append(rest)
    return found


def _is_aside(part: str) -> bool:
    """It can be no value."""
    return compiled(ASIDE).search(part) is not None and "〓" not in part


def _without(part: str) -> str:
    """Without what opens and closes it."""
    before = None
    while part != before:
        before = part
        part = compiled(OPENING).sub("", compiled(CLOSING).sub("", part)).strip(' 「」『』"')
    return part


def title_cut(value: str) -> str:
    """As a doctor is called where it is told for the first time."""
    return _TITLE.sub("", value)
