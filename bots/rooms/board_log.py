"""A board's log: what happened on one side as it lies in the inbox for the others, and what has been copied where.

Everything that is known of copies is what the log says, so that a restart knows what the life before it knew.
"""

from __future__ import annotations

from collections import OrderedDict, deque
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta, tzinfo

from pydantic import TypeAdapter

from bots.delivery.internal_channel import internal_account, internal_person, own_place
from bots.delivery.items import Letter, OutboxItem, dump_json, load_json
from bots.message import File, Kind, Message, Send
from bots.people.addressing import called_name, calls_all, fold_name
from bots.people.roster import Board
from memory.archive import shared_logs
from memory.archive.shared_logs import BOARD_POST
from memory.vocabulary import event as event_types
from memory.vocabulary.address import Account, Audience, Place
from memory.vocabulary.errors import AddressError
from memory.vocabulary.event import DELETED, EDITED, Event, Json
from memory.vocabulary.text_form import quoted

#: So many posts of a board are remembered; what becomes of an older one is carried nowhere.
MOST_POSTS = 50_000
#: So many troubles of a board are remembered.
_MOST_TROUBLES = 200
#: So long a bot's post with the same words is carried to no other side.
NOT_COPIED_AGAIN = timedelta(hours=1)
_MOST_LATELY = 1000
_AFTER_A_NAME = (":", ">", ")", "]", "|", "：", "\n")
#: A side of a board: platform and channel; a workspace and a thread tell nothing more.
BoardSide = str


def board_side_of(place: Place) -> BoardSide:
    return f"{place.platform}:{place.channel}"


@dataclass(slots=True, kw_only=True)
class PostCopy:
    """A post on another side: its parts (`0`, `1`, … of the text, `file/1`, …) by the platform's ids."""

    place: Place
    account: Account
    parts: dict[str, str] = field(default_factory=dict)


@dataclass(slots=True, kw_only=True)
class BoardPost:
    """Something said on a board. `root` is the post that began its thread, itself where there is none; `threads` are
    the threads that a root has on its sides."""

    id: str
    place: Place
    account: Account
    messages: tuple[str, ...]
    author: str
    audience: Audience
    addressed: tuple[str, ...] = ()
    parent: str = ""
    root: str = ""
    copies: dict[BoardSide, PostCopy] = field(default_factory=dict)
    threads: dict[BoardSide, str] = field(default_factory=dict)
    is_gone: bool = False

    def on(self, side: BoardSide) -> tuple[Place, Sequence[str]] | None:
        """Where it stands on that side, by which messages; None where it does not."""
        if side == board_side_of(self.place):
            return self.place, self.messages
        copy = self.copies.get(side)
        return (copy.place, list(copy.parts.values())) if copy is not None and copy.parts else None


@dataclass(frozen=True, slots=True, kw_only=True)
class CopyTrouble:
    """What could not be carried to a side."""

    side: BoardSide
    what: str
    is_doubt: bool


