"""Slash commands and buttons to Messages: pure."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime

from adapters.slack import inbound
from adapters.slack.api import Payload
from adapters.slack.inbound import LookedUp, SlackIdentity, audience_of, instant, is_member, is_ts, person
from bots.message import Kind, Message
from memory.vocabulary.address import Place

#: How Slack names rooms without a public name in commands and buttons.
_UNNAMED: Mapping[str, str] = {"directmessage": "im", "privategroup": "group"}


def command(payload: Payload, own: SlackIdentity, known: LookedUp, now: datetime) -> Message | None:
    """`/anima WORDS` as a COMMAND of those words; any other command keeps its name as the first word.

    Slack gives a command no time: it is `now`, with the trigger's id behind it, so that two of one instant differ.
    """
    name, trigger = str(payload.get("command") or "").lstrip("/"), str(payload.get("trigger_id") or "")
    user, channel = str(payload.get("user_id") or ""), str(payload.get("channel_id") or "")
    if not name or not user or not channel:
        return None
    words = inbound.readable(str(payload.get("text") or ""), known.user_name, known.room_name).text.strip()
    kind = _kind(channel, str(payload.get("channel_name") or ""), known)
    place = Place("slack", own.team, channel)
    author = person(user, own, known)
    return Message(
        kind=Kind.COMMAND,
        account=own.account,
        place=place,
        id=trigger,
        order=f"{now.timestamp():.6f}.{trigger}",
        author=author,
        author_name=known.user_name(user) or str(payload.get("user_name") or user),
        at=now,
        audience=audience_of(kind, place, author),
        text=words if name == "anima" else f"{name} {words}".strip(),
        member=is_member(user, own, known),
        is_direct=kind == "im",
        mentions_app=True,
        handle=str(payload.get("response_url") or ""),
    )


#: The handle of a HELLO that is shown on the app's home.
HOME = "home"


def home(event: Payload, own: SlackIdentity, known: LookedUp, now: datetime) -> Message | None:
    """`app_home_opened`: a HELLO, to be said in the direct talk or shown on the home tab."""
    user, channel, tab = (str(event.get(name) or "") for name in ("user", "channel", "tab"))
    if not user or not channel.startswith("D"):
        return None
    author = person(user, own, known)
    return Message(
        kind=Kind.HELLO,
        account=own.account,
        place=Place("slack", own.team, channel),
        id=user,
        order=f"{now.timestamp():.6f}",
        author=author,
        author_name=known.user_name(user) or user,
        at=now,
        audience=audience_of("im", Place("slack", own.team, channel), author),
        member=is_member(user, own, known),
        is_direct=True,
        handle=HOME if tab == "home" else "",
    )


def button(payload: Payload, own: SlackIdentity, known: LookedUp) -> Message | None:
    """The first action of a `block_actions` payload as a BUTTON."""
    action: Payload = next(iter(payload.get("actions") or ()), {})
    user, order = str((payload.get("user") or {}).get("id") or ""), str(action.get("action_ts") or "")
    room = payload.get("channel") or {}
    channel, container = str(room.get("id") or ""), payload.get("container") or {}
    if not user or not channel or not is_ts(order):
        return None
    kind = _kind(channel, str(room.get("name") or ""), known)
    target = str(container.get("message_ts") or "")
    thread = str((payload.get("message") or {}).get("thread_ts") or "")
    place = Place("slack", own.team, channel, "" if thread == target else thread)
    author = person(user, own, known)
    return Message(
        kind=Kind.BUTTON,
        account=own.account,
        place=place,
        id=order,
        order=order,
        author=author,
        author_name=known.user_name(user) or str((payload.get("user") or {}).get("name") or user),
        at=instant(order),
        audience=audience_of(kind, place, author),
        text=_value(action),
        member=is_member(user, own, known),
        is_direct=kind == "im",
        reply_to=place.thread,
        target=target,
        handle=str(payload.get("response_url") or ""),
    )


def _value(action: Payload) -> str:
    chosen = action.get("selected_option") or {}
    return str(action.get("value") or chosen.get("value") or action.get("action_id") or "")


def _kind(channel: str, name: str, known: LookedUp) -> str:
    if (room := known.rooms.get(channel)) is not None:
        return room.kind if room.kind != "channel" or room.is_open else "group"
    return _UNNAMED.get(name) or ("im" if channel.startswith("D") else "group")
