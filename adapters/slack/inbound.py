"""Events to Messages: pure, from Slack's payload and what is known of people and rooms."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from typing import NamedTuple

from adapters.slack.api import Payload
from bots.message import File, Kind, Message
from memory.vocabulary.address import Account, Audience, Person, Place

_TOKEN = re.compile(r"<([^<>\n]{1,4000})>")
_USER = re.compile(r"<@([UWB][A-Z0-9]+)(?:\|[^<>]*)?>")
_ROOM = re.compile(r"<#([CGD][A-Z0-9]+)(?:\|[^<>]*)?>")

Name = Callable[[str], str]


def mentioned_users(text: str) -> set[str]:
    return set(_USER.findall(text))


def mentioned_rooms(text: str) -> set[str]:
    return set(_ROOM.findall(text))


def mentions(text: str, user: str) -> bool:
    return bool(user) and user in mentioned_users(text)


class Readable(NamedTuple):
    """A text, and the spans of it that mention somebody."""

    text: str
    mentions: tuple[tuple[int, int, str], ...] = ()  # from, to, whom: an id, or "" for many


def readable(text: str, user_name: Name, room_name: Name, *, without: str = "") -> Readable:
    """The text as people read it; the mention of the user `without` is taken out."""
    if without and mentions(text, without):
        text = _without_mention(text, without)
    parts, length, seen, spans = [], 0, 0, []
    for found in _TOKEN.finditer(text):
        before, token = _plain(text[seen : found.start()]), _plain(_token(found[1], user_name, room_name))
        start, length, seen = length + len(before), length + len(before) + len(token), found.end()
        parts += [before, token]
        if found[1].startswith(("@", "!")):
            whom = found[1][1:].partition("|")[0] if found[1].startswith("@") else ""
            spans.append((start, length, whom))
    return Readable("".join([*parts, _plain(text[seen:])]), tuple(spans))


def _plain(text: str) -> str:
    return text.replace("&lt;", "<").replace("&gt;", ">").replace("&amp;", "&")


def _without_mention(text: str, user: str) -> str:
    mention = rf"<@{re.escape(user)}(?:\|[^<>]*)?>"
    # A mention at the beginning takes its comma along: "@app, bob: hello" is "bob: hello".
    text = re.sub(rf"\A\s*{mention}\s*[,:]?[ \t]*", "", text)
    text = re.sub(rf"(?<![ \t])[ \t]*+{mention}(?=\s|\Z|[.,;:!?])", "", text)
    return re.sub(mention, "", text).strip()


def _token(token: str, user_name: Name, room_name: Name) -> str:
    target, _, label = token.partition("|")
    match target[:1]:
        case "@":
            return f"@{user_name(target[1:]) or label or target[1:]}"
        case "#":
            return f"#{label or room_name(target[1:]) or target[1:]}"
        case "!":
            return label or f"@{target[1:].partition('^')[0]}"
    return _link(target, label)


def _link(target: str, label: str) -> str:
    if not re.match(r"[a-z][a-z0-9+.-]*:", target, re.IGNORECASE):
        return f"<{target}|{label}>" if label else f"<{target}>"
    bare = re.sub(r"\A(mailto:|tel:)", "", target)
    if not label or label == bare:
        return bare
    return target if re.sub(r"\Ahttps?://", "", target).rstrip("/") == label.rstrip("/") else f"[{label}]({target})"


# --- blocks ---------------------------------------------------------------------------------------------------------
# What a message says outside of its `text`: blocks and attachments as mrkdwn, so that names are put in as ever.
#
# Apps put their words there, and a message that somebody shared stands there, too. Total: whatever the JSON holds.


_DEEPEST = 8
_LONGEST = 40_000
_MOST = 100


def text_of_blocks(body: Payload) -> str:
    """The text; where that is empty, the blocks; and what is attached, each on lines of its own."""
    said = str(body.get("text") or "")
    text = said if said.strip() else _lines(body.get("blocks"))[:_LONGEST]
    more = (_attached(attached) for attached in _objects(body.get("attachments"))[:_MOST])
    attached_text = "\n".join(words for words in more if words and words not in text)[:_LONGEST]
    return f"{text}\n{attached_text}" if text and attached_text else text or attached_text


def _attached(attached: Payload) -> str:
    """A link's preview says nothing that the author said; a shared message is somebody else's and stands as a quote."""
    is_shared = bool(attached.get("is_msg_unfurl") or attached.get("is_share"))
    if not is_shared and (attached.get("from_url") or attached.get("original_url")):
        return ""
    fields = (
        f"{_text(item.get('title'))} {_text(item.get('value'))}".strip() for item in _objects(attached.get("fields"))
    )
    own = [_text(attached.get(name)) for name in ("pretext", "title", "text")]
    parts = [*own, *fields]
    if not _text(attached.get("text")):
        parts += [_lines(attached.get("blocks"))]
    words = "\n".join(filter(None, parts)) or _text(attached.get("fallback"))
    return "\n".join(f"> {line}" for line in words.splitlines()) if is_shared else words


def _lines(blocks: object) -> str:
    return "\n".join(filter(None, (_block(block) for block in _objects(blocks)))).strip()


def _block(block: Payload) -> str:
    match block.get("type"):
        case "section":
            fields = [_text(item) for item in _objects(block.get("fields"))]
            return "\n".join(filter(None, [_text(block.get("text")), *fields]))
        case "header" | "markdown":
            return _text(block.get("text"))
        case "context":
            return " ".join(filter(None, (_text(item) for item in _objects(block.get("elements")))))
        case "rich_text":
            return "".join(_rich(block, 0)).strip()
        case "image" | "video":
            return _text(block.get("title")) or _text(block.get("alt_text"))
        case "table":
            return _table(block.get("rows"))
    return ""


def _table(rows: object) -> str:
    lines = rows if isinstance(rows, list) else []
    return "\n".join(" | ".join(_cell(cell) for cell in _objects(row)) for row in lines)


def _cell(cell: Payload) -> str:
    return _text(cell.get("text")) or "".join(_rich(cell, 0)).strip()


def _rich(element: Payload, depth: int) -> Iterator[str]:
    """Rich text as mrkdwn; each list item and section ends its line."""
    if depth > _DEEPEST:
        return
    match element.get("type"):
        case "text":
            yield _escaped(_text(element.get("text")))
        case "link":
            label = _text(element.get("text"))
            yield f"<{element.get('url')}|{_escaped(label)}>" if label else f"<{element.get('url')}>"
        case "user":
            yield f"<@{element.get('user_id')}>"
        case "channel":
            yield f"<#{element.get('channel_id')}>"
        case "broadcast":
            yield f"<!{element.get('range')}>"
        case "emoji":
            yield f":{element.get('name')}:"
        case _:
            for inner in _objects(element.get("elements")):
                yield from _rich(inner, depth + 1)
            yield "\n"


def _text(found: object) -> str:
    """A text, or a text object."""
    if isinstance(found, dict):
        found = found.get("text")
    return found.strip("\n") if isinstance(found, str) else ""


def _escaped(text: str) -> str:
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")


def _objects(found: object) -> Sequence[Payload]:
    return [item for item in found if isinstance(item, dict)] if isinstance(found, list) else []


# --- inbound --------------------------------------------------------------------------------------------------------


_TALK = frozenset({"", "file_share", "thread_broadcast", "me_message", "bot_message"})
_KINDS = {"channel": "channel", "C": "channel", "group": "group", "G": "group", "mpim": "mpim", "im": "im"}
_TS = re.compile(r"\d+\.\d+")


@dataclass(frozen=True, slots=True, kw_only=True)
class SlackIdentity:
    """Who we are in this workspace, as auth.test said. `org_wide`: one token for all workspaces of an organisation."""

    account: Account
    team: str
    user: str
    bot: str
    app: str = ""
    enterprise: str = ""
    org_wide: bool = False

    def at(self, team: str) -> SlackIdentity:
        """The same in the workspace of which an event, or an address, tells."""
        return replace(self, team=team) if self.org_wide and team else self

    def wrote(self, message: Payload) -> bool:
        """All personas of one app share its bot id: none of their posts is news."""
        return bool(
            (self.bot and message.get("bot_id") == self.bot)
            or (self.user and message.get("user") == self.user)
            or (self.app and message.get("app_id") == self.app)
        )


@dataclass(frozen=True, slots=True)
class SlackUser:
    """`teams` are the workspaces of an organisation (`enterprise`) to which the person belongs; `stranger` says that
    another organisation's rooms are all that we share."""

    id: str
    name: str
    team: str
    guest: bool = False
    is_bot: bool = False
    enterprise: str = ""
    teams: frozenset[str] = frozenset()
    stranger: bool = False
    face: str = ""

    def is_full_in(self, team: str) -> bool:
        """A full member of the workspace: neither a guest nor somebody of elsewhere."""
        return not self.guest and not self.stranger and (team in self.teams or self.team == team)


