"""What of the animas' permissions.md, heartbeat.md and cron.md does nothing, for `config check` and `doctor`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress

from bots.anima.anima_files import unread_permissions
from bots.schedule.jobs import jobs_of
from bots.tools.tool_catalogue import TOOLS
from config.home import Home


def permission_notes(home: Home, outside: Sequence[str] = ()) -> Iterator[tuple[str, str]]:
    """(anima, one line). `outside` are the tools of other services that the config has, or patterns of them."""
    tools = [*(tool.name for tool in TOOLS), *outside]
    for name in home.anima_names():
        with suppress(OSError):
            text = (home.anima(name) / "permissions.md").read_text("utf-8", "replace")
            yield from ((name, line) for line in unread_permissions(text, tools))


def schedule_notes(home: Home) -> Iterator[tuple[str, str]]:
    """(anima, one line that begins with the file)."""
    for name in home.anima_names():
        heartbeat, cron = (_text(home, name, file) for file in ("heartbeat.md", "cron.md"))
        yield from ((name, line) for line in jobs_of(heartbeat, cron).problems)


def _text(home: Home, anima: str, file: str) -> str:
    with suppress(OSError):
        return (home.anima(anima) / file).read_text("utf-8", "replace")
    return ""
