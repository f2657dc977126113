"""Days as they are named in Turkish, folded. An ending stays outside of what is found: of "cumaya" it is "cuma"."""

from __future__ import annotations

import re
from datetime import date, timedelta

from memory.languages.dating import calendar
from memory.languages.dating.form import NOTHING, UNSURE, Grammar, Meant, Moment, Tense, either, form
from memory.languages.dating.tr_tense import tense
from memory.languages.dating.tr_words import (
    AWAY,
    AWAY_WORD,
    CASE,
    DAYS_FROM_NOW,
    MONTH,
    MONTH_CASE,
    MONTH_OF,
    MONTHS,
    NUMBER,
    ONES,
    PLAIN_WEEKDAY,
    TENS,
    UNITS,
    WEEKDAY,
    YEAR,
    number_of,
)
from memory.languages.pack import pattern
from memory.languages.tr import TURKISH as PACK
from memory.theories.date_match import Span

TURKISH_LETTER = re.compile(
    r"[ğışĞİŞ]|\b(?:bug|[dDgG])ün|\b[üÜ]ç\b|\b[dD]ört|[öÖ]nce|\b[öÖ]b[üu]r|\b[iİ]çin\b|\b[çÇ]ok\b|[gG]eçen"
)
SIGN_OF_TURKISH = re.compile(
    r"\b(?:bir|icin|cok|ama|yok|gun|gunu|hafta|haftaya|bugun|yarin|saat|kadar|degil|biz|bize|bana|sana|olarak|sonra"
    r"|toplanti|lutfen|geldi|geldim|gitti|gittim|gittik|oldu|yapti|yaptik|aldim|aksam|sabah|gece|gecen|onumuzdeki"
    r"|degilmis|teslim|var|mac|c\.tesi|p\.tesi|gecerli|bitti|sunum|bulusma\w*|evdey\w+|yokum|yokuz|toplant\w*"
    r"|izin\w*|itibar\w*|yrn|bgn|sinav\w*|\w{2,}(?:iyor|uyor)\w*|\w{2,}(?:ecek|acak|eceg|acag)\w*|(?:subat|mayis"
    r"|haziran|temmuz|agustos|eylul|kasim)\w*|nasil|neden|tamam|tarih\w*|gorusuruz|bulusalim|cuma|pazartesi|carsamba"
    r"|persembe|cumartesi|benim|bizim)\b"
    r"|\d'(?:y?[ae]|[dt][ae]n?|n?[iu]n|s[iu]\w*|[iu]n?[dt]?[ae]?)\b"
)


def _from_now(match: re.Match[str], moment: Moment) -> Meant:
    if match["said"] == "dun" and not moment.turkish:
        return NOTHING
    return calendar.days_from(moment.today, DAYS_FROM_NOW[match["said"]])


def _beside(match: re.Match[str], moment: Moment) -> Meant:
    days = DAYS_FROM_NOW[match["near"]]
    return calendar.beside(moment, days, PACK.weekdays[match["weekday"]]) if days else UNSURE  # "bugün salı zaten"


def _days_before(match: re.Match[str], moment: Moment) -> Meant:
    """ "Geçen sene bugün", "seneye bugün"."""
    away = 1 if match["away"] in ("haftaya", "seneye") else AWAY[match["away"].split()[0]]
    unit = "hafta" if match["away"] == "haftaya" else "sene" if match["away"] == "seneye" else match["away"].split()[1]
    return calendar.exactly(moment.today, UNITS[unit], away)


def _from_to(match: re.Match[str], moment: Moment) -> Meant:
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


def _night_to(match: re.Match[str], moment: Moment) -> Meant:
    """ "Salıyı çarşambaya bağlayan gece": two days, the one after the other."""
    first, last = PACK.weekdays[match["from"]], PACK.weekdays[match["to"]]
    if (last - first) % 7 != 1:
        return UNSURE
    begins = calendar.weekday(moment, first)
    return calendar.days_from(begins.first, int(match["said"] == match["to"])) if isinstance(begins, Span) else UNSURE


def _night_between(match: re.Match[str], moment: Moment) -> Meant:
    """ "24'ü 25'e bağlayan gece"."""
    first = calendar.day_of_month(moment, int(match["from"]))
    if not isinstance(first, Span) or (first.first + timedelta(days=1)).day != int(match["to"]):
        return UNSURE
    return first if match["said"] == match["from"] else calendar.days_from(first.first, 1)


def _first_of_night(match: re.Match[str], moment: Moment) -> Meant:
    return calendar.day_of_month(moment, int(match["from"]))


def _later_of_week(match: re.Match[str], moment: Moment) -> Meant:
    """The second of "bu cumartesi mangal, pazar da temizlik"."""
    first, later = PACK.weekdays[match["first"]], PACK.weekdays[match["weekday"]]
    return calendar.of_week(moment.today, 0, later) if moment.today.weekday() < first < later else UNSURE


def _falls_on(match: re.Match[str], moment: Moment) -> Meant:
    """The weekday of "19 Mayıs pazara geliyor"."""
    number, of_month = MONTHS[match["month"]], number_of(match["day"])
    return calendar.nearest(moment.today, number, of_month, PACK.weekdays[match["weekday"]])


def _nearest(match: re.Match[str], moment: Moment) -> Meant:
    return calendar.nearest(moment.today, MONTHS[match["month"]], number_of(match["day"]))


