"""Words and reactions by which people say that it was right, wrong, to be forgotten or to be kept."""

from __future__ import annotations

import pytest

from memory.language import feedback
from tests.each import each


@pytest.mark.ledger("STR-03")
@each("text", ["Exactly!", "That’s right.", "thanks", "aynen", "Teşekkür ederim!", "その通りです。", "ありがとう"])
def test_a_yes_is_a_yes(text):
    assert feedback.stated_verdict(text) is True


@pytest.mark.ledger("STR-03")
@each("text", ["That's wrong.", "incorrect", "yanlış", "Bu doğru değil.", "違います。", "それは違う"])
def test_a_no_is_a_no(text):
    assert feedback.stated_verdict(text) is False


@pytest.mark.ledger("STR-03")
@pytest.mark.parametrize(
    "text", ["thanks for the cake on Friday", "no, it's Thursday", "その通りに行きました", "right after lunch"]
)
def test_what_says_more_is_no_verdict(text):
    assert feedback.stated_verdict(text) is None


@pytest.mark.parametrize(("name", "verdict"), [("👍", True), (":+1::skin-tone-3:", True), ("-1", False), ("👎", False)])
def test_reactions_are_known_by_their_names_on_every_platform(name, verdict):
    assert feedback.reaction_verdict(name) is verdict


def test_other_reactions_say_nothing():
    assert feedback.reaction_verdict("eyes") is None


@each(
    "text",
    ["Forget that.", "please forget what I said", "Bunu unut lütfen", "今の忘れて", "さっきのは忘れてください。"],
)
def test_a_wish_to_forget_is_heard(text):
    assert feedback.asks_to_forget_last(text)


@pytest.mark.parametrize("text", ["I forget that name", "don't forget that it rains", "unutma", "忘れてた"])
def test_forgetting_that_is_told_is_no_wish(text):
    assert not feedback.asks_to_forget_last(text)


@pytest.mark.ledger("FOR-21")
@each(
    ("text", "wish"),
    [
        ("Remember that the spare key is with Mrs Ito.", "the spare key is with Mrs Ito"),
        ("please note: gate code is changed on Fridays", "gate code is changed on Fridays"),
        ("Şunu unutma: yedek anahtar komşuda", "yedek anahtar komşuda"),
        ("覚えておいて：合鍵は隣の家にある", "合鍵は隣の家にある"),
        ("合鍵は隣の家にあるって覚えておいて", "合鍵は隣の家にある"),
    ],
)
def test_what_is_to_be_remembered_is_cut_out_as_it_stands(text, wish):
    assert feedback.text_to_remember(text) == wish


@pytest.mark.parametrize(
    "text", ["Remember me?", "remember when we went to Porto", "do you remember the cat", "覚えてる？"]
)
def test_remembering_that_is_asked_or_told_is_no_wish(text):
    assert feedback.text_to_remember(text) == ""
