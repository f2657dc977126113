"""What a terminal shows, and the screen of a pipe."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass
from typing import Literal

from adapters.console.outbound import readable


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


def plainly(write: Callable[[str], None]) -> Show:
    """Posts as `alice> the answer`, further lines as they are; nothing else is shown."""

    def show(shown: Shown) -> None:
        if shown.kind == "post":
            label = f"{shown.name}> " if shown.name else ""
            write(f"{label}{readable(shown.text)}\n")

    return show
