"""The tool send_file: a file that goes out with the answer."""

from __future__ import annotations

from pathlib import PurePosixPath

from bots.message import File
from bots.tools.memory_path import checked
from bots.tools.tool import Scene, ToolFault

_MOST = 5
_LONGEST_NAME = 80
_TYPES = {".md": "text/markdown", ".csv": "text/csv", ".json": "application/json", ".html": "text/html"}


async def send_file(scene: Scene, name: str, text: str = "", path: str = "") -> str:
    """Send a text file with your answer: either a text that you write, or a file of your memory.

    name: what people see, for example plan.md or costs.csv
    text: the whole text of the file
    path: instead of a text, a file of your memory, for example knowledge/tea.md
    """
    if bool(text.strip()) == bool(path.strip()):
        raise ToolFault("give either a text or a path")
    if len(scene.outgoing) >= _MOST:
        raise ToolFault(f"at most {_MOST} files go with one answer")
    if path:
        path = checked(path)
        text = await scene.engine.read(path, scene.cue.audience, key=scene.event_id)
    file = _file(name, text)
    if any(one.name == file.name for one in scene.outgoing):
        raise ToolFault(f"{file.name} goes with this answer already; give the other one another name")
    scene.outgoing.append(file)
    return f"{file.name} ({file.size} bytes) goes out with your answer."


def _file(name: str, text: str) -> File:
    shown = "".join(sign for sign in PurePosixPath(name.replace("\\", "/")).name if sign.isprintable()).strip(" .")
    if not shown or len(shown) > _LONGEST_NAME:
        raise ToolFault("name the file in a few characters, for example plan.md")
    suffix = PurePosixPath(shown).suffix.lower()
    content = text.encode(errors="replace")
    return File(name=shown, media_type=_TYPES.get(suffix, "text/plain"), size=len(content), content=content)
