"""Who the anima is: identity, role and principles, specialty, permissions. Its owners wrote these files."""

from __future__ import annotations

from bots.prompt.inputs import PromptInputs
from bots.prompt.section import Section


def _identity(inputs: PromptInputs) -> str:
    return f"# Who you are\n{inputs.identity}"


def _injection(inputs: PromptInputs) -> str:
    return f"# Your role and principles\n{inputs.injection}"


def _specialty(inputs: PromptInputs) -> str:
    return f"# Your specialty\n{inputs.specialty}"


def _permissions(inputs: PromptInputs) -> str:
    return f"# What you may do\n{inputs.permissions}\n\nWhat you may not see or do, ask a colleague for."


IDENTITY = Section(name="identity", text=_identity, applies=lambda inputs: bool(inputs.identity))
INJECTION = Section(name="injection", text=_injection, applies=lambda inputs: bool(inputs.injection))
SPECIALTY = Section(name="specialty", text=_specialty, applies=lambda inputs: bool(inputs.specialty))
PERMISSIONS = Section(name="permissions", text=_permissions, applies=lambda inputs: bool(inputs.permissions))
