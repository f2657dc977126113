"""Links to messages, as people copy them from a platform: the part of the delivery key that names the message."""

from __future__ import annotations

import re

_SLACK = re.compile(r"https://[\w.-]+/archives/\w+/p(?P<seconds>\d{10})(?P<rest>\d{6})")
_DISCORD = re.compile(r"https://(?:\w+\.)?discord(?:app)?\.com/channels/(?:\d+|@me)/\d+/(?P<id>\d+)")
_TELEGRAM = re.compile(r"https://t(?:elegram)?\.me/(?:c/\d+|\w+)/(?:\d+/)?(?P<id>\d+)")


#: As the log names a turn: place and message.
_TURN = re.compile(r"(?P<platform>slack|discord|telegram|console):\S*/(?P<id>[^/\s]+)")


def key_of(link: str) -> str:
    """What the message's key contains. Anything that is no known link is taken for an id.

    Telegram's ids are small numbers: they are padded as they are in a key, so that 7 does not find 1700.
    """
    link = link.strip().strip("<>")
    if found := _SLACK.match(link):
        return f"{found['seconds']}.{found['rest']}"
    if found := _DISCORD.match(link):
        return found["id"]
    if found := _TELEGRAM.match(link):
        return f"{int(found['id']):012d}"
    if found := _TURN.fullmatch(link):
        is_number = found["platform"] == "telegram" and found["id"].isdigit()
        return f"{int(found['id']):012d}" if is_number else found["id"]
    return link
