"""Days as they are named in Turkish, folded. An ending stays outside of what is found: of "cumaya" it is "cuma"."""

from __future__ import annotations

import re

from memory.languages.dating import calendar
from memory.languages.dating.form import NOTHING, UNSURE, Grammar, either, form
from memory.languages.dating.tense import tense
from memory.languages.dating.tr_calendar import (
    ABBREVIATED,
    NTH,
    abbreviated,
    at_stove,
    away_month,
    away_weekday,
    beside_day,
    counted_days,
    counted_from,
    dated,
    day_of_month,
    end_of,
    exactly,
    from_now,
    maybe_month,
    month_end,
    month_of_year,
    named_month,
    named_unit,
    named_weekday,
    nth_weekday,
    of_week,
    other_day,
    other_th,
    outer_week,
    said_year,
    sunday,
    weekend,
)
from memory.languages.dating.tr_together import WITH_OTHERS
from memory.languages.dating.tr_words import (
    AWAY_WORD,
    CASE,
    DAY,
    DAYS_FROM_NOW,
    MONTH,
    MONTH_CASE,
    MONTH_OF,
    NUMBER,
    OF_MONTH,
    ONES,
    PLAIN_WEEKDAY,
    TENS,
    WEEKDAY,
    YEAR,
)
from memory.languages.pack import pattern

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
_YEAR_AWAY = rf"(?P<away>seneye|{AWAY_WORD} (?:yil|sene))"
_WITH_WEEKDAY = rf"(?:,? \(?(?P<weekday>{WEEKDAY})\b\)?)?"
_LISTED = r"(?:,? (?:ve|veya|ya da|ile) |, ?)"
_THEN_TH = r"'\w+[^.!?\d]{1,20}\b(?P<said>(?P<day>\d{1,2}))'(?:[iu]|s[iu])\w{0,4}\b"
_ENDING = (
    r"(?:k[iu](?:n[aeiu]|n[dt][ae]n?|n[iu]n|ler\w*|yd[iu]|ym[iu]s)?|den|dan|e|a|un|in|u|i|y?d[iu](?:k|m)?"
    r"|y?m[iu]s|y[iu]z)?"
)
_FORMS = (
    *WITH_OTHERS,
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
        named_weekday,
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
        rf"\b(?P<said>{OF_MONTH} (?P<nth>{either(NTH)}) (?P<weekday>{WEEKDAY}))(?:[iu]|s[iu])(?:n\w+)?\b",
        nth_weekday,
        "pazartesi",
        "cumartesi",
        "carsamba",
        "persembe",
        "pazar",
        "sali",
        "cuma",
    ),
    form(rf"\b(?P<said>{OF_MONTH} (?P<nth>ilk|son) hafta)s[iu]\w*\b", outer_week, " hafta"),
    form(rf"\b{OF_MONTH} (?P<nth>{either(NTH)}|orta) (?:hafta|gun|yari)\w*\b", UNSURE, "hafta", "gun", "yari"),
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
    form(rf"\b(?P<near>bugun|yarin|dun),? \(?(?P<said>(?P<weekday>{WEEKDAY}))\b", beside_day, "bugun", "yarin", "dun"),
    form(r"\b(?P<said>haftaya bugun)\b", lambda match, moment: calendar.days_from(moment.today, 7), "haftaya bugun"),
    form(
        rf"\b(?P<said>(?P<from>bugun|yarin|dun|bun)(?:den|dan)(?: itibaren)? (?P<number>{NUMBER}) gun"
        r" (?P<way>once|evvel|sonra))",
        counted_from,
        " gun ",
    ),
    form(
        rf"\b(?:tam (?:olarak )?|bugunden (?:tam )?)(?P<said>(?P<number>{NUMBER}) (?P<unit>hafta|ay|yil|sene)"
        r" (?P<way>once|evvel|sonra))(?! bugun)",
        exactly,
        "tam ",
        "bugunden ",
    ),
    form(
        rf"\b(?P<said>(?:tam )?(?P<number>{NUMBER}) (?P<unit>hafta|ay|yil|sene) (?P<way>once|evvel|sonra) bugun)\b",
        exactly,
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
        counted_days,
        " gun ",
    ),
    form(
        rf"\b(?P<said>(?P<away>haftaya|{AWAY_WORD} hafta)(?:n[iu]n|ki)?,? (?P<weekday>{WEEKDAY}))(?=s?[iu]n\w+|s[iu]\b"
        rf"|{MONTH_CASE[3:]}",
        of_week,
        "haftaya",
        " hafta",
    ),
    form(
        rf"(?P<said>{DAY}(?: ?[-–] ?| ile | ila )(?P<to>\d{{1,2}}) (?P<month>{MONTH})(?: "
        rf"(?P<year>{YEAR})\b)?)(?='|\b)",
        dated,
    ),
    form(rf"{DAY}\.? marti\b(?!')", NOTHING, " marti"),
    form(
        rf"\b(?P<said>{_YEAR_AWAY},? (?P<day>\d{{1,2}}) (?P<month>{MONTH})){MONTH_CASE}",
        dated,
        "seneye",
        "yil",
        "sene",
    ),
    form(
        rf"(?P<said>{DAY})(?:'\w+)?(?={_LISTED}(?:\d{{1,2}}{_LISTED}){{0,3}}"
        rf"\d{{1,2}} (?P<month>{MONTH})(?:[dt][ae]\w{{0,2}})?\b(?: (?P<year>{YEAR}))?)",
        dated,
    ),
    form(
        rf"(?P<said>{DAY}\.? (?P<month>{MONTH})(?:,? (?P<year>{YEAR})\b)?{_WITH_WEEKDAY})"
        rf"(?:{MONTH_CASE}|{CASE})",
        dated,
    ),
    form(
        rf"\b(?P<said>(?P<day>(?:(?:{either(TENS)}) )?(?:{either(ONES[1:])})|(?:{either(TENS)})(?: bir)?)"
        rf" (?P<month>{MONTH}))(?='?[dt][ae]n?\b|'?[dt][ae]ki\b|'?[ae] (?:kadar|dek)\b|'|"
        rf" (?:pazartesi|sali|carsamba|persembe|cuma))",
        dated,
    ),
    form(rf"\b(?P<month>{MONTH_OF})(?: ay[iı])?'?n?[iu]n \d{{1,2}}{_THEN_TH}", dated, "n "),
    form(rf"\b(?:(?P<away>bu|gelecek|onumuzdeki|gecen|gectigimiz) )?ayin \d{{1,2}}{_THEN_TH}", day_of_month, "ayin "),
    form(
        rf"\b(?P<said>(?P<month>{MONTH_OF})(?: ay[iı])?'?n?[iu]n (?P<day>{NUMBER}))'?(?:[iu]|s[iu])\w{{0,4}}\b",
        dated,
        "n ",
    ),
    form(rf"\b(?P<said>(?P<year>{YEAR}) (?P<month>{MONTH}))(?='?[iu]nd[ae]\b| ay[iı]\w*)", month_of_year, "19", "20"),
    form(rf"\b(?P<said>(?P<month>{MONTH}))(?='?[iu]n sonu\w*| sonu\w*)", month_end, "n sonu", " sonu"),
    form(r"\b(?P<said>(?P<month>ekim))(?=e (?:kadar|dek)\b)", named_month, "ekim"),
    form(rf"\b(?P<said>(?P<month>{MONTH}) (?P<year>{YEAR}))(?='|\b)", month_of_year, "19", "20"),
    form(
        rf"\b(?P<said>{_YEAR_AWAY}(?:n[iu]n|ki)?,? (?P<month>{MONTH})){MONTH_CASE}",
        month_of_year,
        "seneye",
        "yil",
        "sene",
    ),
    form(rf"\b(?P<said>(?P<away>{AWAY_WORD}) (?P<month>{MONTH}))(?: ay\w*)?{MONTH_CASE}(?! ay)", away_month),
    form(
        rf"\b(?P<said>(?P<month>{MONTH}))(?='[dt][ae]|'[ae]\b|'y[ae]\b|'[iu]n\b|[iu]n ay[iı]\w*| ay(?:[iı]|lar)\w*"
        rf"|(?= (?:fatura|maas|kira|rapor|donem|bulten|aidat|bordro|taksit|ekstre|kampanya|butce|hedef|satis|ciro"
        rf"|toplanti|sinav|zam|enflasyon|faiz|vize|final|hakedis|prim|borc|odeme|siparis)\w*)| (?:son|bas"
        rf"|ort[ae])\w*| gibi\b| itibar\w*| icinde\b| boyunca\b)",
        named_month,
    ),
    form(rf"\b(?P<said>(?P<month>{MONTH}))(?=,? (?:ve|veya|ya da|ile) \x00)", named_month),
    form(r"\b(?P<said>(?P<month>ekim|aralik))[dt][ae](?:ki)?\b", maybe_month, "ekim", "aralik"),
    form(r"(?P<said>\bocak)ta (?=\w)", at_stove, "ocak"),
    form(
        r"\b(?P<said>(?P<month>aralig|ocag))(?=[iu]n (?:sonu|basi|ortas)\w*|[ae] (?:kadar|dogru|dek|ertele\w*"
        r"|kald\w*)\b)",
        named_month,
        "aralig",
        "ocag",
    ),
    form(r"\bocakta\b", UNSURE, "ocakta"),
    form(
        r"\b(?P<said>(?P<month>subat|mart|nisan|mayis|haziran|temmuz|agustos|eylul|kasim))"
        r"(?=[dt][ae]n?\b|[dt][ae]ki\b"
        r"|[ae] (?:kadar|dogru|dek|degin|kald[iı])\b|[iu]n (?:son|bas|ort[ae])\w*|'?[ae] (?:ertele|kaydir|at[iı]ld"
        r"|kald)\w*)",
        named_month,
    ),
    form(
        r"\b(?P<said>(?:(?P<away>bu|gelecek|onumuzdeki|gecen|gectigimiz) )?ayin (?P<day>\d{1,2}))'?(?:[iu]|s[iu]"
        r"|n)\w{0,4}\b",
        day_of_month,
        "ayin ",
    ),
    form(
        rf"\b(?P<said>(?:(?P<away>bu|gelecek|onumuzdeki|gecen|gectigimiz) )?ayin (?P<day>{NUMBER}))(?:[iu]|s[iu])"
        rf"(?:n\w{{1,3}})?\b",
        day_of_month,
        "ayin ",
    ),
    form(
        rf"\b(?P<said>(?P<away>{AWAY_WORD}) (?P<weekday>{WEEKDAY}))(?= gun\w*|{MONTH_CASE[3:-1]}|{CASE[3:-1]})",
        away_weekday,
        "pazartesi",
        "cumartesi",
        "carsamba",
        "persembe",
        "pazar",
        "sali",
        "cuma",
    ),
    form(rf"\b(?:(?P<away>{AWAY_WORD}) )?hafta ?sonu\w*", weekend, "hafta"),
    form(
        r"\b(?P<said>(?:(?P<away>bu|gelecek|onumuzdeki) )?(?P<unit>ay|yil|sene))(?:[iu]n)? ?sonu(?:n\w+)?\b",
        end_of,
        "sonu",
    ),
    form(
        rf"\b(?P<said>(?P<away>{AWAY_WORD}) (?P<unit>hafta|yil|sene|ay))(?:ki|n?[iu]n|[dt][ae]n?"
        rf"|y?[ae]|y[iu]|lik|[ld][ae]ki)?\b"
        r"(?! (?:gun|sonu)\b)",
        named_unit,
    ),
    form(
        r"\b(?P<said>su hafta)(?:y[iu]|n?[iu]n|ki)?\b(?! ?sonu)",
        lambda match, moment: calendar.week(moment.today, 0),
        "su hafta",
    ),
    form(r"\b(?P<said>haftaya)\b", lambda match, moment: calendar.week(moment.today, 1), "haftaya"),
    form(r"\b(?P<said>seneye)\b", lambda match, moment: calendar.unit("year", 1, moment.today), "seneye"),
    form(r"\b(?P<said>obur gun|onceki gun)", other_day, "bur gun", "nceki gun"),
    form(rf"\b(?P<said>{either(DAYS_FROM_NOW)})(?='?{_ENDING}\b)", from_now),
    form(
        rf"\b(?P<said>(?P<weekday>{PLAIN_WEEKDAY}|pazar(?= gun\w*| sabah\w*| aksam\w*| gece\w*| ogle\w*"
        rf"|a kadar))(?: gunu?\b)?){CASE}",
        named_weekday,
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
        said_year,
        "19",
        "20",
    ),
    form(r"\b(?P<said>pazar)(?:(?= d[ae]\b)|(?=,? )|(?='?y?[ae] (?:ertele|al[iı]nd|kald|kayd))|$)", sunday, "pazar"),
    form(rf"\b(?P<said>{either(ABBREVIATED)})(?!\w|\.\w)", abbreviated),
    form(
        r"\b(?P<said>sal|car|per|cum|paz)\b\.?(?= \d{1,2}[:.]\d\d| saat \d| gunu\b| sabahi?\b| aksami?\b)",
        abbreviated,
        "sal",
        "car",
        "per",
        "cum",
        "paz",
    ),
    form(r"(?<![\d.,:/%$€₺-])\b(?P<said>(?P<day>\d{1,2}))'(?:[iu]|s[iu])(?:n[dt][ae]n?|n[ae]|n[iu])?\b", other_th, "'"),
)
_HINT = rf"""\b(?:bugun|yarin|dun|bu|bun|evvel|obur|once|hafta|gecen|gectig|gelecek|onumuz|ertesi|gun|sene|ay|yil
|{WEEKDAY}
    |{MONTH}|ocak|(?:19|20)\d\d|\d\d?'|(?:sal|car|per|cum|paz)\b|yrn|bgn|{either(ABBREVIATED)})|\bgun\b|\d[./]\d|dogumlu|mezunu|{MONTH}"""
TURKISH = Grammar(hint=pattern(_HINT), forms=_FORMS, tense=tense)
