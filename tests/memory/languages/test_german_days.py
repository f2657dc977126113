"""German, a language that is data: its calendar is a table, its examples taught the judges."""

from datetime import datetime
from zoneinfo import ZoneInfo

import pytest

from memory.bench.judging import Predicted, by_language
from memory.bench.labelled import Dated, read
from memory.languages.dating.catalogue import GRAMMARS
from memory.languages.said_dates import iso, said_dates
from tests.memory.encoding.telling import slots

WEDNESDAY = datetime(2026, 3, 18, 10, tzinfo=ZoneInfo("Europe/Berlin"))

pytestmark = pytest.mark.ledger("FOR-07")


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("ich komme morgen vorbei", "2026-03-19"),
        ("gestern war ich beim Arzt", "2026-03-17"),
        ("guten Morgen zusammen", ""),
        ("wir treffen uns am Freitag", "2026-03-20"),
        ("am Freitag waren wir essen", "2026-03-13"),
        ("der Termin ist am 3. April 2026", "2026-04-03"),
        ("wir sehen uns am 24.3., ich freu mich", "2026-03-24"),
        ("vor drei Tagen bin ich umgezogen", "2026-03-15"),
        ("nächste Woche habe ich Urlaub", "2026-03-23/P7D"),
        ("montags gehe ich schwimmen", ""),
        ("nächsten Freitag vielleicht", ""),
        ("KW 14 bin ich nicht da", "2026-03-30/P7D"),
    ],
)
def test_days_said_in_german_are_understood(text, expected):
    assert " ".join(filter(None, map(iso, said_dates(text, WEDNESDAY)))) == expected


def test_the_days_of_the_blind_tenth_are_understood_as_well_as_it_is_written_down():
    blind = [one for one in read("blind") if one.language == "de"]
    found = {}
    for one in blind:
        days = (Dated(text=said.text, iso=iso(said) or None) for said in said_dates(one.text, one.at))
        found[one.id] = Predicted(dates=tuple(day for day in days if day.iso is None or "/20" not in day.iso))

    assert by_language(blind, found)["de"].date_accuracy >= 0.84


def test_a_text_of_another_language_is_not_read_by_the_german_calendar():
    german = GRAMMARS["de"]

    for text in ("I may come on Friday the 3rd", "cuma günü 3 mayıs", "5月3日に行きます", "the die is cast"):
        assert german.sign.search(text) is None


@pytest.mark.parametrize(
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
