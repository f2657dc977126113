"""`import`: what people wrote before the fleet was there becomes activity log and memory."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Literal

from bots.commands.command import FLEET_WIDE, Answer, Command
from bots.commands.desk import Desk
from bots.commands.names import anima_called
from bots.commands.progress import progress
from bots.commands.signature import Usage
from bots.importing import DAYS_AT_ONCE, SILENCE, Exported, Tally, Unreadable, bring_in
from bots.message import Message
from bots.people.role import Asker, Role
from memory.vocabulary.address import Audience, Person
from memory.vocabulary.errors import AddressError
from memory.vocabulary.event import Json


async def run(
    desk: Desk,
    asker: Asker,
    platform: Literal["slack", "discord", "telegram", "whatsapp", "chatgpt"],
    file: str,
    *,
    anima: str = "",
    person: str = "",
) -> Answer:
    """Bring in history: an export of Slack, DiscordChatExporter's JSON, of Telegram Desktop, WhatsApp or ChatGPT.

    file: the zip, folder or JSON file; doing it twice is the same as once
    anima: whose log it goes into; else that of every enabled anima
    person: for chatgpt: whose talks they are here, as slack:T01/U01
    """
    names = [anima_called(desk, anima).name] if anima else [one.name for one in desk.animas() if one.enabled]
    if not names:
        raise Usage("no anima is enabled: name one with --anima")
    engines = {name: await desk.memory(name) for name in names}
    show = progress.get()
    try:
        found = _of_person(desk.exported(platform, Path(file)), platform, person)
        tally = await bring_in(engines, found, desk.door.admitted, lambda done: show(done, 0))
        for engine in engines.values():
            await engine.digest(DAYS_AT_ONCE, show)
            await engine.sleep("session", desk.clock(), idle=SILENCE)  # the latest days are told by no other
        left = max([await engine.undigested() for engine in engines.values()])
    except Unreadable as fault:
        return Answer(text=f"{fault}.", data={"error": str(fault)}, ok=False)
    return Answer(text=_told(tally, names, left), data={**_data(tally, names), "days_left": left})


def _of_person(found: Iterator[Exported], platform: str, person: str) -> Iterator[Exported]:
    """What a person has told a model is theirs alone, under the address that they have here. Raises Usage."""
    if not person:
        return found
    try:
        whose = Person.parse(person)
    except AddressError as error:
        raise Usage(str(error)) from None
    if platform != "chatgpt":
        raise Usage("--person is for chatgpt: elsewhere the export tells who wrote what")
    return (_theirs(one, whose) if isinstance(one, Message) else one for one in found)


def _theirs(message: Message, whose: Person) -> Message:
    author = message.author if message.author_is_bot else whose
    return replace(message, author=author, audience=Audience.person(whose))


def _told(tally: Tally, names: list[str], days_left: int) -> str:
    span = f", {tally.first:%Y-%m-%d} to {tally.last:%Y-%m-%d}" if tally.first and tally.last else ""
    lines = [
        f"{tally.new} messages are in the logs of {', '.join(names)} now ({len(tally.places)} rooms{span})"
        + (f"; {tally.known} were there already." if tally.known else "."),
        *(f"- left out: {number} ({why})" for why, number in tally.left_out.most_common()),
        f"{days_left} days of them are slept over in the coming nights."
        if days_left
        else "All of their days are slept over: what was worth it has become memories.",
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


COMMAND = Command(path=("import",), run=run, role=Role.OWNER, chat=False, limit=FLEET_WIDE)
