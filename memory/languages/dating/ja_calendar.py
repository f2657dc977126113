"""What the forms of Japanese mean: days, weeks and months, by the words that a form has found."""

from __future__ import annotations

import re
from datetime import date

from memory.languages.dating import calendar
from memory.languages.dating.form import NOTHING, UNSURE, Meant, Moment, Tense
from memory.languages.ja import JAPANESE as PACK
from memory.theories.date_match import Span

_LAST_CENTURY = 50
"""Two figures of a year from here on are of the century before."""
DAYS_FROM_NOW = {
    **dict.fromkeys(("今日", "本日", "今朝", "今夜", "今晩", "今夕", "今宵"), 0),
    **dict.fromkeys(("昨日", "きのう", "昨夜", "昨晩", "昨夕", "昨朝", "ゆうべ", "昨夜来"), -1),
    **dict.fromkeys(("一昨日", "おととい", "おとつい", "一昨晩"), -2),
    **dict.fromkeys(("一昨々日", "一昨昨日", "さきおととい"), -3),
    **dict.fromkeys(("明日", "あした", "明晩"), 1),
    **dict.fromkeys(("明後日", "あさって"), 2),
    **dict.fromkeys(("明々後日", "明明後日", "しあさって"), 3),
}
ERAS = {"令和": 2018, "平成": 1988, "昭和": 1925, "大正": 1911, "明治": 1867, "r": 2018, "h": 1988, "s": 1925}
FIXED = {
    **dict.fromkeys(("元日", "元旦"), (1, 1)),
    **dict.fromkeys(("大晦日", "大みそか"), (12, 31)),
    **dict.fromkeys(("クリスマスイブ", "クリスマス・イブ"), (12, 24)),
    "バレンタインデー": (2, 14),
    "ホワイトデー": (3, 14),
    "ハロウィン": (10, 31),
}
SPANS = dict(PACK.spans) | {
    **dict.fromkeys(("さ来週", "さらいしゅう", "再らい週"), ("week", 2)),
    **dict.fromkeys(("先先週", "せんせんしゅう"), ("week", -2)),
    "再々来週": ("week", 3),
    "先々々週": ("week", -3),
    **dict.fromkeys(("さ来月", "さらいげつ"), ("month", 2)),
    "再々来月": ("month", 3),
    "先先月": ("month", -2),
    "さ来年": ("year", 2),
    "本年": ("year", 0),
    "明年": ("year", 1),
    "昨年来": ("year", -1),
}
DAYS = "月火水木金土日"
_LATE, _EARLY = ("末", "下旬", "後半", "終わり"), ("上旬", "初", "頭", "はじめ", "前半", "あたま")
WORN = {"ついたち": 1, "はつか": 20}


def _number(digits: str) -> int:
    return int(digits) if digits.isdecimal() else WORN.get(digits) or PACK.numbers[digits]


def _year(groups: dict[str, str | None], moment: Moment) -> int | None:
    if year := groups.get("year"):
        return int(year)
    if written := groups.get("written"):
        return int("".join(str("〇一二三四五六七八九".index(digit)) for digit in written.replace("零", "〇")))
    if two := groups.get("two"):
        return int(two) + (1900 if int(two) >= _LAST_CENTURY else 2000)
    if era := groups.get("era"):
        spoken = groups["era_year"] or "元"
        return ERAS[era] + (1 if spoken == "元" else _number(spoken))
    return moment.today.year + SPANS[away][1] if (away := groups.get("away")) else None


def _weekday_of(groups: dict[str, str | None]) -> int | None:
    letter = groups.get("short") or groups.get("weekday") or groups.get("bare")
    return DAYS.index(letter) if letter else None


def dated(match: re.Match[str], moment: Moment) -> Meant:
    groups = match.groupdict()
    number, of_month, weekday = _number(match["month"]), _number(match["day"]), _weekday_of(groups)
    if year := _year(groups, moment):
        found = calendar.certain(date(year, number, of_month), weekday)
    elif _ANY_YEAR.search(match.string):
        return UNSURE
    else:
        found = calendar.dated(moment, number=number, of_month=of_month, weekday=weekday)
    return calendar.days_until(found, int(groups["to"] or 0)) if groups.get("to") else found


_EARLY_DAYS = 10
_TYPE = re.compile(r"書体|フォント|ゴシック|活字|明朝体|組版|文字")
_THROUGHOUT = re.compile(r"中|いっぱい|も(?:う|あと)|の残り")
_ANY_YEAR = re.compile(r"生まれ(?!ます|る(?:予定|の|ん|よ|$|[。!]))|誕生日|毎年|記念日")


