"""Everything that a system prompt is made of, as one value, and the shape of a section of it.

No setting, no key, no path of the machine is in it.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import datetime
from typing import Literal

from bots.ports import ToolSpec
from memory.language.folders import FALLBACK
from memory.theories import tokens
from memory.vocabulary.cue import Primed

Trust = Literal["owner", "linked", "member", "guest", "bot", "web", "file", "unknown"]
Relation = Literal["supervisor", "subordinate", "peer"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Participant:
    """Somebody who is present. The name is what they call themselves: quoted data."""

    name: str
    address: str
    trust: Trust = "member"


@dataclass(frozen=True, slots=True, kw_only=True)
class Colleague:
    """Another anima."""

    name: str
    role: str = ""
    relation: Relation = "peer"


@dataclass(frozen=True, slots=True, kw_only=True)
class Skill:
    """A skill as its file says; `text` is empty where only the description is shown."""

    name: str
    description: str
    text: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class PromptInputs:
    """Empty fields leave their sections out.

    `place` is the address, `topic` what the platform shows as its topic (quoted data), `audience` who reads along.
    `notes` are the turn's own remarks (lateness, an interruption).
    `external_tools` are tools that reach outside; `expressions` the faces the persona has.
    """

    anima: str
    now: datetime
    language: str = FALLBACK
    activation: str = "message"
    mode: Literal["A1", "A2", "B"] = "A2"
    place: str = ""
    topic: str = ""
    audience: str = ""
    is_direct: bool = False
    bootstrap: str = ""
    vision: str = ""
    identity: str = ""
    injection: str = ""
    specialty: str = ""
    permissions: str = ""
    current_task: str = ""
    pending: str = ""
    activity_summary: str = ""
    primed: Primed = field(default_factory=Primed)
    common_knowledge: tuple[str, ...] = ()
    matched_skills: tuple[Skill, ...] = ()
    personal_skills: tuple[Skill, ...] = ()
    common_skills: tuple[Skill, ...] = ()
    tools: tuple[ToolSpec, ...] = ()
    external_tools: tuple[str, ...] = ()
    expressions: tuple[str, ...] = ()
    can_hire: bool = False
    notifies_humans: bool = False
    speaker: Participant | None = None
    people: tuple[Participant, ...] = ()
    colleagues: tuple[Colleague, ...] = ()
    notes: tuple[str, ...] = ()

    def offers(self, tool: str) -> bool:
        """Whether the model may call this tool in this turn."""
        return any(spec.name == tool for spec in self.tools)


# --- section --------------------------------------------------------------------------------------------------------
# The shape of a section: a name, the condition under which it applies, its text.


@dataclass(frozen=True, slots=True, kw_only=True)
class PromptSection:
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
        return tokens.cut_to_tokens(text, budget).strip()
