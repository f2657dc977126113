"""The student of other languages, beside the English model that taught it."""

from __future__ import annotations

import json

import pytest

from adapters.models.embedders.student import FITTED, WEIGHTS, student_version
from tests.contracts.embedder import EmbedderContract
from tests.embedding import minilm, multilingual


class TestMultilingual(EmbedderContract):
    @pytest.fixture
    def embedder(self):
        return multilingual()

    def test_english_is_told_as_the_english_model_tells_it(self, embedder):
        texts = ["The release is on Friday.", "what's my dog called?", "ok"]

        assert (embedder.embed(texts) == minilm().embed(texts)).all()

    def test_a_text_that_is_in_none_of_its_languages_goes_to_the_english_model(self, embedder):
        assert (embedder.embed(["Mi gato se llama Rubí."]) == minilm().embed(["Mi gato se llama Rubí."])).all()

    @pytest.mark.ledger("RET-01")
    @pytest.mark.parametrize(
        ("asked", "answers", "beside"),
        [
            ("私の仕事は何でしたか？", "動物病院で獣医をしています", "妹の車が壊れました"),
            ("ne iş yapıyorum ben?", "hastanede hemşireyim", "kardeşimin arabası bozuldu"),
            ("was bin ich von Beruf?", "Ich arbeite als Krankenschwester", "Das Auto meiner Tante ist kaputt"),
        ],
    )  # fmt: skip
    def test_what_answers_is_nearer_though_it_shares_no_word(self, embedder, asked, answers, beside):
        question, near, far = embedder.embed([asked, answers, beside])

        assert question @ near > question @ far

    @pytest.mark.parametrize("text", ["犬を飼っています", "köpeğim var", "ich habe einen Hund"])
    def test_a_text_is_near_its_english(self, embedder, text):
        told, same, other = embedder.embed([text, "I have a dog", "the invoice is due on Monday"])

        assert told @ same > told @ other + 0.2


def test_the_weights_are_those_that_were_fitted_to_the_examples():
    from training import student as fitting  # brings torch, which takes seconds

    told = json.loads(FITTED.read_text())

    assert told["data"] == fitting.data_of(list(fitting.texts()))
    assert student_version() == fitting.version_of(WEIGHTS) == told["version"]