def month_of_year(match: re.Match[str], moment: Moment) -> Meant:
    year = _year(match.groupdict(), moment)
    return calendar.month(year, _number(match["month"])) if year else UNSURE


def whole_year(match: re.Match[str], moment: Moment) -> Meant:
    year = _year(match.groupdict(), moment)
    return calendar.year(year) if year else UNSURE


def day_of_away_month(match: re.Match[str], moment: Moment) -> Meant:
    found = calendar.nth_day(moment.today, SPANS[match["away"]][1], _number(match["day"]))
    return calendar.certain(found.first, _weekday_of(match.groupdict()))


def named_month(match: re.Match[str], moment: Moment) -> Meant:
    number = _number(match["month"])
    if not 1 <= number <= 12:
        return NOTHING
    if number == moment.today.month and _THROUGHOUT.match(match.string, match.end()):
        return calendar.month_away(moment.today, 0)
    part = match.groupdict().get("part") or ""
    if number == moment.today.month and part.startswith(_LATE) and moment.tense() in (Tense.COMING, Tense.NONE):
        return calendar.month_away(moment.today, 0)
    if number == moment.today.month and part.startswith(_EARLY) and moment.tense() is Tense.PAST:
        return calendar.month_away(moment.today, 0) if moment.today.day > _EARLY_DAYS else UNSURE
    return UNSURE if _ANY_YEAR.search(match.string) else calendar.named_month(moment, number)


def slashed(match: re.Match[str], moment: Moment) -> Meant:
    """ "4/1" among Japanese words; "3/10" may be a share or a mark, unless a weekday or an end of time is beside it."""
    month, day, weekday = int(match["month"]), int(match["day"]), _weekday_of(match.groupdict())
    if not moment.japanese or not (1 <= month <= 12 and 1 <= day <= 31):
        return NOTHING
    if to := match.groupdict().get("to"):
        return calendar.days_until(calendar.dated(moment, number=month, of_month=day), int(to))
    is_share = month < day <= 10 and not (5 < day < 10 and match.string.startswith("に", match.end("said")))
    if is_share and weekday is None and not match["until"]:
        return UNSURE
    return calendar.dated(moment, number=month, of_month=day, weekday=weekday)


def of_week(match: re.Match[str], moment: Moment) -> Meant:
    return calendar.of_week(moment.today, SPANS[match["away"]][1], DAYS.index(match["weekday"]))


def later_of_week(match: re.Match[str], moment: Moment) -> Meant:
    """The second of "来週の木曜から土曜", the third of "来週の火・木・土"."""
    later = DAYS.index(match["weekday"]) > DAYS.index(match["first"])
    return of_week(match, moment) if later else UNSURE


def day_of_week(match: re.Match[str], moment: Moment) -> Meant:
    """The second of "来週の金曜日(27日)"."""
    found = of_week(match, moment)
    return found if isinstance(found, Span) and found.first.day == _number(match["day"]) else UNSURE


def week_of(match: re.Match[str], moment: Moment) -> Meant:
    """ "3/23の週", "4月6日からの週": the week in which the day lies."""
    groups = match.groupdict()
    if year := _year(groups, moment):
        return calendar.week(date(year, _number(match["month"]), _number(match["day"])), 0)
    found = calendar.dated(moment, number=_number(match["month"]), of_month=_number(match["day"]))
    return calendar.week(found.first, 0) if isinstance(found, Span) else UNSURE


def today_of(match: re.Match[str], moment: Moment) -> Meant:
    """ "去年の今日", "来月の今日"."""
    unit, away = SPANS[match["away"]]
    return calendar.exactly(moment.today, unit, away)


def counted_weekday(match: re.Match[str], moment: Moment) -> Meant:
    """The second of "3日後の土曜"."""
    days = _number(match["number"]) * (-1 if match["way"] == "前" else 1)
    return calendar.beside(moment, days, DAYS.index(match["weekday"]))


def of_era(match: re.Match[str], moment: Moment) -> Meant:
    """ "R8.4.1" looks like a version, too."""
    if match["mark"] == "." and match["era"].isascii() and not _IS_DAY.match(match.string, match.end()):
        return UNSURE
    return dated(match, moment)


