"""Every expression of the product takes time in line with its text, or reads none that is longer than people type."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from dataclasses import dataclass
from functools import cache

import pytest

from memory.language.prose import SENTENCE, legible
from tests.linear.collecting import ANCHORED, TABLES
from tests.linear.measuring import LONG, Work, first_bad, least, seconds
from tests.linear.shapes import FIXED, Shape, near

pytestmark = pytest.mark.ledger("RET-13", "PRI-07", "FOR-01")

ONE_S = 0.03
"""What one expression of the rules may take for a sentence, which is all that nearly every one of them reads."""


OF_ONE_SIGN = tuple(shape for shape in FIXED if len(shape.unit) == 1)


@dataclass(frozen=True, slots=True, kw_only=True)
class Expression:
    """`is_capped`: it belongs to the rules of languages, which read legible text only."""

    pattern: str
    flags: int
    module: str
    methods: frozenset[str]

    @property
    def is_capped(self) -> bool:
        return self.module.startswith(TABLES) and not self.module.endswith(".legible")

    @property
    def work(self) -> Work:
        compiled = re.compile(self.pattern, self.flags)
        if not self.methods <= ANCHORED:
            return lambda text: sum(1 for _ in compiled.finditer(text))
        return lambda text: (compiled.match(text), compiled.fullmatch(text))

    def shapes(self, fixed: tuple[Shape, ...] = FIXED) -> tuple[Shape, ...]:
        return fixed + near(self.pattern, self.flags)

    def __str__(self) -> str:
        return f"{self.module}: {self.pattern[:160]!r}"


@cache
def expressions() -> tuple[Expression, ...]:
    told = subprocess.run(
        [sys.executable, "-W", "ignore", "-m", "tests.linear.collecting"], capture_output=True, text=True, check=True
    )
    rows = [json.loads(line) for line in told.stdout.splitlines()]
    return tuple(
        Expression(pattern=pattern, flags=flags, module=module, methods=frozenset(methods))
        for pattern, flags, module, _, methods in rows
    )


@pytest.mark.timeout(600)  # a busy machine takes several times as long
def test_there_is_something_to_measure() -> None:
    capped = sum(one.is_capped for one in expressions())

    assert capped > 500
    assert len(expressions()) - capped > 100


@pytest.mark.timeout(400)
def test_no_expression_that_meets_foreign_text_takes_more_than_its_length() -> None:
    """B7"""
    meeting = (one for one in expressions() if not one.is_capped)
    found = {str(one): first_bad(one.work, one.shapes(OF_ONE_SIGN[::3])) for one in meeting}

    assert not {name: str(bad) for name, bad in found.items() if bad}


_A_FEW = tuple(
    legible(Shape(unit).text(LONG))[:SENTENCE] for unit in ("Ada Bob ", "a: ", "\n", "acak ", "_", "? ", "字、")
)


def _capped(texts: tuple[str, ...]) -> dict[str, float]:
    took = {one: max(seconds(one.work, text) for text in texts) for one in expressions() if one.is_capped}
    again = {one: max(least(one.work, text) for text in texts) for one, cpu in took.items() if cpu > ONE_S}
    return {str(one): cpu for one, cpu in again.items() if cpu > ONE_S}


def test_what_is_legible_keeps_no_rule_of_a_language_busy() -> None:
    """B7"""
    assert not _capped(_A_FEW)


@pytest.mark.slow
@pytest.mark.timeout(3600)
def test_no_shape_at_all_keeps_a_rule_busy() -> None:
    """B7, the full table."""
    for one in expressions():
        if not one.is_capped:
            assert first_bad(one.work, one.shapes()) is None, one
        else:
            texts = {legible(shape.text(LONG))[:SENTENCE] for shape in one.shapes()}
            assert max(least(one.work, text) for text in texts) < ONE_S, one
