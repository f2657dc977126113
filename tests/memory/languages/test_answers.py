"""What kind of answer a question wants, and what a text offers, in three languages."""

from __future__ import annotations

from memory.language.answer_kinds import OfferedAnswer, WantedAnswer, offered_answer, wanted_answer
from tests.each import each


@each(
    ("question", "kind"),
    [
        ("When did she move?", "time"),
        ("How long have they known each other?", "time"),
        ("Which year was it?", "time"),
        ("How many dogs does he have?", "number"),
        ("Where does she live?", "name"),
        ("What is the cat called?", "name"),
        ("Does he like tea?", ""),
        ("Ne zaman taşındı?", "time"),
        ("Kaç köpeği var?", "number"),
        ("Nerede oturuyor?", "name"),
        ("いつ引っ越しましたか", "time"),
        ("犬は何匹いますか", "number"),
        ("どこに住んでいますか", "name"),
    ],
)
def test_a_question_wants_one_kind_of_answer(question, kind):
    assert wanted_answer(question) == (WantedAnswer(**{kind: True}) if kind else WantedAnswer())


@each(
    ("text", "offers"),
    [
        ("we had lunch", OfferedAnswer(myself=1 / 3)),
        ("Yesterday it rained", OfferedAnswer(time=1.0)),
        ("It was in May or on Monday", OfferedAnswer(time=0.7, names=2 / 3)),
        ("I have two dogs and my cat", OfferedAnswer(number=1.0, myself=2 / 3)),
        ("They met Ruby in New York", OfferedAnswer(names=2 / 3)),
        ('They read "The Hobbit"', OfferedAnswer(names=1 / 3)),
        ("Dün geldi", OfferedAnswer(time=1.0)),
        ("昨日、私はディズニーに行った", OfferedAnswer(time=1.0, names=1 / 3, myself=1 / 3)),
        ("", OfferedAnswer()),
    ],
)
def test_a_text_offers_times_numbers_names_and_its_speaker(text, offers):
    assert offered_answer(text) == offers


def test_more_names_than_count_say_no_more():
    assert offered_answer("They met Ann, Bob, Cid, Dan and Eve").names == 1.0
