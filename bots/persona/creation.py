"""A new anima's files, from a template, blank, or from one Markdown file: pure texts, written by somebody else.

A template is one Markdown file, too: parts under the headings `# Identity`, `# Injection`, `# Permissions`,
`# Heartbeat`, `# Cron`, `# Specialty`, `# Bootstrap`, with {name} where the name belongs.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping

FILES: Mapping[str, str] = {
    "identity": "identity.md",
    "injection": "injection.md",
    "permissions": "permissions.md",
    "heartbeat": "heartbeat.md",
    "cron": "cron.md",
    "specialty": "specialty_prompt.md",
    "speciality": "specialty_prompt.md",
    "bootstrap": "bootstrap.md",
}
_PART = re.compile(rf"^# (?P<part>{'|'.join(FILES)})\b[^\n]*$", re.IGNORECASE | re.MULTILINE)
_NAME = re.compile(r"[^\W_][\w-]{0,39}")
_TAKEN = ("all", "dm")


def checked_name(name: str) -> str:
    """The name as it will be used. Raises ValueError, with the reason."""
    normal = unicodedata.normalize("NFC", name.strip())
    if not _NAME.fullmatch(normal):
        raise ValueError(f"{name[:60]!r} cannot be a name: letters, digits, _ and -, at most 40 characters")
    if normal.casefold() in _TAKEN:
        raise ValueError(f"{name!r} is reserved; choose another name")
    return normal


def files(name: str, blank: str, template: str = "", markdown: str = "") -> dict[str, str]:
    """File name → text of a new anima.

    `blank` gives what neither the role's template nor the person's own file says. One file without any of the
    headings is the identity. Raises ValueError.
    """
    name = checked_name(name)
    found = {**_parts(blank), **_parts(template), **_own(markdown)}
    return {file: text.replace("{name}", name) for file, text in found.items()}


def _own(markdown: str) -> dict[str, str]:
    if not markdown.strip():
        return {}
    return _parts(markdown) or {"identity.md": markdown.strip() + "\n"}


def _parts(text: str) -> dict[str, str]:
    """The parts of one Markdown file. What stands before the first heading goes before the identity."""
    headings = list(_PART.finditer(text))
    ends = [*(heading.start() for heading in headings[1:]), len(text)][: len(headings)]
    found: dict[str, str] = {}
    for heading, end in zip(headings, ends, strict=True):
        file = FILES[heading["part"].casefold()]
        found[file] = found.get(file, "") + text[heading.start() : end].strip() + "\n"
    before = text[: headings[0].start()].strip() if headings else ""
    if before:
        found["identity.md"] = f"{before}\n\n{found.get('identity.md', '')}".strip() + "\n"
    return found
