"""The files of a message: fetched by their platform, kept under the anima, read as far as they can be.

What cannot be taken in is told, to the person and to the model; it never keeps a message from being answered.
"""

from __future__ import annotations

import asyncio
import codecs
import logging
import sys
from asyncio.subprocess import DEVNULL, PIPE
from contextlib import aclosing
from dataclasses import dataclass
from pathlib import Path, PurePath
from typing import Literal

from tenacity import AsyncRetrying, retry_if_exception_type, stop_after_attempt, wait_exponential

from bots.delivery import pdf_text
from bots.errors import Broken, SendFault, Unreachable
from bots.message import File, Message
from bots.ports import Adapter, Image
from memory.archive.conversations import Attachments
from memory.vocabulary.errors import MemoryFault

FileType = Literal["text", "pdf", "image", "other"]

#: What every model takes that sees images.
_IMAGES = frozenset({"image/png", "image/jpeg", "image/gif", "image/webp"})
_TEXTS = frozenset(
    {
        *("application/json", "application/xml", "application/yaml", "application/x-yaml", "application/toml"),
        *("application/x-sh", "application/javascript", "application/sql", "application/x-ndjson", "application/x-tex"),
    }
)
#: Platforms call these text, nothing, or `application/octet-stream`.
_SUFFIXES = frozenset(
    {
        *(".txt", ".md", ".markdown", ".rst", ".csv", ".tsv", ".log", ".json", ".jsonl", ".xml", ".yaml", ".yml"),
        *(".toml", ".ini", ".cfg", ".conf", ".html", ".htm", ".css", ".js", ".ts", ".py", ".sh", ".sql", ".c", ".h"),
        *(".cpp", ".java", ".go", ".rs", ".rb", ".php", ".tex", ".diff", ".patch", ".srt", ".vtt", ".ics", ".vcf"),
        ".org",
    }
)
_PICTURES = frozenset({".png", ".jpg", ".jpeg", ".gif", ".webp"})


def file_type(name: str, media_type: str) -> FileType:
    plain, suffix = media_type.partition(";")[0].strip().lower(), _suffix(name)
    if plain in _IMAGES or (plain in ("", "application/octet-stream") and suffix in _PICTURES):
        return "image"
    if plain == "application/pdf" or suffix == ".pdf":
        return "pdf"
    if plain.startswith("text/") or plain in _TEXTS or suffix in _SUFFIXES:
        return "text"
    return "other"


def _suffix(name: str) -> str:
    return PurePath(name).suffix.lower()


# --- limits ---------------------------------------------------------------------------------------------------------
# How much of a file is taken in.


@dataclass(frozen=True, slots=True, kw_only=True)
class FileLimits:
    """`most_bytes` of a file, `most` files of a message; `pages` of a PDF and `characters` of any text are read, within
    `read_s`; `prompt_tokens` of all texts of a message stand in the prompt."""

    most_bytes: int = 20 * 1024 * 1024
    most: int = 10
    pages: int = 200
    characters: int = 400_000
    prompt_tokens: int = 6000
    fetch_s: float = 60.0
    read_s: float = 20.0
    first_pause_s: float = 1.0


# --- reading --------------------------------------------------------------------------------------------------------
# What a stored file says, as text.


_BYTE_ORDER_MARKS = ((codecs.BOM_UTF8, "utf-8-sig"), (codecs.BOM_UTF16_LE, "utf-16"), (codecs.BOM_UTF16_BE, "utf-16"))


class UnreadableFile(Exception):
    """The file is not what it is called, or it takes too long to be read."""


def text_of_file(content: bytes, limits: FileLimits) -> str:
    """Raises Unreadable for what is no text."""
    encoding = next((name for mark, name in _BYTE_ORDER_MARKS if content.startswith(mark)), "utf-8")
    try:
        text = content.decode(encoding)
    except UnicodeDecodeError:
        text = content.decode("cp1252", "replace")
    if "\0" in text:
        raise UnreadableFile("no text")
    return text[: limits.characters]


async def text_of_pdf(path: Path, limits: FileLimits) -> str:
    """Raises Unreadable."""
    reader = await asyncio.create_subprocess_exec(
        *(sys.executable, "-P", pdf_text.__file__, str(path), str(limits.pages), str(limits.characters)),
        stdin=DEVNULL,
        stdout=PIPE,
        stderr=DEVNULL,
    )
    try:
        async with asyncio.timeout(limits.read_s):
            said, _ = await reader.communicate()
    except TimeoutError:
        raise UnreadableFile("it takes too long") from None
    finally:
        if reader.returncode is None:
            reader.kill()
            await reader.wait()
    if reader.returncode != 0:
        raise UnreadableFile("no PDF that can be read")
    return said.decode(errors="replace").strip()[: limits.characters]


