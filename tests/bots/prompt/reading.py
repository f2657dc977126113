"""How a test reads a prompt: its sections, and the memories in them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from datetime import date, datetime

from memory.vocabulary.text_form import BAR

_SAID = re.compile(
    r"- \[(?P<when>[^\]/]{4,40})\] (?P<speaker>[^:\s][^:\n]{0,79}?)(?: \[[^\]\n]*\])?: (?P<text>.+)", re.DOTALL
)
_WRITTEN = re.compile(r"- \[(?=[^\],/]*/)(?P<path>[^\],]*+)(?:, (?P<when>[^\]]{4,40}))?\] (?P<text>.+)", re.DOTALL)
_PATH = re.compile(r"\(file: (?P<path>[^();]+)(?:; score -?[\d.]+)?\)")
_SCORE = re.compile(r"\(score -?[\d.]+\)")
_FILES = re.compile(r"^\(file: ", re.MULTILINE)
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

    Their further lines stand behind a bar; what is noted of them, the file among it, in brackets.
    """
    return [_memory(quoted, notes) for quoted, notes in _items(text)]


def _items(text: str) -> Iterator[tuple[str, list[str]]]:
    """Each with its notes."""
    item, notes = "", list[str]()
    for line in text.splitlines():
        if line.startswith("- "):
            if item:
                yield item, notes
            item, notes = line, []
        elif item and line.startswith(BAR[1:]):
            item += "\n" + line.removeprefix(BAR[1:])
        elif item and line.startswith("  ("):
            notes.append(line.strip())
    if item:
        yield item, notes


def _memory(item: str, notes: list[str]) -> Remembered:
    path = next((found["path"] for note in notes if (found := _PATH.fullmatch(note))), "")
    told = "".join(f"\n{note}" for note in notes if not _PATH.fullmatch(note) and not _SCORE.fullmatch(note))
    if found := _WRITTEN.match(item):
        return Remembered(text=found["text"].strip() + told, day=_day(found["when"] or ""), path=found["path"])
    if found := _SAID.match(item):
        text = found["text"].strip() + told
        return Remembered(text=text, speaker=found["speaker"].strip(), day=_day(found["when"]), path=path)
    return Remembered(text=item.removeprefix("- ").strip() + told, path=path)


def _day(text: str) -> date | None:
    for pattern, forms in _DATES:
        found = pattern.search(text)
        for form in forms if found else ():
            with suppress(ValueError):
                return datetime.strptime(found[0] if found else "", form).date()  # noqa: DTZ007 - a day has no zone
    return None
