"""The command line as a process: `run_bots.py [--home DIR] [--json] [--quiet] COMMAND …`.

What needs no command is answered here, before anything of the fleet is imported; the rest is `config.command_runner`.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path

from config import process
from config.command_line.arguments import DONE, Globals, WrongUsage, globals_of, to_terminal

HELP_PAGE = Path(__file__).with_name("help.md")
"""`--help`: made from the declarations of all commands by `python -m config.readme --write`."""

_SLOW_TO_LEAVE = {"litellm", "onnxruntime", "torch"}


def main(argv: Sequence[str] | None = None) -> int:
    """The command line; the exit code."""
    if argv is None:
        process.keep_collections_short()
    words = sys.argv[1:] if argv is None else argv
    if (page := _page(words)) is not None:
        to_terminal("stdout", page)
        return DONE
    from config.command_runner import run_command

    code = run_command(words)
    if argv is None and _SLOW_TO_LEAVE & sys.modules.keys():
        from config.fleet.chat_models import end_process

        end_process(code)
    return code


def _page(words: Sequence[str]) -> str | None:
    try:
        asked: Globals = globals_of(words)
    except WrongUsage:
        return None
    if asked.version:
        from importlib.metadata import version

        return f"anima-fleet {version('anima-fleet')}\n"
    return HELP_PAGE.read_text("utf-8") if asked.help and not asked.words else None
