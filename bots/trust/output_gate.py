"""The last look at what is about to be said: no secret, no label of memory, no link that a model has made up of what
others wrote. A link in which something is hidden needs no press to be fetched: a preview or a click is enough."""

from __future__ import annotations

import re
from dataclasses import replace

from bots.message import File
from bots.trust.exposure import Exposure
from memory.archive.redaction import Redact, nothing

_LABEL = re.compile(r"<!--[ \t]{0,9}(?:audience|trust)\b[^>\n]{0,300}-->", re.IGNORECASE)
_LINK = re.compile(r"https?://[^\s<>()\[\]{}\"'`|\\]{1,2000}", re.IGNORECASE)
_HOST = re.compile(r"^(h)tt(ps?://)", re.IGNORECASE)


class OutputGate:
    """`redact` takes secrets out of a text."""

    def __init__(self, redact: Redact = nothing) -> None:
        self._redact = redact

    def __call__(self, text: str, exposure: Exposure) -> str:
        """The text as it may be said in a turn that has met this. What has passed once passes unchanged."""
        clean = _LABEL.sub("", self._redact(text))
        if not exposure.is_foreign:
            return clean
        return _LINK.sub(lambda found: _kept(found[0], exposure), clean)

    def file(self, file: File, exposure: Exposure) -> File:
        """A text that goes out as a file is looked at like one in a post."""
        if not file.media_type.startswith("text/") and file.media_type != "application/json":
            return file
        content = self(file.content.decode(errors="replace"), exposure).encode()
        return replace(file, content=content, size=len(content))


def _kept(link: str, exposure: Exposure) -> str:
    """As it is where it stands in what the turn was given; else as text that is no link anywhere."""
    bare = link.rstrip(".,;:!?…*_~")
    return link if exposure.knows(bare) else _HOST.sub(r"\1xx\2", link)
