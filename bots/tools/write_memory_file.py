"""The tool write_memory_file: intentional memorisation, the model's only way to write."""

from __future__ import annotations

from bots.tools.memory_path import checked
from bots.tools.tool import Scene, ToolFault


async def write_memory_file(scene: Scene, path: str, text: str, reason: str = "") -> str:
    """Keep something in your memory: writes the whole file. An empty text puts the file away (archives it).

    path: where, for example knowledge/tea.md or procedures/release.md
    text: the whole Markdown text; mark a lesson that must never fade with [IMPORTANT]
    reason: why you keep or put away this
    """
    path = checked(path)
    text = scene.reach.gated(text) if scene.reach is not None else text
    outcome = await scene.engine.write(
        path, text, scene.cue.audience, reason, expects=scene.seen.get(path), trust=scene.cue.trust
    )
    if not outcome.applied:
        raise ToolFault(f"{path} was not written: {outcome.why}")
    scene.seen[path] = outcome.version
    return f"Written: {outcome.path}" if text.strip() else f"Put away: {outcome.path}"
