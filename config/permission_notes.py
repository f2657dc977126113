"""What of the animas' permissions.md does nothing, for `config check` and `doctor`."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress

from bots.persona.unread import unread
from bots.tools.catalogue import CATALOGUE
from config.home import Home


def permission_notes(home: Home) -> Iterator[tuple[str, str]]:
    """(anima, one line)."""
    tools = [tool.name for tool in CATALOGUE]
    for name in home.anima_names():
        with suppress(OSError):
            text = (home.anima(name) / "permissions.md").read_text("utf-8", "replace")
            yield from ((name, line) for line in unread(text, tools))
