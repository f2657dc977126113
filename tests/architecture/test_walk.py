"""The walks of docs/architecture.md lead through files that there are, and its picture is drawn from them."""

from pathlib import Path

import pytest

from docs import walk

ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="module")
def walks():
    return walk.walks(walk.PAGE.read_text())


def test_a_message_a_fact_and_a_correction_are_each_followed_in_at_most_eight_steps(walks):
    assert [one.title for one in walks] == ["a message", "a fact", "a correction"]
    assert all(3 <= len(one.steps) <= walk.MOST_STEPS for one in walks)


def test_each_file_of_a_walk_is_there(walks):
    missing = [file for one in walks for _, file in one.steps if not (ROOT / file).is_file()]

    assert missing == []


def test_each_numbered_line_of_a_walk_is_a_step_with_its_file(walks):
    told = [found["steps"] for found in walk._WALK.finditer(walk.PAGE.read_text())]
    numbered = [sum(line[:1].isdigit() for line in steps.splitlines()) for steps in told]

    assert [len(one.steps) for one in walks] == numbered


def test_the_picture_is_drawn_from_the_page(walks):
    assert walk.PICTURE.read_text() == walk.drawn(walks)  # else: python docs/walk.py