def first_day_of(match: re.Match[str], moment: Moment) -> Meant:
    """The first of "8日から13日まで", which may be today."""
    day, to = _number(match["day"]), _number(match["to"])
    if day == moment.today.day and to > day and moment.tense() in (Tense.COMING, Tense.NONE):
        return calendar.days_from(moment.today, 0)
    return calendar.day_of_month(moment, day)


def of_january(match: re.Match[str], moment: Moment) -> Meant:
    """ "来年は6日始動", said at the end of the year."""
    if moment.today.month < _LATE_IN_YEAR or _number(match["day"]) > _HALF_MONTH:
        return UNSURE
    return calendar.day(date(moment.today.year + 1, 1, _number(match["day"])))


_LATE_IN_YEAR, _HALF_MONTH = 11, 15
_IS_DAY = re.compile(
    r"(?:に(?!更新|上げ|アップ|対応|移行)|から|まで|付|施行|締|〆|生まれ|発行|発効|〜|時点|現在"
    r"|改正|入|退)"
)


def weekend_of_week(match: re.Match[str], moment: Moment) -> Meant:
    return calendar.weekend(moment.today, SPANS[match["away"]][1])


def named_unit(match: re.Match[str], moment: Moment) -> Meant:
    name, away = SPANS[match["away"]]
    return calendar.unit(name, away, moment.today)


def named_weekday(match: re.Match[str], moment: Moment) -> Meant:
    return calendar.weekday(moment, DAYS.index(match["weekday"]))


def latest(match: re.Match[str], moment: Moment) -> Meant:
    return calendar.latest(moment.today, DAYS.index(match["weekday"]))


def weekday_the(match: re.Match[str], moment: Moment) -> Meant:
    return calendar.weekday_the(moment, DAYS.index(match["weekday"]), _number(match["day"]))


def counted_days(match: re.Match[str], moment: Moment) -> Meant:
    days = _number(match["number"])
    if match["way"] == "前":
        return calendar.days_from(moment.today, -days)
    return UNSURE if moment.tense() is Tense.PAST else calendar.days_from(moment.today, days)


def exactly(match: re.Match[str], moment: Moment) -> Meant:
    """ "ちょうど三週間後", "ちょうど1年前"."""
    unit = "week" if match["unit"][0] == "週" else "year" if match["unit"] == "年" else "month"
    return calendar.exactly(moment.today, unit, (-1 if match["way"] == "前" else 1) * _number(match["number"]))


def nth_weekday(match: re.Match[str], moment: Moment) -> Meant:
    """ "5月の第2金曜", "来月の最終月曜"."""
    groups, nth = match.groupdict(), match["nth"]
    if groups.get("away"):
        whole: Meant = calendar.month_away(moment.today, SPANS[match["away"]][1])
    elif year := _year(groups, moment):
        whole = calendar.month(year, _number(match["month"]))
    else:
        whole = named_month(match, moment)
    return calendar.nth_weekday(whole, _number(nth) if nth else -1, DAYS.index(match["weekday"]))


def already(match: re.Match[str], moment: Moment) -> Meant:
    """ "今日もう9日": the day of today."""
    return calendar.days_from(moment.today, 0) if _number(match["day"]) == moment.today.day else UNSURE


def morning(match: re.Match[str], moment: Moment) -> Meant:
    """ "明朝" is also the name of a typeface."""
    if _TYPE.search(match.string):
        return NOTHING
    return UNSURE if moment.tense() is Tense.PAST else calendar.days_from(moment.today, 1)


def weeks_from_today(match: re.Match[str], moment: Moment) -> Meant:
    return calendar.days_from(moment.today, 7 * SPANS[match["away"] + "週"][1])


def from_now(match: re.Match[str], moment: Moment) -> Meant:
    return calendar.days_from(moment.today, DAYS_FROM_NOW.get(match["said"], -1))


def beside_day(match: re.Match[str], moment: Moment) -> Meant:
    return calendar.beside(moment, DAYS_FROM_NOW[match["near"]], DAYS.index(match["weekday"]))


def day_of_month(match: re.Match[str], moment: Moment) -> Meant:
    return calendar.day_of_month(moment, _number(match["day"]))


def fixed(match: re.Match[str], moment: Moment) -> Meant:
    number, of_month = FIXED[match["name"]]
    if year := _year(match.groupdict(), moment):
        return calendar.day(date(year, number, of_month))
    return UNSURE if _ANY_YEAR.search(match.string) else calendar.dated(moment, number=number, of_month=of_month)
