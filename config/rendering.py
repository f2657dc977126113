"""Answers on a terminal: Markdown as it is, or one JSON object; failures as one line on stderr."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Callable, Mapping
from shutil import get_terminal_size

from bots.commands.command import Answer
from config.control import Stream
from memory.vocabulary.ports import Progress

Say = Callable[[Stream, str], None]

DONE, FAILED, WRONG_USAGE = 0, 1, 2


def give(say: Say, answer: Answer, *, as_json: bool) -> int:
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
    return all(one is not None and one.isatty() for one in streams) and os.environ.get("TERM", "dumb") != "dumb"


def for_reading(say: Say) -> Say:
    """What goes to a terminal's standard output is laid out for its width; a pipe gets the Markdown."""
    if not is_terminal():
        return say

    def read(stream: Stream, text: str) -> None:
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


def _line(answer: Answer) -> str:
    if isinstance(answer.data, Mapping) and isinstance(error := answer.data.get("error"), str):
        return error
    bad = sum(line.startswith("- ✗") for line in answer.text.splitlines())
    return f"{bad} thing{'s' * (bad != 1)} to mend" if bad else answer.text.strip().partition("\n")[0]
