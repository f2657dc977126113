"""Reading Slack: the past of a place, people and rooms by name, who is in a room."""

from __future__ import annotations

import logging
import re
from collections.abc import Sequence
from datetime import datetime, timedelta
from functools import partial

from adapters.slack import inbound
from adapters.slack.api import Api, ApiFault, Endless, Payload, pages, patiently
from adapters.slack.directory import ROOM_TYPES, SlackDirectory, as_room, as_user
from adapters.slack.inbound import LookedUp, Needs, SlackIdentity, SlackNews, SlackRoom
from bots.message import Message
from memory.vocabulary.address import Person, Place

_log = logging.getLogger(__name__)

#: Threads whose root is older than this are not looked into for what was missed.
LOOK_BACK = timedelta(days=3)
_ROOM_ID = re.compile(r"[CG][A-Z0-9]{2,}")
_NAMED_TYPES = "public_channel,private_channel,mpim"


class SlackReader:
    """Asks the Web API. All methods raise Unreachable; what Slack does not tell is empty or None."""

    def __init__(self, api: Api, directory: SlackDirectory) -> None:
        self._api, self._directory = partial(patiently, api), directory

    async def history(self, own: SlackIdentity, place: Place, after: str) -> list[Message]:
        """What others said in the place (with its threads) after the `order`, oldest first, edits included."""
        since = _since(after)
        try:
            room = await self._directory.room(place.channel)
            posted = await (self._thread(place, since) if place.thread else self._channel(place, since))
        except ApiFault as fault:
            _log.warning("no history", extra={"place": str(place), "fault": str(fault)})
            return []
        kind = room.kind if room else ""
        dressed = [{**post, "type": "message", "channel": place.channel, "channel_type": kind} for post in posted]
        found = [news for post in dressed if (news := _news(post, own, since)) is not None]
        known = await self._known([news.needs() for news in found])
        messages = {message.key: message for message in (news.message(known) for news in found)}
        return sorted(messages.values(), key=lambda message: message.order)

    async def rooms(self, own: SlackIdentity, since: datetime) -> dict[Place, str]:
        """All rooms that we are in, direct ones too: Slack does not tell where something is new. Raises Unreachable."""
        order = f"{since.timestamp():.6f}"
        try:
            teams = await self._directory.teams(own)
            found = [(here.team, await self._directory.our_rooms(here)) for here in teams]
        except (ApiFault, Endless) as fault:
            _log.warning("our rooms could not be listed", extra={"fault": str(fault)})
            return {}
        return {Place("slack", team, room): order for team, rooms in found for room in rooms}

    async def find(self, own: SlackIdentity, query: str) -> list[Person | Place]:
        """The room of this id; else people and rooms whose name holds the query: the same, beginning with it, holding
        it."""
        wanted = query.strip().lstrip("@#").casefold()
        if not wanted:
            return []
        if _ROOM_ID.fullmatch(query) and (room := await self._directory.room(query)) is not None:
            return [Place("slack", own.team, room.id)]
        people = [
            (user.name, Person("slack", user.team or own.team, user.id))
            for body in await self._all("users.list", "members", {"limit": 200, **_team(own)})
            if not body.get("deleted") and not (user := as_user(body)).is_bot
        ]
        arguments = {"types": _NAMED_TYPES, "exclude_archived": True, "limit": 200, **_team(own)}
        rooms = [
            (room.name, Place("slack", own.team, room.id))
            for room in map(as_room, await self._all("conversations.list", "channels", arguments))
        ]
        return _best(wanted, [*people, *rooms])

    async def readable(self, own: SlackIdentity, present: Person | Place, rooms: Sequence[Place]) -> frozenset[Place]:
        """Those of the rooms that the person, or all who can read the room `present`, can read. Raises Unreachable."""
        teams = {room.workspace for room in rooms} if own.org_wide else {own.team}
        readable = [await self._readable_in(own.at(team), present, rooms) for team in sorted(teams)]
        return frozenset().union(*readable)

    async def _readable_in(
        self, own: SlackIdentity, present: Person | Place, rooms: Sequence[Place]
    ) -> frozenset[Place]:
        here = [room for room in rooms if room.workspace == own.team]
        if not here or (isinstance(present, Place) and present.workspace != own.team):
            return frozenset()
        try:
            ours = await self._directory.our_rooms(own)
            if isinstance(present, Person):
                joined, is_full = await self._rooms_of(own, present), await self._all_full(own, [present.id])
            else:
                joined, is_full = frozenset(), await self._has_full_members_only(own, ours.get(present.channel))
        except (ApiFault, Endless) as fault:
            _log.info("Slack does not tell who reads", extra={"fault": str(fault)})
            return frozenset()
        is_open = {id for id, room in ours.items() if room.is_open and is_full}
        return frozenset(room for room in here if room.channel in is_open or room.channel in joined)

    async def _rooms_of(self, own: SlackIdentity, person: Person) -> frozenset[str]:
        """The rooms in which the person is, among those that we can see."""
        arguments = {"user": person.id, "types": ROOM_TYPES, "exclude_archived": True, "limit": 200, **_team(own)}
        return frozenset([str(room["id"]) for room in await self._all("users.conversations", "channels", arguments)])

    async def _has_full_members_only(self, own: SlackIdentity, room: SlackRoom | None) -> bool:
        if room is None or room.shared or room.kind == "im":
            return False
        arguments = {"channel": room.id, "limit": 1000}
        ids = [str(id) async for page in pages(self._api, "conversations.members", arguments) for id in page["members"]]
        return await self._all_full(own, ids)

    async def _all_full(self, own: SlackIdentity, ids: list[str]) -> bool:
        """Whether they belong to this workspace, none as a guest."""
        people = await self._directory.people(own, ids)
        return all(user is not None and user.is_full_in(own.team) for user in people)

    # ------------------------------------------------------------------------------------------------ the past

    async def _thread(self, place: Place, since: str) -> list[Payload]:
        return await self._replies(place.channel, place.thread, since)

    async def _channel(self, place: Place, since: str) -> list[Payload]:
        # Slack lists replies under their root only, and the root may be older than what was missed.
        oldest = f"{max(0.0, float(since) - LOOK_BACK.total_seconds()):.6f}"
        arguments = {"channel": place.channel, "oldest": oldest, "limit": 200}
        roots = await self._all("conversations.history", "messages", arguments, strict=True)
        replies = [
            reply
            for root in roots
            if float(root.get("latest_reply") or 0) > float(since)
            for reply in await self._replies(place.channel, str(root["ts"]), since)
        ]
        return [*roots, *replies]

    async def _replies(self, channel: str, root: str, since: str) -> list[Payload]:
        arguments = {"channel": channel, "ts": root, "oldest": since, "limit": 200}
        return await self._all("conversations.replies", "messages", arguments, strict=True)

    async def _all(self, method: str, key: str, arguments: Payload, *, strict: bool = False) -> list[Payload]:
        found: list[Payload] = []
        try:
            async for page in pages(self._api, method, arguments):
                found.extend(page.get(key) or ())
        except Endless as fault:
            _log.warning("only the first of very many were read", extra={"fault": str(fault)})
        except ApiFault:
            if strict:
                raise
        return found

    async def _known(self, needed: list[Needs]) -> LookedUp:
        users = frozenset().union(*(needs.users | {needs.author} for needs in needed))
        return await self._directory.learn_all(
            Needs(users=users, rooms=frozenset().union(*(needs.rooms for needs in needed)))
        )


