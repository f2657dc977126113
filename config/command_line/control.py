"""The control socket: commands typed beside a running fleet are carried out by it.

JSON lines. The client says `{"argv": […], "cwd": …, "terminal": true}`, then perhaps `{"stdin": "a line"}`; the fleet
answers `{"stdout": …}` and `{"stderr": …}` as often as it likes, to a talk at a terminal `{"show": {…}}`
(adapters.console.outbound), and at last `{"exit": n}`.
"""

from __future__ import annotations

import asyncio
import json
import logging
import os
import socket
import tempfile
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Mapping, Sequence
from contextlib import asynccontextmanager, contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

from config.command_line.arguments import Stream

logger = logging.getLogger(__name__)

#: The kernel's limit is 108 bytes (104 elsewhere), with the closing zero.
LONGEST_PATH = 100
LONGEST_LINE = 4_000_000
_FORM = 'expected one JSON object a line: {"argv": ["status"]}'

_TOO_LONG = f"(That was too long to be heard: at most {LONGEST_LINE // 1_000_000} million letters at once.)\n"


class Unanswered(Exception):
    """No fleet answers at the home's control socket."""


class BrokenOff(Unanswered):
    """The fleet ended before the command was done: how much of it was done is unknown, so it is not tried again."""

    def __init__(self) -> None:
        super().__init__("the fleet stopped before the command was done")


@dataclass(slots=True)
class Session:
    """One command of one client. Give text back as it comes; read lines where the command asks for some."""

    argv: tuple[str, ...]
    cwd: str
    is_terminal: bool  # a person looks at what is said
    _reader: asyncio.StreamReader
    _writer: asyncio.StreamWriter

    async def say(self, text: str, stream: Stream = "stdout") -> None:
        await self.tell({stream: text})

    async def tell(self, line: dict[str, object]) -> None:
        await _write(self._writer, line)

    async def line(self) -> str | None:
        """The next line that the person typed; None when there will be no more."""
        while content := await self._next():
            match _object(content):
                case {"stdin": str(text)}:
                    return text
                case {"stdin": None}:
                    return None
        return None

    async def _next(self) -> bytes:
        """The next line that is no longer than can be; of one that is, its pieces are dropped."""
        is_told = False
        while True:
            try:
                return await self._reader.readline()
            except ValueError:
                if not is_told:
                    await self.say(_TOO_LONG, "stderr")
                is_told = True

    async def gone(self) -> None:
        """Returns when the client has hung up."""
        while await self._reader.readline():
            pass


Handler = Callable[[Session], Awaitable[int]]


@asynccontextmanager
async def serve(path: Path, handler: Handler) -> AsyncIterator[None]:
    """Answer at the socket while inside. Only the home's owner may: a socket left by a dead fleet is replaced."""
    listening = _bind(path)
    talks: set[asyncio.Task[None]] = set()

    async def talk(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        assert task is not None
        talks.add(task)
        try:
            await _talk(reader, writer, handler)
        except asyncio.CancelledError:
            writer.close()  # the fleet ends; the stream's own code would take a cancelled talk for a crash
        finally:
            talks.discard(task)

    server = await asyncio.start_unix_server(talk, sock=listening, limit=LONGEST_LINE)
    try:
        yield
    finally:
        server.close()
        for task in list(talks):
            task.cancel()
        await asyncio.gather(*talks, return_exceptions=True)
        _remove(path)


async def ask(
    path: Path,
    argv: Sequence[str],
    *,
    said: Callable[[Stream, str], None],
    typed: AsyncIterator[str] | None = None,
    show: Callable[[Mapping[str, str]], None] | None = None,
) -> int:
    """Have the running fleet carry out a command; its exit code. `show` is what a terminal has. Raises Unanswered."""
    reader, writer = await _connect(path)
    typing: asyncio.Task[None] | None = None
    try:
        await _write(writer, {"argv": list(argv), "cwd": str(Path.cwd()), "terminal": show is not None})
        if typed is not None:
            typing = asyncio.create_task(_forward(typed, writer))
        while content := await reader.readline():
            match _object(content):
                case {"exit": int(code)}:
                    return code
                case {"stdout": str(text)}:
                    said("stdout", text)
                case {"stderr": str(text)}:
                    said("stderr", text)
                case {"show": dict(shown)} if show is not None:
                    show(shown)
        raise BrokenOff
    except ConnectionError as error:
        raise BrokenOff from error
    finally:
        if typing:
            typing.cancel()
        writer.close()


# ------------------------------------------------------------------------------------------------ one talk


async def _talk(reader: asyncio.StreamReader, writer: asyncio.StreamWriter, handler: Handler) -> None:
    with suppress(ConnectionError):
        try:
            session = await _session(reader, writer)
            code = 2 if session is None else await _carry_out(session, handler)
            await _write(writer, {"exit": code})
        finally:
            writer.close()


async def _session(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> Session | None:
    try:
        content = await reader.readline()
    except ValueError:
        content = b""
    match _object(content):
        case {"argv": list(argv), **rest} if all(isinstance(word, str) for word in argv):
            return Session(tuple(argv), str(rest.get("cwd", "/")), rest.get("terminal") is True, reader, writer)
    await _write(writer, {"stderr": f"{_FORM}\n"})
    return None


async def _carry_out(session: Session, handler: Handler) -> int:
    """A rim: whatever a command does, the fleet lives on and the client hears one line."""
    try:
        return await handler(session)
    except ConnectionError:
        raise
    except Exception as error:
        logger.exception("a command failed", extra={"command": " ".join(session.argv[:2])})
        await session.say(
            f"{' '.join(session.argv[:2])} failed ({type(error).__name__}): see logs/fleet.log\n", "stderr"
        )
        return 1


async def _forward(typed: AsyncIterator[str], writer: asyncio.StreamWriter) -> None:
    with suppress(ConnectionError):
        async for text in typed:
            await _write(writer, {"stdin": text})
        await _write(writer, {"stdin": None})


async def _write(writer: asyncio.StreamWriter, line: dict[str, object]) -> None:
    writer.write(json.dumps(line, ensure_ascii=False).encode("utf-8", "surrogateescape") + b"\n")
    await writer.drain()


def _object(content: bytes) -> object:
    try:
        return json.loads(content)
    except ValueError:
        return None


# ------------------------------------------------------------------------------------------------ the socket


async def _connect(path: Path) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
    try:
        with _short(path) as name:
            return await asyncio.open_unix_connection(name, limit=LONGEST_LINE)
    except OSError as error:
        raise Unanswered(f"nobody answers at {path}") from error


def _bind(path: Path) -> socket.socket:
    _remove(path)
    listening = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
    before = os.umask(0o177)
    try:
        with _short(path) as name:
            listening.bind(name)
    finally:
        os.umask(before)
    return listening


def _remove(path: Path) -> None:
    with suppress(OSError):
        path.unlink()


@contextmanager
def _short(path: Path) -> Iterator[str]:
    """The path, by way of a link where it is too long for a socket's address."""
    if len(os.fsencode(path)) <= LONGEST_PATH:
        yield str(path)
        return
    with tempfile.TemporaryDirectory(prefix="anima-", dir="/tmp") as folder:
        link = Path(folder) / "home"
        link.symlink_to(path.parent, target_is_directory=True)
        yield str(link / path.name)
