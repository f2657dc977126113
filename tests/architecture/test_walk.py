"""The walks of docs/architecture.md lead through files that there are, and its picture is drawn from them."""

from pathlib import Path

import pytest

from docs import walk

ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="module")
def walks():
    return walk.walks(walk.PAGE.read_text())


def test_a_message_a_fact_and_a_correction_are_each_followed_in_at_most_eight_steps(walks):
    assert [found.title for found in walks] == ["a message", "a fact", "a correction"]
    assert all(3 <= len(found.steps) <= walk.MOST_STEPS for found in walks)


def test_each_file_of_a_walk_is_there(walks):
    missing = [file for found in walks for _, file in found.steps if not (ROOT / file).is_file()]

    assert missing == []


def test_each_numbered_line_of_a_walk_is_a_step_with_its_file(walks):
    listed = [found["steps"] for found in walk._WALK.finditer(walk.PAGE.read_text())]
    numbered = [sum(line[:1].isdigit() for line in steps.splitlines()) for steps in listed]

    assert [len(found.steps) for found in walks] == numbered


def test_the_picture_is_drawn_from_the_page(walks):
    assert walk.PICTURE.read_text() == walk.drawn(walks)  # else: python docs/walk.py
