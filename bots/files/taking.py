"""Taking in the files of a message: fetched by its platform, kept under the anima, read as far as they can be.

What cannot be taken in is told, to the person and to the model; it never keeps a message from being answered.
"""

from __future__ import annotations

import asyncio
import logging
from contextlib import aclosing
from dataclasses import dataclass

from tenacity import AsyncRetrying, retry_if_exception_type, stop_after_attempt, wait_exponential

from bots.errors import Broken, SendFault, Unreachable
from bots.files.kinds import kind_of
from bots.files.limits import FileLimits
from bots.files.reading import Unreadable, text_of, text_of_pdf
from bots.message import File, Message
from bots.ports import Adapter, Image
from memory.archive.attachments import Attachments
from memory.vocabulary.errors import MemoryFault

log = logging.getLogger(__name__)
_TRIES = 3
#: So many PDFs are read at a time.
_READERS = 2
_PIECE = 1024 * 1024


@dataclass(frozen=True, slots=True, kw_only=True)
class Came:
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

    async def take(self, adapter: Adapter, kept: Attachments, message: Message) -> tuple[Came, ...]:
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
            return tuple(Came(file=file, problem="file_failed") for file in files)
        return tuple([await self._taken(adapter, kept, *one) for one in zip(files, paths, strict=True)])

    async def _taken(self, adapter: Adapter, kept: Attachments, file: File, path: str) -> Came:
        kind = kind_of(file.name, file.media_type)
        if kind == "other":
            return Came(file=file, problem="file_unknown")
        if file.size > self.limits.most_bytes:
            return Came(file=file, problem="file_too_large")
        try:
            async with asyncio.timeout(self.limits.fetch_s):
                is_whole = await self._fetched(adapter, kept, file, path)
        except (SendFault, MemoryFault, TimeoutError) as fault:
            log.warning("a file could not be fetched", extra={"place": path, "why": str(fault)})
            return Came(file=file, problem="file_failed")
        if not is_whole:
            return Came(file=file, problem="file_too_large")
        try:
            if kind == "pdf":
                async with self._readers:
                    return Came(file=file, text=await text_of_pdf(kept.where(path), self.limits))
            content = await asyncio.to_thread(kept.read, path)
            if kind == "text":
                return Came(file=file, text=await asyncio.to_thread(text_of, content, self.limits))
            return Came(file=file, image=_image(file, content))
        except (Unreadable, MemoryFault, OSError):
            return Came(file=file, problem="file_broken")

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
        raise Unreadable("no picture")
    return Image(name=file.name, media_type=found, content=content)
