"""The URLs of a text: what any chat client would make pressable of it, whatever it looks like in the source.

Clients differ: one makes links of bare domains, one of `https://` in the middle of a word, one goes on until a space.
What any of them takes counts, of the parsed document: destinations, pictures, definitions, and the text as it is shown.
"""

from __future__ import annotations

import html
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from urllib.parse import unquote

from markdown_it.common.normalize_url import normalizeLink
from markdown_it.token import Token

from bots.markdown import block_tokens, inline_tokens

_URL = re.compile(
    r"https?://[^\s<]{1,2000}"
    r"|(?<![a-z0-9+.-])[a-z][a-z0-9+.-]{0,30}://[^\s<]{1,2000}"
    r"|(?<![a-z0-9])(?:mailto|tel|sms|data|javascript|vbscript|blob|file|tg|discord|slack|magnet|xmpp|sip|skype|intent)"
    r":[^\s<]{1,2000}"
    r"|(?<![:/\w])//(?=[\w-]{1,63}\.)[^\s<]{1,2000}"
    r"|(?<![a-z0-9])(?<!\w/)(?:[a-z0-9._%+-]{1,64}@)?(?:[a-z0-9-]{1,63}\.){1,12}[a-z]{2,24}(?![a-z0-9-])"
    r"(?:[:/?#][^\s<]{0,2000})?"
    r"|(?<![\d.])(?:\d{1,3}\.){3}\d{1,3}[:/][^\s<]{1,2000}",
    re.IGNORECASE,
)
_SCHEME = re.compile(r"([a-z][a-z0-9+.-]{0,30}):", re.IGNORECASE)
_WEB = re.compile(r"(?:https?:)?//", re.IGNORECASE)
#: An entity, or a backslash with the sign that it makes plain.
_WRITTEN = re.compile(r"&(?:#[xX]?[0-9a-fA-F]{1,8}|[A-Za-z][A-Za-z0-9]{1,31});|\\[!-/:-@\[-`{-~]")
#: Behind one of these an address may have ended for a reader.
_BOUNDARY = re.compile(r"[()\[\]{}\"'`|>*\\,;]|[^\x00-\x7f]")
_MOST_BOUNDARIES = 8
_PAIRS = {")": "(", "]": "[", "}": "{"}


@dataclass(frozen=True, slots=True, kw_only=True)
class Link:
    """A run of the text, up to the next space, that a client may take for one address."""

    start: int
    run: str

    @property
    def address(self) -> str:
        return trimmed(self.run)

    def shorter(self, *, of_ascii: bool = False) -> Iterator[str]:
        """The addresses that end at a sign within the run, the longest first; `of_ascii`: letters are none."""
        found_ends = [found.start() for found in _BOUNDARY.finditer(self.run)][:_MOST_BOUNDARIES]
        ends = [end for end in found_ends if not of_ascii or self.run[end].isascii()]
        return (address for end in reversed(ends) if (address := trimmed(self.run[:end])))


@dataclass(frozen=True, slots=True, kw_only=True)
class Parts:
    """An address taken apart; `host` with port and whatever else stands before the path."""

    scheme: str
    host: str
    path: str
    query: str
    fragment: str


def links_of(text: str) -> Iterator[Link]:
    """In text as it is shown."""
    for found in _URL.finditer(text):
        yield Link(start=found.start(), run=found[0])


def links_of_source(text: str) -> Iterator[Link]:
    """In Markdown source: an address in brackets ends with them."""
    at = 0
    while (found := _URL.search(text, at)) is not None:
        run = _within(text, found.start(), found[0])
        yield Link(start=found.start(), run=run)
        at = found.start() + len(run)


def addresses(markdown: str) -> Iterator[str]:
    """All that a client might open of the parsed document."""
    tokens, references = block_tokens(markdown)
    for definition in references.values():
        if isinstance(definition, dict):
            yield from _destination(str(definition.get("href", "")))
    for token in tokens:
        if token.type != "inline":
            yield from (link.address for link in links_of(token.content))
            continue
        for children in inline_tokens(token.content, references):
            yield from _inline(children)


