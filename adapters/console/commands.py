"""Which lines of the terminal are commands: pure."""

from __future__ import annotations

#: Commands that need no `/anima` before them.
_SHORT = ("/stop", "/help")


def command(text: str) -> str | None:
    """The command's words without `/anima`; None where the text is talk."""
    first, _, rest = text.partition(" ")
    if first == "/anima":
        return rest.strip() or "help"
    if first in _SHORT:
        return text[1:].strip()
    return None
