"""Joins the sections that apply into one system prompt within its budget."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from bots.prompt.catalogue import CATALOGUE, CUT_FIRST
from bots.prompt.inputs import PromptInputs
from bots.prompt.section import Section
from memory.theories import tokens

RULE = "\n\n---\n\n"
#: Less than this of a section is not worth its heading.
_SMALLEST = 16


@dataclass(frozen=True, slots=True, kw_only=True)
class Assembled:
    """The prompt, and the names of the sections that had to be shortened or left out."""

    text: str
    shortened: tuple[str, ...] = ()


def assemble(inputs: PromptInputs, budget: int) -> Assembled:
    """At most `budget` tokens (estimated), as long as the sections that are never cut fit into it."""
    whole = {section.name: section.render(inputs) for section in CATALOGUE}
    fitting = _fitted(whole, inputs, budget)
    shortened = tuple(name for name, text in whole.items() if fitting[name] != text)
    return Assembled(text=_joined(fitting), shortened=shortened)


def _fitted(texts: Mapping[str, str], inputs: PromptInputs, budget: int) -> Mapping[str, str]:
    for section, least in (*CUT_FIRST, *((section, 0) for section, _ in CUT_FIRST)):
        excess = tokens.count(_joined(texts)) - budget
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


def _joined(texts: Mapping[str, str]) -> str:
    return RULE.join(text for text in texts.values() if text)
