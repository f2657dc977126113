"""What a text shows of feelings, counted in three languages."""

from __future__ import annotations

import time
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memory.language.analyser import fold
from memory.language.feelings import feeling_cues, feeling_phrases
from memory.language.pack_tables import CODES
from memory.theories import salience
from tests.each import each


def counts(text):
    signs = feeling_cues(text).signs
    return signs.positive_words, signs.negative_words, signs.urgent_words, signs.profane_words


@pytest.mark.ledger("FOR-12")
@each(
    ("text", "expected"),
    [
        ("The meeting is at ten in room four", (0, 0, 0, 0)),
        ("That was a lovely evening", (1, 0, 0, 0)),
        ("My phone is broken", (0, 1, 0, 0)),
        ("This is urgent", (0, 0, 1, 0)),
        ("What a load of crap", (0, 0, 0, 1)),
        ("I hate this shit", (0, 1, 0, 1)),
        ("Good food, bad service", (1, 1, 0, 0)),
        ("The painter paints several doors and asks for a message", (0, 0, 0, 0)),
        ("Toplantı saat onda", (0, 0, 0, 0)),
        ("Harika bir gündü", (1, 0, 0, 0)),
        ("Telefonum bozuldu", (0, 1, 0, 0)),
        ("Acilen gelmen lazım", (0, 0, 1, 0)),
        ("Kahretsin, anahtarı unuttum", (0, 0, 0, 1)),
        ("Sınırda pasaport açıldı, olumlu bir gelişme", (0, 0, 0, 0)),
        ("会議は十時に始まります", (0, 0, 0, 0)),
        ("祝日はバカンスの予定をカスタマイズするだけが仕事", (0, 0, 0, 0)),
        ("今日は最高の一日でした", (1, 0, 0, 0)),
        ("携帯が壊れた", (0, 1, 0, 0)),
        ("至急確認してほしい", (0, 0, 1, 0)),
        ("ちくしょう、鍵を忘れた", (0, 0, 0, 1)),
        ("Harika, thank you, 嬉しい", (3, 0, 0, 0)),
        ("great 😭😭", (1, 2, 0, 0)),
    ],
)
def test_words_are_counted_by_what_they_show(text, expected):
    assert counts(text) == expected


@pytest.mark.ledger("FOR-12")
@each(
    ("text", "positive", "negative"),
    [
        ("That is not good", 0, 1),
        ("I don't like it", 0, 1),
        ("not bad at all", 1, 0),
        ("no problem", 1, 0),
        ("I have never been so happy", 2, 0),
        ("not only good but cheap", 1, 0),
        ("not today, the good one is out", 1, 0),
        ("iyi değil", 0, 1),
        ("bu yemeği sevmedim", 0, 1),
        ("sorun yok", 1, 0),
        ("sorunsuz çalıştı", 1, 0),
        ("hiç güzel olmadı", 0, 1),
        ("楽しくない", 0, 1),
        ("好きじゃなかった", 0, 1),
        ("問題ありません", 1, 0),
        ("怖かった", 0, 1),
    ],
)
def test_a_negation_turns_what_it_stands_beside(text, positive, negative):
    assert counts(text)[:2] == (positive, negative)


@pytest.mark.ledger("FOR-12")
@pytest.mark.parametrize(
    ("plain", "stronger"),
    [("I am happy", "I am really happy"), ("mutluyum", "çok mutluyum"), ("嬉しいです", "とても嬉しいです")],
)
def test_an_intensifier_counts_for_one_more(plain, stronger):
    assert counts(stronger)[0] == counts(plain)[0] + 1


