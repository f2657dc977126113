"""Loading in the background: questions go on, passages wait, another one stands in for what cannot be loaded."""

from __future__ import annotations

import threading

import pytest

from adapters.models.embedders.lazy import LazyEmbedder
from memory.vocabulary.errors import EmbedderFault, EmbedderNotReady
from tests.contracts.embedder import EmbedderContract
from tests.embedding import Candidate

pytestmark = pytest.mark.ledger("RET-01")


class TestLazy(EmbedderContract):
    @pytest.fixture
    def embedder(self):
        candidate = Candidate()
        candidate.may_load.set()
        return LazyEmbedder([candidate], patience_s=20.0)


def test_a_question_is_not_made_to_wait_for_the_model():
    candidate = Candidate()
    lazy = LazyEmbedder([candidate])

    with pytest.raises(EmbedderNotReady):
        lazy.embed(["Ruby"], query=True)

    lazy.close()


def test_passages_wait_for_the_model_which_is_loaded_once():
    candidate = Candidate()
    lazy = LazyEmbedder([candidate])
    found = []
    waiting = [threading.Thread(target=lambda: found.append(lazy.embed(["Ruby"]))) for _ in range(3)]
    for one in waiting:
        one.start()

    candidate.may_load.set()
    for one in waiting:
        one.join(20)

    assert (len(found), candidate.loads) == (3, 1)
    assert len(lazy.embed(["Ruby"], query=True)) == 1


def test_nothing_is_loaded_before_it_is_wanted():
    candidate = Candidate()
    lazy = LazyEmbedder([candidate])

    assert (lazy.name, candidate.loads, lazy.is_loading) == ("hashed-384", 0, False)


def test_the_next_one_stands_in_for_what_cannot_be_loaded_and_whoever_waits_is_told_once():
    broken, sound = Candidate("broken", "no weights"), Candidate()
    broken.may_load.set()
    sound.may_load.set()
    lazy = LazyEmbedder([broken, sound])
    assert lazy.name == "broken"

    with pytest.raises(EmbedderFault, match="no weights"):
        lazy.embed(["Ruby"])

    assert lazy.name == "hashed-384"
    assert len(lazy.embed(["Ruby"])) == 1
    assert broken.loads == 1


def test_the_last_one_is_not_tried_again():
    broken = Candidate("broken", "no weights")
    broken.may_load.set()
    lazy = LazyEmbedder([broken])

    for _ in range(2):
        with pytest.raises(EmbedderFault, match="no weights"):
            lazy.embed(["Ruby"])

    assert broken.loads == 1


def test_closing_ends_the_loading_and_whoever_waits_for_it_is_told():
    lazy = LazyEmbedder([Candidate(), Candidate()])
    told = []

    def wait():
        with pytest.raises(EmbedderFault) as fault:
            lazy.embed(["Ruby"])
        told.append(str(fault.value))

    lazy.begin()
    waiting = threading.Thread(target=wait)
    waiting.start()
    lazy.close()
    waiting.join(20)

    assert (told, lazy.is_loading) == (["stopped"], False)
