"""The shape of an admin command: declared once as a typed function, surfaced on every platform and the CLI.

The function's signature is the schema, its docstring the help. A parameter without a default is a required word,
one with a default an option `--name` (bool: a flag), `*words: str` takes the rest of the line.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import timedelta
from enum import IntEnum
from typing import Any

from bots.message import File
from memory.vocabulary.event import Json


class Role(IntEnum):
    """Who may: a role may all that the lesser ones may."""

    GUEST = 0
    MEMBER = 1
    ADMIN = 2
    OWNER = 3


@dataclass(frozen=True, slots=True, kw_only=True)
class Asker:
    """Who asks, and from where. On the command line `person` is `console:<user>` and the role is OWNER.

    `audience` is who will read the answer. `person` is one over all linked accounts, `account` the one by which they
    ask; `heard_by` is the account of the fleet that hears them.
    """

    person: str
    role: Role
    audience: str
    place: str = ""
    account: str = ""
    name: str = ""
    heard_by: str = ""
    is_direct: bool = False

    @property
    def room(self) -> str:
        """The place without its thread; empty on the command line."""
        return self.place.partition("#")[0]

    def hears_of(self, lane: str) -> bool:
        """What is to be known of a lane's turns: in a chat only of those in this room, on the command line of all."""
        return not self.place or lane.partition("@")[2].partition("#")[0] == self.room


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
