"""The command line's words in, its answers out: global options wherever they stand, what was asked as values, and
Markdown, JSON or one line of error as the answer.
"""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:  # the catalogues and the schema of the config take longer to import than `--help` may take
    from bots.commands.command import CommandAnswer
    from bots.delivery.opening import HomeDelivery
    from config.home import Home
    from config.settings.config_schema import Config
    from config.settings.load import Loaded
    from memory.vocabulary.ports import Progress

Stream = Literal["stdout", "stderr"]

#: Options whose value may look like an option itself.
_WITH_TEXT = ("--once", "--as", "--with", "--place", "--turn")


class WrongUsage(Exception):
    """The words make no command; the message is the one line to show. Exit code 2."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Globals:
    """`words` are what is left of `argv`: the command and its own words."""

    argv: tuple[str, ...]
    words: tuple[str, ...]
    home: str | None = None
    json: bool = False
    quiet: bool = False
    help: bool = False
    version: bool = False
    no_color: bool = False


def globals_of(argv: Sequence[str]) -> Globals:
    """Raises WrongUsage."""
    words: list[str] = []
    home: str | None = None
    flags: set[str] = set()
    waiting = list(argv)
    while waiting:
        word = waiting.pop(0)
        if word == "--":
            words += [word, *waiting]
            break
        if word in ("--json", "--quiet", "--help", "-h", "--version", "--no-color"):
            flags.add(word.lstrip("-")[0])
        elif word == "--home" or word.startswith("--home="):
            _, equals, value = word.partition("=")
            if not equals and not waiting:
                raise WrongUsage("--home needs a directory")
            home = value if equals else waiting.pop(0)
        else:
            words.append(word)
            if word in _WITH_TEXT and waiting:
                words.append(waiting.pop(0))
    return Globals(
        argv=tuple(argv),
        words=tuple(words),
        home=home,
        json="j" in flags,
        quiet="q" in flags,
        help="h" in flags,
        version="v" in flags,
        no_color="n" in flags,
    )


# --- options --------------------------------------------------------------------------------------------------------
# What was asked on the command line, as values.


@dataclass(frozen=True, slots=True, kw_only=True)
class StartOptions:
    """`start`: the home is made, owned and logged; the config is sound. `fresh` on a home's first start,
    `again` where it goes on after an erasure.

    At its terminal speaks `person` (`console:ada`), to `partner` first (empty: to the first anima).
    """

    home: Home
    config: Config
    loaded: Loaded
    delivery: HomeDelivery
    json: bool = False
    quiet: bool = False
    fresh: bool = False
    again: bool = False
    person: str = ""
    partner: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class ChatOptions:
    """`chat [NAME]`: the home is owned and the config is sound. `once` None: an interactive talk.

    `person` is a person's address (`console:ada`), `place` a channel of the console or "dm".
    """

    home: Home
    config: Config
    name: str
    once: str | None
    person: str
    place: str
    json: bool = False
    quiet: bool = False


ReadChat = Callable[[Globals, "Home", "Config"], ChatOptions]
"""What a client of the control socket wants of `chat`: config.verbs, which stands above what carries it out."""


@dataclass(frozen=True, slots=True, kw_only=True)
class BenchOptions:
    """`bench NAME …`: the words after the name are the benchmark's own."""

    words: Sequence[str]
    json: bool = False
    quiet: bool = False


# --- rendering ------------------------------------------------------------------------------------------------------
# Answers on a terminal: Markdown as it is, or one JSON object; failures as one line on stderr.


Say = Callable[[Stream, str], None]

DONE, FAILED, WRONG_USAGE = 0, 1, 2


def to_terminal(stream: Stream, text: str) -> None:
    out = sys.stderr if stream == "stderr" else sys.stdout
    out.write(text)
    out.flush()


def give(say: Say, answer: CommandAnswer, *, as_json: bool) -> int:
    """Print the answer; the exit code."""
    if as_json:
        say("stdout", json.dumps(answer.data, ensure_ascii=False, default=str) + "\n")
        if not answer.ok:
            say("stderr", _line(answer) + "\n")
    elif answer.ok:
        say("stdout", answer.text.rstrip("\n") + "\n")
    elif "\n" in answer.text.strip():
        say("stdout", answer.text.rstrip("\n") + "\n")
        say("stderr", _line(answer) + "\n")
    else:
        say("stderr", answer.text.strip() + "\n")
    return DONE if answer.ok else FAILED


def is_terminal() -> bool:
    """Whether a person sits here who can be given more than lines of text."""
    streams = (sys.stdin, sys.stdout)
    return (
        all(stream is not None and stream.isatty() for stream in streams) and os.environ.get("TERM", "dumb") != "dumb"
    )


def for_reading(say: Say) -> Say:
    """What goes to a terminal's standard output is laid out for its width; a pipe gets the Markdown."""
    if not is_terminal():
        return say

    def read(stream: Stream, text: str) -> None:
        from shutil import get_terminal_size

        from adapters.console.markdown import rendered

        say(stream, rendered(text, width=get_terminal_size().columns) if stream == "stdout" else text)

    return read


def fail(say: Say, line: object, *, code: int = FAILED) -> int:
    say("stderr", f"{line}\n")
    return code


def bar(say: Say, *, live: bool) -> Progress:
    """Progress on stderr: a bar that grows where somebody watches, else a line every tenth."""
    told = -1

    def tell(done: int, total: int) -> None:
        nonlocal told
        tenth = 10 * done // max(total, 1)
        if tenth <= told:
            return
        told = tenth
        if live:
            say("stderr", f"\r[{'#' * tenth:<10}] {done}/{total}{chr(10) if tenth >= 10 else ''}")
        else:
            say("stderr", f"{done} of {total}\n")

    return tell


def _line(answer: CommandAnswer) -> str:
    if isinstance(answer.data, Mapping) and isinstance(error := answer.data.get("error"), str):
        return error
    bad = sum(line.startswith("- ✗") for line in answer.text.splitlines())
    return f"{bad} thing{'s' * (bad != 1)} to mend" if bad else answer.text.strip().partition("\n")[0]
