"""How to talk here: who is present, what is special about this message, whom to tell."""

from __future__ import annotations

from bots.prompt.inputs import Participant, PromptInputs
from bots.prompt.quoting import quoted
from bots.prompt.section import Section
from memory.vocabulary.address import ORG

_MESSAGING = """\
# Talking
- What you write is posted where you were asked{elsewhere}.
- Pass on matters in your own words, never a whole conversation.
- Names are what people call themselves; only the address says who somebody is."""
_ELSEWHERE = "; to reach somebody elsewhere, use send_message"
_SEND = "send_message"

_NOTIFICATION = """\
# Telling a human
When something cannot wait, needs a decision that is not yours, or went wrong: notify the owner, once, with what \
happened, what you did and what you need. The same notification is not repeated within 24 hours."""

_HEARTBEAT = "- If nothing needs you, answer HEARTBEAT_OK and nothing else."
_SAID_THERE = (
    "- You look after one talk now: {audience}. What else you answer is posted there, unless you have written there "
    "with a tool."
)


def _messaging(inputs: PromptInputs) -> str:
    return _MESSAGING.format(elsewhere=_ELSEWHERE if inputs.offers(_SEND) else " and nowhere else")


def _this_message(inputs: PromptInputs) -> str:
    lines = ["# About this message"]
    if inputs.activation == "heartbeat":
        lines.append(_HEARTBEAT)
        lines += [_SAID_THERE.format(audience=inputs.audience)] if inputs.audience != str(ORG) else []
    lines += [f"- {quoted(note, 1200)[1:-1]}" for note in inputs.notes]
    if inputs.people:
        lines += ["\n## Also in this talk", *(_present(person) for person in inputs.people)]
    return "\n".join(lines)


def _present(person: Participant) -> str:
    trust = "" if person.trust == "unknown" else f", {person.trust}"
    return f"- {quoted(person.name)} ({person.address}{trust})"


def _notifies(inputs: PromptInputs) -> bool:
    is_top = not any(colleague.relation == "supervisor" for colleague in inputs.colleagues)
    return inputs.notifies_humans and is_top


MESSAGING = Section(name="messaging", text=_messaging)
THIS_MESSAGE = Section(
    name="this_message",
    text=_this_message,
    applies=lambda inputs: bool(inputs.notes or inputs.people or inputs.activation == "heartbeat"),
    is_momentary=True,
)
HUMAN_NOTIFICATION = Section(name="human_notification", text=lambda _: _NOTIFICATION, applies=_notifies)
