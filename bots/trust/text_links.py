"""The URLs of a text, and whether one carries words of a talk.

Any chat client would make something pressable of them, whatever it looks like in the source: one makes links of bare
domains, one of `https://` in the middle of a word, one goes on until a space. What any of them takes counts, of the
parsed document: destinations, pictures, definitions, and the text as it is shown.

A link carries words where runs of them stand in host, path, query or fragment, plain, encoded, backwards, or in
pieces over several links. A run is six letters or digits, or three signs of a script without spaces, of a text whose
case, accents and separators are left out.
"""

from __future__ import annotations

import codecs
import html
import re
import sys
import unicodedata
from base64 import b32decode, urlsafe_b64decode
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from urllib.parse import unquote

from markdown_it.common.normalize_url import normalizeLink
from markdown_it.token import Token

from bots.text.markdown_parser import block_tokens, inline_tokens
from memory.language.folders import FALLBACK

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
class TextLink:
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
class LinkParts:
    """An address taken apart; `host` with port and whatever else stands before the path."""

    scheme: str
    host: str
    path: str
    query: str
    fragment: str


def links_of(text: str) -> Iterator[TextLink]:
    """In text as it is shown."""
    for found in _URL.finditer(text):
        yield TextLink(start=found.start(), run=found[0])


def links_of_source(text: str) -> Iterator[TextLink]:
    """In Markdown source: an address in brackets ends with them."""
    at = 0
    while (found := _URL.search(text, at)) is not None:
        run = _within(text, found.start(), found[0])
        yield TextLink(start=found.start(), run=run)
        at = found.start() + len(run)


def addresses_in_text(markdown: str) -> Iterator[str]:
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


def shown_text(markdown: str) -> str:
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


def addresses_given_in(text: str) -> Iterator[str]:
    """Every address that a text may be said to give, exactly."""
    yield from addresses_in_text(text)
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


def parts_of(address: str) -> LinkParts:
    scheme, rest = "", address.strip()
    if (found := _SCHEME.match(rest)) is not None and not re.match(r"\d+(?:[/?#]|$)", rest[found.end() :]):
        scheme, rest = found[1].lower(), rest[found.end() :]
    rest, _, fragment = rest.removeprefix("//").partition("#")
    rest, _, query = rest.partition("?")
    host, _, path = rest.partition("/")
    return LinkParts(scheme=scheme, host=_host(host), path=path, query=query, fragment=fragment)


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


# --- carrying -------------------------------------------------------------------------------------------------------
# Whether a link carries words of a talk: runs of them in host, path, query or fragment, plain, encoded, backwards, or
# in pieces over several links.
#
# A run is six letters or digits, or three signs of a script without spaces, of a text whose case, accents and
# separators are left out. A word of a public dictionary does not count in a host: `docs.python.org` says nothing about
# a talk of Python. No word list is shipped for this: the words are those of Python's own documentation (pydoc_data) and
# modules, and of the names and tables of the languages here; in a path those of Python's documentation alone. Nor does
# a beginning of a link that was given: what is led to from there says no more than that.


RUN, WIDE_RUN = 6, 3
_FIRST_WIDE = "\u2e80"
_WORD = re.compile(r"[^\W_]+")
_TOKEN = re.compile(r"[A-Za-z0-9+_-]{8,2000}")
_ENCODED_ASCII = re.compile(r"%(?:25|3[0-9]|[46][1-9a-f]|[57][0-9a]|4f|6f)", re.IGNORECASE)
_CHANGES = re.compile(r"[^\W\d_](?=\d)|\d(?=[^\W\d_])")
_HEX = re.compile(r"[0-9a-f]+", re.IGNORECASE)
_LONGEST_PATH, _LONGEST_WORD, _LONGEST_NUMBER = 200, 32, 4
_MOST_SEGMENTS = 20
_OPEN_SCHEMES = frozenset({"", "http", "https", "mailto"})


