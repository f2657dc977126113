"""All steps of sleep, in the order in which they are taken. What is not here is not done.

The decay of tiers, the drift of utility, the firmness of what stirred somebody and of what was tagged need no step:
they are worked out from instants when somebody asks (see memory.index.strengths).
"""

from __future__ import annotations

from memory.sleep import (
    document_heads,
    episodes,
    forgetting_steps,
    knowledge_extraction,
    note_contradictions,
    procedure_learning,
    tasks,
    themes,
)
from memory.sleep.procedures import plan_procedure_outcomes
from memory.sleep.step import SleepStep

STEPS: tuple[SleepStep, ...] = (
    # at the end of a talk
    SleepStep(name="episodes", cadence="session", plan=episodes.plan_episodes),
    SleepStep(name="tasks", cadence="session", plan=tasks.plan_tasks),
    SleepStep(name="procedure-outcomes", cadence="session", plan=plan_procedure_outcomes),
    # a day that was over when something was added to it
    SleepStep(name="episodes", cadence="past", plan=episodes.plan_past_episodes),
    SleepStep(name="procedures", cadence="past", plan=procedure_learning.plan_past_procedures),
    SleepStep(name="knowledge", cadence="past", plan=knowledge_extraction.plan_past_knowledge),
    # every night: what was lived through becomes knowledge …
    SleepStep(name="legacy", cadence="daily", plan=document_heads.plan_legacy_heads),
    SleepStep(name="episodes", cadence="daily", plan=episodes.plan_episodes),
    SleepStep(name="procedures", cadence="daily", plan=procedure_learning.plan_procedures),
    SleepStep(name="knowledge", cadence="daily", plan=knowledge_extraction.plan_knowledge),
    SleepStep(name="downscaling", cadence="daily", plan=forgetting_steps.plan_downscaling),
    SleepStep(name="revisions", cadence="daily", plan=note_contradictions.plan_revisions),
    SleepStep(name="contradictions", cadence="daily", plan=note_contradictions.plan_contradictions),
    SleepStep(name="superseded", cadence="daily", plan=note_contradictions.plan_superseded),
    SleepStep(name="tasks", cadence="daily", plan=tasks.plan_tasks),
    # … and the dream cycle after it
    SleepStep(name="promotion", cadence="daily", plan=forgetting_steps.plan_promotion, forgets=True),
    SleepStep(name="rehearsal", cadence="daily", plan=forgetting_steps.plan_rehearsal),
    SleepStep(name="themes", cadence="daily", plan=themes.plan_themes),
    SleepStep(name="redundancy", cadence="daily", plan=forgetting_steps.plan_redundancy, forgets=True),
    SleepStep(name="foresight-expiry", cadence="daily", plan=forgetting_steps.plan_foresight_expiry, forgets=True),
    SleepStep(name="fading", cadence="daily", plan=forgetting_steps.plan_fading, forgets=True),
    SleepStep(
        name="strategic-forgetting", cadence="daily", plan=forgetting_steps.plan_strategic_forgetting, forgets=True
    ),
    SleepStep(name="category-summaries", cadence="daily", plan=themes.plan_category_summaries),
    SleepStep(name="published-counts", cadence="daily", plan=document_heads.plan_published_counts),
    # every week
    SleepStep(name="all-contradictions", cadence="weekly", plan=note_contradictions.plan_all_contradictions),
    SleepStep(name="all-superseded", cadence="weekly", plan=note_contradictions.plan_superseded),
    SleepStep(name="compression", cadence="weekly", plan=episodes.plan_compression),
    SleepStep(name="habits", cadence="weekly", plan=procedure_learning.plan_habits),
    # every month
    SleepStep(
        name="complete-forgetting", cadence="monthly", plan=forgetting_steps.plan_complete_forgetting, forgets=True
    ),
)


def steps_of(cadence: str) -> tuple[SleepStep, ...]:
    """Those of a cadence, in their order."""
    return tuple(step for step in STEPS if step.cadence == cadence)