@dataclass(frozen=True, slots=True)
class SlackRoom:
    """`kind` is channel, group, mpim or im; `shared` says that people of other workspaces read it."""

    id: str
    name: str
    kind: str
    shared: bool = False

    @property
    def is_open(self) -> bool:
        """All full members of the workspace can read it, and nobody else but the guests who are in it."""
        return self.kind == "channel" and not self.shared


@dataclass(frozen=True, slots=True, kw_only=True)
class LookedUp:
    """What has been looked up. What is missing here is shown by its id and treated as not public."""

    users: Mapping[str, SlackUser] = field(default_factory=dict)
    rooms: Mapping[str, SlackRoom] = field(default_factory=dict)

    def user_name(self, user: str) -> str:
        return self.users[user].name if user in self.users else ""

    def face(self, user: str) -> str:
        return self.users[user].face if user in self.users else ""

    def is_bot(self, user: str) -> bool:
        return user in self.users and self.users[user].is_bot

    def room_name(self, room: str) -> str:
        return self.rooms[room].name if room in self.rooms else ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Needs:
    """What must be looked up to normalise an event: the author for good, names as far as they come in time.

    Of `told_rooms` the event says the kind but not who shares them; what does not come in time is taken for closed.
    """

    author: str = ""
    users: frozenset[str] = frozenset()
    rooms: frozenset[str] = frozenset()
    told_rooms: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True, kw_only=True)
