"""The sub-tier of a memory, from where it comes or from what its words do (STR-08)."""

from __future__ import annotations

from memory.languages.analyser import fold
from memory.languages.tables import patterns
from memory.theories import sub_tiers

_RULES = patterns("words", "rule")
_WAYS = patterns("words", "way")

_EPISODIC = ("turn", "episode")
_PROCEDURAL = ("procedure", "skill")


def sub_tier(kind: str, text: str, category: str = "", data_source: str = "") -> str:
    """`kind` is the entry's; `category` and `data_source` stand in its frontmatter, where they do."""
    if kind in _EPISODIC:
        return sub_tiers.episodic_sub_tier(data_source)
    words = fold(text)
    return sub_tiers.semantic_sub_tier(
        category or (kind if kind in _PROCEDURAL else ""),
        states_a_rule=any(rule.search(words) for rule in _RULES),
        tells_how=any(way.search(words) for way in _WAYS),
    )
