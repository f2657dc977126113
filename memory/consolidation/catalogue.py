"""All steps of sleep, in the order in which they are taken. What is not here is not done.

The decay of tiers, the drift of utility, the firmness of what stirred somebody and of what was tagged need no step:
they are worked out from instants when somebody asks (see memory.index.strengthening).
"""

from __future__ import annotations

from memory.consolidation.step import Step
from memory.consolidation.steps import (
    complete_forgetting,
    downscaling,
    fading,
    foresight_expiry,
    knowledge,
    promotion,
    published_counts,
    redundancy,
    rehearsal,
    strategic_forgetting,
)

STEPS: tuple[Step, ...] = (
    # at the end of a talk
    # every night: what was lived through becomes knowledge …
    Step(name="knowledge", cadence="daily", plan=knowledge.plan),
    Step(name="downscaling", cadence="daily", plan=downscaling.plan),
    # … and the dream cycle after it
    Step(name="promotion", cadence="daily", plan=promotion.plan, forgets=True),
    Step(name="rehearsal", cadence="daily", plan=rehearsal.plan),
    Step(name="redundancy", cadence="daily", plan=redundancy.plan, forgets=True),
    Step(name="foresight-expiry", cadence="daily", plan=foresight_expiry.plan, forgets=True),
    Step(name="fading", cadence="daily", plan=fading.plan, forgets=True),
    Step(name="strategic-forgetting", cadence="daily", plan=strategic_forgetting.plan, forgets=True),
    Step(name="published-counts", cadence="daily", plan=published_counts.plan),
    # every week
    # every month
    Step(name="complete-forgetting", cadence="monthly", plan=complete_forgetting.plan, forgets=True),
)


def steps(cadence: str) -> tuple[Step, ...]:
    """Those of a cadence, in their order."""
    return tuple(step for step in STEPS if step.cadence == cadence)