def _week_of(match: re.Match[str], moment: Moment) -> Meant:
    """ "23 Mart haftası": the week in which the day lies."""
    found = _dated(match, moment)
    return calendar.week(found.first, 0) if isinstance(found, Span) else UNSURE


def _edge_of_month(match: re.Match[str], moment: Moment) -> Meant:
    """ "Nisanın ilk günü", "ayın son günü"."""
    whole = _whole_month(match, moment)
    if not match["month"] and not match["whose"] and match["nth"] == "son":
        whole = calendar.month_away(moment.today, 0) if moment.tense() in (Tense.COMING, Tense.NONE) else UNSURE
    if not isinstance(whole, Span):
        return UNSURE
    return calendar.day(whole.last if match["nth"] == "son" else whole.first)


def _since_month(match: re.Match[str], moment: Moment) -> Meant:
    """ "Ağustosun başından beri": the last such month, or this one."""
    number = MONTHS[match["month"]]
    return calendar.month(moment.today.year - (number > moment.today.month), number)


def _from_to_first(match: re.Match[str], moment: Moment) -> Meant:
    """The first of "pazartesiden cumaya kadar", of which the second has been read."""
    return calendar.weekday(moment, PACK.weekdays[match["from"]])


def _in_figures_beside(match: re.Match[str], moment: Moment) -> Meant:
    month, day = int(match["month"] or match["month2"]), int(match["day"] or match["day2"])
    hour = not match["month"] and day < _HOURS and _TILL.match(match.string, match.end())
    if not moment.turkish or not (1 <= month <= 12 and 1 <= day <= 31):
        return NOTHING
    return UNSURE if hour else calendar.dated(moment, number=month, of_month=day)


_HOURS = 24
_TILL = re.compile(r"'?y?[ae] ")


def _full_beside(match: re.Match[str], moment: Moment) -> Meant:
    """ "31.03" alone, in a message that names another day in figures."""
    return _in_figures(match, moment) if "\x00" in match.string else UNSURE


def _in_figures(match: re.Match[str], moment: Moment) -> Meant:
    """ "31.03 son gün", "4/12 itibarıyla": two figures beside a word of dates; "17.10" is rather an hour."""
    month, day = int(match["month"]), int(match["day"])
    if not moment.turkish or not (1 <= month <= 12 and 1 <= day <= 31):
        return NOTHING
    weekday = PACK.weekdays[name] if (name := match.groupdict().get("weekday")) else None
    return calendar.dated(moment, number=month, of_month=day, weekday=weekday)


def _month_in_figures(match: re.Match[str], moment: Moment) -> Meant:
    return calendar.month(int(match["year"]), int(match["month"])) if moment.turkish else NOTHING


def _of_century(match: re.Match[str], moment: Moment) -> Meant:
    return calendar.year(1900 + int(match["said"])) if moment.turkish else UNSURE


def _sunday(match: re.Match[str], moment: Moment) -> Meant:
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


def _other_day(match: re.Match[str], moment: Moment) -> Meant:
    """ "Öbür gün" is the day after tomorrow, and "önceki gün" that before yesterday, where the tense agrees."""
    ahead = match["said"].startswith("obur")
    against = Tense.PAST if ahead else Tense.COMING
    return UNSURE if moment.tense() is against else calendar.days_from(moment.today, 2 if ahead else -2)


def _counted(match: re.Match[str], moment: Moment) -> Meant:
    days = number_of(match["number"])
    if not match["way"].startswith("sonra"):
        return calendar.days_from(moment.today, -days) if days > 1 else UNSURE  # "a day before" what was told
    return UNSURE if moment.tense() is Tense.PAST else calendar.days_from(moment.today, days)


def _counted_from(match: re.Match[str], moment: Moment) -> Meant:
    start = {"bugun": 0, "bun": 0, "yarin": 1, "dun": -1}[match["from"]]
    sign = 1 if match["way"].startswith("sonra") else -1
    return calendar.days_from(moment.today, start + sign * number_of(match["number"]))


def _exactly(match: re.Match[str], moment: Moment) -> Meant:
    sign = 1 if match["way"] == "sonra" else -1
    return calendar.exactly(moment.today, UNITS[match["unit"]], sign * number_of(match["number"]))


def _unit(match: re.Match[str], moment: Moment) -> Meant:
    return calendar.unit(UNITS[match["unit"]], AWAY[match["away"]], moment.today)


def _of_week(match: re.Match[str], moment: Moment) -> Meant:
    away = 1 if match["away"] == "haftaya" else AWAY[match["away"].removesuffix(" hafta")]
    return calendar.of_week(moment.today, away, PACK.weekdays[match["weekday"]])


def _away_weekday(match: re.Match[str], moment: Moment) -> Meant:
    weekday, away = PACK.weekdays[match["weekday"]], match["away"]
    if weekday == 1 and not moment.turkish:
        return NOTHING
    if AWAY[away] < 0:
        return calendar.latest(moment.today, weekday)
    if away == "onumuzdeki":
        return calendar.coming(moment.today, weekday)
    return calendar.this_weekday(moment, weekday) if away == "bu" else UNSURE


def _weekday(match: re.Match[str], moment: Moment) -> Meant:
    if match["weekday"] == "sali" and not moment.turkish:
        return NOTHING  # a name elsewhere
    if _ENDS.match(match.string, match.end()) and _BEGAN.search(match.string, 0, match.start()):
        return UNSURE  # "pazartesi başlıyor, cuma bitiyor"
    return calendar.weekday(moment, PACK.weekdays[match["weekday"]])


