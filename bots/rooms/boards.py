"""The boards of a fleet: each a log that all its sides share, and the copies that are made of it.

What is heard or said on a side goes by the inbox, in two steps. The first, a lane for each side that is heard from,
puts it on record, which gives it its place in the board's order. The second, a lane for each side that is to show it,
makes the copies in that order; a platform that is away holds up its own side alone.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Collection, Mapping, Sequence
from contextlib import aclosing
from dataclasses import dataclass, replace
from functools import partial

from bots.delivery.contract import Delivery, Out, Turn
from bots.delivery.crash_points import crash_point
from bots.delivery.internal_channel import is_internal
from bots.delivery.items import InboxItem, Letter, Occasion, OutboxItem, lane_of, pack_inbox, unpack_outbox
from bots.delivery.message_files import FileLimits
from bots.errors import InDoubt, NotStored, Refused, SendFault
from bots.message import Delete, File, Kind, Message, Persona, Send, Silence
from bots.people.room_members import KnownRooms
from bots.people.roster import Board, Roster
from bots.ports import Adapter
from bots.rooms.board_log import (
    BoardCopies,
    BoardEvent,
    BoardPost,
    BoardSide,
    board_event_echoed,
    board_event_heard,
    board_event_removed,
    board_event_said,
    board_side_of,
    inbox_item_of_board_event,
    pack_board_event,
    recorded_board_event,
    unpack_board_event,
)
from bots.rooms.hearers import LoopGuard
from bots.rooms.mirror import CopyTarget, mirrored_outs
from memory.archive.shared_logs import BOARD_COPIED, BOARD_WITHDRAWN, BoardLogs
from memory.vocabulary.address import Account, Audience, Place
from memory.vocabulary.errors import StorageFault
from memory.vocabulary.event import Event, Json
from memory.vocabulary.ports import Clock

log = logging.getLogger(__name__)
#: Begins the lanes of boards; no anima's name does.
BOARD_SIGN = "#"
_PLATFORMS = {"slack": "Slack", "discord": "Discord", "telegram": "Telegram"}


class Boards:
    """`Think` for the lanes of boards, and what carries their sends is told here."""

    def __init__(
        self,
        *,
        logs: BoardLogs,
        roster: Roster,
        rooms: KnownRooms,
        adapters: Mapping[Account, Adapter],
        delivery: Delivery,
        clock: Clock,
        limits: FileLimits,
    ) -> None:
        self.logs = logs
        self.guard = LoopGuard()
        self._roster = roster
        self._adapters = adapters
        self._delivery = delivery
        self._clock = clock
        self._limits = limits
        self._rooms = rooms
        self._states: dict[str, BoardCopies] = {}
        self._places: dict[BoardSide, Place] = {}
        self._writing: dict[str, asyncio.Lock] = {}

    async def open(self) -> None:
        """Know what the logs say, before anything is heard. Raises NotStored."""
        for board in self._roster.boards:
            await self.state(board.name)

    async def state(self, board: str) -> BoardCopies:
        """What is known of a board's posts and their copies."""
        async with self._writing.setdefault(board, asyncio.Lock()):
            if board not in self._states:
                try:
                    self._states[board] = await asyncio.to_thread(lambda: BoardCopies(self.logs.read(board)))
                except OSError as error:
                    raise NotStored(f"the log of the board {board} cannot be read: {error}") from error
                self._places |= self._states[board].places
            return self._states[board]

    async def locate(self, adapter: Adapter) -> None:
        """Learn how an account's messages will name the board's rooms, where its address alone does not tell."""
        for board in self._roster.boards:
            for account, room in board.rooms:
                if account == adapter.account and "/" not in room and f"{account.platform}:{room}" not in self._places:
                    try:
                        found = await adapter.find(room)
                    except SendFault:
                        continue
                    rooms = [item for item in found if isinstance(item, Place) and item.channel == room]
                    self._places |= {board_side_of(item): item.room for item in rooms}

    # ------------------------------------------------------------------------------------ hearing

    def seen(self, message: Message) -> Message:
        """The message with the audience that it has: what is said on a board is read on all of its sides.

        What becomes of a post is for those who could read the post.
        """
        if message.is_direct or not (boards := self._roster.boards_of(message.place)):
            return message
        self._places.setdefault(board_side_of(message.place), message.place.room)
        target = message.target and message.kind is not Kind.BUTTON
        states = [state for item in boards if (state := self._states.get(item.name)) is not None]
        posts = [state.of_message(message.place, message.target) for state in states if target]
        found = [post.audience for post in posts if post is not None]
        own = message.audience if message.audience.rooms else Audience.group(message.place)
        rooms = found or [Audience.group(place) for board in boards for place in self.places(board).values()]
        others = [
            part
            for room in rooms
            for part in room.parts
            if board_side_of(part.rooms[0]) != board_side_of(message.place)
        ]
        return replace(message, audience=Audience.any_of([own, *others]))

    def readers(self, board: str) -> Audience | None:
        """Who reads what is new on this board; None where nobody does."""
        found = self._roster.board(board)
        places = self.places(found).values() if found else ()
        return Audience.any_of(map(Audience.group, places)) if places else None

    def hears_itself(self, place: Place) -> bool:
        """Whether one account may hear there what another has carried there."""
        boards = self._roster.boards_of(place)
        return len(self._roster.accounts_in(place)) > 1 and any(len(self.places(board)) > 1 for board in boards)

    def is_copy(self, message: Message) -> bool:
        """Whether we have carried it there, as far as that is on record."""
        states = (self._states.get(board.name) for board in self._roster.boards_of(message.place))
        return any(state is not None and state.is_copy(message.place, message.id) for state in states)

    def bodies(self, message: Message) -> dict[str, bytes]:
        """What goes into the lanes of boards for this message."""
        if message.is_direct or message.kind not in (Kind.MESSAGE, Kind.EDIT, Kind.DELETE, Kind.REACTION):
            return {}
        boards = self._roster.boards_of(message.place)
        return {
            _board_lane(board.name, message.place): pack_board_event(board_event_heard(board, message))
            for board in boards
        }

    async def said(self, parcel: OutboxItem, event: Event, ids: Sequence[str]) -> None:
        """An anima's words are out and on record: they are for the other sides, too. Raises NotStored."""
        place, act = parcel.act.place, parcel.act
        if (isinstance(act, Send) and act.private_to is not None) or event.type != "response_sent" or not any(ids):
            return
        for board in self._roster.boards_of(place):
            face = self._roster.avatars.get(parcel.anima, "")
            told = board_event_said(board, parcel, event, tuple(filter(None, ids)), face)
            await self._delivery.accept(_board_lane(board.name, place), f"said:{event.id}", pack_board_event(told))

    async def post(self, parcel: OutboxItem) -> str:
        """Something new by an anima, which no platform has yet; its id. Raises Refused, NotStored."""
        if parcel.event is None or (board := self._roster.board(parcel.board)) is None:
            raise Refused(f"there is no board {parcel.board}")
        face, id = self._roster.avatars.get(parcel.anima, ""), parcel.event.id
        told = board_event_said(board, parcel, parcel.event, (id,), face)
        await self._delivery.accept(_board_lane(parcel.board, parcel.act.place), f"post:{id}", pack_board_event(told))
        return id

    async def echo(self, letter: Letter) -> None:
        """What animas write to each other is seen on the boards that want it, as far as their readers may read it.

        Raises NotStored.
        """
        for board in self._roster.boards:
            readers = self.readers(board.name) if board.letters else None
            if readers is None or not await self._rooms.may_read(letter.audience, readers):
                continue
            told = board_event_echoed(board, letter, readers, self._roster.avatars.get(letter.from_person, ""))
            await self._delivery.accept(_board_lane(board.name, told.place), told.id, pack_board_event(told))

    # ------------------------------------------------------------------------------------ turns

    def serves(self, lane: str) -> bool:
        return lane.startswith(BOARD_SIGN)

    async def take(self, turn: Turn) -> Sequence[Out]:
        """One step of what happened on a board."""
        told = unpack_board_event(turn.body)
        if ">" in turn.lane:
            return await self._show(told, turn.lane.partition(">")[2])
        await self._put_on_record(told)
        return []

    async def _put_on_record(self, told: BoardEvent) -> None:
        """Its line in the board's log; then every side that is to show it."""
        state = await self.state(told.board)
        post = state.of_message(told.place, told.messages[0])
        if told.kind is Kind.MESSAGE:
            if post is not None and post.id != told.id:
                return  # a copy of ours, heard by another account
            of = told.id
        elif post is not None and (
            told.kind is not Kind.EDIT or board_side_of(post.place) == board_side_of(told.place)
        ):
            of = post.id
            if post.is_gone and state.number(told.id) is None:
                return
        elif told.kind is Kind.DELETE and post is None:
            of = ""
        else:
            return
        number = await self._write(told.board, recorded_board_event(told, "" if told.kind is Kind.MESSAGE else of))
        crash_point("board_recorded")
        is_loop = told.is_bot and told.kind is Kind.MESSAGE and state.repeats(told.id, told.text, told.at)
        if not of or is_loop:
            return
        body = pack_board_event(replace(told, of=of))
        sides = {f"{BOARD_SIGN}{told.board}>{side}": body for side in self._sides_to_show(told, state.post(of))}
        await self._delivery.accept_all(sides, f"{number:012d}:{told.id}")
        if told.is_anima and told.kind is Kind.MESSAGE and not told.is_echo:
            await self._tell_the_others(told)

    async def _tell_the_others(self, told: BoardEvent) -> None:
        """Who else lives on the board hears what an anima says there, once, in the place where it was said; what stands
        on all sides alike, in the board's first. Whom the question has called on answers that, not what is answered.

        Accounts of their own hear it from their platform.
        """
        board = self._roster.board(told.board)
        if board is None or not (places := self.places(board)):
            return
        is_new = is_internal(told.place)
        place, id = (next(iter(places.values())), "") if is_new else (told.place, told.messages[0])
        others = [name for name in board.animas if name != told.author and name in self._roster.animas]
        by = {name: account for name in others if (account := self._roster.speaker(place, name)) is not None}
        heard = {
            name: inbox_item_of_board_event(told, place, id, account)
            for name, account in by.items()
            if is_new or account == told.account
        }
        question = (await self.state(told.board)).of_message(told.place, told.reply_to)
        names = [name for name in told.addressed if question is None or name not in question.addressed]
        if heard:
            await self._hand_over(heard, tuple(name for name in names if name in heard))

    async def _hand_over(self, heard: Mapping[str, Message], names: tuple[str, ...]) -> None:
        """What one anima has said, to others (by name) to whom no platform tells it; it calls on `names`.

        Who is called answers, as long as animas are not among themselves for too long. Raises NotStored.
        """
        first = next(iter(heard.values()))
        place = str(first.place)
        answers = bool(names) and self.guard.allows(place, first, self._clock(), names)
        ends = bool(names) and not answers and self.guard.ends(place, first)
        bodies = {
            lane_of(anima, message): pack_inbox(
                InboxItem(
                    anima=anima,
                    message=message,
                    answers=answers and anima in names,
                    silence=Silence.LOOP if anima in names else Silence.COLLEAGUE,
                    names=names,
                    occasion=Occasion(kind="loop") if ends and anima == names[0] else None,
                )
            )
            for anima, message in heard.items()
        }
        await self._delivery.accept_all(bodies, first.order)

    def _sides_to_show(self, told: BoardEvent, post: BoardPost | None) -> Collection[BoardSide]:
        """Those of the board whose readers were told of as readers when it was said: nothing is shown to others."""
        board = self._roster.board(told.board)
        if board is None or post is None:
            return ()
        readers = {board_side_of(room) for room in post.audience.rooms}
        if told.kind is Kind.DELETE:
            return sorted({*readers, *post.copies})
        return [side for side in self.places(board) if side in readers and side != board_side_of(told.place)]

    async def _show(self, told: BoardEvent, side: BoardSide) -> Sequence[Out]:
        """The copies of one side. Raises Refused where nobody of ours is there any more."""
        state = await self.state(told.board)
        post, board = state.post(told.of), self._roster.board(told.board)
        if post is None or board is None:
            return []
        target = self._target(told, post, board, side)
        is_new = told.kind is Kind.MESSAGE and not post.is_gone
        files = await fetch_files(told, self._adapters.get(told.account), self._limits) if is_new else []
        outs = await asyncio.to_thread(partial(mirrored_outs, told, post, state, target, files))
        await self._withdraw(told, outs)
        return outs

    async def _withdraw(self, told: BoardEvent, outs: Sequence[Out]) -> None:
        """What an edit takes away is on record before it goes: platforms tell of it as of any deletion."""
        if told.kind is not Kind.EDIT:
            return
        for parcel in (unpack_outbox(out.body) for out in outs):
            if isinstance(parcel.act, Delete):
                ids: list[Json] = [parcel.act.message_id]
                await self._write(told.board, self._line(parcel, BOARD_WITHDRAWN, {"message_ids": ids}))

    def _target(self, told: BoardEvent, post: BoardPost, board: Board, side: BoardSide) -> CopyTarget:
        copy = post.copies.get(side)
        place = self.places(board).get(side) or (copy.place.room if copy else post.place.room)
        speaker = told.author if told.is_anima else ""
        account = self._roster.speaker(place, speaker)
        account = account if account in self._adapters else (copy.account if copy is not None else account)
        if account is None or account not in self._adapters:
            raise Refused(f"no account of ours is in {place}")
        if told.is_anima:
            persona = self._roster.persona(account, told.author)
        else:
            platform = told.place.platform
            persona = Persona(name=f"{told.name} ({_PLATFORMS.get(platform, platform)})", avatar=told.face)
        capabilities = self._adapters[account].capabilities(place)
        return CopyTarget(side=side, place=place, account=account, persona=persona, capabilities=capabilities)

    # ------------------------------------------------------------------------------------ copies

    async def copied(self, parcel: OutboxItem, message_id: str) -> None:
        """An act on another side is done; which post it made stands in the log. Idempotent. Raises NotStored."""
        carried = parcel.carried
        if carried is None or not (isinstance(parcel.act, Send | Delete)):
            return
        ids: list[Json] = [message_id] if isinstance(parcel.act, Send) and message_id else []
        await self._write(carried.board, self._line(parcel, BOARD_COPIED, {"message_ids": ids}))
        state, place = await self.state(carried.board), parcel.act.place
        if ids and state.was_taken_away(place, message_id):  # before we knew what it was
            gone = board_event_removed(parcel, message_id, self._clock())
            await self._delivery.accept(_board_lane(carried.board, place), gone.id, pack_board_event(gone))

    async def lost(self, parcel: OutboxItem, end: SendFault) -> None:
        """It could not be done there, or nobody can tell. Idempotent. Raises NotStored."""
        if parcel.carried is not None:
            act = type(parcel.act).__name__.lower()
            line = self._line(parcel, "error", {"in_doubt": isinstance(end, InDoubt)})
            await self._write(parcel.carried.board, replace(line, summary=f"{act}: {end}"))

    def _line(self, parcel: OutboxItem, type: str, more: Mapping[str, Json]) -> Event:
        carried, place = parcel.carried, parcel.act.place
        assert carried is not None
        meta: dict[str, Json] = {
            "id": f"{carried.by}>{board_side_of(place)}/{carried.part}/{type}",
            "of": carried.of,
            "part": carried.part,
            "account": str(parcel.account),
            "audience": parcel.audience,
            **more,
        }
        return Event(ts=self._clock(), type=type, channel=str(place), meta=meta)

    async def _write(self, board: str, event: Event) -> int:
        """The event's place in the log, where it stands once."""
        state = await self.state(board)
        async with self._writing[board]:
            if (number := state.number(event.id)) is None:
                try:
                    await asyncio.to_thread(self.logs.append, board, event)
                except StorageFault as full:
                    raise NotStored(str(full)) from full
                state.fold(event)
                number = state.number(event.id)
            assert number is not None
            return number

    # ------------------------------------------------------------------------------------ sides

    def places(self, board: Board) -> dict[BoardSide, Place]:
        """The board's sides, each as its messages name it, as far as that is known."""
        found: dict[BoardSide, Place] = {}
        for account, room in board.rooms:
            workspace, _, channel = room.rpartition("/")
            place = Place(account.platform, workspace, channel)
            found.setdefault(board_side_of(place), self._places.get(board_side_of(place), place))
        return found


