"""The message as it is when its turn comes: edited or deleted since, and with the rest of its album."""

from __future__ import annotations

import asyncio
import logging
from dataclasses import replace

from bots.attempt import Attempt
from bots.message import Message
from bots.parcel import unpack_heard
from memory.languages import feedback
from memory.vocabulary.errors import MemoryFault

log = logging.getLogger(__name__)
#: So long a turn waits to hear whether its message still stands: an index that is being made must not hold it up.
_KNOWN_WITHIN_S = 2.0


async def still_stands(one: Attempt) -> bool:
    """Whether the message is there still; it is heard as it was edited since."""
    key = one.cue.key
    try:
        async with asyncio.timeout(_KNOWN_WITHIN_S):
            changed = await one.mind.engine.changed_since([key])
    except (MemoryFault, TimeoutError):
        log.warning("whether a message still stands cannot be told", exc_info=True)
        return True
    if key not in changed:
        return True
    if changed[key] is None:
        return feedback.wants_forgotten(one.heard.message.text)  # which takes back its own words, and is answered
    text = (changed[key] or "").strip()
    one.heard = replace(one.heard, message=replace(one.heard.message, text=text))
    return bool(text or one.heard.message.files)


async def gather(one: Attempt) -> None:
    """The files of an album whose parts come one by one: once nothing more comes, those of all."""
    message, seen, parts = one.heard.message, -1, list[Message]()
    while message.album and len(parts) > seen:
        seen = len(parts)
        await asyncio.sleep(one.stage.pace.album_s)
        waiting = [unpack_heard(body).message for body in await one.turn.behind()]
        parts = [part for part in waiting if part.album == message.album]
    if parts:
        text = next(filter(None, [part.text for part in (message, *parts)]), "")
        files = tuple(file for part in (message, *parts) for file in part.files)
        one.heard = replace(one.heard, message=replace(message, text=text, files=files))