class TalkWords:
    """The words that no link may carry."""

    def __init__(self, texts: Iterable[str], given: Iterable[str] = ()) -> None:
        """`given` are canonical addresses."""
        self._runs: set[str] = set()
        self._beginnings = {beginning for address in given for beginning in _beginnings(address)}
        hosts = {_host_of(beginning) for beginning in self._beginnings}
        self._domains = {ending for host in hosts for ending in _endings(host)}
        for text in texts:
            folded = _folded_text(text)
            self._runs.update(folded[at : at + RUN] for at in range(len(folded) - RUN + 1))
            wide = (folded[at : at + WIDE_RUN] for at in range(len(folded) - WIDE_RUN + 1))
            self._runs.update(run for run in wide if min(run) >= _FIRST_WIDE)

    def is_carried_by(self, address: str) -> bool:
        """Whether an address that nobody has given may hold something of the talk, or cannot be seen through."""
        parts = parts_of(address)
        if parts.scheme not in _OPEN_SCHEMES or parts.query or parts.fragment or _is_opaque(parts):
            return True
        known = max(
            (beginning for beginning in _beginnings(canonical(address)) if beginning in self._beginnings),
            key=len,
            default="",
        )
        path = "/".join(parts.path.split("/")[known.count("/") :])
        host = "" if known else self._below(parts.host)
        if self._is_in(_talk_words(host), public_words()) or self._is_in(_talk_words(unquote(path)), technical_words()):
            return True
        plain = f"{host}/{unquote(path)}"
        return any(self._is_in([form]) for form in _hidden(plain))

    def is_carried_by_all(self, addresses: Sequence[str]) -> bool:
        """Whether several hold together what none of them holds alone."""
        if len(addresses) < 2:
            return False
        split = [_pieces(parts_of(address)) for address in addresses]
        rows = [[piece for pieces in split for piece in pieces], *_columns(split)]
        for row in rows:
            joined = "".join(row)
            if self._is_in(row, public_words()) or any(self._is_in([form]) for form in _hidden(joined)):
                return True
        return False

    def _below(self, host: str) -> str:
        """The labels below the longest domain that was given."""
        known = next((ending for ending in _endings(host.lower()) if ending in self._domains), "")
        return host.removesuffix(known) if known else host

    def _is_in(self, words: Sequence[str], public: frozenset[str] = frozenset()) -> bool:
        """A run counts unless it lies within one public word."""
        folded = [_folded_text(word) for word in words]
        text, owner = "".join(folded), [n for n, word in enumerate(folded) for _ in word]
        for at in range(len(text)):
            for length in (RUN, WIDE_RUN):
                run = text[at : at + length]
                if len(run) == length and run in self._runs and (length == RUN or min(run) >= _FIRST_WIDE):
                    first, last = owner[at], owner[at + length - 1]
                    if first != last or folded[first] not in public:
                        return True
        return False


@cache
def technical_words() -> frozenset[str]:
    """Those of Python's documentation and modules, in lower case: one of them in a path tells nothing."""
    from pydoc_data import topics

    words = {word for text in topics.topics.values() for word in _WORD.findall(text.casefold())}
    return frozenset(words | {name.casefold() for name in sys.stdlib_module_names})


@cache
def public_words() -> frozenset[str]:
    """The same with the names and tables of the languages."""
    folder = files("memory.language")
    texts = [folder.joinpath(f"{kind}_names.txt").read_text("utf-8") for kind in ("tech", "org")]
    tables = [file for file in folder.joinpath(FALLBACK).iterdir() if file.name.endswith(".tsv")]
    texts += [table.read_text("utf-8") for table in tables if table.name != "names.tsv"]
    return technical_words() | {word for text in texts for word in _WORD.findall(text.casefold())}


def _host_of(address: str) -> str:
    return address.partition("/")[0].rpartition("@")[2]