def _team(own: SlackIdentity) -> Payload:
    """What a token for all workspaces must say with it."""
    return {"team_id": own.team} if own.org_wide else {}


def _since(after: str) -> str:
    """The ts in an order; "0" for the beginning.

    A command's order is our own clock, which may run ahead of Slack's: there, a minute more is read again.
    """
    found = re.match(r"\d+(\.\d+)?", after)
    if found is None:
        return "0"
    return found[0] if found[0] == after else f"{max(0.0, float(found[0]) - 60):.6f}"


def _news(post: Payload, own: SlackIdentity, since: str) -> SlackNews | None:
    edited = str((post.get("edited") or {}).get("ts") or "")
    if float(post.get("ts") or 0) > float(since):
        return inbound.news(post, own)
    return inbound.edit_of(post, own) if edited and float(edited) > float(since) else None


def _best(wanted: str, named: list[tuple[str, Person | Place]]) -> list[Person | Place]:
    def rank(name: str) -> int:
        folded = name.casefold()
        return 0 if folded == wanted else 1 if folded.startswith(wanted) else 2

    held = [(rank(name), name.casefold(), found) for name, found in named if wanted in name.casefold()]
    return [found for _, _, found in sorted(held, key=lambda ranked: (ranked[0], ranked[1], str(ranked[2])))]
