"""All steps of sleep, in the order in which they are taken. What is not here is not done.

The decay of tiers, the drift of utility, the firmness of what stirred somebody and of what was tagged need no step:
they are worked out from instants when somebody asks (see memory.index.strengthening).
"""

from __future__ import annotations

from memory.consolidation.step import Step
from memory.consolidation.steps import (
    category_summaries,
    complete_forgetting,
    compression,
    contradictions,
    downscaling,
    episodes,
    fading,
    foresight_expiry,
    knowledge,
    legacy,
    outcomes,
    procedures,
    promotion,
    published_counts,
    redundancy,
    rehearsal,
    strategic_forgetting,
    tasks,
    themes,
)

STEPS: tuple[Step, ...] = (
    # at the end of a talk
    Step(name="episodes", cadence="session", plan=episodes.plan),
    Step(name="tasks", cadence="session", plan=tasks.plan),
    Step(name="procedure-outcomes", cadence="session", plan=outcomes.plan),
    # a day that was over when something was added to it
    Step(name="episodes", cadence="past", plan=episodes.plan_day),
    Step(name="procedures", cadence="past", plan=procedures.plan_day),
    Step(name="knowledge", cadence="past", plan=knowledge.plan_day),
    # every night: what was lived through becomes knowledge …
    Step(name="legacy", cadence="daily", plan=legacy.plan),
    Step(name="episodes", cadence="daily", plan=episodes.plan),
    Step(name="procedures", cadence="daily", plan=procedures.plan),
    Step(name="knowledge", cadence="daily", plan=knowledge.plan),
    Step(name="downscaling", cadence="daily", plan=downscaling.plan),
    Step(name="revisions", cadence="daily", plan=contradictions.plan_revisions),
    Step(name="contradictions", cadence="daily", plan=contradictions.plan),
    Step(name="superseded", cadence="daily", plan=contradictions.plan_away),
    Step(name="tasks", cadence="daily", plan=tasks.plan),
    # … and the dream cycle after it
    Step(name="promotion", cadence="daily", plan=promotion.plan, forgets=True),
    Step(name="rehearsal", cadence="daily", plan=rehearsal.plan),
    Step(name="themes", cadence="daily", plan=themes.plan),
    Step(name="redundancy", cadence="daily", plan=redundancy.plan, forgets=True),
    Step(name="foresight-expiry", cadence="daily", plan=foresight_expiry.plan, forgets=True),
    Step(name="fading", cadence="daily", plan=fading.plan, forgets=True),
    Step(name="strategic-forgetting", cadence="daily", plan=strategic_forgetting.plan, forgets=True),
    Step(name="category-summaries", cadence="daily", plan=category_summaries.plan),
    Step(name="published-counts", cadence="daily", plan=published_counts.plan),
    # every week
    Step(name="all-contradictions", cadence="weekly", plan=contradictions.plan_all),
    Step(name="all-superseded", cadence="weekly", plan=contradictions.plan_away),
    Step(name="compression", cadence="weekly", plan=compression.plan),
    Step(name="habits", cadence="weekly", plan=procedures.plan_week),
    # every month
    Step(name="complete-forgetting", cadence="monthly", plan=complete_forgetting.plan, forgets=True),
)


def steps(cadence: str) -> tuple[Step, ...]:
    """Those of a cadence, in their order."""
    return tuple(step for step in STEPS if step.cadence == cadence)
