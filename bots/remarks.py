"""What a model must know of how its turn came to be: who woke it, that it is late, that it was interrupted."""

from __future__ import annotations

import asyncio

from bots.mind import Mind
from bots.parcel import Heard, Letter
from memory.archive.awaited import ANSWERED, APPROVAL, BACKGROUND, BY_ROLE
from memory.archive.journal import JournalRecovery

#: The whole answer of who has nothing to say: nothing is posted then.
SILENCE = "HEARTBEAT_OK"
_NOTHING = f"If nothing is to be said, answer {SILENCE} and nothing else."
_SHORT, _BEGUN = 300, 500


async def remarks(mind: Mind, heard: Heard, recovered: JournalRecovery | None, late_by: str) -> list[str]:
    """One line each. `late_by` is empty where the message was heard at once."""
    notes = await _woken(mind, heard)
    if late_by:
        notes.append(f"This message was written {late_by} ago, while you were away.")
    if recovered is not None and recovered.text:
        notes.append(f"You were interrupted while answering it. You had begun: {recovered.text[-_BEGUN:]!r}")
    for tool in recovered.tools if recovered else ():
        if not tool.ended:
            notes.append(f"Whether your use of {tool.name} took effect is unknown.")
    return notes


def is_silent(text: str) -> bool:
    """Whether the model has nothing to say. The word may stand among signs, not among words."""
    return text.strip(" \t\r\n*_`.!\"'") == SILENCE


async def _woken(mind: Mind, heard: Heard) -> list[str]:
    occasion = heard.occasion
    if occasion is None:
        return []
    if occasion.kind == "letter" and occasion.letter is not None:
        return _of_letter(occasion.letter)
    if occasion.kind != "answer":
        return []
    awaited = await asyncio.to_thread(mind.awaited.find, occasion.id)
    if awaited is None:
        return []
    asked = f"Earlier in this talk you asked {awaited.of}: {awaited.text[:_SHORT]!r}."
    if awaited.state == ANSWERED and awaited.kind in (APPROVAL, BY_ROLE):
        return [f"{asked} The newest message is what came of it, told by the program. Go on. {_NOTHING}"]
    if awaited.state == ANSWERED and awaited.kind == BACKGROUND:
        return [f"{asked} The newest message is what it gave. Go on with what it was for. {_NOTHING}"]
    if awaited.state == ANSWERED:
        return [f"{asked} The newest message is their answer. Go on with what it was for. {_NOTHING}"]
    return [f"{asked} No answer has come in time. Say so to whom it concerns, or find another way."]


def _of_letter(letter: Letter) -> list[str]:
    if letter.type == "request":
        return [f"{letter.from_person} supervises you and hands you this task. Your answer goes back as its result."]
    if letter.reply_to:
        return [f"This is a late answer to a letter of yours; your words go to nobody. {_NOTHING}"]
    return [f"This is a letter from your colleague {letter.from_person}. Your answer goes back as a letter. {_NOTHING}"]
