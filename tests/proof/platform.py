"""The platforms of a town in memory: an Adapter for each, as strict as the port's docstrings.

Ids and times are those of the step, never of a counter, so that what happens in one room moves nothing in another.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import AsyncGenerator, Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta
from hashlib import sha256

from bots.errors import InDoubt, Refused
from bots.message import Act, Delete, Edit, File, Kind, Message, React, Receipt, Send, Typing
from bots.ports import Capabilities, Connection, Sink
from memory.vocabulary.address import Account, Person, Place
from tests.proof.town import Town

MONDAY = datetime(2026, 11, 16, 9, 0, tzinfo=UTC)
CHUNK = 3000
POSTS = 1000
"""Ids between two steps: the first is the message's, the others are those of the posts that answer it."""


@dataclass(slots=True)
class Now:
    """A clock that stands until it is moved."""

    now: datetime = MONDAY

    def __call__(self) -> datetime:
        return self.now

    def pass_(self, **how_long: float) -> None:
        self.now += timedelta(**how_long)


@dataclass(slots=True)
class Post:
    """A bot's post. `texts` are its versions."""

    id: str
    act: Send
    nonce: str
    texts: list[str]


@dataclass(slots=True)
class Square:
    """What the platforms of a town share: the clock, the step that is under way, and what was said and posted."""

    town: Town
    clock: Now
    tell: Callable[[Place, Act, str], None] = lambda place, act, id: None
    """Hears of every act with its place and the id of the post."""

    step: int = 0
    said: list[Message] = field(default_factory=list)
    posts: dict[tuple[Place, str], Post] = field(default_factory=dict)
    adapters: list[TownPlatform] = field(default_factory=list)
    files: dict[str, bytes] = field(default_factory=dict)
    """What was sent, by where it is fetched."""

    refusing: set[Place] = field(default_factory=set)
    losing: int = 0
    """So many receipts of posts get lost."""

    _of_step: Counter[tuple[int, Place, str]] = field(default_factory=Counter)
    _drawn: Counter[int] = field(default_factory=Counter)

    def chance(self, choices: Sequence[str]) -> str:
        """By the step, so that what was drawn in another one moves nothing."""
        self._drawn[self.step] += 1
        seed = sha256(f"{self.step}/{self._drawn[self.step]}".encode()).digest()
        return choices[seed[0] % len(choices)]

    def message_id(self, step: int) -> str:
        return f"{step * POSTS:07d}"

    def post_id(self, act: Send) -> str:
        """By step, room and voice: animas that answer at once have numbers of their own."""
        voice = act.persona.name if act.persona else ""
        key = (self.step, act.place.room, voice)
        self._of_step[key] += 1
        offset = 400 if act.private_to is not None else 100 + 100 * (sum(voice.encode()) % 3)
        return f"{self.step * POSTS + offset + self._of_step[key]:07d}"

    def last_post(self, step: int, place: Place) -> str:
        """The id of the last post in the room that came of the step; empty where there is none."""
        ids = [id for where, id in self.posts if where.room == place.room and int(id) // POSTS == step]
        return max(ids, default="")

    def files_of(self, text: str) -> tuple[File, ...]:
        """A text file that comes with a message, where it says something."""
        if not text:
            return ()
        url, content = f"file:{self.step}", text.encode()
        self.files[url] = content
        return (File(name="plan.txt", media_type="text/plain", size=len(content), url=url),)

    def adapter_of(self, platform: str) -> TownPlatform:
        return next(one for one in self.adapters if one.account.platform == platform)

    async def hand_over(self, message: Message) -> None:
        """Have the platform's account hear it."""
        self.said.append(message)
        sink = self.adapter_of(message.place.platform).sink
        if sink is not None:
            await sink.deliver(message)

    def readers_changed(self, place: Place) -> None:
        """Tell that others can read the room now, where the fleet wants to hear of it."""
        sink = self.adapter_of(place.platform).sink
        if hasattr(sink, "readers_changed"):
            sink.readers_changed(place.room)


@dataclass(eq=False, slots=True, kw_only=True)
class TownPlatform:
    """One account on one platform."""

    square: Square
    account: Account
    sink: Sink | None = None

    def __post_init__(self) -> None:
        self.square.adapters.append(self)

    @property
    def _is_slack(self) -> bool:
        return self.account.platform == "slack"

    def capabilities(self, place: Place) -> Capabilities:
        return Capabilities(
            split=_split,
            streaming="none",
            edit_interval_s=1.0,
            longest_editable=CHUNK - 10,
            threads=self._is_slack,
            replies=True,
            personas=self.account.platform != "telegram",
            private_answers=self.account.platform != "telegram",
            buttons=True,
            history=self.account.platform != "telegram",
            deletes=True,
            joins=True,
            answers_in_threads=self._is_slack,
        )

    async def run(self, sink: Sink) -> None:
        self.sink = sink
        try:
            await sink.connection(self.account, Connection.CONNECTED)
            await asyncio.Event().wait()
        finally:
            self.sink = None

    async def perform(self, act: Act, nonce: str, in_doubt: bool = False) -> Receipt:
        square = self.square
        if not isinstance(act, Send):
            return self._change(act)
        if in_doubt:
            there = next((post for post in square.posts.values() if post.nonce == nonce), None)
            if there is not None:
                return Receipt(message_id=there.id)
        if not square.town.key_of(act.place) or act.place.room in square.refusing:
            raise Refused(f"no such channel: {act.place}")
        post = Post(id=square.post_id(act), act=act, nonce=nonce, texts=[act.plainly])
        square.posts[act.place.room, post.id] = post
        square.tell(act.place, act, post.id)
        if square.losing:
            square.losing -= 1
            raise InDoubt("the answer was lost")
        return Receipt(message_id=post.id, at=square.clock())

    def _change(self, act: Edit | Delete | React | Typing) -> Receipt:
        square = self.square
        square.tell(act.place, act, getattr(act, "message_id", ""))
        if isinstance(act, Edit):
            post = square.posts.get((act.place.room, act.message_id))
            if post is None:
                raise Refused(f"no such post: {act.message_id}")
            post.act = replace(post.act, choices=())
            if post.texts[-1] != act.text:
                post.texts.append(act.text)
        elif isinstance(act, Delete):
            square.posts.pop((act.place.room, act.message_id), None)
        return Receipt(message_id=getattr(act, "message_id", ""))

    async def history(self, place: Place, after: str) -> list[Message]:
        if not self.capabilities(place).history:
            return []
        return [
            one
            for one in self.square.said
            if place in (one.place, one.place.room) and one.order > after and one.kind is Kind.MESSAGE
        ]

    async def posted(self, place: Place, nonces: Sequence[str], question: str) -> bool | None:
        return None

    async def rooms(self, since: datetime) -> Mapping[Place, str]:
        said = [one for one in self.square.said if one.place.platform == self.account.platform]
        before = max((one.order for one in said if one.at <= since), default="")
        return {one.place.room: before for one in said if one.at > since}

    async def fetch(self, file: File) -> AsyncGenerator[bytes]:
        if file.url not in self.square.files:
            raise Refused(f"no such file: {file.url}")
        yield self.square.files[file.url]

    async def find(self, query: str) -> list[Person | Place]:
        rooms = self.square.town.layout.rooms.values()
        here = [room for room in rooms if room.place.platform == self.account.platform]
        return [room.place for room in here if query in room.key or query == room.place.channel]

    async def direct(self, person: Person) -> Place:
        town = self.square.town
        for key, room in town.layout.rooms.items():
            if town.kinds[key] == "direct" and town.address(min(room.people)) == person:
                return room.place
        raise Refused(f"{person} cannot be written to")

    async def members(self, place: Place) -> frozenset[str] | None:
        """Addresses of all who can read the room."""
        town = self.square.town
        key = town.key_of(place)
        if not key or self.account.platform in town.layout.silent:
            return None
        return frozenset(str(town.address(one)) for one in town.inside(key))

    async def readable(self, present: Person | Place, rooms: Sequence[Place]) -> frozenset[Place]:
        """Those of the rooms that the person, or all who read the room, can read."""
        town = self.square.town
        if self.account.platform in town.layout.silent:
            return frozenset()
        if isinstance(present, Place):
            here = town.key_of(present)
            there = town.inside(here) if here else None
        else:
            there = frozenset(one.key for one in town.layout.people.values() if one.person == present)
        found = {room.room: town.key_of(room) for room in rooms}
        return frozenset(room for room, key in found.items() if key and there and there <= town.inside(key))


def _split(text: str) -> list[str]:
    pieces = [text[at : at + CHUNK] for at in range(0, len(text), CHUNK)]
    return pieces or [text]
