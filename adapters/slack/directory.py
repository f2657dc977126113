"""Who people are and what rooms are: looked up once, believed for five minutes, changed at once by events."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Collection, Mapping
from dataclasses import replace

from adapters.lookups import LookupCache
from adapters.slack.api import Api, ApiFault, Payload, pages, patiently
from adapters.slack.inbound import LookedUp, Needs, SlackIdentity, SlackRoom, SlackUser
from bots.errors import BotFault

_log = logging.getLogger(__name__)

#: Look-ups that are under way together.
_AT_ONCE = 8

#: What Slack says of a room that others read too: by Slack Connect, or within an organisation of many workspaces.
_SHARED = ("is_shared", "is_ext_shared", "is_org_shared", "is_global_shared", "is_pending_ext_shared", "pending_shared")
ROOM_TYPES = "public_channel,private_channel,mpim,im"
#: More people than that are asked for all at once.
_FEW = 20
_ALL = "all"


class AuthorUnknown(BotFault):
    """Slack could not say in time who wrote this: do not acknowledge, it comes again."""


def as_user(body: Payload) -> SlackUser:
    """A user of users.info or users.list."""
    profile, organisation = body.get("profile") or {}, body.get("enterprise_user") or {}
    name = profile.get("display_name") or profile.get("real_name") or body.get("real_name") or body.get("name") or ""
    return SlackUser(
        id=str(body["id"]),
        # A name is data of its bearer: a line break in it could pass for somebody else's words.
        name=" ".join(str(name).split()),
        team=str(body.get("team_id") or ""),
        guest=bool(body.get("is_restricted") or body.get("is_ultra_restricted")),
        is_bot=bool(body.get("is_bot")),
        enterprise=str(organisation.get("enterprise_id") or ""),
        teams=frozenset(map(str, organisation.get("teams") or ())),
        stranger=bool(body.get("is_stranger")),
        face=str(profile.get("image_192") or profile.get("image_72") or ""),
    )


def as_room(body: Payload) -> SlackRoom:
    """A room of conversations.info or conversations.list."""
    if body.get("is_im"):
        kind = "im"
    elif body.get("is_mpim"):
        kind = "mpim"
    else:
        kind = "group" if body.get("is_private") or body.get("is_group") else "channel"
    return SlackRoom(id=str(body["id"]), name=str(body.get("name") or ""), kind=kind, shared=_is_shared(body))


def _of_team(team: str) -> Payload:
    """What a token for all workspaces must say with it."""
    return {} if team == _ALL else {"team_id": team}


def _is_shared(body: Payload) -> bool:
    """Whether people of other workspaces read it, or will as soon as they accept."""
    return any(body.get(name) for name in _SHARED)


class SlackDirectory:
    """Looks people and rooms up. A refusal (no scope, no such user) is an answer and is believed as well."""

    def __init__(self, api: Api, *, patience_s: float = 1.5) -> None:
        self._api, self._patience_s = api, patience_s
        self._ours: LookupCache[str, frozenset[str]] = LookupCache(self._our_rooms)
        self._everybody: LookupCache[str, bool] = LookupCache(self._list_people)
        self._at_once = asyncio.Semaphore(_AT_ONCE)
        self._users = LookupCache(self._user)
        self._rooms = LookupCache(self._room)

    def known(self) -> LookedUp:
        return LookedUp(users=self._users.all(), rooms=self._rooms.all())

    def hear(self, event: Payload, own_user: str) -> str | None:
        """Take what an event tells of people and rooms: the room whose readers it changed, "" for all of them."""
        channel = str(event.get("channel") or "")
        match event.get("type"):
            case "channel_shared" | "channel_unshared" if channel:
                self._rooms.forget(channel)
                return channel
            case "member_joined_channel" | "member_left_channel" if event.get("user") == own_user:
                self._ours.forget_all()
            case "user_change" | "team_join" if isinstance(event.get("user"), dict) and event["user"].get("id"):
                return self._saw_person(as_user(event["user"]))
        return self._saw_room(channel, str(event.get("channel_type") or ""), bool(event.get("is_ext_shared_channel")))

    def _saw_person(self, user: SlackUser) -> str | None:
        before = self._users.all().get(user.id)
        self._users.change(user.id, user)
        return None if before is not None and _belongs(before) == _belongs(user) else ""

    def _saw_room(self, channel: str, kind: str, is_shared: bool) -> str | None:
        """An event said what kind of room it is; that nobody shares it, no event says surely."""
        known = self._rooms.all().get(channel)
        if known is None or (kind in ("", known.kind) and (known.shared or not is_shared)):
            return None
        self._rooms.change(channel, replace(known, kind=kind or known.kind, shared=known.shared or is_shared))
        return channel

    async def learn(self, needs: Needs, *, patient: bool = True) -> LookedUp:
        """All that is known now. Raises Unknown if the author or the room could not be asked for (`patient`)."""
        vital = [self._users.look_up(id) for id in self._users.missing([needs.author])]
        vital += [self._rooms.look_up(id) for id in self._rooms.missing(needs.rooms)]  # type: ignore[misc]
        names = [self._users.look_up(id) for id in self._users.missing(needs.users)]
        names += [self._rooms.look_up(id) for id in self._rooms.missing(needs.told_rooms)]  # type: ignore[misc]
        if vital or names:
            await asyncio.wait([*vital, *names], timeout=self._patience_s)
        # A name that did not come is shown as its id.
        failed = [task for task in vital if not task.done() or task.cancelled() or task.exception()]
        if failed and patient and not self._have(needs):
            raise AuthorUnknown("Slack does not say who wrote this; it will be delivered again")
        return self.known()

    async def learn_all(self, needs: Needs) -> LookedUp:
        """The same without haste: everything asked for has been answered. Raises Unreachable."""
        ids = {needs.author, *needs.users}
        asked = [self._users.look_up(id) for id in self._users.missing(ids)]
        rooms = [self._rooms.look_up(id) for id in self._rooms.missing(needs.rooms | needs.told_rooms)]
        await asyncio.gather(*map(asyncio.shield, [*asked, *rooms]))
        return self.known()

    def has_answer(self, user: str) -> bool:
        """Slack has said who that is, or that it does not say."""
        return user in self._users.entries

    def _have(self, needs: Needs) -> bool:
        """Stale knowledge is better than none."""
        have_author = not needs.author or needs.author in self._users.entries
        return have_author and all(room in self._rooms.entries for room in needs.rooms)

    async def room(self, channel: str) -> SlackRoom | None:
        """The room, or None where Slack does not tell. Raises Unreachable."""
        await self.learn_all(Needs(rooms=frozenset({channel})))
        return self._rooms.entries[channel][1]

    async def our_rooms(self, own: SlackIdentity) -> Mapping[str, SlackRoom]:
        """The rooms in which we are, direct ones too, by id. Raises ApiFault, Endless, SendFault."""
        ids = await self._ours.fresh(own.team if own.org_wide else _ALL) or frozenset()
        found = {id: await self._rooms.fresh(id) for id in ids}
        return {id: room for id, room in found.items() if room is not None}

    async def teams(self, own: SlackIdentity) -> list[SlackIdentity]:
        """Ourselves in each workspace in which we are. Raises ApiFault, Endless, SendFault."""
        if not own.org_wide:
            return [own]
        listed = pages(self._patient, "auth.teams.list", {"limit": 200})
        return [own.at(str(team["id"])) async for page in listed for team in page["teams"]]

    async def people(self, own: SlackIdentity, ids: Collection[str]) -> list[SlackUser | None]:
        """Who they are now; None of whom Slack does not tell. Raises ApiFault, Endless, SendFault."""
        if len(self._users.missing(ids)) > _FEW:
            await self._everybody.fresh(own.team if own.org_wide else _ALL)
        return [await self._users.fresh(id) for id in ids]

    def close(self) -> None:
        for cache in (self._users, self._rooms, self._ours, self._everybody):
            cache.close()

    async def _our_rooms(self, team: str) -> frozenset[str]:
        arguments = {"types": ROOM_TYPES, "exclude_archived": True, "limit": 200, **_of_team(team)}
        found: set[str] = set()
        asked_at = asyncio.get_running_loop().time()
        async for page in pages(self._patient, "users.conversations", arguments):
            for room in map(as_room, page.get("channels") or ()):
                self._rooms.put(room.id, room, asked_at)
                found.add(room.id)
        return frozenset(found)

    async def _list_people(self, team: str) -> bool:
        asked_at = asyncio.get_running_loop().time()
        async for page in pages(self._patient, "users.list", {"limit": 1000, **_of_team(team)}):
            for user in map(as_user, page.get("members") or ()):
                self._users.put(user.id, user, asked_at)
        return True

    async def _user(self, id: str) -> SlackUser | None:
        answer = await self._asked("users.info", {"user": id})
        return as_user(answer["user"]) if answer else None

    async def _room(self, id: str) -> SlackRoom | None:
        answer = await self._asked("conversations.info", {"channel": id})
        return as_room(answer["channel"]) if answer else None

    async def _patient(self, method: str, arguments: Payload) -> Payload:
        async def few_at_once(method: str, arguments: Payload) -> Payload:
            async with self._at_once:
                return await self._api(method, arguments)

        return await patiently(few_at_once, method, arguments)

    async def _asked(self, method: str, arguments: Payload) -> Payload | None:
        try:
            return await self._patient(method, arguments)
        except ApiFault as fault:
            _log.info("Slack does not tell", extra={"method": method, "error": fault.error})
            return None


def _belongs(user: SlackUser) -> tuple[bool, bool, str, frozenset[str]]:
    """All of somebody that decides what they read."""
    return user.guest, user.stranger, user.team, user.teams


def own_of(answer: Payload, own: SlackIdentity) -> SlackIdentity:
    """`own` with what auth.test said."""
    return SlackIdentity(
        account=own.account,
        team=str(answer.get("team_id") or ""),
        user=str(answer.get("user_id") or ""),
        bot=str(answer.get("bot_id") or ""),
        app=str(answer.get("app_id") or ""),
        enterprise=str(answer.get("enterprise_id") or ""),
        org_wide=bool(answer.get("is_enterprise_install")),
    )
