"""Groups that became supergroups: Telegram gives them another id, here they stay what they were.

The first id under which the fleet knew a group is its address for good: in boards, logs, audiences and conversations.
Only what goes to Telegram carries today's id. The table is a file, for Telegram tells of a move once.
"""

from __future__ import annotations

import json
from pathlib import Path

from memory.archive.files import Files


class Moves:
    """Old id -> new id. Without a path it is kept in memory alone."""

    def __init__(self, path: Path | None = None) -> None:
        """A table that cannot be read is an empty one; raises OSError where the disk refuses."""
        self._path = path
        self._new: dict[str, str] = {}
        if path is not None and path.exists():
            self._new = _table(path.read_bytes())
        self._old = {new: old for old, new in self._new.items()}

    def today(self, chat: str) -> str:
        """The id by which Telegram knows the chat now."""
        return _last(self._new, chat)

    def home(self, chat: str) -> str:
        """The id by which the fleet has known the chat from the beginning."""
        return _last(self._old, chat)

    def moved(self, old: str, new: str) -> bool:
        """False: known already, or a circle. Raises StorageFault before anything counts."""
        if self._new.get(old) == new or self.today(new) == self.today(old) or new in self._old:
            return False
        table = {**self._new, old: new}
        if self._path is not None:
            text = json.dumps(table, indent=1, sort_keys=True)
            Files(self._path.parent).replace(self._path.name, text.encode())
        self._new[old], self._old[new] = new, old
        return True


def _last(steps: dict[str, str], chat: str) -> str:
    for _ in range(len(steps)):
        chat = steps.get(chat, chat)
    return chat


def _table(content: bytes) -> dict[str, str]:
    try:
        found = json.loads(content)
    except (ValueError, RecursionError):
        return {}
    return {str(old): str(new) for old, new in found.items()} if isinstance(found, dict) else {}
