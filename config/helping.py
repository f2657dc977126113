"""`--help`: the whole command line on a page, or one command."""

from __future__ import annotations

from collections.abc import Sequence

from bots.commands.access import find, group
from bots.commands.catalogue import COMMANDS
from bots.commands.command import Command
from bots.commands.signature import parameters, summary, usage
from config import verbs

_HEAD = """\
Animas: personas with a memory of their own, on Slack, Discord, Telegram and in this terminal.

usage: run_bots.py [--home DIR] [--json] [--quiet] [COMMAND …]
"""
_TAIL = """\
  --home DIR   the fleet's home (else $ANIMA_HOME, else ~/.anima-fleet)
  --json       JSON on stdout, words for people on stderr
  --quiet      say only what was asked for
  --version    the version of the program

`COMMAND --help` tells more. In a chat the same words follow /anima."""


def of(words: Sequence[str]) -> str:
    """The page for these words; empty when there is no such command."""
    if not words:
        return page()
    if words[0].casefold() in verbs.NAMES:
        return verbs.parser(words[0].casefold()).format_help().strip()
    found = find(COMMANDS, words)
    if found is not None:
        return one(found.command)
    return "\n".join(f"{usage(command)}\n    {summary(command)}" for command in group(COMMANDS, words[:1]))


def page() -> str:
    rows = [(name, text) for name, text in verbs.HELP.items()]
    rows += [(command.name, summary(command)) for command in COMMANDS]
    width = max(len(name) for name, _ in rows)
    lines = [f"  {name:<{width}}   {text}" for name, text in rows]
    return "\n".join([_HEAD, *lines, "", _TAIL])


def one(command: Command) -> str:
    rows = [(one.usage.strip("[]"), one.help) for one in parameters(command.run) if one.help]
    lines = [f"usage: run_bots.py {usage(command)}", "", summary(command)]
    if rows:
        width = max(len(name) for name, _ in rows)
        lines += ["", *(f"  {name:<{width}}   {text}" for name, text in rows)]
    return "\n".join(lines)
