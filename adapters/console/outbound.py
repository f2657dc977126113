"""What is sent, as text for the terminal, and the screen that shows it."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass
from functools import partial
from typing import Literal

from adapters.rendering import layout, splitting
from bots.message import Send
from bots.ports import Capabilities

#: Far more than a person reads at once; nothing in a terminal limits it.
LIMIT = 100_000

_CONTROL = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f]")


def post_text(send: Send) -> str:
    """The post's Markdown; files by name."""
    files = [f"[file: {file.name}, {file.media_type}, {len(file.content) or file.size} bytes]" for file in send.files]
    return "\n".join([send.plainly, *files]).strip("\n")


def readable(markdown: str) -> str:
    """Plain text without control characters: what a model wrote does not steer the terminal."""
    return harmless(layout.plain_text(markdown))


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
    return len(layout.plain_text(markdown)) / limit


# --- screen ---------------------------------------------------------------------------------------------------------
# What a terminal shows, and the screen of a pipe.


@dataclass(frozen=True, slots=True, kw_only=True)
class Shown:
    """One thing that a terminal shows; `text` is Markdown.

    `post`: `name` says it (nobody: it is a note). `draft`: what `name` has written so far, empty while it thinks.
    `over`: `name` writes no more. `with`: what is entered goes to `name` from now on.
    """

    kind: Literal["post", "draft", "over", "with"] = "post"
    name: str = ""
    text: str = ""


Show = Callable[[Shown], None]


@dataclass(frozen=True, slots=True, kw_only=True)
class Screen:
    """What a person enters, message by message, and where they read. Whoever `leaves` waits for no answer."""

    lines: AsyncIterator[str]
    show: Show
    leaves: bool = False


def plain_posts(write: Callable[[str], None]) -> Show:
    """Posts as `alice> the answer`, further lines as they are; nothing else is shown."""

    def show(shown: Shown) -> None:
        if shown.kind == "post":
            label = f"{shown.name}> " if shown.name else ""
            write(f"{label}{readable(shown.text)}\n")

    return show