def _endings(host: str) -> Iterator[str]:
    """The host and the domains above it, the longest first."""
    labels = host.split(".")[-_MOST_SEGMENTS:]
    yield from (".".join(labels[at:]) for at in range(len(labels) - 1))


def _beginnings(address: str) -> Iterator[str]:
    """The host, and the path up to each of its slashes."""
    bare = re.split(r"[?#]", address, maxsplit=1)[0]
    yield from (bare[: found.start()] for found in list(re.finditer("/", bare))[:_MOST_SEGMENTS])
    yield bare


def _folded_text(text: str) -> str:
    return "".join(sign for sign in unicodedata.normalize("NFKD", text).casefold() if sign.isalnum())


def _talk_words(text: str) -> list[str]:
    return _WORD.findall(text)


def _is_opaque(parts: LinkParts) -> bool:
    """What no reader can see through: long, encoded, invisible, of mixed scripts, or a code rather than words."""
    host, _, port = parts.host.partition(":")
    if len(parts.path) > _LONGEST_PATH or _ENCODED_ASCII.search(parts.path) or len(port) > _LONGEST_NUMBER:
        return True
    if "@" in host and parts.scheme not in ("", "mailto"):
        return True
    text = f"{host}/{unquote(parts.path, errors='strict') if _is_utf8(parts.path) else chr(0)}"
    return any(not sign.isprintable() for sign in text) or any(map(_is_code, _talk_words(text)))


def _is_utf8(path: str) -> bool:
    try:
        unquote(path, errors="strict")
    except UnicodeDecodeError:
        return False
    return True


def _is_code(word: str) -> bool:
    digits = sum(sign.isdigit() for sign in word)
    if len(word) > _LONGEST_WORD or (digits == len(word) and digits > _LONGEST_NUMBER):
        return True
    if digits and len(word) >= RUN and (len(_CHANGES.findall(word)) > 1 or _HEX.fullmatch(word)):
        return True
    scripts = {unicodedata.name(sign, "?").partition(" ")[0] for sign in word if sign.isalpha()}
    return len(scripts & {"LATIN", "CYRILLIC", "GREEK", "ARMENIAN", "CHEROKEE", "FULLWIDTH", "MATHEMATICAL"}) > 1


def _pieces(parts: LinkParts) -> list[str]:
    """What may be chosen freely: labels below the domain, and the words of the path."""
    *labels, _, _ = ["", "", *parts.host.partition(":")[0].split(".")]
    return [*filter(None, labels), *(piece for piece in unquote(parts.path).split("/") if piece)]


def _columns(split: Sequence[Sequence[str]]) -> Iterator[list[str]]:
    """The pieces at one place in all of the links, from the front and from the end; also without their endings."""
    for at in range(min(6, max(map(len, split), default=0))):
        yield [pieces[at] for pieces in split if at < len(pieces)]
        last = [pieces[-1 - at] for pieces in split if at < len(pieces)]
        yield last
        yield [piece.partition(".")[0] for piece in last]


def _hidden(text: str) -> Iterator[str]:
    """What it reads backwards, turned by 13 letters, or decoded."""
    yield text[::-1]
    yield codecs.encode(text, "rot13")
    for token in {*_TOKEN.findall(text), *_TOKEN.findall(re.sub(r"[^A-Za-z0-9+]", "", text))}:
        yield from _decoded(token)


def _decoded(token: str) -> Iterator[str]:
    url_safe = token.replace("+", "-")
    for skipped in range(4):
        whole = url_safe[skipped:]
        whole = whole[: len(whole) - (len(whole) % 4 == 1)]
        with suppress(ValueError):
            yield urlsafe_b64decode(whole + "=" * (-len(whole) % 4)).decode(errors="ignore")
    with suppress(ValueError):
        yield bytes.fromhex(token[: len(token) // 2 * 2]).decode(errors="ignore")
    with suppress(ValueError):
        yield b32decode(token.upper() + "=" * (-len(token) % 8)).decode(errors="ignore")
