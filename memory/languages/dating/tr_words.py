"""Words of Turkish that name days, folded, and the pieces of patterns that its forms share."""

from __future__ import annotations

from memory.languages.dating.form import either
from memory.languages.tr import TURKISH as PACK

DAYS_FROM_NOW = {
    **dict.fromkeys(("bugun", "bgn", "bu sabah", "bu aksam", "bu gece", "bu ogle", "bu oglen", "bu ogleden sonra"), 0),
    **dict.fromkeys(("yarin", "yrn"), 1),
    **dict.fromkeys(("dun gece", "dun aksam", "dun sabah", "dun"), -1),
    **dict.fromkeys(("evvelsi gun", "evvelki gun", "dunden onceki gun"), -2),
    **dict.fromkeys(("obursu gun", "yarindan sonraki gun"), 2),
}
AWAY = {"evvelsi": -2, "evvelki": -2, "bu": 0, "gecen": -1, "gectigimiz": -1, "gelecek": 1, "onumuzdeki": 1}
UNITS = {"hafta": "week", "ay": "month", "yil": "year", "sene": "year"}
ONES = ("bir", "iki", "uc", "dort", "bes", "alti", "yedi", "sekiz", "dokuz")
TENS = {"on": 10, "yirmi": 20, "otuz": 30, "kirk": 40, "elli": 50, "altmis": 60, "yetmis": 70, "seksen": 80}

WEEKDAY = rf"(?:{either(PACK.weekdays)})"
PLAIN_WEEKDAY = "(?:pazartesi|sali|carsamba|persembe|cumartesi|cuma)"
MONTHS = dict(PACK.months) | {"aralig": 12, "ocag": 1}  # "aralığın 5'i"
MONTH = rf"(?:{either(PACK.months)})"
MONTH_OF = rf"(?:{either(MONTHS)})"
AWAY_WORD = rf"(?:{either(AWAY)})"
CASE = r"(?='?(?:y[aeiu]|y?d[iu]r?|ym[iu]s|d[ae]n?|n[iu]n|[dt][ae]ki|ki|nk[iu]|l[iu]k)?\b)"
MONTH_CASE = r"(?='?(?:[aeiu]|y[aei]|[dt][ae]n?|[iu]n|n[iu]n|[dt][ae]ki|daki|deki)?\b)"
DIGITS = r"(?<![\d.,:/-])\d{1,3}"
NUMBER = rf"(?:{DIGITS}|\b(?:(?:{either(TENS)}) )?(?:{either(ONES)})|\b(?:{either(TENS)}))"
YEAR = r"(?:19|20)\d\d"

DAY = r"(?<![\d.,:/-])(?P<day>\d{1,2})"
OF_MONTH = (
    rf"(?:(?P<month>{MONTH_OF})(?: ay[iı])?'?n?[iu]n|(?:(?P<whose>bu|gelecek|onumuzdeki|gecen|gectigimiz) )?ayin)"
)


def number_of(words: str) -> int:
    if words.isdecimal():
        return int(words)
    return sum(TENS[word] if word in TENS else ONES.index(word) + 1 for word in words.split())
