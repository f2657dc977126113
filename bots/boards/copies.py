"""Which post of one side stands for which of another: the board's log, folded.

Everything in here is what the log says, so that a restart knows what the life before it knew.
"""

from __future__ import annotations

from collections import OrderedDict, deque
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta

from bots.addressing import fold
from memory.archive import channels
from memory.vocabulary import event as event_types
from memory.vocabulary.address import Account, Audience, Place
from memory.vocabulary.errors import AddressError
from memory.vocabulary.event import Event

#: So many posts of a board are remembered; what becomes of an older one is carried nowhere.
MOST_POSTS = 50_000
#: So many troubles of a board are remembered.
_MOST_TROUBLES = 200
#: So long a bot's post with the same words is carried to no other side.
NOT_AGAIN = timedelta(hours=1)
_MOST_LATELY = 1000
_AFTER_A_NAME = (":", ">", ")", "]", "|", "：", "\n")
#: A side of a board: platform and channel; a workspace and a thread tell nothing more.
Side = str


def side_of(place: Place) -> Side:
    return f"{place.platform}:{place.channel}"


@dataclass(slots=True, kw_only=True)
class Copy:
    """A post on another side: its parts (`0`, `1`, … of the text, `file/1`, …) by the platform's ids."""

    place: Place
    account: Account
    parts: dict[str, str] = field(default_factory=dict)


@dataclass(slots=True, kw_only=True)
class Post:
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
    copies: dict[Side, Copy] = field(default_factory=dict)
    threads: dict[Side, str] = field(default_factory=dict)
    is_gone: bool = False

    def on(self, side: Side) -> tuple[Place, Sequence[str]] | None:
        """Where it stands on that side, by which messages; None where it does not."""
        if side == side_of(self.place):
            return self.place, self.messages
        copy = self.copies.get(side)
        return (copy.place, list(copy.parts.values())) if copy is not None and copy.parts else None


@dataclass(frozen=True, slots=True, kw_only=True)
class Trouble:
    """What could not be carried to a side."""

    side: Side
    what: str
    is_doubt: bool


class Copies:
    """The state of one board."""

    def __init__(self, events: Iterable[Event] = ()) -> None:
        self.places: dict[Side, Place] = {}  # as their messages have named them
        self.troubles: list[Trouble] = []
        self._numbers: dict[str, int] = {}  # event -> its place in the log
        self._posts: OrderedDict[str, Post] = OrderedDict()
        self._of_message: dict[tuple[Side, str], str] = {}
        self._first_of_thread: dict[tuple[Side, str], str] = {}
        self._gone_unseen: set[tuple[Side, str]] = set()
        self._lately: deque[tuple[datetime, str, str]] = deque(maxlen=_MOST_LATELY)  # (when, post, its words)
        for event in events:
            self.fold(event)

    def __len__(self) -> int:
        """How many posts are known."""
        return len(self._posts)

    def number(self, event: str) -> int | None:
        """Which line of the log it is; None where it is not on record."""
        return self._numbers.get(event)

    def post(self, id: str) -> Post | None:
        return self._posts.get(id)

    def of_message(self, place: Place, message: str) -> Post | None:
        """The post that this message is, or is a copy of."""
        return self._posts.get(self._of_message.get((side_of(place), message), ""))

    def is_copy(self, place: Place, message: str) -> bool:
        post = self.of_message(place, message)
        return post is not None and side_of(post.place) != side_of(place)

    def was_taken_away(self, place: Place, message: str) -> bool:
        """Whether somebody removed this message before it was known whose it is."""
        return (side_of(place), message) in self._gone_unseen

    def repeats(self, post: str, text: str, at: datetime) -> bool:
        """Whether these are the words of another post of the hour before it, perhaps with a name in front of them, as
        another bridge brings a post back."""
        words = fold(text)
        return bool(words) and any(
            id != post and said and abs(at - when) < NOT_AGAIN and _ends_with(words, said)
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
        of, messages = str(event.meta.get("of", "")), _texts(event.meta.get("message_ids"))
        match event.type:
            case channels.POST:
                self._said(event, place, messages)
            case channels.COPIED if (post := self._posts.get(of)) is not None:
                self._copied(post, event, place, messages)
            case channels.WITHDRAWN:
                for one in messages:  # that it goes tells nothing of the post
                    self._of_message.pop((side_of(place), one), None)
            case event_types.DELETED:
                self._deleted(of, place, messages)
            case "error":
                what, is_doubt = event.summary, bool(event.meta.get("in_doubt"))
                self.troubles = [*self.troubles, Trouble(side=side_of(place), what=what, is_doubt=is_doubt)]
                del self.troubles[:-_MOST_TROUBLES]

    def _said(self, event: Event, place: Place, messages: tuple[str, ...]) -> None:
        side = side_of(place)
        self.places[side] = place.room
        post = Post(
            id=event.id,
            place=place,
            account=Account.parse(str(event.meta["account"])),
            messages=messages,
            author=event.sender,
            audience=Audience.parse(event.audience),
            addressed=_texts(event.meta.get("addressed")),
            is_gone=any((side, one) in self._gone_unseen for one in messages),
        )
        parent = self._parent(side, place.thread, str(event.meta.get("reply_to", "")))
        post.parent, post.root = (parent.id, parent.root) if parent is not None else ("", post.id)
        self._posts[post.id] = post
        self._lately.append((event.ts, post.id, fold(event.content)))
        if place.thread:
            self._first_of_thread.setdefault((side, place.thread), post.id)
            if (root := self._posts.get(post.root)) is not None:
                root.threads.setdefault(side, place.thread)
        for message in messages:
            self._of_message[side, message] = post.id
        while len(self._posts) > MOST_POSTS:
            self._forget(next(iter(self._posts)))

    def _parent(self, side: Side, thread: str, reply_to: str) -> Post | None:
        """What it answers: the message that it names, else the one that began its thread."""
        named = (self._of_message.get((side, one), "") for one in (reply_to, thread) if one)
        first = self._first_of_thread.get((side, thread), "") if thread else ""
        return next((post for id in (*named, first) if (post := self._posts.get(id)) is not None), None)

    def _copied(self, post: Post, event: Event, place: Place, messages: tuple[str, ...]) -> None:
        side, part = side_of(place), str(event.meta.get("part", "0"))
        account = Account.parse(str(event.meta["account"]))
        copy = post.copies.setdefault(side, Copy(place=place, account=account))
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
            self._gone_unseen |= {(side_of(place), one) for one in messages}

    def _forget(self, id: str) -> None:
        post = self._posts.pop(id)
        told = [(side_of(post.place), one) for one in post.messages]
        told += [(side, one) for side, copy in post.copies.items() for one in copy.parts.values()]
        for key in told:
            self._of_message.pop(key, None)


def _ends_with(words: str, said: str) -> bool:
    """`ada: well`, `<ada> well`, `[ada] well` end with `well`; `all is well` says something else."""
    before = words[: -len(said)].rstrip() if words.endswith(said) else None
    return before == "" or (before is not None and before.endswith(_AFTER_A_NAME))


def _texts(value: object) -> tuple[str, ...]:
    return tuple(str(one) for one in value) if isinstance(value, list) else ()
