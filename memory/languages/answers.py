"""What kind of answer a question wants, and which kinds a text could give: a time, a number, a name, oneself.

Word lists as data, a few for each language. A list that sees too little is harmless: it only adds to other signals.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass

from memory.languages.analyser import fold, has_cjk
from memory.languages.pack import words

MOST = 3
"""Names, and words for oneself, that count; more says no more."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Wanted:
    """The kinds that a question asks for; "did she" wants none of them."""

    time: bool = False
    number: bool = False
    name: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Offered:
    """Shares 0..1. `time` is 1 for words that tell when (yesterday, ago), 0.7 for those that might (Monday, years)."""

    time: float = 0.0
    number: float = 0.0
    names: float = 0.0
    myself: float = 0.0


_ASKS_TIME = re.compile(
    r"\bwhen\b|\bhow (?:long|old)\b|\b(?:what|which) (?:time|day|date|week|month|year|season)\b"
    r"|\bne zaman|\bhangi (?:gun|ay|yil|tarih|saat)|\bsaat kacta|\bne kadar sure"
    r"|いつ|何時|何日|何曜日|何月|何年|どのくらいの期間|どれくらいの間"
)
_ASKS_NUMBER = re.compile(
    r"\bhow (?:many|much|often)\b|\bkac\b|\bne kadar\b"
    r"|いくつ|いくら|何[人回個本冊匹枚台件度歳]|どのくらい"
)
_ASKS_NAME = re.compile(
    r"\b(?:who|whom|whose|where|which|what|kim|kimin|kime|kimi|kiminle|nerede|nereye|nereden|hangi|ne|neyi)\b"
    r"|誰|だれ|どこ|どの|どんな|何|なに"
)

_TELLS_WHEN = words(
    "yesterday today tonight tomorrow last next ago recently dun bugun yarin gecen gelecek onumuzdeki once evvelki"
)
_MAY_TELL_WHEN = words(
    """monday tuesday wednesday thursday friday saturday sunday january february march april june july august september
    october november december day days week weeks weekend month months year years since just pazartesi sali carsamba
    persembe cuma cumartesi pazar ocak subat mart nisan mayis haziran temmuz agustos eylul ekim kasim aralik hafta
    haftaya gun ay yil beri"""
)
_NUMBERS = words(
    """one two three four five six seven eight nine ten dozen twice once couple few several first second third
    bir iki uc dort bes alti yedi sekiz dokuz yirmi otuz yuz birkac ilk ikinci ucuncu"""
)
_MYSELF = words("i my we our me mine ben benim bana beni bende biz bizim bize")
_MY_ENDINGS = ("yorum", "yoruz", "acagim", "ecegim", "mistim", "dim", "dum", "tim", "tum", "dik", "duk", "tik", "tuk")

_CJK_WHEN = re.compile(
    r"昨日|きのう|今日|明日|あした|一昨日|[先今来]週|[先今来]月|去年|昨年|[今来]年|今朝|今夜|昨夜|\d(?:日|週間|か月|ヶ月|年)前"
)
_CJK_MAY_TELL_WHEN = re.compile(r"[月火水木金土日]曜|\d[月日時]|週末|から")
_CJK_NUMBER = re.compile(r"[一二三四五六七八九十百千]")
_CJK_NAME = re.compile(r"[ァ-ヶー]{3,}")
_CJK_MYSELF = re.compile(r"私|僕|俺|うち")

_TOKEN = re.compile(r"[^\W_]+")
_TITLE = re.compile(r"[\"“«「『][^\"”»」』\n]{2,60}[\"”»」』]")
_CLOSE = frozenset('.!?…\n[("“—-')
_BEFORE_A_NAME = frozenset(" '’")


def wanted(question: str) -> Wanted:
    """By the question's words alone."""
    folded = fold(question)
    time = bool(_ASKS_TIME.search(folded))
    number = not time and bool(_ASKS_NUMBER.search(folded))
    return Wanted(time=time, number=number, name=not time and not number and bool(_ASKS_NAME.search(folded)))


def offered(text: str) -> Offered:
    """What stands in the text."""
    said = _TOKEN.findall(text if text.isascii() else fold(text))
    lower = [word.lower() for word in said]
    cjk = has_cjk(text)
    return Offered(
        time=_time(text, lower, cjk),
        number=float(any(word in _NUMBERS or word[0].isdigit() for word in lower) or (cjk and _has(_CJK_NUMBER, text))),
        names=_share(_names(text) + (len(_CJK_NAME.findall(text)) if cjk else 0)),
        myself=_share(_myself(lower, is_ascii=text.isascii()) + (len(_CJK_MYSELF.findall(text)) if cjk else 0)),
    )


def _time(text: str, lower: Iterable[str], cjk: bool) -> float:
    there = set(lower)
    if there & _TELLS_WHEN or (cjk and _has(_CJK_WHEN, text)):
        return 1.0
    is_year = any(len(word) == 4 and word.isdigit() and word[:2] in ("19", "20") for word in there)
    return 0.7 if is_year or there & _MAY_TELL_WHEN or (cjk and _has(_CJK_MAY_TELL_WHEN, text)) else 0.0


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


def _has(pattern: re.Pattern[str], text: str) -> bool:
    return pattern.search(text) is not None
