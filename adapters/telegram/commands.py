"""Telegram's commands: which words of a message are meant for the fleet, and what the menu shows."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from bots.commands.command import ROOT, ROOT_DESCRIPTION, ROOT_HINT, START_DESCRIPTION, CommandShape

#: Commands of their own besides `/anima`; Telegram sends `/start` when a chat begins.
WORDS = ("start", "stop", "help")

_COMMAND = re.compile(r"/(?P<name>[A-Za-z0-9_]{1,32})(?:@(?P<bot>\w+))?(?=\s|$)(?P<rest>.*)", re.DOTALL)


def menu(shapes: Sequence[CommandShape]) -> list[tuple[str, str]]:
    """What people see behind the slash; `/anima WORDS` is every command."""
    own = [(shape.words[0], shape.description) for word in WORDS for shape in shapes if shape.words == (word,)]
    return [(ROOT, f"{ROOT_DESCRIPTION}: {ROOT_HINT}"), ("start", START_DESCRIPTION), *own]


@dataclass(frozen=True, slots=True)
class CommandWords:
    """What a message is as to commands: `to_other` bots', one of ours (`words`), or talk."""

    kind: Literal["talk", "command", "to_other"]
    words: str = ""


def spoken(text: str, username: str) -> CommandWords:
    """Only a message that begins with a command is one; text that merely contains a command is talk."""
    found = _COMMAND.match(text)
    if found is None:
        return CommandWords("talk")
    if found["bot"] is not None and found["bot"].lower() != username.lower():
        return CommandWords("to_other")
    name, words = found["name"].lower(), found["rest"].strip()
    if name == "anima":
        return CommandWords("command", words)
    if name in WORDS:
        return CommandWords("command", f"{name} {words}".strip())
    return CommandWords("talk")
