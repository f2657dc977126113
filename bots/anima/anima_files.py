"""The files of an anima that people write: permissions.md, status.json, and the templates that a new one is made
from.

Of permissions.md deny wins; headings may be in any case, lists by commas, lines or bullets, remarks in brackets.
Entries are paths below the anima's own folder (`knowledge/`, `knowledge/tea.md`, `episodes/2026-*`). Absolute ones
belong to the machine, which no tool reads or writes. A list without an entry of ours leaves the product's own rules;
"none" is none.

A template is one Markdown file, too: parts under the headings `# Identity`, `# Injection`, `# Permissions`, `#
Heartbeat`, `# Cron`, `# Specialty`, `# Bootstrap`, with {name} where the name belongs.
"""

from __future__ import annotations

import os
import re
import unicodedata
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from difflib import get_close_matches
from fnmatch import fnmatchcase
from pathlib import Path
from typing import Literal

from memory.language.folders import language_toml, languages_with
from memory.vocabulary.event import Json

#: What a new anima may be made as.
RoleTemplate = Literal["engineer", "researcher", "manager", "writer", "ops", "general"]

_WORDS = [language_toml(code, "permissions.toml") for code in languages_with("permissions.toml")]
_NOTHING = frozenset(word for words in _WORDS for word in words["nothing"])
_SECTIONS: Mapping[str, str] = {
    title: section for words in _WORDS for section, titles in words["titles"].items() for title in titles
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
        if _fits_any(tool, self.denied_tools):
            return False
        return by_default if self.tools is None else _fits_any(tool, self.tools)

    def names(self, tool: str) -> bool:
        """Whether the tool is allowed by its name: `all` is not enough for what reaches other services."""
        named = [item for item in self.tools or () if item.casefold() not in ("all", "*")]
        return self.may_use(tool) and _fits_any(tool, tuple(named))


def parse_permissions(text: str) -> Permissions:
    """Read the file. Sections that it does not know are a person's notes."""
    sections: dict[str, list[str]] = {}
    current: list[str] | None = None
    for line in text.splitlines():
        if found := _HEADING.match(line.strip()):
            name = _permission_section(found["title"].rstrip("#"))
            current = sections.setdefault(name, []) if name else None
        elif current is not None:
            current.extend(_section_entries(line))
    return Permissions(**{name: tuple(dict.fromkeys(entries)) for name, entries in sections.items()})


def unknown_headings(text: str) -> list[str]:
    """Headings below the first level that are none of ours, folded."""
    found = [match["title"] for line in text.splitlines() if (match := _HEADING.match(line.strip()))]
    return [
        _REMARK.sub("", title.rstrip("#")).strip().casefold()
        for title in found
        if not _permission_section(title.rstrip("#"))
    ]


def without_tools(text: str) -> str:
    """The file's text less the sections about tools."""
    kept: list[str] = []
    is_left_out = False
    for line in text.splitlines():
        if found := _HEADING.match(line.strip()):
            is_left_out = _permission_section(found["title"].rstrip("#")) in ("tools", "denied_tools")
        if not is_left_out:
            kept.append(line)
    return "\n".join(kept).strip()


def _permission_section(title: str) -> str:
    folded = _REMARK.sub("", title).strip().casefold()
    return _SECTIONS.get(folded, "")


def _section_entries(line: str) -> list[str]:
    bare = _REMARK.sub("", re.sub(r"^\s*[-*+]\s+", "", line))
    words = [_UNDER.sub("", word.strip().strip("`")).strip() for word in re.split(r"[,、，]", bare)]
    return [word for word in words if word and word.casefold() not in _NOTHING]


def _fits_any(name: str, patterns: tuple[str, ...]) -> bool:
    folded = name.casefold()
    return any(pattern.casefold() == "all" or fnmatchcase(folded, pattern.casefold()) for pattern in patterns)


# --- places ---------------------------------------------------------------------------------------------------------
# Which files of its memory an anima may see, read and write, as its permissions.md says. Deny wins.
#
# Entries are paths below its own folder (`knowledge/`, `knowledge/tea.md`, `episodes/2026-*`). Absolute ones belong to
# the machine, which no tool reads or writes. A list without an entry of ours leaves the product's own rules; "none" is
# none.


class PermittedPlaces:
    """`root` is the anima's folder: links in it are followed before a path is looked at."""

    def __init__(self, rules: Permissions, root: Path) -> None:
        self._root = os.path.realpath(root)
        self._readable = _ours(rules.readable)
        self._writable = _ours(rules.writable)
        self._invisible = _ours(rules.invisible) or ()

    def sees(self, path: str) -> bool:
        return not any(_fits_place(name, self._invisible) for name in self._names(path))

    def may_read(self, path: str) -> bool:
        return self._is_within(path, self._readable)

    def may_write(self, path: str) -> bool:
        return self._is_within(path, self._writable)

    def _is_within(self, path: str, entries: tuple[str, ...] | None) -> bool:
        names = self._names(path)
        return self.sees(path) and (entries is None or all(_fits_place(name, entries) for name in names))

    def _names(self, path: str) -> set[str]:
        """As it was written without `.` and `..`, and where it leads."""
        plain = path.partition("#")[0]
        real = os.path.realpath(os.path.join(self._root, plain))
        return {_folded_path(os.path.normpath(plain)), _folded_path(os.path.relpath(real, self._root))}


def is_ours(entry: str) -> bool:
    """Whether an entry names a place of memory."""
    return not entry.startswith(("/", "~", "$")) and ".." not in entry.split("/") and "\\" not in entry


def _ours(entries: Iterable[str] | None) -> tuple[str, ...] | None:
    """None: nothing is said of memory."""
    if entries is None:
        return None
    every = tuple(entries)
    ours = tuple(_folded_path(os.path.normpath(entry)) for entry in every if is_ours(entry))
    return ours if ours or not every else None


def _fits_place(name: str, entries: Iterable[str]) -> bool:
    return any(entry in (".", name) or name.startswith(f"{entry}/") or fnmatchcase(name, entry) for entry in entries)


def _folded_path(name: str) -> str:
    return unicodedata.normalize("NFC", name).casefold()


# --- unread ---------------------------------------------------------------------------------------------------------
# What of a permissions.md does nothing: told by `config check` and `doctor`, so that nobody relies on it.


def unread_permissions(text: str, tools: Collection[str]) -> list[str]:
    """One line each. `tools` are the names of all that there are."""
    rules = parse_permissions(text)
    found = [
        *_unknown_heading_notes(text),
        *_unknown_tool_notes((*(rules.tools or ()), *rules.denied_tools, *rules.asks), tools),
    ]
    for entry in (*(rules.readable or ()), *(rules.writable or ()), *rules.invisible):
        if not is_ours(entry):
            found.append(f"{entry!r}: no tool reads or writes files outside an anima's memory")
    if rules.commands or rules.denied_commands:
        found.append("allowed and disallowed commands: no tool runs commands")
    return found


def _unknown_heading_notes(text: str) -> Iterator[str]:
    for title in unknown_headings(text):
        if near := get_close_matches(title, _SECTIONS, n=1, cutoff=0.75):
            yield f"the heading {title!r} is none of ours (did you mean {near[0]!r}?)"


def _unknown_tool_notes(names: Collection[str], tools: Collection[str]) -> Iterator[str]:
    for name in names:
        folded = name.casefold()
        if folded != "all" and not any(fnmatchcase(tool, folded) or fnmatchcase(folded, tool) for tool in tools):
            near = get_close_matches(folded, list(tools), n=1)
            yield f"there is no tool {name!r}" + (f" (did you mean {near[0]!r}?)" if near else "")


# --- status ---------------------------------------------------------------------------------------------------------
# status.json: whether an anima is enabled, its role, and model settings of its own.


@dataclass(frozen=True, slots=True, kw_only=True)
class AnimaStatus:
    """What the file says. An empty text: the config decides."""

    enabled: bool = True
    role: str = ""
    speciality: str = ""
    supervisor: str = ""
    model: str = ""
    credential: str = ""


_STATUS_TEXTS = ("role", "speciality", "supervisor", "model", "credential")


def parse_status(raw: Mapping[str, Json]) -> AnimaStatus:
    """A value of a wrong kind counts as not said: an anima is not silenced by a slip of the hand."""
    texts = {key: value for key in _STATUS_TEXTS if isinstance(value := raw.get(key), str)}
    return AnimaStatus(enabled=raw.get("enabled") is not False, **texts)


# --- state ----------------------------------------------------------------------------------------------------------
# One anima as `list` and `status` show it.


@dataclass(frozen=True, slots=True, kw_only=True)
class AnimaState:
    """One anima as `list` and `status` show it."""

    name: str
    role: str
    model: str
    enabled: bool
    speciality: str = ""
    supervisor: str = ""
    running: int = 0  # turns being thought about now
    waiting: int = 0  # turns accepted and not done


# --- creation -------------------------------------------------------------------------------------------------------
# A new anima's files, from a template, blank, or from one Markdown file: pure texts, written by somebody else.
#
# A template is one Markdown file, too: parts under the headings `# Identity`, `# Injection`, `# Permissions`,
# `# Heartbeat`, `# Cron`, `# Specialty`, `# Bootstrap`, with {name} where the name belongs.


TEMPLATE_FILES: Mapping[str, str] = {
    "identity": "identity.md",
    "injection": "injection.md",
    "permissions": "permissions.md",
    "heartbeat": "heartbeat.md",
    "cron": "cron.md",
    "specialty": "specialty_prompt.md",
    "speciality": "specialty_prompt.md",
    "bootstrap": "bootstrap.md",
}
_TEMPLATE_PART = re.compile(rf"^# (?P<part>{'|'.join(TEMPLATE_FILES)})\b[^\n]*$", re.IGNORECASE | re.MULTILINE)
_ANIMA_NAME = re.compile(r"[^\W_][\w-]{0,39}")
_TAKEN_NAMES = ("all", "dm")


def checked_anima_name(name: str) -> str:
    """The name as it will be used. Raises ValueError, with the reason."""
    normal = unicodedata.normalize("NFC", name.strip())
    if not _ANIMA_NAME.fullmatch(normal):
        raise ValueError(f"{name[:60]!r} cannot be a name: letters, digits, _ and -, at most 40 characters")
    if normal.casefold() in _TAKEN_NAMES:
        raise ValueError(f"{name!r} is reserved; choose another name")
    return normal


def files_from_template(name: str, blank: str, template: str = "", markdown: str = "") -> dict[str, str]:
    """File name → text of a new anima.

    `blank` gives what neither the role's template nor the person's own file says. One file without any of the
    headings is the identity. Raises ValueError.
    """
    name = checked_anima_name(name)
    found = {**_template_parts(blank), **_template_parts(template), **_own_file(markdown)}
    return {file: text.replace("{name}", name) for file, text in found.items()}


def _own_file(markdown: str) -> dict[str, str]:
    if not markdown.strip():
        return {}
    return _template_parts(markdown) or {"identity.md": markdown.strip() + "\n"}


def _template_parts(text: str) -> dict[str, str]:
    """The parts of one Markdown file. What stands before the first heading goes before the identity."""
    headings = list(_TEMPLATE_PART.finditer(text))
    ends = [*(heading.start() for heading in headings[1:]), len(text)][: len(headings)]
    found: dict[str, str] = {}
    for heading, end in zip(headings, ends, strict=True):
        file = TEMPLATE_FILES[heading["part"].casefold()]
        found[file] = found.get(file, "") + text[heading.start() : end].strip() + "\n"
    before = text[: headings[0].start()].strip() if headings else ""
    if before:
        found["identity.md"] = f"{before}\n\n{found.get('identity.md', '')}".strip() + "\n"
    return found