def shown(markdown: str) -> str:
    """The document as a reader sees it, without its markup."""
    tokens, references = block_tokens(markdown)
    lines = []
    for token in tokens:
        if token.type == "inline":
            pieces = inline_tokens(token.content, references)
            lines.append("".join(_words(child) for children in pieces for child in children))
        elif token.content:
            lines.append(token.content.rstrip("\n"))
    return "\n\n".join(lines)


def given_in(text: str) -> Iterator[str]:
    """Every address that a text may be said to give, exactly."""
    yield from addresses(text)
    for link in (*links_of(text), *links_of_source(text)):
        yield link.address
        yield from link.shorter()


def canonical(address: str) -> str:
    """The same for all ways to write an address that lead to the same place with the same words."""
    bare = _WEB.sub("", normalizeLink(address.strip()), count=1)
    scheme = _SCHEME.match(bare)
    head = re.match(r"[^/?#]*", bare)
    assert head is not None
    host = head[0].lower() if scheme is None or "@" not in bare else head[0]
    return (host + bare[head.end() :]).removesuffix("/")


def parts_of(address: str) -> Parts:
    scheme, rest = "", address.strip()
    if (found := _SCHEME.match(rest)) is not None and not re.match(r"\d+(?:[/?#]|$)", rest[found.end() :]):
        scheme, rest = found[1].lower(), rest[found.end() :]
    rest, _, fragment = rest.removeprefix("//").partition("#")
    rest, _, query = rest.partition("?")
    host, _, path = rest.partition("/")
    return Parts(scheme=scheme, host=_host(host), path=path, query=query, fragment=fragment)


def trimmed(run: str) -> str:
    """Without the signs behind it that say nothing; a bracket that was opened within stays."""
    open_, end = {close: run.count(close) - run.count(first) for close, first in _PAIRS.items()}, len(run)
    while end and not run[end - 1].isalnum() and run[end - 1] != "/":
        last = run[end - 1]
        if last in open_:
            if open_[last] <= 0:
                break
            open_[last] -= 1
        end -= 1
    return run[:end]


def read_source(markdown: str) -> tuple[str, Sequence[int]]:
    """The source with entities and backslashes read; for each place in it, and its end, the place in the source."""
    parts: list[str] = []
    places: list[int] = []
    at = 0
    for found in _WRITTEN.finditer(markdown):
        parts.append(markdown[at : found.start()])
        places.extend(range(at, found.start()))
        sign = found[0][1:] if found[0][0] == "\\" else html.unescape(found[0])
        parts.append(sign)
        places.extend([found.start()] * len(sign))
        at = found.end()
    parts.append(markdown[at:])
    places.extend(range(at, len(markdown) + 1))
    return "".join(parts), places


def _within(text: str, start: int, run: str) -> str:
    before = text[max(0, start - 3) : start]
    if before.endswith("<"):
        run = run.partition(">")[0]
    elif before.endswith(("](", "](<")):
        depth = 0
        for at, sign in enumerate(run):
            depth += (sign == "(") - (sign == ")")
            if depth < 0 or sign == ">":
                return run[:at] or run
    return run.partition("](")[0] or run


def _destination(href: str) -> Iterator[str]:
    if _SCHEME.match(href) or href.startswith("//"):
        yield href
    else:
        yield from (link.address for link in links_of(href))


def _inline(children: Sequence[Token]) -> Iterator[str]:
    """A link ends the text before it; emphasis does not."""
    text: list[str] = []
    for child in children:
        if child.type in ("link_open", "link_close", "image", "code_inline"):
            yield from (link.address for link in links_of("".join(text)))
            text = []
        match child.type:
            case "link_open":
                yield from _destination(str(child.attrGet("href") or ""))
            case "image":
                yield from _destination(str(child.attrGet("src") or ""))
                yield from _inline(child.children or [])
            case "code_inline":
                yield from (link.address for link in links_of(child.content))
            case _:
                text.append(_words(child))
    yield from (link.address for link in links_of("".join(text)))


def _words(token: Token) -> str:
    return "\n" if token.type in ("softbreak", "hardbreak") else token.content


def _host(host: str) -> str:
    """With the letters that stand behind `xn--` and `%`."""
    return ".".join(map(_label, unquote(host).split(".")))


def _label(label: str) -> str:
    if not label.lower().startswith("xn--"):
        return label
    try:
        return label[4:].encode("ascii").decode("punycode")
    except UnicodeError:
        return label
