"""The proof that nothing needs the network: everything is imported, and an anima answers, with outgoing connections
refused. Runs in a process of its own (`python -m config.offline_proof`) and prints one JSON object."""

from __future__ import annotations

import errno
import importlib
import io
import json
import os
import pkgutil
import socket
import sys
import tempfile
from contextlib import redirect_stderr, redirect_stdout
from typing import Any

OURS = ("memory", "bots", "adapters", "config")
THEIRS = ("slack_sdk", "slack_bolt", "discord", "telegram", "litellm", "chromadb", "onnxruntime")
_LOOPBACK = ("127.", "::1", "localhost", "0.0.0.0")

attempts: list[str] = []


class Blocked(OSError):
    """A connection out of this machine was tried while proving that none is needed."""


def main() -> int:
    os.environ.setdefault("LITELLM_LOCAL_MODEL_COST_MAP", "True")
    block()
    failed = {name: error for name in [*_ours(), *THEIRS] if (error := _import(name))}
    answer = _chat()
    print(json.dumps({"attempts": attempts, "failed": failed, "answer": answer[:200]}))
    return 0


def block() -> None:
    """From now on only this machine and Unix sockets can be reached."""
    connect, resolve = socket.socket.connect, socket.getaddrinfo

    def guarded_connect(self: socket.socket, address: Any) -> None:
        _check(address)
        connect(self, address)

    def guarded_connect_ex(self: socket.socket, address: Any) -> int:
        try:
            guarded_connect(self, address)
        except OSError as error:
            return error.errno or errno.ENETUNREACH
        return 0

    def guarded_resolve(host: Any, *rest: Any, **named: Any) -> Any:
        _check((host,))
        return resolve(host, *rest, **named)

    for holder, name, guarded in (
        (socket.socket, "connect", guarded_connect),
        (socket.socket, "connect_ex", guarded_connect_ex),
        (socket, "getaddrinfo", guarded_resolve),
    ):
        setattr(holder, name, guarded)


def _check(address: Any) -> None:
    if isinstance(address, tuple) and address[0] is not None and not str(address[0]).startswith(_LOOPBACK):
        attempts.append(str(address[0]))
        raise Blocked(f"{address[0]} is out of this machine")


def _ours() -> list[str]:
    return [
        found.name
        for package in OURS
        for found in pkgutil.walk_packages(importlib.import_module(package).__path__, f"{package}.")
        if not found.name.endswith(("__main__", "offline_proof"))
    ]


def _import(name: str) -> str:
    """Why it cannot be imported; an optional library that is not installed proves nothing and fails nothing."""
    try:
        with redirect_stdout(sys.stderr):
            importlib.import_module(name)
    except ModuleNotFoundError as error:
        return "" if (error.name or "").partition(".")[0] not in OURS else str(error)
    except Exception as error:
        return f"{type(error).__name__}: {error}"
    return ""


def _chat() -> str:
    """What an anima of a home made for this says, by the offline model."""
    from config.command_runner import run_command as run

    said, complaints = io.StringIO(), io.StringIO()
    with tempfile.TemporaryDirectory(prefix="anima-") as home, redirect_stdout(said), redirect_stderr(complaints):
        code = run(["--home", home, "chat", "alice", "--once", "Hello, who are you?"])
    return said.getvalue().strip() if code == 0 else f"failed: {complaints.getvalue().strip()[:180]}"


if __name__ == "__main__":
    raise SystemExit(main())
