"""The organisation around the anima: hiring, and who stands where."""

from __future__ import annotations

from bots.prompt.inputs import Colleague, PromptInputs
from bots.prompt.section import Section

_HIRING_RULES = """\
# Hiring
A new colleague is for work that lasts. Before you propose one, write down the role, what it may and may not do, and \
who supervises it, and have an owner agree."""

_HIRING_CONTEXT = """\
# You are alone
There is no other persona here."""

_TITLES = {"supervisor": "Your supervisor", "subordinate": "You supervise", "peer": "Your peers"}


def _organisation(inputs: PromptInputs) -> str:
    lines = ["# The organisation"]
    for relation, title in _TITLES.items():
        names = [_named(one) for one in inputs.colleagues if one.relation == relation]
        if names:
            lines.append(f"- {title}: {', '.join(names)}")
    return "\n".join(lines)


def _named(colleague: Colleague) -> str:
    return f"{colleague.name} ({colleague.role})" if colleague.role else colleague.name


HIRING_RULES = Section(name="hiring_rules", text=lambda _: _HIRING_RULES, applies=lambda inputs: inputs.can_hire)
HIRING_CONTEXT = Section(
    name="hiring_context", text=lambda _: _HIRING_CONTEXT, applies=lambda inputs: not inputs.colleagues
)
ORGANISATION = Section(name="organisation", text=_organisation, applies=lambda inputs: bool(inputs.colleagues))
