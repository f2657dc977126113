"""A path into memory as a model wrote it."""

from __future__ import annotations

from pathlib import PurePosixPath

from bots.tools.tool import ToolFault


def checked(path: str) -> str:
    """The path, surely inside memory. Raises ToolFault. (Memory checks once more, with symlinks resolved.)"""
    plain = path.strip().removeprefix("./")
    parts = PurePosixPath(plain.partition("#")[0]).parts
    if not parts or plain.startswith(("/", "~")) or ".." in parts or "\\" in plain or not plain.isprintable():
        raise ToolFault(f"{path!r} is no path inside your memory; write it like knowledge/tea.md")
    return plain
