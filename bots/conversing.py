"""Conversation memory: question and answer are kept word for word, the oldest give way to a summary of them.

When a conversation has grown beyond its share of the context window its older half is summarised: by the model, or,
where it cannot, by the beginning of each thing that was said.
"""

from __future__ import annotations

import asyncio
import logging
from datetime import timedelta

from bots.errors import ModelFault
from bots.mind import Mind
from bots.parcel import Heard
from bots.ports import ChatMessage
from bots.prompt.attached import with_names
from bots.prompt.talk import line_of, names_in
from bots.spending.purpose import asked_for, purpose
from bots.talk_now import extract, talk_now
from memory.archive.conversations import Conversation, ConversationTurn
from memory.vocabulary.address import Audience, Place
from memory.vocabulary.errors import StorageFault
from memory.vocabulary.ports import Clock

log = logging.getLogger(__name__)
OFFLINE = "offline"
_SUMMARISE = (
    "Summarise the conversation below for the one who took part in it as the assistant: who said what, what was "
    "decided, what is open. Keep names, dates and numbers. At most 300 words, no preamble."
)
_WITHIN = timedelta(seconds=60)


class Conversing:
    """Keeps what was said; compresses beside the turns."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._compressing: dict[tuple[str, Place], asyncio.Task[None]] = {}

    async def remember(self, mind: Mind, heard: Heard, place: Place, answer: str, derived_from: str = "") -> None:
        """Keep question and answer, once each. The first turn ends the bootstrap.

        `derived_from` is the person whose words alone the answer had before it; empty: others' too.
        """
        message = heard.message
        key = f"{message.place}/{message.key}"
        said = ConversationTurn(
            role="user",
            text=with_names(message),
            at=message.at,
            name=message.author_name or str(message.author),
            id=key,
            person=str(message.author),
        )
        told = ConversationTurn(
            role="assistant",
            text=answer,
            at=self._clock(),
            name=mind.name,
            id=f"{key}/{mind.name}/answer",
            derived_from=derived_from,
        )
        await asyncio.to_thread(_keep, mind, place, said, told)
        if (mind.name, place) not in self._compressing:
            task = asyncio.create_task(self._compress_if_long(mind, place, message.audience))
            self._compressing[mind.name, place] = task
            task.add_done_callback(lambda _: self._compressing.pop((mind.name, place), None))

    async def _compress_if_long(self, mind: Mind, place: Place, audience: Audience) -> None:
        try:
            await self._compress(mind, place, audience)
        except StorageFault:
            log.warning("a conversation could not be compressed: the disk refuses")
        except Exception:
            log.exception("a conversation could not be compressed")

    async def _compress(self, mind: Mind, place: Place, audience: Audience) -> None:
        conversation = await talk_now(mind, place, audience)
        if conversation.tokens() <= mind.history_tokens or len(conversation.turns) < 4:
            return
        upto = len(conversation.turns) // 2
        summary = await self._summary(mind, conversation, upto)
        await asyncio.to_thread(mind.conversations.compress, conversation, summary, upto)

    async def _summary(self, mind: Mind, conversation: Conversation, upto: int) -> str:
        if mind.model.name != OFFLINE:
            try:
                return await self._by_model(mind, conversation, upto)
            except ModelFault as fault:
                log.info("the model did not summarise: %s", fault.reason)
        names = names_in(conversation.turns)
        said = [(names.shown(turn.name or turn.role, turn.person), turn.text) for turn in conversation.turns[:upto]]
        return extract(conversation.compressed_summary, said)

    async def _by_model(self, mind: Mind, conversation: Conversation, upto: int) -> str:
        names = names_in(conversation.turns)
        lines = [line_of(turn, names) for turn in conversation.turns[:upto]]
        before = [f"(Before: {conversation.compressed_summary})"] if conversation.compressed_summary else []
        messages = [
            ChatMessage(role="system", content=_SUMMARISE),
            ChatMessage(role="user", content="\n".join([*before, *lines])),
        ]
        text = ""
        with asked_for("summary", purpose.get().person):
            async for chunk in mind.model.stream(messages, (), self._clock() + _WITHIN):
                text += chunk.text
        if not text.strip():
            raise ModelFault("empty")
        return text.strip()


def _keep(mind: Mind, place: Place, said: ConversationTurn, told: ConversationTurn) -> None:
    mind.conversations.append(place, said)
    mind.conversations.append(place, told)
    mind.directory.remove_bootstrap()
