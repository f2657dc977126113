"""Whom a message may mean by the conversation so far: who wrote what is replied to, who was last talked to.

The activity logs are the truth; what is kept here is the part of it that was seen since the start, filled up from the
logs when a place is first heard from.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta

from bots.addressing import Known
from bots.message import Message
from memory.vocabulary.address import Place
from memory.vocabulary.event import Event

#: (anima, room) -> the latest events there, oldest first.
Recent = Callable[[str, Place], Awaitable[Sequence[Event]]]
_ROOMS = 512
_TALKING = timedelta(minutes=5)
_POSTS = 200


@dataclass(slots=True)
class _Room:
    """What was seen in one room."""

    author_of: OrderedDict[str, str] = field(default_factory=OrderedDict)  # message id -> anima
    heard_by: OrderedDict[str, tuple[str, ...]] = field(default_factory=OrderedDict)  # message id -> animas
    roots: OrderedDict[str, tuple[str, ...]] = field(default_factory=OrderedDict)  # message id -> addressed animas
    last_in_thread: dict[str, str] = field(default_factory=dict)  # thread -> anima, "" a person
    partner_of: dict[str, tuple[str, datetime]] = field(default_factory=dict)  # person -> anima, when

    def hear(self, message_id: str, names: tuple[str, ...], thread: str, hearers: Sequence[str]) -> None:
        """A message, once or more often: each account in the room hears it and knows the animas that it speaks for."""
        before = self.roots.get(message_id)
        if before is None:
            self.last_in_thread[thread] = ""
        _keep(self.roots, message_id, tuple(dict.fromkeys([*(before or ()), *names])))
        _keep(self.heard_by, message_id, tuple(dict.fromkeys([*self.heard_by.get(message_id, ()), *hearers])))


class Partners:
    """Keeps the rooms that were heard from lately."""

    def __init__(self, recent: Recent) -> None:
        self._recent = recent
        self._rooms: OrderedDict[Place, _Room] = OrderedDict()

    async def known(self, message: Message, here: Sequence[str]) -> Known:
        """What is known before this message is heard; `here` are all animas of the place, whichever account heard it.

        They are asked for what they have seen there when the place is first heard from.
        """
        room = await self._room(message.place.room, here)
        partner, when = room.partner_of.get(str(message.author), ("", None))
        return Known(
            replied_to=self._replied_to(room, message),
            last_partner=partner,
            is_talking=when is not None and message.at - when <= _TALKING,
        )

    async def heard(
        self, message: Message, names: Sequence[str], here: Sequence[str], hearers: Sequence[str] = ()
    ) -> None:
        """A person's message; `names` were addressed, `hearers` have it in their logs."""
        room = await self._room(message.place.room, here)
        room.hear(message.id, tuple(names), message.place.thread, hearers)
        if names:
            room.partner_of[str(message.author)] = (names[0], message.at)

    async def hearers(self, place: Place, message_id: str, here: Sequence[str]) -> tuple[str, ...]:
        """Who has heard or written this message, as far back as is known; `here` are asked as in `known`."""
        room = await self._room(place.room, here)
        author = room.author_of.get(message_id, "")
        return (*room.heard_by.get(message_id, ()), *([author] if author else []))

    def wrote(self, place: Place, message_id: str) -> str:
        """The anima whose post this is; empty where it is nobody's, or not on record yet."""
        room = self._rooms.get(place.room)
        return "" if room is None else room.author_of.get(message_id, "")

    def said(self, anima: str, place: Place, message_id: str) -> None:
        """An anima's post went out."""
        room = self._rooms.get(place.room)
        if room is not None:
            _keep(room.author_of, message_id, anima)
            room.last_in_thread[place.thread] = anima

    def _replied_to(self, room: _Room, message: Message) -> str:
        thread = message.place.thread
        if message.reply_to and message.reply_to != thread:
            return room.author_of.get(message.reply_to, "")
        if not thread or message.reply_to != thread:
            return ""
        if last := room.last_in_thread.get(thread, room.author_of.get(thread)):
            return last
        root = room.roots.get(thread, ())
        return root[0] if len(root) == 1 else ""

    async def _room(self, place: Place, here: Sequence[str]) -> _Room:
        known = self._rooms.get(place)
        if known is None:
            known = _Room()
            events = [(anima, event) for anima in here for event in await self._recent(anima, place)]
            if place in self._rooms:
                return self._rooms[place]  # somebody else was quicker
            for anima, event in sorted(events, key=lambda heard: heard[1].ts):
                _replay(known, anima, event)
            self._rooms[place] = known
            while len(self._rooms) > _ROOMS:
                self._rooms.popitem(last=False)
        self._rooms.move_to_end(place)
        return known


def _replay(room: _Room, anima: str, event: Event) -> None:
    message_id, thread = str(event.meta.get("message_id", "")), str(event.meta.get("thread_id", ""))
    if event.type in ("response_sent", "human_notify"):
        _keep(room.author_of, message_id, event.sender)
        room.last_in_thread[thread] = event.sender
    elif event.type == "message_received":
        names = event.meta.get("addressed")
        named = tuple(str(name) for name in names) if isinstance(names, list) else ()
        room.hear(message_id, named, thread, (anima,))
        if named:
            room.partner_of[event.sender] = (named[0], event.ts)


def _keep(table: OrderedDict[str, str] | OrderedDict[str, tuple[str, ...]], key: str, value: object) -> None:
    table[key] = value  # type: ignore[assignment]
    while len(table) > _POSTS:
        table.popitem(last=False)
