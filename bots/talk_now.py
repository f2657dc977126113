"""A kept conversation as it now stands: with the edits of what was said, without what was deleted or forgotten.

A summary that was made of words which have changed since is made again, of the beginnings of all that stands.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Mapping, Sequence
from dataclasses import replace
from hashlib import sha256

from bots.mind import Mind
from memory.archive.conversations import Conversation, ConversationTurn
from memory.index.log_now import says_again
from memory.vocabulary.address import Audience, Place
from memory.vocabulary.errors import MemoryFault

log = logging.getLogger(__name__)
#: Characters of one thing said in a summary that no model wrote, and of such a summary.
_BEGINNING, _EXTRACT = 120, 4000
_TRIES, _WITHIN_S = 5, 5.0


async def talk_now(mind: Mind, place: Place, audience: Audience) -> Conversation:
    """What was said there, as it now stands; it is kept so too. Where that cannot be told, nothing was said."""
    try:
        async with asyncio.timeout(_WITHIN_S):
            for _ in range(_TRIES):
                read = await asyncio.to_thread(mind.conversations.read, place)
                if not read.ids:
                    return read
                changed = await mind.engine.changed_since(read.ids)
                amended = await _amended(mind, read, changed, audience)
                if amended == read or await asyncio.to_thread(mind.conversations.amend, read, amended):
                    return amended
    except (MemoryFault, TimeoutError):
        log.warning("a talk is left out: whether its words still stand cannot be told", exc_info=True)
    return Conversation(place=str(place))


def extract(before: str, said: Sequence[tuple[str, str]]) -> str:
    """A summary that no model wrote: the beginning of each thing that was said, by whom."""
    lines = [f"{name}: {_beginning(text)}" for name, text in said]
    return "\n".join([before, *lines]).strip()[-_EXTRACT:]


async def _amended(
    mind: Mind, read: Conversation, changed: Mapping[str, str | None], audience: Audience
) -> Conversation:
    turns = tuple(now for turn in read.turns if (now := _now(turn, read, changed)) is not None)
    own = [turn.text if turn.role == "assistant" else "" for turn in turns]
    summary, *unquoted = await mind.engine.unquoted([read.compressed_summary, *own], audience)
    turns = tuple(replace(turn, text=text) if text else turn for turn, text in zip(turns, unquoted, strict=True))
    amends = tuple(_key(id, changed[id]) for id in read.compressed_ids if id in changed)
    if set(amends) <= set(read.amends) and summary == read.compressed_summary:
        return replace(read, turns=turns)
    ids = [id for id in read.compressed_ids if not _answers_any(id, [*changed])]
    summary = extract("", await mind.engine.said(ids, audience)) if read.compressed_summary else ""
    return replace(read, turns=turns, compressed_summary=summary, amends=amends)


def _now(turn: ConversationTurn, read: Conversation, changed: Mapping[str, str | None]) -> ConversationTurn | None:
    if turn.id in changed:
        words = changed[turn.id] or ""
        return replace(turn, text=words) if words.strip() else None
    for id, text in changed.items():
        if _answers_any(turn.id, [id]):
            asked = next((one.text for one in read.turns if one.id == id), "")
            if text is None or says_again(turn.text, asked, text):
                return None
    return turn


def _answers_any(answer: str, asked: Sequence[str]) -> bool:
    """An answer's event is called after that of its question."""
    return any(answer.startswith(f"{id}/") for id in asked)


def _key(id: str, text: str | None) -> str:
    return sha256(f"{id} {text!r}".encode(errors="replace")).hexdigest()[:16]


def _beginning(text: str) -> str:
    text = " ".join(text.split())
    return text if len(text) <= _BEGINNING else text[:_BEGINNING] + "…"
