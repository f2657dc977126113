"""What of a permissions.md does nothing: told by `config check` and `doctor`, so that nobody relies on it."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from difflib import get_close_matches
from fnmatch import fnmatchcase

from bots.persona.permissions import HEADINGS, parse, unknown_headings
from bots.persona.places import is_ours


def unread(text: str, tools: Collection[str]) -> list[str]:
    """One line each. `tools` are the names of all that there are."""
    rules = parse(text)
    found = [*_headings(text), *_tools((*(rules.tools or ()), *rules.denied_tools, *rules.asks), tools)]
    for entry in (*(rules.readable or ()), *(rules.writable or ()), *rules.invisible):
        if not is_ours(entry):
            found.append(f"{entry!r}: no tool reads or writes files outside an anima's memory")
    if rules.commands or rules.denied_commands:
        found.append("allowed and disallowed commands: no tool runs commands")
    return found


def _headings(text: str) -> Iterator[str]:
    titles = [title for known in HEADINGS.values() for title in known]
    for title in unknown_headings(text):
        if near := get_close_matches(title, titles, n=1, cutoff=0.75):
            yield f"the heading {title!r} is none of ours (did you mean {near[0]!r}?)"


def _tools(names: Collection[str], tools: Collection[str]) -> Iterator[str]:
    for name in names:
        folded = name.casefold()
        if folded != "all" and not any(fnmatchcase(tool, folded) or fnmatchcase(folded, tool) for tool in tools):
            near = get_close_matches(folded, list(tools), n=1)
            yield f"there is no tool {name!r}" + (f" (did you mean {near[0]!r}?)" if near else "")
