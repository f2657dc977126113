"""Joins the sections that apply into what stays the same over turns and what does not, within one budget."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from bots.prompt.catalogue import CATALOGUE, CUT_FIRST
from bots.prompt.inputs import PromptInputs
from bots.prompt.section import Section
from memory.theories import tokens

RULE = "\n\n---\n\n"
NEWEST = "# The newest message"
"""Ends the moment: whatever stands behind it is the message."""

#: Less than this of a section is not worth its heading.
_SMALLEST = 16
_MOMENTARY = frozenset(section.name for section in CATALOGUE if section.is_momentary)


@dataclass(frozen=True, slots=True, kw_only=True)
class Assembled:
    """`standing` is the same byte for byte while persona, organisation and tools are; `moment` holds for this turn.

    `shortened` are the names of the sections that had to be shortened or left out.
    """

    standing: str
    moment: str
    shortened: tuple[str, ...] = ()


def assemble(inputs: PromptInputs, budget: int) -> Assembled:
    """At most `budget` tokens (estimated), as long as the sections that are never cut fit into it."""
    whole = {section.name: section.render(inputs) for section in CATALOGUE}
    fitting = _fitted(whole, inputs, budget)
    shortened = tuple(name for name, text in whole.items() if fitting[name] != text)
    standing, moment = _parts(fitting)
    return Assembled(standing=standing, moment=moment, shortened=shortened)


def _fitted(texts: Mapping[str, str], inputs: PromptInputs, budget: int) -> Mapping[str, str]:
    for section, least in (*CUT_FIRST, *((section, 0) for section, _ in CUT_FIRST)):
        excess = sum(map(tokens.count, _parts(texts))) - budget
        if excess <= 0:
            break
        texts = {**texts, section.name: _shortened(section, inputs, texts[section.name], excess, least)}
    return texts


def _shortened(section: Section, inputs: PromptInputs, text: str, excess: int, least: int) -> str:
    # One token more, for parts are rounded up each for itself.
    left = max(least, tokens.count(text) - excess - 1)
    if left >= tokens.count(text):
        return text
    return section.shortened(inputs, text, left) if left >= _SMALLEST else ""


def _parts(texts: Mapping[str, str]) -> tuple[str, str]:
    standing = [text for name, text in texts.items() if text and name not in _MOMENTARY]
    moment = [text for name, text in texts.items() if text and name in _MOMENTARY]
    return RULE.join(standing), RULE.join([*moment, NEWEST])
