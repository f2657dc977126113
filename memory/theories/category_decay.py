"""Category decay: what someone likes or who they are does not grow old; a decision does, small talk soon.

Formula  share left = e^(-rate · days), rate a day: preference, entity, correction 0; fact 0.005; decision 0.02;
         other 0.05
Units    days, as the tier feels them (see tiers)
Source   the rates as described (STR-04), read as continuous: as steps of the written size they would pass 0 after 20
         days.
"""

from __future__ import annotations

from collections.abc import Mapping
from math import exp

RATES_A_DAY: Mapping[str, float] = {
    "preference": 0.0,
    "entity": 0.0,
    "correction": 0.0,
    "fact": 0.005,
    "decision": 0.02,
}
OTHER_RATE_A_DAY = 0.05


def rate_a_day(category: str) -> float:
    return RATES_A_DAY.get(category, OTHER_RATE_A_DAY)


def share_left(category: str, days: float) -> float:
    """0 … 1: what is left of a memory's weight after so long; 1 for now and for what is yet to come."""
    rate = rate_a_day(category)
    return exp(-rate * max(0.0, days)) if rate else 1.0
