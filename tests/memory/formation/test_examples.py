"""The labelled examples are well-formed: each file's faults are listed together."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from datetime import date, datetime
from hashlib import blake2b
from pathlib import Path

import pytest

from bench.told_stories import read_stories
from memory.recall.belief import CHANGES
from training.changing import marks

EXAMPLES = Path(__file__).parents[3] / "training" / "examples"
PAIRS = sorted((EXAMPLES / "pairs").glob("*.tsv"))
MESSAGES = sorted((EXAMPLES / "messages").glob("*.tsv"))
THREADS = sorted((EXAMPLES / "threads").glob("*.tsv"))

RELATIONS = frozenset({"replaces", "corrects", "denies", "adds", "same", "unrelated"})
KINDS = frozenset(
    [
        *("value", "number", "place", "job", "food", "date", "plan_moved", "owner", "list", "fragment", "implied"),
        *("typo", "hearsay", "other_person", "told_late", "hypothetical", "lookalike", "question", "quote", "plain"),
    ]
)
CATEGORIES = frozenset({"correction", "preference", "decision", "plan", "fact", "entity", "none"})
FEELING = re.compile(
    r"-|(?:joy|sadness|anger|fear|surprise|disgust|love|pride|relief|gratitude|stress)[123]",
)
GAP = re.compile(r"\d+ (?:s|min|h|d|w|mo|y)")
DAY = r"\d{4}-\d{2}-\d{2}"
RESOLVED = re.compile(rf"{DAY}(?:\.\.{DAY})?|\d{{4}}-\d{{2}}|\d{{4}}|--\d{{2}}-\d{{2}}|W[1-7]|\?")


def is_blind(text: str) -> bool:
    return blake2b(text.encode(), digest_size=8).digest()[0] < 26


def groups(file: Path) -> Iterator[list[list[str]]]:
    for block in re.split(r"\n\n+", file.read_text(encoding="utf-8").strip()):
        yield [line.split("\t") for line in block.splitlines()]


def faults_of_pair(row: list[str]) -> Iterator[str]:
    if len(row) != 7 or not all(cell.strip() for cell in row):
        yield "seven columns"
        return
    relation, kind, _, _, gap, _, _ = row
    if relation not in RELATIONS:
        yield f"relation {relation}"
    if kind not in KINDS:
        yield f"kind {kind}"
    if not GAP.fullmatch(gap):
        yield f"gap {gap}"


def faults_of_message(row: list[str]) -> Iterator[str]:
    if len(row) != 7 or not all(cell.strip() for cell in row):
        yield "seven columns"
        return
    category, flags, feeling, _, at, text, days = row
    if category not in CATEGORIES:
        yield f"category {category}"
    if not re.fullmatch(r"-|[pqQrih]+", flags):
        yield f"flags {flags}"
    if not FEELING.fullmatch(feeling):
        yield f"feeling {feeling}"
    if datetime.fromisoformat(at).tzinfo is None:
        yield f"at {at}"
    for one in () if days == "-" else days.split("; "):
        expression, _, resolved = one.rpartition("=")
        if expression.casefold() not in text.casefold():
            yield f"no {expression!r} in the text"
        if not RESOLVED.fullmatch(resolved):
            yield f"day {resolved}"
        for day in re.findall(DAY, resolved):
            date.fromisoformat(day)


@pytest.mark.parametrize("file", PAIRS, ids=lambda file: file.stem)
def test_each_pair_is_well_formed_and_stands_once(file: Path) -> None:
    rows = [row for group in groups(file) for row in group]
    twice = [row for row, times in Counter(map(tuple, rows)).items() if times > 1]

    assert {"\t".join(row): faults for row in rows if (faults := list(faults_of_pair(row)))} == {}
    assert twice == []


@pytest.mark.parametrize("file", PAIRS, ids=lambda file: file.stem)
def test_a_group_has_one_earlier_message_and_a_tenth_of_them_is_blind(file: Path) -> None:
    found = list(groups(file))
    earlier = [group[0][3] for group in found]

    assert [group for group in found if len({row[3] for row in group}) > 1] == []
    assert 0.04 < sum(map(is_blind, earlier)) / len(earlier) < 0.18


@pytest.mark.parametrize("file", MESSAGES, ids=lambda file: file.stem)
def test_each_message_is_well_formed_and_stands_once(file: Path) -> None:
    rows = [line.split("\t") for line in file.read_text(encoding="utf-8").splitlines() if line]
    twice = [text for text, times in Counter((row[4], row[5]) for row in rows if len(row) > 5).items() if times > 1]

    assert {"\t".join(row): faults for row in rows if (faults := list(faults_of_message(row)))} == {}
    assert twice == []


def test_each_question_of_a_story_names_lines_that_were_told_before_it() -> None:
    stories = read_stories(EXAMPLES / "belief")
    days = {story.name: {line.number: line.day for line in story.lines} for story in stories}
    asked = [(story.name, question) for story in stories for question in story.questions]

    assert len({story.name for story in stories}) == len(stories) > 500
    assert [name for name, of in days.items() if [*of.values()] != sorted(of.values())] == []
    assert [
        (name, question.text)
        for name, question in asked
        for number in question.now | question.past | question.like
        if days[name].get(number, question.day + 1) > question.day
    ] == []
    assert [question.text for _, question in asked if question.now & question.past] == []


@pytest.mark.parametrize("file", THREADS, ids=lambda file: file.stem)
def test_each_mark_of_a_chat_names_an_earlier_line_that_it_changes(file: Path) -> None:
    chats = [[line.split("\t") for line in block.splitlines()] for block in file.read_text("utf-8").split("\n\n")]
    lines = [(at, row) for chat in chats for at, row in enumerate(chat)]
    known = [(at, marks(row[0])) for at, row in lines if len(row) == 3]

    assert [row for _, row in lines if len(row) != 3 or not all(cell.strip() for cell in row)] == []
    assert [of for at, of in known if any(not 0 <= line < at for line in of)] == []
    assert {relation for _, of in known for relation in of.values()} <= set(CHANGES)
    assert sum(bool(of) for _, of in known) > 200
