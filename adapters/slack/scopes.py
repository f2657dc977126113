"""What the app must be allowed to do, and what the bot cannot do without it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

SCOPES: Mapping[str, str] = {
    "app_mentions:read": "hear that it is mentioned in channels it has not joined",
    "assistant:write": "show that an answer is on its way, and suggested prompts",
    "channels:history": "hear and catch up on public channels",
    "channels:read": "know public channels by name",
    "chat:write": "write at all",
    "chat:write.customize": "wear the animas' names and faces",
    "commands": "offer /anima",
    "files:read": "read files that people share",
    "files:write": "send long answers as files",
    "groups:history": "hear and catch up on private channels",
    "groups:read": "know who is in a private channel",
    "im:history": "hear direct messages",
    "im:read": "know direct messages",
    "im:write": "write to somebody first",
    "mpim:history": "hear group messages",
    "mpim:read": "know who is in a group message",
    "reactions:read": "hear reactions",
    "reactions:write": "react for people of a board's other sides, and show that an answer is on its way",
    "users:read": "know people by name, and guests from members",
}
#: Without these the account is of no use.
ESSENTIAL = frozenset({"chat:write"})


def missing(granted: Iterable[str]) -> dict[str, str]:
    """The scopes that are not there, with what the bot cannot do without them."""
    there = set(granted)
    return {scope: use for scope, use in SCOPES.items() if scope not in there}
