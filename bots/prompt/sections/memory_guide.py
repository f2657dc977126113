"""How memory is laid out and where shared knowledge stands."""

from __future__ import annotations

from collections.abc import Mapping

from bots.prompt.inputs import PromptInputs
from bots.prompt.quoting import quoted
from bots.prompt.section import Section

_GUIDE = """\
# Your memory
What fits the newest message is given with it. Where a memory and what is said now differ, the newer holds: say so."""

_LAYOUT = """\
There is more: episodes/ (what happened, by day), knowledge/ (lessons, rules, people), procedures/ (how things are \
done), skills/ (what you can do), activity_log/ (every word, as it was said)."""

#: Tool -> what it is for here; only what the turn has is told.
_BY_TOOL: Mapping[str, str] = {
    "search_memory": "- search_memory finds it by words and days; several short searches are better than a long one.",
    "read_memory_file": "- read_memory_file shows a file that a result names.",
    "write_memory_file": "- write_memory_file keeps what is worth keeping: a new fact, a correction, a lesson. One "
    "topic a file; [IMPORTANT] marks a lesson that must never fade.",
    "report_procedure_outcome": "- report_procedure_outcome, once you have followed a procedure or skill.",
}


def _memory_guide(inputs: PromptInputs) -> str:
    uses = [use for tool, use in _BY_TOOL.items() if inputs.offers(tool)]
    return "\n".join([_GUIDE, *([_LAYOUT, *uses] if uses else ())])


def _common_knowledge(inputs: PromptInputs) -> str:
    files = "\n".join(f"- {quoted(path, 120)[1:-1]}" for path in inputs.common_knowledge)
    return f"# Knowledge shared by all\nRead these when they bear on the question:\n{files}"


MEMORY_GUIDE = Section(name="memory_guide", text=_memory_guide)
COMMON_KNOWLEDGE = Section(
    name="common_knowledge", text=_common_knowledge, applies=lambda inputs: bool(inputs.common_knowledge)
)
