"""A sample of the exception fuzz and of the proxies in every test run; `make faults` is the whole of both."""

from __future__ import annotations

import json
from dataclasses import asdict

import pytest

from tests.faults import proxies, rim

pytestmark = [pytest.mark.timeout(120), pytest.mark.ledger("PLT-10", "PLT-11", "PLT-12")]


async def test_whatever_is_raised_at_the_rim_each_message_ends_and_no_lane_or_account_does() -> None:
    """F1, F3, F4, F15"""
    tally = await rim.run(rim.cases(sample=80))

    assert tally.clean, tally
    assert all(name.startswith("edit") for name in tally.unreached), tally.unreached
    assert tally.delivered + tally.dead + tally.in_doubt + tally.refused_or_known == 80
    assert json.loads(json.dumps(asdict(tally)))["cases"] == 80


async def test_whatever_a_proxy_answers_each_message_ends_and_no_lane_or_account_does() -> None:
    """F1"""
    tally = await proxies.run(proxies.cases(sample=6))

    assert tally.clean, tally
    assert tally.delivered + tally.dead + tally.in_doubt == 6


async def test_what_is_no_answer_of_the_platform_is_looked_up_and_never_doubled_or_lost() -> None:
    """F1: redirects, and a yes that names no post; found by the whole run of the proxies."""
    odd = ("moved", "moved for good", "ok and no more")
    tally = await proxies.run(
        [
            case
            for case in proxies.cases()
            if case.platform in ("slack", "discord") and case.call == "post" and case.spoiled.name in odd and case.after
        ]
    )

    assert tally.clean, tally
    assert tally.delivered == tally.cases


def test_the_whole_has_more_than_two_thousand_cases() -> None:
    assert len(rim.cases()) > 2000
    assert len(proxies.cases()) > 250
