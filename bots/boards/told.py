"""What happened on one side of a board, as it lies in the inbox for the others."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from pydantic import TypeAdapter

from bots.addressing import called, calls_all
from bots.house import account_of, own_place, person_of
from bots.message import File, Kind, Message, Send
from bots.parcel import Letter, Parcel, dump, load
from bots.roster import Board
from memory.archive.channels import POST
from memory.vocabulary.address import Account, Audience, Place
from memory.vocabulary.event import DELETED, EDITED, Event, Json

TYPES = {Kind.MESSAGE: POST, Kind.EDIT: EDITED, Kind.DELETE: DELETED, Kind.REACTION: "reaction_added"}


@dataclass(frozen=True, slots=True, kw_only=True)
class Told:
    """A post, or what became of one.

    `id` is the same however often it is told; `messages` are the platform's ids of what was said, or of the one
    message that an edit, a deletion or a reaction concerns. `author` is a person's address or an anima's name,
    `addressed` are the animas on whom it calls; an echo is of what was said elsewhere, and tells no anima anything.
    `of` is the id of the post that is concerned, known once it is on record. `is_bot`: by a bot that is none of ours.
    """

    board: str
    kind: Kind
    id: str
    account: Account
    place: Place
    messages: tuple[str, ...]
    author: str
    name: str
    face: str = ""
    at: datetime
    text: str = ""
    audience: str
    reply_to: str = ""
    files: tuple[File, ...] = ()
    is_anima: bool = False
    addressed: tuple[str, ...] = ()
    is_echo: bool = False
    of: str = ""
    is_bot: bool = False


_told = TypeAdapter(Told)


def pack(told: Told) -> bytes:
    return dump(_told.dump_python(told))


def unpack(body: bytes) -> Told:
    return _told.validate_python(load(body))


def heard(board: Board, message: Message) -> Told:
    """What a platform told us."""
    words = message.own_words
    return Told(
        board=board.name,
        kind=message.kind,
        id=f"{message.place.room}/{message.key}",
        account=message.account,
        place=message.place,
        messages=(message.target or message.id,),
        author=str(message.author),
        name=message.author_name,
        face=message.face,
        at=message.at,
        text=message.text,
        audience=str(message.audience),
        reply_to=message.reply_to,
        files=message.files,
        addressed=board.animas if calls_all(words) else called(words, board.animas),
        is_bot=message.author_is_bot,
    )


def said(board: Board, parcel: Parcel, event: Event, ids: tuple[str, ...], face: str = "") -> Told:
    """What an anima of ours has said there."""
    act = parcel.act
    return Told(
        board=board.name,
        kind=Kind.MESSAGE,
        id=event.id,
        account=parcel.account,
        place=act.place,
        messages=ids,
        author=parcel.anima,
        name=parcel.anima,
        face=face,
        at=event.ts,
        text="" if isinstance(act, Send) and act.files and event.meta.get("files") else event.content,
        audience=parcel.audience,
        reply_to=parcel.reply_to,
        files=act.files if isinstance(act, Send) else (),
        is_anima=True,
        addressed=called(event.content, board.animas),
    )


def echoed(board: Board, letter: Letter, readers: Audience, face: str) -> Told:
    """A letter between animas, as those see it who read the board."""
    id, sender = f"letter/{letter.id}", letter.from_person
    return Told(
        board=board.name,
        kind=Kind.MESSAGE,
        id=id,
        account=account_of(sender),
        place=own_place(sender, "boards", readers),
        messages=(id,),
        author=sender,
        name=sender,
        face=face,
        at=letter.timestamp,
        text=f"→ **{letter.to_person}**: {letter.content}",
        audience=str(readers),
        is_anima=True,
        is_echo=True,
    )


def as_heard(told: Told, place: Place, id: str, account: Account) -> Message:
    """What an anima has said, as another one hears it by this account."""
    return Message(
        kind=Kind.MESSAGE,
        account=account,
        place=place,
        id=id,
        order=f"~said:{told.id}",
        author=person_of(told.author),
        author_name=told.author,
        at=told.at,
        audience=Audience.parse(told.audience),
        text=told.text,
        author_is_bot=True,
        reply_to=told.reply_to,
    )


def taken_away(parcel: Parcel, message: str, now: datetime) -> Told:
    """That somebody has removed a copy which we had just made."""
    place, carried = parcel.act.place, parcel.carried
    assert carried is not None
    return Told(
        board=carried.board,
        kind=Kind.DELETE,
        id=f"gone:{place.room}/{message}",
        account=parcel.account,
        place=place,
        messages=(message,),
        author="",
        name="",
        at=now,
        audience=parcel.audience,
    )


def recorded(told: Told, of: str) -> Event:
    """As it stands in the board's log."""
    meta: dict[str, Json] = {
        "id": told.id,
        "account": str(told.account),
        "audience": told.audience,
        "message_ids": list(told.messages),
        "name": told.name,
    }
    meta |= {"of": of} if of else {}
    meta |= {"reply_to": told.reply_to} if told.reply_to else {}
    meta |= {"files": [file.name for file in told.files]} if told.files else {}
    meta |= {"anima": True} if told.is_anima else {}
    meta |= {"addressed": list(told.addressed)} if told.addressed else {}
    return Event(
        ts=told.at, type=TYPES[told.kind], content=told.text, sender=told.author, channel=str(told.place), meta=meta
    )
