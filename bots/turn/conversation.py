"""Conversation memory: question and answer are kept word for word, the oldest give way to a summary of them.

A kept conversation is read as it now stands: with the edits of what was said, without what was deleted or forgotten.
A summary that was made of words which have changed since is made again, of the beginnings of all that stands.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import timedelta
from hashlib import sha256

from bots.anima.anima import Anima
from bots.delivery.items import InboxItem
from bots.errors import ModelFault
from bots.ports import ChatMessage
from bots.turn.prompt.talk_messages import line_of_turn, names_in, with_file_names
from bots.turn.thinking.budget import asked_for, call_purpose
from memory.archive.conversations import Conversation, ConversationTurn
from memory.index.log_now import says_again
from memory.vocabulary.address import Audience, Place
from memory.vocabulary.errors import MemoryFault, StorageFault
from memory.vocabulary.ports import Clock

log = logging.getLogger(__name__)
#: Characters of one thing said in a summary that no model wrote, and of such a summary.
_BEGINNING, _EXTRACT = 120, 4000
_TRIES, _WITHIN_S = 5, 5.0


async def conversation_now(anima: Anima, place: Place, audience: Audience) -> Conversation:
    """What was said there, as it now stands; it is kept so too. Where that cannot be told, nothing was said."""
    try:
        async with asyncio.timeout(_WITHIN_S):
            for _ in range(_TRIES):
                read = await asyncio.to_thread(anima.records.conversations.read, place)
                if read.audience and not anima.engine.may_hear(read.audience, audience):
                    break  # a room that is a board's now has readers who were not there
                if not read.ids:
                    return read
                changed = await anima.engine.changed_since(read.ids)
                amended = await _amended_turns(anima, read, changed, audience)
                if amended == read or await asyncio.to_thread(anima.records.conversations.amend, read, amended):
                    return amended
    except (MemoryFault, TimeoutError):
        log.warning("a talk is left out: whether its words still stand cannot be told", exc_info=True)
    return Conversation(place=str(place))


def extractive_summary(before: str, said: Sequence[tuple[str, str]]) -> str:
    """A summary that no model wrote: the beginning of each thing that was said, by whom."""
    lines = [f"{name}: {_first_words(text)}" for name, text in said]
    return "\n".join([before, *lines]).strip()[-_EXTRACT:]


async def _amended_turns(
    anima: Anima, read: Conversation, changed: Mapping[str, str | None], audience: Audience
) -> Conversation:
    turns = tuple(now for turn in read.turns if (now := _turn_now(turn, read, changed)) is not None)
    own = [turn.text if turn.role == "assistant" else "" for turn in turns]
    summary, *unquoted = await anima.engine.unquoted([read.compressed_summary, *own], audience)
    turns = tuple(replace(turn, text=text) if text else turn for turn, text in zip(turns, unquoted, strict=True))
    amends = tuple(_turn_key(id, changed[id]) for id in read.compressed_ids if id in changed)
    if set(amends) <= set(read.amends) and summary == read.compressed_summary:
        return replace(read, turns=turns)
    ids = [id for id in read.compressed_ids if not _answers_any_of(id, [*changed])]
    summary = extractive_summary("", await anima.engine.said(ids, audience)) if read.compressed_summary else ""
    return replace(read, turns=turns, compressed_summary=summary, amends=amends)


def _turn_now(turn: ConversationTurn, read: Conversation, changed: Mapping[str, str | None]) -> ConversationTurn | None:
    if turn.id in changed:
        words = changed[turn.id] or ""
        return replace(turn, text=words) if words.strip() else None
    for id, text in changed.items():
        if _answers_any_of(turn.id, [id]):
            asked = next((item.text for item in read.turns if item.id == id), "")
            if text is None or says_again(turn.text, asked, text):
                return None
    return turn


def _answers_any_of(answer: str, asked: Sequence[str]) -> bool:
    """An answer's event is called after that of its question."""
    return any(answer.startswith(f"{id}/") for id in asked)


def _turn_key(id: str, text: str | None) -> str:
    return sha256(f"{id} {text!r}".encode(errors="replace")).hexdigest()[:16]


def _first_words(text: str) -> str:
    text = " ".join(text.split())
    return text if len(text) <= _BEGINNING else text[:_BEGINNING] + "…"


