"""Themes: which facts belong together, and what shows in them on several days; of the latest ones of an audience."""

from __future__ import annotations

from datetime import datetime

from memory.consolidation.view import View
from memory.knowledge.asking import Asking
from memory.knowledge.themes import notes
from memory.knowledge.validation import Validation
from memory.vocabulary.change import Change
from memory.vocabulary.fact import Fact
from memory.vocabulary.ports import Judge


async def plan(view: View, judge: Judge | None, now: datetime) -> list[Change]:
    facts: list[Fact] = []
    for page in view.pages("fact"):
        replaced = view.replaced(page)
        facts = [one.fact for one in page if one.fact and one.id not in replaced and _may_be_told(one.fact, now)]
    ask = Asking(judge)
    return await notes(view, facts, ask, Validation(view.aids.entailment, ask))


def _may_be_told(fact: Fact, now: datetime) -> bool:
    """Of people who are trusted, in their own name, and not over."""
    return not (fact.trust or fact.reported) and (fact.valid_until is None or fact.valid_until > now)
