"""A bound means the same on every model."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from adapters.models.embedders.hashed import Hashed
from memory.index import calibration
from memory.index.calibration import PAIR_LABELS, calibration_of, fit_calibration, labelled_pairs, shipped_calibrations
from memory.theories.similarity import IDENTITY_CALIBRATION, Calibration, area_under_curve, fit_knots, label_cut
from tests.embedding import multilingual

pytestmark = pytest.mark.ledger("RET-04")

cosines = st.lists(st.floats(-1, 1), min_size=1, max_size=12)


def test_the_knots_are_the_median_of_the_unrelated_and_the_two_cuts():
    scale = fit_knots([0.1, 0.2, 0.4], [0.6, 0.7], [0.8, 0.9])

    # cuts: the middles between 0.4 and 0.6, and between 0.7 and 0.8
    assert [x for x, _ in scale.knots] == pytest.approx([-1.0, 0.2, 0.5, 0.75, 1.0])
    assert [scale(x) for x in (-1, 0.2, 0.5, 0.75, 1)] == pytest.approx([0, 0.35, 0.725, 0.92, 1])
    assert scale(0.35) == pytest.approx((0.35 + 0.725) / 2)
    assert scale(0.875) == pytest.approx(0.96)


def test_a_cut_loses_as_little_as_it_can_where_labels_overlap():
    # at 0.3 and at 0.55 a third of one label is wrong and none of the other, at 0.45 a third of both; so the lowest
    assert label_cut([0.1, 0.2, 0.5], [0.4, 0.6, 0.7]) == pytest.approx(0.3)


def test_the_area_is_the_share_of_pairs_in_order_and_ties_count_half():
    assert area_under_curve([0.1, 0.5], [0.5, 0.9]) == pytest.approx(3.5 / 4)


@given(cosines, cosines, cosines, st.floats(-1.5, 1.5), st.floats(-1.5, 1.5))
def test_a_calibration_never_falls_and_stays_between_nought_and_one(unrelated, overlapping, same, one, other):
    scale = fit_knots(unrelated, overlapping, same)
    low, high = sorted((one, other))

    assert 0.0 <= scale(low) <= scale(high) + 1e-12
    assert scale(high) <= 1.0


def test_a_model_that_nobody_has_fitted_keeps_its_cosines_within_nought_and_one():
    scale = calibration_of("unheard-of")

    assert [scale(x) for x in (-0.5, 0.0, 0.4, 1.2)] == [0.0, 0.0, 0.4, 1.0]


def test_there_are_a_hundred_pairs_of_each_language_and_no_pair_twice():
    found = labelled_pairs()

    assert {(lang, label): sum((one.language, one.label) == (lang, label) for one in found) >= 34
            for lang in ("en", "ja", "tr") for label in PAIR_LABELS} == {
        (lang, label): True for lang in ("en", "ja", "tr") for label in PAIR_LABELS}  # fmt: skip
    assert len({(one.first, one.second) for one in found}) == len(found) >= 300


@pytest.mark.parametrize("embedder", [multilingual, Hashed], ids=["bundled", "hashed"])
def test_the_shipped_calibrations_are_those_that_fitting_gives(embedder):
    found = fit_calibration(embedder())

    table = shipped_calibrations()[found.embedder]
    for language, scale in found.scales.items():
        # one pair's rounding, on another processor, may move a cut
        assert [x for x, _ in table[language].knots] == pytest.approx([x for x, _ in scale.knots], abs=0.05)


def test_english_pairs_stand_on_their_side_of_the_bounds_with_the_bundled_model():
    english = next(one for one in fit_calibration(multilingual()).separations if one.language == "en")

    assert english.area > 0.97
    assert min(english.unrelated_below_070, english.others_from_075, english.same_from_092) > 0.75


@pytest.mark.parametrize("language", ["ja", "tr"])
def test_the_student_parts_same_from_unrelated_in_its_languages(language):
    other = next(one for one in fit_calibration(multilingual()).separations if one.language == language)

    assert other.area > 0.95  # 0.88 by the English model alone


def test_what_was_fitted_here_goes_before_what_is_shipped(tmp_path):
    calibration.keep_calibration(tmp_path, "hashed-384", {"": Calibration(((0.0, 0.0), (0.5, 1.0)))})

    assert calibration_of("hashed-384", tmp_path)(0.25) == 0.5
    assert calibration_of(multilingual().name, tmp_path) == shipped_calibrations()[multilingual().name][""]


def test_each_language_may_have_its_own_scale(tmp_path):
    own = Calibration(((0.0, 0.0), (0.5, 1.0)))
    calibration.keep_calibration(tmp_path, "one", {"": IDENTITY_CALIBRATION, "ja": own})

    assert calibration_of("one", tmp_path, "ja") == own
    assert calibration_of("one", tmp_path, "tr") == IDENTITY_CALIBRATION


@pytest.mark.parametrize("text", ["", "[]", '{"one": 3}', '{"one": {"": 1}}', '{"one": {"": [[1, 2], [0, 1]]}}'])
def test_a_broken_file_of_calibrations_is_as_if_it_were_not_there(tmp_path, text):
    (tmp_path / calibration.CALIBRATIONS_FILE).write_text(text)

    assert calibration_of("one", tmp_path) == IDENTITY_CALIBRATION
