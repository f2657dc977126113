"""What the forms of Turkish mean: days, weeks and months, by the words that a form has found."""

from __future__ import annotations

import re
from datetime import date, timedelta

from memory.languages.dating import calendar
from memory.languages.dating.form import NOTHING, UNSURE, Meant, Moment, Tense
from memory.languages.dating.tr_words import (
    AWAY,
    DAYS_FROM_NOW,
    MONTHS,
    UNITS,
    number_of,
)
from memory.languages.tr import TURKISH as PACK
from memory.theories.date_match import Span


def from_now(match: re.Match[str], moment: Moment) -> Meant:
    if match["said"] == "dun" and not moment.turkish:
        return NOTHING
    return calendar.days_from(moment.today, DAYS_FROM_NOW[match["said"]])


def beside_day(match: re.Match[str], moment: Moment) -> Meant:
    days = DAYS_FROM_NOW[match["near"]]
    return calendar.beside(moment, days, PACK.weekdays[match["weekday"]]) if days else UNSURE  # "bugün salı zaten"


def days_before(match: re.Match[str], moment: Moment) -> Meant:
    """ "Geçen sene bugün", "seneye bugün"."""
    away = 1 if match["away"] in ("haftaya", "seneye") else AWAY[match["away"].split()[0]]
    unit = "hafta" if match["away"] == "haftaya" else "sene" if match["away"] == "seneye" else match["away"].split()[1]
    return calendar.exactly(moment.today, UNITS[unit], away)


def from_to(match: re.Match[str], moment: Moment) -> Meant:
    """Both of "pazartesiden cumaya kadar": the second follows the first, and what is over is counted back."""
    today, first, last = moment.today, PACK.weekdays[match["from"]], PACK.weekdays[match["to"]]
    days, asked_first = (last - first) % 7, match["said"] == match["from"]
    tense = moment.tense()
    if tense is Tense.COMING and first != today.weekday():
        begins = calendar.coming(today, first).first
    elif tense is Tense.PAST and last != today.weekday():
        begins = calendar.days_from(calendar.latest(today, last).first, -days).first
    elif tense is Tense.PAST and asked_first:
        return calendar.latest(today, first)
    else:
        return UNSURE
    return calendar.day(begins) if asked_first else calendar.days_from(begins, days)


def night_to(match: re.Match[str], moment: Moment) -> Meant:
    """ "Salıyı çarşambaya bağlayan gece": two days, the one after the other."""
    first, last = PACK.weekdays[match["from"]], PACK.weekdays[match["to"]]
    if (last - first) % 7 != 1:
        return UNSURE
    begins = calendar.weekday(moment, first)
    return calendar.days_from(begins.first, int(match["said"] == match["to"])) if isinstance(begins, Span) else UNSURE


def night_between(match: re.Match[str], moment: Moment) -> Meant:
    """ "24'ü 25'e bağlayan gece"."""
    first = calendar.day_of_month(moment, int(match["from"]))
    if not isinstance(first, Span) or (first.first + timedelta(days=1)).day != int(match["to"]):
        return UNSURE
    return first if match["said"] == match["from"] else calendar.days_from(first.first, 1)


def first_of_night(match: re.Match[str], moment: Moment) -> Meant:
    return calendar.day_of_month(moment, int(match["from"]))


def later_of_week(match: re.Match[str], moment: Moment) -> Meant:
    """The second of "bu cumartesi mangal, pazar da temizlik"."""
    first, later = PACK.weekdays[match["first"]], PACK.weekdays[match["weekday"]]
    return calendar.of_week(moment.today, 0, later) if moment.today.weekday() < first < later else UNSURE


def falls_on(match: re.Match[str], moment: Moment) -> Meant:
    """The weekday of "19 Mayıs pazara geliyor"."""
    number, of_month = MONTHS[match["month"]], number_of(match["day"])
    return calendar.nearest(moment.today, number, of_month, PACK.weekdays[match["weekday"]])


def nearest(match: re.Match[str], moment: Moment) -> Meant:
    return calendar.nearest(moment.today, MONTHS[match["month"]], number_of(match["day"]))


