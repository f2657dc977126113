"""How to talk here: who is present, what is special about this message, whom to tell."""

from __future__ import annotations

from bots.prompt.inputs import Participant, PromptInputs
from bots.prompt.quoting import quoted
from bots.prompt.section import Section

_MESSAGING = """\
# Talking
- What you write is posted where you were asked. To reach somebody elsewhere you need a tool.
- Compress and interpret: pass on your own words, never a whole conversation. Longer matter goes into a file.
- Names below are what people call themselves (quoted). Only the address says who somebody is."""

_NOTIFICATION = """\
# Telling a human
When something cannot wait, needs a decision that is not yours, or went wrong: notify the owner, once, with what \
happened, what you did and what you need. The same notification is not repeated within 24 hours."""

_HEARTBEAT = "- If nothing needs you, answer HEARTBEAT_OK and nothing else."


def _messaging(inputs: PromptInputs) -> str:
    lines = [_MESSAGING]
    if inputs.activation == "heartbeat":
        lines.append(_HEARTBEAT)
    if inputs.people:
        lines += ["\n## Present", *(_present(person) for person in inputs.people)]
    if inputs.colleagues:
        names = ", ".join(colleague.name for colleague in inputs.colleagues)
        lines += ["\n## Other personas", names]
    if inputs.notes:
        lines += ["\n## About this message", *(f"- {quoted(note, 1200)[1:-1]}" for note in inputs.notes)]
    return "\n".join(lines)


def _present(person: Participant) -> str:
    return f"- {quoted(person.name)} ({person.address}, {person.trust})"


def _notifies(inputs: PromptInputs) -> bool:
    is_top = not any(colleague.relation == "supervisor" for colleague in inputs.colleagues)
    return inputs.notifies_humans and is_top


MESSAGING = Section(name="messaging", text=_messaging)
HUMAN_NOTIFICATION = Section(name="human_notification", text=lambda _: _NOTIFICATION, applies=_notifies)