class SlackNews:
    """An event that is news to an anima, before anybody in it has a name. `body` is the message that it tells of."""

    own: SlackIdentity
    event: Payload
    kind: Kind
    body: Payload
    order: str
    text: str
    target: str = ""

    def needs(self) -> Needs:
        if self.own.wrote(self.body):
            return Needs()
        room, stated = _channel(self.event), _stated_kind(self.event)
        return Needs(
            told_rooms=frozenset({room} if stated == "channel" else ()),
            author=str(self.body.get("user") or ""),
            users=frozenset(mentioned_users(self.text) - {self.own.user}),
            rooms=frozenset(mentioned_rooms(self.text) | (set() if stated else {room})),
        )

    def message(self, known: LookedUp) -> Message:
        own, body, room = self.own, self.body, kind_of(self.event, known)
        thread = str(body.get("thread_ts") or "")
        thread = "" if thread == (self.target or self.order) else thread
        place = Place("slack", own.team, _channel(self.event), thread)
        user = str(body.get("user") or body.get("bot_id") or "unknown")
        author = person(user, own, known, body)
        shown = readable(self.text, known.user_name, known.room_name, without=own.user)
        return Message(
            kind=self.kind,
            account=own.account,
            place=place,
            id=self.order,
            order=self.order,
            author=author,
            author_name=_author_name(user, body, known),
            at=instant(self.order),
            audience=audience_of(room, place, author),
            text=shown.text,
            author_is_bot=_is_bot(user, body, known),
            author_is_self=own.wrote(body),
            member=is_member(user, own, known, body),
            is_direct=room == "im",
            mentions_app=mentions(self.text, own.user),
            reply_to=thread,
            target=self.target,
            files=_files(body) if self.kind in (Kind.MESSAGE, Kind.EDIT) else (),
            people=tuple((start, end) for start, end, whom in shown.mentions if not known.is_bot(whom)),
            face=known.face(user),
        )


def news(event: Payload, own: SlackIdentity) -> SlackNews | None:
    """None for what is no news to an anima (own posts, unfurls, service lines)."""
    match str(event.get("type")), str(event.get("subtype") or ""):
        case (("message" | "app_mention"), subtype) if subtype in _TALK:
            return _talk(event, own)
        case "message", "message_changed":
            return _change(event, own)
        case "message", "message_deleted":
            return _deletion(event, own)
        case "reaction_added", _:
            return _reaction(event, own)
        case "member_joined_channel", _:
            return _crossing(event, own, Kind.JOIN)
        case "member_left_channel", _:
            return _crossing(event, own, Kind.LEAVE)
    return None


def message(event: Payload, own: SlackIdentity, known: LookedUp) -> Message | None:
    """The event as a Message; None for what is no news."""
    found = news(event, own)
    return None if found is None else found.message(known)


def edit_of(posted: Payload, own: SlackIdentity) -> SlackNews | None:
    """The EDIT that a message read from the past stands for; the same as the live event would have been."""
    changed = {
        "type": "message",
        "subtype": "message_changed",
        "channel": posted.get("channel"),
        "channel_type": posted.get("channel_type"),
        "message": posted,
        "ts": (posted.get("edited") or {}).get("ts"),
    }
    return news(changed, own)


def instant(ts: str) -> datetime:
    """The time that a ts stands for."""
    return datetime.fromtimestamp(float(ts), UTC)


def is_ts(text: str) -> bool:
    return bool(_TS.fullmatch(text))


def audience_of(kind: str, place: Place, author: Person) -> Audience:
    """Who can read a room of this kind. Whatever is not surely public is a closed circle."""
    if kind == "im":
        return Audience.person(author)
    return Audience.open(place) if kind == "channel" else Audience.group(place)


