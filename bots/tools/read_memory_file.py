"""The tool read_memory_file: one file or passage of memory."""

from __future__ import annotations

from bots.tools.memory_path import checked
from bots.tools.tool import Scene


async def read_memory_file(scene: Scene, path: str) -> str:
    """Read a file of your memory, or a passage of a log.

    path: as a search result names it, for example knowledge/tea.md or activity_log/2026-11-20.jsonl#L090000-L093000
    """
    path = checked(path)
    version = await scene.engine.version(path, scene.cue.audience)  # before it is read: what comes between is noticed
    text = await scene.engine.read(path, scene.cue.audience, key=scene.event_id, seen_tokens=scene.budget_tokens)
    scene.seen[path] = version
    return text or "The file is empty."
