"""A workspace export of Slack: users.json, lists of rooms (channels, groups, mpims, dms), and a folder of days a room.

Its messages are those that the API tells, so they are normalised like events.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from adapters.exports.export_files import contents
from adapters.slack.api import Payload
from adapters.slack.inbound import LookedUp, SlackIdentity, SlackRoom, SlackUser, message
from bots.delivery.intake import Exported, LeftOutMessages, UnreadableExport
from memory.vocabulary.address import Account, Audience, Person

ROOMS: Mapping[str, str] = {"channels": "channel", "groups": "group", "mpims": "mpim", "dms": "im"}
LISTS = frozenset({"users.json", *(f"{stem}.json" for stem in ROOMS)})
OURS = Account("slack", "export")


@dataclass(frozen=True, slots=True, kw_only=True)
class _Workspace:
    own: SlackIdentity
    known: LookedUp
    folders: Mapping[str, SlackRoom]
    members: Mapping[str, tuple[str, ...]]  # of direct talks

    def audience_of(self, room: SlackRoom) -> Audience | None:
        """Of a direct talk: of one person with a bot that person, of two people nobody but them."""
        if room.kind != "im":
            return None
        people = [member for member in self.members.get(room.id, ()) if not self.known.is_bot(member)]
        if len(people) == 1:
            return Audience.person(Person("slack", self.own.team, people[0]))
        return Audience("group", f"slack:{self.own.team}/{room.id}")


def read(path: Path) -> Iterator[Exported]:
    """Room by room, day by day. Raises Unreadable."""
    lists = {_name(name): content for name, content in contents(path, lambda name: _name(name) in LISTS)}
    if not isinstance(lists.get("users.json"), list):
        raise UnreadableExport(f"{path} is no Slack export: it has no users.json")
    here = _workspace(lists)
    for name, posts in contents(path, lambda name: _folder(name) in here.folders):
        room = here.folders[_folder(name)]
        if not isinstance(posts, list):
            yield LeftOutMessages("a file that is not JSON")
            continue
        for post in posts:
            yield _said(post, room, here)


def _name(file: str) -> str:
    return file.rpartition("/")[2]


def _folder(file: str) -> str:
    return file.rpartition("/")[0].rpartition("/")[2]


def _said(post: Any, room: SlackRoom, here: _Workspace) -> Exported:
    if not isinstance(post, dict):
        return LeftOutMessages("no message")
    event = {"type": "message", **post, "channel": room.id, "channel_type": room.kind}
    try:
        said = message(event, here.own, here.known)
    except (KeyError, TypeError, ValueError, AttributeError):
        return LeftOutMessages("a message that is damaged")
    if said is None:
        return LeftOutMessages("service lines")
    audience = here.audience_of(room)
    return said if audience is None else replace(said, audience=audience)


def _workspace(lists: Mapping[str, Any]) -> _Workspace:
    users = [user for user in lists["users.json"] if isinstance(user, dict) and user.get("id")]
    team = next((str(user["team_id"]) for user in users if user.get("team_id")), "")
    rooms, folders, members = dict[str, SlackRoom](), dict[str, SlackRoom](), dict[str, tuple[str, ...]]()
    for stem, kind in ROOMS.items():
        for row in lists.get(f"{stem}.json") or ():
            name, is_shared = str(row.get("name") or row["id"]), bool(row.get("is_ext_shared"))
            room = SlackRoom(str(row["id"]), name, kind, shared=is_shared)
            rooms[room.id] = folders[room.name] = room
            members[room.id] = tuple(map(str, row.get("members") or ()))
    return _Workspace(
        own=SlackIdentity(account=OURS, team=team, user="", bot=""),
        known=LookedUp(users={str(user["id"]): _user(user) for user in users}, rooms=rooms),
        folders=folders,
        members=members,
    )


def _user(user: Payload) -> SlackUser:
    profile = user.get("profile") or {}
    name = profile.get("display_name") or profile.get("real_name") or user.get("real_name") or user.get("name")
    return SlackUser(
        str(user["id"]),
        str(name or user["id"]),
        str(user.get("team_id") or ""),
        guest=bool(user.get("is_restricted") or user.get("is_ultra_restricted")),
        is_bot=bool(user.get("is_bot")),
    )
