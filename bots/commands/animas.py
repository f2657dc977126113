"""`list`, `anima create | show | enable | disable`, `manifest`: the animas of the fleet, and how it is let into a
platform.
"""

from __future__ import annotations

from pathlib import Path
from typing import Literal

from bots.anima.anima_files import AnimaState, RoleTemplate
from bots.commands.admin_api import AdminApi
from bots.commands.command import Command, CommandAnswer, CommandUsageError, anima_called, folded_name
from bots.commands.diagnosis import anima_status
from bots.people.trust_policy import Asker, Role


async def list_animas(admin: AdminApi, asker: Asker) -> CommandAnswer:
    """List the animas with role and model."""
    animas = admin.animas()
    text = "\n".join(_anima_line(anima) for anima in animas) or "There is no anima yet: `create NAME` makes one."
    return CommandAnswer(text=text, data={"animas": [anima_status(anima, asker) for anima in animas]})


def _anima_line(anima: AnimaState) -> str:
    words = [f"**{anima.name}**", anima.role, f"({anima.speciality})" if anima.speciality else "", f"· {anima.model}"]
    words += [f"· reports to {anima.supervisor}" if anima.supervisor else "", "" if anima.enabled else "· disabled"]
    return "- " + " ".join(word for word in words if word)


LIST = Command(path=("list",), run=list_animas, role=Role.MEMBER)
LIST_UNDER_ANIMA = Command(path=("anima", "list"), run=list_animas, role=Role.MEMBER)


# --- anima ----------------------------------------------------------------------------------------------------------
# `anima create | show | enable | disable`: making animas, looking at them, letting them rest.


LARGEST_FILE = 200_000


async def create_anima(
    admin: AdminApi,
    asker: Asker,
    name: str,
    *,
    role: Literal[RoleTemplate, "blank"] = "general",
    file: str = "",
) -> CommandAnswer:
    """Create an anima from a role template, blank, or from a Markdown file.

    name: what people will call it
    role: the template; blank starts with nothing
    file: on the command line: a Markdown file with the sections Identity, Injection, Permissions …
    """
    markdown = _read_markdown(file, asker) if file else ""
    try:
        await admin.create_anima(name, role="" if role == "blank" else role, markdown=markdown)
    except FileExistsError:
        return CommandAnswer(text=f"There is an anima called {name} already.", data={"error": "exists"}, ok=False)
    except ValueError as error:
        return CommandAnswer(text=str(error), data={"error": str(error)}, ok=False)
    is_here = any(folded_name(anima.name) == folded_name(name) for anima in admin.animas())
    words = "is created. Say hello." if is_here else "is created and will be available after the next start."
    return CommandAnswer(text=f"**{name}** {words}", data={"created": name, "hears": is_here})


def _read_markdown(file: str, asker: Asker) -> str:
    """Files are the operator's; in a chat nobody names one."""
    if asker.place:
        raise CommandUsageError("--file is for the command line")
    try:
        content = Path(file).expanduser().read_bytes()
    except OSError as error:
        raise CommandUsageError(f"{file}: {(error.strerror or 'unreadable').lower()}") from None
    if len(content) > LARGEST_FILE:
        raise CommandUsageError(f"{file}: larger than {LARGEST_FILE // 1000} kB")
    return content.decode("utf-8-sig", "replace")


async def show_anima(admin: AdminApi, asker: Asker, name: str) -> CommandAnswer:
    """Show an anima: role, model, supervisor, current work."""
    anima = anima_called(admin, name)
    lines = [
        f"**{anima.name}** · {anima.role or 'no role'}" + ("" if anima.enabled else " · disabled"),
        f"- model: {anima.model}",
        f"- speciality: {anima.speciality}" if anima.speciality else "",
        f"- reports to: {anima.supervisor}" if anima.supervisor else "",
        "" if asker.place else f"- turns: {anima.running} running, {anima.waiting} waiting",
    ]
    return CommandAnswer(text="\n".join(line for line in lines if line), data=anima_status(anima, asker))


async def enable_anima(admin: AdminApi, asker: Asker, name: str) -> CommandAnswer:
    """Enable an anima: it reads and replies again."""
    return await _switch_anima(admin, name, enabled=True)


async def disable_anima(admin: AdminApi, asker: Asker, name: str) -> CommandAnswer:
    """Disable an anima: it neither reads nor replies; its memory is kept."""
    return await _switch_anima(admin, name, enabled=False)


async def _switch_anima(admin: AdminApi, name: str, *, enabled: bool) -> CommandAnswer:
    anima = anima_called(admin, name)
    await admin.enable_anima(anima.name, enabled)
    done = any(item.name == anima.name and item.enabled is enabled for item in admin.animas())
    words = f"is {'enabled' if enabled else 'disabled'}{'' if done else '; this takes effect at the next start'}"
    return CommandAnswer(
        text=f"**{anima.name}** {words}.", data={"name": anima.name, "enabled": enabled, "at_once": done}
    )


CREATE = Command(path=("create",), run=create_anima, role=Role.ADMIN)
SHOW = Command(path=("show",), run=show_anima, role=Role.MEMBER)
ENABLE = Command(path=("enable",), run=enable_anima, role=Role.ADMIN)
DISABLE = Command(path=("disable",), run=disable_anima, role=Role.ADMIN)
UNDER_ANIMA = tuple(
    Command(path=("anima", *item.path), run=item.run, role=item.role) for item in (CREATE, SHOW, ENABLE, DISABLE)
)


# --- manifest -------------------------------------------------------------------------------------------------------
# `manifest`: how the fleet is let into a platform.


async def show_manifest(
    admin: AdminApi, asker: Asker, platform: Literal["slack", "discord", "telegram"]
) -> CommandAnswer:
    """Print the Slack app manifest, the Discord invite link or the BotFather steps."""
    text = admin.manifest(platform)
    return CommandAnswer(text=text, data={"platform": platform, "manifest": text})


MANIFEST = Command(path=("manifest",), run=show_manifest, role=Role.ADMIN, chat=False, recorded=False)