# --- taking ---------------------------------------------------------------------------------------------------------
# Taking in the files of a message: fetched by its platform, kept under the anima, read as far as they can be.
#
# What cannot be taken in is told, to the person and to the model; it never keeps a message from being answered.


log = logging.getLogger(__name__)
_TRIES = 3
#: So many PDFs are read at a time.
_READERS = 2
_PIECE = 1024 * 1024


@dataclass(frozen=True, slots=True, kw_only=True)
class TakenFile:
    """A file of a message: what it says, or what it shows; else `problem` is the fleet's word for why not."""

    file: File
    text: str = ""
    image: Image | None = None
    problem: str = ""


class FileTaker:
    """For all animas and accounts."""

    def __init__(self, limits: FileLimits | None = None) -> None:
        self.limits = limits or FileLimits()
        self._readers = asyncio.Semaphore(_READERS)

    async def take(self, adapter: Adapter, kept: Attachments, message: Message) -> tuple[TakenFile, ...]:
        """In the message's order. Fetched again whenever a turn is thought again."""
        files = message.files[: self.limits.most]
        if not files:
            return ()
        about = {
            "event": f"{message.place}/{message.key}",
            "audience": str(message.audience),
            "person": str(message.author),
            "name": message.author_name,
            "at": message.at.isoformat(),
        }
        names = [(file.name, file.media_type) for file in files]
        try:
            paths = await asyncio.to_thread(kept.begin, message.place, message.id, names, about)
        except MemoryFault:
            log.warning("files of a message could not be kept", exc_info=True)
            return tuple(TakenFile(file=file, problem="file_failed") for file in files)
        return tuple([await self._taken(adapter, kept, *item) for item in zip(files, paths, strict=True)])

    async def _taken(self, adapter: Adapter, kept: Attachments, file: File, path: str) -> TakenFile:
        kind = file_type(file.name, file.media_type)
        if kind == "other":
            return TakenFile(file=file, problem="file_unknown")
        if file.size > self.limits.most_bytes:
            return TakenFile(file=file, problem="file_too_large")
        try:
            async with asyncio.timeout(self.limits.fetch_s):
                is_whole = await self._fetched(adapter, kept, file, path)
        except (SendFault, MemoryFault, TimeoutError) as fault:
            log.warning("a file could not be fetched", extra={"place": path, "why": str(fault)})
            return TakenFile(file=file, problem="file_failed")
        if not is_whole:
            return TakenFile(file=file, problem="file_too_large")
        try:
            if kind == "pdf":
                async with self._readers:
                    return TakenFile(file=file, text=await text_of_pdf(kept.where(path), self.limits))
            content = await asyncio.to_thread(kept.read, path)
            if kind == "text":
                return TakenFile(file=file, text=await asyncio.to_thread(text_of_file, content, self.limits))
            return TakenFile(file=file, image=_image(file, content))
        except (UnreadableFile, MemoryFault, OSError):
            return TakenFile(file=file, problem="file_broken")

    async def _fetched(self, adapter: Adapter, kept: Attachments, file: File, path: str) -> bool:
        """False: it is larger than was said. Raises SendFault, StorageFault."""
        tries = AsyncRetrying(
            retry=retry_if_exception_type((Unreachable, Broken)),
            stop=stop_after_attempt(_TRIES),
            wait=wait_exponential(self.limits.first_pause_s, max=20),
            reraise=True,
        )
        return await tries(self._fetched_once, adapter, kept, file, path)

    async def _fetched_once(self, adapter: Adapter, kept: Attachments, file: File, path: str) -> bool:
        await asyncio.to_thread(kept.drop, path)
        size, waiting = 0, bytearray()
        async with aclosing(adapter.fetch(file)) as pieces:
            async for piece in pieces:
                size += len(piece)
                if size > self.limits.most_bytes:
                    await asyncio.to_thread(kept.drop, path)
                    return False
                waiting += piece
                if len(waiting) >= _PIECE:
                    await asyncio.to_thread(kept.append, path, bytes(waiting))
                    waiting.clear()
        await asyncio.to_thread(kept.append, path, bytes(waiting))
        return True


def _image(file: File, content: bytes) -> Image:
    """Raises Unreadable for what no viewer would take for a picture."""
    kinds = ((b"\x89PNG\r\n", "image/png"), (b"\xff\xd8\xff", "image/jpeg"), (b"GIF8", "image/gif"))
    found = next((kind for begin, kind in kinds if content.startswith(begin)), "")
    if content.startswith(b"RIFF") and content[8:12] == b"WEBP":
        found = "image/webp"
    if not found:
        raise UnreadableFile("no picture")
    return Image(name=file.name, media_type=found, content=content)
