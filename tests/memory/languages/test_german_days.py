"""German, a language that is data: its calendar is a table, its examples taught the judges."""

from datetime import datetime
from zoneinfo import ZoneInfo

import pytest

from bench.judging import Predicted, by_language
from memory.language.dating.grammars import GRAMMARS
from memory.language.dating.said_dates import iso_date, said_dates
from tests.each import each
from tests.memory.encoding.telling import slots
from training.labelled import Dated, read

WEDNESDAY = datetime(2026, 3, 18, 10, tzinfo=ZoneInfo("Europe/Berlin"))

pytestmark = pytest.mark.ledger("FOR-07")


def test_the_days_of_the_blind_tenth_are_understood_as_well_as_it_is_written_down():
    blind = [one for one in read("blind") if one.language == "de"]
    found = {}
    for one in blind:
        days = (Dated(text=said.text, iso=iso_date(said) or None) for said in said_dates(one.text, one.at))
        found[one.id] = Predicted(dates=tuple(day for day in days if day.iso is None or "/20" not in day.iso))

    assert by_language(blind, found)["de"].date_accuracy >= 0.84


def test_a_text_of_another_language_is_not_read_by_the_german_calendar():
    german = GRAMMARS["de"]

    for text in ("I may come on Friday the 3rd", "cuma günü 3 mayıs", "5月3日に行きます", "the die is cast"):
        assert german.sign.search(text) is None


@each(
    ("text", "slot", "value"),
    [
        ("ich wohne in Ulm", "ada home", "ulm"),
        ("Ich heiße Klaus", "ada name", "klaus"),
        ("meine Katze heißt Mimi", "ada cat name", "mimi"),
        ("ich arbeite bei Nordwind", "ada employer", "nordwind"),
        ("wohnst du in Ulm?", "", ""),
    ],
)
def test_german_attributes_are_told_for_profiles(text, slot, value):
    assert slots(text) == ([(slot, value)] if slot else [])
