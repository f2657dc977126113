"""The link by which an owner of a guild lets the bot in."""

from __future__ import annotations

#: What the bot needs and no more, by Discord's bits.
PERMISSIONS = {
    "Add Reactions": 1 << 6,
    "View Channels": 1 << 10,
    "Send Messages": 1 << 11,
    "Manage Messages": 1 << 13,
    "Embed Links": 1 << 14,
    "Attach Files": 1 << 15,
    "Read Message History": 1 << 16,
    "Manage Webhooks": 1 << 29,
    "Send Messages in Threads": 1 << 38,
}


def invite_link(application: str) -> str:
    """`application` is the application id, as it stands in the developer portal."""
    scopes = "bot+applications.commands"
    wanted = sum(PERMISSIONS.values())
    return f"https://discord.com/oauth2/authorize?client_id={application}&scope={scopes}&permissions={wanted}"
