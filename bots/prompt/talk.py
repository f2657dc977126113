"""A talk as the model is given it: one message each, and where several people talk, each with the name in front.

There nothing that somebody writes can pass for another's message or for the summary of what came before: see
`memory.vocabulary.quoting`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from bots.message import File, Message
from bots.ports import ChatMessage
from memory.archive.conversations import Conversation, ConversationTurn
from memory.vocabulary.quoting import Names, quoted

#: Files of one message of which a model is told one by one.
_MOST_FILES = 20
_NAME_CHARS = 80


def history(conversation: Conversation, limit_tokens: int, message: Message) -> list[ChatMessage]:
    """What was said here, the oldest as a summary."""
    said: list[ChatMessage] = []
    if conversation.compressed_summary:
        summary = f"(What was said before, in short: {conversation.compressed_summary})"
        said += [ChatMessage(role="user", content=summary), ChatMessage(role="assistant", content="(I remember.)")]
    turns = conversation.recent(limit_tokens)
    names = _names(turns, message)
    return [*said, *(_told(turn, names, is_direct=message.is_direct) for turn in turns)]


def worded(conversation: Conversation, limit_tokens: int, message: Message) -> str:
    """The message that is answered, as it stands after such a history, and a line for each file that came with it."""
    text = message.text
    if not message.is_direct:
        names = _names(conversation.recent(limit_tokens), message)
        text = f"{names.shown(message.author_name, str(message.author))}: {quoted(message.text)}"
    return "\n".join(filter(None, [text, *_files(message.files)]))


def _files(files: Sequence[File]) -> Iterator[str]:
    for one in files[:_MOST_FILES]:
        yield f"(file: {_on_one_line(one.name)}, {_on_one_line(one.media_type)}, {one.size} bytes)"
    if len(files) > _MOST_FILES:
        yield f"(and {len(files) - _MOST_FILES} more files)"


def _on_one_line(text: str) -> str:
    """What a stranger may have named."""
    return " ".join(text.split())[:_NAME_CHARS]


def line_of(turn: ConversationTurn, names: Names) -> str:
    """`Ada: what she said`."""
    return f"{names.shown(turn.name or turn.role, turn.person)}: {quoted(turn.text)}"


def names_in(turns: Iterable[ConversationTurn]) -> Names:
    return Names.of((turn.name, turn.person) for turn in turns)


def _told(turn: ConversationTurn, names: Names, *, is_direct: bool) -> ChatMessage:
    if turn.role == "assistant":
        return ChatMessage(role="assistant", content=turn.text)
    return ChatMessage(role="user", content=turn.text if is_direct or not turn.name else line_of(turn, names))


def _names(turns: Sequence[ConversationTurn], message: Message) -> Names:
    people = [(turn.name, turn.person) for turn in turns if turn.role != "assistant"]
    return Names.of([*people, (message.author_name, str(message.author))])
