"""The command line's words: global options wherever they stand, the rest in order."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

#: Options whose value may look like an option itself.
_WITH_TEXT = ("--once", "--as", "--with", "--place", "--turn")


class WrongUsage(Exception):
    """The words make no command; the message is the one line to show. Exit code 2."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Globals:
    """`words` are what is left: the command and its own words."""

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
        words=tuple(words),
        home=home,
        json="j" in flags,
        quiet="q" in flags,
        help="h" in flags,
        version="v" in flags,
        no_color="n" in flags,
    )