# --- conversing -----------------------------------------------------------------------------------------------------
# Conversation memory: question and answer are kept word for word, the oldest give way to a summary of them.
#
# When a conversation has grown beyond its share of the context window its older half is summarised: by the model, or,
# where it cannot, by the beginning of each thing that was said.


OFFLINE_MODEL = "offline"
_SUMMARY_INSTRUCTIONS = (
    "Summarise the conversation below for the one who took part in it as the assistant: who said what, what was "
    "decided, what is open. Keep names, dates and numbers. At most 300 words, no preamble."
)
_SUMMARY_WITHIN = timedelta(seconds=60)


class ConversationMemory:
    """Keeps what was said; compresses beside the turns."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._compressing: dict[tuple[str, Place], asyncio.Task[None]] = {}

    async def remember(self, anima: Anima, heard: InboxItem, place: Place, answer: str, derived_from: str = "") -> None:
        """Keep question and answer, once each. The first turn ends the bootstrap.

        `derived_from` is the person whose words alone the answer had before it; empty: others' too.
        """
        message = heard.message
        key = f"{message.place}/{message.key}"
        said = ConversationTurn(
            role="user",
            text=with_file_names(message),
            at=message.at,
            name=message.author_name or str(message.author),
            id=key,
            person=str(message.author),
        )
        told = ConversationTurn(
            role="assistant",
            text=answer,
            at=self._clock(),
            name=anima.name,
            id=f"{key}/{anima.name}/answer",
            derived_from=derived_from,
        )
        await asyncio.to_thread(_kept_verbatim, anima, place, message.audience, said, told)
        if (anima.name, place) not in self._compressing:
            task = asyncio.create_task(self._compress_if_long(anima, place, message.audience))
            self._compressing[anima.name, place] = task
            task.add_done_callback(lambda _: self._compressing.pop((anima.name, place), None))

    async def _compress_if_long(self, anima: Anima, place: Place, audience: Audience) -> None:
        try:
            await self._compress(anima, place, audience)
        except StorageFault:
            log.warning("a conversation could not be compressed: the disk refuses")
        except Exception:
            log.exception("a conversation could not be compressed")

    async def _compress(self, anima: Anima, place: Place, audience: Audience) -> None:
        conversation = await conversation_now(anima, place, audience)
        if conversation.tokens() <= anima.history_tokens or len(conversation.turns) < 4:
            return
        upto = len(conversation.turns) // 2
        summary = await self._summary(anima, conversation, upto)
        await asyncio.to_thread(anima.records.conversations.compress, conversation, summary, upto)

    async def _summary(self, anima: Anima, conversation: Conversation, upto: int) -> str:
        if anima.model.name != OFFLINE_MODEL:
            try:
                return await self._by_model(anima, conversation, upto)
            except ModelFault as fault:
                log.info("the model did not summarise: %s", fault.reason)
        names = names_in(conversation.turns)
        said = [(names.shown(turn.name or turn.role, turn.person), turn.text) for turn in conversation.turns[:upto]]
        return extractive_summary(conversation.compressed_summary, said)

    async def _by_model(self, anima: Anima, conversation: Conversation, upto: int) -> str:
        names = names_in(conversation.turns)
        lines = [line_of_turn(turn, names) for turn in conversation.turns[:upto]]
        before = [f"(Before: {conversation.compressed_summary})"] if conversation.compressed_summary else []
        messages = [
            ChatMessage(role="system", content=_SUMMARY_INSTRUCTIONS),
            ChatMessage(role="user", content="\n".join([*before, *lines])),
        ]
        text = ""
        with asked_for("summary", call_purpose.get().person):
            async for chunk in anima.model.stream(messages, (), self._clock() + _SUMMARY_WITHIN):
                text += chunk.text
        if not text.strip():
            raise ModelFault("empty")
        return text.strip()


def _kept_verbatim(
    anima: Anima, place: Place, audience: Audience, said: ConversationTurn, told: ConversationTurn
) -> None:
    conversations = anima.records.conversations
    conversations.read_by(place, str(audience), lambda before: anima.engine.may_hear(before, audience))
    conversations.append(place, said)
    conversations.append(place, told)
    anima.directory.remove_bootstrap()
