"""The tools by which a model does what the person it answers may ask of it: their reminders, and facts to be forgotten.

Both stay within the talk: of reminders those are seen that this person set before the same readers, of facts those that
they may read there and that they told, or that are about them.
"""

from __future__ import annotations

from datetime import datetime

from bots.tools.tool import Scene, ToolFault
from memory.archive.requests import Reminder
from memory.vocabulary.fact import Fact

_LONGEST_REMINDER = 1000
_MOST_SHOWN = 20


async def set_reminder(scene: Scene, text: str, at: str) -> str:
    """Set a reminder for the person you answer. It comes once, here. Do it when they ask for one with a time.

    text: what they are to be reminded of, in their words and language
    at: day and time there, such as 2026-11-20T09:00
    """
    if scene.reach is None:
        raise ToolFault("no reminder can be set from here")
    if not text.strip() or len(text) > _LONGEST_REMINDER:
        raise ToolFault(f"say of what, in at most {_LONGEST_REMINDER} characters")
    kept = await scene.reach.keep_reminder(text.strip(), _coming(scene, at))
    return f"It is set: {_told(kept, scene)}. Say back day and time, and that it can be moved or cancelled."


async def list_reminders(scene: Scene) -> str:
    """List the reminders that the person you answer has set here and that are still to come."""
    if scene.reach is None:
        raise ToolFault("there are no reminders here")
    kept = await scene.reach.reminders()
    return "\n".join(_told(item, scene) for item in kept[:_MOST_SHOWN]) or "There are none."


async def move_reminder(scene: Scene, id: str, at: str) -> str:
    """Move a reminder of the person you answer to another time.

    id: as list_reminders gives it
    at: the new day and time, such as 2026-11-20T09:00
    """
    found = await _reminder(scene, id)
    if scene.reach is None or found is None:
        raise ToolFault(f"there is no reminder {id[:20]!r} here; list_reminders shows them")
    moved = await scene.reach.keep_reminder(found.text, _coming(scene, at))
    await scene.reach.drop_reminder(found.id)
    return f"It is moved: {_told(moved, scene)}."


async def cancel_reminder(scene: Scene, id: str) -> str:
    """Cancel a reminder of the person you answer.

    id: as list_reminders gives it
    """
    found = await _reminder(scene, id)
    if scene.reach is None or found is None or not await scene.reach.drop_reminder(found.id):
        raise ToolFault(f"there is no reminder {id[:20]!r} here; list_reminders shows them")
    return f"It is cancelled: {found.text}"


async def forget_fact(scene: Scene, fact: str) -> str:
    """Forget one thing that you believe of the person you answer, when they ask for it or say that it is wrong.

    fact: its words, as they stand in your memory
    """
    found = await _facts_like(scene, fact)
    if not found:
        raise ToolFault("you believe nothing of that kind about them here; say so, or search for its words")
    if len(found) > 1:
        shown = "\n".join(f"- {' '.join(item.text.split())}" for item in found[:_MOST_SHOWN])
        raise ToolFault(f"several fit; ask which, or give the words of one:\n{shown}")
    await scene.engine.facts.forget(found[0].id, scene.cue.audience, str(scene.cue.sender), "asked for in a talk")
    return f"Forgotten: {' '.join(found[0].text.split())}"


async def _facts_like(scene: Scene, words: str) -> list[Fact]:
    """The person's facts with these words, or all of these words; none where nobody is answered."""
    wanted, person = words.casefold().split(), str(scene.cue.sender or "")
    if not wanted or not person:
        return []
    believed = await scene.engine.facts.believed(scene.cue.audience)
    own = [(item, " ".join(item.text.casefold().split())) for item in believed if person in (item.person, item.subject)]
    exact = [item for item, text in own if text == " ".join(wanted)]
    return exact or [item for item, text in own if all(word in text for word in wanted)]


async def _reminder(scene: Scene, id: str) -> Reminder | None:
    kept = await scene.reach.reminders() if scene.reach is not None else ()
    return next((item for item in kept if item.id == id.strip()), None)


def _coming(scene: Scene, at: str) -> datetime:
    """In the zone of the turn. Raises ToolFault."""
    try:
        moment = datetime.fromisoformat(at.strip())
    except ValueError:
        raise ToolFault(f"{at[:40]!r} is no day and time; write it like 2026-11-20T09:00") from None
    moment = moment if moment.tzinfo else moment.replace(tzinfo=scene.cue.now.tzinfo)
    if moment <= scene.cue.now:
        raise ToolFault(f"{at[:40]} is over; it is {scene.cue.now:%Y-%m-%dT%H:%M} now")
    return moment


def _told(item: Reminder, scene: Scene) -> str:
    when = (
        f"{item.at.astimezone(scene.cue.now.tzinfo):%a %Y-%m-%d %H:%M %Z}" if item.at else f"when {item.joiner} joins"
    )
    return f"{item.id}: {when}, {item.text}"
