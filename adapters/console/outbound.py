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


def shown(send: Send, default_name: str) -> str:
    """`alice> the answer`, further lines as they are; files by name."""
    name = send.persona.name if send.persona else default_name
    files = [f"[file: {file.name}, {file.media_type}, {len(file.content) or file.size} bytes]" for file in send.files]
    text = "\n".join([readable(send.plainly), *files]).strip("\n")
    return f"{name}> {text}"


def readable(markdown: str) -> str:
    """Plain text without control characters: what a model wrote does not steer the terminal."""
    return _CONTROL.sub("", plain.render(markdown))


def capabilities() -> Capabilities:
    """A terminal shows text once and never takes it back."""
    return Capabilities(
        split=split,
        streaming="none",
        edit_interval_s=1.0,
        longest_editable=0,
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
