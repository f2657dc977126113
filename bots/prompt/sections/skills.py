"""Skills: those that fit the message with their text, the others as a table."""

from __future__ import annotations

from collections.abc import Sequence

from bots.prompt.inputs import PromptInputs, Skill
from bots.prompt.quoting import quoted, tamed, without_title
from bots.prompt.section import Section


def _matched(inputs: PromptInputs) -> str:
    blocks = [
        f"## {_plain(skill.name)}\n{tamed(without_title(skill.text or skill.description))}"
        for skill in inputs.matched_skills
    ]
    return "\n\n".join(["# Skills that fit", *blocks])


def _personal(inputs: PromptInputs) -> str:
    return f"# Your other skills\n{_table(inputs.personal_skills)}"


def _common(inputs: PromptInputs) -> str:
    return f"# Skills shared by all\n{_table(inputs.common_skills)}"


def _table(skills: Sequence[Skill]) -> str:
    rows = [f"| {_cell(skill.name)} | {_cell(skill.description)} |" for skill in skills]
    return "\n".join(["| skill | what it is for |", "|---|---|", *rows])


def _cell(text: str) -> str:
    return _plain(text).replace("|", "/")


def _plain(text: str) -> str:
    return quoted(text, 200)[1:-1]


MATCHED_SKILLS = Section(
    name="matched_skills", text=_matched, applies=lambda inputs: bool(inputs.matched_skills), is_momentary=True
)
PERSONAL_SKILLS = Section(name="personal_skills", text=_personal, applies=lambda inputs: bool(inputs.personal_skills))
COMMON_SKILLS = Section(name="common_skills", text=_common, applies=lambda inputs: bool(inputs.common_skills))
