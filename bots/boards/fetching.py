"""The files of a post, with their content, on their way to the other sides of a board."""

from __future__ import annotations

import asyncio
import logging
from contextlib import aclosing
from dataclasses import replace

from bots.boards.told import Told
from bots.errors import Refused
from bots.files.limits import FileLimits
from bots.message import File
from bots.ports import Adapter

log = logging.getLogger(__name__)


async def fetched(told: Told, adapter: Adapter | None, limits: FileLimits) -> list[File]:
    """By the account that has heard it; what is too large, or not there any more, is left out."""
    found = [await _content(file, adapter, limits) for file in told.files[: limits.most]]
    return [file for file in found if file is not None]


async def _content(file: File, adapter: Adapter | None, limits: FileLimits) -> File | None:
    if file.content or not file.url:
        return file if file.content else None
    content = bytearray()
    if adapter is None or file.size > limits.most_bytes:
        return None
    try:
        async with asyncio.timeout(limits.fetch_s), aclosing(adapter.fetch(file)) as pieces:
            async for piece in pieces:
                content += piece
                if len(content) > limits.most_bytes:
                    return None
    except (Refused, TimeoutError) as fault:
        log.warning("a file could not be carried to another side", extra={"why": str(fault)})
        return None
    return replace(file, url="", content=bytes(content), size=len(content))
