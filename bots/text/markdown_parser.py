"""Markdown as everybody here parses it: CommonMark with tables and strikethrough; HTML is text.

Blocks first, with their inline source as it stands; then that source in pieces with so few brackets that to look for
the end of each link takes no time.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import cache

from markdown_it import MarkdownIt
from markdown_it.token import Token

#: Deeper than any person writes; the parser drops what is nested deeper.
_DEEPEST = 100
_DEEPEST_INLINE = 20
#: The parser looks for the end of each link to the end of the text, unless it is given so many at a time.
_MOST_BRACKETS = 100
_BRACKET = re.compile(r"(?<![\\!])!?\[")


def block_tokens(markdown: str) -> tuple[list[Token], Mapping[str, object]]:
    """The blocks, and the definitions that `[references]` of the source are resolved by."""
    env: dict[str, object] = {}
    tokens = _parser(False).parse(markdown, env)
    found = env.get("references")
    return tokens, found if isinstance(found, dict) else {}


def inline_tokens(raw: str, references: Mapping[str, object] | None = None) -> Iterator[list[Token]]:
    """The tokens of inline source, piece by piece."""
    for piece in _pieces(raw):
        tokens = _parser(True).parseInline(piece, {"references": dict(references)} if references else {})
        yield (tokens[0].children or []) if tokens else []


def _pieces(raw: str) -> Iterator[str]:
    """Nearly always the whole."""
    brackets = [found.start() for found in _BRACKET.finditer(raw)][_MOST_BRACKETS::_MOST_BRACKETS]
    start = 0
    for at in brackets:
        cut = max(raw.rfind(" ", start, at), raw.rfind("\n", start, at)) + 1 or at
        yield raw[start:cut]
        start = cut
    yield raw[start:]


@cache
def _parser(of_inline: bool) -> MarkdownIt:
    nesting = _DEEPEST_INLINE if of_inline else _DEEPEST
    parser = MarkdownIt("commonmark", {"html": False, "maxNesting": nesting}).enable(["table", "strikethrough"])
    parser.validateLink = _any_address  # type: ignore[method-assign]
    return parser if of_inline else parser.disable(["inline", "text_join"])


def _any_address(url: str) -> bool:
    """Nothing here becomes HTML, so only what a chat client would run is no address."""
    return not url.strip().lower().startswith(("javascript:", "vbscript:", "data:"))
