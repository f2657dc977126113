"""The recipes of the sources as they were written down: kept to be run and measured, not to be followed (RET-07).

Raw terms, exempt from the laws of signals: nothing here is bounded or comparable between the recipes. What the parts
amount to:

spreading  what is new gains 0.2 and ten uses gain 0.24, each as much as a cosine of 0.7 has over one of 0.5, and
           uses have no bound: where being found counts as a use, what was found is found again, whatever fits.
cognitive  the activation is 0.003 after a day and the fused rank at most 2/61 · 0.15 = 0.005, so of the four parts
           only likeness and importance move anything; each entity (0.1) or the session (0.15) moves more than both.
utility    usefulness starts at 0.5 everywhere, so before there is any feedback only importance joins likeness.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from memory.theories.base_level import written_activation
from memory.theories.frequency import raw_frequency
from memory.theories.recency import recency


@dataclass(frozen=True, slots=True, kw_only=True)
class Evidence:
    """What is known of a memory for one question, in the sources' terms.

    `sim` is the cosine, `rrf` the fused score of the ranks (K = 60), `pagerank` the spread activation, 0 … 1 (0 where
    no graph is asked). `age_days` counts from when the memory was last written, `age_seconds` from its last use.
    `sub_tier` and `mood` are factors.
    """

    sim: float
    rrf: float = 0.0
    age_days: float = 0.0
    age_seconds: float = 0.0
    access_count: int = 0
    pagerank: float = 0.0
    importance: float = 0.5
    utility: float = 0.5
    matching_entities: int = 0
    is_same_session_episode: bool = False
    sub_tier: float = 1.0
    mood: float = 1.0


SourceRecipe = Callable[[Evidence], float]


def spreading(evidence: Evidence) -> float:
    """sim + 0.2 · 0.5^(age / 30 d) + 0.1 · ln(1 + uses) + 0.5 · PageRank."""
    return (
        evidence.sim
        + 0.2 * recency(evidence.age_days)
        + 0.1 * raw_frequency(evidence.access_count)
        + 0.5 * evidence.pagerank
    )


def cognitive(evidence: Evidence) -> float:
    """(0.4 sim + 0.3 ACT-R + 0.15 importance + 0.15 RRF + 0.1 an entity + 0.15 for the session) · sub-tier · mood."""
    weighted = (
        0.40 * evidence.sim
        + 0.30 * written_activation(evidence.access_count, evidence.age_seconds)
        + 0.15 * evidence.importance
        + 0.15 * evidence.rrf
    )
    added = 0.1 * evidence.matching_entities + 0.15 * evidence.is_same_session_episode
    return (weighted + added) * evidence.sub_tier * evidence.mood


def utility(evidence: Evidence) -> float:
    """0.6 sim + 0.2 utility + 0.2 importance."""
    return 0.6 * evidence.sim + 0.2 * evidence.utility + 0.2 * evidence.importance


SOURCE_RECIPES: Mapping[str, SourceRecipe] = {"spreading": spreading, "cognitive": cognitive, "utility": utility}
"""By the names that config and command line take."""
