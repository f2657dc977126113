"""Who the anima is: identity, role and principles, specialty, permissions. Its owners wrote these files."""

from __future__ import annotations

from bots.persona.permissions import without_tools
from bots.prompt.inputs import PromptInputs
from bots.prompt.quoting import without_title
from bots.prompt.section import Section


def _identity(inputs: PromptInputs) -> str:
    return f"# Who you are\n{without_title(inputs.identity)}"


def _injection(inputs: PromptInputs) -> str:
    return f"# Your role and principles\n{without_title(inputs.injection)}"


def _specialty(inputs: PromptInputs) -> str:
    return f"# Your specialty\n{without_title(inputs.specialty)}"


def _permissions(inputs: PromptInputs) -> str:
    asks = "\n\nWhat you may not see or do, ask a colleague for." if inputs.colleagues else ""
    return f"# What you may do\n{_allowed(inputs)}{asks}"


def _allowed(inputs: PromptInputs) -> str:
    """Less the tools: those of the turn are told with their schemas, and the file may name some that there are not."""
    return without_title(without_tools(inputs.permissions))


IDENTITY = Section(name="identity", text=_identity, applies=lambda inputs: bool(inputs.identity))
INJECTION = Section(name="injection", text=_injection, applies=lambda inputs: bool(inputs.injection))
SPECIALTY = Section(name="specialty", text=_specialty, applies=lambda inputs: bool(inputs.specialty))
PERMISSIONS = Section(name="permissions", text=_permissions, applies=lambda inputs: bool(_allowed(inputs)))