class BoardCopies:
    """The state of one board."""

    def __init__(self, events: Iterable[Event] = ()) -> None:
        self.places: dict[BoardSide, Place] = {}  # as their messages have named them
        self.troubles: list[CopyTrouble] = []
        self._numbers: dict[str, int] = {}  # event -> its place in the log
        self._posts: OrderedDict[str, BoardPost] = OrderedDict()
        self._of_message: dict[tuple[BoardSide, str], str] = {}
        self._first_of_thread: dict[tuple[BoardSide, str], str] = {}
        self._gone_unseen: set[tuple[BoardSide, str]] = set()
        self._lately: deque[tuple[datetime, str, str]] = deque(maxlen=_MOST_LATELY)  # (when, post, its words)
        for event in events:
            self.fold(event)

    def __len__(self) -> int:
        """How many posts are known."""
        return len(self._posts)

    def number(self, event: str) -> int | None:
        """Which line of the log it is; None where it is not on record."""
        return self._numbers.get(event)

    def post(self, id: str) -> BoardPost | None:
        return self._posts.get(id)

    def of_message(self, place: Place, message: str) -> BoardPost | None:
        """The post that this message is, or is a copy of."""
        return self._posts.get(self._of_message.get((board_side_of(place), message), ""))

    def is_copy(self, place: Place, message: str) -> bool:
        post = self.of_message(place, message)
        return post is not None and board_side_of(post.place) != board_side_of(place)

    def was_taken_away(self, place: Place, message: str) -> bool:
        """Whether somebody removed this message before it was known whose it is."""
        return (board_side_of(place), message) in self._gone_unseen

    def repeats(self, post: str, text: str, at: datetime) -> bool:
        """Whether these are the words of another post of the hour before it, perhaps with a name in front of them, as
        another bridge brings a post back."""
        words = fold_name(text)
        return bool(words) and any(
            id != post and said and abs(at - when) < NOT_COPIED_AGAIN and _ends_with(words, said)
            for when, id, said in self._lately
        )

    def fold(self, event: Event) -> None:
        """Take in the next line of the log."""
        if event.id in self._numbers:
            return
        self._numbers[event.id] = len(self._numbers)
        try:
            place = Place.parse(event.channel)
        except AddressError:
            return
        of, messages = str(event.meta.get("of", "")), _text_values(event.meta.get("message_ids"))
        match event.type:
            case shared_logs.BOARD_POST:
                self._said(event, place, messages)
            case shared_logs.BOARD_COPIED if (post := self._posts.get(of)) is not None:
                self._copied(post, event, place, messages)
            case shared_logs.BOARD_WITHDRAWN:
                for item in messages:  # that it goes tells nothing of the post
                    self._of_message.pop((board_side_of(place), item), None)
            case event_types.DELETED:
                self._deleted(of, place, messages)
            case "error":
                what, is_doubt = event.summary, bool(event.meta.get("in_doubt"))
                self.troubles = [*self.troubles, CopyTrouble(side=board_side_of(place), what=what, is_doubt=is_doubt)]
                del self.troubles[:-_MOST_TROUBLES]

    def _said(self, event: Event, place: Place, messages: tuple[str, ...]) -> None:
        side = board_side_of(place)
        self.places[side] = place.room
        post = BoardPost(
            id=event.id,
            place=place,
            account=Account.parse(str(event.meta["account"])),
            messages=messages,
            author=event.sender,
            audience=Audience.parse(event.audience),
            addressed=_text_values(event.meta.get("addressed")),
            is_gone=any((side, item) in self._gone_unseen for item in messages),
        )
        parent = self._parent(side, place.thread, str(event.meta.get("reply_to", "")))
        post.parent, post.root = (parent.id, parent.root) if parent is not None else ("", post.id)
        self._posts[post.id] = post
        self._lately.append((event.ts, post.id, fold_name(event.content)))
        if place.thread:
            self._first_of_thread.setdefault((side, place.thread), post.id)
            if (root := self._posts.get(post.root)) is not None:
                root.threads.setdefault(side, place.thread)
        for message in messages:
            self._of_message[side, message] = post.id
        while len(self._posts) > MOST_POSTS:
            self._forget(next(iter(self._posts)))

    def _parent(self, side: BoardSide, thread: str, reply_to: str) -> BoardPost | None:
        """What it answers: the message that it names, else the one that began its thread."""
        named = (self._of_message.get((side, item), "") for item in (reply_to, thread) if item)
        first = self._first_of_thread.get((side, thread), "") if thread else ""
        return next((post for id in (*named, first) if (post := self._posts.get(id)) is not None), None)

    def _copied(self, post: BoardPost, event: Event, place: Place, messages: tuple[str, ...]) -> None:
        side, part = board_side_of(place), str(event.meta.get("part", "0"))
        account = Account.parse(str(event.meta["account"]))
        copy = post.copies.setdefault(side, PostCopy(place=place, account=account))
        if not messages:
            copy.parts.pop(part, None)
            return
        copy.parts[part] = messages[0]
        self._of_message[side, messages[0]] = post.id
        if place.thread and (root := self._posts.get(post.root)) is not None:
            root.threads.setdefault(side, place.thread)

    def _deleted(self, of: str, place: Place, messages: tuple[str, ...]) -> None:
        if (post := self._posts.get(of)) is not None:
            post.is_gone = True
        else:
            self._gone_unseen |= {(board_side_of(place), item) for item in messages}

    def _forget(self, id: str) -> None:
        post = self._posts.pop(id)
        told = [(board_side_of(post.place), item) for item in post.messages]
        told += [(side, part) for side, copy in post.copies.items() for part in copy.parts.values()]
        for key in told:
            self._of_message.pop(key, None)


def _ends_with(words: str, said: str) -> bool:
    """`ada: well`, `<ada> well`, `[ada] well` end with `well`; `all is well` says something else."""
    before = words[: -len(said)].rstrip() if words.endswith(said) else None
    return before == "" or (before is not None and before.endswith(_AFTER_A_NAME))


