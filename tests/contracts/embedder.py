"""What every Embedder does (a suite for subclasses).

class TestMine(EmbedderContract):
    @pytest.fixture
    def embedder(self): …           # loaded
"""

from __future__ import annotations

import numpy as np
import pytest

TEXTS = ["My cat is called Ruby.", "猫の名前はルビーです。", "Kedimin adı Yakut.", "", "🙂", "word " * 600]


@pytest.mark.ledger("RET-01")
class EmbedderContract:
    """Named `embedder` by the subclass."""

    @pytest.mark.parametrize("query", [False, True])
    def test_each_text_has_one_row_of_length_one(self, embedder, query):
        rows = embedder.embed(TEXTS, query=query)

        assert (rows.dtype, rows.shape[0], rows.ndim) == (np.float32, len(TEXTS), 2)
        assert np.linalg.norm(rows, axis=1) == pytest.approx(1.0, abs=1e-4)

    def test_rows_stand_in_the_order_of_the_texts_and_do_not_depend_on_their_company(self, embedder):
        alone = [embedder.embed([text])[0] for text in TEXTS]

        together = embedder.embed(TEXTS)

        assert [float(one @ other) > 0.99 for one, other in zip(alone, together, strict=True)] == [True] * len(TEXTS)

    def test_no_text_gives_no_row(self, embedder):
        assert len(embedder.embed([])) == 0

    def test_the_same_text_gives_the_same_row(self, embedder):
        first, second = embedder.embed(["Ruby"]), embedder.embed(["Ruby"])

        assert (first == second).all()

    def test_what_shares_its_words_is_nearer_than_what_shares_none(self, embedder):
        asked, near, far = embedder.embed(["my cat is called Ruby", "the cat is called Ruby", "pay that invoice soon"])

        assert asked @ near > asked @ far

    def test_it_has_a_name_that_stays(self, embedder):
        before = embedder.name

        embedder.embed(["Ruby"])

        assert embedder.name == before != ""
