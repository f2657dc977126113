"""What lies in the inbox and the outbox: what one anima is woken by, and an act of one account, as JSON.

Bytes stand as base64; halves of characters, which no platform takes and no disk keeps, become the replacement mark.
"""

from __future__ import annotations

import json
from base64 import b64decode, b64encode
from collections.abc import Awaitable, Callable, Collection, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Literal

from pydantic import TypeAdapter

from bots.message import Act, File, Message
from memory.vocabulary.address import Account, Audience, Person, Place
from memory.vocabulary.event import Author, Event, Json


@dataclass(frozen=True, slots=True, kw_only=True)
class Letter:
    """From one anima to another.

    `audience` is who could read what it was written from, `trust` the least of that. `hops` counts the letters that
    led to this one, itself included; `answers` is the id under which the recipient waits for it.
    """

    id: str
    thread_id: str
    from_person: str
    to_person: str
    content: str
    timestamp: datetime
    audience: str
    trust: str = "member"
    type: Literal["message", "request", "report"] = "message"
    reply_to: str = ""
    attachments: tuple[str, ...] = ()
    hops: int = 1
    answers: str = ""

    @property
    def facts(self) -> dict[str, Json]:
        """What an event says of it."""
        return {
            "audience": self.audience,
            "thread_id": self.thread_id,
            "reply_to": self.reply_to,
            "letter": self.id,
            "letter_type": self.type,
            "attachments": list(self.attachments),
            "hops": self.hops,
        }


@dataclass(frozen=True, slots=True, kw_only=True)
class Occasion:
    """What began a turn where no message of a platform did.

    doubt     a person is told of an earlier send (`id`: its nonce)
    reminder  one is due (`id`)
    call      a person is to be called (`id`: the calls with their rungs, bots.calling)
    loop      bots have talked among themselves for long enough: that is said, and nothing is answered
    letter    another anima has written (`letter`)
    answer    what an earlier turn has waited for is there, or its time is over (`id` in the anima's `awaited`)
    heartbeat the anima looks around at its own hours
    cron      a task of its own schedule (`id`: the title)
    night     the anima sleeps, or tells of its nights (`id`: bots.schedule.night_watch)
    told      a person is told what a night has done, or what was learned of them (`id`: which of the two)

    An answer within the work on a letter bears that letter, too.
    """

    kind: Literal["doubt", "reminder", "call", "loop", "letter", "answer", "heartbeat", "cron", "night", "told"]
    id: str = ""
    letter: Letter | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Requester:
    """The person at whose request a turn goes on, and how far they are trusted."""

    person: Person
    name: str
    trust: str


@dataclass(frozen=True, slots=True, kw_only=True)
class InboxItem:
    """What one anima is woken by: a message of a platform, or what stands for one where there is an `occasion`.

    `names` are all that were addressed; `answers` says that this one is, `silence` why not. `trust` is that of the
    text's author; where that is not who is answered, because an earlier turn has waited for it, `asker` is. `confided`
    is what kind of distress was heard in it, empty where none was.
    """

    anima: str
    message: Message
    answers: bool = False
    silence: str = ""
    names: tuple[str, ...] = ()
    trust: str = "member"
    occasion: Occasion | None = None
    asker: Requester | None = None
    confided: str = ""

    @property
    def author(self) -> Author:
        """Whose text the message is."""
        return Author.by(self.message.author)

    @property
    def answered(self) -> Requester:
        """Who is answered: whose memory is primed, whose budget it is, who may allow an act."""
        return self.asker or Requester(person=self.message.author, name=self.message.author_name, trust=self.trust)

    @property
    def can_be_asked(self) -> bool:
        """Whether who is answered is here and may allow an act."""
        answered, message = self.answered, self.message
        is_bot = message.author_is_bot and self.asker is None
        return Author.by(answered.person).is_person and answered.trust != "guest" and not is_bot

    @property
    def woken_by(self) -> str:
        """The occasion's kind; empty where a message of a platform began the turn."""
        return self.occasion.kind if self.occasion else ""


@dataclass(frozen=True, slots=True, kw_only=True)
class CarriedFile:
    """A board's copy: of which post it is, which part of it (`0`, `1`, … of the text, `file/1` …), and for which
    happening it is made or changed."""

    board: str
    of: str
    part: str
    by: str


@dataclass(frozen=True, slots=True, kw_only=True)
class OutboxItem:
    """One act to be performed by an account for an anima, and what is recorded once it is done.

    `audience` is who can read the act's place. A `letter` goes to another anima, whatever the act says. What is
    `carried` from one side of a board to another is no anima's. What has a `board` is new there, on all of its sides.
    """

    anima: str
    account: Account
    act: Act
    reply_to: str = ""
    audience: str = ""
    event: Event | None = None
    letter: Letter | None = None
    carried: CarriedFile | None = None
    board: str = ""


_inbox_items = TypeAdapter(InboxItem)
_outbox_items = TypeAdapter(OutboxItem)
_answers = TypeAdapter(tuple[str, tuple[File, ...]])
_BYTES = "base64"
_FILES = "\0"  # which no text of an answer begins with


def pack_inbox(heard: InboxItem) -> bytes:
    return dump_json(_inbox_items.dump_python(heard))


def unpack_inbox(body: bytes) -> InboxItem:
    fields = load_json(body)
    for kind in ("doubt", "reminder"):  # as an earlier version has written them
        if id := fields.pop(kind, ""):
            fields["occasion"] = {"kind": kind, "id": id}
    return _inbox_items.validate_python(fields)


def pack_outbox(parcel: OutboxItem) -> bytes:
    return dump_json(_outbox_items.dump_python(parcel))


def unpack_outbox(body: bytes) -> OutboxItem:
    return _outbox_items.validate_python(load_json(body))


def pack_answer(text: str, files: Sequence[File]) -> str:
    """An answer as a turn journals it: the text, or where files go with it, both."""
    return _FILES + dump_json(_answers.dump_python((text, tuple(files)))).decode() if files else text


def unpack_answer(packed: str) -> tuple[str, tuple[File, ...]]:
    return _answers.validate_python(load_json(packed[1:].encode())) if packed.startswith(_FILES) else (packed, ())


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


def dump_json(fields: Any) -> bytes:
    """As it lies in the inbox."""
    text = json.dumps(fields, ensure_ascii=False, separators=(",", ":"), default=_plain_json)
    return whole_characters(text).encode()


def _plain_json(value: object) -> Any:
    if isinstance(value, bytes):
        return {_BYTES: b64encode(value).decode()} if value else ""
    assert isinstance(value, datetime)
    return value.isoformat()


def load_json(body: bytes) -> Any:
    """What `dump` has packed."""
    return json.loads(body, object_hook=_bytes_of)


def _bytes_of(fields: dict[str, Any]) -> Any:
    return b64decode(fields[_BYTES]) if fields.keys() == {_BYTES} else fields


# --- addressee ------------------------------------------------------------------------------------------------------
# Whom a turn can write to besides who is being answered.


@dataclass(frozen=True, slots=True, kw_only=True)
class Addressee:
    """A person or a room: where to write to them, by which account, and who will read it."""

    name: str
    account: Account
    place: Place
    audience: Audience


#: (the anima that writes, a name, alias or address, where it failed) -> who is meant, at the next place; None: nobody
#: is known by it, or nowhere else.
FindPerson = Callable[[str, str, Collection[Place]], Awaitable[Addressee | None]]


async def nobody(anima: str, name: str, failed: Collection[Place] = ()) -> Addressee | None:
    """Where people are not to be written to."""
    return None
