"""Times of day as they are said."""

from __future__ import annotations

from datetime import time, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memory.language.dating.said_times import said_times
from tests.each import each


@pytest.mark.ledger("FOR-27")
@each(
    ("text", "expected"),
    [
        ("at 9", time(9)),
        ("9am", time(9)),
        ("12am", time(0)),
        ("12pm", time(12)),
        ("9:30", time(9, 30)),
        ("9.30 p.m.", time(21, 30)),
        ("05:00", time(5)),
        ("at 10 o'clock", time(10)),
        ("quarter to ten", time(9, 45)),
        ("noon", time(12)),
        ("tomorrow evening at 7", time(19)),
        ("7 in the evening", time(19)),
        ("21.00", time(21)),
        ("saat 9'da", time(9)),
        ("saat dokuz buçukta", time(9, 30)),
        ("sabah 6'da", time(6)),
        ("akşam saat 8'de", time(20)),
        ("öğleden sonra 3'te", time(15)),
        ("9時", time(9)),
        ("午後3時半", time(15, 30)),
        ("夜の9時15分", time(21, 15)),
        ("朝6時", time(6)),
        ("in 90 minutes", timedelta(minutes=90)),
        ("in an hour", timedelta(hours=1)),
        ("yarım saat sonra", timedelta(minutes=30)),
        ("2時間後", timedelta(hours=2)),
    ],
)
def test_a_time_is_understood(text, expected):
    first = said_times(text)[0]

    assert (first.clock or first.after) == expected
    assert not first.vague or text == "noon"


@pytest.mark.ledger("FOR-27")
@each("text", ["at 5", "saat 5'te", "5時", "夜12時", "gece 2'de", "13pm"])
def test_an_hour_of_either_half_of_the_day_is_left_open(text):
    first = said_times(text)[0]

    assert (first.clock, first.after) == (None, None)


@pytest.mark.ledger("FOR-27")
@each("text", ["3.50 euro", "room 9", "3時間", "10.0.0.5", "2026-03-15", "at 9%", "9 people", ""])
def test_what_is_no_time_is_none(text):
    assert said_times(text) == ()


@given(
    st.text(max_size=40) | st.lists(st.sampled_from(["at", "25:61", "99", "時", "saat", "pm", "夜", "13"])).map("".join)
)
def test_any_text_can_be_asked_for_its_times(text):
    for said in said_times(text):
        assert text[said.start : said.end] == said.text
