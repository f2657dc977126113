"""permissions.md: what an anima may use, read, write, see and run. Deny wins.

The file is a person's: headings in any case, lists by commas, lines or bullets, remarks in brackets.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from fnmatch import fnmatchcase

HEADINGS: Mapping[str, tuple[str, ...]] = {
    "tools": ("available tools", "allowed tools", "tools", "使えるツール", "kullanılabilir araçlar"),
    "denied_tools": ("unavailable tools", "denied tools", "使えないツール", "kullanılamaz araçlar"),
    "asks": ("tools that need approval", "needs approval", "承認が必要なツール", "onay gerektiren araçlar"),
    "readable": ("readable locations", "読める場所", "okunabilir yerler"),
    "writable": ("writable locations", "書ける場所", "yazılabilir yerler"),
    "invisible": ("invisible locations", "見えない場所", "görünmez yerler"),
    "commands": ("allowed commands", "実行できるコマンド", "izinli komutlar"),
    "denied_commands": ("disallowed commands", "denied commands", "実行できないコマンド", "yasak komutlar"),
}
_HEADING = re.compile(r"^#{2,6}\s+(?P<title>.+)$")
_REMARK = re.compile(r"[(（][^()（）]*[)）]")
_UNDER = re.compile(r"^under\s+", re.IGNORECASE)


@dataclass(frozen=True, slots=True, kw_only=True)
class Permissions:
    """What the file says. None: it says nothing, so the product's own defaults hold; () is nothing at all."""

    tools: tuple[str, ...] | None = None
    denied_tools: tuple[str, ...] = ()
    asks: tuple[str, ...] = ()
    readable: tuple[str, ...] | None = None
    writable: tuple[str, ...] | None = None
    invisible: tuple[str, ...] = ()
    commands: tuple[str, ...] | None = None
    denied_commands: tuple[str, ...] = ()

    def may_use(self, tool: str, *, by_default: bool = False) -> bool:
        """Whether a tool may be used; `by_default` where the file says nothing of allowed tools."""
        if _any(tool, self.denied_tools):
            return False
        return by_default if self.tools is None else _any(tool, self.tools)

    def names(self, tool: str) -> bool:
        """Whether the tool is allowed by its name: `all` is not enough for what reaches other services."""
        named = [one for one in self.tools or () if one.casefold() not in ("all", "*")]
        return self.may_use(tool) and _any(tool, tuple(named))


def parse(text: str) -> Permissions:
    """Read the file. Sections that it does not know are a person's notes."""
    sections: dict[str, list[str]] = {}
    current: list[str] | None = None
    for line in text.splitlines():
        if found := _HEADING.match(line.strip()):
            name = _section(found["title"].rstrip("#"))
            current = sections.setdefault(name, []) if name else None
        elif current is not None:
            current.extend(_entries(line))
    return Permissions(**{name: tuple(dict.fromkeys(entries)) for name, entries in sections.items()})


def unknown_headings(text: str) -> list[str]:
    """Headings below the first level that are none of ours, folded."""
    found = [match["title"] for line in text.splitlines() if (match := _HEADING.match(line.strip()))]
    return [_REMARK.sub("", title.rstrip("#")).strip().casefold() for title in found if not _section(title.rstrip("#"))]


def without_tools(text: str) -> str:
    """The file's text less the sections about tools."""
    kept: list[str] = []
    is_left_out = False
    for line in text.splitlines():
        if found := _HEADING.match(line.strip()):
            is_left_out = _section(found["title"].rstrip("#")) in ("tools", "denied_tools")
        if not is_left_out:
            kept.append(line)
    return "\n".join(kept).strip()


def _section(title: str) -> str:
    folded = _REMARK.sub("", title).strip().casefold()
    return next((name for name, titles in HEADINGS.items() if folded in titles), "")


def _entries(line: str) -> list[str]:
    bare = _REMARK.sub("", re.sub(r"^\s*[-*+]\s+", "", line))
    words = [_UNDER.sub("", word.strip().strip("`")).strip() for word in re.split(r"[,、，]", bare)]
    return [word for word in words if word and word.casefold() not in ("none", "なし", "yok")]


def _any(name: str, patterns: tuple[str, ...]) -> bool:
    folded = name.casefold()
    return any(pattern.casefold() == "all" or fnmatchcase(folded, pattern.casefold()) for pattern in patterns)
