"""Days that are named when something is told: tables worked by hand (days/*.tsv), traps and laws."""

from __future__ import annotations

import time
from datetime import date, datetime, timedelta
from itertools import pairwise
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memory.language.dating.said_dates import SaidDate, iso_date, said_dates, with_iso_dates
from tests.each import each

FILES = ("de", "en", "ja", "mixed", "tr")
WEDNESDAY = datetime(2026, 3, 18, 10, 20, tzinfo=ZoneInfo("Europe/Berlin"))
"""The week is 16 to 22 March, the one before it 9 to 15, the one after it 23 to 29."""


def noons(zone, first=date(2000, 1, 1), last=date(2100, 1, 1)):
    return st.dates(first, last).map(lambda day: datetime(day.year, day.month, day.day, 12, tzinfo=ZoneInfo(zone)))


def rows(name):
    """Texts, each with the days that it surely names."""
    for line in Path(__file__).with_name("days").joinpath(f"{name}.tsv").read_text(encoding="utf-8").splitlines():
        text, expected = line.split("\t")
        yield text.replace("⏎", "\n"), expected


def sure(text, at=WEDNESDAY):
    return " ".join(iso_date(said) for said in said_dates(text, at) if not said.unsure)


@pytest.mark.ledger("FOR-07", "RET-18")
@each("name", ["de", "en", "ja", "mixed", "tr"])
def test_of_a_hundred_days_that_can_be_fixed_nine_in_ten_are(name):
    fixable = [(text, expected) for text, expected in rows(name) if expected]
    missed = [(text, expected, sure(text)) for text, expected in fixable if sure(text) != expected]

    assert len(missed) <= max(1, 0.1 * len(fixable)), missed


@pytest.mark.ledger("FOR-07", "RET-18")
def test_what_nobody_can_fix_stays_unsure():
    unsure = [text for name in FILES for text, expected in rows(name) if not expected]
    fixed = [(text, sure(text)) for text in unsure if sure(text)]

    assert len(fixed) <= 0.1 * len(unsure), fixed


@pytest.mark.ledger("FOR-07")
def test_what_only_looks_like_a_date_is_none():
    assert [(text, sure(text)) for text, _ in rows("traps") if sure(text)] == []


@pytest.mark.ledger("FOR-07")
@each("text", ["on Friday", "two weeks ago", "cuma günü", "次の金曜", "5/4/26", "ertesi gün", "next Friday"])
def test_an_unsure_day_is_told_as_such(text):
    (said,) = said_dates(text, WEDNESDAY)

    assert said.unsure
    assert (said.first, said.last, iso_date(said)) == (None, None, "")


@each(
    ("text", "day", "expected"),
    [
        ("the roof was repaired on March 3rd", date(2026, 2, 5), "2025-03-03"),
        ("tomorrow is Thursday", date(2026, 3, 19), "2026-03-20"),
        ("this Friday we'll meet", date(2026, 3, 21), "2026-03-27"),
        ("last Friday we met", date(2026, 3, 20), "2026-03-13"),
        ("we met on Friday", date(2026, 3, 20), ""),
        ("I'll pay on January 5", date(2026, 12, 28), "2027-01-05"),
        ("I paid on December 28", date(2027, 1, 5), "2026-12-28"),
        ("the exam is on 10 March", date(2026, 3, 14), ""),
        ("next month", date(2026, 12, 31), "2027-01"),
        ("önümüzdeki cuma geliyor", date(2026, 3, 20), "2026-03-27"),
        ("週末に行きます", date(2026, 3, 21), ""),
        ("来月の31日に会う", date(2026, 3, 14), ""),
    ],
)
def test_it_depends_on_the_day_on_which_it_is_said(text, day, expected):
    assert sure(text, datetime(day.year, day.month, day.day, 9, tzinfo=ZoneInfo("Asia/Tokyo"))) == expected


def test_the_day_is_that_of_the_speakers_zone():
    at = datetime(2026, 3, 18, 23, 30, tzinfo=ZoneInfo("Europe/Berlin"))

    assert sure("tomorrow", at) == "2026-03-19"
    assert sure("明日", at.astimezone(ZoneInfo("Asia/Tokyo"))) == "2026-03-20"


