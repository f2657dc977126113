"""The sections of a system prompt, in their order, and the order in which they give way.

They are the 24 of the requirements, with what holds for this turn alone (time, place, notes) apart: what stays the same
over turns is one text, what does not is another, each in this order.
"""

from __future__ import annotations

from bots.prompt.section import Section
from bots.prompt.sections.conduct import BEHAVIOR_RULES, EMOTION, EXTERNAL_TOOLS, REFLECTION
from bots.prompt.sections.memory_guide import COMMON_KNOWLEDGE, MEMORY_GUIDE
from bots.prompt.sections.organisation import HIRING_CONTEXT, HIRING_RULES, ORGANISATION
from bots.prompt.sections.persona import IDENTITY, INJECTION, PERMISSIONS, SPECIALTY
from bots.prompt.sections.priming import PRIMING
from bots.prompt.sections.setting import BOOTSTRAP, ENVIRONMENT, MOMENT, VISION
from bots.prompt.sections.skills import COMMON_SKILLS, MATCHED_SKILLS, PERSONAL_SKILLS
from bots.prompt.sections.talking import HUMAN_NOTIFICATION, MESSAGING, THIS_MESSAGE
from bots.prompt.sections.work import ACTIVITY_SUMMARY, CURRENT_TASK

CATALOGUE: tuple[Section, ...] = (
    ENVIRONMENT,
    MOMENT,
    BOOTSTRAP,
    VISION,
    IDENTITY,
    INJECTION,
    SPECIALTY,
    PERMISSIONS,
    CURRENT_TASK,
    ACTIVITY_SUMMARY,
    PRIMING,
    MEMORY_GUIDE,
    COMMON_KNOWLEDGE,
    MATCHED_SKILLS,
    PERSONAL_SKILLS,
    COMMON_SKILLS,
    HIRING_RULES,
    EXTERNAL_TOOLS,
    REFLECTION,
    EMOTION,
    HIRING_CONTEXT,
    BEHAVIOR_RULES,
    ORGANISATION,
    MESSAGING,
    HUMAN_NOTIFICATION,
    THIS_MESSAGE,
)

#: What is cut first when the whole is too long, with the tokens it keeps in the first round; in a second round
#: everything here may go. Environment, moment and behaviour rules are never cut.
CUT_FIRST: tuple[tuple[Section, int], ...] = (
    (COMMON_SKILLS, 0),
    (PERSONAL_SKILLS, 0),
    (COMMON_KNOWLEDGE, 0),
    (HIRING_CONTEXT, 0),
    (HIRING_RULES, 0),
    (EMOTION, 0),
    (MEMORY_GUIDE, 100),
    (VISION, 100),
    (ACTIVITY_SUMMARY, 0),
    (EXTERNAL_TOOLS, 0),
    (HUMAN_NOTIFICATION, 0),
    (REFLECTION, 0),
    (MATCHED_SKILLS, 0),
    (CURRENT_TASK, 200),
    (ORGANISATION, 100),
    (BOOTSTRAP, 100),
    (SPECIALTY, 100),
    (PERMISSIONS, 200),
    (PRIMING, 600),
    (INJECTION, 300),
    (THIS_MESSAGE, 200),
    (MESSAGING, 100),
    (IDENTITY, 300),
)
