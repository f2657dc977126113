"""The shape of a section: a name, the condition under which it applies, its text."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from bots.prompt.inputs import PromptInputs
from memory.theories import tokens


@dataclass(frozen=True, slots=True, kw_only=True)
class Section:
    """One part of the system prompt. `shrink` makes a shorter text within a budget of tokens; the default cuts.

    `is_momentary`: it holds for one turn, and stands beside the newest message; the others stay the same over turns.
    """

    name: str
    text: Callable[[PromptInputs], str]
    applies: Callable[[PromptInputs], bool] = lambda _: True
    shrink: Callable[[PromptInputs, int], str] | None = None
    is_momentary: bool = False

    def render(self, inputs: PromptInputs) -> str:
        """Empty when the section does not apply."""
        return self.text(inputs).strip() if self.applies(inputs) else ""

    def shortened(self, inputs: PromptInputs, text: str, budget: int) -> str:
        if self.shrink is not None:
            return self.shrink(inputs, budget).strip()
        return tokens.cut(text, budget).strip()