def week_of(match: re.Match[str], moment: Moment) -> Meant:
    """ "23 Mart haftası": the week in which the day lies."""
    found = dated(match, moment)
    return calendar.week(found.first, 0) if isinstance(found, Span) else UNSURE


def edge_of_month(match: re.Match[str], moment: Moment) -> Meant:
    """ "Nisanın ilk günü", "ayın son günü"."""
    whole = _whole_month(match, moment)
    if not match["month"] and not match["whose"] and match["nth"] == "son":
        whole = calendar.month_away(moment.today, 0) if moment.tense() in (Tense.COMING, Tense.NONE) else UNSURE
    if not isinstance(whole, Span):
        return UNSURE
    return calendar.day(whole.last if match["nth"] == "son" else whole.first)


def since_month(match: re.Match[str], moment: Moment) -> Meant:
    """ "Ağustosun başından beri": the last such month, or this one."""
    number = MONTHS[match["month"]]
    return calendar.month(moment.today.year - (number > moment.today.month), number)


def from_to_first(match: re.Match[str], moment: Moment) -> Meant:
    """The first of "pazartesiden cumaya kadar", of which the second has been read."""
    return calendar.weekday(moment, PACK.weekdays[match["from"]])


def in_figures_beside(match: re.Match[str], moment: Moment) -> Meant:
    month, day = int(match["month"] or match["month2"]), int(match["day"] or match["day2"])
    hour = not match["month"] and day < _HOURS and _TILL.match(match.string, match.end())
    if not moment.turkish or not (1 <= month <= 12 and 1 <= day <= 31):
        return NOTHING
    if (month, day) == (moment.today.month, moment.today.day) and match.string.startswith(" itibar", match.end()):
        return calendar.day(moment.today)  # "as of" today
    return UNSURE if hour else calendar.dated(moment, number=month, of_month=day)


_HOURS = 24
_TILL = re.compile(r"'?y?[ae] ")


def full_beside(match: re.Match[str], moment: Moment) -> Meant:
    """ "31.03" alone, in a message that names another day in figures."""
    return in_figures(match, moment) if "\x00" in match.string else UNSURE


def in_figures(match: re.Match[str], moment: Moment) -> Meant:
    """ "31.03 son gün", "4/12 itibarıyla": two figures beside a word of dates; "17.10" is rather an hour."""
    month, day = int(match["month"]), int(match["day"])
    if not moment.turkish or not (1 <= month <= 12 and 1 <= day <= 31):
        return NOTHING
    weekday = PACK.weekdays[name] if (name := match.groupdict().get("weekday")) else None
    return calendar.dated(moment, number=month, of_month=day, weekday=weekday)


def month_in_figures(match: re.Match[str], moment: Moment) -> Meant:
    return calendar.month(int(match["year"]), int(match["month"])) if moment.turkish else NOTHING


def of_century(match: re.Match[str], moment: Moment) -> Meant:
    return calendar.year(1900 + int(match["said"])) if moment.turkish else UNSURE


def sunday(match: re.Match[str], moment: Moment) -> Meant:
    """ "Pazar" alone is also the market: with a verb of a person, or beside another weekday, it is the day."""
    rest = match.string[match.end() :]
    listed = _BESIDE_DAY.search(match.string, 0, match.start())
    if _MARKET.match(rest) or not moment.turkish:
        return NOTHING
    if not (listed or _AT_TIME.match(rest) or _PERSONAL.match(rest)):
        return NOTHING
    return calendar.weekday(moment, 6)


