"""Words that want to be more than words, and a home that is full of them."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime, timedelta

from bots.delivery.answer_parts import received_event
from bots.delivery.items import InboxItem, pack_inbox
from memory.archive.memory_log import MEMORY_LOG_FOLDER, MemoryLog
from memory.archive.requests import REMINDER_KEPT, Reminder
from memory.vocabulary.address import Audience
from memory.vocabulary.fact import FORMED, Fact, FactChange
from tests.bots.house import House

SCRIPT = "alert(1)"
SHAPES = (
    "<script>{x}</script>",
    "<img src=x onerror={x}>",
    "<svg/onload={x}>",
    "</title></p><script>{x}</script>",
    "[press](javascript:{x})",
    "[press](//evil.example/{x})",
    "[press](/act?{x})",
    "[press](\\\\evil.example)",
    "![{x}](https://evil.example/a.png)",
    '<https://evil.example/?{x}"onclick="{x}>',
    '[a](https://evil.example/"onmouseover="{x})',
    "[a](https://evil.example 'x\" onclick=\"{x}')",
    '```"><script>{x}</script>\n{x}\n```',
    "&lt;script&gt;{x}&#x3C;/script&#x3E;",
    "<iframe srcdoc='<script>{x}</script>'>",
    "<style>@import url(https://evil.example)</style>",
    "<form action=https://evil.example><button>{x}",
    "<base href=https://evil.example><a href=x>{x}",
    "<meta http-equiv=refresh content=0;url=https://evil.example>{x}",
    "# {x} <b onclick={x}>",
    "| a | <u onclick={x}> |\n|---|---|\n| 1 | 2 |",
    "[a]: javascript:{x}\n\n[a]",
    "<!--{x}--><![CDATA[<script>{x}</script>]]>",
    "\u202e<scr\u0000ipt>{x}</script>",
    '" autofocus onfocus={x} x="',
)
#: 200: each shape, bare and in seven surroundings.
AROUND = ("{}", "> {}", "- {}", "`` {} ``", "**{}**", "1. {}", "    {}", "a\n\n{}\n\nb")
INJECTIONS = [around.format(shape.replace("{x}", SCRIPT)) for shape in SHAPES for around in AROUND]


async def fill_with_injections(house: House) -> None:
    """Into ada's direct talk with alice: what was said under which name, what was understood of it, of what she is to
    be reminded, what could not be delivered."""
    world, anima = house.world, house.animas["alice"]
    direct = world.direct("ada")
    await house.ask("ada", direct, "Good morning!")
    heard = world.said[-1]
    assert house.fleet is not None
    for number, text in enumerate(INJECTIONS):
        message = replace(heard, id=f"7{number}", order=f"7{number}", text=text, author_name=text, at=house.clock())
        item = InboxItem(anima="alice", message=message, answers=True)
        await anima.engine.record(received_event(item))
        await house.fleet.delivery.bury({f"alice@{direct}": pack_inbox(item)}, f"9{number}", text)
        reminder = _reminder(number, text, message.audience, house.clock())
        anima.records.reminders.wish(reminder)
        anima.records.reminders.change(reminder.id, REMINDER_KEPT, house.clock())
    facts = [_formed(number, text, heard.audience, house.clock()) for number, text in enumerate(INJECTIONS)]
    MemoryLog(anima.directory.path / MEMORY_LOG_FOLDER).append(facts)
    anima.engine.changed()
    await house.ask("ada", direct, f"alice, what is {SCRIPT}?")


def _reminder(number: int, text: str, audience: Audience, now: datetime) -> Reminder:
    return Reminder(
        wished_at=now,
        id=f"r{number}",
        text=text,
        person=audience.of,
        place="chat:W/D-ada",
        audience=str(audience),
        at=now + timedelta(days=1),
        origin={},
    )


def _formed(number: int, text: str, audience: Audience, now: datetime) -> FactChange:
    fact = Fact(
        id=f"fact-{number}",
        text=text,
        category="fact",
        recorded_at=now,
        valid_from=now,
        audience=str(audience),
        entities=(text,),
    )
    return FactChange(ts=now, key=f"{fact.id}/{FORMED}", type=FORMED, fact=fact, audience=str(audience))
