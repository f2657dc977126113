"""How memory is laid out and where shared knowledge stands."""

from __future__ import annotations

from bots.prompt.inputs import PromptInputs
from bots.prompt.quoting import quoted
from bots.prompt.section import Section

_GUIDE = """\
# Your memory
- episodes/ what happened, by day · knowledge/ what you learned: lessons, rules, people · procedures/ how things are \
done · skills/ what you are able to do · activity_log/ every word, as it was said
- Only what matters now stands in this prompt. The rest is there: search for it, then read the file.
- Keep what is worth keeping: a new fact, a correction, a lesson. One topic a file. Mark a lesson that must never \
fade with [IMPORTANT].
- Where a memory and what is said now differ, the newer holds; say so, and correct the file."""


def _memory_guide(inputs: PromptInputs) -> str:
    if not inputs.memory_files:
        return _GUIDE
    return "\n".join([_GUIDE, "\n## Files", *(f"- {quoted(path, 120)[1:-1]}" for path in inputs.memory_files)])


def _common_knowledge(inputs: PromptInputs) -> str:
    files = "\n".join(f"- {quoted(path, 120)[1:-1]}" for path in inputs.common_knowledge)
    return f"# Knowledge shared by all\nRead these when they bear on the question:\n{files}"


MEMORY_GUIDE = Section(name="memory_guide", text=_memory_guide)
COMMON_KNOWLEDGE = Section(
    name="common_knowledge", text=_common_knowledge, applies=lambda inputs: bool(inputs.common_knowledge)
)