@dataclass(frozen=True, slots=True, kw_only=True)
class FleetRooms:
    """Who lives in which room, who can read which, and which of them are one board."""

    roster: Roster
    known: KnownRooms
    boards: Boards


def _board_lane(board: str, place: Place) -> str:
    return f"{BOARD_SIGN}{board}@{place.room}"


# --- fetching -------------------------------------------------------------------------------------------------------
# The files of a post, with their content, on their way to the other sides of a board.


async def fetch_files(told: BoardEvent, adapter: Adapter | None, limits: FileLimits) -> list[File]:
    """By the account that has heard it; what is too large, or not there any more, is left out."""
    found = [await _fetch_content(file, adapter, limits) for file in told.files[: limits.most]]
    return [file for file in found if file is not None]


async def _fetch_content(file: File, adapter: Adapter | None, limits: FileLimits) -> File | None:
    if file.content or not file.url:
        return file if file.content else None
    content = bytearray()
    if adapter is None or file.size > limits.most_bytes:
        return None
    try:
        async with asyncio.timeout(limits.fetch_s), aclosing(adapter.fetch(file)) as pieces:
            async for piece in pieces:
                content += piece
                if len(content) > limits.most_bytes:
                    return None
    except (Refused, TimeoutError) as fault:
        log.warning("a file could not be carried to another side", extra={"why": str(fault)})
        return None
    return replace(file, url="", content=bytes(content), size=len(content))
