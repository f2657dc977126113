"""What lies in the inbox and the outbox: a message for one anima, an act of one account, as JSON.

Bytes stand as base64; halves of characters, which no platform takes and no disk keeps, become the replacement mark.
"""

from __future__ import annotations

import json
from base64 import b64decode, b64encode
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from pydantic import TypeAdapter

from bots.message import Act, File, Message
from memory.vocabulary.address import Account
from memory.vocabulary.event import Event


@dataclass(frozen=True, slots=True, kw_only=True)
class Heard:
    """A message as one anima hears it. `names` are all that were addressed; `answers` says that this one is.

    `doubt` is the nonce of an earlier send of which the person is now told, `reminder` the id of one that is due.
    """

    anima: str
    message: Message
    answers: bool = False
    names: tuple[str, ...] = ()
    trust: str = "member"
    doubt: str = ""
    reminder: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Parcel:
    """One act to be performed by an account for an anima, and what is recorded once it is done.

    `audience` is who can read the act's place.
    """

    anima: str
    account: Account
    act: Act
    reply_to: str = ""
    audience: str = ""
    event: Event | None = None


_heard = TypeAdapter(Heard)
_parcel = TypeAdapter(Parcel)
_answer = TypeAdapter(tuple[str, tuple[File, ...]])
_BYTES = "base64"
_FILES = "\0"  # which no text of an answer begins with


def pack_heard(heard: Heard) -> bytes:
    return _dump(_heard.dump_python(heard))


def unpack_heard(body: bytes) -> Heard:
    return _heard.validate_python(_load(body))


def pack(parcel: Parcel) -> bytes:
    return _dump(_parcel.dump_python(parcel))


def unpack(body: bytes) -> Parcel:
    return _parcel.validate_python(_load(body))


def pack_answer(text: str, files: Sequence[File]) -> str:
    """An answer as a turn journals it: the text, or where files go with it, both."""
    return _FILES + _dump(_answer.dump_python((text, tuple(files)))).decode() if files else text


def unpack_answer(packed: str) -> tuple[str, tuple[File, ...]]:
    return _answer.validate_python(_load(packed[1:].encode())) if packed.startswith(_FILES) else (packed, ())


def whole_characters(text: str) -> str:
    """The text without halves of surrogate pairs, which JSON can carry and UTF-8 cannot."""
    try:
        text.encode()
    except UnicodeEncodeError:
        return text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
    return text


def lane_of(anima: str, message: Message) -> str:
    """A lane is an anima in a conversation."""
    return f"{anima}@{message.place}"


def _dump(fields: Any) -> bytes:
    text = json.dumps(fields, ensure_ascii=False, separators=(",", ":"), default=_plain)
    return whole_characters(text).encode()


def _plain(value: object) -> Any:
    if isinstance(value, bytes):
        return {_BYTES: b64encode(value).decode()} if value else ""
    assert isinstance(value, datetime)
    return value.isoformat()


def _load(body: bytes) -> Any:
    return json.loads(body, object_hook=_bytes)


def _bytes(fields: dict[str, Any]) -> Any:
    return b64decode(fields[_BYTES]) if fields.keys() == {_BYTES} else fields
