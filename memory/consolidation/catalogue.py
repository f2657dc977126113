"""All steps of sleep, in the order in which they are taken. What is not here is not done."""

from __future__ import annotations

from memory.consolidation.step import Step
from memory.consolidation.steps import knowledge, strategic_forgetting

STEPS: tuple[Step, ...] = (
    # at the end of a talk
    # every night: what was lived through becomes knowledge …
    Step(name="knowledge", cadence="daily", plan=knowledge.plan),
    # … and the dream cycle after it
    Step(name="strategic-forgetting", cadence="daily", plan=strategic_forgetting.plan, forgets=True),
    # every week
    # every month
)


def steps(cadence: str) -> tuple[Step, ...]:
    """Those of a cadence, in their order."""
    return tuple(step for step in STEPS if step.cadence == cadence)