_BEGAN = re.compile(
    r"(?:pazartesi|sali|carsamba|persembe|cuma|cumartesi|pazar|\x00)\w*(?: gunu)? [^.!?]{0,20}\bbasl\w+"
)
_ENDS = re.compile(r"(?: gunu)? (?:bit|son[ae] er)\w+")


def _weekend(match: re.Match[str], moment: Moment) -> Meant:
    away = match.groupdict().get("away")
    if away is None:
        return calendar.the_weekend(moment)
    return calendar.weekend(moment.today, AWAY[away]) if AWAY[away] < 1 else UNSURE


def _dated(match: re.Match[str], moment: Moment) -> Meant:
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


def _month_of_year(match: re.Match[str], moment: Moment) -> Meant:
    groups = match.groupdict()
    year = int(match["year"]) if groups.get("year") else moment.today.year + _year_away(match["away"])
    return calendar.month(year, MONTHS[match["month"]])


def _away_month(match: re.Match[str], moment: Moment) -> Meant:
    number, away = MONTHS[match["month"]], AWAY[match["away"]]
    if away == 0:
        return calendar.this_month_named(moment, number)
    if match["away"] == "onumuzdeki":
        return calendar.month(moment.today.year + (number <= moment.today.month), number)
    return (calendar.last_month_named if away < 0 else calendar.next_month_named)(moment.today, number)


def _month(match: re.Match[str], moment: Moment) -> Meant:
    if _ANY_YEAR.search(match.string):
        return UNSURE
    return calendar.named_month(moment, MONTHS[match["month"]])


def _month_end(match: re.Match[str], moment: Moment) -> Meant:
    """ "Mart sonu" in March is that of this year, if it is not told as over."""
    if MONTHS[match["month"]] == moment.today.month and moment.tense() is not Tense.PAST:
        return calendar.month_away(moment.today, 0)
    return _month(match, moment)


def _maybe_month(match: re.Match[str], moment: Moment) -> Meant:
    """ "Ekimde" is also at sowing, "aralıkta" in the gap."""
    return _month(match, moment) if moment.tense() in (Tense.PAST, Tense.COMING) else UNSURE


def _at_stove(match: re.Match[str], moment: Moment) -> Meant:
    """ "Ocakta" is on the stove, unless what is told lies ahead and is no cooking."""
    if _KITCHEN.search(match.string) or moment.tense() is not Tense.COMING:
        return UNSURE
    return calendar.named_month(moment, 1)


_KITCHEN = re.compile(
    r"\b(?:yemek|yemeg|corba|cay|kahve|tencere|tava|su|sut|pisi\w*|pisti|pisir\w*|kayn\w*|yan\w*|demlen\w*|mutfa\w*"
    r"|dolma"
    r"|unut\w*|et|pilav|makarna|fasulye|kofte|yag|recel|altini|maden\w*|komur\w*|tas)\b"
)


def _day_of_month(match: re.Match[str], moment: Moment) -> Meant:
    if away := match["away"]:
        return calendar.nth_day(moment.today, AWAY[away], number_of(match["day"]))
    if _EACH_MONTH.search(match.string):
        return UNSURE  # wages and rents come every month
    return calendar.day_of_month(moment, number_of(match["day"]))


def _end_of(match: re.Match[str], moment: Moment) -> Meant:
    ahead = match["away"] or moment.tense() in (Tense.COMING, Tense.NONE)
    return calendar.unit(UNITS[match["unit"]], AWAY.get(match["away"] or "bu", 0), moment.today) if ahead else UNSURE


_DAY = r"(?<![\d.,:/-])(?P<day>\d{1,2})"
_YEAR_AWAY = rf"(?P<away>seneye|{AWAY_WORD} (?:yil|sene))"
_WITH_WEEKDAY = rf"(?:,? \(?(?P<weekday>{WEEKDAY})\b\)?)?"

_NTH = {"ilk": 1, "birinci": 1, "ikinci": 2, "ucuncu": 3, "dorduncu": 4, "son": -1}
_OF_MONTH = (
    rf"(?:(?P<month>{MONTH_OF})(?: ay[iı])?'?n?[iu]n|(?:(?P<whose>bu|gelecek|onumuzdeki|gecen|gectigimiz) )?ayin)"
)
_LISTED = r"(?:,? (?:ve|veya|ya da|ile) |, ?)"


def _whole_month(match: re.Match[str], moment: Moment) -> Meant:
    """The month of "mayısın ilk pazartesisi", "gelecek ayın son haftası"; "ayın ilk cuması" may come every month."""
    if match["month"]:
        return calendar.named_month(moment, MONTHS[match["month"]])
    if match["whose"]:
        return calendar.month_away(moment.today, AWAY[match["whose"]])
    return UNSURE


def _nth_weekday(match: re.Match[str], moment: Moment) -> Meant:
    return calendar.nth_weekday(_whole_month(match, moment), _NTH[match["nth"]], PACK.weekdays[match["weekday"]])


def _outer_week(match: re.Match[str], moment: Moment) -> Meant:
    return calendar.outer_week(_whole_month(match, moment), last=match["nth"] == "son")


def _lies_ahead(moment: Moment, text: str) -> bool:
    return moment.tense() is Tense.COMING and not _EACH_MONTH.search(text)


