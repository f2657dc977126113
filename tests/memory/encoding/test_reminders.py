"""Wishes to be reminded: what is understood is told back, what is unclear is asked."""

from __future__ import annotations

import time
from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memory.formation.reminder_requests import RequestedReminder, reminder_echo, requested_reminder
from tests.each import each

BERLIN = ZoneInfo("Europe/Berlin")
WEDNESDAY = datetime(2026, 3, 18, 10, 20, tzinfo=BERLIN)


def heard(text, at=WEDNESDAY):
    return requested_reminder(text, at)


@pytest.mark.ledger("FOR-27")
@each(
    ("text", "what", "when"),
    [
        ("remind me on Friday at 9 to call Ben", "call Ben", "2026-03-20 09:00"),
        ("remind us tomorrow", "", "2026-03-19 09:00"),
        ("Remind me to pay the rent on April 1st", "pay the rent", "2026-04-01 09:00"),
        ("please remind me in 2 hours to check the oven", "check the oven", "2026-03-18 12:20"),
        ("remind me in half an hour", "", "2026-03-18 10:50"),
        ("on Friday remind me to buy milk", "buy milk", "2026-03-20 09:00"),
        ("remind me tomorrow about the demo on Friday", "the demo on Friday", "2026-03-19 09:00"),
        ("remind me at 5pm to leave", "leave", "2026-03-18 17:00"),
        ("remind me at 9am to stretch", "stretch", "2026-03-19 09:00"),
        ("remind me tomorrow morning at 6 to feed the cat", "feed the cat", "2026-03-19 06:00"),
        ("remind me tonight to take the bins out", "take the bins out", "2026-03-18 19:00"),
        ("remind me tonight at 9 to call", "call", "2026-03-18 21:00"),
        ("remind me half past nine tomorrow", "", "2026-03-19 09:30"),
        ("I'd like you to remind me on Friday at noon about lunch", "lunch", "2026-03-20 12:00"),
        ("remind me that the rent is due on Monday", "the rent is due", "2026-03-23 09:00"),
        ("Set a reminder for Friday 5pm: call Ben", "call Ben", "2026-03-20 17:00"),
        (
            "Mia visits next Friday, remind me to buy flowers on Thursday at 10am",
            "buy flowers",
            "2026-03-19 10:00",
        ),
        ("We meet on Friday. Remind me to print it at 5pm tomorrow", "print it", "2026-03-19 17:00"),
        ("on Thursday at 9am remind me to prepare Friday's talk", "prepare Friday's talk", "2026-03-19 09:00"),
        ("bana yarın hatırlat, sütü al", "sütü al", "2026-03-19 09:00"),
        ("bana cuma günü saat 9'da Ali'yi aramayı hatırlat", "Ali'yi aramayı", "2026-03-20 09:00"),
        ("yarın 21.00'de çöpü çıkarmayı hatırlatır mısın", "çöpü çıkarmayı", "2026-03-19 21:00"),
        ("yarın 9 buçukta ilacımı hatırlat", "ilacımı", "2026-03-19 09:30"),
        ("akşam 7'de ilacı hatırlat", "ilacı", "2026-03-18 19:00"),
        ("iki saat sonra fırını kapatmamı hatırlat", "fırını kapatmamı", "2026-03-18 12:20"),
        ("金曜の9時にリマインドして", "", "2026-03-20 09:00"),
        ("明日の午後3時に歯医者をリマインドしてください", "歯医者", "2026-03-19 15:00"),
        ("4月8日の夜9時に荷物をリマインドして", "荷物", "2026-04-08 21:00"),
        ("午後15時に連絡をリマインドして", "連絡", "2026-03-18 15:00"),
        ("明日の朝7時半に起きるようリマインドして", "起きる", "2026-03-19 07:30"),
        ("30分後に洗濯物をリマインドして", "洗濯物", "2026-03-18 10:50"),
    ],
)
def test_a_wish_is_understood_with_its_day_and_hour(text, what, when):
    reminder = heard(text)

    assert (reminder.text, reminder.doubt, reminder.event) == (what, "", "")
    assert f"{reminder.when:%Y-%m-%d %H:%M}" == when
    assert reminder.when.tzinfo is BERLIN


def test_a_sum_of_money_is_no_hour():
    assert f"{heard('remind me to send 3.50 euro to Ben tomorrow').when:%H:%M}" == "09:00"


@pytest.mark.ledger("FOR-27")
@each(
    ("text", "what", "event"),
    [
        ("remind me when Ada joins", "", "Ada joins"),
        ("remind me when she joins to ask about the keys", "ask about the keys", "she joins"),
        ("once Ben is back, remind me to ask him about the keys", "ask him about the keys", "Ben is back"),
        ("remind me when I go to Berlin to buy cheese", "buy cheese", "I go to Berlin"),
        ("Ada gelince bana anahtarı hatırlat", "anahtarı", "Ada gelince"),
        ("Adaが参加したらリマインドして", "", "Adaが参加したら"),
    ],
)
def test_a_wish_may_wait_for_something_to_happen(text, what, event):
    reminder = heard(text)

    assert (reminder.text, reminder.event, reminder.when, reminder.doubt) == (what, event, None, "")


