"""The proof proves something: it is the same in every run, and sees what a broken gate lets through."""

from __future__ import annotations

import logging
import os
from collections.abc import Iterator
from dataclasses import replace

import pytest

from memory.vocabulary.address import Membership, Person, Place
from tests.proof.many import outcomes
from tests.proof.plan import Step
from tests.proof.proof import compare, lead, prove
from tests.proof.sums import Sums
from tests.proof.worlds import plan_of


@pytest.fixture(autouse=True)
def _quiet() -> Iterator[None]:
    loud = {name: logging.getLogger(name).level for name in ("memory", "bots")}
    for name in loud:
        logging.getLogger(name).setLevel(logging.CRITICAL)
    yield
    for name, level in loud.items():
        logging.getLogger(name).setLevel(level)
    logging.disable(logging.NOTSET)  # one_world switches it off in the process that it runs in


class Everybody:
    """A gate that is broken: everybody is believed to read everything."""

    def reads(self, person: Person, room: Place) -> bool:
        return True

    def addresses(self, person: Person) -> list[Person]:
        return [person]

    def is_open_to(self, room: Place, others: Place) -> bool:
        return True


def no_gate(rooms: Membership) -> Membership:
    return Everybody()


@pytest.mark.parametrize("seed", [0, 5, 9, 20])
def test_twins_without_a_secret_are_told_the_same_whatever_was_restarted_or_made_anew(seed: int) -> None:
    plan = plan_of(seed)
    steps = tuple(Step(one=one.one, other=one.one, is_probe=one.is_probe, wipes=True) for one in plan.steps)
    same = replace(plan, steps=steps, observers=frozenset())

    outcome = compare(same, lead(same), lead(same, is_other=True))

    assert outcome.differences == []
    assert outcome.compared > 1000


@pytest.mark.timeout(600)  # a busy machine takes several times as long
@pytest.mark.ledger("AUD-01", "AUD-02", "AUD-04", "PRI-13")
@pytest.mark.timeout(900)
def test_what_those_present_may_not_read_changes_no_byte_of_what_they_are_told() -> None:
    """M1 M5 B1 B2 B3 B4 B5 B6 B9 B10 B11 F6: each of them is a difference on 952289c. `make proof` leads thousands."""
    sums = Sums()
    for outcome in outcomes(range(16), workers=min(4, os.cpu_count() or 1)):
        sums.add(outcome)

    assert sums.leaking == [], sums.table(0.0)
    assert sums.sensitive >= 0.8 * sums.controls > 0
    assert sums.told >= 0.5 * sums.said > 0


def test_a_membership_that_says_yes_to_everything_is_found_out_within_fifty_worlds() -> None:
    assert any(prove(seed, believe=no_gate).differences for seed in range(50))
