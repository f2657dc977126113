"""The wiring: the only place that builds engines, adapters and the fleet."""

from __future__ import annotations

from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager

from bots.commands.desk import Desk
from config import cli
from config.counter import Counter
from config.home import Home, HomeFault
from config.options import ChatOptions, StartOptions
from config.schema import Config


def main(argv: Sequence[str] | None = None) -> int:
    """The command line; the exit code."""
    return cli.main(argv)


def start(options: StartOptions) -> int:
    """The whole fleet in the foreground. The home is owned, the log is set up."""
    raise HomeFault("this build cannot start a fleet yet")


async def chat(options: ChatOptions) -> int:
    """A talk in the terminal. The home is owned, the log is set up."""
    raise HomeFault("this build cannot chat yet")


@asynccontextmanager
async def desk(home: Home, config: Config) -> AsyncIterator[Desk]:
    """The home opened for one command, without connecting to any platform."""
    if home.exists():
        raise HomeFault("this build cannot open a home yet")
    yield Counter(home)
