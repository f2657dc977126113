"""Markdown as plain text, for the terminal and for fallbacks."""

from __future__ import annotations

from adapters.rendering.document import parse
from adapters.rendering.layout import Sheet, laid_out

_SHEET = Sheet(bullet="-", rule="-" * 20, styled=False)


def render(markdown: str) -> str:
    """The text as a person reads it, with addresses of links in brackets; quotes keep their `>`."""
    return laid_out(parse(markdown), _SHEET).text