_BESIDE_DAY = re.compile(r"(?:\x00|pazartesi|sali|carsamba|persembe|cumartesi|cuma)\w*[^.!?\n]{0,60}$")
_AT_TIME = re.compile(r",? (?:saat\b|\d{1,2}[:.]\d\d|\d{1,2}'[dt][ae]\b|\d{1,2} gibi|erken|gec saat|oglen)")
_MARKET = re.compile(
    r" (?:yer|ilce|koy|beled|mahall|cadde|sokak|semt|arast|pay|analiz|strateji|lider|hacm|fiyat|alisveris|araba"
    r"|canta|esnaf|tezgah|kur|ekonomi|buyu|ac\w|gir|kos"
    r"|kaybe|ara[ny]|dara|kapan|odak|nere|hedef|gunle|lar|filesi)"
)
_PERSONAL = re.compile(
    r"(?: (?:de|da))?,? (?:[^.!?\n,;]{1,50} )?(?:\w{2,}(?:[aeiu]?c[ae](?:m|z|giz|gim|ksin|kler)|[iu]yo(?:r(?:um|uz"
    r"|sun|lar))?[mz]?|ecegi[mz]"
    r"|acagi[mz]|eceksin\w*|acaksin\w*|el[iu]m|al[iu]m|[dt][iu][mk]|m[iu]st[iu][mk]|[iuae]r[iu][mz]|sen[ei]ze?|sana|"
    r"sene|yokum|yokuz|musaitim|musaitiz|gel|gelin|gelsin|ara)|yokum|yokuz|musaitim|musaitiz|gel|gelin)\b"
)


def other_day(match: re.Match[str], moment: Moment) -> Meant:
    """ "Öbür gün" is the day after tomorrow, and "önceki gün" that before yesterday, where the tense agrees."""
    ahead = match["said"].startswith("obur")
    against = Tense.PAST if ahead else Tense.COMING
    return UNSURE if moment.tense() is against else calendar.days_from(moment.today, 2 if ahead else -2)


def counted_days(match: re.Match[str], moment: Moment) -> Meant:
    days = number_of(match["number"])
    if not match["way"].startswith("sonra"):
        return calendar.days_from(moment.today, -days) if days > 1 else UNSURE  # "a day before" what was told
    return UNSURE if moment.tense() is Tense.PAST else calendar.days_from(moment.today, days)


def counted_from(match: re.Match[str], moment: Moment) -> Meant:
    start = {"bugun": 0, "bun": 0, "yarin": 1, "dun": -1}[match["from"]]
    sign = 1 if match["way"].startswith("sonra") else -1
    return calendar.days_from(moment.today, start + sign * number_of(match["number"]))


def exactly(match: re.Match[str], moment: Moment) -> Meant:
    sign = 1 if match["way"] == "sonra" else -1
    return calendar.exactly(moment.today, UNITS[match["unit"]], sign * number_of(match["number"]))


def named_unit(match: re.Match[str], moment: Moment) -> Meant:
    return calendar.unit(UNITS[match["unit"]], AWAY[match["away"]], moment.today)


def of_week(match: re.Match[str], moment: Moment) -> Meant:
    away = 1 if match["away"] == "haftaya" else AWAY[match["away"].removesuffix(" hafta")]
    return calendar.of_week(moment.today, away, PACK.weekdays[match["weekday"]])


def away_weekday(match: re.Match[str], moment: Moment) -> Meant:
    weekday, away = PACK.weekdays[match["weekday"]], match["away"]
    if weekday == 1 and not moment.turkish:
        return NOTHING
    if AWAY[away] < 0:
        return calendar.latest(moment.today, weekday)
    if away == "onumuzdeki":
        return calendar.coming(moment.today, weekday)
    return calendar.this_weekday(moment, weekday) if away == "bu" else UNSURE


def named_weekday(match: re.Match[str], moment: Moment) -> Meant:
    if match["weekday"] == "sali" and not moment.turkish:
        return NOTHING  # a name elsewhere
    if _ENDS.match(match.string, match.end()) and _BEGAN.search(match.string, 0, match.start()):
        return UNSURE  # "pazartesi başlıyor, cuma bitiyor"
    return calendar.weekday(moment, PACK.weekdays[match["weekday"]])


_BEGAN = re.compile(
    r"(?:pazartesi|sali|carsamba|persembe|cuma|cumartesi|pazar|\x00)\w*(?: gunu)? [^.!?]{0,20}\bbasl\w+"
)
_ENDS = re.compile(r"(?: gunu)? (?:bit|son[ae] er)\w+")


def weekend(match: re.Match[str], moment: Moment) -> Meant:
    away = match.groupdict().get("away")
    if away is None:
        return calendar.the_weekend(moment)
    return calendar.weekend(moment.today, AWAY[away]) if AWAY[away] < 1 else UNSURE


