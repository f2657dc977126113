"""Formulas of the literature that only the recipes of comparison use; the product's own stand in memory/theories.

Each function tells its formula, its units and its source.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from itertools import combinations
from math import exp, inf, log, log1p, sqrt
from typing import TypeVar

from memory.language.analyser import fold
from memory.language.pack_tables import patterns_of_each_language
from memory.theories.utility import BIRTH_UTILITY

T = TypeVar("T")

# ------------------------------------------------------------------------------------------------ age and use

HALF_LIFE_DAYS = 30.0


def recency(age_days: float) -> float:
    """0.5^(age / 30 days): 1 for now and for what is yet to come.

    Source: the description of the `spreading` recipe (RET-07); forgetting curve, Ebbinghaus (1885).
    """
    return float(0.5 ** (max(0.0, age_days) / HALF_LIFE_DAYS))


def frequency(uses: int) -> float:
    """ln(1 + uses), without a bound: after a thousand uses it outweighs any similarity.

    Source: the description of the `spreading` recipe (RET-07); Anderson & Schooler (1991), Psychological Science 2.
    """
    return log1p(max(0, uses))


def written_activation(uses: int, age_seconds: float) -> float:
    """1 / (1 + e^-B) with B = ln(max(uses, 1)) - 0.5 ln(seconds since the last use), as the `cognitive` recipe has it.

    e^-B is √age / uses, so an age of nought is no trouble. It is 0.11 after a minute, 0.016 after an hour and 0.003
    after a day: it moves nothing but what was used moments ago (RET-08).
    """
    return 1 / (1 + sqrt(max(0.0, age_seconds)) / max(uses, 1))


DECAY = 0.5
LEAST_AGE_HOURS = 1 / 60


def base_level(ages_hours: Sequence[float], uses: int = 0, first_age_hours: float = 0.0, decay: float = DECAY) -> float:
    """The full form of the base level, from the ages of the latest uses in any order; minus infinity without a use.

    B = ln(Σ over kept uses age^-d + rest), where the n - k uses that are not kept count
    (n - k) (L^(1-d) - a^(1-d)) / ((1 - d) (L - a)), L the age of the first use, a of the oldest kept; hours.
    `uses` counts all of them, those that are not kept too.
    Source: Anderson & Schooler (1991), Psychological Science 2; Petrov (2006), ICCM (latest uses and closed form).
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


DRIFT_A_DAY = 0.01


def drifted(utility: float, idle_days: float) -> float:
    """0.5 + (u - 0.5) · e^(-0.01 · days since the last use): ever more what is expected of any memory (STR-03).

    Written as a step, u + 0.01 · days · (0.5 - u), it overshoots after 100 days and leaves 0 … 1 after 200.
    """
    return BIRTH_UTILITY + (min(1.0, max(0.0, utility)) - BIRTH_UTILITY) * exp(-DRIFT_A_DAY * max(0.0, idle_days))


# ------------------------------------------------------------------------------------------------ co-activation

OFTEN = 3
BOOST = 0.05

Pair = tuple[str, str]


def pairs_of(together: Iterable[Collection[str]]) -> Counter[Pair]:
    """How often each two ids stand in one collection, each pair in order; an id that is repeated there counts once."""
    return Counter(found for ids in together for found in combinations(sorted(set(ids)), 2))


def boost(id: str, found: Collection[str], pairs: Mapping[Pair, int]) -> float:
    """0.05 if the id was used three times or more together with another that was found, however many those are.

    Source: Hebb (1949), The Organization of Behavior; the numbers as described (RET-16).
    """
    if not pairs:
        return 0.0
    return BOOST if any(other != id and pairs.get(_pair(id, other), 0) >= OFTEN for other in found) else 0.0


def _pair(one: str, other: str) -> Pair:
    return (one, other) if one <= other else (other, one)


# ------------------------------------------------------------------------------------------------ sub-tiers

PERSONAL, OBSERVED, VICARIOUS = "personal", "observed", "vicarious"
SCHEMATIC, PROCEDURAL, FACTUAL = "schematic", "procedural", "factual"

FACTORS: Mapping[str, float] = {
    PERSONAL: 1.1,
    OBSERVED: 1.0,
    VICARIOUS: 0.9,
    SCHEMATIC: 1.1,
    PROCEDURAL: 1.05,
    FACTUAL: 1.0,
}
"""What the score is multiplied by: what one lived through counts more than hearsay, a rule more than a single fact.

Source: Tulving (1972), Organization of Memory; the factors as described (RET-14, STR-08).
"""

_RULES = patterns_of_each_language("words", "rule")
_WAYS = patterns_of_each_language("words", "way")


def sub_tier(kind: str, text: str, category: str = "", data_source: str = "") -> str:
    """From where it comes or from what its words do; a rule goes before a way to do something.

    `kind` is the entry's; `category` and `data_source` stand in its frontmatter, where they do.
    """
    if kind in ("turn", "episode"):
        return {"user_message": PERSONAL, "federation": VICARIOUS}.get(data_source, OBSERVED)
    words, is_procedure = fold(text), "procedure" in (kind, category) or "skill" in (kind, category)
    if category == "pattern" or (not is_procedure and any(rule.search(words) for rule in _RULES)):
        return SCHEMATIC
    return PROCEDURAL if is_procedure or any(way.search(words) for way in _WAYS) else FACTUAL


# ------------------------------------------------------------------------------------------------ diversity

RELEVANCE_SHARE = 0.7


def diverse(
    found: Sequence[T],
    relevance: Sequence[float],
    similarity: Callable[[T, T], float],
    limit: int,
    relevance_share: float = RELEVANCE_SHARE,
) -> list[T]:
    """At most `limit` of what was found, in the order in which they are chosen; of equals the earlier goes first.

    next = argmax of λ · relevance(d) - (1 - λ) · max over chosen similarity(d, chosen), one after the other, λ = 0.7.
    Relevance and similarity should have one unit (0 … 1 both). Asks for at most limit · n similarities.
    Source: maximal marginal relevance, Carbonell & Goldstein (1998), SIGIR (RET-10).
    """
    chosen: list[int] = []
    nearest = [0.0] * len(found)
    left = list(range(len(found)))
    while left and len(chosen) < limit:
        best = max(left, key=lambda at: relevance_share * relevance[at] - (1 - relevance_share) * nearest[at])
        left.remove(best)
        for at in left:
            alike = similarity(found[at], found[best])
            nearest[at] = max(nearest[at], alike) if chosen else alike
        chosen.append(best)
    return [found[at] for at in chosen]
