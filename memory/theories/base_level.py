"""Base level: a memory is as near as its uses are many and recent.

Formula  written: 1 / (1 + e^-B) with B = ln(max(uses, 1)) - 0.5 ln(age in seconds since the last use);
         full: B = ln(Σ over kept uses age^-d + rest), where the n - k uses that are not kept count
         (n - k) (L^(1-d) - a^(1-d)) / ((1 - d) (L - a)), L the age of the first use, a of the oldest kept
Units    seconds in the written form; hours in the full one
Params   d = 0.5 (0 < d < 1), least age = 1 minute (> 0)
Source   Anderson & Schooler (1991), Psychological Science 2; Petrov (2006), ICCM (latest uses and closed form).

The written form is 0.11 after a minute, 0.016 after an hour and 0.003 after a day: it moves nothing but what was used
moments ago. It is kept for the recipe that names it.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import inf, log, sqrt

DECAY = 0.5
LEAST_AGE_HOURS = 1 / 60


def written_activation(uses: int, age_seconds: float) -> float:
    """The written form, 0 … 1; e^-B is √age / uses, so an age of nought is no trouble."""
    return 1 / (1 + sqrt(max(0.0, age_seconds)) / max(uses, 1))


def base_level(ages_hours: Sequence[float], uses: int = 0, first_age_hours: float = 0.0, decay: float = DECAY) -> float:
    """B from the ages of the latest uses, in any order; minus infinity where there is no use.

    `uses` counts all of them, those that are not kept too; `first_age_hours` is how long ago the first one was.
    """
    ages = [max(LEAST_AGE_HOURS, age) for age in ages_hours]
    oldest = max(ages, default=LEAST_AGE_HOURS)
    rest = max(0, uses - len(ages)) * _mean_share(oldest, max(oldest, first_age_hours), decay)
    total = sum(age**-decay for age in ages) + rest
    return log(total) if total > 0 else -inf


def _mean_share(near_hours: float, far_hours: float, decay: float) -> float:
    """What one use adds on average if it lies anywhere between the two ages."""
    if far_hours - near_hours < 1e-6 * near_hours:
        return float(near_hours**-decay)
    share = (far_hours ** (1 - decay) - near_hours ** (1 - decay)) / ((1 - decay) * (far_hours - near_hours))
    return float(share)
