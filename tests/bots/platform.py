"""A chat platform in memory: people, rooms and posts, and an Adapter for each bot account on it.

It is as strict as the port's docstrings: a room that is not there refuses, a nonce in doubt is looked up, an edit
repeats without harm. Faults are put into a queue (`faults`, `lost_answers`), what was done is kept (`acts`, `posts`).
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta

from bots.errors import InDoubt, Refused, Unreachable
from bots.message import Act, Choice, Delete, Edit, File, Kind, Message, Persona, React, Receipt, Send, Typing
from bots.ports import Capabilities, Connection, Sink
from memory.vocabulary.address import Account, Audience, Person, Place

PLATFORM, WORKSPACE = "chat", "W"
MAIN = Account(PLATFORM, "main")
CHUNK = 400


class Clock:
    """Stands until it is moved."""

    def __init__(self) -> None:
        self.now = datetime(2026, 11, 16, 9, 0, tzinfo=UTC)  # a Monday

    def __call__(self) -> datetime:
        return self.now

    def pass_(self, **how_long: float) -> None:
        self.now += timedelta(**how_long)


@dataclass(slots=True, kw_only=True)
class Posted:
    """A bot's post as people see it; `texts` are its versions, oldest first."""

    id: str
    account: Account
    place: Place
    texts: list[str]
    persona: Persona | None
    reply_to: str
    nonce: str
    files: tuple[File, ...] = ()
    private_to: Person | None = None
    choices: tuple[Choice, ...] = ()

    @property
    def text(self) -> str:
        return self.texts[-1]

    @property
    def face(self) -> str:
        return self.persona.name if self.persona else self.account.name


class World:
    """The platform's own side."""

    def __init__(self, clock: Clock, platform: str = PLATFORM, workspace: str = WORKSPACE) -> None:
        self.clock = clock
        self.platform, self.workspace = platform, workspace
        self.members: dict[str, set[str]] = {}  # room -> who is in it
        self.said: list[Message] = []
        self.mentioned: dict[str, Account | None] = {}  # message id -> the bot that it mentions
        self.posts: list[Posted] = []
        self.adapters: list[MemoryAdapter] = []
        self.guests: set[str] = set()
        self.contents: dict[str, bytes] = {}  # a file's url -> what it holds
        self.removed: set[str] = set()  # people's messages that a bot has taken away
        self.reactions: dict[str, list[str]] = {}  # message id -> the bots' reactions
        self._number = 0

    def add_room(self, name: str, *people: str) -> Place:
        self.members[name] = set(people)
        return Place(self.platform, self.workspace, name)

    def direct(self, person: str) -> Place:
        """The direct talk between the person and whichever bots are asked there."""
        self.members.setdefault(f"D-{person}", {person})
        return Place(self.platform, self.workspace, f"D-{person}")

    def next_id(self) -> str:
        self._number += 1
        return f"{self._number:06d}"

    async def say(
        self,
        person: str,
        place: Place,
        text: str,
        *,
        mentions: Account | None = None,
        reply_to: str = "",
        is_bot: bool = False,
        kind: Kind = Kind.MESSAGE,
        target: str = "",
        files: tuple[File, ...] = (),
    ) -> str:
        """A person writes; all accounts in the room hear it, those that run at once. Returns the message's id."""
        self.clock.pass_(seconds=1)
        number = self.next_id()
        is_direct = place.channel.startswith("D-")
        author = Person(self.platform, self.workspace, person)
        message = Message(
            kind=kind,
            account=Account(self.platform, "main"),
            place=place,
            id=number,
            order=number,
            author=author,
            author_name=person.title(),
            at=self.clock(),
            audience=Audience.person(author) if is_direct else Audience.group(place),
            text=text,
            author_is_bot=is_bot,
            member=person not in self.guests,
            is_direct=is_direct,
            reply_to=reply_to,
            target=target,
            files=files,
        )
        self.said.append(message)
        self.mentioned[number] = mentions
        await self._tell(message)
        return number

    async def remove(self, person: str, place: Place, post: str) -> None:
        """A moderator takes a bot's post away."""
        self.posts = [one for one in self.posts if one.id != post]
        number = self.next_id()
        author = Person(self.platform, self.workspace, person)
        message = Message(
            kind=Kind.DELETE,
            account=Account(self.platform, "main"),
            place=place,
            id=number,
            order=number,
            author=author,
            author_name=person.title(),
            at=self.clock(),
            audience=Audience.group(place),
            author_is_self=True,
            target=post,
        )
        await self._tell(message)

    async def _tell(self, message: Message) -> None:
        for adapter in self.adapters:
            if adapter.hears(message.place) and adapter.sink is not None:
                await adapter.sink.deliver(adapter.as_heard(message))

    async def press(self, person: str, place: Place, post: str, value: str) -> str:
        """A person presses a button under the bot's post."""
        return await self.say(person, place, value, kind=Kind.BUTTON, target=post)

    def seen(self, place: Place) -> list[Posted]:
        """The bots' posts in a place (with its threads, where it has none itself)."""
        return [one for one in self.posts if one.place == place or (not place.thread and one.place.room == place)]


