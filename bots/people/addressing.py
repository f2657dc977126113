"""Who is addressed: one message, the animas that live here, and what is known of the conversation → names.

An anima is named by `@name` anywhere, or by its name at the very beginning before a comma or colon; where the app
itself is mentioned or in a direct talk the name may come within the first words. Several names joined by commas or
"and" address several. A name inside ordinary talk addresses nobody. Letter case and accents do not matter.

Who wrote what is replied to and who was last talked to is seen from the activity logs, which are the truth; what is
kept here is the part of it that was seen since the start.
"""

from __future__ import annotations

import re
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from functools import lru_cache
from typing import Literal

from bots.message import Kind, Message, Silence
from memory.language.pack_tables import pattern_of_any_language, words_of
from memory.vocabulary.address import Place
from memory.vocabulary.event import Event
from memory.vocabulary.text_form import normal

AmbientAnswers = Literal["mentions", "all", "smart"]
_AND = pattern_of_any_language("words", "joins_called").pattern
_JOINT = rf"\s*(?:,|、|{_AND})\s*(?:(?:{_AND})\s+)?"
_QUESTION_ENDS = ("?", *words_of("words", "question_marks"))
_FIRST_WORDS = 3
_CALLS_ALL = re.compile(r"(?<![\w@.])@all(?![-.]?\w)")


@dataclass(frozen=True, slots=True, kw_only=True)
class ConversationSoFar:
    """What the conversation so far says about whom a message may mean; empty strings where nothing is known.

    `replied_to` wrote the message (or led the thread) that this one answers; `last_partner` is whom this person last
    talked to in this place; `is_talking`: that was a moment ago.
    """

    replied_to: str = ""
    last_partner: str = ""
    is_talking: bool = False


NOTHING_KNOWN = ConversationSoFar()


@dataclass(frozen=True, slots=True)
class Addressed:
    """Who is to answer, in the order in which they were named; where nobody is, `silence` says why."""

    names: tuple[str, ...] = ()
    silence: Silence | None = None


def addressed_animas(
    message: Message,
    here: Sequence[str],
    known: ConversationSoFar = NOTHING_KNOWN,
    ambient: AmbientAnswers = "mentions",
    present: Sequence[str] = (),
    is_board: bool = False,
    claimed: Sequence[str] = (),
) -> Addressed:
    """The animas that are to answer, or why none is.

    `here` are the animas of the place that speak by the account which heard it, first of the board first; on a board
    `@all` calls on all of them. `ambient` says what else is answered in a room, by one of all who are `present`:
    nothing, all that people say, or (smart) a question of somebody who is talking to an anima just now. Those who have
    `claimed` the message asked for it: it means them, unless it names somebody.
    """
    if message.kind is not Kind.MESSAGE or message.is_rest:
        return Addressed(silence=Silence.REST)
    if not here:
        return Addressed(silence=Silence.NOBODY_HERE)
    if is_board and calls_all(message.own_words):
        return Addressed(tuple(here))
    called_upon = message.mentions_app or message.is_direct
    named = named_in(message.own_words, here, anywhere_in_front=called_upon)
    if not named and message.mentions_app:
        named = _first_word(message.own_words, here)
    if named or claimed:
        return Addressed(named or tuple(claimed))
    if known.replied_to in here:
        return Addressed((known.replied_to,))
    if called_upon:
        return Addressed((_likeliest(known, here),))
    everybody = present or here
    if why := _why_no_ambient_call(message, known, ambient, everybody):
        return Addressed(silence=why)
    item = _likeliest(known, everybody)
    return Addressed((item,)) if item in here else Addressed(silence=Silence.ELSEWHERE)


def _first_word(text: str, here: Sequence[str]) -> tuple[str, ...]:
    """`@app alice please read this` calls on alice."""
    first = fold_name(text).split(None, 1)[:1]
    return tuple(name for name in here if [fold_name(name)] == first)


def _likeliest(known: ConversationSoFar, animas: Sequence[str]) -> str:
    return known.last_partner if known.last_partner in animas else animas[0]


def _why_no_ambient_call(
    message: Message, known: ConversationSoFar, ambient: AmbientAnswers, present: Sequence[str]
) -> Silence | None:
    """Why talk that calls on nobody wants no answer; what calls on another account's anima is that one's."""
    if known.replied_to in present or named_in(message.own_words, present, anywhere_in_front=False):
        return Silence.ELSEWHERE
    if message.author_is_bot:
        return Silence.BOT_IN_PASSING
    if ambient == "mentions":
        return Silence.NOT_ADDRESSED
    if ambient == "all" or (known.is_talking and fold_name(message.text).endswith(_QUESTION_ENDS)):
        return None
    return Silence.NO_QUESTION


def named_in(text: str, names: Sequence[str], *, anywhere_in_front: bool) -> tuple[str, ...]:
    """The names by which the text calls on someone."""
    plain = fold_name(text)
    by_folded = {fold_name(name): name for name in names}
    at_sign, leading, in_front, single = _call_patterns(tuple(by_folded))
    found = [match.group(1) for match in at_sign.finditer(plain)]
    if not found:
        match = leading.match(plain) or (in_front.match(plain) if anywhere_in_front else None)
        found = single.findall(match.group("names")) if match else []
    return tuple(dict.fromkeys(by_folded[name] for name in found))


