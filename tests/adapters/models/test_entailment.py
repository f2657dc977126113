"""Inference by a model on this machine: a tiny one, made here, in a process of its own."""

from __future__ import annotations

import json

import pytest

from adapters.models.entailment import LocalEntailment, on_this_machine
from memory.vocabulary.errors import JudgeFault

LABELS = {0: "entailment", 1: "neutral", 2: "contradiction"}


def tiny(folder):
    """A model with random weights, as a hub would keep it."""
    transformers = pytest.importorskip("transformers")
    folder.mkdir()
    words = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]", "tea", "is", "good", "bad"]
    (folder / "vocab.txt").write_text("\n".join(words), encoding="utf-8")
    transformers.BertTokenizerFast(str(folder / "vocab.txt")).save_pretrained(folder)
    config = transformers.BertConfig(
        vocab_size=len(words), hidden_size=8, num_hidden_layers=1, num_attention_heads=1, intermediate_size=8,
        id2label=LABELS, label2id={label: at for at, label in LABELS.items()},
    )  # fmt: skip
    transformers.BertForSequenceClassification(config).save_pretrained(folder, safe_serialization=True)
    return folder


@pytest.mark.slow
@pytest.mark.ledger("SLP-07")
def test_a_model_of_the_library_is_loaded_from_its_files_in_a_process_of_its_own(tmp_path):
    judge = on_this_machine(str(tiny(tmp_path / "tiny-nli")))
    assert judge is not None
    first = judge([("tea is good", "tea is bad"), ("tea is good", "tea is good")] * 5)
    again = judge([("tea is good", "tea is bad")])
    judge.close()

    assert len(first) == 10
    assert all(0 <= one.entailment + one.contradiction <= 1 for one in first)
    assert again[0].entailment == pytest.approx(first[0].entailment, abs=1e-4)
    assert judge([]) == []


@pytest.mark.slow
def test_what_cannot_be_loaded_is_a_fault_and_no_end_of_the_night(tmp_path):
    folder = tmp_path / "broken"
    folder.mkdir()
    (folder / "config.json").write_text(json.dumps({"model_type": "none such"}), encoding="utf-8")
    judge = LocalEntailment("broken", folder)

    with pytest.raises(JudgeFault, match="cannot be loaded"):
        judge([("a", "b")])
    judge.close()


@pytest.mark.ledger("SLP-07")
def test_without_the_weights_there_is_no_inference_and_nothing_is_fetched(tmp_path):
    assert on_this_machine("MoritzLaurer/no-such-model-here") is None
    assert on_this_machine(str(tmp_path)) is None
