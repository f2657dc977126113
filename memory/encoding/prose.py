"""What somebody says in their own words: a message without code, logs, quoted lines and addresses of the web.

What is taken out becomes spaces, so that every place in the prose is the same place in the message.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

_WIDE = {wide: wide - 0xFEE0 for wide in range(0xFF01, 0xFF5F)} | {0x3000: 0x20}
_MAYBE = re.compile(r"[`>@\[{]|://|www\.|\d:\d\d")
_LETTER = re.compile(r"[^\n]")
_FENCE = re.compile(r"```.*?(?:```|\Z)", re.DOTALL)
_INLINE = re.compile(r"`[^`\n]+`")
_NO_PROSE = re.compile(
    r"`[^`\n]+`"
    r"|<[@#!][^<>\n]*>|<?\bhttps?://[^\s<>|]+(?:\|[^<>\n]*)?>?|\bwww\.\S+"
    r"|(?<![\w.+-])[\w.+-]++@[\w-]+\.[\w.-]+"
    r"|^[ \t]*(?:>|&gt;).*$"
    r"|^[ \t]*\[?\d{4}-\d\d-\d\d[T ]\d\d:\d\d.*$|^[ \t]*\[?\d\d:\d\d:\d\d\b.*$"
    r"|^[ \t]*(?:File \"|at [\w.$]+\(|Traceback \(|[\[{(]?(?:ERROR|WARN(?:ING)?|INFO|DEBUG|FATAL|TRACE)\b[\])}:]).*$",
    re.MULTILINE,
)


def prose(text: str) -> str:
    """As long as the text; letters of double width are made plain ones."""
    if not text.isascii():
        text = text.translate(_WIDE)
    if not _MAYBE.search(text):
        return text
    return _NO_PROSE.sub(blank, _FENCE.sub(blank, text))


def without_code(text: str) -> str:
    """Without fences and what stands in backticks; shorter than the text."""
    return _INLINE.sub("", _FENCE.sub("", text)) if "`" in text else text


def blank(match: re.Match[str]) -> str:
    """For `re.sub`: spaces, and the ends of lines as they were."""
    return _LETTER.sub(" ", match.group())


def without(text: str, spans: Iterable[tuple[int, int]], mark: str = " ") -> str:
    """Each of the spans as that many marks."""
    for start, end in spans:
        text = text[:start] + mark * (end - start) + text[end:]
    return text
