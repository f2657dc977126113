"""Every class that the libraries at the rim can raise, each once, ready to be raised."""

from __future__ import annotations

import asyncio
import builtins
import importlib
import inspect
import socket
from collections.abc import Iterator

_MODULES = (
    "builtins",
    "asyncio",
    "concurrent.futures",
    "json",
    "ssl",
    "socket",
    "sqlite3",
    "zlib",
    "http.client",
    "urllib.error",
    "slack_sdk.errors",
    "slack_bolt.error",
    "aiohttp",
    "aiohttp.http_exceptions",
    "discord",
    "discord.errors",
    "discord.gateway",
    "telegram.error",
    "httpx",
    "httpcore",
    "h11",
    "bots.errors",
    "memory.vocabulary.errors",
)
#: Not faults: the process ends by them.
_ENDS = (KeyboardInterrupt, SystemExit, GeneratorExit)
_ERRNOS = (5, 9, 11, 12, 13, 23, 24, 28, 32, 98, 101, 103, 104, 110, 111, 113)


def raised() -> list[BaseException]:
    """An instance of each class, and of OSError with each number that networks and disks give."""
    classes = dict.fromkeys(sorted(_classes(), key=lambda kind: f"{kind.__module__}.{kind.__qualname__}"))
    found = [instance for kind in classes if (instance := _instance(kind)) is not None]
    found += [OSError(number, "trouble") for number in _ERRNOS]
    found += [
        ExceptionGroup("several", [KeyError("id"), TimeoutError()]),
        BaseExceptionGroup("several", [asyncio.CancelledError(), OSError(28, "no space")]),
        socket.gaierror(-3, "Temporary failure in name resolution"),
    ]
    return found


def _classes() -> Iterator[type[BaseException]]:
    for name in _MODULES:
        for _, kind in inspect.getmembers(importlib.import_module(name), inspect.isclass):
            is_fault = issubclass(kind, BaseException) and not issubclass(kind, (*_ENDS, Warning))
            if is_fault and kind not in (BaseException, BaseExceptionGroup, builtins.ExceptionGroup):
                yield kind


def _instance(kind: type[BaseException]) -> BaseException | None:
    """As it comes, with a text, or, where the library makes it from an answer, without anything in it."""
    for arguments in ((), ("odd",)):
        try:
            return kind(*arguments)
        except Exception:
            continue
    try:
        return kind.__new__(kind)
    except Exception:
        return None