@dataclass(eq=False, kw_only=True)
class MemoryAdapter:
    """A bot account in the world. `can_tell`: a post in doubt can be looked up; `gate` holds all sends while closed."""

    world: World
    account: Account = MAIN
    streaming: str = "edits"
    edit_interval_s: float = 0.01
    answers_in_threads: bool = False
    can_tell: bool = True
    buttons: bool = True
    joins: bool = True
    deaf_to: frozenset[str] = frozenset()
    acts: list[Act] = field(default_factory=list)
    faults: list[Exception] = field(default_factory=list)
    lost_answers: int = 0
    knows_members: bool = True
    sink: Sink | None = None
    looked_up: list[Place] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.world.adapters.append(self)
        self.gate = asyncio.Event()
        self.gate.set()

    def hears(self, place: Place) -> bool:
        return place.channel not in self.deaf_to

    def as_heard(self, message: Message) -> Message:
        mentions = self.world.mentioned.get(message.id)
        return replace(message, account=self.account, mentions_app=mentions == self.account)

    def capabilities(self, place: Place) -> Capabilities:
        return Capabilities(
            split=_split,
            streaming=self.streaming,  # type: ignore[arg-type]
            edit_interval_s=self.edit_interval_s,
            longest_editable=CHUNK - 10,
            threads=True,
            replies=True,
            personas=True,
            private_answers=True,
            buttons=self.buttons,
            history=True,
            deletes=True,
            joins=self.joins and not place.channel.startswith("D-"),
            answers_in_threads=self.answers_in_threads,
        )

    async def run(self, sink: Sink) -> None:
        self.sink = sink
        try:
            await sink.connection(self.account, Connection.CONNECTED)
            await asyncio.Event().wait()
        finally:
            self.sink = None

    async def perform(self, act: Act, nonce: str, in_doubt: bool = False) -> Receipt:
        self.acts.append(act)
        match act:
            case Send():
                return await self._send(act, nonce, in_doubt)
            case Edit():
                post = self._post(act.message_id)
                post.choices = ()
                if post.text != act.text:
                    post.texts.append(act.text)
                return Receipt(message_id=post.id, at=self.world.clock())
            case Delete():
                if any(one.id == act.message_id for one in self.world.posts):  # we are told of what we do, too
                    await self.world.remove("somebody", act.place, act.message_id)
                self.world.removed.add(act.message_id)
                return Receipt(message_id=act.message_id)
            case React():
                there = self.world.reactions.setdefault(act.message_id, [])
                there += [act.reaction] if act.reaction not in there else []
                return Receipt(message_id=act.message_id)
            case Typing():
                return Receipt()

    async def history(self, place: Place, after: str) -> list[Message]:
        return [
            self.as_heard(one)
            for one in self.world.said
            if place in (one.place, one.place.room) and one.order > after and one.kind is Kind.MESSAGE
        ]

    async def posted(self, place: Place, nonces: Sequence[str], question: str) -> bool | None:
        return any(post.nonce in nonces for post in self.world.posts) if self.can_tell else None

    async def rooms(self, since: datetime) -> Mapping[Place, str]:
        before = max((one.order for one in self.world.said if one.at <= since), default="")
        return {one.place.room: before for one in self.world.said if one.at > since and self.hears(one.place)}

    async def fetch(self, file: File) -> AsyncGenerator[bytes]:
        content = self.world.contents.get(file.url)
        if content is None:
            raise Refused(f"no such file: {file.url}")
        yield content

    async def find(self, query: str) -> list[Person | Place]:
        return [Place(self.world.platform, self.world.workspace, name) for name in self.world.members if query in name]

    async def direct(self, person: Person) -> Place:
        return self.world.direct(person.id)

    async def readable(self, present: Person | Place, rooms: Sequence[Place]) -> frozenset[Place]:
        """All rooms of this platform are closed: their members read them."""
        self.looked_up += rooms
        if not self.knows_members or isinstance(present, Place):
            return frozenset()
        return frozenset(room for room in rooms if present.id in self.world.members.get(room.channel, ()))

    def shown(self, kind: type[Act]) -> list[Act]:
        return [act for act in self.acts if isinstance(act, kind)]

    async def _send(self, act: Send, nonce: str, in_doubt: bool) -> Receipt:
        if in_doubt:
            there = next((one for one in self.world.posts if one.nonce == nonce), None)
            if not self.can_tell:
                raise InDoubt("the platform cannot tell")
            if there is not None:
                return Receipt(message_id=there.id)
        if self.faults:
            raise self.faults.pop(0)
        await self.gate.wait()
        if act.place.channel not in self.world.members:
            raise Refused(f"no such channel: {act.place}")
        post = Posted(
            id=self.world.next_id(),
            account=self.account,
            place=act.place,
            texts=[act.plainly],
            persona=act.persona,
            reply_to=act.reply_to,
            nonce=nonce,
            files=act.files,
            private_to=act.private_to,
            choices=act.choices if self.buttons else (),
        )
        self.world.posts.append(post)
        if self.lost_answers:
            self.lost_answers -= 1
            if in_doubt:
                raise Unreachable("the answer was lost; it will be looked up again")
            raise InDoubt("the answer was lost")
        return Receipt(message_id=post.id, at=self.world.clock())

    def _post(self, message_id: str) -> Posted:
        found = next((one for one in self.world.posts if one.id == message_id), None)
        if found is None:
            raise Refused(f"no such post: {message_id}")
        return found


def _split(text: str) -> list[str]:
    """Pieces of at most so many characters, cut at a space where there is one."""
    chunks = []
    while len(text) > CHUNK:
        at = text.rfind(" ", 1, CHUNK)
        at = at + 1 if at > 0 else CHUNK
        chunks.append(text[:at])
        text = text[at:]
    return [*chunks, text] if text.strip() or not chunks else chunks
