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
        people = [one for one in self.members.get(room.id, ()) if not self.known.is_bot(one)]
        if len(people) == 1:
            return Audience.person(Person("slack", self.own.team, people[0]))
        return Audience("group", f"slack:{self.own.team}/{room.id}")


def read(path: Path) -> Iterator[Exported]:
    """Room by room, day by day. Raises Unreadable."""
    lists = {_name(name): told for name, told in contents(path, lambda name: _name(name) in LISTS)}
    if not isinstance(lists.get("users.json"), list):
        raise UnreadableExport(f"{path} is no Slack export: it has no users.json")
    here = _workspace(lists)
    for name, told in contents(path, lambda name: _folder(name) in here.folders):
        room = here.folders[_folder(name)]
        if not isinstance(told, list):
            yield LeftOutMessages("a file that is not JSON")
            continue
        for one in told:
            yield _said(one, room, here)


def _name(file: str) -> str:
    return file.rpartition("/")[2]


def _folder(file: str) -> str:
    return file.rpartition("/")[0].rpartition("/")[2]


def _said(one: Any, room: SlackRoom, here: _Workspace) -> Exported:
    if not isinstance(one, dict):
        return LeftOutMessages("no message")
    event = {"type": "message", **one, "channel": room.id, "channel_type": room.kind}
    try:
        said = message(event, here.own, here.known)
    except (KeyError, TypeError, ValueError, AttributeError):
        return LeftOutMessages("a message that is damaged")
    if said is None:
        return LeftOutMessages("service lines")
    audience = here.audience_of(room)
    return said if audience is None else replace(said, audience=audience)


def _workspace(lists: Mapping[str, Any]) -> _Workspace:
    users = [one for one in lists["users.json"] if isinstance(one, dict) and one.get("id")]
    team = next((str(one["team_id"]) for one in users if one.get("team_id")), "")
    rooms, folders, members = dict[str, SlackRoom](), dict[str, SlackRoom](), dict[str, tuple[str, ...]]()
    for stem, kind in ROOMS.items():
        for one in lists.get(f"{stem}.json") or ():
            room = SlackRoom(
                str(one["id"]), str(one.get("name") or one["id"]), kind, shared=bool(one.get("is_ext_shared"))
            )
            rooms[room.id] = folders[room.name] = room
            members[room.id] = tuple(map(str, one.get("members") or ()))
    return _Workspace(
        own=SlackIdentity(account=OURS, team=team, user="", bot=""),
        known=LookedUp(users={str(one["id"]): _user(one) for one in users}, rooms=rooms),
        folders=folders,
        members=members,
    )


def _user(one: Payload) -> SlackUser:
    profile = one.get("profile") or {}
    name = profile.get("display_name") or profile.get("real_name") or one.get("real_name") or one.get("name")
    return SlackUser(
        str(one["id"]),
        str(name or one["id"]),
        str(one.get("team_id") or ""),
        guest=bool(one.get("is_restricted") or one.get("is_ultra_restricted")),
        is_bot=bool(one.get("is_bot")),
    )
