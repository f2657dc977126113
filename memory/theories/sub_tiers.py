"""Sub-tiers: what one lived through counts more than hearsay, a rule more than a single fact.

Formula  score · factor: personal 1.1, observed 1, vicarious 0.9; schematic 1.1, procedural 1.05, factual 1
Source   Tulving (1972), Organization of Memory; the factors as described (RET-14, STR-08).

Applied after fusion and before diversity, to scores that are never below nought.
"""

from __future__ import annotations

from collections.abc import Mapping

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

_EPISODIC: Mapping[str, str] = {"user_message": PERSONAL, "federation": VICARIOUS}


def factor(sub_tier: str) -> float:
    """1 for a sub-tier that is not known."""
    return FACTORS.get(sub_tier, 1.0)


def episodic_sub_tier(data_source: str) -> str:
    """By where it comes from (FOR-19): a person's own words, another anima, or what was merely seen."""
    return _EPISODIC.get(data_source, OBSERVED)


def semantic_sub_tier(category: str, states_a_rule: bool, tells_how: bool) -> str:
    """By the category, else by what the words do; a rule goes before a way to do something."""
    if category == "pattern" or (states_a_rule and category not in ("procedure", "skill")):
        return SCHEMATIC
    return PROCEDURAL if category in ("procedure", "skill") or tells_how else FACTUAL
