"""The tool report_procedure_outcome: whether a procedure worked, so that confidence in it can follow."""

from __future__ import annotations

from bots.tools.memory_path import checked
from bots.tools.tool import Scene, ToolFault
from memory.vocabulary.event import Event

EVENT_TYPE = "procedure_outcome"
_FOLDERS = ("procedures/", "skills/", "shared/common_skills/")


async def report_procedure_outcome(scene: Scene, path: str, success: bool, note: str = "") -> str:
    """After you followed a procedure or skill, report whether it worked.

    path: the procedure's file, for example procedures/release.md
    success: whether it led to its goal as written
    note: what went differently
    """
    path = checked(path)
    if not path.startswith(_FOLDERS):
        raise ToolFault(f"{path} is no procedure; its path begins with {' or '.join(_FOLDERS)}")
    await scene.engine.read(path, scene.cue.audience)  # refuses what is not there or may not be seen
    await scene.engine.record(_event(scene, path, success, note))
    sure = await scene.engine.procedures.tried(path, scene.cue.key, scene.cue.audience, worked=success)
    counted = "" if sure is None else f" Confidence in it: {sure:.0%}."
    return f"Noted: {path} {'worked' if success else 'did not work'}.{counted}"


def _event(scene: Scene, path: str, success: bool, note: str) -> Event:
    return Event(
        ts=scene.cue.now,
        type=EVENT_TYPE,
        content=note,
        summary=f"{path}: {'success' if success else 'failure'}",
        tool="report_procedure_outcome",
        channel=str(scene.cue.place or ""),
        meta={"id": scene.event_id, "audience": str(scene.cue.audience), "path": path, "success": success},
    )
