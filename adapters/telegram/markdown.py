"""Markdown as Telegram takes it: text and entities, counted in UTF-16 units."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from itertools import accumulate
from typing import Literal, cast

from adapters.rendering import splitting
from adapters.rendering.document import parse
from adapters.rendering.layout import Laid, Sheet, laid_out

LIMIT = 4096
#: Telegram drops the rest silently.
MOST_ENTITIES = 100

EntityType = Literal[
    "bold", "italic", "underline", "strikethrough", "code", "pre", "text_link", "blockquote"
]  # fmt: skip


@dataclass(frozen=True, slots=True)
class TelegramEntity:
    """A range of the text in UTF-16 units, and what holds for it."""

    type: EntityType
    offset: int
    length: int
    url: str = ""
    language: str = ""


@dataclass(frozen=True, slots=True)
class TelegramText:
    """A message's text and entities."""

    text: str
    entities: tuple[TelegramEntity, ...] = ()


def render(markdown: str) -> TelegramText:
    """Text and at most a hundred entities, outermost first."""
    laid = laid_out(parse(markdown), _SHEET)
    return TelegramText(laid.text.strip(), _entities(laid)[:MOST_ENTITIES])


def split(markdown: str, reserve: int = 0) -> list[str]:
    """Chunks of Markdown each of which is one message, with `reserve` units left over."""
    return splitting.split(markdown, partial(_share, LIMIT - reserve))


def utf16(text: str) -> int:
    """The length in UTF-16 units."""
    return len(text) if text.isascii() else len(text.encode("utf-16-le", "surrogatepass")) // 2


_SHEET = Sheet(bullet="•", rule="—" * 10, styled=True)


def _share(limit: int, markdown: str) -> float:
    laid = laid_out(parse(markdown), _SHEET)
    return max(len(laid.spans) / MOST_ENTITIES, utf16(laid.text) / limit)


def _entities(laid: Laid) -> tuple[TelegramEntity, ...]:
    text = laid.text.strip()
    skipped = len(laid.text) - len(laid.text.lstrip())
    units = _units(text)
    found = []
    for span in sorted(laid.spans, key=lambda span: (span.start, -span.end)):
        start, end = max(0, span.start - skipped), min(len(text), span.end - skipped)
        if start < end:
            kind = cast(EntityType, span.kind)
            found.append(TelegramEntity(kind, units[start], units[end] - units[start], span.url, span.language))
    return tuple(found)


def _units(text: str) -> Sequence[int]:
    """For each place in the text, the UTF-16 units before it."""
    if text.isascii():
        return range(len(text) + 1)
    return list(accumulate((2 if sign > "\uffff" else 1 for sign in text), initial=0))
