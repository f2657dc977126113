"""The tool send_message: a letter to a colleague, or a message to a person."""

from __future__ import annotations

from collections.abc import Mapping

from bots.tools.tool import Scene, ToolFault

LONGEST = 8000


def reaches_a_person(scene: Scene, arguments: Mapping[str, object]) -> bool:
    """Letters stay in the house, with the audience of what they were written from."""
    return scene.reach is not None and not scene.reach.is_colleague(str(arguments.get("to", "")))


async def send_message(scene: Scene, to: str, text: str) -> str:
    """Write to a colleague, or to a person elsewhere. Only what their readers may know: nothing private of this talk.

    to: the name of a colleague, or a person's name or address
    text: what you write, in your own words, with all that they need to know
    """
    if scene.reach is None:
        raise ToolFault("nobody can be written to from here")
    if not text.strip() or len(text) > LONGEST:
        raise ToolFault(f"write something, at most {LONGEST} characters")
    return await scene.reach.write(to, text.strip())
