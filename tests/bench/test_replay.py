"""A short conversation of our own, played through all three platforms."""

import json
from dataclasses import replace

import pytest

from tests.bench.replay import Outcome, is_sound, read_talk, replay_all
from tests.each import each

PLATFORMS = ("slack", "discord", "telegram")
#: What is said on two evenings; the rest of the turns is small talk.
TOLD = {
    1: ("Mirela", "My sister Ioana opened a bakery in Timișoara last week."),
    4: ("Teun", "I have started to build a cedar canoe in the shed."),
    9: ("Mirela", "We adopted a three-legged greyhound called Pixel."),
    15: ("Teun", "My viola lessons are on Thursdays at the harbour school now."),
    22: ("Mirela", "I failed the sailing exam because of the knots, *again*."),
    28: ("Teun", "The canoe sank at its launch; the varnish had a crack <here>."),
    33: ("Mirela", "Ioana's bakery won a prize for its plum dumplings & bread."),
    37: ("Teun", "I am moving to Groningen in March to be nearer to the harbour."),
}
ASKED = [
    ("Who opened a bakery in Timișoara?", 1),
    ("What is the greyhound called?", 9),
    ("When are the viola lessons?", 15),
    ("Why did the sailing exam fail?", 22),
]


def invented():
    """Forty turns over two evenings, in the form of the data that the command takes."""
    turns = []
    for number in range(40):
        speaker, text = TOLD.get(number, ("Mirela" if number % 2 else "Teun", f"Small talk, line {number}."))
        session, evening = (1, "2024-05-03T19:30:00") if number < 20 else (2, "2024-05-17T20:05:00")
        turns.append(
            {"session": session, "datetime": evening, "dia_id": f"D{session}:{number}", "speaker": speaker,
             "text": text}
        )  # fmt: skip
    questions = [
        {"id": f"q{n}", "question": text, "evidence": [turns[gold]["dia_id"]], "category": 1, "recall_valid": True}
        for n, (text, gold) in enumerate(ASKED)
    ]
    return {"conversation": "invented", "speakers": ["Mirela", "Teun"], "turns": turns, "questions": questions}


@pytest.fixture
def talk(tmp_path):
    file = tmp_path / "invented.json"
    file.write_text(json.dumps(invented()))
    return read_talk(file, 4, 1)


async def test_every_turn_is_in_the_log_once_and_answers_quote_what_was_said(talk):
    outcomes = await replay_all([talk], PLATFORMS, scale=0.02)

    assert [outcome.platform for outcome in outcomes] == list(PLATFORMS)
    assert all(is_sound(outcome) for outcome in outcomes), outcomes


async def test_the_turns_of_a_session_are_seconds_apart_in_their_order(talk):
    assert [turn.at.second for turn in talk.turns[:20]] == list(range(1, 21))


GOOD = Outcome(platform="slack", conversation="c", turns=4, logged_once=4, missing=0, doubled=0, in_order=True,
               right_time=4, right_speaker=4, right_place=4, questions=3, answered=3, quoted_gold=2, seconds=1.0,
               turns_per_second=4.0)  # fmt: skip


def test_a_run_with_everything_in_its_place_is_sound():
    assert is_sound(GOOD)


@each(
    "flaw",
    [{"missing": 1}, {"doubled": 1}, {"in_order": False}, {"right_time": 3}, {"right_speaker": 3}, {"right_place": 3},
     {"quoted_gold": 1}],
    ids=str,
)  # fmt: skip
def test_a_run_with_one_flaw_is_not(flaw):
    assert not is_sound(replace(GOOD, **flaw))