def _other_th(match: re.Match[str], moment: Moment) -> Meant:
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
_THEN_TH = r"'\w+[^.!?\d]{1,20}\b(?P<said>(?P<day>\d{1,2}))'(?:[iu]|s[iu])\w{0,4}\b"


def _said_year(match: re.Match[str], moment: Moment) -> Meant:
    """ "2000'den fazla kişi": round numbers count things."""
    number = int(match["said"])
    counts = number % 100 == 0 and _COUNTS.match(match.string, match.end())
    return NOTHING if counts else calendar.year(number)


_COUNTS = re.compile(r"'?(?:[dt][ae]n(?! beri| bu yana)|y?[ae]\b|n?[iu]n\b|l[iu]\b)")


def _abbreviated(match: re.Match[str], moment: Moment) -> Meant:
    weekday = (_SHORT | _ABBREVIATED)[match["said"]]
    return calendar.weekday(moment, weekday) if moment.turkish else NOTHING


_SHORT = {"sal": 1, "car": 2, "per": 3, "cum": 4, "paz": 6}
_ABBREVIATED = {
    **dict.fromkeys(("pzt", "pts", "ptesi", "p.tesi", "pztesi", "ptsi"), 0),
    **dict.fromkeys(("crs", "crsmb", "carsb"), 2),
    **dict.fromkeys(("prs", "pers", "prsmb"), 3),
    **dict.fromkeys(("cmt", "cts", "ctesi", "c.tesi", "cmts", "cmtesi", "ctsi"), 5),
    "pzr": 6,
}


