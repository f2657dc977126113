"""The shape of an admin command: declared once as a typed function, surfaced on every platform and the CLI.

The function's signature is the schema, its docstring the help. A parameter without a default is a required word,
one with a default an option `--name` (bool: a flag), `*words: str` takes the rest of the line.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import timedelta
from typing import Any

from bots.message import File
from bots.people.role import Role
from memory.vocabulary.event import Json


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer:
    """The answer as Markdown for people and as data for `--json`. `ok` False is exit code 1. `files` go with it in a
    direct talk."""

    text: str
    data: Mapping[str, Json] | Sequence[Json] = field(default_factory=dict)
    ok: bool = True
    files: Sequence[File] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Limit:
    """How often one person may give a command in a chat. `holds_for` says of which of its words; else of all."""

    times: int
    within: timedelta
    holds_for: Callable[[Sequence[str]], bool] = lambda words: True


#: Of what touches the whole fleet, or goes through all that an anima keeps.
FLEET_WIDE = Limit(times=5, within=timedelta(hours=1))


@dataclass(frozen=True, slots=True, kw_only=True)
class Command:
    """One command. `run` takes (fleet, asker, **parameters); `fleet` is bots.commands.desk.Desk.

    `path` is its words: ("memory", "search"). `chat` False: command line only. `recorded`: whether it stands in the
    audit log; None: where it is not everybody's. What has a `limit` is recorded: there it is counted.
    """

    path: tuple[str, ...]
    run: Callable[..., Awaitable[Answer]]
    role: Role
    chat: bool = True
    recorded: bool | None = None
    limit: Limit | None = None

    @property
    def is_recorded(self) -> bool:
        if self.limit is not None:
            return True
        return self.role >= Role.ADMIN if self.recorded is None else self.recorded

    @property
    def name(self) -> str:
        return " ".join(self.path)


Arguments = dict[str, Any]
