"""A talk as the model is given it: one message each, with time and name in front of what people said.

The model's own earlier answers bear neither, for a model writes on in the form of its own lines: the role says whose
they are, and the time is that of the line before.

There nothing that somebody writes can pass for another's message or for the summary of what came before: see
`memory.vocabulary.quoting`.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import tzinfo

from bots.message import Message
from bots.ports import ChatMessage
from memory.archive.conversations import Conversation, ConversationTurn
from memory.vocabulary.quoting import Names, quoted


def history(conversation: Conversation, limit_tokens: int, message: Message, zone: tzinfo) -> list[ChatMessage]:
    """What was said here, the oldest as a summary."""
    said: list[ChatMessage] = []
    if conversation.compressed_summary:
        summary = f"(What was said before, in short: {conversation.compressed_summary})"
        said += [ChatMessage(role="user", content=summary), ChatMessage(role="assistant", content="(I remember.)")]
    turns = conversation.recent(limit_tokens)
    names = _names(turns, message)
    return [*said, *(_told(turn, names, zone, is_direct=message.is_direct) for turn in turns)]


def worded(conversation: Conversation, limit_tokens: int, message: Message) -> str:
    """The message that is answered, as it stands after such a history."""
    if message.is_direct:
        return message.text
    names = _names(conversation.recent(limit_tokens), message)
    return f"{names.shown(message.author_name, str(message.author))}: {quoted(message.text)}"


def line_of(turn: ConversationTurn, names: Names) -> str:
    """`Ada: what she said`."""
    return f"{names.shown(turn.name or turn.role, turn.person)}: {quoted(turn.text)}"


def names_in(turns: Iterable[ConversationTurn]) -> Names:
    return Names.of((turn.name, turn.person) for turn in turns)


def _told(turn: ConversationTurn, names: Names, zone: tzinfo, *, is_direct: bool) -> ChatMessage:
    if turn.role == "assistant":
        return ChatMessage(role="assistant", content=turn.text)
    at = turn.at.astimezone(zone)
    # In a direct talk nobody else's line could be forged; what is pasted there stays as it is.
    said = f"{names.shown(turn.name or turn.role, turn.person)}: {turn.text}" if is_direct else line_of(turn, names)
    return ChatMessage(role="user", content=f"[{at:%a} {at.day} {at:%b %Y %H:%M}] {said}")


def _names(turns: Sequence[ConversationTurn], message: Message) -> Names:
    people = [(turn.name, turn.person) for turn in turns if turn.role != "assistant"]
    return Names.of([*people, (message.author_name, str(message.author))])