def _text_values(value: object) -> tuple[str, ...]:
    return tuple(str(item) for item in value) if isinstance(value, list) else ()


# --- told -----------------------------------------------------------------------------------------------------------
# What happened on one side of a board, as it lies in the inbox for the others.


BOARD_EVENT_TYPES = {Kind.MESSAGE: BOARD_POST, Kind.EDIT: EDITED, Kind.DELETE: DELETED, Kind.REACTION: "reaction_added"}


@dataclass(frozen=True, slots=True, kw_only=True)
class BoardEvent:
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


_board_events = TypeAdapter(BoardEvent)


def pack_board_event(told: BoardEvent) -> bytes:
    return dump_json(_board_events.dump_python(told))


def unpack_board_event(body: bytes) -> BoardEvent:
    return _board_events.validate_python(load_json(body))


def board_event_heard(board: Board, message: Message) -> BoardEvent:
    """What a platform told us."""
    words = message.own_words
    return BoardEvent(
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
        addressed=board.animas if calls_all(words) else called_name(words, board.animas),
        is_bot=message.author_is_bot,
    )


def board_event_said(
    board: Board, parcel: OutboxItem, event: Event, ids: tuple[str, ...], face: str = ""
) -> BoardEvent:
    """What an anima of ours has said there."""
    act = parcel.act
    return BoardEvent(
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
        addressed=called_name(event.content, board.animas),
    )


def board_event_echoed(board: Board, letter: Letter, readers: Audience, face: str) -> BoardEvent:
    """A letter between animas, as those see it who read the board."""
    id, sender = f"letter/{letter.id}", letter.from_person
    return BoardEvent(
        board=board.name,
        kind=Kind.MESSAGE,
        id=id,
        account=internal_account(sender),
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


def inbox_item_of_board_event(told: BoardEvent, place: Place, id: str, account: Account) -> Message:
    """What an anima has said, as another one hears it by this account."""
    return Message(
        kind=Kind.MESSAGE,
        account=account,
        place=place,
        id=id,
        order=f"~said:{told.id}",
        author=internal_person(told.author),
        author_name=told.author,
        at=told.at,
        audience=Audience.parse(told.audience),
        text=told.text,
        author_is_bot=True,
        reply_to=told.reply_to,
    )


def board_event_removed(parcel: OutboxItem, message: str, now: datetime) -> BoardEvent:
    """That somebody has removed a copy which we had just made."""
    place, carried = parcel.act.place, parcel.carried
    assert carried is not None
    return BoardEvent(
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


def recorded_board_event(told: BoardEvent, of: str) -> Event:
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
        ts=told.at,
        type=BOARD_EVENT_TYPES[told.kind],
        content=told.text,
        sender=told.author,
        channel=str(told.place),
        meta=meta,
    )


# --- reading --------------------------------------------------------------------------------------------------------
# A board as one may read it: its last posts as they now stand, oldest first.


def standing_posts(lines: Iterable[Event], may_read: Callable[[str], bool]) -> list[Event]:
    """The posts among these lines of a board's log: as they were edited, without what was deleted or is for others."""
    posts: dict[str, Event] = {}
    for line in lines:
        of = str(line.meta.get("of", ""))
        if line.type == BOARD_POST and may_read(line.audience):
            posts[line.id] = line
        elif line.type == EDITED and of in posts:
            posts[of] = replace(posts[of], content=line.content)
        elif line.type == DELETED:
            posts.pop(of, None)
    return list(posts.values())


def shown_posts(posts: Iterable[Event], zone: tzinfo) -> str:
    """`- [Mon 8 May 2023 13:56] Ada (slack): text`; further lines of a text stand behind a bar."""
    return "\n".join(_post_line(post, zone) for post in posts)


def _post_line(post: Event, zone: tzinfo) -> str:
    at, name = post.ts.astimezone(zone), " ".join(str(post.meta.get("name", "")).split())
    platform = "" if post.meta.get("anima") else f" ({post.channel.partition(':')[0]})"
    files = post.meta.get("files")
    held = f" (files: {', '.join(map(str, files))})" if isinstance(files, list) and files else ""
    return f"- [{at:%a} {at.day} {at:%b %Y %H:%M}] {name}{platform}: {quoted(post.content.strip())}{held}"
