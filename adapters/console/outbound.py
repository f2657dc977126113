"""What is sent, as text for the terminal: pure."""

from __future__ import annotations

import re
from functools import partial

from adapters.rendering import plain, splitting
from bots.message import Send
from bots.ports import Capabilities

#: Far more than a person reads at once; nothing in a terminal limits it.
LIMIT = 100_000

_CONTROL = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f]")


def said(send: Send) -> str:
    """The post's Markdown; files by name."""
    files = [f"[file: {file.name}, {file.media_type}, {len(file.content) or file.size} bytes]" for file in send.files]
    return "\n".join([send.plainly, *files]).strip("\n")


def readable(markdown: str) -> str:
    """Plain text without control characters: what a model wrote does not steer the terminal."""
    return harmless(plain.render(markdown))


def harmless(text: str) -> str:
    return _CONTROL.sub("", text)


def capabilities() -> Capabilities:
    """A terminal shows what is being written as a draft, and never takes a post back."""
    return Capabilities(
        split=split,
        streaming="draft",
        edit_interval_s=0.25,
        longest_editable=LIMIT,
        threads=False,
        replies=False,
        personas=True,
        private_answers=True,
        buttons=False,
        history=False,
        deletes=False,
    )


def split(markdown: str) -> list[str]:
    """One chunk, except of a very long text."""
    return splitting.split(markdown, partial(_share, LIMIT))


def _share(limit: int, markdown: str) -> float:
    return len(plain.render(markdown)) / limit
