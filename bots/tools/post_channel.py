"""The tool post_channel: something new on a board, on all of its sides."""

from __future__ import annotations

from bots.tools.tool import Scene, ToolFault
from bots.trust.clearance import Destination

LONGEST = 8000


async def who_reads_it(scene: Scene, board: str, text: str) -> Destination:
    """Raises ToolFault."""
    if scene.reach is None:
        raise ToolFault("nothing can be posted from here")
    if not text.strip() or len(text) > LONGEST:
        raise ToolFault(f"write something, at most {LONGEST} characters")
    return await scene.reach.destination_of_post(board, text.strip())


async def post_channel(scene: Scene, board: str, text: str) -> str:
    """Post on a board where you live: everybody who reads one of its channels reads it. Not for answers: those go here.

    board: the board's name
    text: what you post, in your own words
    """
    if scene.reach is None or scene.destination is None:
        raise ToolFault("nothing can be posted from here")
    return await scene.reach.post(board, text.strip(), scene.destination)
