"""Tables in the README and in docs/, and the page of `--help`, are made from the program:
`python -m config.readme --write`.

A table stands between `<!-- table: NAME -->` and `<!-- end -->`; what is between them is replaced.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path

from adapters.slack.api import SCOPES
from bots.commands.catalogue import COMMANDS
from bots.commands.command import command_summary, command_usage
from bots.tools.tool_catalogue import TOOLS
from config import platforms
from config.cli import HELP_PAGE
from config.command_line.config_command import all_keys
from config.help_pages import help_page, verb_summaries
from memory.theories.theory_table import theory_rows

ROOT = Path(__file__).parents[1]
_PLACE = re.compile(r"(<!-- table: (?P<name>[\w-]+) -->\n).*?(<!-- end -->)", re.DOTALL)

Row = tuple[str, ...]


def table(head: Row, rows: Iterable[Row]) -> str:
    """A Markdown table."""
    cells = [head, tuple("---" for _ in head), *rows]
    return "\n".join(f"| {' | '.join(cell.replace('|', chr(92) + '|') for cell in row)} |" for row in cells)


def commands() -> str:
    rows = [
        (f"`{command.name}`", command.role.name.lower(), f"`{command_usage(command)}`", command_summary(command))
        for command in COMMANDS
    ]
    return table(("command", "from", "usage", "what it does"), rows)


def command_line() -> str:
    rows = [(f"`{name}`", text) for name, text in verb_summaries().items()]
    return table(("verb", "what it does"), rows)


def tools() -> str:
    return table(("tool", "what it does"), [(f"`{tool.name}`", tool.spec.description) for tool in TOOLS])


def theories() -> str:
    rows = [
        (theory_row.name, f"`{theory_row.module}`", theory_row.idea, theory_row.formula, theory_row.source)
        for theory_row in theory_rows()
    ]
    return table(("theory", "module", "idea", "formula", "source"), rows)


def config_keys() -> str:
    rows = [(f"`{key.path}`", f"`{key.default}`" if key.default else "", key.description) for key in all_keys()]
    return table(("key", "default", "what it is for"), rows)


def slack_scopes() -> str:
    return table(("scope", "what for"), [(f"`{name}`", text) for name, text in SCOPES.items()])


def slack_events() -> str:
    return table(("event", "what for"), [(f"`{name}`", text) for name, text in platforms.SLACK_EVENTS.items()])


def discord_permissions() -> str:
    rows = [(name, f"`{bit}`", text) for name, (bit, text) in platforms.DISCORD_PERMISSIONS.items()]
    return table(("permission", "bit", "what for"), rows)


TABLES: Mapping[str, Callable[[], str]] = {
    "commands": commands,
    "command-line": command_line,
    "tools": tools,
    "theories": theories,
    "config": config_keys,
    "slack-scopes": slack_scopes,
    "slack-events": slack_events,
    "discord-permissions": discord_permissions,
}


# ------------------------------------------------------------------------------------------------ files


def pages() -> list[Path]:
    """README.md and everything in docs/ that has a table."""
    found = [*ROOT.glob("README*.md"), *sorted((ROOT / "docs").rglob("*.md"))]
    return [page for page in found if _PLACE.search(page.read_text(encoding="utf-8"))]


def renewed(text: str) -> str:
    """The text with each of its tables as it should be. Raises KeyError for a table that nobody makes."""
    return _PLACE.sub(lambda found: f"{found[1]}{TABLES[found['name']]()}\n{found[3]}", text)


def made() -> dict[Path, str]:
    """Each file that is made from the program, or holds what is, as it should be."""
    tables = {page: renewed(page.read_text(encoding="utf-8")) for page in pages()}
    return {**tables, HELP_PAGE: f"{help_page()}\n"}


def main(argv: list[str]) -> int:
    """Without `--write`: 1 when a file is stale."""
    stale = {page: text for page, text in made().items() if not _reads(page, text)}
    for page, text in stale.items():
        print(f"{page.relative_to(ROOT)} {'is renewed' if '--write' in argv else 'is stale'}")
        if "--write" in argv:
            page.write_text(text, encoding="utf-8")
    return 1 if stale and "--write" not in argv else 0


def _reads(page: Path, text: str) -> bool:
    return page.exists() and page.read_text(encoding="utf-8") == text


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