@pytest.mark.ledger("FOR-07")
@each(
    ("text", "expected"),
    [
        ("See you tomorrow", "See you 2026-03-19"),
        ("We met on Friday.", "We met on Friday (2026-03-13)."),
        ("on Friday or so", "on Friday or so"),
        ("pizza tonight", "pizza tonight (2026-03-18)"),
        ("back next week", "back next week (2026-03-23 – 2026-03-29)"),
        ("we're getting married in June and move in 2027", "we're getting married in 2026-06 and move in 2027"),
        ("Raporu cumaya kadar yazacağım", "Raporu cuma (2026-03-20) ya kadar yazacağım"),
        ("明日は休みです", "2026-03-19は休みです"),
        ("due 2026-04-01", "due 2026-04-01"),
        ("back on the 25th, I'll call", "back on 2026-03-25, I'll call"),
        ("2018年からずっと", "2018年からずっと"),
        ("Tuesday's match was lost", "Tuesday (2026-03-17)'s match was lost"),
    ],
)
def test_a_text_with_its_days_told_holds_on_any_later_day(text, expected):
    assert with_iso_dates(text, said_dates(text, WEDNESDAY)) == expected


@each(
    ("first", "last", "expected"),
    [
        (date(2026, 3, 15), date(2026, 3, 15), "2026-03-15"),
        (date(2026, 5, 1), date(2026, 5, 31), "2026-05"),
        (date(2027, 1, 1), date(2027, 12, 31), "2027"),
        (date(2026, 3, 16), date(2026, 3, 22), "2026-03-16/P7D"),
        (date(2026, 3, 17), date(2026, 3, 23), "2026-03-17/2026-03-23"),
    ],
)
def test_days_are_written_as_iso(first, last, expected):
    assert iso_date(SaidDate(text="x", start=0, end=1, first=first, last=last)) == expected


@pytest.mark.ledger("FOR-07", "RET-18")
@each("name", FILES)
def test_what_was_found_stands_where_it_says(name):
    for text, _ in rows(name):
        found = said_dates(text, WEDNESDAY)

        assert all(text[said.start : said.end] == said.text for said in found)
        assert all(one.end <= other.start for one, other in pairwise(found))


_WORDS = [text for name in (*FILES, "traps") for text, _ in rows(name)]


@given(
    st.lists(st.sampled_from(_WORDS) | st.text(max_size=20) | st.integers(0, 10_000).map(str), max_size=5),
    noons("Asia/Tokyo", date.min, date.max),
)
def test_no_text_at_any_time_breaks_the_reading(parts, at):
    text = " ".join(parts)

    for said in said_dates(text, at):
        assert 0 <= said.start < said.end <= len(text)
        assert text[said.start : said.end] == said.text
        assert said.unsure or said.first <= said.last
    assert isinstance(with_iso_dates(text, said_dates(text, at)), str)


@given(st.text(st.characters(codec="utf-8", exclude_categories=["Nd", "Nl", "No"]), max_size=60))
def test_letters_alone_name_a_day_only_by_words_for_days(text):
    assert all(len(said.text) > 1 for said in said_dates(text, WEDNESDAY))


@given(st.text("bcghklmprvz .,!?éßあいう", max_size=80))
def test_a_text_without_words_for_days_or_figures_names_none(text):
    assert said_dates(text, WEDNESDAY) == ()


@pytest.mark.ledger("RET-18")
@given(noons("Europe/Istanbul"))
def test_the_same_day_is_meant_in_three_languages(at):
    for same in (
        ("I'll go tomorrow", "yarın gideceğim", "明日行きます"),
        ("I came yesterday", "dün geldim", "昨日来ました"),
        ("next week", "gelecek hafta", "来週"),
        ("3 days ago", "3 gün önce", "3日前"),
    ):
        assert len({sure(text, at) for text in same}) == 1, same


@given(noons("Europe/Berlin"))
def test_the_tense_tells_before_or_behind(at):
    today = at.date()
    ahead, behind = said_dates("I will go on Friday", at)[0], said_dates("I went on Friday", at)[0]
    if today.weekday() == 4:
        assert ahead.unsure
        assert behind.unsure
    else:
        assert today < ahead.first <= today + timedelta(days=6)
        assert today - timedelta(days=6) <= behind.first < today


def test_a_message_without_dates_costs_little():
    text = "The kitchen smells of fresh bread and Ada hums a song that nobody knows while Ben looks for his old keys"
    rounds = 300
    said_dates(text, WEDNESDAY)

    start = time.thread_time()
    for _ in range(rounds):
        said_dates(text, WEDNESDAY)

    assert (time.thread_time() - start) / rounds < 0.0009  # 0.3 ms by hand; thrice that under any other load


@pytest.mark.process
@each("piece", ["on monday I went, ", "3 may ", "<@", "5月8日", "her cuma ", "明朝 "])
def test_ten_thousand_days_keep_nobody_busy(piece):
    text = piece * (40_000 // len(piece)) + "書体"

    start = time.thread_time()
    found = said_dates(text, WEDNESDAY)

    assert time.thread_time() - start < 1.0
    assert len(found) <= 50


@pytest.mark.ledger("FOR-07")
def test_figures_of_other_languages_are_not_taken_for_japanese_ones():
    assert sure("4/12 itibarıyla sayım bitti") in ("2025-12-04", "")
