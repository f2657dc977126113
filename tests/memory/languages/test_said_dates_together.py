"""Days said together, in figures, for orders and in habits of typing, in Japanese and Turkish; worked by hand."""

from __future__ import annotations

from datetime import datetime
from zoneinfo import ZoneInfo

import pytest

from memory.languages.said_dates import iso, said_dates

WEDNESDAY = datetime(2026, 3, 18, 10, 20, tzinfo=ZoneInfo("Europe/Berlin"))


def sure(text):
    return " ".join(iso(said) for said in said_dates(text, WEDNESDAY) if not said.unsure)


JAPANESE = [
    ("きょうが締切です", "2026-03-18"),
    ("このときのうれしさは忘れない", ""),
    ("あさっての方向を見る", ""),
    ("昨日今日の話じゃない", ""),
    ("来週の月・火は出張です", "2026-03-23 2026-03-24"),
    ("来週の水木で合宿します", "2026-03-25 2026-03-26"),
    ("今週の金曜日(20日)に出す", "2026-03-20 2026-03-20"),
    ("3月23日の週に引っ越す", "2026-03-23/P7D"),
    ("3日前の日曜", "2026-03-15 2026-03-15"),
    ("去年の今日付き合い始めた", "2025-03-18"),
    ("5月病になった", ""),
    ("3月20日(金・祝)は休業します", "2026-03-20"),
    ("25(水)に会いましょう", "2026-03-25"),
    ("3.20(金)に集合", "2026-03-20"),
    ("4月2、3日は研修です", "2026-04-02 2026-04-03"),
    ("22日から27日まで留守にします", "2026-03-22 2026-03-27"),
    ("30日必着です", "2026-03-30"),
    ("10日連続で残業", ""),
    ("R8.4.1施行", "2026-04-01"),
    ("26年4月に入社予定", "2026-04"),
    ("98年に卒業しました", "1998"),
    ("木曜着で発注済みです", "2026-03-19"),
    ("火曜の資料まだ届いてません", ""),
    ("金曜の飲み会、会費まだもらってない", "2026-03-13"),
    ("日曜に転んで骨折", "2026-03-15"),
    ("土曜出勤になった", "2026-03-21"),
    ("木曜に打診したら断られた", "2026-03-12"),
    ("納期は3月24日ではなく4月4日でした", "2026-03-24 2026-04-04"),
    ("金曜以外で頼む", ""),
    ("月末に払います", ""),
]

TURKISH = [
    ("Bayramın ilk günü dündü", "2026-03-17"),
    ("yarınkine bakarız", "2026-03-19"),
    ("bugünden yarına olmaz", ""),
    ("iki salı önce görüştük", ""),
    ("geçen sene bugün tanıştık", "2025-03-18"),
    ("haftaya salı ve perşembe yokum", "2026-03-24 2026-03-26"),
    ("23 Mart haftası doluyum", "2026-03-23/P7D"),
    ("cumadan pazara kadar yokum", "2026-03-20 2026-03-22"),
    ("pazartesiden cumaya kadar izinliyim", "2026-03-23 2026-03-27"),
    ("cumayı cumartesiye bağlayan gece yola çıkıyoruz", "2026-03-20 2026-03-21"),
    ("24'ü 25'e bağlayan gece nöbetçiyim", "2026-03-24 2026-03-25"),
    ("cumartesi pazar yokum", "2026-03-21 2026-03-22"),
    ("pazar araştırması yaptık", ""),
    ("23 Nisan perşembeye denk geliyor", "2026-04-23 2026-04-23"),
    ("15/03 itibarıyla bitti", "2026-03-15"),
    ("31.03 son gün", "2026-03-31"),
    ("ayın son günü ödeyeceğim", "2026-03-31"),
    ("şubatın başından beri hastayım", "2026-02"),
    ("Şubat faturası yüksek geldi", "2026-02"),
    ("mart ve nisan ayları yoğun", "2026-03 2026-04"),
    ("Perşembede denize girdik, Ordu'nun ilçesi", ""),
    ("pazartesi rapor yazdım", "2026-03-16"),
    ("cuma gelcez", "2026-03-20"),
    ("cuma son gün", "2026-03-20"),
    ("perşembeye alındı, cuma değilmiş", "2026-03-19 2026-03-20"),
    ("pzr yürüyüşe gidiyoruz", "2026-03-22"),
    ("bugün çarşamba zaten", "2026-03-18"),
    ("yıl sonu partisi güzeldi", ""),
]


@pytest.mark.ledger("FOR-07", "RET-18")
@pytest.mark.parametrize("rows", [JAPANESE, TURKISH], ids=["ja", "tr"])
def test_nine_in_ten_days_in_many_wordings_are_understood_or_left_unsure(rows):
    missed = [(text, expected, sure(text)) for text, expected in rows if sure(text) != expected]

    assert len(missed) <= max(1, 0.15 * len(rows)), missed


@pytest.mark.ledger("FOR-07")
def test_figures_of_other_languages_are_not_taken_for_japanese_ones():
    assert sure("4/12 itibarıyla sayım bitti") in ("2025-12-04", "")
