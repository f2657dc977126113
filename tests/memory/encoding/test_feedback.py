"""Words and reactions by which people say that it was right, wrong or to be kept."""

from __future__ import annotations

import pytest

from memory.language import feedback
from tests.each import each

ANSWERS = {
    "en": "You live in Ghent.",
    "de": "Du wohnst in Gent.",
    "tr": "Gent'te oturuyorsun.",
    "ja": "ゲントに住んでいます。",
}


@pytest.mark.ledger("STR-03")
@each(
    ("language", "text", "verdict"),
    [
        ("en", "that's wrong", "wrong"),
        ("de", "das stimmt nicht", "wrong"),
        ("tr", "bu doğru değil", "wrong"),
        ("ja", "それは違う", "wrong"),
        ("en", "and where does Ben live?", "neither"),
        ("de", "danke dir, bis morgen", "neither"),
        ("tr", "peki Ali nerede oturuyor?", "neither"),
        ("ja", "明日は雨かな", "neither"),
    ],
)
def test_what_is_said_of_an_answer_is_heard(language, text, verdict):
    assert feedback.judge_verdict(ANSWERS[language], text) == verdict


def test_where_nothing_was_answered_there_is_no_verdict():
    assert feedback.judge_verdict("", "that's wrong") == "neither"


@pytest.mark.parametrize(("name", "verdict"), [("👍", True), (":+1::skin-tone-3:", True), ("-1", False), ("👎", False)])
def test_reactions_are_known_by_their_names_on_every_platform(name, verdict):
    assert feedback.reaction_verdict(name) is verdict


def test_other_reactions_say_nothing():
    assert feedback.reaction_verdict("eyes") is None


@pytest.mark.ledger("FOR-21")
@each(
    ("text", "wish"),
    [
        ("Remember that the spare key is with Mrs Ito.", "the spare key is with Mrs Ito"),
        ("please note: gate code is changed on Fridays", "gate code is changed on Fridays"),
        ("Şunu unutma: yedek anahtar komşuda", "yedek anahtar komşuda"),
        ("Merk dir: der Schlüssel liegt bei Frau Wolf", "der Schlüssel liegt bei Frau Wolf"),
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
