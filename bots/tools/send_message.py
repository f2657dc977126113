"""The tool send_message: a letter to a colleague, or a message to a person."""

from __future__ import annotations

from bots.tools.tool import Scene, ToolFault
from bots.trust.clearance import Destination

LONGEST = 8000


async def whom_it_reaches(scene: Scene, to: str, text: str) -> Destination | None:
    """Letters stay in the house, with the audience of what they were written from. Raises ToolFault."""
    if scene.reach is None:
        raise ToolFault("nobody can be written to from here")
    if not text.strip() or len(text) > LONGEST:
        raise ToolFault(f"write something, at most {LONGEST} characters")
    return None if scene.reach.is_colleague(to) else await scene.reach.destination_of_message(to, text.strip())


async def send_message(scene: Scene, to: str, text: str) -> str:
    """Write to a colleague, or to a person elsewhere. Only what their readers may know: nothing private of this talk.

    to: the name of a colleague, or a person's name or address
    text: what you write, in your own words, with all that they need to know
    """
    if scene.reach is None:
        raise ToolFault("nobody can be written to from here")
    return await scene.reach.write(to, text.strip(), scene.destination)
