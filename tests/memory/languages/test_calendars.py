"""Calendars of days are data: the engine has no word of any of them, and each of their forms reads an example."""

from __future__ import annotations

import ast
import re
import tomllib
from pathlib import Path

import pytest

import memory.language.dating
from memory.language.analyser import level
from memory.language.dating.grammars import CALENDARS, FORMS, GRAMMARS
from memory.language.dating.meanings import MEANINGS
from memory.language.folders import language_file
from tests.each import each
from tests.memory.languages.test_said_dates import FILES, rows
from training.labelled import plain, practice, read

ENGINE = Path(memory.language.dating.__file__).parent
OF_UNITS = {"day", "week", "weekend", "fortnight", "month", "year", "today", "now"}
UNDERSTOOD = "\x00"


def text_of(code):
    return language_file(code, "calendar.toml").read_text(encoding="utf-8")


def calendar(code):
    return tomllib.loads(text_of(code))


def strings(path):
    tree = ast.parse(path.read_text(encoding="utf-8"))
    told = {
        ast.get_docstring(node, clean=False)
        for node in ast.walk(tree)
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef)
    }
    told |= {
        node.value.value
        for node in ast.walk(tree)
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
    }
    return [
        node.value
        for node in ast.walk(tree)
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and node.value not in told
    ]


@pytest.mark.ledger("FOR-07")
@each("path", sorted(ENGINE.glob("*.py")), ids=lambda path: path.name)
def test_the_engine_has_no_word_of_a_calendar(path):
    tables = [
        words
        for code in CALENDARS
        for kind, words in calendar(code)["words"].items()
        if kind.startswith(("weekday", "month", "near", "fixed"))
    ]
    words = {word for table in tables for told in table for word in told.split("|") if len(word) > 1} - OF_UNITS
    said = {word for text in strings(path) for word in re.findall(r"[^\W\d_]+", text)}

    assert not said & words
    assert not {word for word in said if not word.isascii()}


def examples():
    yield from (text for name in (*FILES, "traps") for text, _ in rows(name))
    yield from (one.text for one in (*read("tuning"), *practice(), *read("examples"), *plain()))


@pytest.mark.ledger("FOR-07")
def test_each_form_of_a_calendar_reads_an_example():
    """But for those that stand beside a day which has been understood before."""
    unread = {
        id(form): form
        for one in GRAMMARS.values()
        for form in one.forms
        if UNDERSTOOD not in form.written.replace(r"\x00", UNDERSTOOD)
    }
    for text in examples():
        folded = level(text)
        for form in FORMS.may_match(folded):
            if id(form) in unread and form.pattern.search(folded):
                del unread[id(form)]

    assert not [f"{form.code}: {form.written}" for form in unread.values()]


@pytest.mark.ledger("FOR-07")
@each("name", FILES)
def test_a_form_matches_no_text_that_lacks_what_it_needs(name):
    for text, _ in rows(name):
        folded = level(text)
        may = {id(form) for form in FORMS.may_match(folded)}
        assert not [
            form.written
            for one in GRAMMARS.values()
            for form in one.forms
            if id(form) not in may and form.pattern.search(folded)
        ]


@each("code", CALENDARS)
def test_each_meaning_and_case_that_a_calendar_names_is_there_and_none_is_idle(code):
    told = calendar(code)
    cases = {name for form in told["forms"] for name in form.get("cases", ())}

    assert {form["means"] for form in told["forms"]} <= set(MEANINGS)
    assert cases == set(told.get("cases", {}))
    for piece in told.get("pieces", {}):
        assert f"{{{piece}}}" in text_of(code), piece
