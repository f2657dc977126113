"""Spans of time relative to today, and the language of a text."""

from __future__ import annotations

from datetime import date, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memory.language.analyser import fold
from memory.language.dating.said_dates import asked_days
from memory.language.language_packs import NUMBERS, language_of
from tests.each import each

FRIDAY = date(2026, 11, 20)


@pytest.mark.ledger("RET-18")
@each(
    ("question", "first", "last"),
    [
        ("what happened this week", "2026-11-16", "2026-11-22"),
        ("the meeting next week", "2026-11-23", "2026-11-29"),
        ("next month", "2026-12-01", "2026-12-31"),
        ("last year", "2025-01-01", "2025-12-31"),
        ("last weekend", "2026-11-14", "2026-11-15"),
        ("three days ago", "2026-11-17", "2026-11-17"),
        ("two weeks ago", "2026-11-02", "2026-11-08"),
        ("a month ago", "2026-10-01", "2026-10-31"),
        ("11 months ago", "2025-12-01", "2025-12-31"),
        ("last Friday", "2026-11-13", "2026-11-13"),
        ("last Wednesday", "2026-11-18", "2026-11-18"),
        ("Friday of last week", "2026-11-13", "2026-11-13"),
        ("last night", "2026-11-19", "2026-11-19"),
        ("tomorrow", "2026-11-21", "2026-11-21"),
        ("先週の金曜日", "2026-11-13", "2026-11-13"),
        ("今週の月曜に", "2026-11-16", "2026-11-16"),
        ("私は3日前に", "2026-11-17", "2026-11-17"),
        ("二十日前", "2026-10-31", "2026-10-31"),
        ("2週間前", "2026-11-02", "2026-11-08"),
        ("３ヶ月前", "2026-08-01", "2026-08-31"),
        ("去年の旅行", "2025-01-01", "2025-12-31"),
        ("昨年", "2025-01-01", "2025-12-31"),
        ("一昨年", "2024-01-01", "2024-12-31"),
        ("この前の月曜日", "2026-11-16", "2026-11-16"),
        ("geçen haftaki toplantı", "2026-11-09", "2026-11-15"),
        ("geçen yıl", "2025-01-01", "2025-12-31"),
        ("geçen ay", "2026-10-01", "2026-10-31"),
        ("üç gün önce", "2026-11-17", "2026-11-17"),
        ("iki hafta önce", "2026-11-02", "2026-11-08"),
        ("dünkü toplantı", "2026-11-19", "2026-11-19"),
        ("geçen cuma", "2026-11-13", "2026-11-13"),
        ("Geçen cumartesi günü", "2026-11-14", "2026-11-14"),
        ("evvelsi gün", "2026-11-18", "2026-11-18"),
    ],
)
def test_words_for_time_are_understood_from_today(question, first, last):
    assert [(span.first.isoformat(), span.last.isoformat(), span.yearly) for span in asked_days(question, FRIDAY)] == [
        (first, last, False)
    ]


@pytest.mark.ledger("RET-18")
@each(
    "question",
    [
        "on Friday",
        "next Friday",
        "a few days ago",
        "1.5 years ago",
        "百二十日前",
        "last summer",
        "the last weeks",
        "geçen Ayşe geldi",
        "cuma günü",
        "金曜日に",
        "999 years ago before anything",
        "recently",
    ],
)
def test_what_is_unsure_filters_nothing(question):
    certain = [span for span in asked_days(question, FRIDAY) if span.first.year > 1900]

    assert certain == []


@pytest.mark.ledger("RET-18")
@given(st.dates(date(2000, 1, 1), date(2100, 1, 1)))
def test_the_spans_of_a_calendar_lie_side_by_side(today):
    (last,), (this,), (following,) = (asked_days(f"{word} month", today) for word in ("last", "this", "next"))

    assert last.last + timedelta(days=1) == this.first
    assert this.last + timedelta(days=1) == following.first
    assert this.first <= today <= this.last


@pytest.mark.ledger("RET-18")
@given(st.dates(date(2000, 1, 1), date(2100, 1, 1)))
def test_the_last_friday_lies_one_to_seven_days_back(today):
    (span,) = asked_days("last friday", today)

    assert span.first.weekday() == 4
    assert 1 <= (today - span.first).days <= 7


@each(
    ("text", "code"),
    [
        ("Where is Ada?", "en"),
        ("会議はいつ", "ja"),
        ("Slackで", "ja"),
        ("Toplantı ne zaman?", "tr"),
        ("Ada ne dedi", "tr"),
        ("", "en"),
        ("1234", "en"),
    ],
)
def test_the_language_of_a_text_is_known_by_its_script_or_its_words(text, code):
    assert language_of(text).code == code


def test_numbers_stand_in_the_packs_in_folded_form():
    assert all(fold(word) == word for word in NUMBERS)
