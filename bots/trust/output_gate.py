"""The last look at what is about to be said: no secret, no label of memory, no link that carries words of a talk away.
A link in which something is hidden needs no press to be fetched: a preview or a click is enough."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import replace

from bots.message import File
from bots.trust.exposure import Exposure
from bots.trust.links import Link, addresses, canonical, links_of_source, parts_of, read_source, shown
from memory.archive.redaction import Redact, nothing

_LABEL = re.compile(r"<!--[ \t]{0,9}(?:audience|trust)\b[^>\n]{0,300}-->", re.IGNORECASE)
_SIGNS = re.compile(r"[.:@]")
_MARKUP = re.compile(r"[\\`*_~\[\]<>&|#!()+=-]")
_TEXTS = ("text/", "application/json", "application/xml", "image/svg")

Admits = Callable[[str], bool]


class OutputGate:
    """`redact` takes secrets out of a text."""

    def __init__(self, redact: Redact = nothing) -> None:
        self._redact = redact

    def __call__(self, text: str, exposure: Exposure) -> str:
        """The text as it may be said in a turn that has met this, with the reason where a link stays text. What has
        passed once passes unchanged."""
        clean = _LABEL.sub("", self._redact(text))
        said = self.line(clean, exposure)
        return said if said == clean or not _is_withheld(clean, said) else f"{said}\n\n*{exposure.reason}*"

    def line(self, text: str, exposure: Exposure) -> str:
        """The same without the reason: for a button, or a line of a list."""
        clean = _LABEL.sub("", self._redact(text))
        if not exposure.holds_both:
            return clean
        admits = _admitting(exposure, addresses(clean))
        said = _edited(clean, admits, exposure.knows)
        return said if all(map(admits, addresses(said))) else _literal(said, admits, exposure.knows)

    def file(self, file: File, exposure: Exposure) -> File:
        """A text that goes out as a file is looked at like one in a post."""
        if not file.media_type.startswith(_TEXTS):
            return file
        text = _LABEL.sub("", self._redact(file.content.decode(errors="replace")))
        if exposure.holds_both:
            found = [link.address for link in links_of_source(read_source(text)[0])]
            text = _edited(text, _admitting(exposure, found), exposure.knows, splits=False)
        content = text.encode()
        return replace(file, content=content, size=len(content))


def _admitting(exposure: Exposure, said: Iterable[str]) -> Admits:
    """What may be pressed among all that is said at once."""
    known: dict[str, bool] = {}

    def alone(address: str) -> bool:
        key = canonical(address)
        if key not in known:
            known[key] = exposure.knows(key) or not exposure.talk.is_carried_by(address)
        return known[key]

    unknown = [one for one in dict.fromkeys(said) if not exposure.knows(canonical(one))]
    new = [one for one in unknown if alone(one)]
    if new and exposure.talk.is_carried_by_all([*exposure.made, *new]):
        return lambda address: exposure.knows(canonical(address))
    # What is left of a text in pieces goes with its other pieces.
    refused = {parts_of(one).host.lower() for one in unknown if one not in new}
    return lambda address: (
        alone(address) and (parts_of(address).host.lower() not in refused or exposure.knows(canonical(address)))
    )


def _edited(text: str, admits: Admits, knows: Admits, *, splits: bool = True) -> str:
    """What is no link in the end stands where it stood; what may be one is parted from what stands close behind it."""
    read, places = read_source(text)
    parts, at = [], 0
    for link in links_of_source(read):
        start = places[link.start]
        if start < at:
            continue
        kept = _kept(link, admits, knows)
        if kept == link.address:
            continue
        end = places[link.start + len(kept or link.address)]
        before = text[at:start]
        if kept:
            parts += [before, text[start:end], " " if splits else ""]
        else:
            parts += [_unbound(before), _SIGNS.sub(r"[\g<0>]", read[link.start : link.start + len(link.address)])]
        at = end
    return "".join([*parts, text[at:]])


def _kept(link: Link, admits: Admits, knows: Admits) -> str:
    """As much of it as may be a link: what was given, before what was not."""
    known = (address for address in (link.address, *link.shorter()) if knows(canonical(address)))
    may = (address for address in (link.address, *link.shorter(of_ascii=True)) if "." in address and admits(address))
    return next(known, "") or next(may, "")


def _unbound(before: str) -> str:
    """An address that is text is the destination of nothing."""
    return f"{before[:-1]} (" if before.endswith("](") else before.removesuffix("<")


def _literal(text: str, admits: Admits, knows: Admits) -> str:
    """Where markup still makes a link of it: the words alone."""
    plain = _edited(shown(text), admits, knows)
    escaped = _MARKUP.sub(r"\\\g<0>", plain)
    return escaped if all(map(admits, addresses(escaped))) else _MARKUP.sub(r"\\\g<0>", _SIGNS.sub(r"[\g<0>]", plain))


def _is_withheld(before: str, after: str) -> bool:
    return after.count("[.]") > before.count("[.]") or after.count("[:]") > before.count("[:]")
