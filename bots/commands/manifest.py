"""`manifest`: how the fleet is let into a platform."""

from __future__ import annotations

from typing import Literal

from bots.commands.command import Answer, Command
from bots.commands.desk import Desk
from bots.people.role import Asker, Role


async def run(desk: Desk, asker: Asker, platform: Literal["slack", "discord", "telegram"]) -> Answer:
    """Print the Slack app manifest, the Discord invite link or the BotFather steps."""
    text = desk.manifest(platform)
    return Answer(text=text, data={"platform": platform, "manifest": text})


COMMAND = Command(path=("manifest",), run=run, role=Role.ADMIN, chat=False, recorded=False)
