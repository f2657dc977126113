"""What a message wants, how its speaker is called and its language: judged by what examples taught."""

from __future__ import annotations

from itertools import islice

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from memory.formation.message_intent import INTENTS, asks_former, judge_intent, own_name
from memory.language.folders import LANGUAGES
from memory.language.language_id import guess_language
from tests.each import each
from training import wants as fitting
from training.linear import is_blind
from training.wants import weights_file

ALL_WEIGHTS = 1_000_000
WEIGHTS = ("wish", "span", "reminders", "feedback", "own_name", "tongue", "former")


@pytest.mark.parametrize(
    "judge",
    WEIGHTS,
)
def test_the_weights_are_those_of_the_data(judge: str) -> None:
    with weights_file(judge).open("rb") as file, np.load(file) as kept:
        assert str(kept["data"]) == fitting.digest(judge), "run training.wants"


def test_the_weights_are_small() -> None:
    sizes = [weights_file(name).stat().st_size for name in WEIGHTS]

    assert sum(sizes) <= ALL_WEIGHTS


def test_the_blind_tenth_is_understood_better_than_by_its_most_common_label() -> None:
    blind = [*islice((one for one in fitting.wishes() if is_blind(one.text) and one.language == "en"), 60)]

    assert sum(judge_intent(one.text) in one.labels for one in blind) >= 0.6 * len(blind)


@each(
    ("text", "name"),
    [
        ("Hi, I am Ada.", "Ada"),
        ("My name is Zeynep, I live in Ghent", "Zeynep"),
        ("call me captain from now on", "captain"),
        ("アダです", "アダ"),
        ("みんなにはてるちゃんって呼ばれてます", "てるちゃん"),
        ("Ben Ada", "Ada"),
        ("bana Gülü diyebilirsin", "Gülü"),
        ("my name is Katherine but write me as Kit", "Kit"),
        ("菊ちゃんと呼んでおくれ", "菊ちゃん"),
        ("りょーって呼んで", "りょー"),
        ("bana Fatma teyze de", "Fatma teyze"),
        ("Hallo, ich bin Klaus", "Klaus"),
        ("I am tired", ""),
        ("my wife is Una", ""),
        ("今日は何曜だったかな", ""),
        ("my cat is called Miso", ""),
        ("猫の名前はきなこです", ""),
        ("ben yorgunum", ""),
        ("Where does Ben live?", ""),
        ("Anna is allergic to peanuts", ""),
        ("犬を飼っています。名前はハチです", ""),
        ("Vera kann heute nicht", ""),
        ("Selin'in kediye alerjisi var", ""),
    ],
)
def test_how_the_speaker_wants_to_be_called_is_heard(text: str, name: str) -> None:
    assert own_name(text) == name


@each(
    ("text", "code"),
    [
        ("Where do I live?", "en"),
        ("私は誰？", "ja"),
        ("kedimin adı ne", "tr"),
        ("hey", ""),
        ("wie heißt meine Katze", "de"),
        ("👍", ""),
        ("", ""),
    ],
)
def test_the_language_is_heard_or_left_open(text: str, code: str) -> None:
    assert guess_language(text) == code


@given(st.text(max_size=300))
def test_any_text_is_judged(text: str) -> None:
    assert judge_intent(text) in INTENTS
    assert own_name(text) in text
    assert guess_language(text) in ("", *LANGUAGES)


@each(
    ("text", "is_of_past"),
    [
        ("what was the old door code?", True),
        ("what is the new door code?", False),
        ("where did I live before?", True),
        ("where do I live?", False),
        ("when did I leave my old job?", False),
        ("前はどこに住んでた?", True),
        ("どこに住んでたっけ", False),
        ("eski adresim neydi?", True),
        ("yeni adresim ne?", False),
        ("wo habe ich vorher gewohnt?", True),
        ("wo wohne ich?", False),
    ],
)
def test_a_question_for_what_was_before_is_told_from_one_for_what_is_so_now(text: str, is_of_past: bool) -> None:
    assert asks_former(text) == is_of_past
