"""The list of words (docs/glossary.md): each stands once, with its place in the code; words of before name nothing."""

import ast
import re

import pytest

from tests.architecture import reach
from tests.architecture.test_pages import DEFINED

PAGE = (reach.ROOT / "docs" / "glossary.md").read_text(encoding="utf-8")
FEWEST_QUESTIONS = 20
NAMES = ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef


def rows(title):
    """The cells of the table below a title, without its head."""
    section = PAGE.partition(f"## {title}\n")[2].partition("\n## ")[0]
    lines = [line for line in section.splitlines() if line.startswith("|")]
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in lines[2:]]


def words_of(name):
    """`TurnContext` and `turn_context` are both turn and context."""
    return {word.lower() for word in re.findall(r"[A-Z]?[a-z]+|[A-Z]+(?![a-z])", name)}


ENTRIES = rows("A message and its turn") + rows("Memory")


def test_a_word_stands_once_with_one_thing_that_it_means():
    words = [word for word, *_ in ENTRIES]
    named = [pair for *_, where in ENTRIES for pair in DEFINED.findall(where)]

    assert ENTRIES
    assert sorted(words) == sorted(set(words))
    assert sorted(named) == sorted(set(named))


@pytest.mark.parametrize("row", ENTRIES + rows("Where does it happen?"), ids=lambda row: row[0])
def test_an_entry_says_where_in_the_code_it_is(row):
    assert len(DEFINED.findall(row[-1])) == 1  # that the file defines it: test_pages.py


def test_there_are_answers_to_what_a_newcomer_asks():
    assert len(rows("Where does it happen?")) >= FEWEST_QUESTIONS


def test_a_word_of_before_names_no_module_class_or_function():
    words = {word for word, _ in rows("Not used")}
    forbidden = words | {f"{word}s" for word in words}
    product = {name: tree for name, tree in reach.trees().items() if name.partition(".")[0] in reach.PACKAGES}
    names = [(name, name.replace(".", "_")) for name in product]
    names += [(f"{module}.{node.name}", node.name) for module, tree in product.items() for node in tree.body
              if isinstance(node, NAMES)]  # fmt: skip

    assert words
    assert [full for full, name in names if words_of(name) & forbidden] == []
