"""The export of a ChatGPT account: `conversations.json`, with `user.json` beside it.

A talk is a tree, for what was asked again has two answers: taken is the branch that was shown last. It is the person's
alone. Whose it is in this house, whoever brings it in says.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from adapters.exports.export_files import Rows, contents, long_contents
from bots.delivery.intake import Exported, LeftOutMessages, UnreadableExport
from bots.message import File, Kind, Message
from memory.vocabulary.address import Account, Audience, Person, Place

OURS = Account("chatgpt", "export")
MODEL = Person("chatgpt", "", "model")
_ROLES = ("user", "assistant")


def read(path: Path) -> Iterator[Exported]:
    """Talk by talk. Raises Unreadable."""
    owner, is_one = _owner(path), False
    for _, talks in long_contents(path, _is_of_talks):
        has_talk = False
        for talk in talks if isinstance(talks, Rows) else ():
            if isinstance(talk, dict) and "mapping" in talk:
                has_talk = is_one = True
                yield from _messages(talk, owner)
        if not has_talk:
            yield LeftOutMessages("a file that holds no talk")
    if not is_one:
        raise UnreadableExport(f"{path} is no export of ChatGPT: conversations.json is expected")


def _is_of_talks(name: str) -> bool:
    return name.rpartition("/")[2].startswith("conversations")


def _owner(path: Path) -> Person:
    if path.is_dir() or path.suffix == ".zip":
        for _, user in contents(path, lambda name: name.rpartition("/")[2] == "user.json"):
            if isinstance(user, dict) and user.get("id"):
                return Person("chatgpt", "", str(user["id"]))
    return Person("chatgpt", "", "me")


def _messages(talk: Mapping[str, Any], owner: Person) -> Iterator[Exported]:
    id = str(talk.get("conversation_id") or talk.get("id") or "")
    nodes = talk["mapping"] if isinstance(talk["mapping"], dict) else {}
    shown = _shown(nodes, str(talk.get("current_node") or ""))
    if not id or not shown:
        yield LeftOutMessages("a talk that is damaged")
        return
    for name in nodes.keys() - set(shown):
        if (nodes[name] or {}).get("message"):
            yield LeftOutMessages("what was asked or answered again")
    for number, name in enumerate(shown):
        said = nodes[name].get("message")
        if said:
            yield _said(said, number, Place("chatgpt", "", id), owner)


def _shown(nodes: Mapping[str, Any], last: str) -> list[str]:
    """The branch from its root to the node that was shown last."""
    branch: list[str] = []
    known: set[str] = set()
    while last in nodes and last not in known and isinstance(nodes[last], dict):
        branch.append(last)
        known.add(last)
        last = str(nodes[last].get("parent") or "")
    return branch[::-1]


def _said(said: Mapping[str, Any], number: int, place: Place, owner: Person) -> Exported:
    try:
        role, text = said["author"]["role"], _text(said["content"])
        if role not in _ROLES or not text.strip():
            return LeftOutMessages("what is no talk: instructions, tools, pictures")
        is_model = role == "assistant"
        return Message(
            kind=Kind.MESSAGE,
            account=OURS,
            place=place,
            id=str(said["id"]),
            order=f"{number:06d}.{said['id']}",
            author=MODEL if is_model else owner,
            author_name="ChatGPT" if is_model else owner.id,
            at=datetime.fromtimestamp(float(said["create_time"]), UTC),
            audience=Audience.person(owner),
            text=text,
            author_is_bot=is_model,
            is_direct=True,
            files=tuple(_files(said)),
        )
    except (KeyError, TypeError, ValueError, AttributeError, OverflowError):
        return LeftOutMessages("a message that is damaged")


def _text(content: Mapping[str, Any]) -> str:
    return "\n".join(part for part in content.get("parts") or () if isinstance(part, str))


def _files(said: Mapping[str, Any]) -> Iterator[File]:
    for kept in (said.get("metadata") or {}).get("attachments") or ():
        media_type = str(kept.get("mime_type") or "application/octet-stream")
        yield File(name=str(kept.get("name") or "file"), media_type=media_type, size=int(kept.get("size") or 0))
