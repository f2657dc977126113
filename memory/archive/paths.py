"""Which names may stand for a file below a root, and how a title becomes such a name."""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache

from memory.vocabulary.errors import MemoryFault
from memory.vocabulary.unicode_form import normal

_MAX_COMPONENT_BYTES = 240
_MAX_SLUG_CHARS = 80
_MAX_SLUG_BYTES = 200  # leaves room for `.conflict-<time>` and a suffix within the 255 bytes of a name
_RESERVED = re.compile(r"(con|prn|aux|nul|com\d|lpt\d)(\..*)?", re.IGNORECASE)
_REFUSED = re.compile(r"[/\\%:\x00-\x1f\x7f]")


class UnsafePath(MemoryFault, ValueError):
    """The name leads outside of the archive or is none that every file system takes. Use a plain relative path."""


def parts(name: str) -> tuple[str, ...]:
    """The components of a relative path below the root. Raises UnsafePath."""
    components = tuple(name.split("/"))
    for component in components:
        if problem := _known_problem(component) if len(component) <= _MAX_COMPONENT_BYTES else _problem(component):
            raise UnsafePath(f"{name[:120]!r}: {problem}")
    return components


def slug(title: str, fallback: str = "note") -> str:
    """A file name made from a title: lower case, no separators, at most 80 characters, never empty.

    The title is content, the name is generated: nothing that a title says can choose a folder.
    """
    folded = normal(normal(title).casefold()).replace("i\u0307", "i")
    words = "-".join("".join(char if _is_of_a_word(char) else " " for char in folded).split())[:_MAX_SLUG_CHARS]
    words = words.encode("utf-8", "ignore")[:_MAX_SLUG_BYTES].decode("utf-8", "ignore").strip("-")
    return fallback if not words or _RESERVED.fullmatch(words) else words


def _is_of_a_word(char: str) -> bool:
    # Marks are vowels in Hindi and Thai; `\w` leaves them out.
    return unicodedata.category(char)[0] in "LNM"


@lru_cache(maxsize=4096)  # the same folders are walked through for every file
def _known_problem(component: str) -> str:
    return _problem(component)


def _problem(component: str) -> str:
    plain = normal(component)
    if not component:
        return "an empty component"
    if plain.startswith((".", "-", "~")):
        return "a component must not begin with a dot, a dash or a tilde"
    if plain != plain.rstrip(". "):
        return "a component must not end in a dot or a space"
    if _REFUSED.search(plain):
        return "separators, percent signs and control characters are not allowed"
    if _RESERVED.fullmatch(plain):
        return "the name is reserved on some systems"
    try:
        too_long = len(component.encode()) > _MAX_COMPONENT_BYTES
    except UnicodeEncodeError:
        return "the name is no valid Unicode"
    return f"a component must not be longer than {_MAX_COMPONENT_BYTES} bytes" if too_long else ""