@pytest.mark.ledger("FOR-27")
@each(
    ("text", "words"),
    [
        ("remind me next Friday to water the plants", '"next Friday"'),
        ("remind me on Wednesday to swim", '"Wednesday"'),
        ("can you remind me next week to renew the passport?", '"next week"'),
        ("remind me at 5 to leave", '"at 5"'),
        ("remind me at 9 to stretch", '"at 9"'),
        ("remind me on 2026-03-10 to smile", '"2026-03-10"'),
        ("remind me today to smile", '"today"'),
        ("remind me to call mum", "No day"),
        ("remind me in 9999999999999999999999999 hours", "No day"),
        ("99999999999時間後にリマインドして", "日時"),
        ("remind us every Friday to submit hours", "once"),
        ("gelecek cuma hatırlat", '"gelecek cuma"'),
        ("saat 5'te hatırlat", "saat 5"),
        ("her cuma hatırlat", "bir kez"),
        ("次の金曜にリマインドして", "「次の金曜」"),
        ("5時にリマインドして", "「5時」"),
        ("夜2時にリマインドして", "夜2時"),
        ("yarın gece 12'de hatırlat", "12"),
        ("リマインドして", "日時"),
    ],
)
def test_what_is_unclear_is_asked_and_not_guessed(text, words):
    reminder = heard(text)

    assert reminder.when is None
    assert words in reminder.doubt
    assert reminder_echo(reminder, reminder.language) == reminder.doubt


@pytest.mark.ledger("FOR-27")
@each(
    "text",
    [
        "remind me what the port is",
        "remind me when the meeting is",
        "that reminds me of home",
        "Ada will remind me tomorrow",
        "don't remind me",
        "I asked him to remind me tomorrow",
        "Why did you remind me on Friday?",
        "I need a reminder",
        "see you on Friday at 9",
        "dün hatırlattım ona",
        "bana bir daha hatırlatma",
        "リマインドしてくれた",
        "",
    ],
)
def test_who_only_speaks_of_reminding_asks_for_nothing(text):
    assert heard(text) is None


@pytest.mark.ledger("FOR-27")
@pytest.mark.parametrize(
    ("language", "zone", "told"),
    [
        ("en", "Europe/Berlin", "Friday 20 March 2026, 09:00 (Europe/Berlin)"),
        ("tr", "Europe/Istanbul", "20 Mart 2026 Cuma, 09:00 (Europe/Istanbul)"),
        ("ja", "Asia/Tokyo", "2026年3月20日(金) 09:00 (Asia/Tokyo)"),
        ("xx", "Asia/Tokyo", "Friday 20 March 2026, 09:00 (Asia/Tokyo)"),
    ],
)
def test_what_was_understood_is_told_with_weekday_date_time_and_zone(language, zone, told):
    reminder = RequestedReminder(text="", language=language, when=datetime(2026, 3, 20, 9, tzinfo=ZoneInfo(zone)))

    assert reminder_echo(reminder, language) == told


@pytest.mark.ledger("FOR-27")
def test_what_is_waited_for_is_told_too():
    assert reminder_echo(heard("remind me when Ada joins"), "en") == "when Ada joins"


@pytest.mark.ledger("FOR-27")
def test_the_hour_is_that_of_the_persons_zone_on_both_sides_of_a_clock_change():
    saturday = datetime(2026, 3, 28, 23, 0, tzinfo=BERLIN)

    assert heard("remind me tomorrow at 9am", saturday).when.isoformat() == "2026-03-29T09:00:00+02:00"
    assert heard("remind me tomorrow at 02:30", saturday).when.isoformat() == "2026-03-29T03:30:00+02:00"
    assert heard("remind me in 4 hours", saturday).when.isoformat() == "2026-03-29T04:00:00+02:00"


_PIECES = [
    *[
        "remind me",
        "hatırlat",
        "リマインドして",
        "tomorrow",
        "on Friday",
        "at 9",
        "at 99",
        "25時",
        "saat 77'de",
        "when",
    ],
    *["Ada joins", "yarın", "金曜", "in 900 hours", "to call Ben", "half past one", "noon", ",", "13pm", "0am"],
]


@given(
    st.lists(st.sampled_from(_PIECES) | st.text(max_size=10), max_size=7),
    st.dates().map(lambda day: datetime(day.year, day.month, day.day, 12, tzinfo=ZoneInfo("Asia/Tokyo"))),
)
def test_a_reminder_is_clear_or_tells_what_is_not(parts, at):
    if not 2 < at.year < 9990:
        return
    reminder = requested_reminder(" ".join(parts), at)
    if reminder:
        assert [reminder.when is not None, bool(reminder.event), bool(reminder.doubt)].count(True) == 1
        assert reminder.when is None or at < reminder.when < at + timedelta(days=400)
        assert reminder_echo(reminder, reminder.language)


@each("wish", ["remind me when ", "リマインドして", "hatırlat ", "remind me on Friday "])
@each("piece", ["あ", "to ", "a b ", "、", "on Friday "])
def test_a_long_message_keeps_nobody_busy(wish, piece):
    text = wish + piece * (40_000 // len(piece))

    start = time.thread_time()
    requested_reminder(text, WEDNESDAY)

    assert time.thread_time() - start < 0.5
