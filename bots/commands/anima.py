"""`anima create | show | enable | disable`: making animas, looking at them, letting them rest."""

from __future__ import annotations

from pathlib import Path
from typing import Literal

from bots.commands.command import Answer, Command
from bots.commands.desk import Desk
from bots.commands.names import anima_called, folded
from bots.commands.signature import Usage
from bots.commands.status import shown
from bots.people.role import Asker, Role

LARGEST_FILE = 200_000


async def create(
    desk: Desk,
    asker: Asker,
    name: str,
    *,
    role: Literal["engineer", "researcher", "manager", "writer", "ops", "general", "blank"] = "general",
    file: str = "",
) -> Answer:
    """Create an anima from a role template, blank, or from a Markdown file.

    name: what people will call it
    role: the template; blank starts with nothing
    file: on the command line: a Markdown file with the sections Identity, Injection, Permissions …
    """
    markdown = _read(file, asker) if file else ""
    try:
        await desk.create_anima(name, role="" if role == "blank" else role, markdown=markdown)
    except FileExistsError:
        return Answer(text=f"There is an anima called {name} already.", data={"error": "exists"}, ok=False)
    except ValueError as error:
        return Answer(text=str(error), data={"error": str(error)}, ok=False)
    is_here = any(folded(anima.name) == folded(name) for anima in desk.animas())
    words = "is created. Say hello." if is_here else "is created and will be available after the next start."
    return Answer(text=f"**{name}** {words}", data={"created": name, "hears": is_here})


def _read(file: str, asker: Asker) -> str:
    """Files are the operator's; in a chat nobody names one."""
    if asker.place:
        raise Usage("--file is for the command line")
    try:
        content = Path(file).expanduser().read_bytes()
    except OSError as error:
        raise Usage(f"{file}: {(error.strerror or 'unreadable').lower()}") from None
    if len(content) > LARGEST_FILE:
        raise Usage(f"{file}: larger than {LARGEST_FILE // 1000} kB")
    return content.decode("utf-8-sig", "replace")


async def show(desk: Desk, asker: Asker, name: str) -> Answer:
    """Show an anima: role, model, supervisor, current work."""
    anima = anima_called(desk, name)
    lines = [
        f"**{anima.name}** · {anima.role or 'no role'}" + ("" if anima.enabled else " · disabled"),
        f"- model: {anima.model}",
        f"- speciality: {anima.speciality}" if anima.speciality else "",
        f"- reports to: {anima.supervisor}" if anima.supervisor else "",
        "" if asker.place else f"- turns: {anima.running} running, {anima.waiting} waiting",
    ]
    return Answer(text="\n".join(line for line in lines if line), data=shown(anima, asker))


async def enable(desk: Desk, asker: Asker, name: str) -> Answer:
    """Enable an anima: it reads and replies again."""
    return await _switch(desk, name, enabled=True)


async def disable(desk: Desk, asker: Asker, name: str) -> Answer:
    """Disable an anima: it neither reads nor replies; its memory is kept."""
    return await _switch(desk, name, enabled=False)


async def _switch(desk: Desk, name: str, *, enabled: bool) -> Answer:
    anima = anima_called(desk, name)
    await desk.enable_anima(anima.name, enabled)
    done = any(one.name == anima.name and one.enabled is enabled for one in desk.animas())
    words = f"is {'enabled' if enabled else 'disabled'}{'' if done else '; this takes effect at the next start'}"
    return Answer(text=f"**{anima.name}** {words}.", data={"name": anima.name, "enabled": enabled, "at_once": done})


CREATE = Command(path=("create",), run=create, role=Role.ADMIN)
SHOW = Command(path=("show",), run=show, role=Role.MEMBER)
ENABLE = Command(path=("enable",), run=enable, role=Role.ADMIN)
DISABLE = Command(path=("disable",), run=disable, role=Role.ADMIN)
UNDER_ANIMA = tuple(
    Command(path=("anima", *one.path), run=one.run, role=one.role) for one in (CREATE, SHOW, ENABLE, DISABLE)
)