def kind_of(event: Payload, known: LookedUp) -> str:
    """The room's kind: as the event says it, else as looked up, else the one with the fewest readers.

    An open room is open by the look-up alone: a room that others share has readers of its own.
    """
    channel = _channel(event)
    room = known.rooms.get(channel)
    kind = _stated_kind(event) or (room.kind if room else "im" if channel.startswith("D") else "group")
    return kind if kind != "channel" or (room is not None and room.is_open) else "group"


def person(user: str, own: SlackIdentity, known: LookedUp, event: Payload | None = None) -> Person:
    """The person, in the workspace that is theirs; in ours, if that is one of theirs."""
    found = known.users.get(user)
    if found is None:
        team = str((event or {}).get("user_team") or "")
        return Person("slack", own.team if team in ("", own.enterprise) else team, user)
    return Person("slack", own.team if own.team in found.teams else found.team or own.team, user)


def is_member(user: str, own: SlackIdentity, known: LookedUp, event: Payload | None = None) -> bool:
    """Neither a guest nor somebody of another organisation, as far as Slack tells. Colleagues may be of another
    workspace of the same one."""
    found = known.users.get(user)
    if found is None:
        return str((event or {}).get("user_team") or own.team) in (own.team, own.enterprise)
    if found.guest or found.stranger:
        return False
    return found.is_full_in(own.team) or not found.team or bool(own.enterprise and found.enterprise == own.enterprise)


# ---------------------------------------------------------------------------------------------------- one of each


def _talk(event: Payload, own: SlackIdentity) -> SlackNews | None:
    ts = str(event.get("ts") or "")
    if own.wrote(event) or not is_ts(ts):
        return None
    return _news(event, own, Kind.MESSAGE, event, ts)


def _change(event: Payload, own: SlackIdentity) -> SlackNews | None:
    new, old = event.get("message") or {}, event.get("previous_message") or {}
    if not is_ts(str(new.get("ts") or "")):
        return None
    if new.get("subtype") == "tombstone":
        return _deletion({**event, "deleted_ts": new["ts"]}, own)
    if own.wrote(new) or own.wrote(old):
        return None
    edited = str((new.get("edited") or {}).get("ts") or "")
    if not edited or (edited == (old.get("edited") or {}).get("ts") and new.get("text") == old.get("text")):
        return None  # a link was unfurled, or a reply counted: nobody edited anything
    return _news(event, own, Kind.EDIT, new, edited, str(new["ts"]))


def _deletion(event: Payload, own: SlackIdentity) -> SlackNews | None:
    """Of our own posts, too: somebody may have taken one away."""
    old, order = event.get("previous_message") or {}, str(event.get("event_ts") or event.get("ts") or "")
    target = str(event.get("deleted_ts") or "")
    if not target or not is_ts(order):
        return None
    return _news(event, own, Kind.DELETE, {**old, "text": ""}, order, target)


def _reaction(event: Payload, own: SlackIdentity) -> SlackNews | None:
    item, order = event.get("item") or {}, str(event.get("event_ts") or "")
    if own.wrote(event) or item.get("type") != "message" or not is_ts(order):
        return None
    body = {"user": event.get("user"), "text": event.get("reaction")}
    return _news(event, own, Kind.REACTION, body, order, str(item.get("ts") or ""))


def _crossing(event: Payload, own: SlackIdentity, kind: Kind) -> SlackNews | None:
    order = str(event.get("event_ts") or event.get("ts") or "")
    if not is_ts(order) or not event.get("user"):
        return None
    return _news(event, own, kind, {"user": event["user"]}, order)


def _news(event: Payload, own: SlackIdentity, kind: Kind, body: Payload, order: str, target: str = "") -> SlackNews:
    text = text_of_blocks(body)
    return SlackNews(own=own, event=event, kind=kind, body=body, order=order, text=text, target=target)


def _author_name(user: str, body: Payload, known: LookedUp) -> str:
    profile = body.get("bot_profile") or {}
    name = str(body.get("username") or known.user_name(user) or profile.get("name") or user)
    return " ".join(name.split())  # a line break in a name could pass for somebody else's words


def _is_bot(user: str, body: Payload, known: LookedUp) -> bool:
    return bool(body.get("bot_id")) or user == "USLACKBOT" or known.is_bot(user)


def _files(event: Payload) -> tuple[File, ...]:
    return tuple(
        File(
            name=str(file.get("name") or file.get("title") or "file"),
            media_type=str(file.get("mimetype") or "application/octet-stream"),
            size=int(file.get("size") or 0),
            url=str(file.get("url_private_download") or file.get("url_private") or ""),
        )
        for file in event.get("files") or ()
    )


def _channel(event: Payload) -> str:
    return str(event.get("channel") or (event.get("item") or {}).get("channel") or "")


def _stated_kind(event: Payload) -> str:
    return _KINDS.get(str(event.get("channel_type") or ""), "")
