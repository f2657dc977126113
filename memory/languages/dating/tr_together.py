"""Days that are named together in Turkish: from one to another, the night between, the week of a day, in figures."""

from __future__ import annotations

from memory.languages.dating import calendar
from memory.languages.dating.form import NOTHING, UNSURE, form
from memory.languages.dating.tr_calendar import (
    dated,
    days_before,
    edge_of_month,
    falls_on,
    first_of_night,
    from_to,
    from_to_first,
    full_beside,
    in_figures,
    in_figures_beside,
    later_of_week,
    month_in_figures,
    nearest,
    night_between,
    night_to,
    of_century,
    of_week,
    since_month,
    week_of,
)
from memory.languages.dating.tr_words import (
    AWAY_WORD,
    DAY,
    MONTH,
    MONTH_OF,
    NUMBER,
    OF_MONTH,
    WEEKDAY,
    YEAR,
)
from memory.languages.tr import TURKISH as PACK

_FALLS = r"'?y?[ae] (?:denk|gel(?:di|iyor|mis|ecek|ir)|rast|dus(?:tu|uyor|mus|ecek)|tekabul)"
_UNITS_AFTER = (
    r"(?! ?(?:tl|lira|%|milyon|milyar|bin|kg|gr|derece|puan|m2|metre|cm|km|dk|sn|dolar|euro|usd|adet|kat|sayfa|surum"
    r"|gb|mb"
    r"|volt|litre|lt|not))"
)
_TWO_FIGURES = r"(?<![\w.,:/$€₺%+-])(?<!saat )(?<!surum )(?<!versiyon )"
WITH_OTHERS = (
    form(
        rf"\bbugune bugun\b|\bbugunden yarina\b|\b(?:carsamba'?da|persembe'?de)\b|\byil ?sonu (?:izn|parti|kapanis"
        rf"|rapor"
        rf"|yemeg"
        rf"|ikramiy|sinav|hediye|tatil|degerlendirme|mali|bilanco|prim|toplanti)\w*"
        rf"|(?<!\d){YEAR}\s?[-–/]\s?(?:{YEAR}|\d\d)\b(?='?\w* (?:sezon|egitim|ogretim|donem|akademik))"
        rf"|\b1 nisan saka\w*",
        NOTHING,
    ),
    form(
        rf"\b{NUMBER} {WEEKDAY} (?:once|evvel|sonra)\w*|\bhangi {WEEKDAY}\b", UNSURE, "once", "evvel", "sonra", "hangi "
    ),
    form(rf"\b(?P<said>(?P<away>haftaya|seneye|{AWAY_WORD} (?:hafta|ay|yil|sene)) bugun)\b", days_before, " bugun"),
    form(
        rf"\b(?P<from>{WEEKDAY})'?[dt][ae]n (?P<said>(?P<to>{WEEKDAY}))(?='?y?[ae] (?:kadar|dek|degin))",
        from_to,
        "kadar",
        "dek",
        "degin",
    ),
    form(
        rf"\b(?P<said>(?P<from>{WEEKDAY}))'?[dt][ae]n (?=\x00+'?y?[ae] (?:kadar|dek|degin))",
        from_to_first,
        "kadar",
        "dek",
        "degin",
    ),
    form(rf"\b(?P<from>{WEEKDAY})'?y?[iu] (?P<said>(?P<to>{WEEKDAY}))(?='?y?[ae] baglayan)", night_to, " baglayan"),
    form(
        r"(?<![\d.,:/])\b(?P<from>\d{1,2})'?y?[iu] (?P<said>(?P<to>\d{1,2}))(?='?y?[ae] baglayan)",
        night_between,
        " baglayan",
    ),
    form(r"(?<![\d.,:/])\b(?P<said>(?P<from>\d{1,2}))'?y?[iu] (?=\x00+'?y?[ae] baglayan)", first_of_night, " baglayan"),
    form(
        rf"\b(?P<month>{MONTH_OF})(?: ay[iı])?'?n?[iu]n (?P<day>{NUMBER})'?(?:[iu]"
        rf"|s[iu]) (?P<said>(?P<weekday>{WEEKDAY}))\b(?! d(?:egil|ah)| m[iu]\b)",
        falls_on,
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
        rf"|s[iu]) (?P<said>(?P<weekday>{WEEKDAY}))\b(?! d(?:egil|ah)| m[iu]\b)",
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
        later_of_week,
        "bu ",
    ),
    form(
        rf"\b(?P<away>haftaya|{AWAY_WORD} hafta)(?:n[iu]n|ki)?,? {WEEKDAY}(?:'?\w{{1,4}})?(?:,| ve| ile| veya| ya da"
        rf"|\s?[-–])? ?"
        rf"(?P<said>(?P<weekday>{WEEKDAY}))\b(?!\w)",
        of_week,
        "haftaya",
        " hafta",
    ),
    form(rf"(?P<said>{DAY}\.? (?P<month>{MONTH})(?: (?P<year>{YEAR}))?) haftas[iı]\w*", week_of, " haftas"),
    form(
        rf"{DAY}\.? (?P<month>{MONTH}),? (?P<said>(?P<weekday>{WEEKDAY}))(?: gunu\w*)?(?={_FALLS})",
        falls_on,
        "pazartesi",
        "cumartesi",
        "carsamba",
        "persembe",
        "pazar",
        "sali",
        "cuma",
    ),
    form(
        rf"(?P<said>{DAY}\.? (?P<month>{MONTH})),? (?=\x00+(?: gunu\w*)?{_FALLS})",
        nearest,
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
        nearest,
    ),
    form(rf"\b(?P<said>{OF_MONTH} (?P<nth>ilk|son) gunu?)\w*\b", edge_of_month, " gun"),
    form(
        rf"(?<!\d )(?<!\d\. )\b(?P<said>(?P<month>{MONTH_OF})(?:'?n?[iu]n (?:bas|ort[ae]"
        rf"|son)\w*)?)(?='?[dt]?[ae]?n? (?:beri|bu yana))",
        since_month,
        "eri",
        "u yana",
    ),
    form(
        rf"(?P<said>(?P<month>{MONTH}) (?P<day>\d{{1,2}}),? \(?(?P<weekday>{WEEKDAY}))\b",
        dated,
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
        in_figures,
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
        in_figures_beside,
    ),
    form(
        rf"{_TWO_FIGURES}(?P<said>(?P<day>2[4-9]|3[01])\.(?P<month>0[1-9]|1[0-2]))(?![\d.:]){_UNITS_AFTER}(?='"
        rf"|[ ,!?]|$)",
        full_beside,
        ".",
    ),
    form(
        rf"{_TWO_FIGURES}(?P<said>(?P<month>0?[1-9]|1[0-2])[./](?P<year>20\d\d))(?=$|'| donem| itibar| tarih"
        rf"| ay)(?![\d/])",
        month_in_figures,
        "20",
    ),
    form(r"(?<![\d.,:'])\b(?P<said>[5-9]\d)(?= (?:dogumlu|mezunu))", of_century, "dogumlu", "mezunu"),
)
