"""The proof proves something: it is the same in every run, and sees what a broken gate lets through."""

from __future__ import annotations

import logging
from dataclasses import replace

import pytest

from memory.vocabulary.address import Person, Place
from memory.vocabulary.ports import Membership
from tests.proof.plan import Step
from tests.proof.proof import compare, lead, prove
from tests.proof.worlds import plan_of


@pytest.fixture(autouse=True)
def _quiet() -> None:
    logging.getLogger("memory").setLevel(logging.CRITICAL)
    logging.getLogger("bots").setLevel(logging.CRITICAL)


class Everybody:
    """A gate that is broken: everybody is believed to read everything."""

    def reads(self, person: Person, room: Place) -> bool:
        return True

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


def test_a_membership_that_says_yes_to_everything_is_found_out_within_fifty_worlds() -> None:
    assert any(prove(seed, believe=no_gate).differences for seed in range(50))
