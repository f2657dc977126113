"""All admin commands, in the order of `help`. What is not here does not exist on any platform."""

from __future__ import annotations

from bots.commands import (
    anima,
    audit,
    calibrate,
    dead,
    doctor,
    help,
    list_animas,
    manifest,
    memory,
    memory_facts,
    reminders,
    status,
    stop,
    trace,
    why,
)
from bots.commands.command import Command

COMMANDS: tuple[Command, ...] = (
    help.command_of(lambda: COMMANDS),
    list_animas.COMMAND,
    status.COMMAND,
    stop.COMMAND,
    why.COMMAND,
    reminders.COMMAND,
    anima.CREATE,
    anima.SHOW,
    anima.ENABLE,
    anima.DISABLE,
    memory.SEARCH,
    memory_facts.SHOW,
    memory_facts.ADD,
    memory_facts.PIN,
    memory_facts.FORGET,
    memory_facts.ASIDE,
    memory.STATS,
    memory.REBUILD,
    memory.VERIFY,
    calibrate.COMMAND,
    doctor.COMMAND,
    manifest.COMMAND,
    trace.COMMAND,
    dead.LIST,
    dead.RESEND,
    audit.LIST,
    audit.VERIFY,
    list_animas.UNDER_ANIMA,
    *anima.UNDER_ANIMA,
)
