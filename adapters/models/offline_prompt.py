"""How the offline model reads its own prompt: the sections it knows, and the memories in them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from datetime import date, datetime

_SAID = re.compile(
    r"- \[(?P<when>[^\]/]{4,40})\] (?P<speaker>[^:\s][^:\n]{0,79}?)(?: \[[^\]\n]*\])?: (?P<text>.+)", re.DOTALL
)
_WRITTEN = re.compile(r"- \[(?P<path>[^\]]*?/[^\],]*)(?:, (?P<when>[^\]]{4,40}))?\] (?P<text>.+)", re.DOTALL)
_PATH = re.compile(r"\s*\(file: (?P<path>[^();]+)(?:; score -?[\d.]+)?\)$")
_SCORE = re.compile(r"\s*\(score -?[\d.]+\)$")
_DATES = (
    (re.compile(r"\d{1,2} [A-Z][a-z]{2,8} \d{4}"), ("%d %b %Y", "%d %B %Y")),
    (re.compile(r"\d{4}-\d{2}-\d{2}"), ("%Y-%m-%d",)),
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Remembered:
    """One memory as it stands in a prompt or in a tool's result."""

    text: str
    speaker: str = ""
    day: date | None = None
    path: str = ""


def section(prompt: str, title: str) -> str:
    """The lines under the heading `## title`, to the next heading or rule; empty when it is not there."""
    lines: list[str] = []
    inside = False
    for line in prompt.splitlines():
        if inside and (line.startswith("#") or line == "---"):
            break
        if inside:
            lines.append(line)
        inside = inside or line.rstrip() == f"## {title}"
    return "\n".join(lines).strip("\n")


def field(text: str, name: str) -> str:
    """The value of the line `name: value`; empty when there is none."""
    found = re.search(rf"^{name}: *(.+)$", text, re.MULTILINE)
    return found[1].strip() if found else ""


def memories(text: str) -> list[Remembered]:
    """The items `- [Mon 8 May 2023 13:56] Caroline: text` and `- [knowledge/tea.md, 8 May 2023] text`, in order.

    Their further lines are indented; what was said may end with its file.
    """
    return [_memory(item) for item in _items(text)]


def _items(text: str) -> Iterator[str]:
    item = ""
    for line in text.splitlines():
        if line.startswith("- "):
            if item:
                yield item
            item = line
        elif item and line.startswith("  "):
            item += "\n" + line[2:]
    if item:
        yield item


def _memory(item: str) -> Remembered:
    if found := _WRITTEN.match(item):
        return Remembered(text=_SCORE.sub("", found["text"].strip()), day=_day(found["when"] or ""), path=found["path"])
    if found := _SAID.match(item):
        text, path = _parted(found["text"].strip())
        return Remembered(text=text, speaker=found["speaker"].strip(), day=_day(found["when"]), path=path)
    text, path = _parted(item.removeprefix("- ").strip())
    return Remembered(text=text, path=path)


def _parted(text: str) -> tuple[str, str]:
    """The text, and the file it ends with."""
    found = _PATH.search(text)
    return (text[: found.start()].strip(), found["path"]) if found else (text, "")


def _day(text: str) -> date | None:
    for pattern, forms in _DATES:
        found = pattern.search(text)
        for form in forms if found else ():
            with suppress(ValueError):
                return datetime.strptime(found[0] if found else "", form).date()  # noqa: DTZ007 - a day has no zone
    return None
