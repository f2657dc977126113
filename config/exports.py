"""What reads each platform's exports. A platform's package is imported when one of its own is brought in."""

from __future__ import annotations

from collections.abc import Iterator
from importlib import import_module
from pathlib import Path

from bots.importing import Export, Exported

READERS = {
    "slack": "adapters.slack.export",
    "discord": "adapters.discord.export",
    "telegram": "adapters.telegram.export",
    "whatsapp": "adapters.whatsapp.export",
    "chatgpt": "adapters.chatgpt.export",
}


def exported(platform: str, path: Path) -> Iterator[Exported]:
    """Raises KeyError, and Unreadable while it is read."""
    read: Export = import_module(READERS[platform]).read
    return read(path)
