"""`import`: what people wrote before the fleet was there becomes activity log and memory."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Literal

from bots.commands.command import Answer, Asker, Command, Role
from bots.commands.desk import Desk
from bots.commands.names import anima_called
from bots.commands.progress import progress
from bots.commands.signature import Usage
from bots.importing import Tally, Unreadable, bring_in
from memory.vocabulary.event import Json


async def run(
    desk: Desk, asker: Asker, platform: Literal["slack", "discord", "telegram"], file: str, *, anima: str = ""
) -> Answer:
    """Bring in the history of a Slack export, of DiscordChatExporter's JSON or of a Telegram Desktop export.

    file: the zip, folder or JSON file; doing it twice is the same as once
    anima: whose log it goes into; else that of every enabled anima
    """
    names = [anima_called(desk, anima).name] if anima else [one.name for one in desk.animas() if one.enabled]
    if not names:
        raise Usage("no anima is enabled: name one with --anima")
    engines = {name: await desk.memory(name) for name in names}
    show = progress.get()
    try:
        tally = await bring_in(engines, desk.exported(platform, Path(file)), lambda done: show(done, 0))
    except Unreadable as fault:
        return Answer(text=f"{fault}.", data={"error": str(fault)}, ok=False)
    return Answer(text=_told(tally, names), data=_data(tally, names))


def _told(tally: Tally, names: list[str]) -> str:
    span = f", {tally.first:%Y-%m-%d} to {tally.last:%Y-%m-%d}" if tally.first and tally.last else ""
    lines = [
        f"{tally.new} messages are in the logs of {', '.join(names)} now ({len(tally.places)} rooms{span})"
        + (f"; {tally.known} were there already." if tally.known else "."),
        *(f"- left out: {number} ({why})" for why, number in tally.left_out.most_common()),
        "What is worth remembering of them is formed in the background.",
    ]
    return "\n".join(lines)


def _data(tally: Tally, names: list[str]) -> Mapping[str, Json]:
    return {
        "animas": [*names],
        "messages": tally.messages,
        "new": tally.new,
        "known": tally.known,
        "places": [*sorted(tally.places)],
        "left_out": dict(tally.left_out),
    }


COMMAND = Command(path=("import",), run=run, role=Role.OWNER, chat=False)
