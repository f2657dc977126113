"""What lies in the inbox and the outbox: a message for one anima, an act of one account, as JSON."""

from __future__ import annotations

from dataclasses import dataclass

from pydantic import TypeAdapter

from bots.message import Act, Message
from memory.vocabulary.address import Account
from memory.vocabulary.event import Event


@dataclass(frozen=True, slots=True, kw_only=True)
class Heard:
    """A message as one anima hears it. `names` are all that were addressed; `answers` says that this one is.

    `doubt` is the nonce of an earlier send of which the person is now told.
    """

    anima: str
    message: Message
    answers: bool = False
    names: tuple[str, ...] = ()
    trust: str = "member"
    doubt: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Parcel:
    """One act to be performed by an account for an anima, and what is recorded once it is done."""

    anima: str
    account: Account
    act: Act
    reply_to: str = ""
    event: Event | None = None


_heard = TypeAdapter(Heard)
_parcel = TypeAdapter(Parcel)


def pack_heard(heard: Heard) -> bytes:
    return _heard.dump_json(heard)


def unpack_heard(body: bytes) -> Heard:
    return _heard.validate_json(body)


def pack(parcel: Parcel) -> bytes:
    return _parcel.dump_json(parcel)


def unpack(body: bytes) -> Parcel:
    return _parcel.validate_json(body)


def lane_of(anima: str, message: Message) -> str:
    """A lane is an anima in a conversation."""
    return f"{anima}@{message.place}"
