"""What the anima is at: the current and pending tasks, the summary of its recent activity."""

from __future__ import annotations

from bots.prompt.inputs import PromptInputs
from bots.prompt.quoting import tamed
from bots.prompt.section import Section


def _current_task(inputs: PromptInputs) -> str:
    parts = ["# Your work"]
    if inputs.current_task:
        parts.append(f"## In progress\n{tamed(inputs.current_task)}")
    if inputs.pending:
        parts.append(f"## Pending\n{tamed(inputs.pending)}")
    return "\n\n".join(parts)


def _activity_summary(inputs: PromptInputs) -> str:
    return f"# What you did lately\n{tamed(inputs.activity_summary)}"


CURRENT_TASK = Section(
    name="current_task",
    text=_current_task,
    applies=lambda inputs: bool(inputs.current_task or inputs.pending),
    is_momentary=True,
)
ACTIVITY_SUMMARY = Section(
    name="activity_summary",
    text=_activity_summary,
    applies=lambda inputs: bool(inputs.activity_summary),
    is_momentary=True,
)
