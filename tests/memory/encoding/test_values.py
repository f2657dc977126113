"""Which value a sentence gives, of what and of whom; and what gives none. Rows stand in values.tsv."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from importlib.resources import files
from pathlib import Path
from random import Random

import numpy as np
import pytest

from memory.bench import fit_values
from memory.encoding import values
from memory.encoding.said import Said
from memory.encoding.understanding import understand
from memory.encoding.values import tagged

KIM, NORA = "slack:T01/U01", "slack:T01/U02"
AT = datetime(2026, 6, 15, 9, tzinfo=UTC)
LANGUAGES = ("en", "ja", "tr")
TOLD, CORRECTED, SILENT = 0.80, 0.55, 0.80
"""Shares of the rows that are right, at least."""


def rows(language, kind):
    text = Path(__file__).with_name("values.tsv").read_text(encoding="utf-8")
    every = (line.split("\t") for line in text.splitlines())
    return [row for code, of, *row in every if (code, of) == (language, kind)]


def said(text, *before):
    """By Kim, who knows Nora."""
    earlier = tuple(replace(said(one), at=AT - timedelta(minutes=2)) for one in before)
    people = {"nora": NORA, "のぞみ": NORA}
    return Said(id="e1", text=text, at=AT, person=KIM, speaker="Kim", place="room", before=earlier, people=people)


def given(text, *before):
    """Slot, value and whether it corrects, of each statement that has a slot."""
    every = understand(said(text, *before)).statements
    return [(one.slot.replace(KIM, "me"), one.value, one.corrects) for one in every if one.slot]


def right(told, share):
    """Fails with all that is not right."""
    wrong = [name for name, is_right in told if not is_right]
    assert len(wrong) <= (1 - share) * len(told), wrong


@pytest.mark.ledger("FOR-08", "FOR-17")
@pytest.mark.parametrize("language", LANGUAGES)
def test_what_a_sentence_tells_is_known_however_it_is_worded(language):
    def is_right(text, slot, value, *_):
        slot = slot.replace("nora", NORA).replace("のぞみ", NORA)
        return any((one, of) == (slot, value) for one, of, _ in given(text))

    right([(row[0], is_right(*row)) for row in rows(language, "told")], TOLD)


@pytest.mark.ledger("FOR-08")
@pytest.mark.parametrize("language", LANGUAGES)
def test_chatter_with_a_name_or_a_number_in_it_tells_no_such_thing(language):
    right([(text, not given(text)) for (text,) in rows(language, "nothing")], SILENT)


@pytest.mark.ledger("FOR-17")
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_correction_that_gives_the_value_alone_is_about_what_was_told_last(language):
    def is_right(told, again, value):
        return [one[1:] for one in given(again, told)] == [(value, True)]

    right([(f"{row[0]} – {row[1]}", is_right(*row)) for row in rows(language, "corrected")], CORRECTED)


@pytest.mark.ledger("FOR-08")
@pytest.mark.parametrize("language", LANGUAGES)
def test_chat_after_a_value_corrects_nothing(language):
    right([(again, not given(again, told)) for told, again in rows(language, "no correction")], SILENT)


@pytest.mark.ledger("FOR-17")
def test_until_when_or_from_when_something_is_so_is_told_with_it():
    until = understand(said("Until March I lived in Porto")).statements[0]
    from_ = understand(said("On 1 September I start at Lumora")).statements[0]

    assert until.valid_until == datetime(2026, 3, 1, tzinfo=UTC)
    assert from_.valid_from == datetime(2026, 9, 1, tzinfo=UTC)
    assert from_.valid_until is None


def test_of_wordings_that_nothing_was_fitted_to_most_are_read_right():
    chance, found, false = Random(1), [], []
    for wording in fit_values.wordings(blind=True):
        for told, tags in list(fit_values.told(wording, chance))[:2]:
            text = _text(told)
            spans = [one for one in tagged(text).spans if one.what not in (values.WHO, values.THING)]
            if wording.mode == "none":
                false.append(bool(spans))
            elif wording.mode != "corrects":
                first = next((told[at] for at, tag in enumerate(tags[1:]) if tag == f"B {wording.attribute}"), None)
                found.append(first is not None and any(one.start == first.start for one in spans))

    assert sum(found) >= 0.65 * len(found)
    assert sum(false) <= 0.08 * len(false)


def _text(told):
    """As it was parted into tokens; each stands where it stood."""
    text = ""
    for one in told:
        text += " " * (one.start - len(text)) + one.word
    return text


def test_the_weights_are_those_of_the_wordings_and_small():
    path = files("memory.encoding").joinpath(f"{values.NAME}.npz")
    with path.open("rb") as file, np.load(file) as kept:
        assert str(kept["data"]) == fit_values.data_digest(), "run python -m memory.bench.fit_values"
    assert len(path.read_bytes()) <= 1_000_000


def test_every_wording_has_values_to_be_filled_in():
    for one in fit_values.wordings():
        assert one.mode in fit_values.MODES, one
        assert one.attribute in ("-", *values.ATTRIBUTES), one
        assert one.mode == fit_values.NOTHING or "{v}" in one.text, one
        assert next(fit_values.told(one, Random(1)))