def called_name(text: str, names: Sequence[str]) -> tuple[str, ...]:
    """Those whom the text calls by `@name`."""
    by_folded = {fold_name(name): name for name in names}
    found = _call_patterns(tuple(by_folded))[0].finditer(fold_name(text)) if names else ()
    return tuple(dict.fromkeys(by_folded[match.group(1)] for match in found))


def calls_all(text: str) -> bool:
    return _CALLS_ALL.search(fold_name(text)) is not None


def fold_name(text: str) -> str:
    """Case and width do not matter."""
    return normal(text).casefold().strip()


@lru_cache(maxsize=64)
def _call_patterns(folded: tuple[str, ...]) -> tuple[re.Pattern[str], ...]:
    item = "|".join(re.escape(name) for name in sorted(folded, key=len, reverse=True))
    names = rf"(?P<names>@?(?:{item})(?:{_JOINT}@?(?:{item}))*)\s*[,:、]"
    return (
        # A longer name that begins so is another's: @bob-smith, @bob.smith.
        re.compile(rf"(?<![\w@.])@({item})(?![-.]?\w)"),
        re.compile(names),
        re.compile(rf"(?:[^\s,:、]+\s+){{0,{_FIRST_WORDS}}}?{names}"),
        re.compile(rf"(?<!\w)@?({item})(?!\w)"),
    )


# --- partners -------------------------------------------------------------------------------------------------------
# Whom a message may mean by the conversation so far: who wrote what is replied to, who was last talked to.
#
# The activity logs are the truth; what is kept here is the part of it that was seen since the start, filled up from the
# logs when a place is first heard from.


#: (anima, room) -> the latest events there, oldest first.
RecentEvents = Callable[[str, Place], Awaitable[Sequence[Event]]]
_ROOMS = 512
_TALKING = timedelta(minutes=5)
_POSTS = 200


@dataclass(slots=True)
class _RoomTalk:
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
        _keep_latest(self.roots, message_id, tuple(dict.fromkeys([*(before or ()), *names])))
        _keep_latest(self.heard_by, message_id, tuple(dict.fromkeys([*self.heard_by.get(message_id, ()), *hearers])))


class ConversationPartners:
    """Keeps the rooms that were heard from lately."""

    def __init__(self, recent: RecentEvents) -> None:
        self._recent = recent
        self._rooms: OrderedDict[Place, _RoomTalk] = OrderedDict()

    async def known(self, message: Message, here: Sequence[str]) -> ConversationSoFar:
        """What is known before this message is heard; `here` are all animas of the place, whichever account heard it.

        They are asked for what they have seen there when the place is first heard from.
        """
        room = await self._room(message.place.room, here)
        partner, when = room.partner_of.get(str(message.author), ("", None))
        return ConversationSoFar(
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
            _keep_latest(room.author_of, message_id, anima)
            room.last_in_thread[place.thread] = anima

    def _replied_to(self, room: _RoomTalk, message: Message) -> str:
        thread = message.place.thread
        if message.reply_to and message.reply_to != thread:
            return room.author_of.get(message.reply_to, "")
        if not thread or message.reply_to != thread:
            return ""
        if last := room.last_in_thread.get(thread, room.author_of.get(thread)):
            return last
        root = room.roots.get(thread, ())
        return root[0] if len(root) == 1 else ""

    async def _room(self, place: Place, here: Sequence[str]) -> _RoomTalk:
        known = self._rooms.get(place)
        if known is None:
            known = _RoomTalk()
            events = [(anima, event) for anima in here for event in await self._recent(anima, place)]
            if place in self._rooms:
                return self._rooms[place]  # somebody else was quicker
            for anima, event in sorted(events, key=lambda heard: heard[1].ts):
                _replay_events(known, anima, event)
            self._rooms[place] = known
            while len(self._rooms) > _ROOMS:
                self._rooms.popitem(last=False)
        self._rooms.move_to_end(place)
        return known


def _replay_events(room: _RoomTalk, anima: str, event: Event) -> None:
    message_id, thread = str(event.meta.get("message_id", "")), str(event.meta.get("thread_id", ""))
    if event.type in ("response_sent", "human_notify"):
        _keep_latest(room.author_of, message_id, event.sender)
        room.last_in_thread[thread] = event.sender
    elif event.type == "message_received":
        names = event.meta.get("addressed")
        named = tuple(str(name) for name in names) if isinstance(names, list) else ()
        room.hear(message_id, named, thread, (anima,))
        if named:
            room.partner_of[event.sender] = (named[0], event.ts)


def _keep_latest(table: OrderedDict[str, str] | OrderedDict[str, tuple[str, ...]], key: str, value: object) -> None:
    table[key] = value  # type: ignore[assignment]
    while len(table) > _POSTS:
        table.popitem(last=False)
