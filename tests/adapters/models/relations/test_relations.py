"""The judge of pairs: what it reads, what was fitted, and what it says of plain cases."""

from __future__ import annotations

from hashlib import sha256

import pytest

from adapters.models.embedders import source
from adapters.models.embedders.exported import TOKENIZER
from adapters.models.relations.fitted import WEIGHTS, fitted
from adapters.models.relations.judge import judge
from adapters.models.relations.reading import CLS, LONGEST_SIDE, SEP, UNKNOWN, Reader
from memory.formation.pairs import RELATIONS, Pair, labelled
from tests.embedding import models_folder


def pair(earlier: str, later: str, by: str = "Tess", gap: str = "40 s") -> Pair:
    return Pair(speaker="Tess", earlier=earlier, gap=gap, by=by, later=later)


@pytest.fixture(scope="module")
def reader() -> Reader:
    found = source.minilm()
    assert found is not None
    return Reader.load(found.folder / TOKENIZER)


@pytest.mark.ledger("FOR-08")
def test_the_weights_are_those_that_were_fitted_and_are_small():
    weights = WEIGHTS.read_bytes()

    assert sha256(weights).hexdigest() == fitted().sha256
    assert len(weights) <= 5_000_000
    assert 0 < fitted().unsure < fitted().sure < 1


def test_both_sides_are_read_and_long_ones_are_cut(reader):
    ids, sides = reader.read(pair("quartz " * 200, "feldspar"))

    assert ids[0] == CLS
    assert ids.count(SEP) == 2
    assert len(ids) == len(sides) <= 2 * LONGEST_SIDE + 3
    assert sides == sorted(sides)


def test_letters_that_the_vocabulary_lacks_differ_from_each_other(reader):
    first, second = (reader.read(pair(text, "そう"))[0] for text in ("梟亭だよ", "鸛亭だよ"))

    assert UNKNOWN not in first
    assert first != second


def test_no_pair_of_the_blind_tenth_is_fitted_or_held_out():
    blind = {one.pair.earlier for one in labelled(["blind"])}

    assert blind
    assert not blind & {one.pair.earlier for one in labelled(["fit", "validation"])}


def test_without_the_bundled_model_there_is_no_judge(tmp_path):
    assert judge(None, tmp_path) is None


@pytest.mark.slow
@pytest.mark.ledger("FOR-08")
def test_plain_cases_are_judged_as_anyone_would():
    found = judge(source.minilm(), models_folder())
    assert found is not None
    found.make()

    slip, stranger = found(
        [
            pair("bike shed padlock is 8036", "wait no, 8063. fat fingers"),
            pair("bike shed padlock is 8036", "anyone watching the snooker?", by="Jon", gap="2 h"),
        ]
    )

    assert set(slip) == set(RELATIONS)
    assert max(slip, key=lambda one: slip[one]) == "corrects"
    assert max(stranger, key=lambda one: stranger[one]) == "unrelated"
