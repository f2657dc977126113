"""The line by which a model says how it feels: `<!-- emotion: NAME -->` at the very end, for nobody's eyes."""

from __future__ import annotations

import re

_LINE = re.compile(r"<!--\s{0,4}emotion:\s{0,4}([\w-]{1,40})\s{0,4}-->\s{0,20}\Z")
_LONGEST = 120


def felt(text: str) -> tuple[str, str]:
    """The text without that line, and the feeling that it names; empty where there is none."""
    start = max(0, len(text) - _LONGEST)
    found = _LINE.search(text, start)
    return (text[: found.start()].rstrip(), found[1]) if found else (text, "")


def unfinished(text: str) -> str:
    """A text that is still being written, without what may become that line."""
    at = text.rfind("<!--", max(0, len(text) - _LONGEST))
    return text if at < 0 or "-->" in text[at:].rstrip()[:-3] else text[:at].rstrip()