@pytest.mark.ledger("FOR-12")
@each(
    ("text", "name"),
    [
        ("I laughed all evening, so joyful", "joy"),
        ("I'm furious about the bill", "anger"),
        ("She is scared of the dark", "fear"),
        ("He cried at the funeral, heartbroken", "sadness"),
        ("Wow, totally unexpected", "surprise"),
        ("yuck, the sink stinks", "disgust"),
        ("Çok sevindim, yaşasın", "joy"),
        ("Öfkeliyim, yeter artık", "anger"),
        ("Köpekten korkuyor", "fear"),
        ("Bütün gece ağladı, çok üzgün", "sadness"),
        ("Şaşırdım, hiç beklenmedik", "surprise"),
        ("iğrenç kokuyor, tiksindim", "disgust"),
        ("嬉しくて笑った", "joy"),
        ("本当に腹が立つ", "anger"),
        ("夜道が怖い", "fear"),
        ("寂しくて泣いた", "sadness"),
        ("びっくりした", "surprise"),
        ("気持ち悪い、吐き気がする", "disgust"),
        ("The train leaves at nine", None),
        ("I'm not afraid", None),
    ],
)
def test_a_feeling_is_named_by_its_words(text, name):
    assert salience.emotion_category(feeling_cues(text).words) == name


@pytest.mark.ledger("FOR-12")
@pytest.mark.parametrize(
    "text",
    ["URGENT!!! the server is ON FIRE!!!", "至急!!! サーバーが落ちている!!! 助けて!!!", "ACİL!!! SUNUCU ÇÖKTÜ!!!"],
)
def test_a_cry_for_help_stirs_in_every_language(text):
    assert salience.arousal(feeling_cues(text).signs) >= 0.75


@pytest.mark.ledger("FOR-12")
@each(
    "text",
    [
        "The deadline is on Friday, please send me the slides",
        "deploy the API to AWS and EKS",
        "Toplantı saat onda, raporu gönderir misin",
        "会議の資料を金曜までに送ってください",
        "`if a != b!`",
        "see https://example.org/URGENT!!!",
        "<!here> lunch is ready",
        "",
    ],
)
def test_calm_words_stay_calm(text):
    assert salience.arousal(feeling_cues(text).signs) < 0.3


@pytest.mark.ledger("FOR-12")
def test_capitals_tell_only_where_there_are_any_and_somebody_shouts():
    assert feeling_cues("WHERE ARE YOU").signs.capital_share == 1.0
    assert feeling_cues("Ask AWS for an SLA").signs.capital_share < 0.2
    assert feeling_cues("AWSとGCPのどちらですか").signs.letters == 0


@pytest.mark.ledger("FOR-12")
@pytest.mark.parametrize("code", CODES)
def test_every_language_has_words_enough_and_all_are_folded(code):
    of_kind = Counter(kind for kinds in feeling_phrases(code).values() for kind in kinds)
    least = {
        "positive": 60,
        "negative": 60,
        "urgent": 25,
        "profane": 15,
        **dict.fromkeys(salience.EMOTION_CATEGORIES, 10),
    }

    assert all(of_kind[kind] >= number for kind, number in least.items())
    assert all(fold(phrase) == phrase for phrase in feeling_phrases(code))


@given(st.text(max_size=200))
def test_any_text_can_be_felt(text):
    cues = feeling_cues(text)

    assert 0.0 <= cues.signs.capital_share <= 1.0
    assert -1.0 <= salience.valence(cues.signs) <= 1.0
    assert set(cues.words) <= set(salience.EMOTION_CATEGORIES)


def test_a_message_is_felt_within_a_millisecond():
    text = "I was so happy when the lovely old train came, but not with the broken seats and the terrible coffee!"
    feeling_cues(text)

    start = time.thread_time()
    for _ in range(200):
        feeling_cues(text)

    assert (time.thread_time() - start) / 200 < 0.001


@pytest.mark.process
@pytest.mark.parametrize("piece", ["a", "な", "!", "a.", "<@", "not ", "楽しい", "`"])
def test_a_long_message_is_felt_soon(piece):
    text = piece * (40_000 // len(piece))

    took = []
    for _ in range(3):  # a whole run's garbage may be collected during one of them
        start = time.thread_time()
        feeling_cues(text)
        took.append(time.thread_time() - start)

    assert min(took) < 0.5  # 0.07 where nothing else runs