def dated(match: re.Match[str], moment: Moment) -> Meant:
    groups = match.groupdict()
    number, of_month = MONTHS[match["month"]], number_of(match["day"])
    weekday = PACK.weekdays[name] if (name := groups.get("weekday")) else None
    if groups.get("year"):
        found = calendar.certain(date(int(match["year"]), number, of_month), weekday)
    elif groups.get("away"):
        found = calendar.certain(date(moment.today.year + _year_away(match["away"]), number, of_month), weekday)
    elif _ANY_YEAR.search(match.string):
        return UNSURE
    else:
        found = calendar.dated(moment, number=number, of_month=of_month, weekday=weekday)
        if weekday is not None and not isinstance(found, Span):
            found = calendar.nearest(moment.today, number, of_month, weekday, within=_CLOSE_DAYS)
    return calendar.days_until(found, int(match["to"])) if groups.get("to") else found


_CLOSE_DAYS = 60
_ANY_YEAR = re.compile(
    r"\byas gun\w*|\bdog(?:dum|mus\w*|umlu\w*)\b|\bdogum gun\w*|\bdogum tarih\w*|\bher (?:yil"
    r"|sene)|\byildonum\w*"
)


def _year_away(words: str) -> int:
    return 1 if words == "seneye" else AWAY[words.split()[0]]


def month_of_year(match: re.Match[str], moment: Moment) -> Meant:
    groups = match.groupdict()
    year = int(match["year"]) if groups.get("year") else moment.today.year + _year_away(match["away"])
    return calendar.month(year, MONTHS[match["month"]])


def away_month(match: re.Match[str], moment: Moment) -> Meant:
    number, away = MONTHS[match["month"]], AWAY[match["away"]]
    if away == 0:
        return calendar.this_month_named(moment, number)
    if match["away"] == "onumuzdeki":
        return calendar.month(moment.today.year + (number <= moment.today.month), number)
    return (calendar.last_month_named if away < 0 else calendar.next_month_named)(moment.today, number)


def named_month(match: re.Match[str], moment: Moment) -> Meant:
    if _ANY_YEAR.search(match.string):
        return UNSURE
    return calendar.named_month(moment, MONTHS[match["month"]])


def month_end(match: re.Match[str], moment: Moment) -> Meant:
    """ "Mart sonu" in March is that of this year, if it is not told as over."""
    if MONTHS[match["month"]] == moment.today.month and moment.tense() is not Tense.PAST:
        return calendar.month_away(moment.today, 0)
    return named_month(match, moment)


def maybe_month(match: re.Match[str], moment: Moment) -> Meant:
    """ "Ekimde" is also at sowing, "aralıkta" in the gap."""
    return named_month(match, moment) if moment.tense() in (Tense.PAST, Tense.COMING) else UNSURE


def at_stove(match: re.Match[str], moment: Moment) -> Meant:
    """ "Ocakta" is on the stove, unless what is told lies ahead and is no cooking."""
    if _KITCHEN.search(match.string) or moment.tense() is not Tense.COMING:
        return UNSURE
    return calendar.named_month(moment, 1)


_KITCHEN = re.compile(
    r"\b(?:yemek|yemeg|corba|cay|kahve|tencere|tava|su|sut|pisi\w*|pisti|pisir\w*|kayn\w*|yan\w*|demlen\w*|mutfa\w*"
    r"|dolma"
    r"|unut\w*|et|pilav|makarna|fasulye|kofte|yag|recel|altini|maden\w*|komur\w*|tas)\b"
)


def day_of_month(match: re.Match[str], moment: Moment) -> Meant:
    if away := match["away"]:
        return calendar.nth_day(moment.today, AWAY[away], number_of(match["day"]))
    if _EACH_MONTH.search(match.string):
        return UNSURE  # wages and rents come every month
    return calendar.day_of_month(moment, number_of(match["day"]))


def end_of(match: re.Match[str], moment: Moment) -> Meant:
    ahead = match["away"] or moment.tense() in (Tense.COMING, Tense.NONE)
    return calendar.unit(UNITS[match["unit"]], AWAY.get(match["away"] or "bu", 0), moment.today) if ahead else UNSURE


