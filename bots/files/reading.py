"""What a stored file says, as text."""

from __future__ import annotations

import asyncio
import codecs
import sys
from asyncio.subprocess import DEVNULL, PIPE
from pathlib import Path

from bots.files import pdf_text
from bots.files.limits import FileLimits

_MARKS = ((codecs.BOM_UTF8, "utf-8-sig"), (codecs.BOM_UTF16_LE, "utf-16"), (codecs.BOM_UTF16_BE, "utf-16"))


class Unreadable(Exception):
    """The file is not what it is called, or it takes too long to be read."""


def text_of(content: bytes, limits: FileLimits) -> str:
    """Raises Unreadable for what is no text."""
    encoding = next((name for mark, name in _MARKS if content.startswith(mark)), "utf-8")
    try:
        text = content.decode(encoding)
    except UnicodeDecodeError:
        text = content.decode("cp1252", "replace")
    if "\0" in text:
        raise Unreadable("no text")
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
        raise Unreadable("it takes too long") from None
    finally:
        if reader.returncode is None:
            reader.kill()
            await reader.wait()
    if reader.returncode != 0:
        raise Unreadable("no PDF that can be read")
    return said.decode(errors="replace").strip()[: limits.characters]
