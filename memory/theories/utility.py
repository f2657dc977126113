"""Utility: what a memory or a procedure is worth by what came of using it.

Utility: a memory is worth what it did for those who used it; one bad day does not undo many good ones.

Formula  earned, at each use: u + 0.1 · (target - u), target 1 where it helped, else 0; born at 0.5;
         drifted: 0.5 + (u - 0.5) · e^(-0.01 · days since the last use)
Units    u 0 … 1, days
Params   rate = 0.1, drift = 0.01 a day
Source   constant step size, Sutton & Barto (2018), Reinforcement Learning, ch. 2; the numbers as described (STR-03).

Written as a step, u + 0.01 · days · (0.5 - u), the drift overshoots after 100 days and leaves 0 … 1 after 200.
Only the earned utility is kept, and what forgets reads that one: drift lifts all that is idle towards 0.5, so nothing
would ever be too useless to stay.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from math import sqrt

BIRTH_UTILITY = 0.5
UTILITY_RATE = 0.1


def utility_after_use(utility: float, helped: bool) -> float:
    """The earned utility after one more use."""
    earned = _bounded_utility(utility)
    return earned + UTILITY_RATE * ((1.0 if helped else 0.0) - earned)


def earned(outcomes: Iterable[bool]) -> float:
    """The utility that uses made, the oldest first."""
    utility = BIRTH_UTILITY
    for helped in outcomes:
        utility = utility_after_use(utility, helped)
    return utility


def _bounded_utility(utility: float) -> float:
    return min(1.0, max(0.0, utility))


# --- procedure confidence -------------------------------------------------------------------------------------------
# Procedure confidence: a way of doing something is trusted as far as it has worked, and with few tries not far.
#
# Formula  (s + a) / (s + f + 2), a = 0.8 as distilled (0.4 before the first try), 1 once revised (0.5); a revision
#          begins s and f anew, and the lifetime's go on; lower bound, for protection, from the lifetime's p = (s + 0.8)
#          / n, n = s + f + 2: (p + z² / 2n - z √(p (1 - p) / n + z² / 4n²)) / (1 + z² / n)
# Params   z = 1.645: nineteen times of twenty the truth lies above (≥ 0)
# Source   mean of the Beta distribution, Laplace (1774); score interval, Wilson (1927), Journal of the American
#          Statistical Association 22; the priors are the project's own reading (PRO-07).


PRIOR_WEIGHT = 2.0
DISTILLED = 0.8
REVISED = 1.0
CONFIDENCE_Z = 1.645


@dataclass(frozen=True, slots=True, kw_only=True)
class ProcedureRecord:
    """How often a procedure worked: this version of it, and all of them together.

    What a person has written (not `is_distilled`) is expected to work as often as not, as a revision is.
    """

    successes: int = 0
    failures: int = 0
    lifetime_successes: int = 0
    lifetime_failures: int = 0
    version: int = 1
    is_distilled: bool = True


def tried(before: ProcedureRecord, worked: bool) -> ProcedureRecord:
    """After one more try."""
    return replace(
        before,
        successes=before.successes + worked,
        failures=before.failures + (not worked),
        lifetime_successes=before.lifetime_successes + worked,
        lifetime_failures=before.lifetime_failures + (not worked),
    )


def revised(before: ProcedureRecord) -> ProcedureRecord:
    """As the next version, of which nothing is known yet."""
    return replace(before, successes=0, failures=0, version=before.version + 1)


def confidence(record: ProcedureRecord) -> float:
    """0 … 1: what is expected of this version."""
    is_new = record.is_distilled and record.version <= 1
    return _mean(record.successes, record.failures, DISTILLED if is_new else REVISED)


def lower_bound(record: ProcedureRecord, z: float = CONFIDENCE_Z) -> float:
    """0 … 1: what may be relied on, over all versions; often mended is not proven."""
    share = _mean(record.lifetime_successes, record.lifetime_failures, DISTILLED)
    tries = max(0, record.lifetime_successes) + max(0, record.lifetime_failures) + PRIOR_WEIGHT
    spread = z * sqrt(share * (1 - share) / tries + z**2 / (4 * tries**2))
    return max(0.0, (share + z**2 / (2 * tries) - spread) / (1 + z**2 / tries))


def _mean(successes: int, failures: int, prior: float) -> float:
    worked = max(0, successes)
    return (worked + prior) / (worked + max(0, failures) + PRIOR_WEIGHT)