_ENDING = (
    r"(?:k[iu](?:n[aeiu]|n[dt][ae]n?|n[iu]n|ler\w*|yd[iu]|ym[iu]s)?|den|dan|e|a|un|in|u|i|y?d[iu](?:k|m)?"
    r"|y?m[iu]s|y[iu]z)?"
)
_FALLS = r"'?y?[ae] (?:denk|gel(?:di|iyor|mis|ecek|ir)|rast|dus(?:tu|uyor|mus|ecek)|tekabul)"
_UNITS_AFTER = (
    r"(?! ?(?:tl|lira|%|milyon|milyar|bin|kg|gr|derece|puan|m2|metre|cm|km|dk|sn|dolar|euro|usd|adet|kat|sayfa|surum"
    r"|gb|mb"
    r"|volt|litre|lt|not))"
)
_TWO_FIGURES = r"(?<![\w.,:/$€₺%+-])(?<!saat )(?<!surum )(?<!versiyon )"
_FORMS = (
    form(
        rf"\bbugune bugun\b|\bbugunden yarina\b|\b(?:carsamba|persembe)'?da\b|\byil ?sonu (?:izn|parti|kapanis|rapor"
        rf"|yemeg"
        rf"|ikramiy|sinav|hediye|tatil|degerlendirme|mali|bilanco|prim|toplanti)\w*"
        rf"|(?<!\d){YEAR}\s?[-–/]\s?(?:{YEAR}|\d\d)\b(?='?\w* (?:sezon|egitim|ogretim|donem|akademik))"
        rf"|\b1 nisan saka\w*",
        NOTHING,
    ),
    form(
        rf"\b{NUMBER} {WEEKDAY} (?:once|evvel|sonra)\w*|\bhangi {WEEKDAY}\b", UNSURE, "once", "evvel", "sonra", "hangi "
    ),
    form(rf"\b(?P<said>(?P<away>haftaya|seneye|{AWAY_WORD} (?:hafta|ay|yil|sene)) bugun)\b", _days_before, " bugun"),
    form(
        rf"\b(?P<from>{WEEKDAY})'?[dt][ae]n (?P<said>(?P<to>{WEEKDAY}))(?='?y?[ae] (?:kadar|dek|degin))",
        _from_to,
        "kadar",
        "dek",
        "degin",
    ),
    form(
        rf"\b(?P<said>(?P<from>{WEEKDAY}))'?[dt][ae]n (?=\x00+'?y?[ae] (?:kadar|dek|degin))",
        _from_to_first,
        "kadar",
        "dek",
        "degin",
    ),
    form(rf"\b(?P<from>{WEEKDAY})'?y?[iu] (?P<said>(?P<to>{WEEKDAY}))(?='?y?[ae] baglayan)", _night_to, " baglayan"),
    form(
        r"(?<![\d.,:/])\b(?P<from>\d{1,2})'?y?[iu] (?P<said>(?P<to>\d{1,2}))(?='?y?[ae] baglayan)",
        _night_between,
        " baglayan",
    ),
    form(
        r"(?<![\d.,:/])\b(?P<said>(?P<from>\d{1,2}))'?y?[iu] (?=\x00+'?y?[ae] baglayan)", _first_of_night, " baglayan"
    ),
    form(
        rf"\b(?P<month>{MONTH_OF})(?: ay[iı])?'?n?[iu]n (?P<day>{NUMBER})'?(?:[iu]"
        rf"|s[iu]) (?P<said>(?P<weekday>{WEEKDAY}))\b(?! d(?:egil|ah))",
        _falls_on,
        "pazartesi",
        "cumartesi",
        "carsamba",
        "persembe",
        "pazar",
        "sali",
        "cuma",
    ),
    form(
        rf"(?:\bayin |(?<![\d.,:/%]))\b(?P<day>\d{{1,2}})'(?:[iu]"
        rf"|s[iu]) (?P<said>(?P<weekday>{WEEKDAY}))\b(?! d(?:egil|ah))",
        lambda match, moment: calendar.weekday_the(moment, PACK.weekdays[match["weekday"]], int(match["day"])),
        "pazartesi",
        "cumartesi",
        "carsamba",
        "persembe",
        "pazar",
        "sali",
        "cuma",
    ),
    form(
        rf"\bbu (?P<first>{WEEKDAY})\b[^.!?\n]{{1,40}}, (?P<said>(?P<weekday>{WEEKDAY}))(?= d[ae]\b)",
        _later_of_week,
        "bu ",
    ),
    form(
        rf"\b(?P<away>haftaya|{AWAY_WORD} hafta)(?:n[iu]n|ki)?,? {WEEKDAY}(?:'?\w{{1,4}})?(?:,| ve| ile| veya| ya da"
        rf"|\s?[-–])? ?"
        rf"(?P<said>(?P<weekday>{WEEKDAY}))\b(?!\w)",
        _of_week,
        "haftaya",
        " hafta",
    ),
    form(rf"(?P<said>{_DAY}\.? (?P<month>{MONTH})(?: (?P<year>{YEAR}))?) haftas[iı]\w*", _week_of, " haftas"),
    form(
        rf"{_DAY}\.? (?P<month>{MONTH}),? (?P<said>(?P<weekday>{WEEKDAY}))(?: gunu\w*)?(?={_FALLS})",
        _falls_on,
        "pazartesi",
        "cumartesi",
        "carsamba",
        "persembe",
        "pazar",
        "sali",
        "cuma",
    ),
    form(
        rf"(?P<said>{_DAY}\.? (?P<month>{MONTH})),? (?=\x00+(?: gunu\w*)?{_FALLS})",
        _nearest,
        "denk",
        "gel",
        "rast",
        "dus",
        "tekabul",
    ),
    form(
        rf"\b(?P<month>{MONTH_OF})(?: ay[iı])?'?n?[iu]n (?P<day>{NUMBER})'?\w{{0,4}} denk gelen"
        rf" (?P<said>(?P<weekday>{WEEKDAY}))\b",
        UNSURE,
        " denk gelen ",
    ),
    form(
        rf"\b(?P<said>(?P<month>{MONTH_OF})(?: ay[iı])?'?n?[iu]n (?P<day>{NUMBER}))(?='?\w{{0,4}} denk gelen \x00)",
        _nearest,
    ),
    form(rf"\b(?P<said>{_OF_MONTH} (?P<nth>ilk|son) gunu?)\w*\b", _edge_of_month, " gun"),
    form(
        rf"(?<!\d )(?<!\d\. )\b(?P<said>(?P<month>{MONTH_OF})(?:'?n?[iu]n (?:bas|ort[ae]"
        rf"|son)\w*)?)(?='?[dt]?[ae]?n? (?:beri|bu yana))",
        _since_month,
        "eri",
        "u yana",
    ),
    form(
        rf"(?P<said>(?P<month>{MONTH}) (?P<day>\d{{1,2}}),? \(?(?P<weekday>{WEEKDAY}))\b",
        _dated,
        "pazartesi",
        "cumartesi",
        "carsamba",
        "persembe",
        "pazar",
        "sali",
        "cuma",
    ),
    form(
        rf"{_TWO_FIGURES}(?P<said>(?P<day>\d\d?)[./](?P<month>\d\d?),? (?P<weekday>{WEEKDAY}))\b",
        _in_figures,
        "pazartesi",
        "cumartesi",
        "carsamba",
        "persembe",
        "pazar",
        "sali",
        "cuma",
    ),
    form(
        rf"{_TWO_FIGURES}(?P<said>(?P<day>\d\d?)/(?P<month>\d\d?)|(?P<day2>\d\d)\.(?P<month2>\d\d))"
        rf"(?=(?:'\w+)?(?: itibar| tarih| son (?:gun|tarih)| gunu\b| vadeli)|'?y?[ae] (?:kadar|dek|ertele|cek"
        rf"|al[iı]nd|kald|kayd))",
        _in_figures_beside,
    ),
    form(
        rf"{_TWO_FIGURES}(?P<said>(?P<day>2[4-9]|3[01])\.(?P<month>0[1-9]|1[0-2]))(?![\d.:]){_UNITS_AFTER}(?='"
        rf"|[ ,!?]|$)",
        _full_beside,
        ".",
    ),
    form(
        rf"{_TWO_FIGURES}(?P<said>(?P<month>0?[1-9]|1[0-2])[./](?P<year>20\d\d))(?=$|'| donem| itibar| tarih"
        rf"| ay)(?![\d/])",
        _month_in_figures,
        "20",
    ),
    form(r"(?<![\d.,:'])\b(?P<said>[5-9]\d)(?= (?:dogumlu|mezunu))", _of_century, "dogumlu", "mezunu"),
    form(
        rf"\b(?:her|bir|bazi|kara|efsane|hangi|herhangi bir) {WEEKDAY}(?: gun\w*)?\b|\b{WEEKDAY}(?:lar"
        rf"|ler)[iu]?\w*|\b{WEEKDAY} gunleri\w*"
        rf"|\bcuma (?:namaz|mesaj|hutbe)\w*|\b(?:sali|carsamba|persembe|cuma|cumartesi) pazari\w*"
        rf"|\bcuma(?:'n[iu]n| ad[iı]nda| diye| isimli| abi\w*| bey\w*| usta\w*| amca\w*| dayi\w*| hoca\w*"
        rf"| teyze\w*)\b|\bpazar (?:yer|arastirma|kahvalt[iı]s[iı] k"
        rf"|pay)\w*|\bbugunlerde\b|\bbugunluk\b|\bher ayin \w+",
        NOTHING,
    ),
    form(
        rf"\b{PLAIN_WEEKDAY}'?[dt][ae]n (?P<said>(?P<weekday>{PLAIN_WEEKDAY}))(?='?y?[ae] (?:al[iı]nd|ertele|kay"
        rf"|cek|tasi"
        rf"|at[iı]l|degis))",
        _weekday,
        "pazartesi",
        "sali",
        "carsamba",
        "persembe",
        "cumartesi",
        "cuma",
    ),
    form(
        rf"\b{PLAIN_WEEKDAY}'?[dt][ae]n (?=\x00)",
        UNSURE,
        "pazartesi",
        "sali",
        "carsamba",
        "persembe",
        "cumartesi",
        "cuma",
    ),
    form(
        r"\bbugun yarin\b|\b(?:ertesi|gecen|ondan onceki|bir onceki|bir sonraki|sonraki|bir) gun\b(?! "
        r"(?:once|sonra))|\bobur (?:hafta|ay|yil)\w*"
        rf"|\b{WEEKDAY}(?:'?[dt][ae]n) {WEEKDAY}'?(?:y?[ae])\b|\b{WEEKDAY}\s?[-–]\s?{WEEKDAY}\b|\b{WEEKDAY} (?:veya"
        rf"|ya da"
        rf"|yahut) {WEEKDAY}\b|\b{WEEKDAY}(?: gunu)? m[iu](?:yd[iu] ney?d[iu])?\b",
        UNSURE,
    ),
    form(
        r"\byarin degil,? obur gun|\byarindan sonraki gun",
        lambda match, moment: calendar.days_from(moment.today, 2),
        " obur gun",
        "dan sonraki gun",
    ),
    form(
        rf"\b(?P<said>{_OF_MONTH} (?P<nth>{either(_NTH)}) (?P<weekday>{WEEKDAY}))(?:[iu]|s[iu])(?:n\w+)?\b",
        _nth_weekday,
        "pazartesi",
        "cumartesi",
        "carsamba",
        "persembe",
        "pazar",
        "sali",
        "cuma",
    ),
    form(rf"\b(?P<said>{_OF_MONTH} (?P<nth>ilk|son) hafta)s[iu]\w*\b", _outer_week, " hafta"),
    form(rf"\b{_OF_MONTH} (?P<nth>{either(_NTH)}|orta) (?:hafta|gun|yari)\w*\b", UNSURE, "hafta", "gun", "yari"),
    form(
        rf"\b(?:obur|oteki|diger|bir sonraki|sonraki|bir onceki|ertesi) {WEEKDAY}\w*",
        UNSURE,
        "obur",
        "oteki",
        "diger",
        "bir sonraki",
        "sonraki",
        "bir onceki",
        "ertesi",
    ),
    form(rf"\b(?P<near>bugun|yarin|dun),? \(?(?P<said>(?P<weekday>{WEEKDAY}))\b", _beside, "bugun", "yarin", "dun"),
    form(r"\b(?P<said>haftaya bugun)\b", lambda match, moment: calendar.days_from(moment.today, 7), "haftaya bugun"),
    form(
        rf"\b(?P<said>(?P<from>bugun|yarin|dun|bun)(?:den|dan)(?: itibaren)? (?P<number>{NUMBER}) gun"
        r" (?P<way>once|evvel|sonra))",
        _counted_from,
        " gun ",
    ),
    form(
        rf"\b(?:tam (?:olarak )?|bugunden (?:tam )?)(?P<said>(?P<number>{NUMBER}) (?P<unit>hafta|ay|yil|sene)"
        r" (?P<way>once|evvel|sonra))(?! bugun)",
        _exactly,
        "tam ",
        "bugunden ",
    ),
    form(
        rf"\b(?P<said>(?:tam )?(?P<number>{NUMBER}) (?P<unit>hafta|ay|yil|sene) (?P<way>once|evvel|sonra) bugun)\b",
        _exactly,
        " bugun",
    ),
    form(
        rf"\b\w+(?:den|dan|ten|tan) {NUMBER} (?:gun|hafta|ay|yil|sene) (?:once|evvel|sonra)\w*"
        rf"|\b(?:bir ?kac|bir ?iki|\d+\s?[-–]\s?\d+|(?:{either(ONES)}) (?:{either(ONES)})"
        rf"|yaklasik {NUMBER}|en az {NUMBER}"
        rf"|yuz {NUMBER}|bin {NUMBER})(?: bucuk)? (?:gun|hafta|ay|yil|sene)\w* (?:once|sonra|icinde)\w*"
        rf"|{NUMBER}(?: bucuk)? (?:hafta|ay|yil|sene)\w* (?:once|evvel|sonra|icinde)\w*|{NUMBER} gun icinde"
        rf"|\d[.,]\d gun\w*",
        UNSURE,
        "once",
        "evvel",
        "sonra",
        "icinde",
        " gun icinde",
        " gun",
    ),
    form(
        rf"(?P<number>{NUMBER}) gun (?P<way>once|evvel|sonra)(?:ki|sinda|sina|si|den|n[iu]n|ye|ya|yd[iu]|ym[iu]s)?\b",
        _counted,
        " gun ",
    ),
    form(
        rf"\b(?P<said>(?P<away>haftaya|{AWAY_WORD} hafta)(?:n[iu]n|ki)?,? (?P<weekday>{WEEKDAY}))(?=s?[iu]n\w+|s[iu]\b"
        rf"|{MONTH_CASE[3:]}",
        _of_week,
        "haftaya",
        " hafta",
    ),
    form(
        rf"(?P<said>{_DAY}(?: ?[-–] ?| ile | ila )(?P<to>\d{{1,2}}) (?P<month>{MONTH})(?: "
        rf"(?P<year>{YEAR})\b)?)(?='|\b)",
        _dated,
    ),
    form(rf"{_DAY}\.? marti\b(?!')", NOTHING, " marti"),
    form(
        rf"\b(?P<said>{_YEAR_AWAY},? (?P<day>\d{{1,2}}) (?P<month>{MONTH})){MONTH_CASE}",
        _dated,
        "seneye",
        "yil",
        "sene",
    ),
    form(
        rf"(?P<said>{_DAY})(?:'\w+)?(?={_LISTED}(?:\d{{1,2}}{_LISTED}){{0,3}}"
        rf"\d{{1,2}} (?P<month>{MONTH})(?:[dt][ae]\w{{0,2}})?\b(?: (?P<year>{YEAR}))?)",
        _dated,
    ),
    form(
        rf"(?P<said>{_DAY}\.? (?P<month>{MONTH})(?:,? (?P<year>{YEAR})\b)?{_WITH_WEEKDAY})"
        rf"(?:{MONTH_CASE}|{CASE})",
        _dated,
    ),
    form(
        rf"\b(?P<said>(?P<day>(?:(?:{either(TENS)}) )?(?:{either(ONES[1:])})|(?:{either(TENS)})(?: bir)?)"
        rf" (?P<month>{MONTH}))(?='?[dt][ae]n?\b|'?[dt][ae]ki\b|'?[ae] (?:kadar|dek)\b|'|"
        rf" (?:pazartesi|sali|carsamba|persembe|cuma))",
        _dated,
    ),
    form(rf"\b(?P<month>{MONTH_OF})(?: ay[iı])?'?n?[iu]n \d{{1,2}}{_THEN_TH}", _dated, "n "),
    form(rf"\b(?:(?P<away>bu|gelecek|onumuzdeki|gecen|gectigimiz) )?ayin \d{{1,2}}{_THEN_TH}", _day_of_month, "ayin "),
    form(
        rf"\b(?P<said>(?P<month>{MONTH_OF})(?: ay[iı])?'?n?[iu]n (?P<day>{NUMBER}))'?(?:[iu]|s[iu])\w{{0,4}}\b",
        _dated,
        "n ",
    ),
    form(rf"\b(?P<said>(?P<year>{YEAR}) (?P<month>{MONTH}))(?='?[iu]nd[ae]\b| ay[iı]\w*)", _month_of_year, "19", "20"),
    form(rf"\b(?P<said>(?P<month>{MONTH}))(?='?[iu]n sonu\w*| sonu\w*)", _month_end, "n sonu", " sonu"),
    form(r"\b(?P<said>(?P<month>ekim))(?=e (?:kadar|dek)\b)", _month, "ekim"),
    form(rf"\b(?P<said>(?P<month>{MONTH}) (?P<year>{YEAR}))(?='|\b)", _month_of_year, "19", "20"),
    form(
        rf"\b(?P<said>{_YEAR_AWAY}(?:n[iu]n|ki)?,? (?P<month>{MONTH})){MONTH_CASE}",
        _month_of_year,
        "seneye",
        "yil",
        "sene",
    ),
    form(rf"\b(?P<said>(?P<away>{AWAY_WORD}) (?P<month>{MONTH}))(?: ay\w*)?{MONTH_CASE}(?! ay)", _away_month),
    form(
        rf"\b(?P<said>(?P<month>{MONTH}))(?='[dt][ae]|'[ae]\b|'y[ae]\b|'[iu]n\b|[iu]n ay[iı]\w*| ay(?:[iı]|lar)\w*"
        rf"|(?= (?:fatura|maas|kira|rapor|donem|bulten|aidat|bordro|taksit|ekstre|kampanya|butce|hedef|satis|ciro"
        rf"|toplanti|sinav|zam|enflasyon|faiz|vize|final|hakedis|prim|borc|odeme|siparis)\w*)| (?:son|bas"
        rf"|ort[ae])\w*| gibi\b| itibar\w*| icinde\b| boyunca\b)",
        _month,
    ),
    form(rf"\b(?P<said>(?P<month>{MONTH}))(?=,? (?:ve|veya|ya da|ile) \x00)", _month),
    form(r"\b(?P<said>(?P<month>ekim|aralik))[dt][ae](?:ki)?\b", _maybe_month, "ekim", "aralik"),
    form(r"(?P<said>\bocak)ta (?=\w)", _at_stove, "ocak"),
    form(
        r"\b(?P<said>(?P<month>aralig|ocag))(?=[iu]n (?:sonu|basi|ortas)\w*|[ae] (?:kadar|dogru|dek|ertele\w*"
        r"|kald\w*)\b)",
        _month,
        "aralig",
        "ocag",
    ),
    form(r"\bocakta\b", UNSURE, "ocakta"),
    form(
        r"\b(?P<said>(?P<month>subat|mart|nisan|mayis|haziran|temmuz|agustos|eylul|kasim))"
        r"(?=[dt][ae]n?\b|[dt][ae]ki\b"
        r"|[ae] (?:kadar|dogru|dek|degin|kald[iı])\b|[iu]n (?:son|bas|ort[ae])\w*|'?[ae] (?:ertele|kaydir|at[iı]ld"
        r"|kald)\w*)",
        _month,
    ),
    form(
        r"\b(?P<said>(?:(?P<away>bu|gelecek|onumuzdeki|gecen|gectigimiz) )?ayin (?P<day>\d{1,2}))'?(?:[iu]|s[iu]"
        r"|n)\w{0,4}\b",
        _day_of_month,
        "ayin ",
    ),
    form(
        rf"\b(?P<said>(?:(?P<away>bu|gelecek|onumuzdeki|gecen|gectigimiz) )?ayin (?P<day>{NUMBER}))(?:[iu]|s[iu])"
        rf"(?:n\w{{1,3}})?\b",
        _day_of_month,
        "ayin ",
    ),
    form(
        rf"\b(?P<said>(?P<away>{AWAY_WORD}) (?P<weekday>{WEEKDAY}))(?= gun\w*|{MONTH_CASE[3:-1]}|{CASE[3:-1]})",
        _away_weekday,
        "pazartesi",
        "cumartesi",
        "carsamba",
        "persembe",
        "pazar",
        "sali",
        "cuma",
    ),
    form(rf"\b(?:(?P<away>{AWAY_WORD}) )?hafta ?sonu\w*", _weekend, "hafta"),
    form(
        r"\b(?P<said>(?:(?P<away>bu|gelecek|onumuzdeki) )?(?P<unit>ay|yil|sene))(?:[iu]n)? ?sonu(?:n\w+)?\b",
        _end_of,
        "sonu",
    ),
    form(
        rf"\b(?P<said>(?P<away>{AWAY_WORD}) (?P<unit>hafta|yil|sene|ay))(?:ki|n?[iu]n|[dt][ae]n?"
        rf"|y?[ae]|y[iu]|lik|[ld][ae]ki)?\b"
        r"(?! (?:gun|sonu)\b)",
        _unit,
    ),
    form(
        r"\b(?P<said>su hafta)(?:y[iu]|n?[iu]n|ki)?\b(?! ?sonu)",
        lambda match, moment: calendar.week(moment.today, 0),
        "su hafta",
    ),
    form(r"\b(?P<said>haftaya)\b", lambda match, moment: calendar.week(moment.today, 1), "haftaya"),
    form(r"\b(?P<said>seneye)\b", lambda match, moment: calendar.unit("year", 1, moment.today), "seneye"),
    form(r"\b(?P<said>obur gun|onceki gun)", _other_day, "bur gun", "nceki gun"),
    form(rf"\b(?P<said>{either(DAYS_FROM_NOW)})(?='?{_ENDING}\b)", _from_now),
    form(
        rf"\b(?P<said>(?P<weekday>{PLAIN_WEEKDAY}|pazar(?= gun\w*| sabah\w*| aksam\w*| gece\w*| ogle\w*"
        rf"|a kadar))(?: gunu?\b)?){CASE}",
        _weekday,
        "pazartesi",
        "sali",
        "carsamba",
        "persembe",
        "cumartesi",
        "cuma",
        "pazar",
    ),
    form(
        rf"(?<![\d.,:/])\b(?P<said>{YEAR})(?='?[dt][ae](?:ki)?\b|'?[dt][ae]n\b|'?n?[iu]n\b|'?[ae]\b|'?y[ae]\b|'l[iu]\b"
        r"| yil[iı]\w*| (?:model|mezun|dogumlu|yapim|rekolte|hasad|hasat|sezon|deprem|secim|yaz|kis|guz|ilkbahar"
        r"|sonbahar"
        r"|bahar|son[iu]|bas[iı]|ortas|giris|kurulus|butce|uretim|baski)\w*)",
        _said_year,
        "19",
        "20",
    ),
    form(r"\b(?P<said>pazar)(?:(?= d[ae]\b)|(?=,? )|(?='?y?[ae] (?:ertele|al[iı]nd|kald|kayd))|$)", _sunday, "pazar"),
    form(rf"\b(?P<said>{either(_ABBREVIATED)})(?!\w|\.\w)", _abbreviated),
    form(
        r"\b(?P<said>sal|car|per|cum|paz)\b\.?(?= \d{1,2}[:.]\d\d| saat \d| gunu\b| sabahi?\b| aksami?\b)",
        _abbreviated,
        "sal",
        "car",
        "per",
        "cum",
        "paz",
    ),
    form(
        r"(?<![\d.,:/%$€₺-])\b(?P<said>(?P<day>\d{1,2}))'(?:[iu]|s[iu])(?:n[dt][ae]n?|n[ae]|n[iu])?\b", _other_th, "'"
    ),
)

_HINT = rf"""\b(?:bugun|yarin|dun|bu|bun|evvel|obur|once|hafta|gecen|gectig|gelecek|onumuz|ertesi|gun|sene|ay|yil
|{WEEKDAY}
    |{MONTH}|ocak|(?:19|20)\d\d|\d\d?'|(?:sal|car|per|cum|paz)\b|yrn|bgn|{either(_ABBREVIATED)})|\bgun\b|\d[./]\d|dogumlu|mezunu|{MONTH}"""

TURKISH = Grammar(hint=pattern(_HINT), forms=_FORMS, tense=tense)