NTH = {"ilk": 1, "birinci": 1, "ikinci": 2, "ucuncu": 3, "dorduncu": 4, "son": -1}


def _whole_month(match: re.Match[str], moment: Moment) -> Meant:
    """The month of "mayısın ilk pazartesisi", "gelecek ayın son haftası"; "ayın ilk cuması" may come every month."""
    if match["month"]:
        return calendar.named_month(moment, MONTHS[match["month"]])
    if match["whose"]:
        return calendar.month_away(moment.today, AWAY[match["whose"]])
    return UNSURE


def nth_weekday(match: re.Match[str], moment: Moment) -> Meant:
    return calendar.nth_weekday(_whole_month(match, moment), NTH[match["nth"]], PACK.weekdays[match["weekday"]])


def outer_week(match: re.Match[str], moment: Moment) -> Meant:
    return calendar.outer_week(_whole_month(match, moment), last=match["nth"] == "son")


def _lies_ahead(moment: Moment, text: str) -> bool:
    return moment.tense() is Tense.COMING and not _EACH_MONTH.search(text)


def other_th(match: re.Match[str], moment: Moment) -> Meant:
    """ "Ayın 20'sinde değil 27'sinde", "15'ine kadar": a day of the month where nothing is counted."""
    after = match.string[match.end() : match.end() + 12]
    if _LATEST.search(match.string, 0, match.start()) or _FITS.match(after):
        return calendar.day_of_month(moment, int(match["day"])) if _OWNED.match(match[0]) else NOTHING
    alone = not match.string[: match.start()].strip() and re.match(r"\s*(?:[.,!?]|$)", after)
    opens = _CLAUSE_BEGINS.search(match.string, 0, match.start()) and match[0].endswith(("nda", "nde"))
    if alone or _UNTIL.match(after) or (opens and _lies_ahead(moment, match.string)):
        return calendar.day_of_month(moment, int(match["day"]))
    return NOTHING


_EACH_MONTH = re.compile(
    r"\b(?:maas(?!im)|kira(?!z|c)|aidat|taksit|harclik|abonelik)\w*\b(?!.*(?:ecek|acak|s[iu]n\b)).*\w(?:iyor"
    r"|uyor)(?:um|uz|lar|ler)?\b"
)
_CLAUSE_BEGINS = re.compile(r"(?:^|[.!?,;] ?)$")
_LATEST = re.compile(r"\ben (?:gec|erken) $")
_FITS = re.compile(r" (?:gibi|uygun|musait|olur|olmaz|degil,? \d)")
_OWNED = re.compile(r"\d{1,2}'(?:[iu]|s[iu])")
_UNTIL = re.compile(r" (?:kadar|itibar|alin|ertele|kaydir|kald|cek[it]|kay[dm]|sark|uzad)")


def said_year(match: re.Match[str], moment: Moment) -> Meant:
    """ "2000'den fazla kişi": round numbers count things."""
    number = int(match["said"])
    counts = number % 100 == 0 and _COUNTS.match(match.string, match.end())
    return NOTHING if counts else calendar.year(number)


_COUNTS = re.compile(r"'?(?:[dt][ae]n(?! beri| bu yana)|y?[ae]\b|n?[iu]n\b|l[iu]\b)")


def abbreviated(match: re.Match[str], moment: Moment) -> Meant:
    weekday = (_SHORT | ABBREVIATED)[match["said"]]
    return calendar.weekday(moment, weekday) if moment.turkish else NOTHING


_SHORT = {"sal": 1, "car": 2, "per": 3, "cum": 4, "paz": 6}
ABBREVIATED = {
    **dict.fromkeys(("pzt", "pts", "ptesi", "p.tesi", "pztesi", "ptsi"), 0),
    **dict.fromkeys(("crs", "crsmb", "carsb"), 2),
    **dict.fromkeys(("prs", "pers", "prsmb"), 3),
    **dict.fromkeys(("cmt", "cts", "ctesi", "c.tesi", "cmts", "cmtesi", "ctsi"), 5),
    "pzr": 6,
}
